"""Where in a text of TOML each entry stands, so that what is wrong with it can be shown there.

The text is one that `tomllib` has read: it is not checked again, only walked through.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["At", "Spot", "nearest", "spots"]

At = tuple[str | int, ...]
"""The way to an entry: names, and numbers from 0 in lists."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an entry stands: its name, and what it is set to; from and to, in characters."""

    name: tuple[int, int]
    value: tuple[int, int]


BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
NAME = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[A-Za-z0-9_-]+")
DOT = re.compile(r"[ \t]*\.[ \t]*")
STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""+|' + r"'''.*?'''+|" + r'"(?:[^"\\]|\\.)*"|' + r"'[^']*'", re.DOTALL
)
PLAIN = re.compile(r"[^,\]}#\n]*")


def spots(text: str) -> dict[At, Spot]:
    """All entries of a text, by the way to them. A table has the spot of its header.

    >>> found = spots('[[cups]]\\nfor = ["Ana", "Bea"]')
    >>> found["cups", 0, "for", 1].value
    (23, 28)
    """
    walk = _Walk(text)
    walk.whole()
    return walk.found


def nearest(found: dict[At, Spot], at: At) -> tuple[int, Spot] | None:
    """The spot of an entry, or of the nearest thing around it; and how much of the way that is."""
    for length in range(len(at), 0, -1):
        if at[:length] in found:
            return length, found[at[:length]]
    return None


class _Walk:
    """A walk through a text, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.text, self.here = text, 0
        self.found: dict[At, Spot] = {}
        self.lists: dict[At, int] = {}
        """How many tables a list of tables has so far."""

    def whole(self) -> None:
        section: At = ()
        while True:
            self._skip()
            if self.here >= len(self.text):
                return
            if self.text[self.here] == "[":
                section = self._header()
            else:
                self._entry(section)

    def _skip(self) -> None:
        match = BLANK.match(self.text, self.here)
        assert match is not None
        self.here = match.end()

    def _header(self) -> At:
        """`[table.name]`, or `[[a list of tables]]`."""
        start = self.here
        several = self.text.startswith("[[", self.here)
        self.here += 1 + several
        self._skip()
        at = self._within(self._names())
        self.here = self.text.index("]", self.here) + 1 + several
        if several:
            number = self.lists.get(at, 0)
            self.lists[at] = number + 1
            self.found.setdefault(at, Spot((start, self.here), (start, self.here)))
            at = (*at, number)
        self.found.setdefault(at, Spot((start, self.here), (start, self.here)))
        return at

    def _within(self, names: At) -> At:
        """The way to a table: of a list of tables on it, the last one is meant."""
        at: At = ()
        for place, name in enumerate(names):
            at = (*at, name)
            if at in self.lists and place < len(names) - 1:
                at = (*at, self.lists[at] - 1)
        return at

    def _names(self) -> At:
        """A dotted name."""
        found: list[str | int] = []
        while (match := NAME.match(self.text, self.here)) is not None:
            found.append(match[0].strip("\"'"))
            self.here = match.end()
            dot = DOT.match(self.text, self.here)
            if dot is None:
                break
            self.here = dot.end()
        return tuple(found)

    def _entry(self, section: At) -> None:
        start = self.here
        at = (*section, *self._names())
        end = self.here
        if end == start:  # nothing we know: go on with the next line
            self.here = (self.text.find("\n", start) + 1) or len(self.text)
            return
        self.here = self.text.find("=", self.here) + 1 or len(self.text)
        self.found.setdefault(at, Spot((start, end), self._value(at)))

    def _value(self, at: At) -> tuple[int, int]:
        """Walk through a value, and say from where to where that was."""
        self._skip()
        start = self.here
        opening = self.text[start : start + 1]
        if opening in ("[", "{"):
            self.here += 1
            self._inside(at, "]" if opening == "[" else "}")
        else:
            match = STRING.match(self.text, start) or PLAIN.match(self.text, start)
            assert match is not None
            self.here = start + len(match[0].rstrip())
            self.here = max(self.here, start)
        return start, self.here

    def _inside(self, at: At, closing: str) -> None:
        """The parts of a list or of a table in one line."""
        number = 0
        while True:
            self._skip()
            if self.here >= len(self.text):
                return
            if self.text[self.here] in (closing, ","):
                self.here += 1
                if self.text[self.here - 1] == closing:
                    return
                continue
            before = self.here
            if closing == "}":
                self._entry(at)
            else:
                value = self._value((*at, number))
                self.found.setdefault((*at, number), Spot(value, value))
                number += 1
            if self.here == before:
                self.here += 1
