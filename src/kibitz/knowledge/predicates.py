"""Predicates: what is known of hidden cards and has no simpler form.

Somebody knocked, so their cards counted less than ten: neither sets nor laws say that. A predicate
keeps the moment it speaks of, without the hidden cards, and for every lot where its cards lay then.
Asked about a world, it lays the cards as they lay then and tests them again. Lots that are divided
later have lain in the same place, so it stays true however the cards move.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.engine.disclosures import All, Condition, Count, Log, One, Secret, may_ask_order, single
from kibitz.engine.game import Game
from kibitz.engine.state import NO_CHANCE
from kibitz.knowledge.hidden import kept_cards, put_in, take_out
from kibitz.knowledge.worlds import members
from kibitz.recycle.layout import BITS

__all__ = ["Predicate", "Test", "alone", "mapped", "predicate", "tested"]

Judge = Callable[[Count], "Count | bool"]


class Predicate(NamedTuple):
    """A condition that held at some moment."""

    condition: Condition
    """Its counts speak of lots, by the numbers that laws give them."""
    hidden: int
    """The cards that lay then where the lots say in which they are now."""
    then: tuple[tuple[int, int], ...]
    """Lots, and the places where their cards lay."""
    pins: tuple[tuple[int, int], ...] = ()
    """Other cards that not everybody saw then, and where they lay."""

    def place(self, lot: int) -> int:
        """Where the cards of a lot lay; -1 if it has none that were hidden then."""
        return dict(self.then).get(lot, -1)

    def lots(self) -> int:
        """The lots it looks into."""
        looked = found = 0
        for part in single(self.condition):
            if isinstance(part, Secret):
                looked |= part.places
            elif isinstance(part, Count):
                found |= part.places
        return found | sum(1 << lot for lot, place in self.then if looked >> place & 1)

    def divided(self, lot: int, new: int) -> Predicate:
        """The same after cards of a lot have become a lot of their own."""
        place = self.place(lot)
        condition = mapped(self.condition, lambda count: with_lot(count, lot, new))
        then = self.then if place < 0 else tuple({**dict(self.then), new: place}.items())
        return self._replace(condition=condition, then=then)

    def without(self, lot: int) -> Predicate:
        """The same when a lot has no cards any more."""
        condition = mapped(self.condition, lambda c: c._replace(places=c.places & ~(1 << lot)))
        then = tuple(pair for pair in self.then if pair[0] != lot)
        return self._replace(condition=condition, then=then)

    def pinned(self, card: int, lot: int, judge: Judge) -> Predicate:
        """The same when everybody knows of a card that it was in a lot; -1: in none."""
        pins, place = self.pins, self.place(lot)
        if self.hidden >> card & 1 and place >= 0:
            pins = (*pins, (card, place))
        condition = mapped(self.condition, judge)
        return self._replace(condition=condition, hidden=self.hidden & ~(1 << card), pins=pins)

    def holds(self, game: Game, where: Mapping[int, int]) -> bool:
        """Whether it holds if these cards are in these lots, and others do not matter."""
        then = dict(self.then)
        lying = {c: then[lot] for c, lot in where.items() if self.hidden >> c & 1 and lot in then}
        lying.update(self.pins)

        def true(part: Condition) -> bool:
            if isinstance(part, Count):
                held = sum(
                    part.cards >> c & 1 and part.places >> lot & 1 for c, lot in where.items()
                )
                return part.least <= held <= part.most
            assert isinstance(part, Secret)
            return _again(game, part, array("q", part.numbers), lying)

        return _holds(self.condition, true)


def mapped(condition: Condition, change: Callable[[Count], Count | bool]) -> Condition:
    """A condition in which every count is changed."""
    if isinstance(condition, Count):
        return change(condition)
    if isinstance(condition, All | One):
        return type(condition)(tuple([mapped(part, change) for part in condition.parts]))
    return condition


def with_lot(count: Count, lot: int, new: int) -> Count:
    """A count that speaks of another lot wherever it speaks of one."""
    return count._replace(places=count.places | 1 << new) if count.places >> lot & 1 else count


def predicate(
    game: Game,
    condition: Condition,
    hidden: tuple[int, ...],
    lots: Mapping[int, int],
    residents: Mapping[int, int],
) -> Predicate | None:
    """A condition on cards in the hidden places, without telling where these lie; None if it
    may depend on the order of the cards in such a place, which a world does not say, or if the
    moment it speaks of names such a card. `lots` says where each lot is, `residents` are cards
    in hidden places that are in no lot."""
    removed, told = 0, True

    def emptied(part: Condition) -> Condition:
        nonlocal removed, told
        if isinstance(part, All | One):
            return type(part)(tuple([emptied(inner) for inner in part.parts]))
        if isinstance(part, Secret):
            numbers = array("q", part.numbers)
            ordered, lay = take_out(game, numbers, hidden)
            lying = Counter(lay.values())  # a single card is in no order
            if may_ask_order(part):
                told &= not any(part.places >> place & 1 and lying[place] > 1 for place in ordered)
            told &= not any(numbers[at] in lay for at in kept_cards(game, numbers))
            removed |= sum(1 << card for card in lay if card not in residents)
            return part._replace(numbers=numbers)
        return part

    found = emptied(condition)
    looked = 0
    for part in single(found):
        if isinstance(part, Secret):
            looked |= part.places
    then = tuple((lot, place) for lot, place in lots.items() if looked >> place & 1)
    return Predicate(found, removed, then, tuple(residents.items())) if told else None


class _Spied(list[int]):
    """Numbers that note which of them are looked at."""

    def __init__(self, numbers: array[int]) -> None:
        super().__init__(numbers)
        self.looked: set[int] = set()

    def __getitem__(self, at: Any) -> Any:  # a number, or a slice of them
        self.looked.update(range(*at.indices(len(self))) if isinstance(at, slice) else (at,))
        return super().__getitem__(at)


def alone(
    game: Game, secret: Secret, hidden: tuple[int, ...], place: int, cards: int
) -> int | None:
    """If a test looks at nothing hidden but the one card in a place, which of these cards it may
    be; None if it looks at more. The numbers of the test have no hidden cards."""
    layout = game.layout
    private = set[int]()
    for other in hidden:
        if other != place:
            at = layout.sets + other * layout.words
            private.update(range(at, at + layout.words))
        if other in layout.pools:
            private.update(range(layout.pools[other], layout.pools[other] + layout.words))
    away = [card for card in range(len(game.cards)) if secret.numbers[layout.where + card] < 0]
    found = 0
    for card in members(cards):
        numbers = array("q", secret.numbers)
        put_in(game, numbers, card, place)
        spied = _Spied(numbers)
        try:
            outcome = secret.test(spied, Log(), NO_CHANCE, *secret.given)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return None  # it missed what is not there
        others = {at + each for each in away if each != card for at in (layout.where, layout.rank)}
        if spied.looked & private or spied.looked & others:
            return None
        if outcome == secret.outcome:
            found |= 1 << card
    return found


def _holds(condition: Condition, true: Callable[[Condition], bool]) -> bool:
    """Whether a condition holds, if we can say so of its parts."""
    if isinstance(condition, bool):
        return condition
    if isinstance(condition, All):
        return all(_holds(part, true) for part in condition.parts)
    if isinstance(condition, One):
        return any(_holds(part, true) for part in condition.parts)
    return true(condition)


def _again(game: Game, secret: Secret, numbers: array[int], lying: Mapping[int, int]) -> bool:
    """Do a test again with these cards put in."""
    for card, place in lying.items():
        put_in(game, numbers, card, place)
    return bool(secret.test(numbers, Log(), NO_CHANCE, *secret.given) == secret.outcome)


@dataclass(frozen=True, slots=True, eq=False)
class Test:
    """A predicate in the numbers of a frame: False for a world that is impossible."""

    game: Game
    condition: Condition
    """Its counts speak of the cards and places of the frame."""
    cards: tuple[int, ...]
    """What the game calls the cards of the frame; -1: its place does not matter here."""
    then: tuple[int, ...]
    """For each place of the frame where its cards lay at that moment; -1: nowhere."""
    pins: tuple[tuple[int, int], ...]
    _bases: dict[int, bytes] = field(default_factory=dict)

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """The tests of numbers it is made of."""
        return tuple(part for part in single(self.condition) if isinstance(part, Secret))

    def base_of(self, secret: Secret) -> array[int]:
        """The numbers of a moment without the unseen cards of the frame; all else is put in."""
        found = self._bases.get(id(secret))
        if found is None:
            numbers = array("q", secret.numbers)
            for card, place in self.pins:
                put_in(self.game, numbers, card, place)
            found = self._bases[id(secret)] = numbers.tobytes()
        return array("q", found)

    @property
    def base(self) -> array[int]:
        """The numbers of the moment of its first secret."""
        return self.base_of(self.secrets[0]) if self.secrets else array("q")

    def __call__(self, world: Sequence[int]) -> bool:
        def true(part: Condition) -> bool:
            if isinstance(part, Count):
                return part.holds(world)
            assert isinstance(part, Secret)
            return self._again(part, world)

        return _holds(self.condition, true)

    def _again(self, secret: Secret, world: Sequence[int]) -> bool:
        """Do a test again. It is done hundreds of times: only cards are put in that it sees."""
        numbers, layout = self.base_of(secret), self.game.layout
        sets, where, words, places = layout.sets, layout.where, layout.words, secret.places
        looked = [place if place >= 0 and places >> place & 1 else -1 for place in self.then]
        for card, at in zip(self.cards, world, strict=True):
            place = looked[at]
            if card >= 0 and place >= 0:
                numbers[sets + place * words + card // BITS] |= 1 << card % BITS
                numbers[where + card] = place
        return bool(secret.test(numbers, Log(), NO_CHANCE, *secret.given) == secret.outcome)


def tested(
    game: Game,
    each: Predicate,
    cards: Sequence[int],
    lots: Sequence[int],
    located: Mapping[int, int],
    judge: Judge,
) -> Test:
    """A predicate as a test of worlds: `lots` are those of the frame's places, `located` says in
    which lots other cards are."""
    then = dict(each.then)
    known = tuple(
        (card, then[lot])
        for card, lot in located.items()
        if each.hidden >> card & 1 and lot in then
    )
    return Test(
        game,
        mapped(each.condition, judge),
        tuple(card if each.hidden >> card & 1 else -1 for card in cards),
        tuple(then.get(lot, -1) for lot in lots),
        (*each.pins, *known),
    )
