"""From the text of a kernel to LLVM's assembly.

What is compiled is a small part of Python: functions of whole numbers, truth values, fractions and
arrays of whole numbers; `if`, `for` over a range, `while`, `return`. A function is
written when it is first called, once for each combination of types it is called with (`page.py`,
`statements.py`, `expressions.py`).

Arrays are bare pointers: no length, no check of an index. An array that a function makes (`new`)
is thrown away when it ends; if it returns one, it belongs to whoever called it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.engine.compiler.kinds import ARRAY, BOOL, INT, NOTHING, Beyond, Signature
from kibitz.engine.compiler.page import Found, Page
from kibitz.engine.compiler.statements import write

__all__ = ["Program"]


@dataclass
class Program:
    """All that is compiled together: constants, functions, and what has been written of them."""

    text: str
    primitives: Mapping[str, Signature]
    constants: dict[str, int | float | bool] = field(default_factory=dict)
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    _known: dict[tuple[str, tuple[str, ...]], Signature] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        space: dict[str, object] = {"table": tuple}
        for node in ast.parse(self.text).body:
            if isinstance(node, ast.FunctionDef):
                self.functions[node.name] = node
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                expression = compile(ast.Expression(node.value), "<constants>", "eval")
                value = space[name] = eval(expression, {"__builtins__": {}}, space)
                if isinstance(value, tuple):
                    self.tables[name] = value
                elif isinstance(value, int | float):
                    self.constants[name] = value
                else:
                    raise Beyond(f"`{name}` is neither a number nor a table")
            elif not isinstance(node, ast.Expr):
                raise Beyond(f"only functions and constants, not: {ast.unparse(node)[:60]}")

    def signature(self, name: str, takes: tuple[str, ...]) -> Signature:
        """A function for parameters of these types; it is written when it is first asked for."""
        takes = tuple(INT if each == BOOL else each for each in takes)
        found = self._known.get((name, takes))
        if found is None:
            node = self.functions.get(name)
            if node is None:
                raise Beyond(f"there is no function `{name}`")
            if name in self._open:
                raise Beyond(f"`{name}` calls itself")
            self._open.append(name)
            versions = sum(1 for known, _ in self._known if known == name)
            symbol = f'@"f.{name}{f".{versions}" if versions else ""}"'
            found = self._write(node, symbol, takes)
            self._known[name, takes] = found
            self._open.pop()
        return found

    def _write(self, node: ast.FunctionDef, symbol: str, takes: tuple[str, ...]) -> Signature:
        """Write a function, again until nothing new is found out about it."""
        found = Found(dict(zip((each.arg for each in node.args.args), takes, strict=False)))
        while True:
            page = Page(self, node, takes, found)
            write(page)
            if page.found == found:
                break
            found = page.found
        signature = Signature(symbol, takes, found.gives or NOTHING, found.gives == ARRAY)
        self.written.append(page.printed(signature))
        return signature

    def table(self, name: str) -> str:
        """A table of numbers, by its symbol."""
        self._used.add(name)
        return f'@"t.{name}"'

    def printed_tables(self) -> str:
        lines = []
        for name in sorted(self._used):
            numbers = self.tables[name]
            row = ", ".join(f"i64 {number}" for number in numbers)
            kind = f"[{len(numbers)} x i64]"
            lines.append(f'@"t.{name}" = internal unnamed_addr constant {kind} [{row}], align 16')
        return "\n".join(lines)
