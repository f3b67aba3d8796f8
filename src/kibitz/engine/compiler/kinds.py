"""Kinds: of what type things are, what LLVM calls that, and what cannot be compiled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "ARRAY", "BOOL", "ELEMENTS", "ENTRIES", "FLOAT", "FLOATS", "INT", "NOTHING", "NULL", "REALS",
    "ZERO", "Beyond", "Signature", "Value", "ir", "joined", "kind_of", "number_in", "signatures",
    "wrapped",
]  # fmt: skip

INT, BOOL, FLOAT, NOTHING = "i64", "i1", "double", "void"
ARRAY, FLOATS, REALS = "ptr", "ptr to float", "ptr to double"

ENTRIES = ("B", "N")
"""Functions of whole batches (N) and those that begin with a blank state (B) are called from
Python; of what they take, the names of arrays are written in capitals."""

ELEMENTS = {ARRAY: "i64", FLOATS: "float", REALS: "double"}
"""What arrays are of."""

NULL = {FLOAT: "0.0", BOOL: "false", **dict.fromkeys(ELEMENTS, "null")}
"""What a variable is before it is given a value; a whole number, 0."""

Value: TypeAlias = tuple[str, str]
"""What LLVM calls it, and its type."""

ZERO: Value = ("0", INT)


class Beyond(Exception):
    """Something that is not in the part of Python that can be compiled."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes and gives."""

    symbol: str
    takes: tuple[str, ...]
    gives: str
    owned: bool = False
    """Whether its first parameter is the owner of the arrays it makes."""


def signatures(assembly: str) -> dict[str, Signature]:
    """The functions in a text of LLVM's that the rules can call."""
    found = {}
    pattern = r'^define internal (\w+) (@"f\.(\w+)")\(([^)]*)\)'
    for gives, symbol, name, given in re.findall(pattern, assembly, re.MULTILINE):
        takes = tuple(each.split()[0] for each in given.split(", "))
        found[name] = Signature(symbol, takes, gives)
    return found


def number_in(text: str) -> int | None:
    """A whole number that is known."""
    return int(text) if text.lstrip("-").isdigit() else None


def ir(kind: str) -> str:
    """A type as LLVM calls it: to what a pointer points is known to us alone."""
    return kind.partition(" ")[0]


def kind_of(name: str) -> str:
    """The type of a parameter of a function that Python calls, by its name: of arrays it is written
    in capitals, and they are of whole numbers unless they are called FLOATS or REALS."""
    if not name.isupper():
        return INT
    return {"FLOATS": FLOATS, "REALS": REALS}.get(name.partition("_")[0], ARRAY)


def wrapped(number: int) -> str:
    """A whole number in 64 bits."""
    return str((number + (1 << 63)) % (1 << 64) - (1 << 63))


def joined(one: str, other: str) -> str:
    """The type of what may be of either."""
    if one == other:
        return one
    if {one, other} == {INT, BOOL}:
        return INT
    if FLOAT in (one, other) and not {one, other} & ELEMENTS.keys():
        return FLOAT
    raise Beyond(f"a variable is both {one} and {other}")
