"""Lessons: what everybody learns from what is disclosed, written into a ledger being changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.engine.disclosures import (
    All,
    Clause,
    Condition,
    Count,
    Disclosure,
    One,
    Picked,
    Secret,
    Untold,
    clauses,
    one_of,
    revised,
    told,
)
from kibitz.engine.step import Step
from kibitz.knowledge.ghosts import Ghosts
from kibitz.knowledge.ledger import Entry, Ledger
from kibitz.knowledge.predicates import alone, mapped, predicate
from kibitz.knowledge.worlds import members

__all__ = ["Lessons"]

ORDERED = "the rules test hidden cards by their order, or by a name kept for later"


class Lessons(Ghosts):
    """A ledger while it learns what one step discloses."""

    learnt: tuple[Entry, ...] = ()
    open_picks: Sequence[Disclosure] = ()
    """Cards that are picked, and that not everybody sees."""
    picking: tuple[Disclosure, ...] = ()
    """The picks that `pending` speaks of, in its order."""

    def __init__(self, ledger: Ledger, step: Step) -> None:
        super().__init__(ledger)
        self.step = step

    def learn(self, disclosure: Disclosure) -> None:
        """Everybody learns something."""
        plain = not self.more and not self.ghosts
        if disclosure.shown and disclosure.picked and disclosure.places:
            if plain:
                self.confine(disclosure.picked, disclosure.places)
            else:
                self.confine(disclosure.picked & ~self._haunting(), self._lots(disclosure.places))
        if disclosure.condition is True:
            return
        condition = revised(disclosure.condition, self.revise if plain else self._judge)
        if isinstance(condition, bool):
            return
        if isinstance(condition, Count) and not condition.most and not self.laws:
            self.learnt += (Entry(self.decision, self.step.seat, condition),)
            self.exclude(condition if plain else self._now(condition))
        else:
            for part in condition.parts if isinstance(condition, All) else (condition,):
                if not any(isinstance(each, Picked) for each in _parts(part)):
                    self.learnt += (Entry(self.decision, self.step.seat, told(part)),)
            found = clauses(condition)
            for clause in found if found is not None else [(condition,)]:
                self._learn_clause(clause, disclosure)  # type: ignore[arg-type]
            self.settle()
        if self.predicates:
            self.reduce()
        if self.more:
            self.tidy()

    def _learn_clause(self, clause: Clause, disclosure: Disclosure) -> None:
        """At least one of these is so."""
        parts = [part for each in clause for part in _parts(each)]
        untold = [part for part in parts if isinstance(part, Untold)]
        for part in untold:
            self.doubt(self.observers.everybody, part.line, part.why)
        if untold:
            return
        if all(isinstance(part, Count) for part in clause):
            self.laws.append(tuple(self._now(part) for part in clause if isinstance(part, Count)))
            return
        self._test(one_of(*clause), disclosure)

    def _test(self, condition: Condition, disclosure: Disclosure) -> None:
        """Keep a condition as a test of worlds."""
        ghosts = {ghost.card: ghost.lies for ghost in self.ghosts if ghost.lies >= 0}
        lots = {
            number: place
            for number, place, size in zip(self.numbers, self.spots, self.sizes, strict=True)
            if size
        }
        picked = any(isinstance(part, Picked) for part in _parts(condition))
        own = self._picked_as_counts(mapped(condition, self._now))
        found = predicate(self.observers.game, own, self.observers.hidden, lots, ghosts)
        if found is None:
            lines = [part.line for part in _parts(condition) if isinstance(part, Secret)]
            self.doubt(self.observers.everybody, lines[0] if lines else 0, ORDERED)
        elif picked:
            self.pending = (*self.pending, found)
            self.picking += (disclosure,)
        elif not self._is_of_one_card(found.condition):
            self.predicates = (*self.predicates, found)

    def _is_of_one_card(self, condition: Condition) -> bool:
        """Whether a test turns out to look at a single card; then it has become a set of cards."""
        if not isinstance(condition, Secret):
            return False
        observers = self.observers
        for place in observers.hidden:
            lots = self.lots_at(place) if condition.places >> place & 1 else []
            if len(lots) != 1 or self.sizes[lots[0]] != 1:
                continue
            cards = self.common(lots[0])
            found = alone(observers.game, condition, observers.hidden, place, cards)
            if found is not None:
                self.held[lots[0]] &= ~((cards & ~found) * observers.all)
                self.filled = []
                return True
        return False

    # --- conditions on places, as conditions on lots ----------------------------------------------

    def _judge(self, count: Count) -> Condition:
        """A count in view of what everybody knows."""
        found = self.revise(self._now(count))
        return count if isinstance(found, Count) else found

    def _now(self, count: Count) -> Count:
        """A count of the cards that lie in places now, as one of those in lots."""
        if not self.more and not self.ghosts:
            return count
        places, cards, least, most = count
        for ghost in self.ghosts:
            if cards >> ghost.card & 1:
                cards &= ~(1 << ghost.card)
                if ghost.lies >= 0 and places >> ghost.lies & 1:
                    least, most = least - 1, most - 1
        return Count(self._lots(places), cards, max(least, 0), most)

    def _lots(self, places: int) -> int:
        """All lots of some places, by their numbers."""
        found = places
        for spot, number in zip(self.more, self.numbers[len(self.observers.hidden) :], strict=True):
            if spot.place >= 0 and places >> spot.place & 1:
                found |= 1 << number
        return found

    def _haunting(self) -> int:
        return sum(1 << ghost.card for ghost in self.ghosts)

    # --- cards that are picked unseen -----------------------------------------------------------

    @property
    def _pick(self) -> int:
        """The number of a lot that there is not: it stands for the cards being picked."""
        return self.observers.first_more + 1000

    def _picked_as_counts(self, condition: Condition) -> Condition:
        """A condition in which "all cards picked are among these" is a count."""
        if isinstance(condition, All | One):
            return type(condition)(tuple(map(self._picked_as_counts, condition.parts)))
        if isinstance(condition, Picked):
            return Count(1 << self._pick, self.observers.full & ~condition.cards, 0, 0)
        return condition

    def note_picked(self, card: int, number: int, lot: int) -> None:
        """A card that moves may be one that is picked: to this lot, or before all eyes (-1). If
        that is so, it is noted before anything else is learnt of the card."""

        def noted(count: Count) -> Count | bool:
            if not count.places >> self._pick & 1:
                return count
            if lot < 0:
                return count if not count.cards >> card & 1 else False
            return count._replace(places=count.places | 1 << self.numbers[lot])

        self.pending = [
            each._replace(condition=mapped(each.condition, noted))
            if pick.at <= number < pick.until and pick.picked >> card & 1
            else each
            for pick, each in zip(self.picking, self.pending, strict=True)
        ]

    def learn_picked(self) -> None:
        """The cards have been picked: what that says is a law now, or a test."""
        for each in self.pending:
            plain = each.without(self._pick)
            condition = revised(plain.condition, lambda count: count if count.places else True)
            found = clauses(condition)
            if found is not None and all(isinstance(p, Count) for law in found for p in law):
                self.laws += [tuple(p for p in law if isinstance(p, Count)) for law in found]
            else:
                self.predicates = (*self.predicates, plain._replace(condition=condition))
        self.pending, self.picking = (), ()
        self.settle()
        if self.predicates:
            self.reduce()
        if self.more:
            self.tidy()

    # --- tests of few cards -----------------------------------------------------------------------

    def reduce(self) -> None:
        """A test that looks at a single card, or at none, is no more than a set of cards."""
        kept = []
        for each in self.predicates:
            looked = each.lots()
            lots = [
                lot
                for lot, number in enumerate(self.numbers)
                if looked >> number & 1 and self.sizes[lot]
            ]
            if sum(self.sizes[lot] for lot in lots) > 1:
                kept.append(each)
            elif lots:
                (lot,) = lots
                number, game = self.numbers[lot], self.observers.game
                wrong = sum(
                    1 << card
                    for card in members(self.common(lot))
                    if not each.holds(game, {card: number})
                )
                self.held[lot] &= ~(wrong * self.observers.all)
                self.filled = []
        if len(kept) < len(self.predicates):
            self.predicates = kept
            self.settle()


def _parts(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, All | One):
        for part in condition.parts:
            yield from _parts(part)
    else:
        yield condition
