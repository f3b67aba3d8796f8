"""What happened, in words, as one seat saw it.

The events of an observation are taken one decision at a time: what the player did, then what
followed from it, then how the numbers everybody can see have changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.engine.actions import Action
from kibitz.engine.events import Event
from kibitz.words.pieces import Pieces, Sentence, capital, joined
from kibitz.words.words import Store, Words, counted, listed

__all__ = ["tell"]

MANY = 12
"""More cards than this are counted, not named."""


@dataclass(slots=True)
class Step:
    """A decision and what followed; the deal has neither seat nor action."""

    seat: int | None
    action: Action | None
    events: list[Event]


def tell(
    words: Words,
    events: Sequence[Event],
    since: int,
    mine: dict[int, Action],
    *,
    over: bool = False,
) -> list[Sentence]:
    """Sentences about the events from number `since` on.

    `mine` are the actions the seat has taken itself, by their number: it knows what it did.
    """
    stores: dict[int, int] = {}
    for event in events[:since]:
        if event.kind in ("number", "name"):
            stores[event.slot] = event.value
    told: list[Sentence] = []
    steps = _steps(events[since:], mine)
    for step in steps:
        told += _step(words, step, stores, last=over and step is steps[-1])
    return told


def _steps(events: Iterable[Event], mine: dict[int, Action]) -> list[Step]:
    steps = [Step(None, None, [])]
    for event in events:
        if event.kind == "choice":
            steps.append(Step(event.seat, mine.get(event.value), []))
        else:
            steps[-1].events.append(event)
    return steps


def _step(words: Words, step: Step, stores: dict[int, int], *, last: bool) -> list[Sentence]:
    told: list[Sentence] = []
    events = [event for event in step.events if event.kind not in ("points", "shuffle")]
    done = 0
    if step.seat is not None:
        done, sentence = _decision(words, step, events)
        if sentence is not None:
            told.append(sentence)
    before = dict(stores)
    said = {event.slot for event in events[:done]}
    next_seat: int | None = None
    moves: list[Event] = []
    for number, event in enumerate(events):
        if event.kind in ("number", "name"):
            stores[event.slot] = event.value
        if number < done:
            continue
        if event.kind == "move":
            moves.append(event)
            continue
        told += _moves(words, moves)
        moves = []
        if event.kind == "cycle":
            next_seat = event.seat
        else:
            told += _other(words, event)
    told += _moves(words, moves)
    told += _changes(words, before, stores, said)
    if next_seat is not None and next_seat < words.game.players and not last:
        is_ = "are" if next_seat == words.seat else "is"
        told.append(Sentence("next", capital(joined(words.seat_piece(next_seat), f" {is_} next."))))
    return told


# --- decisions ------------------------------------------------------------------------------------


def _decision(words: Words, step: Step, events: list[Event]) -> tuple[int, Sentence | None]:
    """A sentence about what a player did, and how many events it accounts for."""
    assert step.seat is not None
    count = _direct(words, events)
    if step.action is not None:
        known = {words.game.card(card).number for card in step.action.cards}
        moved = {event.card for event in events[:count] if event.kind == "move"}
        if step.seat == words.seat and any(card not in known for card in moved):
            count = 0  # he drew a card, say: what it is comes with the moves
        return count, _did(words.does(step.seat, words.label(step.action)))
    if count == 0:
        return 0, None
    first = events[0]
    if first.kind == "pass":
        return count, _did(words.does(step.seat, words.game.sheet.words.get("PASS", "pass")))
    if first.kind in ("number", "name"):
        store = words.stores[first.slot]
        value = str(first.value) if first.kind == "number" else _name(words, first.value)
        label = words.game.sheet.words.get(store.family, f"{_owned(words, store, step)} {{}}")
        return count, _did(words.does(step.seat, label.format(value)))
    cards = words.cards(event.card for event in events[:count])
    place = words.places[first.target]
    template = words.game.sheet.words.get(place.family)
    if template is None:
        own = place.owner == "player" and place.who == step.seat
        where = place.name if own else words.place(first.target)
        return count, _did(words.does(step.seat, joined(cards, f" to {where}")))
    before, hole, after = template.partition("{}")
    label_text = joined(before, cards if hole else "", after)
    return count, _did(words.does(step.seat, label_text))


def _direct(words: Words, events: list[Event]) -> int:
    """How many of the first events are what the player did, not what followed."""
    if not events or events[0].kind not in ("move", "remember", "number", "name", "pass"):
        return 0
    first = events[0]
    if first.kind in ("number", "name"):
        return int(first.slot in words.stores)
    count = 1
    if first.kind != "pass":
        while (
            count < len(events)
            and events[count].kind == first.kind
            and events[count].target == first.target
        ):
            count += 1
    return count


def _owned(words: Words, store: Store, step: Step) -> str:
    if store.owner == "player" and store.who != step.seat:
        return f"{words.whose(store.who)} {store.name}"
    return store.name


# --- what followed --------------------------------------------------------------------------------


def _moves(words: Words, moves: list[Event]) -> list[Sentence]:
    """Moves that follow each other, told by where the cards went."""
    targets: dict[int, list[Event]] = {}
    for move in moves:
        targets.setdefault(move.target, []).append(move)
    told: list[Sentence] = []
    deals: dict[int, dict[int, int]] = {}
    for target, group in targets.items():
        place = words.places[target]
        sources = {move.source for move in group}
        hidden = all(move.card < 0 for move in group)
        given = place.owner == "player" and not _own(words, target, sources)
        if hidden and given and len(sources) == 1:
            dealt = deals.setdefault(sources.pop(), {})
            dealt[place.who] = dealt.get(place.who, 0) + len(group)
        else:
            told.append(_arrival(words, target, group, sources))
    return [
        *(line for source, dealt in deals.items() for line in _deal(words, source, dealt)),
        *told,
    ]


def _deal(words: Words, source: int, dealt: dict[int, int]) -> list[Sentence]:
    """Players who get hidden cards from one place, those with equally many together."""
    told = []
    origin = f" from {words.place(source)}" if source >= 0 else ""
    others = {seat for seat in range(words.game.players) if seat != words.seat}
    for count in dict.fromkeys(dealt.values()):
        seats = {seat for seat, number in dealt.items() if number == count}
        who, get, each = listed([words.who(seat) for seat in sorted(seats)]), "get", ""
        if len(seats) > 2 and seats == others:
            who, get = "everybody else", "gets"
        elif len(seats) > 2 and len(seats) == words.game.players:
            who, get = "everybody", "gets"
        elif len(seats) > 1:
            each = " each"
        elif words.seat not in seats:
            get = "gets"
        told.append(_followed(f"{who} {get} {counted(count, 'card')}{each}{origin}"))
    return told


def _arrival(words: Words, target: int, group: list[Event], sources: set[int]) -> Sentence:
    """Cards that came to a place."""
    place = words.places[target]
    cards = _named(words, [move.card for move in group])
    origin = ""
    if len(sources) == 1:
        source = next(iter(sources))
        if source >= 0 and words.places[source].owner == "game":
            origin = f" from {words.place(source)}"
    own = _own(words, target, sources)
    if place.owner == "player" and place.sight != "vloc" and not own:
        get = "get" if place.who == words.seat else "gets"
        return _followed(joined(f"{words.who(place.who)} {get} ", cards, origin))
    goes = "goes" if len(group) == 1 else "go"
    return _followed(joined(cards, f"{origin} {goes} to {words.place(target)}"))


def _own(words: Words, target: int, sources: set[int]) -> bool:
    """Whether cards only went from one place of a player to another of his."""
    place = words.places[target]
    return place.owner == "player" and all(
        source >= 0
        and words.places[source].owner == "player"
        and words.places[source].who == place.who
        for source in sources
    )


def _named(words: Words, cards: list[int]) -> Pieces:
    if len(cards) > MANY and any(card < 0 for card in cards):
        return (counted(len(cards), "card"),)
    if len(cards) > 2 * MANY:
        return (counted(len(cards), "card"),)
    return words.cards(words.sorted(c for c in cards if c >= 0) + [c for c in cards if c < 0])


def _other(words: Words, event: Event) -> list[Sentence]:
    """What is neither a move nor a number."""
    if event.kind == "pass":
        return []
    if event.kind == "remember":
        card = words.cards([event.card])
        return [_followed(joined(card, f" is noted in {words.place(event.target)}"))]
    if event.kind == "forget":
        return []
    if event.kind == "deck":
        what = counted(event.value, "new card")
        goes = "goes" if event.value == 1 else "go"
        return [_followed(f"{what} {goes} to {words.place(event.target)}")]
    return []


def _changes(
    words: Words, before: dict[int, int], after: dict[int, int], said: set[int]
) -> list[Sentence]:
    """How the numbers and names everybody can see have changed, in one line."""
    changed = [
        words.stores[slot]
        for slot in sorted(after)
        if slot in words.stores and after[slot] != before.get(slot, 0) and slot not in said
    ]
    parts: list[str] = []
    families = dict.fromkeys((store.owner, store.name, store.text) for store in changed)
    for owner, name, text in families:
        members = [s for s in changed if (s.owner, s.name, s.text) == (owner, name, text)]
        values = [_name(words, after[s.slot]) if text else str(after[s.slot]) for s in members]
        if owner == "game":
            if values[0] not in ("none", "nothing"):
                parts.append(f"{name} {values[0]}")
        elif len(set(values)) == 1 and owner == "player" and len(members) == words.game.players:
            parts.append(f"{name} {values[0]} for all")
        else:
            whose = [words.who(s.who) if owner == "player" else words.team(s.who) for s in members]
            pairs = ", ".join(f"{w} {v}" for w, v in zip(whose, values, strict=True))
            parts.append(f"{name}: {pairs}")
    return [Sentence("numbers", (f"({'; '.join(parts)})",))] if parts else []


def _name(words: Words, number: int) -> str:
    return words.game.name_list[number].lower() or "nothing"


def _did(pieces: Pieces) -> Sentence:
    return Sentence("did", joined(capital(pieces), "."))


def _followed(pieces: str | Pieces) -> Sentence:
    return Sentence("followed", joined(capital(joined(pieces)), "."))
