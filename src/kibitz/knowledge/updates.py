"""Updates: how a ledger changes with what happens. See `kibitz.knowledge.ledger`.

This runs after every move of a game that anybody asks about, so it is written to be quick: lists
by lot, and nothing is touched by what everybody sees happen among open places. While every place is
one lot, which is the rule, nothing but `_plainly` is needed for a step without disclosures.
"""

from __future__ import annotations

from kibitz.engine.derived import Keepsake, derived
from kibitz.engine.disclosures import Disclosure
from kibitz.engine.events import WIDTH, end_of, kinds, walk
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.engine.step import Step
from kibitz.knowledge.departures import (
    by_position,
    ghost_moves,
    kinds_wanted,
    leaving,
)
from kibitz.knowledge.drafts import Draft
from kibitz.knowledge.ghosts import ghosts_of, receive, tidy
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.lessons import learn, learn_picked, note_picked, reduce
from kibitz.knowledge.losses import count_losses, lose_sight, note_gone, recheck_private
from kibitz.knowledge.merging import CHOSEN, SHUFFLED, merge_all
from kibitz.knowledge.observers import Road, observers_of
from kibitz.recycle.prelude import EVENTS, EXCHANGED, SWAPPED

__all__ = ["LEDGER", "done", "ledger_of"]

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
    ledger = derived(state.game, _first) if found is None else found
    for step in reversed(pending):
        if step.disclosures:
            ledger = done(Draft(ledger, step))
        elif MOVING.isdisjoint(kinds(step.events)):  # nothing has moved
            ledger = Ledger(ledger.observers, ledger.decision + 1, *ledger[2:])
        else:
            ledger = _plainly(ledger, step) or done(Draft(ledger, step))
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


def _plainly(ledger: Ledger, step: Step) -> Ledger | None:
    """The ledger afterwards if there are only sets of cards to be kept, one for every place, before
    and after; None if there is more to it. That is the rule, and needs no draft."""
    observers = ledger.observers
    if ledger[4:12] != observers.plain:
        return None
    held, sizes = list(ledger.may_hold), list(ledger.sizes)
    slots, onlookers = observers.slots, observers.everybody >> 1
    for kind, one, two, three, seen, last in walk(step.events):
        if kind == MOVE:
            if seen != onlookers or slots[two] >= 0 or slots[three] >= 0:
                road = observers.road(two, three, seen)
                if last > SWAPPED // 2 or not _move_plainly(held, sizes, one, road):
                    return None
        elif kind == DECK:
            return None
    return Ledger(observers, ledger.decision + 1, tuple(held), tuple(sizes), *ledger[4:])


def done(draft: Draft) -> Ledger:
    """The ledger afterwards."""
    raw = draft.step.events
    slots, onlookers = draft.observers.slots, draft.observers.everybody >> 1
    if draft.step.action is not None:
        raw = raw[WIDTH:]  # the choice itself moves nothing
    disclosures: list[Disclosure] = []
    if draft.step.disclosures:
        disclosures = sorted(draft.step.disclosures, key=lambda each: each.at)
        draft.open_picks = [each for each in disclosures if each.picked and not each.shown]
        disclosures.reverse()  # the next one is the last
    draft.plain = _is_plain(draft)
    draft.events = tuple(walk(raw))
    for number, (kind, one, two, three, seen, last) in enumerate(draft.events):
        while disclosures and disclosures[-1].at <= number:
            learn(draft, disclosures.pop())
            draft.plain = draft.plain and _is_plain(draft)
        if kind == MOVE:
            if last > SWAPPED // 2:
                _swap(draft, one, two, three, seen, number, last - SWAPPED)
            elif draft.exchanging or last == EXCHANGED[0]:
                _exchange(draft, one, two, three, seen, number)
            elif seen != onlookers or slots[two] >= 0 or slots[three] >= 0:
                move(draft, one, two, three, seen, number, last)
                if draft.asides:
                    _swapped(draft, two)
        elif kind == SHUFFLE:
            shuffle(draft, one)
        elif kind == DECK:
            create(draft, one, two, three)
    while disclosures:
        learn(draft, disclosures.pop())
    if draft.pending:
        learn_picked(draft)
    if draft.losses:
        count_losses(draft)
    if draft.private:
        recheck_private(draft)
    return Ledger(
        draft.observers,
        draft.decision,
        tuple(draft.held),
        tuple(draft.sizes),
        tuple(draft.knowers),
        tuple(draft.laws),
        tuple(draft.predicates),
        draft.doubts,
        draft.more,
        draft.ghosts,
        draft.arranged,
        draft.private,
        draft.entries + draft.learnt if draft.learnt else draft.entries,
    )


# --- events ---------------------------------------------------------------------------------


def shuffle(draft: Draft, place: int) -> None:
    """Nobody knows the order of the cards any more. Before a shuffle everybody often knows
    where all cards are: then the past counts no more."""
    slot = draft.observers.slots[place]
    if slot < 0:
        return
    shared = draft.observers.shared
    for held, size in zip(draft.held, draft.sizes, strict=True):
        if (held >> shared).bit_count() != size:
            break
    else:
        draft.laws, draft.predicates, draft.pending = [], (), ()
        draft.doubts, draft.private = (), 0
    if draft.more and len(draft.lots_at(place)) > 1:
        merge_all(draft, place, SHUFFLED)
        tidy(draft)
    for lot in draft.lots_at(place):
        draft.arranged &= ~(1 << lot)


def create(draft: Draft, place: int, first: int, number: int) -> None:
    """New cards lie in a place; everybody knows which."""
    if draft.observers.slots[place] >= 0:
        for card in range(first, first + number):
            receive(draft, card, place)


def move(
    draft: Draft, card: int, source: int, target: int, seen: int, number: int, last: int
) -> None:
    """A card goes from a place to another, before the eyes of some."""
    road = draft.observers.road(source, target, seen)
    if draft.plain and _move_plainly(draft.held, draft.sizes, card, road):
        draft.filled = []
    elif road[2] >= 0 or road[3] >= 0 or road[1]:
        _move_with_care(draft, road, card, source, target, seen, number, last)
        draft.plain = _is_plain(draft)


def _move_plainly(held: list[int], sizes: list[int], card: int, road: Road) -> bool:
    """The same where there are only sets of cards to be kept, by slot, if that stays so; otherwise
    nothing is changed."""
    units, blind, lot, comes, strangers = road
    if strangers < 0:
        return False
    bits = units << card
    come = bits
    if blind:
        unseen = held[lot] & blind
        if strangers and sizes[comes] and (unseen ^ held[comes]) & strangers:
            return False
        come |= unseen
    if bits:  # whoever sees the card knows that it is nowhere else
        others = ~bits
        for slot, cards in enumerate(held):
            if cards & bits:
                held[slot] = cards & others
    if comes >= 0:
        held[comes] |= come
        sizes[comes] += 1
    if lot >= 0:
        sizes[lot] -= 1
        if not sizes[lot]:
            held[lot] = 0
    return True


def _swap(
    draft: Draft, card: int, source: int, target: int, seen: int, number: int, last: int
) -> None:
    """The first of two cards that change places: until the other has gone, it lies apart."""
    road = draft.observers.road(source, target, seen)
    if road[2] >= 0 or road[3] >= 0 or road[1]:
        draft.swapping = True
        draft.unordered = target in draft.observers.piles and not end_of(last)
        _move_with_care(draft, road, card, source, target, seen, number, last)
        draft.swapping = draft.plain = False


def _swapped(draft: Draft, place: int) -> None:
    """Both have changed places, and the first lies where the other lay."""
    draft.asides = frozenset()
    if draft.unordered:
        merge_all(draft, place, CHOSEN)
        draft.unordered = False
    tidy(draft)


def _exchange(draft: Draft, card: int, source: int, target: int, seen: int, number: int) -> None:
    """A card of two places that change their cards: until all have moved, those that have come lie
    apart from those that are still to go."""
    observers = draft.observers
    if not draft.exchanging:
        here, there = observers.slots[source], observers.slots[target]
        if here < 0 or there < 0:  # everybody sees the cards
            if here >= 0 or there >= 0:
                move(draft, card, source, target, seen, number, 0)
            return
        differ = (draft.held[here] ^ draft.held[there]) & draft.strangers(target, 0)
        if draft.plain and not differ:  # it makes no difference
            move(draft, card, source, target, seen, number, 0)
            return
        lots = draft.lots_at(source) + draft.lots_at(target)
        ordered = source in observers.piles or target in observers.piles
        if draft.ghosts or (ordered and any(draft.sizes[lot] > 1 for lot in lots)):
            draft.doubt(observers.everybody, 0, CHOSEN)
            move(draft, card, source, target, seen, number, 0)
            return
        marks = [event[5] for event in draft.events[number:] if event[0] == MOVE]
        first = next((n for n, mark in enumerate(marks) if mark != EXCHANGED[0]), len(marks))
        then = next((n for n, mark in enumerate(marks[first:]) if mark != EXCHANGED[1]), None)
        draft.exchanging = len(marks) if then is None else first + then
        draft.apart = target
    road = observers.road(source, target, seen)
    draft.swapping = True
    _move_with_care(draft, road, card, source, target, seen, number, 1)
    draft.swapping = draft.plain = False
    draft.exchanging -= 1
    if not draft.exchanging:
        draft.asides, draft.apart = frozenset(), -1
        tidy(draft)
        draft.plain = _is_plain(draft)


def _is_plain(draft: Draft) -> bool:
    """Whether there are only sets of cards to be kept, one for every place."""
    said = draft.laws or draft.predicates or draft.pending or draft.open_picks or draft.losses
    return not (said or draft.more or draft.ghosts or draft.arranged or any(draft.knowers))


def _move_with_care(
    draft: Draft,
    road: Road,
    card: int,
    source: int,
    target: int,
    seen: int,
    number: int,
    last: int,
) -> None:
    """The same where more is known than a set of cards for every place."""
    held, sizes = draft.held, draft.sizes
    units, blind, lot, comes, _ = road
    wanted = -1
    if draft.open_picks and blind:
        wanted = kinds_wanted(draft, card, number)
    if draft.pending and not blind:
        note_picked(draft, card, number, -1)
    if draft.more or draft.ghosts:
        if ghost_moves(draft, card, source, target, blind):
            return
        if lot >= 0:
            lot = leaving(draft, card, source, target, seen, blind, wanted, number, last)
            if lot < 0:
                if draft.pending and blind:  # which lots were picked is not followed
                    draft.doubt(draft.observers.everybody, 0, CHOSEN)
                draft.settle()
                tidy(draft)
                return
    if lot >= 0 and wanted < 0 and draft.arranged >> lot & 1:
        by_position(draft, lot, source)
    said = draft.laws or draft.predicates or draft.pending
    come = 0
    if blind and lot >= 0:
        come = held[lot] & blind
        if wanted >= 0:
            come &= wanted * draft.observers.all
        if draft.ghosts:  # these have left before
            come &= ~(ghosts_of(draft, source) * draft.observers.all)
        if draft.knowers[lot] & ~seen:
            lose_sight(draft, lot, seen)
    elif said:
        draft.publish(card, lot)
    bits = units << card
    if bits:  # whoever sees the card knows that it is nowhere else
        others = ~bits
        for slot, cards in enumerate(held):
            if cards & bits:
                held[slot] = cards & others
        come |= bits
    if comes >= 0:
        new = _arrive(draft, come, lot, source, target, seen, blind, end_of(last))
        if draft.pending and blind:
            note_picked(draft, card, number, new)
        if draft.losses:
            note_gone(draft, lot, new)
    if lot >= 0:
        sizes[lot] -= 1
        if not sizes[lot]:
            if said or draft.more or draft.losses:
                draft.clear(lot)
            else:
                held[lot] = draft.knowers[lot] = 0
                draft.arranged &= ~(1 << lot)
    draft.filled = []
    if comes >= 0 and draft.more and not draft.swapping:
        unordered = target in draft.observers.piles and not end_of(last)
        if unordered or target in draft.observers.vague:
            merge_all(draft, target, CHOSEN)
    if said:
        draft.settle()
        if draft.predicates:
            reduce(draft)
    if (draft.more or draft.ghosts) and not draft.swapping:
        tidy(draft)


def _arrive(
    draft: Draft, come: int, lot: int, source: int, target: int, seen: int, blind: int, end: int
) -> int:
    """A card comes to a hidden place out of a lot (-1: it was in sight): it joins another lot
    or is a new one."""
    observers = draft.observers
    comes = observers.slots[target]
    knowers = seen & observers.seats & ~observers.sight[target] if blind else 0
    pile = target in observers.piles
    lots = draft.lots_at(target) if draft.more else [comes] if draft.sizes[comes] else []
    if pile and len(lots) > 1:
        lots = lots[-1:] if end > 0 else lots[:1]
    aside = draft.swapping and draft.apart in (-1, target)
    if aside:
        lots = [each for each in lots if draft.exchanging and each in draft.asides]
    for other in lots:
        if not blind:
            joins = not pile
        else:
            joins = (
                draft.knowers[other] == knowers
                and not (come ^ draft.held[other]) & draft.strangers(target, knowers)
                and not (lot >= 0 and draft.told_apart(lot, other))
            )
        if joins:
            new = other
            draft.held[new] |= come
            draft.sizes[new] += 1
            break
    else:
        new = draft.add(target, end, 1, come, knowers)
        if aside:
            draft.asides |= {new}
        if lot >= 0 and blind:
            draft.divide(lot, new)
    if pile and blind and observers.sight.get(source):  # somebody may have chosen the order
        if target in draft.came:
            lots = draft.lots_at(target)
            draft.arranged |= sum(1 << each for each in (lots[-2:] if end > 0 else lots[:2]))
        draft.came |= {target}
    return new
