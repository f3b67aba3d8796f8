"""Events: everything that happens in a game, and what each observer sees of it.

The emitted code writes an event as a few integers, with a mask of those who see the card. From
these, `Observation` makes what one observer has seen so far and sees now: a card moved where it
cannot look is "a card", draws and shuffles tell nothing but that they happened.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kibitz.engine.derived import Keepsakes
from kibitz.engine.observer import Observer
from kibitz.recycle.prelude import EVENTS

if TYPE_CHECKING:
    from kibitz.engine.state import State, Step

__all__ = [
    "WIDTH",
    "Event",
    "Observation",
    "Raw",
    "Tale",
    "chances",
    "decode",
    "kinds",
    "observe",
    "seen_part",
    "tale_of",
    "walk",
]

KINDS = {number: kind for kind, number in EVENTS.items()}
CHANCE, CHOICE = EVENTS["chance"], EVENTS["choice"]
WITH_CARD = EVENTS["move"], EVENTS["remember"], EVENTS["forget"]

WIDTH = 6
"""How many integers an event is: its kind, three that say what, who sees it, and one to spare."""

SEEN = 4
"""Which of them says who sees it: a bit each."""

Raw = tuple[int, int, int, int, int, int]
"""One event as it is written."""


def kinds(raw: array[int]) -> array[int]:
    """What kind each event is of."""
    return raw[::WIDTH]


def walk(raw: Sequence[int]) -> Iterator[Raw]:
    """The events one by one."""
    numbers = iter(raw)
    return zip(numbers, numbers, numbers, numbers, numbers, numbers, strict=True)


def chances(raw: array[int]) -> list[int]:
    """The outcomes of chance among events, in their order."""
    if CHANCE not in raw[::WIDTH]:
        return []
    return [outcome for kind, _, outcome, _, _, _ in walk(raw) if kind == CHANCE]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, as one seat saw it (or as it was).

    | kind | fields |
    |---|---|
    | move | card (-1: unseen), source (-1: from nowhere), target |
    | remember, forget | card, target |
    | number, name | slot, value: a store was set |
    | points | slot: a point map was set |
    | shuffle | target |
    | cycle | seat, value: 1 is next, 0 takes the turn at once; slot 1: it is a team |
    | choice | seat, value: the id of the action, -1 if unseen |
    | deck | target, card: the first, value: how many |
    | teams, pass | |
    """

    kind: str
    card: int = -1
    source: int = -1
    target: int = -1
    slot: int = -1
    value: int = 0
    seat: int = -1

    def key(self) -> tuple[str, int, int, int, int, int, int]:
        return (self.kind, self.card, self.source, self.target, self.slot, self.value, self.seat)


def decode(raw: array[int]) -> list[Event]:
    """Events from the integers they are written as; chance is nobody's event."""
    return [_event(number, a, b, c) for number, a, b, c, _, _ in walk(raw) if number != CHANCE]


@lru_cache(maxsize=1 << 16)
def _event(number: int, a: int, b: int, c: int) -> Event:
    """An event from its numbers; the same few come again and again."""
    kind = KINDS[number]
    if kind == "move":
        return Event(kind, card=a, source=b, target=c)
    if kind in ("remember", "forget"):
        return Event(kind, card=a, target=b)
    if kind in ("number", "name"):
        return Event(kind, slot=a, value=b)
    if kind == "points":
        return Event(kind, slot=a, seat=b)
    if kind == "shuffle":
        return Event(kind, target=a)
    if kind == "cycle":
        return Event(kind, seat=a, value=b, slot=c)
    if kind == "deck":
        return Event(kind, target=a, card=b, value=c)
    if kind == "choice":
        return Event(kind, seat=a, value=b)
    return Event(kind)


class Tale:
    """The events as one observer saw them: those of the last steps, and the tale before them."""

    __slots__ = ("before", "keepsakes", "length", "raw")

    def __init__(self, before: Tale | None, raw: bytes) -> None:
        self.before = before
        self.raw = raw
        """Events as they are written, eight bytes a number, and nothing that the observer may not
        know."""
        self.length: int = (before.length if before is not None else 0) + len(raw) // (8 * WIDTH)
        self.keepsakes: Keepsakes = {}
        """What others have made of the tale so far, not to begin anew every time."""

    def __len__(self) -> int:
        """How many events are told."""
        return self.length

    def __bytes__(self) -> bytes:
        """All of them as they are written."""
        parts = []
        tale: Tale | None = self
        while tale is not None:
            parts.append(tale.raw)
            tale = tale.before
        return b"".join(reversed(parts))

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(decode(array("q", bytes(self))))

    @property
    def latest(self) -> list[Event]:
        """Only what the tale before does not tell."""
        return decode(array("q", self.raw))


def tale_of(last: Step, observer: Observer) -> Tale:
    """What an observer has been told up to a step; what was made once is kept."""
    number = observer.number
    pending: list[Step] = []
    at: Step | None = last
    while at is not None and number not in at.tales:
        pending.append(at)
        at = at.before
    tale = at.tales[number] if at is not None else None
    if pending:
        told = array("q")
        for step in reversed(pending):
            told += _as_told(step, observer)
        tale = last.tales[number] = Tale(tale, told.tobytes())
    assert tale is not None
    return tale


def _as_told(step: Step, observer: Observer) -> array[int]:
    """The events of a step without what an observer does not see."""
    if observer.everything:
        return step.events
    if observer.number == step.seat:
        return seen_part(step.events, observer)
    if step.public is None:
        first = 0 if step.action is None else WIDTH  # the decision itself is nobody else's
        seen = step.events[first + SEEN :: WIDTH]
        alike = seen.count((2 << observer.players) - 1) == len(seen)
        step.public = seen_part(step.events, observer) if alike else NOT_PUBLIC
    return step.public or seen_part(step.events, observer)


NOT_PUBLIC = array("q")


def seen_part(raw: array[int], observer: Observer) -> array[int]:
    """Events without the cards and options that an observer does not see."""
    told, bit = raw[:], observer.number
    unseen = [number for number, seen in enumerate(raw[SEEN::WIDTH]) if not seen >> bit & 1]
    for number in reversed(unseen):
        at = WIDTH * number
        kind = raw[at]
        if kind == CHANCE:
            del told[at : at + WIDTH]
        elif kind == CHOICE:
            told[at + 2] = -1
        elif kind in WITH_CARD:
            told[at + 1] = -1
    return told


@dataclass(frozen=True, slots=True)
class Observation:
    """What one seat has seen and sees: nothing in it depends on a card it cannot see.

    `places` maps the name of a place to its cards (numbers, bottom first; in no order if it has
    none that can be seen) or, where they are hidden, to how many there are.
    """

    seat: int | None
    to_move: int | None
    places: dict[str, tuple[int, ...] | int]
    stores: dict[str, int | str]
    events: tuple[Event, ...]
    options: tuple[int, ...]
    """Ids of the actions on offer, if it is this seat's turn."""

    def __bytes__(self) -> bytes:
        return repr(
            (
                self.seat,
                self.to_move,
                sorted(self.places.items()),
                sorted(self.stores.items()),
                [event.key() for event in self.events],
                self.options,
            )
        ).encode()


def observe(state: State, observer: Observer) -> Observation:
    """What somebody has seen of a game, and sees now."""
    game, sees = state.game, state.game.telling["sees"]
    places: dict[str, tuple[int, ...] | int] = {}
    for place, name in enumerate(game.place_names):
        visible = observer.sees(sees(state.array, place))
        places[name] = state.cards_at(place) if visible else state.count_at(place)
    events = tale_of(state.last, observer).events
    actions = state.actions if observer.decides(state.to_move) else ()
    ids = tuple(action.id for action in actions)
    return Observation(observer.seat, state.to_move, places, state.stores, events, ids)
