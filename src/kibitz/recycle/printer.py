"""A game's module before it is printed, and how it is printed.

What is written about a game, and the templates it is put together with, are Python but for marks: a
`$` stands before a number that has a name, `$WHERE`, and before a call that is very short,
`$lowest(m)`. Everybody who reads the module, the compiler among them, gets them as they stand
(`BY_NAME`). Python looks names up and calls functions at a price, so what it runs has numbers and
bits in their place (`WRITTEN_OUT`). `$$` is a dollar sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import Template, ascii_letters, digits

__all__ = ["Function", "Module", "Piece", "called", "cut", "short"]

_LETTERS = ascii_letters + digits + "_"


@dataclass(frozen=True)
class Function:
    """A function: its head without `def`, what it is for, and all lines up to the next one."""

    head: str
    doc: str
    body: str

    @property
    def name(self) -> str:
        return self.head.partition("(")[0]

    @property
    def parameters(self) -> list[str]:
        return self.head.partition("(")[2].rpartition(")")[0].split(", ")

    @cached_property
    def calls(self) -> frozenset[str]:
        """The functions it calls."""
        return called(self.body)

    def __str__(self) -> str:
        doc = f'    """{self.doc}"""\n' if self.doc else ""
        return f"def {self.head}:\n{doc}{self.body}"


Piece = str | Function


def cut(text: str) -> list[Piece]:
    """A text in pieces: its functions, and before them whatever stands there."""
    first, *rest = f"\n{text}".split("\ndef ")
    if not rest:
        return [text]
    return [f"{first}\n"[1:], *map(_function, [*(f"{part}\n" for part in rest[:-1]), rest[-1]])]


def _function(text: str) -> Function:
    head, _, body = text.partition(":\n")
    if not body.startswith('    """'):
        return Function(head, "", body)
    doc, _, body = body.removeprefix('    """').partition('"""\n')
    return Function(head, doc, body)


def called(text: str) -> frozenset[str]:
    """The names that stand before brackets."""
    parts = text.split("(")[:-1]
    return frozenset(part[len(part.rstrip(_LETTERS)) :] for part in parts)


def short(call: str, operand: str) -> str:
    """A call that may be written out if what it is of has no brackets: `short("lowest", "m")`."""
    simple = operand.isidentifier() if call == "lowest" else "(" not in operand
    return f"{'$' if simple else ''}{call}({'S, ' if call == 'sees' else ''}{operand})"


class _Marked(Template):
    """Text with marks."""

    idpattern = r"(?a:[a-z]+\([^()]*\)|[A-Z_]+)"


BY_NAME = {"lowest": "lowest({0})", "popcount": "popcount({0})", "sees": "sees(S, {0})"}
"""Short calls by their names."""

WRITTEN_OUT = {
    "lowest": "(({0} & -{0}).bit_length() - 1)",
    "popcount": "({0}).bit_count()",
    "sees": "SIGHT[{0}]",
}
"""Short calls as what they do."""


class _Prints(dict[str, str]):
    """What is printed for each mark."""

    def __init__(self, numbers: Mapping[str, str], calls: Mapping[str, str]) -> None:
        super().__init__(numbers)
        self.calls = calls

    def __missing__(self, mark: str) -> str:
        name, bracket, operand = mark.removesuffix(")").partition("(")
        if not bracket:
            raise KeyError(mark)
        return self.calls[name].format(self.printed(operand.removeprefix("S, ")))

    def printed(self, text: str) -> str:
        return _Marked(text).substitute(self)


@dataclass(frozen=True, slots=True)
class Module:
    """A module in pieces."""

    title: str
    pieces: tuple[Piece, ...]
    numbers: Mapping[str, int]
    """Numbers that have names."""
    steady_sight: bool
    """Whether who sees a place does not depend on who is in which team."""

    def named(self, piece: Callable[[Piece], str] = str) -> str:
        """The module with names, each piece printed as told."""
        return self.printed("".join(map(piece, self.pieces)))

    def printed(self, text: str) -> str:
        """A text of this module with names."""
        return _Prints({name: name for name in self.numbers}, BY_NAME).printed(text)

    def readable(self) -> str:
        """The module as people read it."""
        return f'"""{self.title}"""\n{self.named()}'

    def quick(self) -> str:
        """The module as Python runs it."""
        values = {name: str(value) for name, value in self.numbers.items()}
        calls = WRITTEN_OUT if self.steady_sight else {**WRITTEN_OUT, "sees": BY_NAME["sees"]}
        return _Prints(values, calls).printed("".join(map(str, self.pieces)))
