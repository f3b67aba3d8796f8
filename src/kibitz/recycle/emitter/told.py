"""Lifting: conditions on cards that not everybody sees, as something that can be told.

What everybody can see of a condition is evaluated; what is left is how many of which cards lie
where, in the words of `kibitz.engine.disclosures`. A condition that has no such form becomes a
*secret*: a function of its own that can test other deals, too.
"""

from __future__ import annotations

from kibitz.recycle.common import common
from kibitz.recycle.emitter.beforehand import TURNED, has_memory
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.operands import joined
from kibitz.recycle.emitter.weighing import weighed
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.layout import BITS
from kibitz.recycle.printer import Function
from kibitz.recycle.tree import Binding, Kind, Node, walk

__all__ = ["UNTOLD", "Lifting"]

UNTOLD = "UNTOLD"


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
        self.secrets: list[Function] = []
        """Functions that test hidden cards again."""

    def hidden(self, node: Node) -> bool:
        return not common(node, self.public)

    def lifted_at(self, test: Node) -> tuple[str, str]:
        """A condition as far as it can be told, and the moment it speaks of."""
        self._moments = set()
        told = self.lifted(test)
        if len(self._moments) > 1:
            return UNTOLD, "len(E)"
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
            if told != UNTOLD:
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
            for one, two, sign in ((left, right, node.op), (right, left, TURNED[node.op])):
                found = self.number_of(one) if not self.hidden(two) else None
                if found is not None:
                    return f'counted({found[0]}, {found[1]}, "{sign}", {self.scalars.integer(two)})'
        return self.secret(node)

    def secret(self, node: Node) -> str:
        """A condition, or the value of something, as a test that can be done on another state. Its
        outcome is that it holds, unless another is added."""
        free = self._free(node)
        if self.draws(node) or free is None or self.layout.private:
            return UNTOLD  # a test again holds all numbers, and they are not for everybody
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
        test = Function(head, doc, "\n".join(lines))
        self.secrets += [test, *weighed(self, node, test)]
        families = {family for n in walk(node) for family in self.layout.families_of(n)}
        places = sum(
            1 << place
            for family in families
            for place in range(family.base, family.base + family.size)
        )
        given = ", ".join(free) + ("," if len(free) == 1 else "")
        return f"secret({name}, {line}, {places}, S, ({given}))"

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
            return self.secret(node)
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
        cards = len(self.layout.cards)
        words = [
            self.desk.keep(f"{word} & {(1 << min(BITS, cards - BITS * w)) - 1}", "m")
            for w, word in enumerate(self.sets.words(node))
        ]
        if kept is not None:
            self.desk.locals[binding] = kept
        return self.desk.keep(joined(words), "m")
