"""Whether something that looks the same was on offer: what a decision shows, by its definition.

Where the rules of a choice cannot be read as conditions on cards, they can still be tried: the
options are listed as they would have been with other cards, each is played on a copy, and what
everybody sees of it is compared with what was seen. That is slow, but always right.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from kibitz.engine.buffers import borrow, give_back
from kibitz.engine.disclosures import Condition, Log, Untold, all_of, secret
from kibitz.engine.events import walk
from kibitz.recycle.prelude import EVENTS

__all__ = ["alike"]

CHANCE, LABEL = EVENTS["chance"], EVENTS["label"]
CARDS = (EVENTS["move"], EVENTS["remember"], EVENTS["forget"])
KEPT = (EVENTS["number"], EVENTS["name"])
NO_CHANCE = array("q", [0, 0])


def alike(
    options: Callable[..., int], act: Callable[..., int], onlooker: int
) -> dict[str, Callable[..., Any]]:
    """For a game whose options are listed and played so, and whose spectators have this number:
    the test, and the condition that it holds."""

    def secret_offered(S: array[int], E: Log, C: array[int], *seen: int) -> int:
        codes, work = borrow()
        try:
            listed = array("q", S)
            number = options(listed, codes, array("q", S), work)
            if listed[1]:
                return False
            return any(_looks(S, code, work) == seen for code in codes[:number].tolist())
        finally:
            give_back((codes, work))

    def _looks(S: array[int], code: int, work: array[int]) -> tuple[int, ...]:
        after, log = array("q", S), Log()
        act(after, code, work, log, NO_CHANCE)
        return _seen(log[1:], onlooker) if not after[1] else (-1,)

    def offered(log: Log, numbers: array[int], line: int, places: int) -> Condition:
        """That something was on offer that looks like what has happened."""
        raw = log[1:]
        if any(kind == CHANCE for kind, *_ in walk(raw)):
            return Untold(line, "chance has a part in what is done")
        told = secret(secret_offered, line, places, numbers, _seen(raw, onlooker))
        if any(kind in CARDS and not seen >> onlooker & 1 for kind, _, _, _, seen, _ in walk(raw)):
            return all_of(told, Untold(line, "which card was picked unseen"))
        return told

    return {"secret_offered": secret_offered, "offered": offered}


def _seen(raw: list[int], onlooker: int) -> tuple[int, ...]:
    """What everybody sees of some events."""
    found: list[int] = []
    for kind, one, two, three, seen, _ in walk(raw):
        if seen >> onlooker & 1:
            if kind != CHANCE:
                found += (kind, one, two, three)
        elif kind in CARDS:
            found += (kind, -1, two, three)
        elif kind not in (CHANCE, LABEL, *KEPT):
            found += (kind, one, two, three)
    return tuple(found)
