"""A page: one function while it is written, line by line, in LLVM's assembly.

Of what type a variable is, is known as soon as it is given a value. A function is written as if all
were whole numbers; if something turns out otherwise, it is written once more.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kibitz.engine.compiler.kinds import (
    BOOL,
    ENTRIES,
    FLOAT,
    INT,
    NULL,
    Beyond,
    Signature,
    Value,
    ir,
    joined,
    number_in,
    wrapped,
)  # fmt: skip

__all__ = ["Found", "Page", "Surroundings"]

SMALL = 40
"""Functions with so few statements are rather written out where they are called than others. Where,
LLVM decides, from the inside to the outside, when each is as simple as it gets: to have it done
always, which comes before that, made games slower by 15 %."""

LEDGER = "K"
"""Functions that begin with this parameter, the row of a ledger, are called from many places that
seldom need them."""


class Surroundings(Protocol):
    """What a function can name: constants, tables, other functions."""

    @property
    def primitives(self) -> Mapping[str, Signature]: ...

    @property
    def constants(self) -> Mapping[str, int | float | bool]: ...

    @property
    def tables(self) -> Mapping[str, tuple[int, ...]]: ...

    @property
    def functions(self) -> Mapping[str, ast.FunctionDef]: ...

    def signature(self, name: str, takes: tuple[str, ...], /) -> Signature: ...

    def table(self, name: str, /) -> str: ...


@dataclass(slots=True)
class Found:
    """What is found out about a function while it is written."""

    types: dict[str, str]
    """Of its variables."""
    gives: str | None = None
    """The type of what it returns."""
    owns: bool = False
    """Whether arrays are made that it must throw away, or hand over."""


class Page:
    """One function while it is written."""

    def __init__(
        self,
        program: Surroundings,
        node: ast.FunctionDef,
        takes: Sequence[str],
        before: Found,
    ) -> None:
        self.program, self.node = program, node
        self.names = [each.arg for each in node.args.args]
        if len(self.names) != len(takes):
            raise Beyond(f"`{node.name}` is called with {len(takes)} arguments")
        self.takes = takes
        self.found = Found(dict(before.types), before.gives, before.owns)
        self.types = self.found.types
        self.locals = {
            each.id
            for each in ast.walk(node)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        } | set(self.names)
        self.lines: list[str] = []
        self.stack: list[str] = []
        """Arrays that lie on the stack."""
        self.label = "start"
        self.count = 0
        self.ended = False
        """Whether the line before leads elsewhere, so that nothing comes after it."""
        self.loops: list[tuple[str, str]] = []
        """Where `continue` and `break` lead to."""

    def printed(self, signature: Signature) -> str:
        # no two arrays that Python hands over overlap: what is written to one is in no other
        apart = " noalias" if self.names and self.names[0] in ENTRIES else ""
        given = [
            f"{ir(kind)}{apart if ir(kind) == 'ptr' else ''} %p.{name}"
            for name, kind in zip(self.names, self.takes, strict=True)
        ]
        if signature.owned:
            given.insert(0, "ptr %owner")
        first = [f"  %v.{name} = alloca {ir(self.types[name])}" for name in sorted(self.types)]
        first += self.stack
        if self.found.owns and not signature.owned:
            first += ["  %owner = alloca ptr", "  store ptr null, ptr %owner"]
        for name, kind in sorted(self.types.items()):
            if name in self.names:
                if kind != self.takes[self.names.index(name)]:
                    raise Beyond(f"`{name}` of `{self.node.name}` changes its type")
                first.append(f"  store {ir(kind)} %p.{name}, ptr %v.{name}")
            else:
                first.append(f"  store {ir(kind)} {NULL.get(kind, '0')}, ptr %v.{name}")
        statements = sum(isinstance(each, ast.stmt) for each in ast.walk(self.node))
        ledger = bool(self.names) and self.names[0] == LEDGER
        how = " inlinehint" if statements <= SMALL and not ledger else ""
        head = (
            f"define internal {ir(signature.gives)} {signature.symbol}({', '.join(given)}){how} {{"
        )
        return "\n".join([head, "start:", *first, *self.lines, "}"])

    def new(self, kind: str = "x") -> str:
        self.count += 1
        return f"{kind}{self.count}"

    def do(self, operation: str) -> str:
        name = f"%{self.new()}"
        self.lines.append(f"  {name} = {operation}")
        return name

    def begin(self, label: str) -> None:
        """A new block, which the one before leads to if it leads nowhere else."""
        if not self.ended:
            self.lines.append(f"  br label %{label}")
        self.lines.append(f"{label}:")
        self.label = label
        self.ended = False

    def go(self, label: str) -> None:
        if not self.ended:
            self.lines.append(f"  br label %{label}")
            self.ended = True

    def whole(self, value: Value) -> str:
        text, kind = value
        if kind == INT:
            return text
        if kind == BOOL:
            if text in ("true", "false"):
                return "1" if text == "true" else "0"
            return self.do(f"zext i1 {text} to i64")
        raise Beyond(f"a whole number is needed in `{self.node.name}`, not {kind}")

    def fraction(self, value: Value) -> str:
        text, kind = value
        if kind == FLOAT:
            return text
        number = self.whole(value)
        known = number_in(number)
        if known is not None and abs(known) < 1 << 53:
            return self.literal(float(known))[0]
        return self.do(f"sitofp i64 {number} to double")

    def made(self, value: Value, kind: str) -> str:
        if value[1] == kind:
            return value[0]
        if kind == INT:
            return self.whole(value)
        if kind == FLOAT:
            return self.fraction(value)
        if kind == BOOL and value[1] == INT and value[0] in ("0", "1"):
            return "true" if value[0] == "1" else "false"
        raise Beyond(f"{value[1]} cannot be made {kind} in `{self.node.name}`")

    def truth(self, value: Value) -> str:
        text, kind = value
        if kind == BOOL:
            return text
        if kind == INT:
            return self.do(f"icmp ne i64 {text}, 0")
        if kind == FLOAT:
            return self.do(f"fcmp une double {text}, 0.0")
        raise Beyond(f"an array is neither true nor false in `{self.node.name}`")

    def literal(self, value: object) -> Value:
        if isinstance(value, bool):
            return ("true" if value else "false"), BOOL
        if isinstance(value, int):
            return wrapped(value), INT
        if isinstance(value, float):
            return f"0x{struct.pack('>d', value).hex().upper()}", FLOAT
        raise Beyond(f"{value!r} in `{self.node.name}`")

    def set(self, name: str, value: Value) -> None:
        kind = self.types.get(name)
        if kind is None or kind != value[1]:
            kind = value[1] if kind is None else joined(kind, value[1])
            self.types[name] = kind
        self.lines.append(f"  store {ir(kind)} {self.made(value, kind)}, ptr %v.{name}")

    def variable(self, name: str) -> Value:
        kind = self.types.setdefault(name, INT)
        return self.do(f"load {ir(kind)}, ptr %v.{name}"), kind

    def look(self, at: str, element: str) -> Value:
        """The number that stands somewhere."""
        found = self.do(f"load {element}, ptr {at}")
        if element == "float":
            found = self.do(f"fpext float {found} to double")
        return found, INT if element == INT else FLOAT

    def put(self, at: str, element: str, value: Value) -> None:
        """Have a number stand somewhere."""
        number = self.whole(value) if element == INT else self.fraction(value)
        if element == "float":
            number = self.do(f"fptrunc double {number} to float")
        self.lines.append(f"  store {element} {number}, ptr {at}")
