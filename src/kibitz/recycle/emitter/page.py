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
        return Function(head, doc, "\n".join(_filled(self.lines)))

    @contextmanager
    def indented(self, head: str) -> Iterator[None]:
        """A block under a head line."""
        self.line(head)
        self.depth += 1
        try:
            yield
        finally:
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


def _filled(lines: list[str]) -> Iterator[str]:
    """The lines, with a `pass` in each block that has nothing but comments: what it is about may
    turn out to be nothing, a set of cards that no card is in."""
    opened = -1
    for line in lines:
        depth = len(line) - len(line.lstrip(" "))
        said = line[depth:]
        if said.startswith("#"):
            yield line
            continue
        if depth <= opened:
            yield " " * (opened + 4) + "pass"
        opened = depth if said.endswith(":") else -1
        yield line
    if opened >= 0:
        yield " " * (opened + 4) + "pass"
