"""Lessons: what everybody learns from what is disclosed, written into a ledger being changed."""

from __future__ import annotations

from functools import partial

from kibitz.engine.disclosures import (
    All,
    Clause,
    Condition,
    Count,
    Disclosure,
    Lying,
    One,
    Picked,
    Secret,
    Untold,
    all_of,
    clauses,
    one_of,
    revised,
    single,
    told,
)
from kibitz.knowledge.drafts import Draft
from kibitz.knowledge.ends import at_end, take_off
from kibitz.knowledge.ghosts import tidy
from kibitz.knowledge.ledger import Entry
from kibitz.knowledge.predicates import alone, mapped, predicate
from kibitz.knowledge.worlds import members

COUNTED, JOINED = (Count, Lying), (All, One)  # tuples: a union would be made anew every time

NAMED = "the rules test hidden cards by their order, or by a name kept for later"


def learn(draft: Draft, disclosure: Disclosure) -> None:
    """Everybody learns something."""
    plain = not draft.more and not draft.ghosts
    if disclosure.shown and disclosure.picked and disclosure.places:
        if plain:
            draft.confine(disclosure.picked, disclosure.places)
        else:
            draft.confine(disclosure.picked & ~_haunting(draft), _lots(draft, disclosure.places))
    condition: Condition = disclosure.condition
    if condition is True:
        return
    if plain and isinstance(condition, Count):  # the rule, and quick
        condition = draft.revise(condition)
    else:
        if _speaks_of(Lying, condition):
            condition = _with_ends(draft, condition)
            plain = False
        condition = revised(condition, partial(_judge, draft))
    if isinstance(condition, bool):
        if draft.more:
            tidy(draft)
        return
    if isinstance(condition, Count) and not condition.most and not draft.laws:
        draft.learnt += (Entry(draft.decision, draft.step.seat, condition),)
        draft.exclude(condition if plain else _now(draft, condition))
    else:
        for part in condition.parts if isinstance(condition, All) else (condition,):
            if not _speaks_of(Picked, part):
                draft.learnt += (Entry(draft.decision, draft.step.seat, told(part)),)
        for clause in clauses(condition):
            _learn_clause(draft, clause, disclosure)
        draft.settle()
    if draft.predicates:
        reduce(draft)
    if draft.more:
        tidy(draft)


def _learn_clause(draft: Draft, clause: Clause, disclosure: Disclosure) -> None:
    """At least one of these is so."""
    counts = [part for part in clause if isinstance(part, COUNTED)]
    if len(counts) == len(clause):
        draft.laws.append(tuple([_now(draft, part) for part in counts]))
        return
    parts = [part for each in clause for part in single(each)]
    untold = [part for part in parts if isinstance(part, Untold)]
    for part in untold:
        draft.doubt(draft.observers.everybody, part.line, part.why)
    if untold:
        return
    _test(draft, one_of(*clause), disclosure)


def _test(draft: Draft, condition: Condition, disclosure: Disclosure) -> None:
    """Keep a condition as a test of worlds."""
    ghosts = {ghost.card: ghost.lies for ghost in draft.ghosts if ghost.lies >= 0}
    lots = {
        number: place
        for number, place, size in zip(draft.numbers, draft.spots, draft.sizes, strict=True)
        if size
    }
    picked = _speaks_of(Picked, condition)
    own = _picked_as_counts(draft, _in_lots(draft, condition))
    found = predicate(draft.observers.game, own, draft.observers.hidden, lots, ghosts)
    if found is None:
        lines = [part.line for part in single(condition) if isinstance(part, Secret)]
        draft.doubt(draft.observers.everybody, lines[0] if lines else 0, NAMED)
    elif picked:
        draft.pending = (*draft.pending, found)
        draft.picking += (disclosure,)
    elif not _is_of_one_card(draft, found.condition):
        draft.predicates = (*draft.predicates, found)


def _is_of_one_card(draft: Draft, condition: Condition) -> bool:
    """Whether a test turns out to look at a single card; then it has become a set of cards."""
    if not isinstance(condition, Secret):
        return False
    observers = draft.observers
    for place in observers.hidden:
        lots = draft.lots_at(place) if condition.places >> place & 1 else []
        if len(lots) != 1 or draft.sizes[lots[0]] != 1:
            continue
        cards = draft.common(lots[0])
        found = alone(observers.game, condition, observers.hidden, place, cards)
        if found is not None:
            draft.held[lots[0]] &= ~((cards & ~found) * observers.all)
            draft.filled = []
            return True
    return False


# --- conditions on places, as conditions on lots ----------------------------------------------


def _with_ends(draft: Draft, condition: Condition) -> Condition:
    """A condition in which there is a lot for every card that it speaks of by its position."""
    if isinstance(condition, JOINED):
        parts = [_with_ends(draft, part) for part in condition.parts]
        return all_of(*parts) if isinstance(condition, All) else one_of(*parts)
    if isinstance(condition, Lying):
        found = take_off(draft, condition)
        return condition if isinstance(found, Count) else found
    return condition


def _judge(draft: Draft, count: Count | Lying) -> Condition:
    """A count in view of what everybody knows."""
    if isinstance(count, Count) and not draft.more and not draft.ghosts:
        return draft.revise(count)
    found = draft.revise(_now(draft, count))
    return count if isinstance(found, Count) else found


def _in_lots(draft: Draft, condition: Condition) -> Condition:
    """A condition on cards that lie in places now, as one on those in lots."""
    if isinstance(condition, JOINED):
        return type(condition)(tuple([_in_lots(draft, part) for part in condition.parts]))
    return _now(draft, condition) if isinstance(condition, Count | Lying) else condition


def _now(draft: Draft, count: Count | Lying) -> Count:
    """A count of the cards that lie in places now, as one of those in lots."""
    if isinstance(count, Lying):
        return at_end(draft, count)
    if not draft.more and not draft.ghosts:
        return count
    places, cards, least, most = count
    for ghost in draft.ghosts:
        if cards >> ghost.card & 1:
            cards &= ~(1 << ghost.card)
            if ghost.lies >= 0 and places >> ghost.lies & 1:
                least, most = least - 1, most - 1
    return Count(_lots(draft, places), cards, max(least, 0), most)


def _lots(draft: Draft, places: int) -> int:
    """All lots of some places, by their numbers."""
    found = places
    for spot, number in zip(draft.more, draft.numbers[len(draft.observers.hidden) :], strict=True):
        if spot.place >= 0 and places >> spot.place & 1:
            found |= 1 << number
    return found


def _haunting(draft: Draft) -> int:
    return sum(1 << ghost.card for ghost in draft.ghosts)


# --- cards that are picked unseen -----------------------------------------------------------


def _pick(draft: Draft) -> int:
    """The number of a lot that there is not: it stands for the cards being picked."""
    return draft.observers.first_more + 1000


def _picked_as_counts(draft: Draft, condition: Condition) -> Condition:
    """A condition in which "all cards picked are among these" is a count."""
    if isinstance(condition, JOINED):
        return type(condition)(tuple(map(partial(_picked_as_counts, draft), condition.parts)))
    if isinstance(condition, Picked):
        return Count(1 << _pick(draft), draft.observers.full & ~condition.cards, 0, 0)
    return condition


def note_picked(draft: Draft, card: int, number: int, lot: int) -> None:
    """A card that moves may be one that is picked: to this lot, or before all eyes (-1). If
    that is so, it is noted before anything else is learnt of the card."""

    def noted(count: Count) -> Count | bool:
        if not count.places >> _pick(draft) & 1:
            return count
        if lot < 0:
            return count if not count.cards >> card & 1 else False
        return count._replace(places=count.places | 1 << draft.numbers[lot])

    draft.pending = [
        each._replace(condition=mapped(each.condition, noted))
        if pick.at <= number < pick.until and pick.picked >> card & 1
        else each
        for pick, each in zip(draft.picking, draft.pending, strict=True)
    ]


def learn_picked(draft: Draft) -> None:
    """The cards have been picked: what that says is a law now, or a test."""
    for each in draft.pending:
        plain = each.without(_pick(draft))
        condition = revised(plain.condition, _unless_empty)
        found = list(clauses(condition))
        if all(isinstance(part, Count) for law in found for part in law):
            draft.laws += [tuple(p for p in law if isinstance(p, Count)) for law in found]
        else:
            draft.predicates = (*draft.predicates, plain._replace(condition=condition))
    draft.pending, draft.picking = (), ()
    draft.settle()
    if draft.predicates:
        reduce(draft)
    if draft.more:
        tidy(draft)


def _unless_empty(count: Count | Lying) -> Condition:
    """A count, unless it speaks of no lot."""
    return count if isinstance(count, Lying) or count.places else True


# --- tests of few cards -----------------------------------------------------------------------


def reduce(draft: Draft) -> None:
    """A test that looks at a single card, or at none, is no more than a set of cards."""
    kept = []
    for each in draft.predicates:
        looked = each.lots()
        lots = [
            lot
            for lot, number in enumerate(draft.numbers)
            if looked >> number & 1 and draft.sizes[lot]
        ]
        if sum(draft.sizes[lot] for lot in lots) > 1:
            kept.append(each)
        elif lots:
            (lot,) = lots
            number, game = draft.numbers[lot], draft.observers.game
            wrong = sum(
                1 << card
                for card in members(draft.common(lot))
                if not each.holds(game, {card: number})
            )
            draft.held[lot] &= ~(wrong * draft.observers.all)
            draft.filled = []
    if len(kept) < len(draft.predicates):
        draft.predicates = kept
        draft.settle()


def _speaks_of(kind: type[Lying | Picked], condition: Condition) -> bool:
    """Whether a condition has a part of some kind; asked of everything that is learnt."""
    if isinstance(condition, JOINED):
        return any(_speaks_of(kind, part) for part in condition.parts)
    return isinstance(condition, kind)
