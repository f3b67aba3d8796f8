"""The knowing variant of a game: the telling one, translated for native code.

The telling variant writes events and what they disclose into Python lists; this one notes at once,
in a row `K` of numbers, what they change in what everybody may think (`templates/knowing`). It is
made of the text of the telling variant, so that the two cannot drift apart: events of moves and
shuffles become calls, other events are left out, conditions on hidden cards become numbers, sets of
cards a number for each word. What has no such form is not followed: then the row says so
(`unsure`). A statement that has no such form and changes the state cannot be left out: then nothing
of the game is followed, and any card may be anywhere.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from kibitz.recycle.layout import BITS, Layout
from kibitz.recycle.prelude import EVENTS, only_used, prelude
from kibitz.recycle.printer import Function, Module, Piece, cut

__all__ = ["disclosing", "is_followed", "knowing"]

SUFFIX = "_knowing"
IF_ANY = re.compile(r"\w+ = S\[:\] if (\w+) is not False else None")
MEMBERS = re.compile(r"(\w+)\[(\w+):(\w+) \+ (\w+)\[(\w+)\]\]")
RENAMED = re.compile(r"\b(run|act|apply)\(")
OWN_TABLE = re.compile(r"\b(TABLE_\d+)\b")

MOVE, SHUFFLE, DECK = EVENTS["move"], EVENTS["shuffle"], EVENTS["deck"]
OTHER, MANY = "OTHER", "MANY"

FOLLOWED = ("line_", "clause_", "wanted_", "run", "act", "apply")
"""How the functions begin that are translated; the others are tests, which are not followed."""

CONDITIONS = frozenset((
    "all_of", "one_of", "opposite", "counted", "how_many", "secret", "Untold", "lying",
    "Picked", "one_tuple", "one_of_the_best", "laid_by_number", "the_only_one",
    "counted_together", "picked_one", "offered",
))  # fmt: skip
"""What makes conditions."""

QUIET = CONDITIONS.union((
    "lowest", "popcount", "levelled", "sees", "count", "total", "min", "max", "len", "abs",
    "range", "word", "holds", "times", "bool", "list", "tuple", "lie_open", "snapshot", "worth",
    "size", "add_pick", "all_picks", "disclose", "disclose_pick", "disclose_again",
    "disclose_drawn", "place_by_place", "seen_by_all", "bit_count", "append", "position",
    "listed", "new", "spread",
))  # fmt: skip
"""Calls that change nothing in the state."""


WITHOUT = '''
def run(S, pc, K):
    """Play on until a decision is due."""
    quiet_run(S, pc)
    know_nothing(S, K)


def act(S, code, P, K):
    """Do what an option says; where `run` goes on, or -1: decide further."""
    pc = quiet_act(S, code, P)
    know_nothing(S, K)
    return pc


def apply(S, code, P, K):
    """Play the option with this code, and on to the next decision."""
    quiet_apply(S, code, P)
    know_nothing(S, K)
'''
"""The rules of a game that is not followed."""


class Untranslatable(Exception):
    """Something that native code does not know."""


def disclosing(telling: Module) -> str:
    """The text of what the telling variant of a game says about hidden cards."""
    lines = (line for f in _rules(telling) for line in f.body.splitlines())
    return "\n".join(line for line in lines if "disclose" in line or "counted(" in line)


def knowing(plain: Module, telling: Module, layout: Layout, constants: str) -> Module:
    """The knowing variant, with what is constant about its rows. Where there is none, its row never
    promises anything."""
    pieces = [_renamed(piece) for piece in plain.pieces]
    known = {piece.name for piece in pieces if isinstance(piece, Function)}
    common = list(_template(layout.words))
    assert known.isdisjoint(f.name for f in common), "a name is used twice"
    own = _own_rules(telling, layout)
    calls = frozenset[str]().union(*(f.calls for f in (*own, *common)))
    every = prelude(layout, False, "levelled" in known)
    missing = [f for f in only_used(every, calls) if f.name not in known]
    tables = "\n".join(
        _own_names(line) for line in _constants(telling).splitlines() if OWN_TABLE.match(line)
    )
    added: list[Piece] = [f"\n{constants}\n{tables}\n\n\n"]
    for function in (*missing, *common, *own):
        added += [function, "\n\n\n"]
    return Module(plain.title, (*pieces, *added), plain.numbers, plain.steady_sight)


def is_followed(telling: Module, layout: Layout) -> bool:
    """Whether a game has a knowing variant that ever promises anything."""
    return _translated_rules(telling, layout) is not None


def _own_rules(telling: Module, layout: Layout) -> list[Function]:
    found = _translated_rules(telling, layout)
    if found is None:
        found = [piece for piece in cut(WITHOUT) if isinstance(piece, Function)]
    return found


def _translated_rules(telling: Module, layout: Layout) -> list[Function] | None:
    if layout.places > BITS:  # sets of places are numbers
        return None
    followed = FOLLOWED if layout.words == 1 else tuple(set(FOLLOWED) - {"wanted_"})
    rules = [f for f in _rules(telling) if f.name.startswith(followed)]
    names = frozenset(f.name for f in rules)
    try:
        return [_translated(telling, f, names, layout.words) for f in rules]
    except Untranslatable:
        return None


def _rules(telling: Module) -> list[Function]:
    """The functions that are a game's own: those behind its constants."""
    pieces = telling.pieces
    first = next(i for i, p in enumerate(pieces) if isinstance(p, str) and "OWNER = " in p)
    return [piece for piece in pieces[first:] if isinstance(piece, Function)]


def _constants(telling: Module) -> str:
    return next(p for p in telling.pieces if isinstance(p, str) and "OWNER = " in p)


def _own_names(text: str) -> str:
    return OWN_TABLE.sub(r"TOLD_\1", text)


def _renamed(piece: Piece) -> Piece:
    """A piece of the plain variant, which runs beside the knowing one."""
    if isinstance(piece, str):
        return piece
    head, body = (RENAMED.sub(r"quiet_\1(", text) for text in (piece.head, piece.body))
    return Function(head, piece.doc, body)


@cache
def _template(words: int) -> tuple[Function, ...]:
    text = (files("kibitz.recycle") / "templates" / "knowing.py.txt").read_text(encoding="utf-8")
    for mark, stem in (("m", "m"), ("a", "a")):
        names = [f"{stem}{w}" for w in range(words)]
        chosen = "".join(f"{name} if w == {w} else " for w, name in enumerate(names[:-1]))
        text = text.replace(f"@{mark}s", ", ".join(names))
        text = text.replace("@nth" if mark == "m" else "@ath", f"({chosen}{names[-1]})")
    return tuple(piece for piece in cut(text) if isinstance(piece, Function))


def _translated(telling: Module, function: Function, rules: frozenset[str], words: int) -> Function:
    """A function of the telling variant for native code."""
    text = _own_names(telling.printed(f"def {function.head}:\n{function.body}"))
    (tree,) = ast.parse(text).body
    assert isinstance(tree, ast.FunctionDef)
    name = function.name
    found = _Translator(tree, rules, words)
    body = found.block(tree.body)
    if name in ("act", "run"):
        body = [*_parsed("begin_knowing(K)" if name == "act" else "begin_saying(K)"), *body]
    given = [each for each in function.parameters if each not in ("E", "C")] + ["K"]
    head = f"{name if name in ('act', 'run', 'apply') else name + SUFFIX}({', '.join(given)})"
    lines = "\n".join(ast.unparse(ast.fix_missing_locations(each)) for each in body)
    return Function(head, function.doc, "\n".join(f"    {line}" for line in lines.splitlines()))


def _parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def _call(name: str, *arguments: ast.expr | str) -> ast.Call:
    given = [_expression(each) if isinstance(each, str) else each for each in arguments]
    return ast.Call(ast.Name(name, ast.Load()), given, [])


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@dataclass
class _Translator:
    """Translates one function."""

    tree: ast.FunctionDef
    rules: frozenset[str]
    words: int
    conditions: set[str] = field(default_factory=set)
    """The names of conditions."""
    sets: set[str] = field(default_factory=set)
    """The names of sets of cards."""
    lost: set[str] = field(default_factory=set)
    """Names of what could not be translated."""
    befores: dict[str, str] = field(default_factory=dict)
    """States that are kept, and the condition under which they are."""
    missing: list[str] = field(default_factory=list)
    """Of what may be missing: where it is noted."""
    ties: str = ""
    """Where the number of ties is kept while it is only asked what would be."""

    def __post_init__(self) -> None:
        for _ in range(3):  # a name may be made of others
            for node in ast.walk(self.tree):
                self._note(node)

    def _note(self, node: ast.AST) -> None:
        """Note which names are conditions or sets."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name, args = node.func.id, node.args
            if name in ("all_of", "one_of", "opposite"):
                self._note_names(args, self.conditions)
            elif name == "disclose":
                self._note_names(args[2:3], self.conditions)
            elif name == "disclose_pick":
                self._note_names(args[1:2], self.conditions)
                self._note_names([args[2], args[5]], self.sets)
            elif name in ("counted", "how_many", "the_only_one"):
                self._note_names(args[1:2], self.sets)
            elif name == "Picked":
                self._note_names(args, self.sets)
            elif name == "disclose_drawn":
                self._note_names([args[2], args[4]], self.sets)
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot):
            if isinstance(node.comparators[0], ast.Constant) and node.comparators[0].value in (
                True,
                False,
            ):
                self._note_names([node.left], self.conditions)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if self._is_condition(node.value):
                self.conditions.add(node.targets[0].id)
            elif self._is_set(node.value):
                self.sets.add(node.targets[0].id)

    def _note_names(self, nodes: list[ast.expr], names: set[str]) -> None:
        names |= {node.id for node in nodes if isinstance(node, ast.Name)}

    def _is_condition(self, node: ast.expr) -> bool:
        if isinstance(node, ast.IfExp):
            return self._is_condition(node.body) or self._is_condition(node.orelse)
        if isinstance(node, ast.BoolOp):
            return any(map(self._is_condition, node.values))
        if isinstance(node, ast.Name):
            return node.id in self.conditions
        return isinstance(node, ast.Call) and _name(node) in CONDITIONS

    def _is_set(self, node: ast.expr) -> bool:
        """Whether an expression can only be a set, where a set takes several words."""
        if isinstance(node, ast.Name):
            return node.id in self.sets
        if isinstance(node, ast.Call):
            return _name(node).startswith("wanted_")
        if isinstance(node, ast.UnaryOp):
            return self._is_set(node.operand)
        if isinstance(node, ast.Constant):
            return type(node.value) is int and node.value >= 1 << BITS
        if isinstance(node, ast.BinOp):
            by = node.right.value if isinstance(node.right, ast.Constant) else 0
            if isinstance(node.op, ast.LShift) and isinstance(by, int) and by and by % BITS == 0:
                return True
            if isinstance(node.op, ast.BitAnd | ast.BitOr):
                return self._is_set(node.left) or self._is_set(node.right)
        return False

    # --- statements ---------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in statements:
            try:
                found += self.statement(statement)
            except Untranslatable:
                if self._acts(statement):
                    raise
                assigned = {
                    node.id
                    for node in ast.walk(statement)
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
                }
                for name in sorted(assigned & self.conditions):
                    found += _parsed(f"{name} = {OTHER}")
                self.lost |= assigned - self.conditions
                found += _parsed("unsure(K)") if _says(statement) else []
        return found or [ast.Pass()]

    def _acts(self, statement: ast.stmt) -> bool:
        """Whether something is done to the state, or where the function goes on is decided."""
        for node in ast.walk(statement):
            if isinstance(node, ast.Return | ast.Break | ast.Continue | ast.Delete):
                return True
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                return True
            if isinstance(node, ast.Call) and _name(node) not in QUIET:
                if not _name(node).startswith("wanted_"):
                    return True
        return False

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            return self._told(node.value)
        if isinstance(node, ast.Assign):
            return self._assign(node)
        if isinstance(node, ast.AugAssign):
            return self._change(node)
        if isinstance(node, ast.If):
            test = self.test(node.test)
            orelse = self.block(node.orelse) if node.orelse else []
            return [ast.If(test, self.block(node.body), orelse)]
        if isinstance(node, ast.While):
            return self._loop(ast.While(self.test(node.test), self.block(node.body), []))
        if isinstance(node, ast.For):
            return self._loop(
                ast.For(node.target, self.plain(node.iter), self.block(node.body), [])
            )
        if isinstance(node, ast.Try):
            return self._try(node)
        if isinstance(node, ast.Raise) and self.missing:
            return [*_parsed(f"{self.missing[-1]} = 1"), ast.Break()]
        if isinstance(node, ast.Delete) and ast.unparse(node).startswith("del E["):
            return []
        if isinstance(node, ast.Return):
            return [ast.Return(None if node.value is None else self.plain(node.value))]
        if isinstance(node, ast.Pass | ast.Break | ast.Continue):
            return [node]
        raise Untranslatable

    def _loop(self, loop: ast.For | ast.While) -> list[ast.stmt]:
        """A loop; if something was missing in it, what is around it is left as well."""
        text = ast.unparse(ast.fix_missing_locations(loop))
        if self.missing and f"{self.missing[-1]} = 1" in text:
            left: list[ast.stmt] = [ast.Break()]
            return [loop, ast.If(_expression(f"{self.missing[-1]} != 0"), left, [])]
        return [loop]

    def _try(self, node: ast.Try) -> list[ast.stmt]:
        """What gives up if something is missing, as a loop that is left then."""
        if any(isinstance(part, ast.Break | ast.Continue) for part in _outside_loops(node.body)):
            raise Untranslatable
        name = f"missing_{node.lineno}"
        self.missing.append(name)
        try:
            body = self.block(node.body)
        finally:
            self.missing.pop()
        handled = self.block(node.handlers[0].body)
        once = ast.For(ast.Name("_", ast.Store()), _expression("range(1)"), body, [])
        return [
            *_parsed(f"{name} = 0"),
            once,
            ast.If(_expression(f"{name} != 0"), handled, []),
        ]

    def _told(self, call: ast.Call) -> list[ast.stmt]:
        name, args = _name(call), call.args
        if name == "extend" and ast.unparse(call.func) == "E.extend":
            return list(self._event(args[0]))
        if name == "disclose":
            if ast.unparse(args[1]) != "len(E)":
                raise Untranslatable  # something of an earlier moment
            told, outcome = self.condition(args[2]), self.test(args[3])
            return [ast.Expr(_call("disclose", "K", told, outcome))]
        if name == "disclose_pick":
            if len(args) > 6:
                raise Untranslatable
            told, picked, allowed = self.condition(args[1]), args[2], args[5]
            if ast.unparse(args[4]) == "True":
                where = self.plain(args[3])
                words = self.set_words(picked)
                return [ast.Expr(_call("disclose_shown", "K", told, where, *words))]
            words = [*self.set_words(picked), *self.set_words(allowed)]
            return [ast.Expr(_call("disclose_unseen", "K", told, *words))]
        if name.startswith("disclose") or name in ("place_by_place", "add_pick"):
            raise Untranslatable
        return [ast.Expr(self.plain(call))]

    def _event(self, event: ast.expr) -> Iterator[ast.stmt]:
        assert isinstance(event, ast.Tuple)
        kind, *rest = event.elts
        assert isinstance(kind, ast.Constant)
        if kind.value == MOVE:
            yield ast.Expr(_call("moved", "K", *map(self.plain, rest)))
        elif kind.value == SHUFFLE:
            yield ast.Expr(_call("shuffled", "S", "K", self.plain(rest[0])))
        elif kind.value == DECK:
            yield from _parsed("unsure(K)")

    def _assign(self, node: ast.Assign) -> list[ast.stmt]:
        (target,) = node.targets
        text = ast.unparse(node)
        if text.endswith("= len(E)"):  # a moment, which is only spoken of where it is not followed
            assert isinstance(target, ast.Name)
            self.lost.add(target.id)
            return []
        if isinstance(target, ast.Name) and text == f"{target.id} = (len(E), C[0], S[TIES])":
            return _parsed(f"{target.id} = S[TIES]")
        if text.startswith("C[0], S[TIES] = "):
            return _parsed(f"S[TIES] = {text.split()[-1].removesuffix('[1:]')}")
        if isinstance(target, ast.Name) and (if_any := IF_ANY.fullmatch(text)):
            self.befores[target.id] = if_any[1]  # the state before: only what it says is of use
            return []
        if isinstance(target, ast.Name) and text == f"{target.id} = (E, C, S[TIES])":
            self.ties = target.id
            return _parsed(f"{target.id} = S[TIES]")
        if isinstance(target, ast.Tuple) and ast.unparse(node.value) == "([], NO_CHANCE)":
            return []  # from here on it is only asked what would be
        if isinstance(target, ast.Tuple) and [*map(ast.unparse, target.elts)][:2] == ["E", "C"]:
            return _parsed(f"S[TIES] = {ast.unparse(node.value)}")
        if not isinstance(target, ast.Name):
            return [ast.Assign([self.plain(target)], self.plain(node.value))]
        if target.id in self.conditions:
            return [ast.Assign([target], self.condition(node.value))]
        if target.id in self.sets and self.words > 1:
            words = self.set_words(node.value)
            names = self._word_names(target.id)
            return [ast.Assign([n], w) for n, w in zip(names, words, strict=True)]
        return [ast.Assign([target], self.plain(node.value))]

    def _change(self, node: ast.AugAssign) -> list[ast.stmt]:
        target = node.target
        if isinstance(target, ast.Name) and target.id in self.sets and self.words > 1:
            pairs = zip(self._word_names(target.id), self.set_words(node.value), strict=True)
            return [ast.AugAssign(name, node.op, word) for name, word in pairs]
        if isinstance(target, ast.Name) and target.id in self.lost:
            raise Untranslatable
        changed = self.plain(target)
        assert isinstance(changed, ast.Name | ast.Subscript | ast.Attribute)
        return [ast.AugAssign(changed, node.op, self.plain(node.value))]

    def _word_names(self, name: str) -> list[ast.Name]:
        return [ast.Name(f"{name}_{w}", ast.Store()) for w in range(self.words)]

    # --- expressions --------------------------------------------------------------------------

    def test(self, node: ast.expr) -> ast.expr:
        """Something that is so or not."""
        if isinstance(node, ast.Name) and node.id == "E" and self.ties:  # something was drawn
            return _expression(f"S[TIES] != {self.ties}")
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot):
            value, left = node.comparators[0], node.left
            if isinstance(left, ast.Name) and left.id in self.befores:
                kept = isinstance(node.ops[0], ast.IsNot)
                return _expression(f"{self.befores[left.id]} {'!=' if kept else '=='} 0")
            if not (isinstance(value, ast.Constant) and type(value.value) is bool):
                raise Untranslatable
            how: ast.cmpop = ast.Eq() if isinstance(node.ops[0], ast.Is) else ast.NotEq()
            return ast.Compare(self.condition(node.left), [how], [ast.Constant(int(value.value))])
        if isinstance(node, ast.BinOp) and self.words > 1 and self._is_set(node):
            words = self.set_words(node)
            either = words[0]
            for word in words[1:]:
                either = ast.BinOp(either, ast.BitOr(), word)
            return ast.Compare(either, [ast.NotEq()], [ast.Constant(0)])
        return self.plain(node)

    def condition(self, node: ast.expr) -> ast.expr:
        """A condition on hidden cards, as a number."""
        try:
            return self._condition(node)
        except Untranslatable:
            for part in ast.walk(node):
                if isinstance(part, ast.Call) and _name(part) not in QUIET:
                    raise
            return ast.Name(OTHER, ast.Load())

    def _condition(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Constant) and type(node.value) is bool:
            return ast.Constant(int(node.value))
        if isinstance(node, ast.Name) and node.id in self.conditions:
            return node
        if isinstance(node, ast.IfExp) and self._is_condition(node):
            return ast.IfExp(
                self.test(node.test), self.condition(node.body), self.condition(node.orelse)
            )
        if isinstance(node, ast.Call) and _name(node) in CONDITIONS:
            name, args = _name(node), node.args
            if name in ("all_of", "one_of"):
                found = self.condition(args[0])
                for part in args[1:]:
                    found = _call(name, "K", found, self.condition(part))
                return found
            if name == "opposite":
                return _call("opposite", "K", self.condition(args[0]))
            if name == "counted":
                return self._counted(args)
            if name == "how_many":
                places, cards, least, most = args
                limits = self.plain(least), self.plain(most)
                return _call("how_many", "K", self.plain(places), *limits, *self.set_words(cards))
            if name == "Picked":
                return _call("picked_among", "K", *self.set_words(args[0]))
            raise Untranslatable
        if self._is_condition(node):
            raise Untranslatable
        return ast.IfExp(self.test(node), ast.Constant(1), ast.Constant(0))

    def _counted(self, args: list[ast.expr]) -> ast.expr:
        places, cards, sign, number = args
        assert isinstance(sign, ast.Constant)
        n = ast.unparse(self.plain(number))
        limits = {
            "==": (n, n),
            "!=": (n, n),
            "<": ("0", f"{n} - 1"),
            "<=": ("0", n),
            ">": (f"{n} + 1", MANY),
            ">=": (n, MANY),
        }[str(sign.value)]
        found = _call("how_many", "K", self.plain(places), *limits, *self.set_words(cards))
        return _call("opposite", "K", found) if sign.value == "!=" else found

    def set_words(self, node: ast.expr) -> list[ast.expr]:
        """A set of cards, a number for each word."""
        if self.words == 1:
            return [self.plain(node)]
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return [ast.Constant(node.value >> BITS * w & MASK) for w in range(self.words)]
        if isinstance(node, ast.Name) and node.id in self.sets:
            return [ast.Name(f"{node.id}_{w}", ast.Load()) for w in range(self.words)]
        if isinstance(node, ast.Call) and _name(node).startswith("wanted_"):
            raise Untranslatable  # a function gives one number
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            return [ast.UnaryOp(ast.Invert(), word) for word in self.set_words(node.operand)]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            pairs = zip(self.set_words(node.left), self.set_words(node.right), strict=True)
            return [ast.BinOp(one, node.op, two) for one, two in pairs]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            if ast.unparse(node.left) == "1":
                card = ast.unparse(self.plain(node.right))
                return [
                    _expression(f"(BIT[{card}] if ({card}) // BITS == {w} else 0)")
                    for w in range(self.words)
                ]
            if isinstance(node.right, ast.Constant):
                at, odd = divmod(node.right.value, BITS)  # type: ignore[operator]
                if not odd:
                    zero: ast.expr = ast.Constant(0)
                    word = self.plain(node.left)
                    return [word if w == at else zero for w in range(self.words)]
            raise Untranslatable
        return [self.plain(node), *(ast.Constant(0) for _ in range(1, self.words))]

    def plain(self, node: ast.expr) -> ast.expr:
        """Anything that is a number."""
        found = _Plain(self).visit(_copied(node))
        assert isinstance(found, ast.expr)
        return found


MASK = (1 << BITS) - 1


def _copied(node: ast.expr) -> ast.expr:
    return (
        _expression(ast.unparse(node))
        if not isinstance(getattr(node, "ctx", None), ast.Store)
        else node
    )


def _name(call: ast.Call) -> str:
    func = call.func
    return (
        func.id
        if isinstance(func, ast.Name)
        else func.attr
        if isinstance(func, ast.Attribute)
        else ""
    )


def _outside_loops(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    """All that is not within a loop."""
    for statement in statements:
        if not isinstance(statement, ast.For | ast.While):
            yield statement
            inner = [part for part in ast.iter_child_nodes(statement) if isinstance(part, ast.stmt)]
            yield from _outside_loops(inner)


def _says(statement: ast.stmt) -> bool:
    """Whether something is told here."""
    return any(
        isinstance(node, ast.Call)
        and (_name(node).startswith("disclose") or _name(node) == "place_by_place")
        for node in ast.walk(statement)
    )


class _Plain(ast.NodeTransformer):
    """Translates numbers: nothing is told, and chance decides."""

    def __init__(self, owner: _Translator) -> None:
        self.owner = owner

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in ("E", "C", "NO_CHANCE", "Missing") or node.id in self.owner.lost:
            raise Untranslatable
        if node.id in self.owner.conditions:
            raise Untranslatable
        if node.id in self.owner.sets and self.owner.words > 1:
            raise Untranslatable
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if node.value is None or isinstance(node.value, str):
            raise Untranslatable
        if type(node.value) is int and not -(1 << 63) <= node.value < 1 << 63:
            raise Untranslatable
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if isinstance(node.ops[0], ast.In):  # among the members of a list that follow their number
            found = MEMBERS.fullmatch(ast.unparse(node.comparators[0]))
            if found is None or found[1] != found[4] or found[2] != found[3]:
                raise Untranslatable
            return _call("holds", found[1], found[5], self.owner.plain(node.left))
        return self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> ast.AST:
        raise Untranslatable

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = _name(node)
        if not isinstance(node.func, ast.Name):
            if name == "bit_count" and isinstance(node.func, ast.Attribute):
                return _call("popcount", self.owner.plain(node.func.value))
            raise Untranslatable
        if name in CONDITIONS or name in ("snapshot", "worth", "lie_open", "bool", "all_picks"):
            raise Untranslatable
        if name == "edge":  # at which end a card lay matters only where it is not followed
            return ast.Constant(0)
        args = list(node.args)
        given = [ast.unparse(arg) for arg in args]
        telling = [i for i, arg in enumerate(given) if arg in ("E", "C")]
        args = [self.visit(arg) for i, arg in enumerate(args) if i not in telling]
        known = ast.Name("K", ast.Load())
        if name in self.owner.rules:
            own = name if name in ("act", "run", "apply") else name + SUFFIX
            return ast.Call(ast.Name(own, ast.Load()), [*args, known], [])
        if name in ("drain", "deal"):
            return ast.Call(ast.Name(f"{name}_off", ast.Load()), [*args, known], [])
        if given[-1:] == ["E"]:  # it tells of a move
            if name != "move":
                raise Untranslatable
            return ast.Call(node.func, [*args, known], [])
        return ast.Call(node.func, args, [])
