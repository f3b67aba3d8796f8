"""Steps: what happened by the deal and by each decision, and the tale of it that was told to each
observer."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.derived import Keepsakes
from kibitz.engine.disclosures import Disclosure
from kibitz.engine.events import SEEN, WIDTH, Event, decode, seen_part
from kibitz.engine.observer import Observer

__all__ = ["Happened", "Hearsay", "Step", "Tale", "Unasked", "tale_of"]

Happened = tuple["array[int]", tuple[Disclosure, ...]]
"""The events of a step, and what they disclose."""

NO_PILES: Mapping[int, tuple[int, ...]] = {}

NOT_PUBLIC = array("q")
"""In place of what all are told alike, if they are not."""


class Step:
    """What happened by the deal or one decision, and the steps before it."""

    __slots__ = (
        "action",
        "before",
        "disclosures",
        "events",
        "keepsakes",
        "piles",
        "position",
        "public",
        "seat",
        "tales",
    )

    def __init__(
        self,
        before: Step | None,
        events: array[int],
        disclosures: tuple[Disclosure, ...],
        action: Action | None,
        seat: int,
        position: int = 0,
    ) -> None:
        self.before = before
        self.events = events
        self.disclosures = disclosures
        """What the events show about hidden cards; the action itself is no event here."""
        self.action = action
        self.seat = seat
        self.position = position
        """Which choice of the rules it was; 0 at the deal."""
        self.keepsakes: Keepsakes = {}
        """What others have worked out about the game so far."""
        self.tales: dict[int, Tale] = {}
        """What each observer who was asked for has been told."""
        self.public: array[int] | None = None
        """What all are told alike but who decided, once somebody was; empty if they are not."""
        self.piles: Mapping[int, tuple[int, ...]] = NO_PILES
        """Orders decided beforehand, where the game began with a given deal."""

    @property
    def asked(self) -> bool:
        """Whether somebody wanted to know what happened."""
        return True


class Unasked(Step):
    """A step of which is kept how to find out what happened: it is found out when somebody asks for
    its events or disclosures. As a rule nobody does."""

    __slots__ = ("_find_out",)

    def __init__(
        self,
        before: Step | None,
        find_out: Callable[[], Happened],
        action: Action | None,
        seat: int,
        position: int = 0,
    ) -> None:
        self.before = before
        self.action = action
        self.seat = seat
        self.position = position
        self.keepsakes = {}
        self.tales = {}
        self.public = None
        self.piles = NO_PILES
        self._find_out: Callable[[], Happened] | None = find_out

    def __getattr__(self, name: str) -> Any:  # only called for what is not there
        if name not in ("events", "disclosures") or self._find_out is None:
            raise AttributeError(name)
        self.events, self.disclosures = self._find_out()
        self._find_out = None  # it is no longer needed, nor the row of numbers that comes with it
        return getattr(self, name)

    @property
    def asked(self) -> bool:
        return self._find_out is None


class Hearsay(Step):
    """A past that was only told: nothing in it can be played again."""

    __slots__ = ()

    @property
    def asked(self) -> bool:
        return False


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

    def __iter__(self) -> Iterator[Event]:
        """The events in their order, each read when it is asked for."""
        for raw in self._parts():
            yield from decode(array("q", raw))

    def __bytes__(self) -> bytes:
        """All of them as they are written."""
        return b"".join(self._parts())

    def _parts(self) -> list[bytes]:
        """What this tale and those before it tell, the first first."""
        parts = []
        tale: Tale | None = self
        while tale is not None:
            parts.append(tale.raw)
            tale = tale.before
        return parts[::-1]

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
