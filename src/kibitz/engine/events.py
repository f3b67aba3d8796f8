"""Events: everything that happens in a game, and what each seat sees of it.

The emitted code writes six integers an event, with a mask of the seats that see the card. From
these, `Observation` makes what one seat (or a spectator) has seen so far and sees now: a card moved
where it cannot look is "a card", draws and shuffles tell nothing but that they happened.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kibitz.engine.derived import Keepsakes
from kibitz.recycle.prelude import EVENTS

if TYPE_CHECKING:
    from kibitz.engine.state import State, Step

__all__ = ["Event", "Observation", "Tale", "observe", "open_tale", "tale_of"]

KINDS = {number: kind for kind, number in EVENTS.items()}
CHANCE, CHOICE = EVENTS["chance"], EVENTS["choice"]
WITH_CARD = EVENTS["move"], EVENTS["remember"], EVENTS["forget"]


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
    """Events from the six integers each of them is; chance is nobody's event."""
    numbers = iter(raw)
    return [
        _event(number, a, b, c)
        for number, a, b, c, _, _ in zip(*[numbers] * 6, strict=True)
        if number != CHANCE
    ]


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

    __slots__ = ("before", "keepsakes", "raw")

    def __init__(self, before: Tale | None, raw: bytes) -> None:
        self.before = before
        self.raw = raw
        """Six integers an event, eight bytes each, and none that the observer may not know."""
        self.keepsakes: Keepsakes = {}
        """What others have made of the tale so far, not to begin anew every time."""

    @property
    def events(self) -> tuple[Event, ...]:
        steps = []
        tale: Tale | None = self
        while tale is not None:
            steps.append(tale.raw)
            tale = tale.before
        told = array("q", b"".join(reversed(steps)))
        return tuple(decode(told))

    @property
    def latest(self) -> list[Event]:
        """Only what the tale before does not tell."""
        return decode(array("q", self.raw))


def open_tale(last: Step, players: int) -> Tale:
    """All that happened, as it was: for those who may see everything."""
    pending: list[Step] = []
    at: Step | None = last
    everything = players + 1
    while at is not None and everything not in at.tales:
        pending.append(at)
        at = at.before
    tale = at.tales[everything] if at is not None else None
    for step in reversed(pending):
        tale = step.tales[everything] = Tale(tale, step.events.tobytes())
    assert tale is not None
    return tale


def tale_of(last: Step, bit: int, players: int) -> Tale:
    """What the seat with this bit (of so many, and the spectators) has been told; what was made
    once is kept."""
    pending: list[Step] = []
    at: Step | None = last
    while at is not None and bit not in at.tales:
        pending.append(at)
        at = at.before
    tale = at.tales[bit] if at is not None else None
    if pending:
        told = array("q")
        for step in reversed(pending):
            told += _as_told(step, bit, players)
        tale = last.tales[bit] = Tale(tale, told.tobytes())
    assert tale is not None
    return tale


def _as_told(step: Step, bit: int, players: int) -> array[int]:
    """The events of a step without what the observer with this bit does not see."""
    if bit == step.seat:
        return seen_part(step.events, bit)
    if step.public is None:
        first = 4 if step.action is None else 10  # the decision itself is nobody else's
        seen = step.events[first::6]
        alike = seen.count((2 << players) - 1) == len(seen)
        step.public = seen_part(step.events, bit) if alike else NOT_PUBLIC
    return step.public or seen_part(step.events, bit)


NOT_PUBLIC = array("q")


def seen_part(raw: array[int], bit: int) -> array[int]:
    """Events without the cards and options that the observer with this bit does not see."""
    told = raw[:]
    unseen = [number for number, seen in enumerate(raw[4::6]) if not seen >> bit & 1]
    for number in reversed(unseen):
        at = 6 * number
        kind = raw[at]
        if kind == CHANCE:
            del told[at : at + 6]
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


def observe(state: State, seat: int | None) -> Observation:
    """What a seat, or a spectator, has seen of a state."""
    game = state.game
    bit = game.players if seat is None else seat
    functions = game.telling
    places: dict[str, tuple[int, ...] | int] = {}
    for place, name in enumerate(game.place_names):
        if functions["sees"](state.array, place) >> bit & 1:
            places[name] = state.cards_at(place)
        else:
            places[name] = state.count_at(place)
    events = tale_of(state.last, bit, game.players).events
    mine = seat is not None and state.to_move == seat
    options = tuple(action.id for action in state.actions) if mine else ()
    return Observation(seat, state.to_move, places, state.stores(), events, options)
