"""From the text of a kernel to LLVM's assembly.

What is compiled is a small part of Python: functions of whole numbers, truth values, fractions and
arrays of whole numbers; `if`, `for` over a range, `while`, `return`. So there is little to find out
beforehand: of what type a variable is, and that is known as soon as it is given a value. A function
is written as if all were whole numbers; if something turns out otherwise, it is written once more.

Arrays are bare pointers: no length, no check of an index. An array that a function makes (`new`)
is thrown away when it ends; if it returns one, it belongs to whoever called it.
"""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = ["FLOATS", "INT", "Beyond", "Program", "Signature", "kind_of", "signatures"]

INT, BOOL, FLOAT, NOTHING = "i64", "i1", "double", "void"
ARRAY, FLOATS, REALS = "ptr", "ptr to float", "ptr to double"

ELEMENTS = {ARRAY: "i64", FLOATS: "float", REALS: "double"}
"""What arrays are of."""

NULL = {FLOAT: "0.0", BOOL: "false", **dict.fromkeys(ELEMENTS, "null")}
"""What a variable is before it is given a value; a whole number, 0."""

Value: TypeAlias = tuple[str, str]
"""What LLVM calls it, and its type."""

ZERO: Value = ("0", INT)

ON_STACK = 1024
"""Arrays of up to so many numbers lie on the stack, if their length is known."""

SMALL = 40
"""Functions with so few statements are always written out where they are called."""

ARITHMETIC = {
    ast.Add: ("add", "fadd"),
    ast.Sub: ("sub", "fsub"),
    ast.Mult: ("mul", "fmul"),
    ast.BitAnd: ("and", ""),
    ast.BitOr: ("or", ""),
    ast.BitXor: ("xor", ""),
    ast.LShift: ("shl", ""),
    ast.RShift: ("ashr", ""),
}
COMPARISONS = {
    ast.Eq: ("eq", "oeq"),
    ast.NotEq: ("ne", "une"),
    ast.Lt: ("slt", "olt"),
    ast.LtE: ("sle", "ole"),
    ast.Gt: ("sgt", "ogt"),
    ast.GtE: ("sge", "oge"),
}
FOLDED: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: int.__add__,
    ast.Sub: int.__sub__,
    ast.Mult: int.__mul__,
    ast.BitAnd: int.__and__,
    ast.BitOr: int.__or__,
    ast.BitXor: int.__xor__,
}
"""What is worked out at once, if both numbers are known. The rest is left to LLVM."""


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


def _number(text: str) -> int | None:
    """A whole number that is known."""
    return int(text) if text.lstrip("-").isdigit() else None


def _ir(kind: str) -> str:
    """A type as LLVM calls it: to what a pointer points is known to us alone."""
    return kind.partition(" ")[0]


def kind_of(name: str) -> str:
    """The type of a parameter of a function that Python calls, by its name: of arrays it is written
    in capitals, and they are of whole numbers unless they are called FLOATS or REALS."""
    if not name.isupper():
        return INT
    return {"FLOATS": FLOATS, "REALS": REALS}.get(name.partition("_")[0], ARRAY)


def _wrapped(number: int) -> str:
    """A whole number in 64 bits."""
    return str((number + (1 << 63)) % (1 << 64) - (1 << 63))


def _joined(one: str, other: str) -> str:
    """The type of what may be of either."""
    if one == other:
        return one
    if {one, other} == {INT, BOOL}:
        return INT
    if FLOAT in (one, other) and not {one, other} & ELEMENTS.keys():
        return FLOAT
    raise Beyond(f"a variable is both {one} and {other}")


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
        found = _Found(dict(zip((each.arg for each in node.args.args), takes, strict=False)))
        while True:
            page = _Page(self, node, takes, found)
            page.write()
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


@dataclass(slots=True)
class _Found:
    """What is found out about a function while it is written."""

    types: dict[str, str]
    """Of its variables."""
    gives: str | None = None
    """The type of what it returns."""
    owns: bool = False
    """Whether arrays are made that it must throw away, or hand over."""


class _Page:
    """One function while it is written."""

    def __init__(
        self,
        program: Program,
        node: ast.FunctionDef,
        takes: Sequence[str],
        before: _Found,
    ) -> None:
        self.program, self.node = program, node
        self.names = [each.arg for each in node.args.args]
        if len(self.names) != len(takes):
            raise Beyond(f"`{node.name}` is called with {len(takes)} arguments")
        self.takes = takes
        self.found = _Found(dict(before.types), before.gives, before.owns)
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

    # --- the page ---------------------------------------------------------------------------

    def write(self) -> None:
        self._body(self.node.body)
        if not self.ended:
            self._leave()

    def printed(self, signature: Signature) -> str:
        given = [
            f"{_ir(kind)} %p.{name}" for name, kind in zip(self.names, self.takes, strict=True)
        ]
        if signature.owned:
            given.insert(0, "ptr %owner")
        first = [f"  %v.{name} = alloca {_ir(self.types[name])}" for name in sorted(self.types)]
        first += self.stack
        if self.found.owns and not signature.owned:
            first += ["  %owner = alloca ptr", "  store ptr null, ptr %owner"]
        for name, kind in sorted(self.types.items()):
            if name in self.names:
                if kind != self.takes[self.names.index(name)]:
                    raise Beyond(f"`{name}` of `{self.node.name}` changes its type")
                first.append(f"  store {_ir(kind)} %p.{name}, ptr %v.{name}")
            else:
                first.append(f"  store {_ir(kind)} {NULL.get(kind, '0')}, ptr %v.{name}")
        statements = sum(isinstance(each, ast.stmt) for each in ast.walk(self.node))
        how = " alwaysinline" if statements <= SMALL else ""
        head = (
            f"define internal {_ir(signature.gives)} {signature.symbol}({', '.join(given)}){how} {{"
        )
        return "\n".join([head, "start:", *first, *self.lines, "}"])

    def _new(self, kind: str = "x") -> str:
        self.count += 1
        return f"{kind}{self.count}"

    def _do(self, operation: str) -> str:
        name = f"%{self._new()}"
        self.lines.append(f"  {name} = {operation}")
        return name

    def _begin(self, label: str) -> None:
        """A new block, which the one before leads to if it leads nowhere else."""
        if not self.ended:
            self.lines.append(f"  br label %{label}")
        self.lines.append(f"{label}:")
        self.label = label
        self.ended = False

    def _go(self, label: str) -> None:
        if not self.ended:
            self.lines.append(f"  br label %{label}")
            self.ended = True

    # --- types ------------------------------------------------------------------------------

    def _int(self, value: Value) -> str:
        text, kind = value
        if kind == INT:
            return text
        if kind == BOOL:
            if text in ("true", "false"):
                return "1" if text == "true" else "0"
            return self._do(f"zext i1 {text} to i64")
        raise Beyond(f"a whole number is needed in `{self.node.name}`, not {kind}")

    def _float(self, value: Value) -> str:
        text, kind = value
        if kind == FLOAT:
            return text
        number = self._int(value)
        known = _number(number)
        if known is not None and abs(known) < 1 << 53:
            return self._literal(float(known))[0]
        return self._do(f"sitofp i64 {number} to double")

    def _as(self, value: Value, kind: str) -> str:
        if value[1] == kind:
            return value[0]
        if kind == INT:
            return self._int(value)
        if kind == FLOAT:
            return self._float(value)
        if kind == BOOL and value[1] == INT and value[0] in ("0", "1"):
            return "true" if value[0] == "1" else "false"
        raise Beyond(f"{value[1]} cannot be made {kind} in `{self.node.name}`")

    def _truth(self, value: Value) -> str:
        text, kind = value
        if kind == BOOL:
            return text
        if kind == INT:
            return self._do(f"icmp ne i64 {text}, 0")
        if kind == FLOAT:
            return self._do(f"fcmp une double {text}, 0.0")
        raise Beyond(f"an array is neither true nor false in `{self.node.name}`")

    # --- statements -------------------------------------------------------------------------

    def _body(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            if self.ended:
                return
            how = STATEMENTS.get(type(statement))
            if how is None:
                raise Beyond(f"{type(statement).__name__} in `{self.node.name}`")
            how(self, statement)

    def _pass(self, statement: ast.stmt) -> None:
        """Nothing to do."""

    def _expression(self, statement: ast.Expr) -> None:
        if isinstance(statement.value, ast.Call):
            self._call(statement.value)

    def _assign(self, statement: ast.Assign) -> None:
        if len(statement.targets) != 1:
            raise Beyond(f"several targets in `{self.node.name}`")
        target = statement.targets[0]
        if isinstance(target, ast.Name):
            self._set(target.id, self.value(statement.value))
            return
        if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            values = [self.value(each) for each in statement.value.elts]
            for each, value in zip(target.elts, values, strict=True):
                if not isinstance(each, ast.Name):
                    raise Beyond(f"several targets in `{self.node.name}`")
                self._set(each.id, value)
            return
        value = self.value(statement.value)
        self._put(*self._place(target), value)

    def _change(self, statement: ast.AugAssign) -> None:
        target = statement.target
        if isinstance(target, ast.Name):
            before = self._variable(target.id)
            self._set(target.id, self._operated(statement.op, before, self.value(statement.value)))
            return
        place = self._place(target)
        before = self._look(*place)
        after = self._operated(statement.op, before, self.value(statement.value))
        self._put(*place, after)

    def _set(self, name: str, value: Value) -> None:
        kind = self.types.get(name)
        if kind is None or kind != value[1]:
            kind = value[1] if kind is None else _joined(kind, value[1])
            self.types[name] = kind
        self.lines.append(f"  store {_ir(kind)} {self._as(value, kind)}, ptr %v.{name}")

    def _look(self, at: str, element: str) -> Value:
        """The number that stands somewhere."""
        found = self._do(f"load {element}, ptr {at}")
        if element == "float":
            found = self._do(f"fpext float {found} to double")
        return found, INT if element == INT else FLOAT

    def _put(self, at: str, element: str, value: Value) -> None:
        """Have a number stand somewhere."""
        number = self._int(value) if element == INT else self._float(value)
        if element == "float":
            number = self._do(f"fptrunc double {number} to float")
        self.lines.append(f"  store {element} {number}, ptr {at}")

    def _place(self, target: ast.expr) -> tuple[str, str]:
        """Where a number of an array stands, and of what type it is."""
        if not isinstance(target, ast.Subscript):
            raise Beyond(f"`{ast.unparse(target)}` cannot be given a value")
        array, kind = self.value(target.value)
        if kind not in ELEMENTS:
            raise Beyond(f"`{ast.unparse(target.value)}` is no array")
        index = self._int(self.value(target.slice))
        element = ELEMENTS[kind]
        return self._do(f"getelementptr inbounds {element}, ptr {array}, i64 {index}"), element

    def _if(self, statement: ast.If) -> None:
        then, after = self._new("then"), self._new("after")
        other = self._new("else") if statement.orelse else after
        self._test(statement.test, then, other)
        self._begin(then)
        self._body(statement.body)
        all_ended = self.ended
        self._go(after)
        if statement.orelse:
            self._begin(other)
            self._body(statement.orelse)
            all_ended = all_ended and self.ended
            self._go(after)
        else:
            all_ended = False
        if not all_ended:
            self._begin(after)

    def _while(self, statement: ast.While) -> None:
        look, body, after = self._new("look"), self._new("body"), self._new("after")
        self._begin(look)
        self._test(statement.test, body, after)
        self._loop(body, statement.body, look, after)
        self._begin(after)

    def _for(self, statement: ast.For) -> None:
        """A loop over a range, or over some numbers that are written down there."""
        each, numbers = statement.iter, ""
        if isinstance(each, ast.Tuple):
            first, last, step = "0", str(len(each.elts)), "1"
            numbers = self._numbers(each.elts)
        elif isinstance(each, ast.Call) and ast.unparse(each.func) == "range":
            given = [self._int(self.value(part)) for part in each.args]
            first, last = ("0", given[0]) if len(given) == 1 else given[:2]
            step = given[2] if len(given) > 2 else "1"
        else:
            raise Beyond(f"only loops over a range in `{self.node.name}`")
        if _number(step) in (None, 0) or not isinstance(statement.target, ast.Name):
            raise Beyond(f"steps of a range that are not known in `{self.node.name}`")
        mark = f"%{self._new('i')}"
        self.stack.append(f"  {mark} = alloca i64")
        self.lines.append(f"  store i64 {first}, ptr {mark}")
        look, body = self._new("look"), self._new("body")
        more, after = self._new("more"), self._new("after")
        self._begin(look)
        now = self._do(f"load i64, ptr {mark}")
        order = "slt" if int(step) > 0 else "sgt"
        going = self._do(f"icmp {order} i64 {now}, {last}")
        self.lines.append(f"  br i1 {going}, label %{body}, label %{after}")
        self.ended = True
        self._begin(body)
        if numbers:
            at = self._do(f"getelementptr inbounds i64, ptr {numbers}, i64 {now}")
            self._set(statement.target.id, (self._do(f"load i64, ptr {at}"), INT))
        else:
            self._set(statement.target.id, (now, INT))
        self.loops.append((more, after))
        self._body(statement.body)
        self.loops.pop()
        self._begin(more)
        then = self._do(f"add nsw i64 {now}, {step}")
        self.lines.append(f"  store i64 {then}, ptr {mark}")
        self._go(look)
        self._begin(after)

    def _numbers(self, given: Sequence[ast.expr]) -> str:
        """Some numbers one after the other, on the stack."""
        name = f"%{self._new('a')}"
        self.stack.append(f"  {name} = alloca [{len(given)} x i64], align 16")
        for i, part in enumerate(given):
            value = self._int(self.value(part))
            at = self._do(f"getelementptr inbounds i64, ptr {name}, i64 {i}")
            self.lines.append(f"  store i64 {value}, ptr {at}")
        return name

    def _loop(self, label: str, body: Sequence[ast.stmt], again: str, after: str) -> None:
        self._begin(label)
        self.loops.append((again, after))
        self._body(body)
        self.loops.pop()
        self._go(again)

    def _break(self, statement: ast.stmt) -> None:
        self._go(self.loops[-1][1])

    def _continue(self, statement: ast.stmt) -> None:
        self._go(self.loops[-1][0])

    def _return(self, statement: ast.Return) -> None:
        self._leave(None if statement.value is None else self.value(statement.value))

    def _leave(self, value: Value | None = None) -> None:
        """Return from the function."""
        if value is not None:
            self.found.gives = (
                value[1] if self.found.gives is None else _joined(self.found.gives, value[1])
            )
        result = "void"
        if self.found.gives is not None:
            nothing = {FLOAT: "0.0", ARRAY: "null", BOOL: "false"}.get(self.found.gives, "0")
            text = nothing if value is None else self._as(value, self.found.gives)
            result = f"{self.found.gives} {text}"
        if self.found.owns and self.found.gives != ARRAY:
            self.lines.append("  call void @throw_away(ptr %owner)")
        self.lines.append(f"  ret {result}")
        self.ended = True

    # --- tests ------------------------------------------------------------------------------

    def _test(self, node: ast.expr, yes: str, no: str) -> None:
        """Go on here or there."""
        if isinstance(node, ast.BoolOp):
            for each in node.values[:-1]:
                further = self._new("and")
                if isinstance(node.op, ast.And):
                    self._test(each, further, no)
                else:
                    self._test(each, yes, further)
                self._begin(further)
            self._test(node.values[-1], yes, no)
            return
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self._test(node.operand, no, yes)
            return
        truth = self._truth(self.value(node))
        self.lines.append(f"  br i1 {truth}, label %{yes}, label %{no}")
        self.ended = True

    # --- expressions ------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """What an expression comes to."""
        how = EXPRESSIONS.get(type(node))
        if how is None:
            raise Beyond(f"`{ast.unparse(node)[:60]}` in `{self.node.name}`")
        return how(self, node)

    def _constant(self, node: ast.Constant) -> Value:
        return self._literal(node.value)

    def _literal(self, value: object) -> Value:
        if isinstance(value, bool):
            return ("true" if value else "false"), BOOL
        if isinstance(value, int):
            return _wrapped(value), INT
        if isinstance(value, float):
            return f"0x{struct.pack('>d', value).hex().upper()}", FLOAT
        raise Beyond(f"{value!r} in `{self.node.name}`")

    def _name(self, node: ast.Name) -> Value:
        if node.id in self.locals:
            return self._variable(node.id)
        if node.id in self.program.constants:
            return self._literal(self.program.constants[node.id])
        if node.id in self.program.tables:
            return self.program.table(node.id), ARRAY
        raise Beyond(f"`{node.id}` is not known in `{self.node.name}`")

    def _variable(self, name: str) -> Value:
        kind = self.types.setdefault(name, INT)
        return self._do(f"load {_ir(kind)}, ptr %v.{name}"), kind

    def _subscript(self, node: ast.Subscript) -> Value:
        return self._look(*self._place(node))

    def _unary(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            truth = self._truth(value)
            return self._do(f"xor i1 {truth}, true"), BOOL
        if isinstance(node.op, ast.UAdd):
            return value
        if value[1] == FLOAT:
            return self._do(f"fneg double {self._float(value)}"), FLOAT
        number = self._int(value)
        known = _number(number)
        if isinstance(node.op, ast.Invert):
            if known is not None:
                return _wrapped(~known), INT
            return self._do(f"xor i64 {number}, -1"), INT
        if known is not None:
            return _wrapped(-known), INT
        return self._do(f"sub i64 0, {number}"), INT

    def _binary(self, node: ast.BinOp) -> Value:
        return self._operated(node.op, self.value(node.left), self.value(node.right))

    def _operated(self, operator: ast.operator, left: Value, right: Value) -> Value:
        kind = type(operator)
        if isinstance(operator, ast.Div):
            return self._do(f"fdiv double {self._float(left)}, {self._float(right)}"), FLOAT
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            return self._divided(operator, self._int(left), self._int(right)), INT
        if kind not in ARITHMETIC:
            raise Beyond(f"{kind.__name__} in `{self.node.name}`")
        whole, broken = ARITHMETIC[kind]
        if FLOAT in (left[1], right[1]):
            if not broken:
                raise Beyond(f"{kind.__name__} of fractions in `{self.node.name}`")
            return self._do(f"{broken} double {self._float(left)}, {self._float(right)}"), FLOAT
        if not broken and left[1] == right[1] == BOOL and whole in ("and", "or", "xor"):
            return self._do(f"{whole} i1 {left[0]}, {right[0]}"), BOOL
        one, other = self._int(left), self._int(right)
        known, known_too = _number(one), _number(other)
        if known is not None and known_too is not None and kind in FOLDED:
            return _wrapped(FOLDED[kind](known, known_too)), INT
        return self._do(f"{whole} i64 {one}, {other}"), INT

    def _divided(self, operator: ast.operator, left: str, right: str) -> str:
        """Division as Python has it: rounded down. By 0 it is 0."""
        known = _number(right)
        remainder = isinstance(operator, ast.Mod)
        if known is not None and known > 0 and known & (known - 1) == 0:
            if remainder:
                return self._do(f"and i64 {left}, {known - 1}")
            return self._do(f"ashr i64 {left}, {known.bit_length() - 1}")
        by = right
        odd = ""
        if known in (None, 0, -1):
            near = self._do(f"add i64 {right}, 1")
            odd = self._do(f"icmp ult i64 {near}, 2")  # 0 or -1: there is no such quotient
            by = self._do(f"select i1 {odd}, i64 1, i64 {right}")
        rest = self._do(f"srem i64 {left}, {by}")
        signs = self._do(f"xor i64 {rest}, {by}")
        across = self._do(f"icmp slt i64 {signs}, 0")
        uneven = self._do(f"icmp ne i64 {rest}, 0")
        lower = self._do(f"and i1 {across}, {uneven}")
        if remainder:
            raised = self._do(f"add i64 {rest}, {by}")  # by 1 there is none: right for 0 and -1
            return self._do(f"select i1 {lower}, i64 {raised}, i64 {rest}")
        quotient = self._do(f"sdiv i64 {left}, {by}")
        less = self._do(f"sext i1 {lower} to i64")
        found = self._do(f"add i64 {quotient}, {less}")
        if odd:
            special = self._do(f"mul i64 {left}, {right}")  # times 0, times -1
            found = self._do(f"select i1 {odd}, i64 {special}, i64 {found}")
        return found

    def _compare(self, node: ast.Compare) -> Value:
        """A comparison; in a chain, the middle is worked out once."""
        left = self.value(node.left)
        found = ""
        for operator, right_node in zip(node.ops, node.comparators, strict=True):
            if type(operator) not in COMPARISONS:
                raise Beyond(f"{type(operator).__name__} in `{self.node.name}`")
            right = self.value(right_node)
            whole, broken = COMPARISONS[type(operator)]
            if FLOAT in (left[1], right[1]):
                one, other = self._float(left), self._float(right)
                truth = self._do(f"fcmp {broken} double {one}, {other}")
            else:
                truth = self._do(f"icmp {whole} i64 {self._int(left)}, {self._int(right)}")
            found = self._do(f"and i1 {found}, {truth}") if found else truth
            left = right
        return found, BOOL

    def _is_truth(self, node: ast.expr) -> bool:
        """Whether an expression is a truth value, by its look."""
        if isinstance(node, ast.BoolOp):
            return all(map(self._is_truth, node.values))
        if isinstance(node, ast.Name):
            known = self.types.get(node.id, INT) == BOOL
            return known or isinstance(self.program.constants.get(node.id), bool)
        if isinstance(node, ast.Constant):
            return isinstance(node.value, bool)
        negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        return negated or isinstance(node, ast.Compare)

    def _either(self, node: ast.BoolOp) -> Value:
        """`and`, `or`: the first that decides it."""
        after = self._new("after")
        if self._is_truth(node):
            yes, no = self._new("yes"), self._new("no")
            self._test(node, yes, no)
            self._begin(yes)
            self._go(after)
            self._begin(no)
            self._begin(after)
            return self._do(f"phi i1 [ true, %{yes} ], [ false, %{no} ]"), BOOL
        come = []
        for each in node.values:
            value = self._int(self.value(each))
            come.append(f"[ {value}, %{self.label} ]")
            if each is not node.values[-1]:
                truth = self._do(f"icmp ne i64 {value}, 0")
                further = self._new("or")
                ways = (further, after) if isinstance(node.op, ast.And) else (after, further)
                self.lines.append(f"  br i1 {truth}, label %{ways[0]}, label %{ways[1]}")
                self.ended = True
                self._begin(further)
        self._begin(after)
        return self._do(f"phi i64 {', '.join(come)}"), INT

    def _choice(self, node: ast.IfExp) -> Value:
        """`a if test else b`."""
        yes, no, after = self._new("yes"), self._new("no"), self._new("after")
        self._test(node.test, yes, no)
        self._begin(yes)
        one = self.value(node.body)
        at, label = len(self.lines), self.label
        self._go(after)
        self._begin(no)
        other = self.value(node.orelse)
        kind = _joined(one[1], other[1])
        if one[1] != kind:  # now it is known what it must be made
            rest = self.lines[at:]
            del self.lines[at:]
            one = self._as(one, kind), kind
            self.lines += rest
        second = self._as(other, kind)
        last = self.label
        self._begin(after)
        return self._do(f"phi {_ir(kind)} [ {one[0]}, %{label} ], [ {second}, %{last} ]"), kind

    # --- calls ------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Value:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise Beyond(f"`{ast.unparse(node)[:60]}` in `{self.node.name}`")
        name = node.func.id
        given = [self.value(each) for each in node.args]
        if name == "new":
            return self._array(given)
        if name == "view":
            return self._view(*given)
        if name == "copy":
            return self._copy(*given)
        if name in ("min", "max"):
            return self._extreme(name, given)
        if name == "abs":
            number = self._int(given[0])
            less = self._do(f"sub i64 0, {number}")
            below = self._do(f"icmp slt i64 {number}, 0")
            return self._do(f"select i1 {below}, i64 {less}, i64 {number}"), INT
        known = self.program.primitives.get(name)
        if known is None or name in self.program.functions:
            known = self.program.signature(name, tuple(kind for _, kind in given))
        if len(known.takes) != len(given):
            raise Beyond(f"`{name}` is called with {len(given)} arguments")
        handed = [
            f"{_ir(kind)} {self._as(value, kind)}"
            for value, kind in zip(given, known.takes, strict=True)
        ]
        if known.owned:
            self.found.owns = True
            handed.insert(0, "ptr %owner")
        call = f"call {_ir(known.gives)} {known.symbol}({', '.join(handed)})"
        if known.gives == NOTHING:
            self.lines.append(f"  {call}")
            return ZERO
        return self._do(call), known.gives

    def _array(self, given: Sequence[Value]) -> Value:
        """An array of zeros: on the stack if it is short, not made in a loop and not returned."""
        size = self._int(given[0])
        known = _number(size)
        if known is not None and 0 < known <= ON_STACK and not self._lasts():
            name = f"%{self._new('a')}"
            self.stack.append(f"  {name} = alloca [{known} x i64], align 16")
            self.lines.append(
                f"  call void @llvm.memset.p0.i64(ptr {name}, i8 0, i64 {8 * known}, i1 false)"
            )
            return name, ARRAY
        self.found.owns = True
        return self._do(f"call ptr @new(ptr %owner, i64 {size})"), ARRAY

    def _view(self, array: Value, at: Value) -> Value:
        """The numbers of an array from a place on."""
        element = ELEMENTS[array[1]]
        return self._do(f"getelementptr {element}, ptr {array[0]}, i64 {self._int(at)}"), array[1]

    def _copy(self, target: Value, source: Value, n: Value) -> Value:
        if target[1] != source[1]:
            raise Beyond(f"arrays of different numbers are copied in `{self.node.name}`")
        size = 4 if target[1] == FLOATS else 8
        length = self._do(f"mul i64 {self._int(n)}, {size}")
        self.lines.append(
            f"  call void @llvm.memcpy.p0.p0.i64("
            f"ptr align {size} {target[0]}, ptr align {size} {source[0]}, i64 {length}, i1 false)"
        )
        return ZERO

    def _lasts(self) -> bool:
        """Whether an array made here may be there when another is made here, or later."""
        return bool(self.loops) or self.found.gives == ARRAY

    def _extreme(self, name: str, given: Sequence[Value]) -> Value:
        kind = INT
        for _, each in given:
            kind = _joined(kind, each)
        best, *others = (self._as(value, kind) for value in given)
        for other in others:
            if kind == FLOAT:
                order = "fcmp olt" if name == "min" else "fcmp ogt"
            else:
                order = "icmp slt" if name == "min" else "icmp sgt"
            better = self._do(f"{order} {kind} {other}, {best}")
            best = self._do(f"select i1 {better}, {kind} {other}, {kind} {best}")
        return best, kind


STATEMENTS: Mapping[type[ast.stmt], Callable[..., None]] = {
    ast.Pass: _Page._pass,
    ast.Expr: _Page._expression,
    ast.Assign: _Page._assign,
    ast.AugAssign: _Page._change,
    ast.If: _Page._if,
    ast.While: _Page._while,
    ast.For: _Page._for,
    ast.Break: _Page._break,
    ast.Continue: _Page._continue,
    ast.Return: _Page._return,
}

EXPRESSIONS: Mapping[type[ast.expr], Callable[..., Value]] = {
    ast.Constant: _Page._constant,
    ast.Name: _Page._name,
    ast.Subscript: _Page._subscript,
    ast.UnaryOp: _Page._unary,
    ast.BinOp: _Page._binary,
    ast.Compare: _Page._compare,
    ast.BoolOp: _Page._either,
    ast.IfExp: _Page._choice,
    ast.Call: _Page._call,
}
