"""Updates: how a ledger changes with what happens. See `kibitz.knowledge.ledger`.

This runs after every move of a game that anybody asks about, so it is written to be quick: lists
by slot, and nothing is touched by what everybody sees happen among open places.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from kibitz.engine.derived import Keepsake
from kibitz.engine.disclosures import (
    MANY,
    All,
    Count,
    Disclosure,
    Untold,
    clauses,
    revised,
    told,
)
from kibitz.engine.events import WIDTH, kinds, walk
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.engine.step import Step
from kibitz.knowledge.cells import Cell, Ghost
from kibitz.knowledge.ledger import Entry, Ledger
from kibitz.knowledge.observers import observers_of
from kibitz.knowledge.predicates import predicate
from kibitz.knowledge.settled import Settling
from kibitz.knowledge.worlds import Law
from kibitz.recycle.prelude import EVENTS

__all__ = ["LEDGER", "ledger_of"]

LEDGER: Keepsake[Ledger] = Keepsake()
"""The ledger after a step, kept with it."""

MOVE, DECK, SHUFFLE = EVENTS["move"], EVENTS["deck"], EVENTS["shuffle"]
MOVING = frozenset((MOVE, DECK, SHUFFLE))


def ledger_of(state: State) -> Ledger:
    """The ledger of a state; what was worked out for the states before it is used."""
    pending: list[Step] = []
    step: Step | None = state.last
    found: Ledger | None = None
    while step is not None:
        found = LEDGER.of(step)
        if found is not None:
            break
        pending.append(step)
        step = step.before
    ledger = _first(state.game) if found is None else found
    for step in reversed(pending):
        if step.disclosures or MOVING.intersection(kinds(step.events)):
            ledger = _Update(ledger, step).done()
        else:  # nothing has moved
            ledger = Ledger(ledger.observers, ledger.decision + 1, *ledger[2:])
        LEDGER.put(step, ledger)
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
    return Ledger(observers, -1, tuple(held.values()), tuple(sizes.values()), (0,) * len(held))


class _Update(Settling):
    """Brings a ledger up to date with the events of one step."""

    def __init__(self, ledger: Ledger, step: Step) -> None:
        super().__init__(ledger)
        self.before = ledger
        self.step = step
        self.decision = ledger.decision + 1
        self.layers = list(ledger.layers)
        self.predicates = ledger.predicates
        self.rough = ledger.rough
        self.cells = list(ledger.cells)
        self.ghosts = list(ledger.ghosts)
        self.private = ledger.private
        self.learnt: list[Entry] = []
        self.open_picks: list[Disclosure] = []

    def done(self) -> Ledger:
        """The ledger afterwards."""
        raw = self.step.events
        if self.step.action is not None:
            raw = raw[WIDTH:]  # the choice itself moves nothing
        slots, onlookers = self.observers.slots, self.observers.everybody >> 1
        disclosures: list[Disclosure] = []
        if self.step.disclosures:
            disclosures = sorted(self.step.disclosures, key=lambda each: each.at)
            self.open_picks = [each for each in disclosures if each.picked and not each.shown]
            disclosures.reverse()  # the next one is the last
        for number, (kind, one, two, three, seen, _) in enumerate(walk(raw)):
            while disclosures and disclosures[-1].at <= number:
                self.learn(disclosures.pop())
            if kind == MOVE:
                if seen != onlookers or slots[two] >= 0 or slots[three] >= 0:
                    self.move(one, two, three, seen, number)
            elif kind == SHUFFLE:
                self.shuffle(one)
            elif kind == DECK:
                self.create(one, two, three)
        while disclosures:
            self.learn(disclosures.pop())
        return Ledger(
            self.observers,
            self.decision,
            tuple(self.held),
            tuple(self.sizes),
            tuple(self.layers),
            tuple(self.laws),
            self.predicates,
            self.rough,
            tuple(self.cells),
            tuple(self.ghosts),
            self.private and self._still_private(),
            self.before.entries + tuple(self.learnt) if self.learnt else self.before.entries,
        )

    def _still_private(self) -> int:
        """Who of those that saw a card disappear still knows more for it."""
        observers = self.observers
        common = self._block(observers.common)
        left = 0
        for seat in range(observers.spectator):
            if self.private >> seat & 1:
                own = self._block(seat)
                sees = [observers.sight[place] >> seat & 1 for place in observers.hidden]
                seen = 0
                for cards, visible in zip(own, sees, strict=True):
                    if visible:
                        seen |= cards
                for cards, known, visible in zip(own, common, sees, strict=True):
                    if not visible and cards != known & ~seen:
                        left |= 1 << seat
                        break
        return left

    def _block(self, observer: int) -> list[int]:
        """What one observer thinks, by slot."""
        shift, full = self.observers.cards * observer, self.observers.full
        return [held >> shift & full for held in self.held]

    # --- events ---------------------------------------------------------------------------------

    def shuffle(self, place: int) -> None:
        """Nobody knows the order of the cards any more. Before a shuffle everybody often knows
        where all cards are: then the past counts no more."""
        if self.observers.slots[place] >= 0:
            self.layers[self.observers.slots[place]] = 0
        for cards, size in zip(self._block(self.observers.common), self.sizes, strict=True):
            if cards.bit_count() != size:
                return
        self.laws, self.predicates, self.rough, self.private = [], (), 0, 0
        self.cells, self.ghosts = [], []

    def create(self, place: int, first: int, number: int) -> None:
        """New cards lie in a place; everybody knows which."""
        slot = self.observers.slots[place]
        if slot >= 0:
            for card in range(first, first + number):
                self.held[slot] |= self.observers.all << card
            self.sizes[slot] += number

    def move(self, card: int, source: int, target: int, seen: int, number: int) -> None:
        """A card goes from a place to another, before the eyes of some."""
        observers, held, sizes = self.observers, self.held, self.sizes
        units, blind = observers.blocks(seen)
        leaves, comes = observers.slots[source], observers.slots[target]
        if leaves < 0 and comes < 0 and not blind:
            return
        wanted = -1
        if blind:
            for pick in self.open_picks:
                if pick.at <= number < pick.until and pick.picked >> card & 1:
                    wanted = pick.allowed
        if self.laws:
            self._adapt_laws(card, source, target, blind, wanted)
        if self.predicates:
            self._adapt_predicates(card, source, target, blind)
        if self.cells or (seen & observers.seats & ~observers.sight[target] and blind):
            self._adapt_cells(card, source, target, seen, wanted)
        # Whoever sees the card knows that it is nowhere else.
        bits = units << card
        if bits:
            others = ~bits
            for slot, cards in enumerate(held):
                if cards & bits:
                    held[slot] = cards & others
        if leaves >= 0 and self.layers[leaves] and wanted < 0 and not self._chosen_from(source):
            self.rough |= self.layers[leaves]  # it is taken by its position
        if comes >= 0:
            if blind:
                come = held[leaves] & blind if leaves >= 0 else 0
                if wanted >= 0:
                    come &= wanted * observers.all
                if sizes[comes] and (come ^ held[comes]) & blind:
                    self._mix(come, comes, target)
                bits |= come
            if sizes[comes]:
                blinded, blocks = observers.blinded[comes]
                if observers.sight.get(source):  # somebody may have chosen the order
                    self.layers[comes] |= blinded
                elif (bits ^ held[comes]) & blocks:
                    self._lay((bits ^ held[comes]) & blocks, comes)
            held[comes] |= bits
            sizes[comes] += 1
        if leaves >= 0:
            sizes[leaves] -= 1
            if not sizes[leaves]:
                held[leaves] = self.layers[leaves] = 0
                if self.cells:
                    self._forget_cells(source)
        self.filled = []
        if self.laws:
            self.settle()

    def _chosen_from(self, place: int) -> bool:
        """Whether who decided sees the cards of a place, and may have chosen one of them. At the
        deal nobody has."""
        seat = self.step.seat
        return seat >= 0 and bool(self.observers.sight[place] >> seat & 1)

    def _mix(self, come: int, slot: int, target: int) -> None:
        """A card comes unseen to others, of which something else is known. At least one card there
        is now of the kind that came; and of what only that card can be, at most one is there.

        That is said of what is common knowledge. For somebody who knows more of these cards the
        ledger may say too little; and for everybody, if a law on the place counts the card or not
        according to what it is.
        """
        observers, held, size = self.observers, self.held[slot], self.sizes[slot] + 1
        kind, before = come >> observers.shared, held >> observers.shared
        new = kind & ~before
        for observer in range(observers.common):
            shift = observers.cards * observer
            may, old = come >> shift & observers.full, held >> shift & observers.full
            if may & ~old & ~new or (
                may and old & kind & ~may and (old & ~may).bit_count() >= size
            ):
                self.rough |= 1 << observer
        laws = []
        if new:
            laws.append(Count(1 << target, new, 0, 1))
        if (before & ~kind).bit_count() >= size:  # otherwise there is no room for others only
            laws.append(Count(1 << target, kind, 1, MANY))
        if laws:
            counts = [count for law in self._laws_on(target) for count in law]
            if any(kind & count.cards and kind & ~count.cards for count in counts):
                self.rough = observers.everybody
            self.laws += [(law,) for law in laws]

    def _lay(self, differs: int, slot: int) -> None:
        """A card comes to others, of which some who cannot see them know other things: they may
        learn from the order."""
        observers = self.observers
        for observer in range(observers.common + 1):
            if differs >> (observers.cards * observer) & observers.full:
                self.layers[slot] |= 1 << observer

    def _laws_on(self, place: int) -> list[Law]:
        return [law for law in self.laws if any(count.places >> place & 1 for count in law)]

    def _adapt_laws(self, card: int, source: int, target: int, blind: int, wanted: int) -> None:
        """Laws speak of the cards as they lie now: say the same after a card has moved."""
        observers = self.observers
        if not blind >> observers.shared & 1:
            self.laws = [tuple([_seen_leaving(c, card, source) for c in law]) for law in self.laws]
            return
        leaves, comes = observers.slots[source], observers.slots[target]
        kinds = others = 0
        if leaves >= 0:
            kinds = self.held[leaves] >> observers.shared & observers.full & wanted
        if comes >= 0:
            others = self.held[comes] >> observers.shared & ~kinds
        empty = comes >= 0 and not self.sizes[comes]
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
                    full = (others & count.cards).bit_count() > count.most
                    if full or count.least > 0 or len(self._laws_on(target)) > 1:
                        self.rough = observers.everybody  # one card cannot do for all of them
                elif empty:
                    changed = count._replace(places=count.places | 1 << target)
                else:
                    changed = count._replace(least=count.least - 1)
                    self.rough = observers.everybody
                counts.append(changed)
            adapted.append(tuple(counts))
        self.laws = adapted

    def _adapt_cells(self, card: int, source: int, target: int, seen: int, wanted: int) -> None:
        """Note cards that some see come to a place that they cannot see."""
        observers = self.observers
        seats = seen & observers.seats
        comes, leaves = observers.slots[target], observers.slots[source]
        for ghost in self.ghosts:
            if ghost.card == card and comes >= 0:  # it cannot be in two places of the model
                self._lose_cells(ghost.place)
        if seats == observers.seats:
            if any(cell.place == source and cell.may >> card & 1 for cell in self.cells):
                self.ghosts.append(Ghost(card, source))
            return
        self._lose_cells(source)
        if comes >= 0 and leaves >= 0 and seats & ~observers.sight[target]:
            may = self.held[leaves] >> observers.shared & observers.full & wanted
            size, cards = 1, 1 << card
            for cell in self.cells:
                if cell.place == target and cell.knowers == seats:
                    size, may, cards = cell.size + 1, cell.may | may, cell.cards | cards
                    self.cells.remove(cell)
                    break
            self.cells.append(Cell(target, seats, size, may, cards))

    def _lose_cells(self, place: int) -> None:
        """A card leaves a place, and not everybody sees which: its cells cannot be told apart any
        more, and who knew one knows more than can be said."""
        for cell in self.cells:
            if cell.place == place:
                self.private |= cell.knowers
        self._forget_cells(place)

    def _forget_cells(self, place: int) -> None:
        self.cells = [cell for cell in self.cells if cell.place != place]
        self.ghosts = [ghost for ghost in self.ghosts if ghost.place != place]

    def _adapt_predicates(self, card: int, source: int, target: int, blind: int) -> None:
        seen = not blind >> self.observers.shared & 1
        adapted = [each.after(card, source, target, seen=seen) for each in self.predicates]
        self.predicates = tuple(each for each in adapted if each is not None)
        if len(self.predicates) < len(adapted):
            self.rough = self.observers.everybody

    # --- what is disclosed ------------------------------------------------------------------------

    def learn(self, disclosure: Disclosure) -> None:
        """Everybody learns something."""
        if disclosure.shown and disclosure.picked and disclosure.places:
            self.confine(disclosure.picked, disclosure.places)
        if disclosure.condition is True:
            return
        condition = revised(disclosure.condition, self.revise)
        if isinstance(condition, bool):
            return
        if isinstance(condition, Count) and not condition.most and not self.laws:
            self.learnt.append(Entry(self.decision, self.step.seat, condition))
            self.exclude(condition)
            return
        for part in condition.parts if isinstance(condition, All) else (condition,):
            self.learnt.append(Entry(self.decision, self.step.seat, told(part)))
        for law in clauses(condition):
            if any(isinstance(each, Untold) for each in law):
                self.rough = self.observers.everybody
                continue
            counts = tuple(each for each in law if isinstance(each, Count))
            if len(counts) == len(law):
                self.laws.append(counts)
            else:
                cards = reduce(or_, self._block(self.observers.common), 0)
                more = predicate(self.observers.game, law, self.observers.hidden, cards)
                if more is None:
                    self.rough = self.observers.everybody
                else:
                    self.predicates = (*self.predicates, more)
        self.settle()


def _seen_leaving(count: Count, card: int, source: int) -> Count:
    """A law without a card that everybody sees leave its place."""
    places, cards, least, most = count
    if not cards >> card & 1:
        return count
    cards &= ~(1 << card)
    if not places >> source & 1:
        return Count(places, cards, least, most)
    return Count(places, cards, least - 1, most if most >= MANY else most - 1)
