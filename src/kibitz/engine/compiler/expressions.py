"""Expressions: what they come to, as lines on a page."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from kibitz.engine.compiler.kinds import (
    ARRAY,
    BOOL,
    ELEMENTS,
    FLOAT,
    FLOATS,
    INT,
    NOTHING,
    ZERO,
    Beyond,
    Value,
    ir,
    joined,
    number_in,
    wrapped,
)  # fmt: skip
from kibitz.engine.compiler.page import Page

__all__ = ["call", "operated", "placed", "read", "test"]

ON_STACK = 1024
"""Arrays of up to so many numbers lie on the stack, if their length is known."""

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


def read(page: Page, node: ast.expr) -> Value:
    """What an expression comes to."""
    how = EXPRESSIONS.get(type(node))
    if how is None:
        raise Beyond(f"`{ast.unparse(node)[:60]}` in `{page.node.name}`")
    return how(page, node)


def _constant(page: Page, node: ast.Constant) -> Value:
    return page.literal(node.value)


def _name(page: Page, node: ast.Name) -> Value:
    if node.id in page.locals:
        return page.variable(node.id)
    if node.id in page.program.constants:
        return page.literal(page.program.constants[node.id])
    if node.id in page.program.tables:
        return page.program.table(node.id), ARRAY
    raise Beyond(f"`{node.id}` is not known in `{page.node.name}`")


def _subscript(page: Page, node: ast.Subscript) -> Value:
    return page.look(*placed(page, node))


def _unary(page: Page, node: ast.UnaryOp) -> Value:
    value = read(page, node.operand)
    if isinstance(node.op, ast.Not):
        truth = page.truth(value)
        return page.do(f"xor i1 {truth}, true"), BOOL
    if isinstance(node.op, ast.UAdd):
        return value
    if value[1] == FLOAT:
        return page.do(f"fneg double {page.fraction(value)}"), FLOAT
    number = page.whole(value)
    known = number_in(number)
    if isinstance(node.op, ast.Invert):
        if known is not None:
            return wrapped(~known), INT
        return page.do(f"xor i64 {number}, -1"), INT
    if known is not None:
        return wrapped(-known), INT
    return page.do(f"sub i64 0, {number}"), INT


def _binary(page: Page, node: ast.BinOp) -> Value:
    return operated(page, node.op, read(page, node.left), read(page, node.right))


def operated(page: Page, operator: ast.operator, left: Value, right: Value) -> Value:
    kind = type(operator)
    if isinstance(operator, ast.Div):
        return page.do(f"fdiv double {page.fraction(left)}, {page.fraction(right)}"), FLOAT
    if isinstance(operator, ast.FloorDiv | ast.Mod):
        return _divided(page, operator, page.whole(left), page.whole(right)), INT
    if kind not in ARITHMETIC:
        raise Beyond(f"{kind.__name__} in `{page.node.name}`")
    whole, broken = ARITHMETIC[kind]
    if FLOAT in (left[1], right[1]):
        if not broken:
            raise Beyond(f"{kind.__name__} of fractions in `{page.node.name}`")
        return page.do(f"{broken} double {page.fraction(left)}, {page.fraction(right)}"), FLOAT
    if not broken and left[1] == right[1] == BOOL and whole in ("and", "or", "xor"):
        return page.do(f"{whole} i1 {left[0]}, {right[0]}"), BOOL
    one, other = page.whole(left), page.whole(right)
    known, known_too = number_in(one), number_in(other)
    if known is not None and known_too is not None and kind in FOLDED:
        return wrapped(FOLDED[kind](known, known_too)), INT
    return page.do(f"{whole} i64 {one}, {other}"), INT


def _divided(page: Page, operator: ast.operator, left: str, right: str) -> str:
    """Division as Python has it: rounded down. By 0 it is 0."""
    known = number_in(right)
    remainder = isinstance(operator, ast.Mod)
    if known is not None and known > 0 and known & (known - 1) == 0:
        if remainder:
            return page.do(f"and i64 {left}, {known - 1}")
        return page.do(f"ashr i64 {left}, {known.bit_length() - 1}")
    by = right
    odd = ""
    if known in (None, 0, -1):
        near = page.do(f"add i64 {right}, 1")
        odd = page.do(f"icmp ult i64 {near}, 2")  # 0 or -1: there is no such quotient
        by = page.do(f"select i1 {odd}, i64 1, i64 {right}")
    rest = page.do(f"srem i64 {left}, {by}")
    signs = page.do(f"xor i64 {rest}, {by}")
    across = page.do(f"icmp slt i64 {signs}, 0")
    uneven = page.do(f"icmp ne i64 {rest}, 0")
    lower = page.do(f"and i1 {across}, {uneven}")
    if remainder:
        raised = page.do(f"add i64 {rest}, {by}")  # by 1 there is none: right for 0 and -1
        return page.do(f"select i1 {lower}, i64 {raised}, i64 {rest}")
    quotient = page.do(f"sdiv i64 {left}, {by}")
    less = page.do(f"sext i1 {lower} to i64")
    found = page.do(f"add i64 {quotient}, {less}")
    if odd:
        special = page.do(f"mul i64 {left}, {right}")  # times 0, times -1
        found = page.do(f"select i1 {odd}, i64 {special}, i64 {found}")
    return found


def _compare(page: Page, node: ast.Compare) -> Value:
    """A comparison; in a chain, the middle is worked out once."""
    left = read(page, node.left)
    found = ""
    for operator, right_node in zip(node.ops, node.comparators, strict=True):
        if type(operator) not in COMPARISONS:
            raise Beyond(f"{type(operator).__name__} in `{page.node.name}`")
        right = read(page, right_node)
        whole, broken = COMPARISONS[type(operator)]
        if FLOAT in (left[1], right[1]):
            one, other = page.fraction(left), page.fraction(right)
            truth = page.do(f"fcmp {broken} double {one}, {other}")
        else:
            truth = page.do(f"icmp {whole} i64 {page.whole(left)}, {page.whole(right)}")
        found = page.do(f"and i1 {found}, {truth}") if found else truth
        left = right
    return found, BOOL


def _is_truth(page: Page, node: ast.expr) -> bool:
    """Whether an expression is a truth value, by its look."""
    if isinstance(node, ast.BoolOp):
        return all(_is_truth(page, each) for each in node.values)
    if isinstance(node, ast.Name):
        known = page.types.get(node.id, INT) == BOOL
        return known or isinstance(page.program.constants.get(node.id), bool)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return negated or isinstance(node, ast.Compare)


def _either(page: Page, node: ast.BoolOp) -> Value:
    """`and`, `or`: the first that decides it."""
    after = page.new("after")
    if _is_truth(page, node):
        yes, no = page.new("yes"), page.new("no")
        test(page, node, yes, no)
        page.begin(yes)
        page.go(after)
        page.begin(no)
        page.begin(after)
        return page.do(f"phi i1 [ true, %{yes} ], [ false, %{no} ]"), BOOL
    come = []
    for each in node.values:
        value = page.whole(read(page, each))
        come.append(f"[ {value}, %{page.label} ]")
        if each is not node.values[-1]:
            truth = page.do(f"icmp ne i64 {value}, 0")
            further = page.new("or")
            ways = (further, after) if isinstance(node.op, ast.And) else (after, further)
            page.lines.append(f"  br i1 {truth}, label %{ways[0]}, label %{ways[1]}")
            page.ended = True
            page.begin(further)
    page.begin(after)
    return page.do(f"phi i64 {', '.join(come)}"), INT


def _choice(page: Page, node: ast.IfExp) -> Value:
    """`a if test else b`."""
    yes, no, after = page.new("yes"), page.new("no"), page.new("after")
    test(page, node.test, yes, no)
    page.begin(yes)
    one = read(page, node.body)
    at, label = len(page.lines), page.label
    page.go(after)
    page.begin(no)
    other = read(page, node.orelse)
    kind = joined(one[1], other[1])
    if one[1] != kind:  # now it is known what it must be made
        rest = page.lines[at:]
        del page.lines[at:]
        one = page.made(one, kind), kind
        page.lines += rest
    second = page.made(other, kind)
    last = page.label
    page.begin(after)
    return page.do(f"phi {ir(kind)} [ {one[0]}, %{label} ], [ {second}, %{last} ]"), kind


def call(page: Page, node: ast.Call) -> Value:
    if not isinstance(node.func, ast.Name) or node.keywords:
        raise Beyond(f"`{ast.unparse(node)[:60]}` in `{page.node.name}`")
    name = node.func.id
    given = [read(page, each) for each in node.args]
    if name == "new":
        return _array(page, given)
    if name == "view":
        return _view(page, *given)
    if name == "copy":
        return _copy(page, *given)
    if name in ("min", "max"):
        return _extreme(page, name, given)
    if name == "int" and len(given) == 1:
        if given[0][1] != FLOAT:
            return page.whole(given[0]), INT
        return page.do(f"call i64 @llvm.fptosi.sat.i64.f64(double {given[0][0]})"), INT
    if name == "abs" and given[0][1] == FLOAT:
        negative = page.do(f"fneg double {given[0][0]}")
        below = page.do(f"fcmp olt double {given[0][0]}, 0.0")
        return page.do(f"select i1 {below}, double {negative}, double {given[0][0]}"), FLOAT
    if name == "abs":
        number = page.whole(given[0])
        less = page.do(f"sub i64 0, {number}")
        below = page.do(f"icmp slt i64 {number}, 0")
        return page.do(f"select i1 {below}, i64 {less}, i64 {number}"), INT
    known = page.program.primitives.get(name)
    if known is None or name in page.program.functions:
        known = page.program.signature(name, tuple(kind for _, kind in given))
    if len(known.takes) != len(given):
        raise Beyond(f"`{name}` is called with {len(given)} arguments")
    handed = [
        f"{ir(kind)} {page.made(value, kind)}"
        for value, kind in zip(given, known.takes, strict=True)
    ]
    if known.owned:
        page.found.owns = True
        handed.insert(0, "ptr %owner")
    call = f"call {ir(known.gives)} {known.symbol}({', '.join(handed)})"
    if known.gives == NOTHING:
        page.lines.append(f"  {call}")
        return ZERO
    return page.do(call), known.gives


def _array(page: Page, given: Sequence[Value]) -> Value:
    """An array of zeros: on the stack if it is short, not made in a loop and not returned."""
    size = page.whole(given[0])
    known = number_in(size)
    if (
        known is not None
        and 0 < known <= ON_STACK
        and not _lasts(
            page,
        )
    ):
        name = f"%{page.new('a')}"
        page.stack.append(f"  {name} = alloca [{known} x i64], align 16")
        page.lines.append(
            f"  call void @llvm.memset.p0.i64(ptr {name}, i8 0, i64 {8 * known}, i1 false)"
        )
        return name, ARRAY
    page.found.owns = True
    return page.do(f"call ptr @new(ptr %owner, i64 {size})"), ARRAY


def _view(page: Page, array: Value, at: Value) -> Value:
    """The numbers of an array from a place on."""
    element = ELEMENTS[array[1]]
    return page.do(f"getelementptr {element}, ptr {array[0]}, i64 {page.whole(at)}"), array[1]


def _copy(page: Page, target: Value, source: Value, n: Value) -> Value:
    if target[1] != source[1]:
        raise Beyond(f"arrays of different numbers are copied in `{page.node.name}`")
    size = 4 if target[1] == FLOATS else 8
    length = page.do(f"mul i64 {page.whole(n)}, {size}")
    page.lines.append(
        f"  call void @llvm.memcpy.p0.p0.i64("
        f"ptr align {size} {target[0]}, ptr align {size} {source[0]}, i64 {length}, i1 false)"
    )
    return ZERO


def _lasts(page: Page) -> bool:
    """Whether an array made here may be there when another is made here, or later."""
    return bool(page.loops) or page.found.gives == ARRAY


def _extreme(page: Page, name: str, given: Sequence[Value]) -> Value:
    kind = INT
    for _, each in given:
        kind = joined(kind, each)
    best, *others = (page.made(value, kind) for value in given)
    for other in others:
        if kind == FLOAT:
            order = "fcmp olt" if name == "min" else "fcmp ogt"
        else:
            order = "icmp slt" if name == "min" else "icmp sgt"
        better = page.do(f"{order} {kind} {other}, {best}")
        best = page.do(f"select i1 {better}, {kind} {other}, {kind} {best}")
    return best, kind


def placed(page: Page, target: ast.expr) -> tuple[str, str]:
    """Where a number of an array stands, and of what type it is."""
    if not isinstance(target, ast.Subscript):
        raise Beyond(f"`{ast.unparse(target)}` cannot be given a value")
    array, kind = read(page, target.value)
    if kind not in ELEMENTS:
        raise Beyond(f"`{ast.unparse(target.value)}` is no array")
    index = page.whole(read(page, target.slice))
    element = ELEMENTS[kind]
    return page.do(f"getelementptr inbounds {element}, ptr {array}, i64 {index}"), element


def test(page: Page, node: ast.expr, yes: str, no: str) -> None:
    """Go on here or there."""
    if isinstance(node, ast.BoolOp):
        for each in node.values[:-1]:
            further = page.new("and")
            if isinstance(node.op, ast.And):
                test(page, each, further, no)
            else:
                test(page, each, yes, further)
            page.begin(further)
        test(page, node.values[-1], yes, no)
        return
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        test(page, node.operand, no, yes)
        return
    truth = page.truth(read(page, node))
    page.lines.append(f"  br i1 {truth}, label %{yes}, label %{no}")
    page.ended = True


EXPRESSIONS: Mapping[type[ast.expr], Callable[..., Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Subscript: _subscript,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Compare: _compare,
    ast.BoolOp: _either,
    ast.IfExp: _choice,
    ast.Call: call,
}
