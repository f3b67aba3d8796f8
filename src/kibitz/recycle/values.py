"""Conditions and numbers."""

from __future__ import annotations

from kibitz.recycle.lists import Lists
from kibitz.recycle.operations import NAMED
from kibitz.recycle.reader import Atom, Form
from kibitz.recycle.scope import Wrong, called
from kibitz.recycle.tree import Kind, Node
from kibitz.recycle.vocabulary import form

__all__ = ["Values"]


class Values(Lists):
    """Understands what is true and how much."""

    # --- conditions ---------------------------------------------------------------------------

    @form("and", "bool", "(and CONDITION {CONDITION})", "all hold; tested in order")
    @form("or", "bool", "(or CONDITION {CONDITION})", "one holds; tested in order")
    def _junction(self, item: Form) -> Node:
        parts = tuple(self.condition(part) for part in self.parts(item, 1, 999))
        return Node(NAMED[item.head], Kind.BOOL, parts, (item.start, item.end))

    @form("not", "bool", "(not CONDITION)", "it does not hold")
    def _not(self, item: Form) -> Node:
        (test,) = self.parts(item, 1)
        return Node("not", Kind.BOOL, (self.condition(test),), (item.start, item.end))

    @form(
        "any",
        "bool",
        "(any|all COLLECTION 'V CONDITION)",
        "it holds for a (every) member; of "
        "nothing, `any` is false and `all` true. `(all COLLECTION 'V PLACE)`: the list of those "
        "places",
    )
    @form("all", "bool", "(all COLLECTION 'V CONDITION)", "it holds for every member")
    def _quantifier(self, item: Form) -> Node:
        collection, binding, body = self.member(item, "bool")
        with self.bound(binding), self.looping(item):
            inner = self.expression(body)
        at = (item.start, item.end)
        if Kind.WRONG in (inner.kind, collection.kind):
            raise Wrong
        if inner.kind is Kind.BOOL:
            return Node(NAMED[item.head], Kind.BOOL, (collection, inner), at, var=binding)
        if inner.kind is Kind.CARDS and item.head == "all":
            return Node("eachloc", Kind.GROUPS, (collection, inner), at, var=binding)
        raise self.wrong(
            body, f"`{self.show(body)}` is {called(inner.kind)} here, a condition was expected"
        )

    @form("<", "bool", "(<|>|<=|>= INT INT)", "compares numbers")
    @form(">", "bool", "(> INT INT)", "more than")
    @form("<=", "bool", "(<= INT INT)", "at most")
    @form(">=", "bool", "(>= INT INT)", "at least")
    def _comparison(self, item: Form) -> Node:
        parts = self.parts(item, 2)
        return Node(
            NAMED[item.head], Kind.BOOL, tuple(map(self.integer, parts)), (item.start, item.end)
        )

    @form("==", "bool", "(==|!= X X)", "compares two numbers, names, cards, players or teams")
    @form("!=", "bool", "(!= X X)", "they differ")
    def _equality(self, item: Form) -> Node:
        one, two = self.parts(item, 2)
        kinds = (Kind.INT, Kind.STR, Kind.CARD, Kind.PLAYER, Kind.TEAM)
        role = "a number, name, card, player or team"
        a, b = self.want(one, *kinds, role=role), self.want(two, *kinds, role=role)
        if Kind.WRONG in (a.kind, b.kind):
            raise Wrong
        if a.kind is not b.kind:
            hint = None
            if {a.kind, b.kind} == {Kind.PLAYER, Kind.INT}:
                hint = "the seat number of a player is (pid PLAYER)"
            elif {a.kind, b.kind} == {Kind.CARD, Kind.STR}:
                hint = "what is printed on a card is (cardatt NAME CARD)"
            raise self.wrong(
                item,
                f"`{self.show(one)}` is {called(a.kind)} and "
                f"`{self.show(two)}` is {called(b.kind)}: they cannot be "
                "compared",
                hint,
            )
        return Node(NAMED[item.head], Kind.BOOL, (a, b), (item.start, item.end))

    # --- numbers ------------------------------------------------------------------------------

    @form("+", "int", "(+|* INT INT {INT})", "sum, product")
    @form("*", "int", "(* INT INT {INT})", "product")
    def _many(self, item: Form) -> Node:
        parts = self.parts(item, 2, 99)
        return Node(
            NAMED[item.head], Kind.INT, tuple(map(self.integer, parts)), (item.start, item.end)
        )

    @form(
        "-",
        "int",
        "(-|//|%|^ INT INT)",
        "difference, quotient (truncated), remainder (with the sign of the first), power",
    )
    @form("//", "int", "(// INT INT)", "quotient, truncated towards zero")
    @form("%", "int", "(% INT INT)", "remainder")
    @form("^", "int", "(^ INT INT)", "power")
    @form("mod", "int", "(mod INT INT)", "remainder (older files; now `%`)")
    def _two(self, item: Form) -> Node:
        parts = self.parts(item, 2)
        op = NAMED["%" if item.head == "mod" else item.head]
        return Node(op, Kind.INT, tuple(map(self.integer, parts)), (item.start, item.end))

    @form("tri", "int", "(tri INT)", "triangular number, n(n+1)/2")
    @form("fib", "int", "(fib INT)", "Fibonacci number; fib 1 = fib 2 = 1")
    def _one(self, item: Form) -> Node:
        (part,) = self.parts(item, 1)
        return Node(NAMED[item.head], Kind.INT, (self.integer(part),), (item.start, item.end))

    @form("max", "int", "(max|min INT INT {INT})", "the largest (smallest) of some numbers")
    @form("min", "int", "(min INT INT {INT})", "the smallest of some numbers")
    def _extreme(self, item: Form) -> Node:
        """Of numbers; but `(max PLACE using POINTS)` is a card, and so is what looks like it."""
        if any(isinstance(part, Atom) and part.kind == "word" for part in item.items[1:]):
            return self._best(item)
        parts = [(part, self.expression(part)) for part in item.items[1:]]
        kinds = {node.kind for _, node in parts}
        if kinds & {Kind.CARDS, Kind.GROUPS} and Kind.INT not in kinds:
            return self._best(item)
        self.parts(item, 2, 99, topic="int")
        numbers = tuple(self.fitting(part, node, Kind.INT) for part, node in parts)
        return Node(NAMED[item.head + "_int"], Kind.INT, numbers, (item.start, item.end))

    @form(
        "random",
        "int",
        "(random INT [.. INT])",
        "a random number from 0, or from the first, to the last, both included",
    )
    def _random(self, item: Form) -> Node:
        at = (item.start, item.end)
        if len(item.items) == 2:
            low = Node("num", Kind.INT, (), at, 0)
            return Node("random", Kind.INT, (low, self.integer(item.items[1])), at)
        if len(item.items) == 4 and str(item.items[2]) == "..":
            ends = (self.integer(item.items[1]), self.integer(item.items[3]))
            return Node("random", Kind.INT, ends, at)
        raise self.wrong(
            item, "`random` takes a number or two with `..` between", self.syntax("random")
        )

    @form("size", "int", "(size COLLECTION)", "how many members it has")
    def _size(self, item: Form) -> Node:
        (what,) = self.parts(item, 1)
        return Node("size", Kind.INT, (self.collection(what),), (item.start, item.end))

    @form("sum", "int", "(sum PLACE using POINTS)", "the scores of all cards added up")
    @form(
        "scoremax",
        "int",
        "(scoremax|scoremin PLACE using POINTS)",
        "the highest (lowest) score; an error if there is no card",
    )
    @form("scoremin", "int", "(scoremin PLACE using POINTS)", "the lowest score")
    def _total(self, item: Form) -> Node:
        (where,), points = self.using(item, 1)
        return Node(NAMED[item.head], Kind.INT, (self.cards(where), points), (item.start, item.end))

    @form("score", "int", "(score CARD using POINTS)", "a card's score")
    def _score(self, item: Form) -> Node:
        (card,), points = self.using(item, 1)
        return Node("score", Kind.INT, (self.card(card), points), (item.start, item.end))

    @form("pid", "int", "(pid PLAYER)", "the seat number of a player, from 0")
    def _pid(self, item: Form) -> Node:
        (who,) = self.parts(item, 1)
        return Node("pid", Kind.INT, (self.want(who, Kind.PLAYER),), (item.start, item.end))
