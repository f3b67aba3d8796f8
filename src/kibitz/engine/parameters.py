"""Parameters as a sheet speaks of them: what they are called, their limits, what must hold between
them.

    [relations]
    "FIRST <= PEAK" = "the rounds grow from the first to the longest"

A relation compares parameters, numbers and names, with `+ - * // %`, `and`, `or`, `not` and
brackets. What a description declares itself is always allowed, also to whoever gives it again: the
limits are for those who change something. `kibitz check` tells its author.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError

__all__ = ["Parameter", "Relation", "Setting", "Unreadable", "beyond", "check", "read_relation"]

Setting = int | str
Values = Mapping[str, Setting]


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a sheet says about a parameter."""

    title: str = ""
    help: str = ""
    min: int | None = None
    max: int | None = None
    values: tuple[Setting, ...] = ()

    def called(self, name: str) -> str:
        """The parameter in a sentence: `players (NUMP)`."""
        return f"{self.title} ({name})" if self.title else name

    def refusal(self, value: Setting) -> str | None:
        """Which values are allowed, if this one is not."""
        if self.values and value not in self.values:
            return f"one of: {', '.join(map(str, self.values))}"
        if isinstance(value, str):
            return None
        low, high = self.min, self.max
        if (low is None or value >= low) and (high is None or value <= high):
            return None
        if low is None or high is None:
            return f"at least {low}" if high is None else f"at most {high}"
        return f"from {low} to {high}"


# --- relations ------------------------------------------------------------------------------------

SUMS: dict[type[ast.operator], tuple[Callable[[Any, Any], Any], str]] = {
    ast.Add: (operator.add, "+"),
    ast.Sub: (operator.sub, "-"),
    ast.Mult: (operator.mul, "×"),
    ast.FloorDiv: (operator.floordiv, "//"),
    ast.Mod: (operator.mod, "%"),
}
COMPARISONS: dict[type[ast.cmpop], tuple[Callable[[Any, Any], bool], str]] = {
    ast.LtE: (operator.le, "must be at most"),
    ast.Lt: (operator.lt, "must be less than"),
    ast.GtE: (operator.ge, "must be at least"),
    ast.Gt: (operator.gt, "must be more than"),
    ast.Eq: (operator.eq, "must be"),
    ast.NotEq: (operator.ne, "must not be"),
}
LONGEST = 200
"""Characters of a relation."""


class Unreadable(ValueError):
    """A text that is no relation; says why."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What must hold between parameters, and why."""

    text: str
    why: str = ""

    @property
    def tree(self) -> ast.expr:
        return ast.parse(self.text, mode="eval").body

    @property
    def names(self) -> list[str]:
        """The parameters and values it mentions, in their order."""
        found = (node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name))
        return list(dict.fromkeys(found))

    def holds(self, values: Values) -> bool:
        """Whether it holds; raises `Unreadable` where numbers and names are mixed up."""
        try:
            return bool(_worth(self.tree, values))
        except TypeError:
            raise Unreadable("it counts with a name, or compares one with a number") from None
        except ZeroDivisionError:
            return False

    def complaint(self, values: Values, said: Mapping[str, Parameter]) -> str:
        """What is wrong if it does not hold, with the parameters by their titles."""
        tree = self.tree
        if isinstance(tree, ast.Compare) and len(tree.ops) == 1:
            words = COMPARISONS[type(tree.ops[0])][1]
            one, other = (_side(part, values, said) for part in (tree.left, tree.comparators[0]))
            return f"{one} {words} {other}"
        given = [
            f"{said.get(name, Parameter()).called(name)} = {values[name]}"
            for name in self.names
            if name in values
        ]
        return f"these do not go together: {', '.join(given)}"


def read_relation(text: str, why: str) -> Relation:
    """A relation as it was written; raises `Unreadable` if it is none."""
    try:
        tree = ast.parse(text, mode="eval").body if len(text) <= LONGEST else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = None
    if tree is None or not isinstance(tree, ast.Compare | ast.BoolOp | ast.UnaryOp):
        raise Unreadable("it does not compare anything")
    for part in _parts(tree):
        raise Unreadable(f"`{ast.unparse(part)}` has no place in it")
    return Relation(text, why)


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """What cannot stand in a relation."""
    match node:
        case ast.Name() | ast.Constant(value=int()):
            return
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SUMS:
            parts = [left, right]
        case ast.Compare(left=left, ops=ops, comparators=others) if all(
            type(op) in COMPARISONS for op in ops
        ):
            parts = [left, *others]
        case ast.BoolOp(values=several):
            parts = several
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            parts = [operand]
        case _:
            yield node
            return
    for part in parts:
        yield from _parts(part)


def _worth(node: ast.expr, values: Values) -> Any:  # a number, a name, or whether it holds
    match node:
        case ast.Name(id=name):
            return values.get(name, name)
        case ast.Constant(value=value):
            return value
        case ast.BinOp(left=left, op=op, right=right):
            one, other = _worth(left, values), _worth(right, values)
            if not isinstance(one, int) or not isinstance(other, int):
                raise TypeError
            return SUMS[type(op)][0](one, other)
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [_worth(part, values) for part in (left, *others)]
            if len({isinstance(side, str) for side in sides}) > 1:
                raise TypeError
            return all(
                COMPARISONS[type(op)][0](*pair)
                for op, *pair in zip(ops, sides, sides[1:], strict=False)
            )
        case ast.BoolOp(op=op, values=several):
            return (all if isinstance(op, ast.And) else any)(_worth(v, values) for v in several)
        case ast.UnaryOp(op=op, operand=operand):
            worth = _worth(operand, values)
            return not worth if isinstance(op, ast.Not) else -worth
    raise TypeError


def _side(node: ast.expr, values: Values, said: Mapping[str, Parameter]) -> str:
    """One side of a comparison: `players × cards each (NUMP=6, HAND=7: 42)`."""
    names = [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part.id in values]
    given = ", ".join(f"{name}={values[name]}" for name in dict.fromkeys(names))
    if not names:
        return ast.unparse(node)
    worth = f": {_worth(node, values)}" if not isinstance(node, ast.Name) else ""
    return f"{_titled(node, said)} ({given}{worth})"


def _titled(node: ast.expr, said: Mapping[str, Parameter]) -> str:
    """An expression with titles for the names of parameters."""
    match node:
        case ast.Name(id=name):
            return said.get(name, Parameter()).title or name
        case ast.BinOp(left=left, op=op, right=right):
            return f"{_titled(left, said)} {SUMS[type(op)][1]} {_titled(right, said)}"
    return ast.unparse(node)


# --- checking -------------------------------------------------------------------------------------


def check(
    values: Values,
    declared: Values,
    said: Mapping[str, Parameter],
    relations: tuple[Relation, ...],
) -> None:
    """Refuse values beyond the limits of a sheet, unless they are those of the description."""
    for name, value in values.items():
        allowed = said.get(name, Parameter()).refusal(value)
        if allowed is not None and value != declared[name]:
            called = said[name].called(name)
            raise KibitzError(f"{called} cannot be {value}", allowed)
    for relation in relations:
        with suppress(Unreadable):  # the sheet will be refused
            if values != declared and not relation.holds(values):
                raise KibitzError(relation.complaint(values, said), relation.why or None)


def beyond(
    declared: Values, said: Mapping[str, Parameter], relations: tuple[Relation, ...]
) -> Iterator[tuple[str, str]]:
    """What a description declares itself beyond the limits of its sheet: a parameter, and a
    sentence about it."""
    for name, value in declared.items():
        allowed = said.get(name, Parameter()).refusal(value)
        if allowed is not None:
            yield name, f"{name} is {value} here, but its sheet allows {allowed}"
    for relation in relations:
        if not relation.holds(declared):
            first = next((name for name in relation.names if name in declared), "")
            yield first, f"its sheet asks for {relation.text}: {relation.complaint(declared, said)}"
