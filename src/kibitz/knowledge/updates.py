"""Updates: how a ledger changes with what happens. See `kibitz.knowledge.ledger`.

This runs after every move of a game that anybody asks about, so it is written to be quick: lists
by lot, and nothing is touched by what everybody sees happen among open places. While every place is
one lot, which is the rule, nothing but `move` is needed for a card that moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine.derived import Keepsake
from kibitz.engine.disclosures import Disclosure
from kibitz.engine.events import SEEN, WIDTH, Raw, end_of, kinds, walk
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.engine.step import Step
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.losses import Losses
from kibitz.knowledge.lots import CHOSEN, SHUFFLED
from kibitz.knowledge.observers import observers_of
from kibitz.recycle.prelude import EVENTS

__all__ = ["LEDGER", "ledger_of"]

LEDGER: Keepsake[Ledger] = Keepsake()
"""The ledger after a step, kept with it."""

MOVE, DECK, SHUFFLE = EVENTS["move"], EVENTS["deck"], EVENTS["shuffle"]
CHANCE = EVENTS["chance"]
MOVING = frozenset((MOVE, DECK, SHUFFLE))

BLINDLY = "somebody picked a card that they could not see by its place among others"
ORDER = "a card was taken by its position from cards that were laid in an order"


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
    """Before anything has happened everybody knows where every card is, and in which order."""
    observers = observers_of(game)
    held = dict.fromkeys(observers.hidden, 0)
    sizes = dict.fromkeys(observers.hidden, 0)
    for card in range(observers.cards):
        place = game.blank[game.layout.where + card]
        if place in held:
            held[place] |= observers.all << card
            sizes[place] += 1
    arranged = sum(1 << observers.slots[p] for p in observers.piles if sizes[p] > 1)
    none = (0,) * len(held)
    return Ledger(
        observers, -1, tuple(held.values()), tuple(sizes.values()), none, arranged=arranged
    )


class _Update(Losses):
    """Brings a ledger up to date with the events of one step."""

    plain = False
    """Whether there are only sets of cards to be kept, one for every place."""
    events: Sequence[Raw] = ()
    unseen_choice = False
    """Whether what was chosen is not seen by all."""
    came: frozenset[int] = frozenset()
    """Piles to which somebody has laid a card in this step."""
    whole: tuple[int, int, int] = (-1, -1, 0)
    """Of a place that is moved as a whole: from where, to where, how many cards to come."""

    def done(self) -> Ledger:
        """The ledger afterwards."""
        raw = self.step.events
        slots, onlookers = self.observers.slots, self.observers.everybody >> 1
        if self.step.action is not None:
            self.unseen_choice = raw[SEEN] != onlookers
            raw = raw[WIDTH:]  # the choice itself moves nothing
        disclosures: list[Disclosure] = []
        if self.step.disclosures:
            disclosures = sorted(self.step.disclosures, key=lambda each: each.at)
            self.open_picks = [each for each in disclosures if each.picked and not each.shown]
            disclosures.reverse()  # the next one is the last
        self.plain = self._is_plain()
        self.events = tuple(walk(raw))
        for number, (kind, one, two, three, seen, last) in enumerate(self.events):
            while disclosures and disclosures[-1].at <= number:
                self.learn(disclosures.pop())
                self.plain = self.plain and not (self.laws or self.predicates or self.pending)
            if kind == MOVE:
                if seen != onlookers or slots[two] >= 0 or slots[three] >= 0:
                    self.move(one, two, three, seen, number, last)
            elif kind == SHUFFLE:
                self.shuffle(one)
            elif kind == DECK:
                self.create(one, two, three)
        while disclosures:
            self.learn(disclosures.pop())
        if self.pending:
            self.learn_picked()
        if self.bereft:
            self.count_losses()
        if self.private:
            self.recheck_private()
        return Ledger(
            self.observers,
            self.decision,
            tuple(self.held),
            tuple(self.sizes),
            tuple(self.knowers),
            tuple(self.laws),
            tuple(self.predicates),
            self.doubts,
            self.more,
            self.ghosts,
            self.arranged,
            self.private,
            self.entries + self.learnt if self.learnt else self.entries,
        )

    # --- events ---------------------------------------------------------------------------------

    def shuffle(self, place: int) -> None:
        """Nobody knows the order of the cards any more. Before a shuffle everybody often knows
        where all cards are: then the past counts no more."""
        slot = self.observers.slots[place]
        if slot < 0:
            return
        shared = self.observers.shared
        for held, size in zip(self.held, self.sizes, strict=True):
            if (held >> shared).bit_count() != size:
                break
        else:
            self.laws, self.predicates, self.pending = [], (), ()
            self.doubts, self.private = (), 0
        if self.more and len(self.lots_at(place)) > 1:
            self.merge_all(place, SHUFFLED)
            self.tidy()
        for lot in self.lots_at(place):
            self.arranged &= ~(1 << lot)

    def create(self, place: int, first: int, number: int) -> None:
        """New cards lie in a place; everybody knows which."""
        if self.observers.slots[place] >= 0:
            for card in range(first, first + number):
                self.receive(card, place)

    def move(self, card: int, source: int, target: int, seen: int, number: int, last: int) -> None:
        """A card goes from a place to another, before the eyes of some."""
        held, sizes = self.held, self.sizes
        units, blind, lot, comes, strangers = self.observers.road(source, target, seen)
        if self.plain and lot >= 0 and (comes < 0 or strangers >= 0):
            come = held[lot] & blind
            if comes < 0 or not sizes[comes] or not (come ^ held[comes]) & strangers:
                bits = units << card
                if bits:  # whoever sees the card knows that it is nowhere else
                    others = ~bits
                    for slot, cards in enumerate(held):
                        if cards & bits:
                            held[slot] = cards & others
                if comes >= 0:
                    held[comes] |= come | bits
                    sizes[comes] += 1
                sizes[lot] -= 1
                if not sizes[lot]:
                    held[lot] = 0
                self.filled = []
                return
        if lot >= 0 or comes >= 0 or blind:
            self._move_with_care(card, source, target, seen, number, last)
            self.plain = self._is_plain()

    def _is_plain(self) -> bool:
        """Whether there are only sets of cards to be kept, one for every place."""
        said = self.laws or self.predicates or self.pending or self.open_picks
        if said or self.more or self.ghosts or self.arranged or self.unseen_choice:
            return False
        return not any(self.knowers)

    def _move_with_care(
        self, card: int, source: int, target: int, seen: int, number: int, last: int
    ) -> None:
        """The same where more is known than a set of cards for every place."""
        held, sizes = self.held, self.sizes
        units, blind, lot, comes, _ = self.observers.road(source, target, seen)
        wanted = -1
        if self.open_picks and blind:
            wanted = self._wanted(card, number)
        if self.pending and not blind:
            self.note_picked(card, number, -1)
        if self.more or self.ghosts:
            if self._ghost_moves(card, source, target, blind):
                return
            if lot >= 0:
                lot = self._leaving(card, source, target, seen, blind, wanted, number, last)
                if lot < 0:
                    if self.pending and blind:  # which lots were picked is not followed
                        self.doubt(self.observers.everybody, 0, CHOSEN)
                    self.settle()
                    self.tidy()
                    return
        if lot >= 0 and wanted < 0:
            if self.arranged >> lot & 1:
                self._by_position(lot, source)
            if self.unseen_choice and self.sizes[lot] > 1:
                self._picked_blindly(card, source, target, seen, number)
        said = self.laws or self.predicates or self.pending
        come = 0
        if blind and lot >= 0:
            come = held[lot] & blind
            if wanted >= 0:
                come &= wanted * self.observers.all
            if self.ghosts:  # these have left before
                come &= ~(self.ghosts_of(source) * self.observers.all)
            if self.knowers[lot] & ~seen:
                self.lose_sight(lot, seen)
        elif said:
            self.publish(card, lot)
        bits = units << card
        if bits:  # whoever sees the card knows that it is nowhere else
            others = ~bits
            for slot, cards in enumerate(held):
                if cards & bits:
                    held[slot] = cards & others
            come |= bits
        if comes >= 0:
            new = self._arrive(come, lot, source, target, seen, blind, end_of(last))
            if self.pending and blind:
                self.note_picked(card, number, new)
            if lot in self.bereft:
                gone = self.bereft[lot][1]
                gone[new] = gone.get(new, 0) + 1
        if lot >= 0:
            sizes[lot] -= 1
            if not sizes[lot]:
                if said or self.more:
                    self.clear(lot)
                else:
                    held[lot] = self.knowers[lot] = 0
                    self.arranged &= ~(1 << lot)
        self.filled = []
        if said:
            self.settle()
            if self.predicates:
                self.reduce()
        if self.more or self.ghosts:
            self.tidy()

    def _arrive(
        self, come: int, lot: int, source: int, target: int, seen: int, blind: int, end: int
    ) -> int:
        """A card comes to a hidden place out of a lot (-1: it was in sight): it joins another lot
        or is a new one."""
        observers = self.observers
        comes = observers.slots[target]
        knowers = seen & observers.seats & ~observers.sight[target] if blind else 0
        pile = target in observers.piles
        lots = self.lots_at(target) if self.more else [comes] if self.sizes[comes] else []
        if pile and len(lots) > 1:
            lots = lots[-1:] if end > 0 else lots[:1]
        for other in lots:
            if not blind:
                joins = not pile
            else:
                joins = (
                    self.knowers[other] == knowers
                    and not (come ^ self.held[other]) & self.strangers(target, knowers)
                    and not (lot >= 0 and self.told_apart(lot, other))
                )
            if joins:
                new = other
                self.held[new] |= come
                self.sizes[new] += 1
                break
        else:
            new = self.add(target, end, 1, come, knowers)
            if lot >= 0 and blind:
                self.divide(lot, new)
            if target in observers.vague:
                new = self.merge_all(target, CHOSEN)
        if pile and blind and observers.sight.get(source):  # somebody may have chosen the order
            if target in self.came:
                lots = self.lots_at(target)
                self.arranged |= sum(1 << each for each in (lots[-2:] if end > 0 else lots[:2]))
            self.came |= {target}
        return new

    # --- where a card comes from ------------------------------------------------------------------

    def _chosen_from(self, place: int) -> bool:
        """Whether who decided sees the cards of a place, and may have chosen one of them. At the
        deal nobody has."""
        seat = self.step.seat
        return seat >= 0 and bool(self.observers.sight[place] >> seat & 1)

    def _wanted(self, card: int, number: int) -> int:
        """What a card that is picked unseen may be; -1 if it is not."""
        for pick in self.open_picks:
            if pick.at <= number < pick.until and pick.picked >> card & 1:
                return pick.allowed & self.observers.full
        return -1

    def _by_position(self, lot: int, place: int) -> None:
        """A card is taken from a lot whose cards may have been laid in an order."""
        alone = self.sizes[lot] == 1 and not any(
            self.arranged >> other & 1 for other in self.lots_at(place) if other != lot
        )
        if not alone and not self._chosen_from(place):
            unsure = 0
            for observer in range(self.observers.common + 1):
                block = self.held[lot] >> (self.observers.cards * observer) & self.observers.full
                if block.bit_count() > 1:
                    unsure |= 1 << observer
            if unsure:
                self.doubt(unsure, 0, ORDER)

    def _picked_blindly(self, card: int, place: int, target: int, seen: int, number: int) -> None:
        """A card is taken from a place. If somebody chose it who could not see it, the choice was
        between the first card, the second...: in the order of the deck, which tells something."""
        drawn = any(
            event[0] == CHANCE and event[1] == 0 and event[2] == card
            for event in self.events[:number]
        )
        leaving = sum(
            event[0] == MOVE and event[2:4] == (place, target) for event in self.events[number:]
        )
        whole = leaving >= sum(self.sizes[lot] for lot in self.lots_at(place))
        if not drawn and not whole and not self._chosen_from(place):
            everybody = seen & self.observers.seats == self.observers.seats
            unsure = seen & ~self.observers.sight[place] | everybody << self.observers.common
            self.doubt(unsure, 0, BLINDLY)

    def _leaving(
        self,
        card: int,
        source: int,
        target: int,
        seen: int,
        blind: int,
        wanted: int,
        number: int,
        last: int,
    ) -> int:
        """The lot a card comes from; -1 if the card has been accounted for."""
        left, there, to_come = self.whole
        if to_come and (left, there) == (source, target):
            self.whole = left, there, to_come - 1
            return -1
        lots = self.lots_at(source)
        if len(lots) == 1:
            return lots[0]
        if source in self.observers.piles and wanted < 0 and not self._chosen_from(source):
            end = (last - end_of(last)) // 4
            if end and not any(ghost.left == source for ghost in self.ghosts):
                return lots[-1] if end > 0 else lots[0]
            lot = self.merge_all(source, CHOSEN)
            self.lay_ghosts()
            return lot
        possible = [lot for lot in lots if self.common(lot) & wanted & ~self.ghosts_of(source)]
        if not blind:
            possible = [lot for lot in lots if self.common(lot) >> card & 1]
        if len(possible) == 1:
            return possible[0]
        if not blind:
            self.haunt(card, source, target)
            return -1
        seers = seen & self.observers.seats & ~self.observers.sight[source]
        haunted = self.ghosts_of(source)
        if not haunted and not any(seers & ~self.knowers[lot] for lot in lots):
            cards = sum(self.sizes[lot] for lot in lots)
            coming = [event[2:4] for event in self.events[number:] if event[0] == MOVE][:cards]
            if coming == [(source, target)] * cards:
                self._move_whole(lots, source, target)
                self.whole = source, target, cards - 1
                return -1
        lot = self.merge_all(source, CHOSEN, possible)
        self.lay_ghosts()
        return lot

    def _move_whole(self, lots: list[int], source: int, target: int) -> None:
        """All cards of a place go to another: the lots stay as they are."""
        observers = self.observers
        know = observers.sight[source] & ~observers.sight[target] & observers.seats
        for lot in lots:
            held, size, knowers = self.held[lot], self.sizes[lot], self.knowers[lot]
            new = self.add(target, 1, size, held, (knowers | know) & ~observers.sight[target])
            self.divide(lot, new)
        for lot in sorted(lots, reverse=True):
            self.clear(lot)

    def _ghost_moves(self, card: int, source: int, target: int, blind: int) -> bool:
        """See to the ghosts when a card moves; whether it was one of them, and all is done."""
        for i, ghost in enumerate(self.ghosts):
            if ghost.card == card:
                if blind:
                    self.wake(ghost.lies)
                    return False
                if target == ghost.left:  # it is back where it was
                    self.ghosts = (*self.ghosts[:i], *self.ghosts[i + 1 :])
                else:
                    lies = target if self.observers.slots[target] >= 0 else -1
                    now = ghost._replace(lies=lies)
                    self.ghosts = (*self.ghosts[:i], now, *self.ghosts[i + 1 :])
                return True
        if blind and any(ghost.lies == source for ghost in self.ghosts):
            self.wake(source)
        return False
