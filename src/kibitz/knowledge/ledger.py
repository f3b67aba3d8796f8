"""The ledger: where every card may be, for every observer at once, kept up to date by the events.

For each place that not everybody sees there is the set of cards that may lie in it: one set for
every seat, one for the spectators, and one for what is common knowledge among the seats. They stand
side by side in one long integer, a *block* of bits each, so that an event takes a few operations
whoever saw it. What everybody learns beyond that (`kibitz.engine.disclosures`) becomes part of the
sets or, where sets cannot say it, a *law*: how many of some cards lie in some places.

The true place of a card is never written here, only what somebody saw.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from functools import cached_property

from kibitz.engine.disclosures import (
    MANY,
    UNTOLD,
    All,
    Condition,
    Count,
    Disclosure,
    clauses,
    revised,
    told,
)
from kibitz.engine.game import Game
from kibitz.engine.state import State, Table
from kibitz.knowledge.predicates import Predicate, predicate
from kibitz.recycle.prelude import EVENTS

__all__ = ["Entry", "Ledger", "Observers", "ledger_of"]

MOVE, DECK, SHUFFLE = EVENTS["move"], EVENTS["deck"], EVENTS["shuffle"]

Law = tuple[Count, ...]


class Observers:
    """Who looks at a game: the seats, the spectators, and all seats together; and their blocks."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cards = len(game.cards)
        self.spectator = game.players
        self.common = game.players + 1
        self.seats = (1 << game.players) - 1
        self.everybody = (1 << (game.players + 2)) - 1
        self.full = (1 << self.cards) - 1
        self.all = self._units(self.everybody)
        self._known: dict[int, tuple[int, int]] = {}
        layout = game.layout
        sight = [game.functions["sees"](game.blank, place) for place in range(layout.places)]
        fixed = {
            place
            for family in layout.families.values()
            for place in range(family.base, family.base + family.size)
            if family.memory or (family.owner != "team" and sight[place] & self.seats == self.seats)
        }
        self.hidden = tuple(place for place in range(layout.places) if place not in fixed)
        """The places that not everybody sees."""
        self.open = sum(1 << place for place in fixed)
        self.sight = {
            place: sight[place] if family.owner != "team" else 0
            for family in layout.families.values()
            for place in range(family.base, family.base + family.size)
        }
        """Who surely sees a place, whatever the teams are."""

    def _units(self, observers: int) -> int:
        return sum(1 << (self.cards * o) for o in range(self.common + 1) if observers >> o & 1)

    def blocks(self, seen: int) -> tuple[int, int]:
        """Of those who see something, by the mask of an event: a bit at the start of each block;
        and all bits of the blocks of the others."""
        found = self._known.get(seen)
        if found is None:
            sees = seen & (self.everybody >> 1)
            if sees & self.seats == self.seats:
                sees |= 1 << self.common
            blind = self.everybody & ~sees
            found = self._known[seen] = self._units(sees), self._units(blind) * self.full
        return found


@dataclass(frozen=True, slots=True)
class Entry:
    """Something everybody learnt: after which decision, from whose move, and what."""

    decision: int
    seat: int
    condition: Condition
    """What was so, of the cards as they lay then."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What every observer may think of every hidden place, at one moment."""

    observers: Observers
    decision: int
    may_hold: tuple[int, ...]
    """For each hidden place, in the order of `observers.hidden`, the cards it may hold: a block for
    each observer."""
    sizes: tuple[int, ...]
    """How many cards lie in each hidden place."""
    laws: tuple[Law, ...]
    predicates: tuple[Predicate, ...] = ()
    """What laws cannot say."""
    rough: int = 0
    """Those who know more than this ledger says: a bit each."""
    private: int = 0
    """Those who know more than what everybody knows and what they see now: say, a card they
    passed on."""
    entries: tuple[Entry, ...] = ()
    """What was announced, in order."""

    def sets_of(self, observer: int) -> dict[int, int]:
        """The cards each hidden place may hold in the eyes of one observer."""
        shift = self.observers.cards * observer
        return {
            place: held >> shift & self.observers.full
            for place, held in zip(self.observers.hidden, self.may_hold, strict=True)
        }

    def as_seen_by(self, observer: int) -> Ledger:
        """What one observer may be given: his own sets, and for all others what everybody knows."""
        observers = self.observers
        own, shared = observers.cards * observer, observers.cards * observers.common
        full, rest = observers.full, observers.all ^ (1 << own)
        held = tuple(
            (each >> shared & full) * rest | (each >> own & full) << own for each in self.may_hold
        )
        return replace(self, may_hold=held)


def observers_of(game: Game) -> Observers:
    """The observers of a game."""
    if "observers" not in game.shelf:
        game.shelf["observers"] = Observers(game)
    found = game.shelf["observers"]
    assert isinstance(found, Observers)
    return found


def ledger_of(state: State) -> Ledger:
    """The ledger of a state; what was worked out for the states before it is used."""
    pending: list[Table] = []
    table: Table | None = state.table
    while table is not None and table.ledger is None:
        pending.append(table)
        table = table.before
    if table is not None:
        ledger = table.ledger
        assert isinstance(ledger, Ledger)
    else:
        ledger = _first(state.game)
    for step in reversed(pending):
        ledger = step.ledger = _Update(ledger, step).done()
    return ledger


def _first(game: Game) -> Ledger:
    """Before anything has happened everybody knows where every card is."""
    observers = observers_of(game)
    held = dict.fromkeys(observers.hidden, 0)
    sizes = dict.fromkeys(observers.hidden, 0)
    for card in range(observers.cards):
        place = game.blank[game.layout.where + card]
        if place in held:
            held[place] |= observers.all << card
            sizes[place] += 1
    return Ledger(observers, -1, tuple(held.values()), tuple(sizes.values()), ())


class _Update:
    """Brings a ledger up to date with the events of one step."""

    def __init__(self, ledger: Ledger, table: Table) -> None:
        self.before = ledger
        self.table = table
        self.observers = observers = ledger.observers
        self.held = dict(zip(observers.hidden, ledger.may_hold, strict=True))
        self.sizes = dict(zip(observers.hidden, ledger.sizes, strict=True))
        self.laws = list(ledger.laws)
        self.predicates = ledger.predicates
        self.rough = ledger.rough
        self.private = ledger.private
        self.learnt: list[Entry] = []
        self.open_picks: list[Disclosure] = []

    @cached_property
    def decision(self) -> int:
        return self.before.decision + 1

    def done(self) -> Ledger:
        """The ledger afterwards."""
        raw = self.table.events
        first = 6 if self.table.action is not None else 0  # the choice itself moves nothing
        disclosures = sorted(self.table.disclosures, key=lambda d: d.at)
        self.open_picks = [d for d in disclosures if d.picked and not d.shown]
        waiting = iter(disclosures)
        following = next(waiting, None)
        for at in range(first, len(raw), 6):
            number = (at - first) // 6
            while following is not None and following.at <= number:
                self.learn(following)
                following = next(waiting, None)
            kind = raw[at]
            if kind == MOVE:
                self.move(raw[at + 1], raw[at + 2], raw[at + 3], raw[at + 4], number)
            elif kind == SHUFFLE:
                self.begin_anew()
            elif kind == DECK:
                self.create(raw, at)
        while following is not None:
            self.learn(following)
            following = next(waiting, None)
        return replace(
            self.before,
            decision=self.decision,
            may_hold=tuple(self.held.values()),
            sizes=tuple(self.sizes.values()),
            laws=tuple(self.laws),
            predicates=self.predicates,
            rough=self.rough,
            private=self.private and self._still_private(),
            entries=self.before.entries + tuple(self.learnt),
        )

    def _still_private(self) -> int:
        """Who of those that saw a card disappear still knows more for it."""
        observers = self.observers
        common = self._block(observers.common)
        left = 0
        for seat in range(observers.spectator):
            if self.private >> seat & 1:
                own = self._block(seat)
                seen = 0
                for place, cards in own.items():
                    if observers.sight[place] >> seat & 1:
                        seen |= cards
                if any(
                    cards != common[place] & ~seen
                    for place, cards in own.items()
                    if not observers.sight[place] >> seat & 1
                ):
                    left |= 1 << seat
        return left

    def _block(self, observer: int) -> dict[int, int]:
        shift = self.observers.cards * observer
        return {place: held >> shift & self.observers.full for place, held in self.held.items()}

    # --- events ---------------------------------------------------------------------------------

    def begin_anew(self) -> None:
        """Before a shuffle everybody often knows where all cards are: the past counts no more."""
        for place, cards in self._block(self.observers.common).items():
            if cards.bit_count() != self.sizes[place]:
                return
        self.laws, self.predicates, self.rough, self.private = [], (), 0, 0

    def create(self, raw: array[int], at: int) -> None:
        """New cards lie in a place; everybody knows which."""
        place, first, number = raw[at + 1 : at + 4]
        if place in self.held:
            for card in range(first, first + number):
                self.held[place] |= self.observers.all << card
            self.sizes[place] += number

    def move(self, card: int, source: int, target: int, seen: int, number: int) -> None:
        """A card goes from a place to another, before the eyes of some."""
        held = self.held
        units, blind = self.observers.blocks(seen)
        if not blind and source not in held and target not in held:
            return
        wanted = -1
        if blind:
            self.private |= seen & self.observers.seats & ~self.observers.sight[target]
            for pick in self.open_picks:
                if pick.at <= number < pick.until and pick.picked >> card & 1:
                    wanted = pick.allowed
        if self.laws:
            self._adapt_laws(card, source, target, blind, wanted)
        if self.predicates:
            self._adapt_predicates(card, source, target, blind)
        bits = units << card
        for place in held:
            held[place] &= ~bits
        if target in held:
            if blind:
                come = held.get(source, 0) & blind
                if wanted >= 0:
                    come &= wanted * self.observers.all
                if self.sizes[target]:
                    self._mix(come & ~held[target], target)
                held[target] |= come
            held[target] |= bits
            self.sizes[target] += 1
        if source in held:
            self.sizes[source] -= 1
            if not self.sizes[source]:
                held[source] = 0
        if self.laws:
            self.settle()

    def _mix(self, new: int, target: int) -> None:
        """A card comes unseen to others that cannot have been what it can be: at most one card
        there is one of those. That can be said of what is common knowledge; for somebody who knows
        more of the cards than that, the ledger may say too little."""
        if not new:
            return
        observers = self.observers
        shift = observers.cards * observers.common
        shared = new >> shift
        for observer in range(observers.common):
            if new >> (observers.cards * observer) & observers.full & ~shared:
                self.rough |= 1 << observer
        if shared:
            if self._laws_on(target):
                self.rough = observers.everybody
            self.laws.append((Count(1 << target, shared, 0, 1),))

    def _laws_on(self, place: int) -> list[Law]:
        return [law for law in self.laws if any(count.places >> place & 1 for count in law)]

    def _adapt_laws(self, card: int, source: int, target: int, blind: int, wanted: int) -> None:
        """Laws speak of the cards as they lie now: say the same after a card has moved."""
        shared = self.observers.cards * self.observers.common
        if not blind >> shared & 1:
            self.laws = [tuple(_seen_leaving(c, card, source) for c in law) for law in self.laws]
            return
        kinds = self.held.get(source, 0) >> shared & self.observers.full & wanted
        empty = not self.sizes.get(target, 1)
        adapted = []
        for law in self.laws:
            counts = []
            for count in law:
                out, into = count.places >> source & 1, count.places >> target & 1
                if out == into or not kinds & count.cards:
                    counts.append(count)
                    continue
                sign = 1 if into else -1
                if not kinds & ~count.cards:
                    changed = count._replace(least=count.least + sign, most=count.most + sign)
                elif into:
                    changed = count._replace(most=count.most + 1)
                    if count.least > 0 or len(self._laws_on(target)) > 1:
                        self.rough = self.observers.everybody  # one card cannot do for all of them
                elif empty:
                    changed = count._replace(places=count.places | 1 << target)
                else:
                    changed = count._replace(least=count.least - 1)
                    self.rough = self.observers.everybody
                counts.append(changed)
            adapted.append(tuple(counts))
        self.laws = adapted

    def _adapt_predicates(self, card: int, source: int, target: int, blind: int) -> None:
        seen = not blind >> (self.observers.cards * self.observers.common) & 1
        adapted = [each.after(card, source, target, seen=seen) for each in self.predicates]
        self.predicates = tuple(each for each in adapted if each is not None)
        if len(self.predicates) < len(adapted):
            self.rough = self.observers.everybody

    # --- what is disclosed ------------------------------------------------------------------------

    def learn(self, disclosure: Disclosure) -> None:
        """Everybody learns something."""
        if disclosure.shown and disclosure.picked and disclosure.places:
            self._confine(disclosure.picked, disclosure.places)
        condition = revised(disclosure.condition, self._revise)
        if isinstance(condition, bool):
            return
        for part in condition.parts if isinstance(condition, All) else (condition,):
            self.learnt.append(Entry(self.decision, self.table.seat, told(part)))
        for law in clauses(condition):
            if law is None:
                self.rough = self.observers.everybody
                continue
            counts = tuple(each for each in law if isinstance(each, Count))
            if len(counts) == len(law):
                self.laws.append(counts)
            else:
                more = predicate(self.observers.game, law, self.observers.hidden)
                self.predicates = (*self.predicates, more)
        self.settle()

    def _revise(self, count: Count) -> Condition:
        """A condition in view of what everybody knows."""
        if count.places & self.observers.open:
            return UNTOLD
        sure, most, _ = self._range(count)
        if count.least <= sure and count.most >= most:
            return True
        return count if count.least <= most and count.most >= sure else False

    def settle(self) -> None:
        """Turn laws into sets where they can be, until nothing changes any more."""
        while True:
            kept: list[Law] = []
            changed = False
            for law in self.laws:
                left = self.judged(law)
                if not left:
                    continue
                if len(left) == 1 and self._enact(left[0]):
                    changed = True
                else:
                    kept.append(left)
            self.laws = kept
            if not changed:
                break
        if len(self.laws) > 1:
            self._join_laws()

    def _join_laws(self) -> None:
        """Say what several laws say of the same cards in the same places only once."""
        bounds: dict[tuple[int, int], tuple[int, int]] = {}
        others: dict[Law, None] = {}
        for law in self.laws:
            if len(law) > 1:
                others[law] = None
                continue
            places, cards, least, most = law[0]
            low, high = bounds.get((places, cards), (0, MANY))
            bounds[places, cards] = max(low, least), min(high, most)
        self.laws = [(Count(*where, *limits),) for where, limits in bounds.items()] + list(others)

    def judged(self, law: Law) -> Law:
        """What is left of a law in view of what everybody knows: nothing if it holds anyhow."""
        left = [self._revise(count) for count in law]
        if True in left:
            return ()
        return tuple(count for count in left if isinstance(count, Count))

    def _range(self, count: Count) -> tuple[int, int, int]:
        """How many of the cards are surely and at most there; and those that may be."""
        shared = self.observers.cards * self.observers.common
        inside = outside = room = 0
        for place, held in self.held.items():
            cards = held >> shared
            if count.places >> place & 1:
                inside |= cards
                room += self.sizes[place]
            else:
                outside |= cards
        fixed = inside & ~outside
        sure = (fixed & count.cards).bit_count()
        may = inside & count.cards
        return sure, min(may.bit_count(), room - (fixed & ~count.cards).bit_count()), may

    def _enact(self, count: Count) -> bool:
        """Use a law that says where cards are, or are not; whether it was one."""
        sure, _, may = self._range(count)
        if count.most <= sure:
            shared = self.observers.cards * self.observers.common
            outside = 0
            for place, held in self.held.items():
                if not count.places >> place & 1:
                    outside |= held >> shared
            self._exclude(may & outside, count.places)
            return True
        if count.least >= may.bit_count():
            self._confine(may, count.places)
            return True
        return False

    def _exclude(self, cards: int, places: int) -> None:
        bits = cards * self.observers.all
        for place in self.held:
            if places >> place & 1:
                self.held[place] &= ~bits
        # Who holds at most so many of some cards holds no more of these and them.
        self.laws = [
            (law[0]._replace(cards=law[0].cards | cards),)
            if len(law) == 1 and law[0].places == places and law[0].least <= 0
            else law
            for law in self.laws
        ]

    def _confine(self, cards: int, places: int) -> None:
        bits = cards * self.observers.all
        for place in self.held:
            if not places >> place & 1:
                self.held[place] &= ~bits


def _seen_leaving(count: Count, card: int, source: int) -> Count:
    """A law without a card that everybody sees leave its place."""
    if not count.cards >> card & 1:
        return count
    cards = count.cards & ~(1 << card)
    if not count.places >> source & 1:
        return count._replace(cards=cards)
    most = count.most if count.most >= MANY else count.most - 1
    return count._replace(cards=cards, least=count.least - 1, most=most)
