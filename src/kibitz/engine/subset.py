"""The part of Python that weights and compiled bots are written in, checked before any of it runs.

Weights come with a game, maybe a stranger's, and are compiled and run by search; bots come from
whoever. So they may do nothing but work out numbers: functions with plain parameters, whole numbers
of 64 bits (bots may divide, too), `if`, `for` over a range, `while`, `return`, and a few calls.
They read the state and tables, never write to them, and never beside them: what is compiled has
bare pointers for arrays, so each index is held within its array, and so is what is asked of bits.
No function leads back to itself. What is compiled in the end is printed anew from what was
understood here: names, numbers and operators, no text of the file. Its own names are set apart, so
that nothing of the engine is called like them.

What may be read and called, and what the engine calls, differs: there are two *dialects*.

They can still take for ever: that is the one harm left to them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from math import inf

from kibitz.errors import did_you_mean
from kibitz.recycle.diagnostics import Diagnostics, Source

__all__ = ["BOTS", "DIVIDED", "WEIGHTS", "WITHIN", "Dialect", "Subset", "understood"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a file may read and call, and what is called of it."""

    title: str
    """What it is that is written so."""
    arrays: Mapping[str, str]
    """The rows of numbers it is given, and how many numbers each has."""
    calls: Mapping[str, tuple[str, ...]]
    """What may be called besides the functions of the file, and with what: `CARDS` is a table; no
    parameters: two numbers or more."""
    entries: Mapping[str, tuple[str, ...]]
    """What the engine calls, if the file has it, and with what."""
    fractions: bool = False
    """Whether numbers need not be whole."""
    prefix: str = "__"
    """What its own names begin with when they are set apart."""
    several: bool = False
    """Whether several such files become one, so that also the names of entries are set apart."""
    printed: Mapping[str, str] = field(default_factory=dict)
    """Calls that have another name in what is printed."""


_NUMBERS: Mapping[str, tuple[str, ...]] = {
    "abs": ("x",),
    "lowest": ("x",),
    "max": (),
    "min": (),
    "nth_bit": ("x", "n"),
    "popcount": ("x",),
}

_HELD = {"lowest": "lowest_within", "nth_bit": "nth_bit_within"}
"""Calls that are not made of everything: what is called instead."""

WEIGHTS = Dialect(
    "weights",
    {"S": "SIZE"},
    {**_NUMBERS, "action": ("S", "code"), "held": ("S", "place", "CARDS"), "turn": ("S",)},
    {"weight": ("S", "code"), "worth": ("S", "seat", "score")},
    printed=_HELD,
)

BOTS = Dialect(
    "a bot",
    {"V": "SIZE", "K": "LEDGER", "O": "MOST_OPTIONS"},
    {
        **_NUMBERS,
        "drawn": ("seed", "i", "n"),
        "held": ("V", "place", "CARDS"),
        "likely": ("V", "K", "card", "place"),
        "possible": ("V", "K", "place", "word"),
        "whole": ("x",),
    },
    {"choose": ("V", "K", "O", "n", "seat", "seed")},
    fractions=True,
    prefix="bot_",
    several=True,
    printed={**_HELD, "held": "held_in", "whole": "int"},
)

WITHIN = '''
def within(i, n):
    """An index held within a table of n numbers: one that is not in it becomes 0."""
    return i if 0 <= i < n else 0


def lowest_within(x):
    """The number of the lowest bit; -1 if there is none."""
    return lowest(x) if x != 0 else -1


def nth_bit_within(x, n):
    """The number of the n-th lowest bit; -1 if there are not so many."""
    return nth_bit(x, n) if 0 <= n < popcount(x) else -1
'''

DIVIDED = '''
def divided(x, y):
    """A quotient; of 0, there are none."""
    return x / y if y != 0 else 0.0


def floored(x, y):
    """A whole quotient; of 0, there are none."""
    return x // y if y != 0 else 0


def remainder(x, y):
    """What is left of a division; of 0, there is nothing."""
    return x % y if y != 0 else 0
'''

MOST_LETTERS = 200_000
LIMIT = 1 << 63

_OPERATORS = (
    *(ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod),
    *(ast.LShift, ast.RShift, ast.BitOr, ast.BitAnd, ast.BitXor),
)
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_UNARY = (ast.UAdd, ast.USub, ast.Invert, ast.Not)
_RESERVED = frozenset(("range", "table", "within", "divided", "remainder"))
_SHIFTS = (ast.LShift, ast.RShift)
_DIVIDED = {ast.Div: "divided", ast.FloorDiv: "floored", ast.Mod: "remainder"}
"""What is called where something is divided that may be 0: in both modes it is the same then."""


@dataclass(frozen=True, slots=True)
class Subset:
    """A file that is in the subset."""

    tree: ast.Module
    """What it says, without its texts, each index held within its array."""
    heads: Mapping[str, tuple[str, ...]]
    """Its functions and their parameters."""
    defined: frozenset[str]
    """All names it gives a meaning to."""
    used: frozenset[str]
    """Names from elsewhere it uses, in capitals."""
    calls: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """What each function calls, its own functions and others; and the rows it reads."""


def understood(
    source: Source, known: Mapping[str, int] | None = None, dialect: Dialect = WEIGHTS
) -> Subset:
    """A text in the subset; if it is not, all that is wrong with it is complained about, by line.

    `known` are the names from elsewhere: of a table, how many numbers it has; of a number, 0. If
    it is None, any name in capitals will do.

    >>> text = "def weight(S, code):\\n    return S[3] + code"
    >>> understood(Source(text), {"SIZE": 0}).heads
    {'weight': ('S', 'code')}
    """
    found = Diagnostics(source)
    tree = _parsed(source, found)
    found.raise_if_wrong()
    try:
        subset = _File(found, tree, known, dialect).subset()
        found.raise_if_wrong()
        ast.unparse(subset.tree)
    except RecursionError:
        found.error(0, 0, "this is nested too deeply")
    found.raise_if_wrong()
    return subset


def _parsed(source: Source, found: Diagnostics) -> ast.Module:
    if len(source.text) > MOST_LETTERS:
        found.error(0, 0, f"this is too long: {len(source.text):,} letters")
        return ast.Module([], [])
    try:
        return ast.parse(source.text)
    except SyntaxError as error:
        line = min(max(error.lineno or 1, 1), len(source.line_starts))
        at = source.line_starts[line - 1] + max((error.offset or 1) - 1, 0)
        found.error(at, at + 1, f"this is not Python: {error.msg}")
    except (ValueError, RecursionError, MemoryError):
        found.error(0, 0, "this is not Python, or nested too deeply")
    return ast.Module([], [])


@dataclass(slots=True)
class _Function:
    """A function while it is read: what is a number in it, and what it calls."""

    rows: tuple[str, ...] = ()
    numbers: set[str] = field(default_factory=set)
    calls: dict[str, ast.Call] = field(default_factory=dict)
    asks: set[str] = field(default_factory=set)


class _File:
    """Reads a file: goes through all of it, and complains about what is not in the subset."""

    def __init__(
        self,
        found: Diagnostics,
        tree: ast.Module,
        known: Mapping[str, int] | None,
        dialect: Dialect,
    ) -> None:
        self.found, self.tree, self.known, self.dialect = found, tree, known, dialect
        self.reserved = _RESERVED | dialect.calls.keys() | dialect.arrays.keys()
        self.heads: dict[str, tuple[str, ...]] = {}
        self.constants: dict[str, int] = {}
        """Names at the top: of a table, how many numbers it has; of a number, 0."""
        self.used: set[str] = set()
        self.here = _Function()

    def subset(self) -> Subset:
        body = _without_text(self.tree.body)
        at: dict[str, ast.FunctionDef] = {}
        for node in body:  # a function may be called before it stands there
            if isinstance(node, ast.FunctionDef):
                self._define(node, node.name)
                at[node.name] = node
                self.heads[node.name] = tuple(a.arg for a in node.args.args)
        calls = {}
        asked = {}
        kept: list[ast.stmt] = []
        for node in body:
            if isinstance(node, ast.FunctionDef):
                kept.append(self._function(node))
                calls[node.name] = self.here.calls
                asked[node.name] = frozenset({*self.here.calls, *self.here.asks})
            elif isinstance(node, ast.Assign):
                self._constant(node)
                kept.append(node)
            else:
                self._no(node, "only functions and constants may stand here")
        for name in calls:
            _no_circles(self, name, calls)
        entries = self.dialect.entries
        for name in self.heads.keys() & entries.keys():
            if self.heads[name] != entries[name]:
                self._no(at[name], f"it is written {name}({', '.join(entries[name])})")
        tree = ast.Module(kept, [])
        defined = frozenset({*self.heads, *self.constants})
        own = defined if self.dialect.several else defined - entries.keys()
        _set_apart(tree, own, self.dialect.prefix)
        return Subset(tree, self.heads, defined, frozenset(self.used), asked)

    # --- complaints -------------------------------------------------------------------------

    def _no(self, node: ast.AST, message: str, hint: str | None = None) -> None:
        start, end = _span(self.found.source, node)
        self.found.error(start, end, message, hint)

    def _define(self, node: ast.AST, name: str) -> None:
        """A name at the top is given a meaning, once."""
        if name in (self.known or ()) or name in self.reserved or name.startswith("_"):
            self._no(node, f"`{name}` is a name the engine uses", "call it otherwise")
        elif name in self.heads or name in self.constants:
            self._no(node, f"`{name}` is defined twice")

    # --- the top of the file ----------------------------------------------------------------

    def _constant(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name):
            self._no(node, "one name is given one value here")
            return
        self._define(node, target.id)
        value, size = node.value, 0
        if isinstance(value, ast.Call):
            given = value.args[0] if len(value.args) == 1 and not value.keywords else None
            name = value.func.id if isinstance(value.func, ast.Name) else ""
            if name != "table" or not isinstance(given, ast.Tuple) or not given.elts:
                self._no(value, "a constant is a number or a table", "table((1, 2, 3))")
                return
            size = len(given.elts)
            for element in given.elts:
                self._literal(element)
        else:
            self._literal(value)
        self.constants[target.id] = size

    def _literal(self, node: ast.expr) -> None:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            node = node.operand
        if not isinstance(node, ast.Constant):
            self._no(node, "a number is expected here")
            return
        self._number(node)

    def _number(self, node: ast.Constant, fractions: bool = False) -> None:
        if fractions and isinstance(node.value, float) and abs(node.value) < inf:
            return
        if not isinstance(node.value, int):
            kind = "a number" if self.dialect.fractions else "a whole number"
            self._no(node, f"{kind} is expected here")
        elif abs(node.value) >= LIMIT:
            self._no(node, "this number is too large for 64 bits")

    def _function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function with all its indices held within their arrays."""
        given = node.args
        extras = [
            *node.decorator_list,
            *given.posonlyargs,
            *given.kwonlyargs,
            *given.defaults,
            *filter(None, (given.vararg, given.kwarg, node.returns)),
            *(a.annotation for a in given.args if a.annotation is not None),
            *getattr(node, "type_params", ()),
        ]
        for extra in extras:
            self._no(extra, "a function has plain parameters, and nothing else", "def f(S, x):")
        names = [a.arg for a in given.args]
        arrays = self.dialect.arrays
        rows = tuple(takewhile(arrays.__contains__, names))
        self.here = _Function(rows, {name for name in names if name not in arrays})
        for a in given.args[len(rows) :]:
            if a.arg in arrays:
                self._no(a, f"{_called(a.arg)} comes first")
            else:
                self._may_vary(a, a.arg)
        if not names:
            self._no(node, "a function has parameters")
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                self.here.numbers.add(inner.id)
        if not _returns(node.body):
            self._no(node, f"`{node.name}` does not always return a number")
        node.body = self._block(node.body, node)
        return node

    # --- statements -------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt], around: ast.stmt) -> list[ast.stmt]:
        kept = [self._statement(node) for node in _without_text(body)]
        if not kept:
            self._no(around, "there is nothing to do in here")
        return kept

    def _statement(self, node: ast.stmt) -> ast.stmt:
        match node:
            case ast.Assign(targets=[ast.Name() as target], value=value):
                self._may_vary(target, target.id)
                return ast.Assign([target], self._value(value), lineno=node.lineno)
            case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
                self._may_vary(target, target.id)
                self._operator(node, op)
                by = self._value(value)
                changed = self._joined(ast.Name(target.id), op, by)
                if isinstance(changed, ast.Call):
                    return ast.Assign([target], changed, lineno=node.lineno)
                return ast.AugAssign(target, op, _of_bits(op, by))
            case ast.If(test=test, body=body, orelse=orelse):
                other = self._block(orelse, node) if orelse else []
                return ast.If(self._value(test), self._block(body, node), other)
            case ast.While(test=test, body=body, orelse=[]):
                return ast.While(self._value(test), self._block(body, node), [])
            case ast.For(
                target=ast.Name() as target,
                iter=ast.Call(func=ast.Name(id="range"), args=[_, *_] as bounds, keywords=[]),
                body=body,
                orelse=[],
            ) if len(bounds) <= 3:
                self._may_vary(target, target.id)
                self._step(bounds)
                spans = ast.Call(ast.Name("range"), [self._value(b) for b in bounds], [])
                inside = self._block(body, node)
                return ast.For(target, spans, inside, [], lineno=node.lineno)
            case ast.Return(value=ast.expr() as value):
                return ast.Return(self._value(value))
            case ast.Break() | ast.Continue() | ast.Pass():
                return node
        cannot = f"this cannot be done in {self.dialect.title}"
        self._no(node, *_REFUSED.get(type(node), (cannot, None)))
        return ast.Pass()

    def _step(self, bounds: list[ast.expr]) -> None:
        """Complain about a range that may not get on."""
        for step in bounds[2:]:
            match step:
                case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(size))) if size:
                    continue
                case ast.Constant(value=int(size)) if size:
                    continue
            self._no(step, "the step of a range is a number, and not 0")

    def _may_vary(self, node: ast.AST, name: str) -> None:
        """Complain about a name that cannot be that of a variable."""
        if name in self.dialect.arrays:
            self._no(node, f"{_called(name)} cannot be changed")
        elif name.isupper():
            self._no(node, f"a variable is not called `{name}`", "capitals are for constants")
        elif (
            name in ("within", "range", *_DIVIDED.values(), *self.dialect.printed.values())
            or name.startswith("__")
            or name.startswith(self.dialect.prefix)
        ):
            self._no(node, f"`{name}` is a name the engine uses", "call it otherwise")

    # --- values -----------------------------------------------------------------------------

    def _value(self, node: ast.expr) -> ast.expr:
        """A value that is a number."""
        match node:
            case ast.Constant():
                self._number(node, self.dialect.fractions)
                return node
            case ast.Name(id=name):
                self._name(node, name)
                return node
            case ast.BinOp(left=left, op=op, right=right):
                self._operator(node, op)
                return self._joined(self._value(left), op, self._value(right))
            case ast.UnaryOp(op=op, operand=operand) if isinstance(op, _UNARY):
                return ast.UnaryOp(op, self._value(operand))
            case ast.BoolOp(op=op, values=values):
                return ast.BoolOp(op, [self._value(value) for value in values])
            case ast.Compare(left=left, ops=ops, comparators=others):
                if not all(isinstance(op, _COMPARISONS) for op in ops):
                    self._no(node, "numbers are compared by ==, !=, <, <=, > and >=")
                return ast.Compare(self._value(left), ops, [self._value(o) for o in others])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return ast.IfExp(self._value(test), self._value(body), self._value(orelse))
            case ast.Subscript(value=ast.Name(id=name) as array, slice=index):
                return self._element(array, name, index)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(node, name, args)
        self._no(node, *_REFUSED.get(type(node), ("a whole number is expected here", None)))
        return ast.Constant(0)

    def _operator(self, node: ast.AST, op: ast.operator) -> None:
        if not isinstance(op, (*_OPERATORS, ast.Div) if self.dialect.fractions else _OPERATORS):
            more = "/, " if self.dialect.fractions else ""
            self._no(node, f"numbers are joined by +, -, *, {more}//, %, <<, >>, &, | and ^")

    def _joined(self, left: ast.expr, op: ast.operator, right: ast.expr) -> ast.expr:
        """Two numbers joined. By what may be 0, a bot's are divided with care."""
        careful = self.dialect.fractions and type(op) in _DIVIDED
        if careful and not (isinstance(right, ast.Constant) and right.value):
            return ast.Call(ast.Name(_DIVIDED[type(op)]), [left, right], [])
        return ast.BinOp(left, op, _of_bits(op, right))

    def _name(self, node: ast.expr, name: str) -> None:
        if name in self.here.numbers:
            return
        if name in self.dialect.arrays or self._size(node, name):
            self._no(node, f"`{name}` is no number", f"a number of it is {name}[0]")

    def _size(self, node: ast.expr, name: str) -> int:
        """How many numbers a table has; 0 for a number, and for a name that is not there, which is
        complained about."""
        if name in self.constants:
            return self.constants[name]
        if self.known is None:
            if name.isupper() and not name.startswith("_"):
                return 0
        elif name in self.known:
            self.used.add(name)
            return self.known[name]
        functions = {*self.heads, *self.dialect.calls}
        if name in functions:
            self._no(node, f"the function `{name}` is to be called")
            return 0
        names = {*self.here.numbers, *self.constants, *(self.known or ())}
        self._no(node, f"the name `{name}` is not known{did_you_mean(name, names)}")
        return 0

    def _element(self, array: ast.Name, name: str, index: ast.expr) -> ast.expr:
        """A number of the state or of a table."""
        at = self._value(index)
        if name in self.here.rows:
            self.here.asks.add(name)
            size: ast.expr = ast.Name(self.dialect.arrays[name])
            return ast.Subscript(array, ast.Call(ast.Name("within"), [at, size], []))
        if name in self.here.numbers or name in self.dialect.arrays:
            self._no(array, f"`{name}` is no table")
            return ast.Constant(0)
        count = self._size(array, name)
        if count == 0 and (self.known is not None or name in self.constants):
            self._no(array, f"`{name}` is no table")
        if _remainder(at) <= count:
            return ast.Subscript(array, at)
        size = ast.Constant(count)
        return ast.Subscript(array, ast.Call(ast.Name("within"), [at, size], []))

    def _call(self, node: ast.Call, name: str, args: list[ast.expr]) -> ast.expr:
        """A call of a function of the file, or of a known one."""
        calls = self.dialect.calls
        if name in self.here.numbers or name not in {*self.heads, *calls}:
            near = did_you_mean(name, {*self.heads, *calls})
            there = ", ".join([*calls, "and those of the file"])
            self._no(node, f"there is no function `{name}` here{near}", f"there are {there}")
            return ast.Constant(0)
        parameters = self.heads[name] if name in self.heads else calls[name]
        self.here.asks.add(name)
        if not parameters and name in calls:
            if len(args) < 2:
                self._no(node, f"{name} is of two numbers or more")
            return ast.Call(node.func, [self._value(arg) for arg in args], [])
        if name in self.heads:
            self.here.calls[name] = node
        if len(args) != len(parameters):
            self._no(node, f"it is called {name}({', '.join(parameters)})")
        given = list(map(self._argument, parameters, args))
        if name == "held" and isinstance(args[-1], ast.Name):  # how many numbers the set has
            given.append(ast.Constant((self.known or {}).get(args[-1].id, 0)))
        return ast.Call(ast.Name(self.dialect.printed.get(name, name)), given, [])

    def _argument(self, parameter: str, node: ast.expr) -> ast.expr:
        """What is handed on to a parameter: the state, a table or a number."""
        if parameter in self.dialect.arrays:
            if not (isinstance(node, ast.Name) and node.id == parameter in self.here.rows):
                self._no(node, f"{_called(parameter)} is expected here")
            return node
        if parameter != "CARDS":
            return self._value(node)
        if not isinstance(node, ast.Name) or node.id in {*self.here.numbers, *self.constants}:
            self._no(node, "a set of cards is expected here", "like RANK_KING")
        elif not self._size(node, node.id) and self.known is not None:
            self._no(node, f"`{node.id}` is no set of cards")
        return node


_REFUSED: dict[type[ast.AST], tuple[str, str | None]] = {
    ast.Assign: ("only a name is given a value", "the state and tables cannot be changed"),
    ast.AugAssign: ("only a name is given a value", "the state and tables cannot be changed"),
    ast.For: ("a loop is a `for` over a range", "for i in range(n):"),
    ast.While: ("a loop has no `else`", None),
    ast.Return: ("a function returns a number", None),
    ast.Import: ("nothing can be imported", None),
    ast.ImportFrom: ("nothing can be imported", None),
    ast.Attribute: ("there are no attributes, only numbers", None),
    ast.Call: (
        "only a function is called, by its name, with what stands in its brackets",
        None,
    ),
    ast.Subscript: ("only the state and tables have an index", None),
}
"""What is said about some of what is refused."""


def _called(row: str) -> str:
    """What a row of numbers is called."""
    return {"S": "the state S", "V": "what is seen, V,", "K": "what is known, K,"}.get(row, row)


def _without_text(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements without a text that says what they are for."""
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body


def _set_apart(tree: ast.Module, own: frozenset[str], prefix: str) -> None:
    """Give the names of the file a form that no name of the engine has."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) if name in own:
                node.id = f"{prefix}{name}"
            case ast.arg(arg=name) if name in own:
                node.arg = f"{prefix}{name}"
            case ast.FunctionDef(name=name) if name in own:
                node.name = f"{prefix}{name}"


def _of_bits(op: ast.operator, node: ast.expr) -> ast.expr:
    """By how much is shifted: no further than a number has bits."""
    match node:
        case ast.Constant(value=int(bits)) if 0 <= bits < 64:
            return node
    return ast.BinOp(node, ast.BitAnd(), ast.Constant(63)) if isinstance(op, _SHIFTS) else node


def _remainder(node: ast.expr) -> int | float:
    """The number all values of this are below and none is negative, if that can be seen."""
    match node:
        case ast.BinOp(op=ast.Mod(), right=ast.Constant(value=int(most))) if most > 0:
            return most
    return inf


def _returns(body: list[ast.stmt]) -> bool:
    """Whether one cannot come to the end of it without a return."""
    match body:
        case [*_, ast.Return()]:
            return True
        case [*_, ast.If(body=one, orelse=other)]:
            return _returns(one) and _returns(other)
    return False


def _no_circles(file: _File, name: str, calls: Mapping[str, Mapping[str, ast.Call]]) -> None:
    """Complain about a function that leads back to itself."""
    seen: set[str] = set()
    ways = list(calls[name].items())
    while ways:
        called, node = ways.pop()
        if called == name:
            file._no(node, f"the function `{name}` leads back to itself")
            return
        if called not in seen:
            seen.add(called)
            ways += [(further, node) for further in calls.get(called, ())]


def _span(source: Source, node: ast.AST) -> tuple[int, int]:
    """Where something stands in a text."""
    ends = list(_offsets(source, node))
    return (ends[0], max(ends[-1], ends[0] + 1)) if ends else (0, 1)


def _offsets(source: Source, node: ast.AST) -> Iterator[int]:
    for line, column in (("lineno", "col_offset"), ("end_lineno", "end_col_offset")):
        number, at = getattr(node, line, None), getattr(node, column, None)
        if number is not None and at is not None:  # Python counts bytes
            number = min(number, len(source.line_starts))
            before = source.line(number).encode()[:at].decode(errors="ignore")
            yield source.line_starts[number - 1] + len(before)
