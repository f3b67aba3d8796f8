"""Trials: deals that must pass tests, with heights for cards that lie in an order.

A world says in which place every card lies. A state says more: at which height, where the order of
a place counts, and which card is meant where the rules keep one by a name. And what is known of
hidden cards may be a test that only the rules can do: whether a hand counted less than ten. All of
that is written here, as one row of numbers, for `kernels/trials.py.txt`, the same in both modes: it
draws a world, lays the cards as they lay at each moment that was tested, tests them, draws another
if one test fails, and writes down the state.

Every world that passes comes with the same chance, whatever is thrown away before. If hardly any
world passes and all can be listed, they are, and one is taken from the list; if none is found at
all, that is an error. Nothing is made to fit.

    0  tests, where their list is; places with heights, where they are; names to be filled, where
       they are; cards to be put into the state, where their list is
    count   0, what to ask if it holds, if not; least, most; where it is said which places count;
            cards; each card
    secret  1, what to ask if it holds, if not; which, its outcome; where are: the numbers of that
            moment, the places of then, what is given; cards; each card
    order   place; parts, each; residents, each; heights beneath, each; heights above, each
    name    place, number; each number of the state that is a card of the place, no two the same

What to ask next is 0 if the test has been passed, -1 if it has failed.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.disclosures import All, Condition, Count, One, Secret, single
from kibitz.engine.game import Game
from kibitz.engine.testing import compiled_tests
from kibitz.knowledge.frames import Frame
from kibitz.knowledge.told import Gap, together
from kibitz.knowledge.worlds import members

__all__ = ["Pile", "Test", "filled_trial", "is_compiled_test", "list_shoe"]

HEAD = 8
PASSED, FAILED = 0, -1
COUNT, SECRET = 0, 1
LARGEST = 1 << 62


class Test(Protocol):
    """What is known of a test of worlds."""

    @property
    def condition(self) -> Condition:
        """What must have been so at some moment; counts speak of the worlds' cards and places."""

    @property
    def cards(self) -> Sequence[int]:
        """What the game calls the cards of the worlds; -1: it does not matter where it is."""

    @property
    def then(self) -> Sequence[int]:
        """For each place of the worlds where its cards lay then; -1: nowhere."""

    def base_of(self, secret: Secret) -> array[int]:
        """The numbers of that moment, with all cards but those of the worlds put in."""

    def __call__(self, world: Sequence[int]) -> bool:
        """Whether a world passes."""


class Pile(NamedTuple):
    """An unseen place that keeps an order."""

    place: int
    lots: Sequence[int]
    """The places of the worlds that are parts of it, the lowest first."""
    residents: Sequence[int]
    """Cards above all of them that everybody knows."""
    beneath: Sequence[int]
    """The heights of the lowest cards."""
    above: Sequence[int]
    """The heights of the highest. The order of those between is not decided."""


def is_compiled_test(game: Game, test: Test) -> bool:
    """Whether native code can do a test."""
    return all(
        not isinstance(part, Secret)
        or (
            part.test.__name__ in compiled_tests(game)
            and all(isinstance(n, int) and abs(n) < LARGEST for n in (*part.given, part.outcome))
        )
        for part in single(test.condition)
    )


def filled_trial(
    game: Game, frame: Frame, tests: Sequence[Test], piles: Sequence[Pile], gaps: Sequence[Gap]
) -> array[int]:
    """All that the kernel must know of the states of a frame but how worlds are dealt."""
    found = array("q", bytes(8 * HEAD))
    _part(found, 0, len(tests), [_Writer(test, found).written() for test in tests])
    ordered: list[int] = []
    for place, lots, residents, beneath, above in piles:
        ordered += [place, len(lots), *lots, len(residents), *residents]
        ordered += [len(beneath), *beneath, len(above), *above]
    _part(found, 2, len(piles), ordered)
    named = together(game, gaps)
    _part(found, 4, len(named), [n for p, each in named for n in (p, len(each), *each)])
    put = [k for k, card in enumerate(frame.cards) if card not in frame.ghosts]
    _part(found, 6, len(put), put)
    return found


def list_shoe(worlds: NDArray[np.int8]) -> list[int]:
    """A shoe that is a list of worlds, from which the kernel takes any: the number of cards, -1,
    the number of worlds; each world."""
    number, cards = worlds.shape
    return [cards, -1, number, *worlds.reshape(-1).tolist()]


def _part(found: array[int], at: int, number: int, numbers: Sequence[int]) -> None:
    """Write down a part, and where it is."""
    found[at], found[at + 1] = number, len(found)
    found.extend(numbers)


class _Writer:
    """Writes down one test, its last questions first."""

    def __init__(self, test: Test, found: array[int]) -> None:
        self.test, self.found = test, found

    def written(self) -> int:
        """Where its first question is."""
        return self._asked(self.test.condition, PASSED, FAILED)

    def _asked(self, condition: Condition, yes: int, no: int) -> int:
        """Where to begin to ask whether a condition holds, to go on here or there."""
        if isinstance(condition, bool):
            return yes if condition else no
        if isinstance(condition, All):
            for part in reversed(condition.parts):
                yes = self._asked(part, yes, no)
            return yes
        if isinstance(condition, One):
            for part in reversed(condition.parts):
                no = self._asked(part, yes, no)
            return no
        if isinstance(condition, Count):
            return self._count(condition, yes, no)
        assert isinstance(condition, Secret), condition
        return self._secret(condition, yes, no)

    def _count(self, count: Count, yes: int, no: int) -> int:
        inside = self._listed([count.places >> i & 1 for i in range(len(self.test.then))])
        cards = members(count.cards)
        return self._listed([COUNT, yes, no, count.least, count.most, inside, len(cards), *cards])

    def _secret(self, secret: Secret, yes: int, no: int) -> int:
        looked = [p if p >= 0 and secret.places >> p & 1 else -1 for p in self.test.then]
        number = int(secret.test.__name__.removeprefix("secret_"))
        lists = [self._listed(each) for each in (self.test.base_of(secret), looked, secret.given)]
        cards = [k for k, card in enumerate(self.test.cards) if card >= 0]
        return self._listed([
            SECRET, yes, no, number, secret.outcome, *lists, len(cards), *cards,
        ])  # fmt: skip

    def _listed(self, numbers: Sequence[int]) -> int:
        at = len(self.found)
        self.found.extend(numbers)
        return at
