"""Lifting: conditions on cards that not everybody sees, as something that can be told.

What everybody can see of a condition is evaluated; what is left is how many of which cards lie
where, in the words of `kibitz.engine.disclosures`. A condition that has no such form becomes a
*secret*: a function of its own that can test other deals, too.
"""

from __future__ import annotations

from collections.abc import Collection

from kibitz.recycle.choices import shape
from kibitz.recycle.common import common
from kibitz.recycle.copies import replaced
from kibitz.recycle.emitter.beforehand import TURNED, has_memory
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.operands import joined
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.printer import Function
from kibitz.recycle.tree import Binding, Kind, Node, Op, Program, walk

__all__ = ["Lifting", "is_untold", "untold"]

LOOKED_AT = (Kind.INT, Kind.STR, Kind.CARD, Kind.PLAYER, Kind.TEAM)
"""What can have a name of its own."""


def untold(program: Program, node: Node, why: str) -> str:
    """That something cannot be told, with the line that says it and the reason."""
    return f'Untold({program.source.place(node.at[0])[0]}, "{why}")'


def is_untold(text: str) -> bool:
    """Whether nothing is told."""
    return text.startswith("Untold(")


class Lifting:
    """Writes conditions that can be told."""

    def __init__(self, desk: Desk, writers: Writers) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.places = writers.places
        self.sets = writers.sets
        self.lists = writers.lists
        self.conditions = writers.conditions
        self.everything = str((1 << len(self.layout.cards)) - 1)
        """All cards, as a set."""
        self.public: set[Binding] = set()
        """Picks that everybody gets to know."""
        self._moments: set[str] = set()
        """The moments the hidden cards of the condition at hand are looked at."""
        self._numbers: dict[Binding, tuple[str, str, str]] = {}
        """Named numbers of hidden cards: when they were counted, where, and which."""
        self.snapshots: set[Binding] = set()
        """While a choice is told: names of cards that lie as they did when they got the name."""
        self.careful = False
        """What fails or draws here does no harm: what everybody sees may be looked at first."""
        self.secrets: list[Function] = []
        """Functions that test hidden cards again."""

    def untold(self, node: Node, why: str) -> str:
        """That something cannot be told, and why."""
        return untold(self.layout.program, node, why)

    def hidden(self, node: Node) -> bool:
        return not common(node, self.public)

    def lifted_at(self, test: Node) -> tuple[str, str]:
        """A condition as far as it can be told, and the moment it speaks of."""
        self._moments = set()
        told = self.lifted(test)
        if len(self._moments) > 1:
            return self.untold(test, "it compares cards of two moments"), "len(E)"
        return told, next(iter(self._moments), "len(E)")

    def told_value(self, value: Node) -> tuple[str, str]:
        """What it tells that a number or name was worked out from hidden cards, and of which
        moment."""
        self._moments = set()
        found = None if self.draws(value) else self.number_of(value)
        if found is not None:
            told = f'counted({found[0]}, {found[1]}, "==", {self.scalars.integer(value)})'
        else:
            told = self.secret(value)
            if not is_untold(told):
                told = f"{told[:-1]}, {self.scalars.scalar(value)})"
        return told, next(iter(self._moments), "len(E)")

    def count_named(self, binding: Binding, value: Node) -> None:
        """Remember which hidden cards were counted when a number got its name."""
        self._moments = set()
        found = self.number_of(value)
        if found is not None:
            at = self.desk.keep("len(E)", "e")
            where, which = self.desk.keep(found[0], "w"), self.desk.keep(found[1], "m")
            self._numbers[binding] = at, where, which

    def draws(self, node: Node) -> bool:
        """Whether looking may decide something: it must not be looked at twice."""
        return any(
            n.traits.rolls
            or n.traits.best  # which of equal cards it is, is drawn or a matter of their order
            or (
                n.traits.may_draw
                and any(f.pooled for arg in n.args for f in self.layout.families_of(arg))
            )
            for n in walk(node)
        )

    def lifted(self, node: Node) -> str:
        """A text that yields True or False, where everybody sees it, or a condition."""
        node = self.written_out(node)
        if not self.hidden(node):
            return f"({self.conditions.condition(node)})"
        if node.op in ("and", "or"):
            return self._lifted_junction(node)
        if node.op == "not":
            return f"opposite({self.lifted(node.args[0])})"
        if node.op in ("any", "all"):
            return self._lifted_quantifier(node)
        if node.op in TURNED:
            left, right = node.args
            tuples = self._lifted_tuples(node)
            if tuples is not None:
                return tuples
            for one, two, sign in ((left, right, node.op), (right, left, TURNED[node.op])):
                found = self.number_of(one) if not self.hidden(two) else None
                if found is not None:
                    return f'counted({found[0]}, {found[1]}, "{sign}", {self.scalars.integer(two)})'
        return self.secret(node)

    def _lifted_tuples(self, node: Node) -> str | None:
        """Whether there are cards of equal score at all: so many of one of the scores."""
        size, number = node.args
        if size.op != "size" or size.args[0].op != "tuples" or number.op != "num":
            return None
        sign = {(">", 0): "", (">=", 1): "", ("!=", 0): "", ("==", 0): "opposite"}.get(
            (node.op, number.number)
        )
        many, cards, using = size.args[0].args
        found = None if sign is None or self.hidden(many) else self.hidden_set(cards)
        if found is None or self.hidden(using):
            return None
        self._moments.add("len(E)")
        array, at = self.places.points(using).split(", ")
        scores = f"{array}[{at}:{at} + {len(self.layout.cards)}]"
        return f"{sign}(one_tuple({found[0]}, {found[1]}, {self.scalars.integer(many)}, {scores}))"

    def secret(self, node: Node) -> str:
        """A condition, or the value of something, as a test that can be done on another state. Its
        outcome is that it holds, unless another is added."""
        node = self._looked_at_first(node)
        free = self._free(node)
        if self.draws(node):
            return self.untold(node, "chance may decide it")
        if free is None:
            return self.untold(node, "it depends on a name for hidden cards")
        if self.layout.private:  # a test again holds all numbers, and they are not for everybody
            return self.untold(node, "there are private numbers in the game")
        self._moments.add("len(E)")
        name = f"secret_{len(self.secrets) + 1}"
        kept = self.desk.failure, self.page.depth
        self.desk.failure, self.page.depth = "return False", 1
        with self.page.aside() as lines:
            text = (
                self.conditions.condition(node)
                if node.kind is Kind.BOOL
                else self.scalars.scalar(node)
            )
            self.page.line(f"return {text}")
        self.desk.failure, self.page.depth = kept
        arguments = "".join(f", {each}" for each in free)
        line = self.layout.program.source.place(node.at[0])[0]
        head, doc = f"{name}(S, E, C{arguments})", f"Line {line}, tested again."
        self.secrets.append(Function(head, doc, "\n".join(lines)))
        families = {family for n in walk(node) for family in self.layout.families_of(n)}
        places = sum(
            1 << place
            for family in families
            for place in range(family.base, family.base + family.size)
        )
        given = ", ".join(free) + ("," if len(free) == 1 else "")
        return f"secret({name}, {line}, {places}, S, ({given}))"

    def written_out(self, node: Node) -> Node:
        """A condition without names for hidden cards that still lie as when they got the name; and
        without the question which of several best cards is meant, where only its score counts."""
        if self.careful:
            node = _by_scores(node)
        names = {n.bound for n in walk(node) if n.op == "var" and n.bound in self.snapshots}
        for binding in names:
            if binding.value is not None and not common(binding.value, self.public):
                node = self.written_out(replaced(node, binding, binding.value))
        return node

    def _looked_at_first(self, node: Node, bound: Collection[Binding] = ()) -> Node:
        """A condition with names for what everybody sees of it and what may fail or draw."""
        if not self.careful:
            return node
        if (
            node.kind in LOOKED_AT
            and any(n.traits.best or not n.traits.of_any_card for n in walk(node))
            and not any(n.op == "var" and n.bound in bound for n in walk(node))
            and not self.hidden(node)
        ):
            binding = Binding("LOOKED", node.kind, "all", 0)
            self.desk.locals[binding] = Local(self.desk.keep(self.scalars.scalar(node), "h"))
            return Node("var", node.kind, (), node.at, None, binding)
        inner = bound if node.op == "var" or node.var is None else {*bound, node.var}
        args = tuple(self._looked_at_first(arg, inner) for arg in node.args)
        if all(new is old for new, old in zip(args, node.args, strict=True)):
            return node
        return Node(node.op, node.kind, args, node.at, node.value, node.var)

    def _free(self, node: Node) -> list[str] | None:
        """The variables a condition needs from around it; None if one is a list, or not public."""
        own = {n.var for n in walk(node) if n.op != "var"}
        found: dict[str, None] = {}
        for n in walk(node):
            if n.op != "var" or n.bound in own or n.bound.how == "declare":
                continue
            local = self.desk.locals.get(n.bound)
            if local is None or local.offset != "0" or self.hidden(n):
                return None
            if local.name is not None:
                found[local.name] = None
            if n.bound.kind in (Kind.CARDS, Kind.GROUPS) and not n.bound.spot:
                return None
        return list(found)

    def _lifted_junction(self, node: Node) -> str:
        """`and` and `or`: what is no longer needed is not looked at."""
        result = self.page.fresh("k")
        combine, done = ("all_of", "False") if node.op == "and" else ("one_of", "True")
        public = [arg for arg in node.args if not self.hidden(arg)]
        hidden = [arg for arg in node.args if self.hidden(arg)]
        for i, arg in enumerate([*public, *hidden]):
            if i == 0:
                self.page.line(f"{result} = {self.lifted(arg)}")
                continue
            with self.page.indented(f"if {result} is not {done}:"):
                self.page.line(f"{result} = {combine}({result}, {self.lifted(arg)})")
        return result

    def _lifted_quantifier(self, node: Node) -> str:
        collection, test = node.args
        if collection.kind is Kind.CARDS:
            wanted = test if node.op == "any" else Node("not", Kind.BOOL, (test,), test.at)
            some = Node("filter", Kind.CARDS, (collection, wanted), node.at, None, node.var)
            found = self.hidden_set(some)
            if found is None:
                return self.secret(node)
            sign = ">" if node.op == "any" else "=="
            return f'counted({found[0]}, {found[1]}, "{sign}", 0)'
        if self.hidden(collection):
            group = _some_group(node)
            return self.secret(node) if group is None else self.lifted(group)
        result = self.page.fresh("k")
        start, combine = ("False", "one_of") if node.op == "any" else ("True", "all_of")
        self.page.line(f"{result} = {start}")
        with self.lists.loop(collection, node.bound):
            self.page.line(f"{result} = {combine}({result}, {self.lifted(test)})")
        return result

    def number_of(self, node: Node) -> tuple[str, str] | None:
        """The hidden cards whose number this is: where, and which."""
        if node.op == "size" and node.args[0].kind is Kind.CARDS:
            found = self.hidden_set(node.args[0])
            if found is not None:
                self._moments.add("len(E)")
            return found
        if node.op == "var" and node.bound in self._numbers:
            at, *found_then = self._numbers[node.bound]
            self._moments.add(at)
            return found_then[0], found_then[1]
        return None

    def hidden_set(self, node: Node) -> tuple[str, str] | None:
        """A collection of hidden cards as two sets: the places it looks into, the cards it wants
        from there."""
        if node.op == "sort":
            return self.hidden_set(node.args[0])
        if node.op == "var" and node.bound in self.snapshots and node.bound.value is not None:
            return self.hidden_set(node.bound.value)
        if node.op == "filter":
            inner = self.hidden_set(node.args[0])
            wanted = self._wanted(node.args[1], node.bound)
            if inner is None or wanted is None:
                return None
            return inner[0], wanted if inner[1] == self.everything else f"({inner[1]} & {wanted})"
        if node.op == "union":
            parts = [self.place_set(arg) for arg in node.args]
            if any(part is None for part in parts):
                return None
            where = " | ".join(part for part in parts if part is not None)
            return self.desk.keep(where, "w"), self.everything
        where_ = self.place_set(node)
        return None if where_ is None else (where_, self.everything)

    def place_set(self, node: Node) -> str | None:
        """Some places as a set."""
        if node.op == "eachloc":
            places = self.page.fresh("w")
            self.page.line(f"{places} = 0")
            with self.lists.loop(node.args[0], node.bound):
                inner = self.place_set(node.args[1])
                if inner is None:
                    return None
                self.page.line(f"{places} |= {inner}")
            return places
        spot = self.places.spot(node) if node.op == "place" or node.op == "var" else None
        return None if spot is None or has_memory(self.layout, node) else f"(1 << {spot})"

    def _wanted(self, test: Node, binding: Binding) -> str | None:
        """All cards of the deck that satisfy a condition everybody can test."""
        test = self._looked_at_first(self.written_out(test), {binding})
        before = binding in self.public
        self.public.add(binding)
        try:
            if self.hidden(test) or not all(n.traits.of_any_card for n in walk(test)):
                return None
            if self.draws(test):
                return None
        finally:
            if not before:
                self.public.discard(binding)
        everything = Node("everything", Kind.CARDS, (), test.at)
        node = Node("filter", Kind.CARDS, (everything, test), test.at, None, binding)
        kept = self.desk.locals.get(binding)
        words = [self.desk.keep(word, "m") for word in self.sets.words(node)]
        if kept is not None:
            self.desk.locals[binding] = kept
        return self.desk.keep(joined(words), "m")


def _some_group(node: Node) -> Node | None:
    """Whether there is a group that is not empty, as whether there is one; or a card at all."""
    groups, test = node.args
    if node.op != "any" or test.op != ">" or test.args[0].op != "size" or test.args[1].value != 0:
        return None
    if not test.args[0].args[0].means(node.var):
        return None
    if groups.op == "tuples" and groups.args[0].op == "num" and groups.args[0].number > 0:
        what = groups
    elif groups.op == "partition" and len(groups.collections) == 1:
        (what,) = groups.collections
    else:
        return None
    size = Node("size", Kind.INT, (what,), node.at)
    return Node(">", Kind.BOOL, (size, test.args[1]), node.at)


def _by_scores(node: Node) -> Node:
    """An expression with the highest score in place of the score of the highest card."""
    args = tuple(map(_by_scores, node.args))
    if node.op == "score" and args[0].op in ("max", "min"):
        cards, using = args[0].args
        if shape(using) == shape(args[1]):
            best: Op = "scoremax" if args[0].op == "max" else "scoremin"
            return Node(best, Kind.INT, (cards, using), node.at)
    if all(new is old for new, old in zip(args, node.args, strict=True)):
        return node
    return Node(node.op, node.kind, args, node.at, node.value, node.var)
