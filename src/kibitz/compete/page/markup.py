"""What a report of a competition has in its tables: names of entrants, scales of whiskers."""

from __future__ import annotations

from kibitz.compete.drawings import Span, scale
from kibitz.compete.naming import shown
from kibitz.draw.markup import Markup, joined, tag

__all__ = ["named", "scaled"]


def named(name: str) -> Markup:
    """The name of an entrant: on one line, cut off where there is no room, whole if pointed at;
    whichever way it is written, what comes after it is not moved."""
    line = shown(name)
    return tag("bdi", line, class_="name", title=line)


def scaled(on: Span) -> Markup:
    """The head of a column of whiskers: their scale, and a word for those who do not see it."""
    return joined((tag("span", "drawn", class_="unseen"), scale(on)))
