"""Events: everything that happens in a game, and what each observer sees of it.

The emitted code writes an event as a few integers, with a mask of those who see the card. A card
moved where an observer cannot look is "a card" in what it is told; draws and shuffles tell nothing
but that they happened.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kibitz.engine.observer import Observer
from kibitz.recycle.prelude import EVENTS

__all__ = ["WIDTH", "Event", "Raw", "chances", "decode", "end_of", "kinds", "seen_part", "walk"]

KINDS = {number: kind for kind, number in EVENTS.items()}
CHANCE, CHOICE, LABEL = EVENTS["chance"], EVENTS["choice"], EVENTS["label"]
KEPT = EVENTS["number"], EVENTS["name"]
WITH_CARD = EVENTS["move"], EVENTS["remember"], EVENTS["forget"]

WIDTH = 6
"""How many integers an event is: its kind, three that say what, who sees it, and one more. Of a
move that is the end of the place it goes to, and four times that of the pile it comes from: 1 is
the top, -1 the bottom; and 32 more if the next move is that of the card it changes places with."""

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


def chances(raw: Sequence[int]) -> list[tuple[bool, int]]:
    """The outcomes of chance among events, in their order: whether it is a card, and which."""
    if CHANCE not in raw[::WIDTH]:
        return []
    return [(not what, outcome) for kind, what, outcome, _, _, _ in walk(raw) if kind == CHANCE]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, as one seat saw it (or as it was).

    | kind | fields |
    |---|---|
    | move | card (-1: unseen), source (-1: from nowhere), target |
    | remember, forget | card, target |
    | number, name | slot, value: a store was set |
    | points | slot, seat: a point map was set; value: to what, if hidden cards have to do with it |
    | shuffle | target |
    | cycle | seat, value: 1 is next, 0 takes the turn at once; slot 1: it is a team |
    | choice | seat, value: the id of the action, -1 if unseen |
    | label | value: what the choice before it is called, in `game.labels` |
    | deck | target, card: the first, value: how many |
    | teams, pass | |

    >>> state = kibitz.load("agram").new(seed=1)
    >>> [event.kind for event in state.after("3S").events][-3:]
    ['choice', 'move', 'name']
    """

    kind: str
    card: int = -1
    source: int = -1
    target: int = -1
    slot: int = -1
    value: int = 0
    seat: int = -1

    def key(self) -> tuple[str, int, int, int, int, int, int]:
        """The same as a tuple."""
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
        return Event(kind, slot=a, seat=b, value=c)
    if kind == "shuffle":
        return Event(kind, target=a)
    if kind == "cycle":
        return Event(kind, seat=a, value=b, slot=c)
    if kind == "deck":
        return Event(kind, target=a, card=b, value=c)
    if kind == "choice":
        return Event(kind, seat=a, value=b)
    if kind == "label":
        return Event(kind, value=a)
    return Event(kind)


def end_of(last: int) -> int:
    """To which end of a place a card goes, from the last number of its move.

    >>> end_of(1), end_of(1 + 4), end_of(1 - 4), end_of(-1 + 4)
    (1, 1, 1, -1)
    """
    return (last + 2) % 4 - 2


def seen_part(raw: array[int], observer: Observer) -> array[int]:
    """Events without the cards, options and private numbers that an observer does not see."""
    told, bit = raw[:], observer.number
    unseen = [number for number, seen in enumerate(raw[SEEN::WIDTH]) if not seen >> bit & 1]
    for number in reversed(unseen):
        at = WIDTH * number
        kind = raw[at]
        if kind in (CHANCE, LABEL, *KEPT):
            del told[at : at + WIDTH]
        elif kind == CHOICE:
            told[at + 2] = -1
        elif kind in WITH_CARD:
            told[at + 1] = -1
            told[at + 5] = end_of(told[at + 5])
    return told
