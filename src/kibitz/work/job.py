"""Jobs: a function and what it is called with, so that another process can call it.

What is long, and wanted again and again, is *told*: a worker remembers it under its key, and is
told in full only if it does not know it (any more). A told thing may grow, part by part, and then
only the new parts are sent.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import KibitzError

__all__ = ["Died", "Job", "Late", "Refused", "Thing", "message"]


class Refused(KibitzError):
    """What a job itself complained about; it may be about cards somebody sees."""


class Died(KibitzError):
    """A job ended the process it was done in, as often as it was tried."""

    def __init__(self, code: int | None, tries: int = 2) -> None:
        often = "twice" if tries == 2 else f"{tries} times"
        super().__init__(f"the process that thought about this has died, {often}")
        self.code = code
        """How the process ended, as the system tells it."""


class Late(KibitzError):
    """A job took longer than it may; its process was ended."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"that took longer than {seconds:g} s")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something a worker makes once and then remembers, as long as it has room."""

    key: str
    """Tells things apart that were made by the same function."""
    make: str
    """The function that makes it, `module:function`."""
    of: Mapping[str, Any]
    """What that is called with: JSON."""
    parts: Sequence[Any] = ()
    """What is added to it later, one by one, with its method `add`: JSON, only ever appended to."""
    room: int = 32
    """How many such things a worker remembers."""

    @classmethod
    def once(cls, make: str, of: Mapping[str, Any]) -> Thing:
        """Something that never changes, so that what it is made of can tell it apart."""
        text = json.dumps(of, sort_keys=True)
        return cls(hashlib.sha256(text.encode()).hexdigest()[:32], make, of)


@dataclass(frozen=True, slots=True)
class Job:
    """A call of a function somewhere; the answer is what it returns: JSON, and bytes if it must."""

    call: str
    """The function, `module:function`."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """What it is called with, by name: JSON."""
    things: Mapping[str, Thing] = field(default_factory=dict)
    """What else it is called with, by name: remembered by the worker."""
    askers: tuple[str, ...] = ()
    """Who asks, maybe for one of several tables of theirs; those who ask are served in turn."""
    seconds: float | None = None
    """How long it may take; None: as long as it likes."""
    kind: str = ""
    """Jobs of one kind take about equally long; those of no kind are quick."""


def message(job: Job, known: Mapping[str, int], forget: Sequence[str] = ()) -> dict[str, Any]:
    """A job as it is handed over to somebody who knows these keys, with so many parts of each."""
    told: dict[str, Any] = {"call": job.call, "arguments": job.arguments, "things": {}}
    if forget:
        told["forget"] = forget
    for name, thing in job.things.items():
        since = known.get(thing.key)
        entry = {"key": thing.key, "make": thing.make, "room": thing.room, "since": since or 0}
        if since is None:
            entry["of"] = thing.of
        entry["parts"] = thing.parts[since or 0 :]
        told["things"][name] = entry
    return told
