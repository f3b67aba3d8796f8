"""Deals: how many worlds there are, how likely each card is where, and worlds at random.

Counts are whole numbers, probabilities are right up to rounding, and every world comes with the
same chance. Where counting would take too long, which is reckoned beforehand, counts and
probabilities are estimates, and `estimate` says so, with the bounds.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.native import Functions, kernel_text
from kibitz.engine.primitives import PRIMITIVES, below, noise
from kibitz.errors import KibitzError, OutOfReach
from kibitz.knowledge.deals.estimates import Estimate, share
from kibitz.knowledge.deals.faces import looks, looks_listed
from kibitz.knowledge.deals.laws import bits, simplified
from kibitz.knowledge.deals.lists import listed
from kibitz.knowledge.deals.parts import Division, divided
from kibitz.knowledge.deals.shoe import filled_shoe
from kibitz.knowledge.deals.tables import Floats, Numbers
from kibitz.knowledge.worlds import Worlds

if TYPE_CHECKING:
    from kibitz.engine.game import Game
    from kibitz.engine.keys import Key

__all__ = ["Deals"]

DEALS = -5
"""The random stream of the kernel."""

FEW = 2_000
"""So many worlds are listed if tests cannot be counted otherwise."""

REMEMBERED = 1024
"""So many worlds are kept taken apart."""

LISTED = 20_000
"""So many worlds are listed to see which look different, if that cannot be counted otherwise."""

SAMPLES, LEAST_SAMPLES = 800, 100
"""So many worlds at random are tested, if there are more, and at least so many..."""

TESTS = 1_200
"""...if so many tests have been made of them: most worlds fail one of the first."""

SEED = 11_052

ENOUGH = 100_000
"""So many worlds in a row may fail the tests."""

MANY = 2_000_000
"""So many worlds are listed one by one unless told otherwise."""


class Deals:
    """The worlds as a whole.

    >>> deals = Deals(Worlds((2, 1), (0b11, 0b11, 0b01)))
    >>> deals.count, deals.fraction(0, 0), deals.possible(2)
    (2, Fraction(1, 2), 1)
    """

    def __init__(self, worlds: Worlds, faces: Sequence[int] | None = None) -> None:
        """`faces` gives cards that look the same the same number."""
        if sum(worlds.sizes) != len(worlds.masks):
            raise KibitzError(f"{len(worlds.masks)} cards cannot fill {sum(worlds.sizes)} places")
        self.given = worlds
        self.faces = tuple(range(len(worlds.masks)) if faces is None else faces)

    def __repr__(self) -> str:
        return f"<{len(self.given.masks)} cards in {len(self.given.sizes)} places>"

    @cached_property
    def _plain(self) -> Worlds | None:
        """The worlds with as few laws as possible, None if there are none."""
        return simplified(self.given)

    @cached_property
    def _division(self) -> Division | None:
        """The worlds taken apart, None if there are none. Tests are left out of account."""
        given = self.given
        if not given.laws and not given.sums:
            return _by_masks(given.sizes, given.masks)
        return None if self._plain is None else divided(self._plain)

    # --- counting -------------------------------------------------------------------------------

    @cached_property
    def count(self) -> int:
        """The number of worlds; if not `exact`, about so many."""
        if self._listed is not None:
            return len(self._listed)
        return self._counted if not self.given.tests else round_share(self._counted, self._passing)

    @property
    def exact(self) -> bool:
        """Whether all worlds were counted; else counts and probabilities are estimates."""
        return self.estimate is None

    @cached_property
    def estimate(self) -> Estimate | None:
        """Within which bounds the number of deals that look different lies, if it is not exact."""
        if self._listed is not None or self._division is None:
            return None
        count, guess = self._looks
        if not self.given.tests:
            if guess is None and self._division.estimate is not None:  # only the probabilities
                return Estimate(count, count, self._division.estimate.samples)
            return guess
        low, high = (count, count) if guess is None else guess[:2]
        if self._drawn is None:
            return Estimate(0, high, 0)
        least, most = share(*self._tested)
        return Estimate(
            round_share(low, least), round_share(high, most, up=True), len(self._drawn[1])
        )

    @property
    def _counted(self) -> int:
        return 0 if self._division is None else self._division.count

    @property
    def most(self) -> int:
        """How many worlds there are if tests are left out of account."""
        return self._counted

    def untested(self) -> NDArray[np.int8]:
        """[world, card]: all of these."""
        if self._plain is None:
            return np.zeros((0, len(self.given.masks)), np.int8)
        return listed(self._plain)

    @cached_property
    def _listed(self) -> NDArray[np.int8] | None:
        """All worlds, if there are tests, which only that can count, and the worlds are few."""
        if not self.given.tests or self._counted > FEW:
            return None
        return self.table(FEW)

    @cached_property
    def count_faces(self) -> int:
        """The number of deals that look different; if not `exact`, about so many."""
        if self._listed is not None:
            return looks_listed(self._listed, self.faces)
        count, _ = self._looks
        return count if not self.given.tests else round_share(count, self._passing)

    @cached_property
    def _looks(self) -> tuple[int, Estimate | None]:
        """How many deals look different, tests left out of account."""
        if self._division is None:
            return 0, None
        found = looks(self._division, self.faces)
        if found[1] is not None and self._plain is not None and self._counted <= LISTED:
            return looks_listed(listed(self._plain), self.faces), None
        return found

    # --- tests ----------------------------------------------------------------------------------

    @cached_property
    def _drawn(self) -> tuple[Numbers, NDArray[np.bool_], Floats] | None:
        """Worlds at random, whether each passes the tests, and how much it weighs: deals that can
        be dealt in many ways that look the same weigh less. The same for the same worlds."""
        if self._division is None:
            return None
        draw = np.random.Generator(np.random.PCG64(SEED))
        worlds = self._division.dealt(SAMPLES, draw)
        if worlds is None:
            return None
        passed = self._judged(worlds.tolist())
        worlds = worlds[: len(passed)]
        logs = np.zeros(len(worlds))
        factorials = np.cumsum(np.log(np.maximum(np.arange(len(self.faces) + 1), 1)))
        for face in {face for face in self.faces if self.faces.count(face) > 1}:
            copies = worlds[:, [card for card, own in enumerate(self.faces) if own == face]]
            for place in range(len(self.given.sizes)):
                logs += factorials[(copies == place).sum(axis=1)]
        return worlds, passed, np.exp(logs - logs.max())

    def _judged(self, worlds: list[list[int]]) -> NDArray[np.bool_]:
        """Whether each of the first worlds passes the tests: of as many as there is time for."""
        passed: list[bool] = []
        made = 0
        for world in worlds:
            if made >= TESTS and len(passed) >= LEAST_SAMPLES:
                break
            failed = next((n for n, test in enumerate(self.given.tests) if not test(world)), -1)
            made += len(self.given.tests) if failed < 0 else failed + 1
            passed.append(failed < 0)
        return np.array(passed)

    @cached_property
    def _tested(self) -> tuple[float, float]:
        """How many worlds at random passed the tests, of how many; as far as they count."""
        if self._drawn is None:
            return 0.0, 0.0
        _, passed, weights = self._drawn
        samples = weights.sum() ** 2 / (weights**2).sum()
        return float(samples * weights[passed].sum() / weights.sum()), float(samples)

    @property
    def _passing(self) -> float:
        """Which share of the worlds passes the tests, as far as is known."""
        passed, samples = self._tested
        if not passed:  # none was seen: there are at most so many
            return share(passed, samples)[1] if samples else 1.0
        return passed / samples

    # --- probabilities --------------------------------------------------------------------------

    @cached_property
    def probabilities(self) -> Floats:
        """[card, place]: how likely it is there; about that, if not `exact`."""
        places = len(self.given.sizes)
        seen = self._seen
        if seen is not None:
            held = [np.count_nonzero(seen == place, axis=0) for place in range(places)]
            return np.array(held).T / max(1, len(seen))
        if self._division is None:
            return np.zeros((len(self.given.masks), places))
        return self._division.probabilities(places)

    def presence(self, cards: Sequence[int], places: int) -> float:
        """How likely at least one of some cards lies in one of some places (a bit set)."""
        if len(cards) == 1:
            return float(sum([self.probabilities[cards[0]][place] for place in bits(places)]))
        if self._division is None:
            return 0.0
        # Of cards of which the same is known the same is likely, unless a test tells them apart.
        alike = tuple(cards) if self.given.tests else self._division.likeness(cards)
        key: tuple[object, int] = alike, places
        if key not in self._present:
            self._present[key] = self._presence(cards, places)
        return self._present[key]

    def _presence(self, cards: Sequence[int], places: int) -> float:
        seen = self._seen
        if seen is None and self._division is not None:
            absent = None
            if not places & (places - 1):
                absent = self._division.absent(cards, places.bit_length() - 1)
            if absent is not None:
                return 1.0 - absent
            if self._division.estimate is not None:  # as if they had nothing to do with each other
                chances = self.probabilities[list(cards)][:, list(bits(places))].sum(axis=1)
                return 1.0 - float(np.prod(1.0 - chances))
        if seen is None and self._counted:
            masks = list(self.given.masks)
            for card in cards:
                masks[card] &= ~places
            rest = Deals(replace(self.given, masks=tuple(masks), tests=()))
            return 1.0 - float(Fraction(rest.count, self._counted))
        if seen is None:
            return 0.0
        there = np.isin(seen[:, list(cards)], list(bits(places)))
        return float(there.any(axis=1).mean()) if len(seen) else 0.0

    @cached_property
    def _present(self) -> dict[tuple[object, int], float]:
        return {}

    @property
    def _seen(self) -> NDArray[Any] | None:
        """Worlds to count what lies where in, if there are tests: all, or those drawn at random
        that passed. None: there are no tests, or none passed."""
        if self._listed is not None or not self.given.tests or self._drawn is None:
            return self._listed
        worlds, passed, _ = self._drawn
        return worlds[passed] if passed.any() else None

    def fraction(self, card: int, place: int) -> Fraction:
        """How likely a card lies in a place, exactly."""
        if self._division is None or not self.count:
            raise _impossible()
        if not self.exact:
            raise KibitzError(f"about {self.count:,} deals are too many to be counted exactly")
        if self._listed is not None:
            return Fraction(int(np.count_nonzero(self._listed[:, card] == place)), self.count)
        return self._division.fraction(card, place)

    def possible(self, card: int) -> int:
        """The set of places a card can really be in."""
        if self._listed is not None:
            return sum(1 << place for place in np.unique(self._listed[:, card]).tolist())
        return 0 if self._division is None else self._division.possible(card)

    # --- all worlds -----------------------------------------------------------------------------

    def table(self, limit: int) -> NDArray[np.int8]:
        """[world, card]: all worlds, each as the places of the cards."""
        total = self._counted
        if total > limit:
            raise KibitzError(
                f"there are up to {total:,} deals, too many to list", f"limit: {limit:,}"
            )
        if not total or self._plain is None:
            return np.zeros((0, len(self.given.masks)), np.int8)
        found = listed(self._plain)
        for test in self.given.tests:
            found = found[np.array([test(world) for world in found.tolist()], np.bool_)]
        return found

    def worlds(self, limit: int = MANY) -> Iterator[tuple[int, ...]]:
        """All worlds, one by one."""
        return map(tuple, self.table(limit).tolist())

    # --- worlds at random -----------------------------------------------------------------------

    def sample(self, key: Key, number: int) -> tuple[int, ...]:
        """A random world, each with the same chance: the place of every card. It depends on the key
        and the number only."""
        own, own2 = (noise(*key, DEALS, 2 * number + i) for i in range(2))
        if self._listed is not None:
            if not len(self._listed):
                raise _impossible()
            return tuple(self._listed[below(own, own2, DEALS, 0, len(self._listed))].tolist())
        shoe, space = self.shoe
        working = [0] * space
        for _ in range(ENOUGH):
            _dealing()["deal_world"](shoe, working, own, own2)
            world = tuple(working[: len(self.given.masks)])
            if all(test(world) for test in self.given.tests):
                return world
            own, own2 = noise(own, own2, DEALS, -1), noise(own, own2, DEALS, -2)
        raise OutOfReach(f"{ENOUGH:,} deals in a row were not as is known: no deal can be found")

    def states(
        self,
        game: Game,
        blank: Any,  # an array of Python or of NumPy, by mode
        cards: Sequence[int],
        places: Sequence[int],
        key: Key,
        n: int,
        *,
        first: int = 0,
        mode: str = "native",
        out: Numbers | None = None,
    ) -> Numbers:
        """[deal, word]: n complete states of a game, the samples from number `first` on.

        Each is the state `blank`, in which the unseen cards are nowhere, with the cards put where
        the sample has them, and a key of its own. `cards` and `places` are what the game calls
        those of the worlds. Tests are not applied. Whoever deals often gives an array `out` to be
        written to: new memory takes longer than the deals.
        """
        found = np.empty((n, game.layout.size), np.int64) if out is None else out
        if found.shape != (n, game.layout.size):
            raise KibitzError(f"{n} deals of this game need an array of {n} x {game.layout.size}")
        rows = found if mode == "native" else found.reshape(-1)
        source = self.source(cards, places, mode)
        game.kernel("deals", mode)["sample_all"](blank, rows, n, *source, *key, first)
        return found

    def source(self, cards: Sequence[int], places: Sequence[int], mode: str) -> list[Any]:
        """What a kernel of a mode deals from: the shoe, room to work on, and what the game calls
        cards and places."""
        shoe, space = self.shoe
        if mode == "native":
            assert self._division is not None
            given = array("q", bytes(8 * space)), array("q", cards), array("q", places)
            return [_shoe_array(len(self.given.masks), self._division), *given]
        return [shoe, [0] * space, cards, places]

    @cached_property
    def shoe(self) -> tuple[list[int], int]:
        """What worlds are dealt from, whether they pass tests or not, and how many numbers the
        kernel needs to work on."""
        given = self.given
        if self._division is None:
            raise _impossible()
        return _shoe(len(given.masks), self._division)


@lru_cache(REMEMBERED)
def _by_masks(sizes: tuple[int, ...], masks: tuple[int, ...]) -> Division | None:
    """The worlds of masks alone taken apart. While nobody has shown anything, those of one game are
    those of the next."""
    worlds = simplified(Worlds(sizes, masks))
    return None if worlds is None else divided(worlds)


@lru_cache(REMEMBERED)
def _shoe(cards: int, division: Division) -> tuple[list[int], int]:
    return filled_shoe(cards, division)


@lru_cache(REMEMBERED)
def _shoe_array(cards: int, division: Division) -> array[int]:
    """The shoe for machine code; Python is quicker with lists."""
    return array("q", _shoe(cards, division)[0])


@cache
def _dealing() -> Functions:
    """The kernel without a game: what deals worlds needs none."""
    namespace: dict[str, Any] = dict(PRIMITIVES)
    exec(compile(kernel_text("dealing"), "<deals>", "exec"), namespace)
    return namespace


def round_share(number: int, share: float, *, up: bool = False) -> int:
    """A share of a number of any size; not nothing, if neither is nothing."""
    scaled = number * round(share * (1 << 60))
    return (scaled + ((1 << 60) - 1 if up else 1 << 59)) >> 60


def _impossible() -> KibitzError:
    return KibitzError("no deal agrees with all that is known")
