"""Messages about a description: where, what is wrong, what was expected, what might be meant.

agram.rcy:12:6: error: unknown action `mvoe`; did you mean `move`?
   12 |     (mvoe 'C (top (game vloc PILE)))
      |      ^^^^
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from kibitz.errors import KibitzError

__all__ = ["DescriptionError", "Diagnostic", "Diagnostics", "Source"]

MOST_ERRORS = 50
"""More errors than this in one file help nobody; the rest are counted."""

HOPELESS = 1000
"""With more errors than this, reading stops."""


@dataclass(frozen=True)
class Source:
    """The text of a description and the name it is known by."""

    text: str
    name: str = "<description>"
    line_starts: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        object.__setattr__(self, "line_starts", starts)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One message about one stretch of a description."""

    source: Source
    start: int
    end: int
    severity: Literal["error", "warning"]
    message: str
    hint: str | None = None

    @property
    def line(self) -> int:
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.place(self.start)[1]

    def headline(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}: {self.severity}: {self.message}"

    def __str__(self) -> str:
        text = self.source.line(self.line)
        before = text[: self.column - 1]
        width = max(1, min(self.end - self.start, len(text) - len(before)))
        if len(text) > 120:  # show a window of a very long line
            cut = max(0, len(before) - 50)
            text, before = text[cut : cut + 110], before[cut:]
            width = min(width, 60)
        pad = "".join("\t" if ch == "\t" else " " for ch in before)
        number = f"{self.line:5} | "
        gutter = " " * 5 + " | "
        lines = [self.headline(), number + text, gutter + pad + "^" * width]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        return {
            "file": self.source.name,
            "line": self.line,
            "column": self.column,
            "severity": self.severity,
            "message": self.message,
            "hint": self.hint,
        }


class Diagnostics:
    """Collects the messages of one description, in the order of its text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._found: dict[tuple[int, int, str], Diagnostic] = {}

    def error(self, start: int, end: int, message: str, hint: str | None = None) -> None:
        self._add(Diagnostic(self.source, start, end, "error", message, hint))
        if len(self._found) > HOPELESS:
            self.raise_if_wrong()

    def warning(self, start: int, end: int, message: str, hint: str | None = None) -> None:
        self._add(Diagnostic(self.source, start, end, "warning", message, hint))

    def _add(self, diagnostic: Diagnostic) -> None:
        self._found.setdefault((diagnostic.start, diagnostic.end, diagnostic.message), diagnostic)

    @property
    def crowded(self) -> bool:
        """Whether there are more messages than anybody will read."""
        return len(self._found) > MOST_ERRORS

    @property
    def all(self) -> list[Diagnostic]:
        return sorted(self._found.values(), key=lambda d: (d.start, d.severity, d.message))

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.all if d.severity == "error"]

    @property
    def warnings(self) -> list[Diagnostic]:
        return [d for d in self.all if d.severity == "warning"]

    def raise_if_wrong(self) -> None:
        if self.errors:
            raise DescriptionError(self.errors)


class DescriptionError(KibitzError):
    """A description with errors; shows them all."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        shown = [str(d) for d in self.diagnostics[:MOST_ERRORS]]
        if len(self.diagnostics) > MOST_ERRORS:
            shown.append(f"... and {len(self.diagnostics) - MOST_ERRORS} more errors")
        super().__init__("\n".join(shown))
