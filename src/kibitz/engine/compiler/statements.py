"""Statements: what they do, as lines on a page."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from kibitz.engine.compiler.expressions import call, operated, placed, read, test
from kibitz.engine.compiler.kinds import ARRAY, INT, NULL, Beyond, Value, ir, joined, number_in
from kibitz.engine.compiler.page import Page

__all__ = ["write"]


def write(page: Page) -> None:
    """Write the whole function."""
    write_all(page, page.node.body)
    if not page.ended:
        leave(page)


def write_all(page: Page, body: Sequence[ast.stmt]) -> None:
    for statement in body:
        if page.ended:
            return
        how = STATEMENTS.get(type(statement))
        if how is None:
            raise Beyond(f"{type(statement).__name__} in `{page.node.name}`")
        how(page, statement)


def _pass(page: Page, statement: ast.stmt) -> None:
    """Nothing to do."""


def _expression(page: Page, statement: ast.Expr) -> None:
    if isinstance(statement.value, ast.Call):
        call(page, statement.value)


def _assign(page: Page, statement: ast.Assign) -> None:
    if len(statement.targets) != 1:
        raise Beyond(f"several targets in `{page.node.name}`")
    target = statement.targets[0]
    if isinstance(target, ast.Name):
        page.set(target.id, read(page, statement.value))
        return
    if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
        values = [read(page, each) for each in statement.value.elts]
        for each, value in zip(target.elts, values, strict=True):
            if not isinstance(each, ast.Name):
                raise Beyond(f"several targets in `{page.node.name}`")
            page.set(each.id, value)
        return
    value = read(page, statement.value)
    page.put(*placed(page, target), value)


def _change(page: Page, statement: ast.AugAssign) -> None:
    target = statement.target
    if isinstance(target, ast.Name):
        before = page.variable(target.id)
        page.set(target.id, operated(page, statement.op, before, read(page, statement.value)))
        return
    place = placed(page, target)
    before = page.look(*place)
    after = operated(page, statement.op, before, read(page, statement.value))
    page.put(*place, after)


def _if(page: Page, statement: ast.If) -> None:
    then, after = page.new("then"), page.new("after")
    other = page.new("else") if statement.orelse else after
    test(page, statement.test, then, other)
    page.begin(then)
    write_all(page, statement.body)
    all_ended = page.ended
    page.go(after)
    if statement.orelse:
        page.begin(other)
        write_all(page, statement.orelse)
        all_ended = all_ended and page.ended
        page.go(after)
    else:
        all_ended = False
    if not all_ended:
        page.begin(after)


def _while(page: Page, statement: ast.While) -> None:
    look, body, after = page.new("look"), page.new("body"), page.new("after")
    page.begin(look)
    test(page, statement.test, body, after)
    _loop(page, body, statement.body, look, after)
    page.begin(after)


def _for(page: Page, statement: ast.For) -> None:
    """A loop over a range, or over some numbers that are written down there."""
    each, numbers = statement.iter, ""
    if isinstance(each, ast.Tuple):
        first, last, step = "0", str(len(each.elts)), "1"
        numbers = _numbers(page, each.elts)
    elif isinstance(each, ast.Call) and ast.unparse(each.func) == "range":
        given = [page.whole(read(page, part)) for part in each.args]
        first, last = ("0", given[0]) if len(given) == 1 else given[:2]
        step = given[2] if len(given) > 2 else "1"
    else:
        raise Beyond(f"only loops over a range in `{page.node.name}`")
    if number_in(step) in (None, 0) or not isinstance(statement.target, ast.Name):
        raise Beyond(f"steps of a range that are not known in `{page.node.name}`")
    mark = f"%{page.new('i')}"
    page.stack.append(f"  {mark} = alloca i64")
    page.lines.append(f"  store i64 {first}, ptr {mark}")
    look, body = page.new("look"), page.new("body")
    more, after = page.new("more"), page.new("after")
    page.begin(look)
    now = page.do(f"load i64, ptr {mark}")
    order = "slt" if int(step) > 0 else "sgt"
    going = page.do(f"icmp {order} i64 {now}, {last}")
    page.lines.append(f"  br i1 {going}, label %{body}, label %{after}")
    page.ended = True
    page.begin(body)
    if numbers:
        at = page.do(f"getelementptr inbounds i64, ptr {numbers}, i64 {now}")
        page.set(statement.target.id, (page.do(f"load i64, ptr {at}"), INT))
    else:
        page.set(statement.target.id, (now, INT))
    page.loops.append((more, after))
    write_all(page, statement.body)
    page.loops.pop()
    page.begin(more)
    then = page.do(f"add nsw i64 {now}, {step}")
    page.lines.append(f"  store i64 {then}, ptr {mark}")
    page.go(look)
    page.begin(after)


def _numbers(page: Page, given: Sequence[ast.expr]) -> str:
    """Some numbers one after the other, on the stack."""
    name = f"%{page.new('a')}"
    page.stack.append(f"  {name} = alloca [{len(given)} x i64], align 16")
    for i, part in enumerate(given):
        value = page.whole(read(page, part))
        at = page.do(f"getelementptr inbounds i64, ptr {name}, i64 {i}")
        page.lines.append(f"  store i64 {value}, ptr {at}")
    return name


def _loop(page: Page, label: str, body: Sequence[ast.stmt], again: str, after: str) -> None:
    page.begin(label)
    page.loops.append((again, after))
    write_all(page, body)
    page.loops.pop()
    page.go(again)


def _break(page: Page, statement: ast.stmt) -> None:
    page.go(page.loops[-1][1])


def _continue(page: Page, statement: ast.stmt) -> None:
    page.go(page.loops[-1][0])


def _return(page: Page, statement: ast.Return) -> None:
    leave(page, None if statement.value is None else read(page, statement.value))


def leave(page: Page, value: Value | None = None) -> None:
    """Return from the function."""
    known = page.found.gives
    if value is not None:
        page.found.gives = value[1] if known is None else joined(known, value[1])
    result, kind = "void", page.found.gives
    if kind is not None:
        text = NULL.get(kind, "0") if value is None else page.made(value, kind)
        result = f"{ir(kind)} {text}"
    if page.found.owns and page.found.gives != ARRAY:
        page.lines.append("  call void @throw_away(ptr %owner)")
    page.lines.append(f"  ret {result}")
    page.ended = True


STATEMENTS: Mapping[type[ast.stmt], Callable[..., None]] = {
    ast.Pass: _pass,
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AugAssign: _change,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Return: _return,
}
