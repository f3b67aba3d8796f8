"""A page on which source text is written: lines, indentation, fresh names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.recycle.printer import Function

__all__ = ["Page"]


class Page:
    """Lines of Python under construction."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0
        self._fresh = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def restart(self) -> None:
        """Count fresh names from the start again."""
        self._fresh = 0

    def fresh(self, stem: str = "t") -> str:
        self._fresh += 1
        return f"{stem}{self._fresh}"

    def function(self, head: str, doc: str) -> Function:
        """A function of the lines on the page."""
        return Function(head, doc, "\n".join(self.lines))

    @contextmanager
    def indented(self, head: str) -> Iterator[None]:
        """A block under a head line; an empty one gets a `pass`."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        try:
            yield
        finally:
            if len(self.lines) == before:
                self.line("pass")
            self.depth -= 1

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """Collect the lines written inside, instead of writing them."""
        kept, self.lines = self.lines, []
        collected: list[str] = []
        try:
            yield collected
        finally:
            collected.extend(self.lines)
            self.lines = kept
