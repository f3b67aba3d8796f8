"""What a worker remembers, and how it answers: things it was told, so many of each kind.

An answer has one character before its text (see `kibitz.work.answers`): `+` done, `-` a sentence
about what went wrong, `?` something is not known here (any more) and has to be told in full.
"""

from __future__ import annotations

import importlib
import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError, fault
from kibitz.work.answers import written
from kibitz.work.wire import ANSWER

__all__ = ["Forgotten", "Memory"]


class Forgotten(Exception):
    """Something a job needs is not known here."""


@dataclass(slots=True)
class _Kept:
    """A thing and how many parts it has; what it is, only its maker and the jobs know."""

    thing: Any
    parts: int = 0


class Memory:
    """What a worker remembers, by the function that made it and by key; the oldest goes first."""

    def __init__(self) -> None:
        self.kinds: dict[str, OrderedDict[str, _Kept]] = {}

    def answer(self, job: dict[str, Any]) -> Any:
        """What a job asks for, whatever its function returns."""
        for key in job.get("forget", ()):
            for known in self.kinds.values():
                known.pop(key, None)
        things = {name: self.thing(told) for name, told in job["things"].items()}
        return _function(job["call"])(**things, **job["arguments"])

    def thing(self, told: dict[str, Any]) -> Any:
        """A thing a job needs, made or grown as it is told; if that goes wrong, it is forgotten."""
        known = self.kinds.setdefault(told["make"], OrderedDict())
        kept = known.pop(told["key"], None)
        since = told["since"]
        if "of" in told:
            kept = _Kept(_function(told["make"])(**told["of"]))
        elif kept is None or kept.parts < since:
            raise Forgotten
        for part in told["parts"][kept.parts - since :]:
            kept.thing.add(part)
            kept.parts += 1
        self.keep(told["make"], told["key"], kept.thing, kept.parts, told["room"])
        return kept.thing

    def keep(self, make: str, key: str, thing: Any, parts: int = 0, room: int = 32) -> None:
        """Remember a thing as if it had been told."""
        known = self.kinds.setdefault(make, OrderedDict())
        known[key] = _Kept(thing, parts)
        while len(known) > room:
            known.popitem(last=False)

    def answered(self, job: bytes) -> bytes:
        """The answer to a job as it is sent; whatever goes wrong, it is one sentence."""
        try:
            text = b"+" + written(self.answer(json.loads(job)))
        except Forgotten:
            return b"?"
        except KibitzError as error:
            return _complaint(error)
        except MemoryError:
            return _complaint(KibitzError("that needs more memory than it may have"))
        except BaseException as error:  # nobody else raises it here: a worker hears no Ctrl-C
            return _complaint(fault(error))
        if len(text) > ANSWER:
            return _complaint(KibitzError("the answer is too long to be shown"))
        return text


def _function(name: str) -> Callable[..., Any]:
    """A function given as `module:function`."""
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


def _complaint(error: KibitzError) -> bytes:
    return b"-" + json.dumps([error.message, error.hint]).encode()
