"""Conditions. What a condition needs is only computed when the ones before it have held."""

from __future__ import annotations

from kibitz.recycle.choices import shape
from kibitz.recycle.emitter.beforehand import has_memory, only_listed
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.operands import both, complement, either
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["Conditions"]


class Conditions:
    """Writes tests."""

    def __init__(self, desk: Desk, ask: Writers) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.ask = ask

    def condition(self, node: Node) -> str:
        op = node.op
        if self.desk.known and (known := self._looked_at(node)):
            return known
        if op in ("and", "or"):
            return self._junction(node)
        if op == "not":
            return f"not ({self.condition(node.args[0])})"
        if op in ("any", "all"):
            return self._quantified(node)
        one, two = node.args
        empty = self._emptiness(op, one, two)
        if empty is not None:
            return empty
        a = self.ask.scalars.scalar(one)
        with self.page.aside() as lines:
            b = self.ask.scalars.scalar(two)
        if lines:
            a = self.desk.keep(a)
            self.page.lines.extend(lines)
        return f"{a} {op} {b}"

    def all_of(self, conditions: list[Node]) -> str:
        """Some conditions, tested in order."""
        if len(conditions) == 1:
            return self.condition(conditions[0])
        return self.condition(Node("and", Kind.BOOL, tuple(conditions), conditions[0].at))

    def _looked_at(self, node: Node) -> str | None:
        """A condition whose value, or whose opposite's, is known."""
        if node.op == "!=":
            same = self.desk.known.get(shape(Node("==", node.kind, node.args, node.at)))
            return f"not {same[0]}" if same else None
        known = self.desk.known.get(shape(node))
        return known[0] if known else None

    def _emptiness(self, op: str, one: Node, two: Node) -> str | None:
        """A comparison of a size with nothing: no need to count."""
        if one.op != "size" or one.args[0].kind is not Kind.CARDS or two.op != "num":
            return None
        cards = one.args[0]
        if has_memory(self.layout, cards) or (only_listed(cards)):
            return None
        sign = {
            ("==", 0): "==",
            ("!=", 0): "!=",
            (">", 0): "!=",
            (">=", 1): "!=",
            ("<", 1): "==",
            ("<=", 0): "==",
        }.get((op, two.number))
        if sign is None:
            return self._singleness(op, cards, two.number)
        return f"{either(self.ask.sets.words(cards))} {sign} 0"

    def _singleness(self, op: str, cards: Node, number: int) -> str | None:
        """A comparison with one card: a set has one if taking its lowest bit leaves nothing."""
        if (op, number) not in (("==", 1), (">", 1), (">=", 2)):
            return None
        with self.page.aside() as lines:
            words = [word for word in self.ask.sets.words(cards) if word != "0"]
        if len(words) != 1:
            return None
        self.page.lines.extend(lines)
        word = self.desk.keep(words[0], "m")
        if op == "==":
            return f"({word} != 0 and {word} & ({word} - 1) == 0)"
        return f"{word} & ({word} - 1) != 0"

    def _junction(self, node: Node) -> str:
        parts: list[tuple[list[str], str]] = []
        for arg in node.args:
            with self.page.aside() as lines:
                text = self.condition(arg)
            parts.append((lines, text))
        self.page.lines.extend(parts[0][0])
        if not any(lines for lines, _ in parts[1:]):
            return (
                "("
                + f" {node.op} ".join(
                    f"({text})" if " or " in text or " and " in text else text for _, text in parts
                )
                + ")"
            )
        result = self.page.fresh("b")
        self.page.line(f"{result} = {parts[0][1]}")
        for lines, text in parts[1:]:
            test = result if node.op == "and" else f"not {result}"
            with self.page.indented(f"if {test}:"):
                self.page.lines.extend("    " + line for line in lines)
                self.page.line(f"{result} = {text}")
        return result

    def _quantified(self, node: Node) -> str:
        collection, test = node.args
        if (
            collection.kind is Kind.CARDS
            and not has_memory(self.layout, collection)
            and not (only_listed(collection))
        ):
            with self.page.aside() as lines:
                mask = self.ask.masks.mask(test, node.bound)
            if mask is not None:
                words = self.ask.sets.words(collection)
                self.page.lines.extend(lines)
                wanted = mask if node.op == "any" else complement(self.layout, mask)
                sign = "!=" if node.op == "any" else "=="
                return f"{either(list(map(both, words, wanted)))} {sign} 0"
            asked_once = self._asked_once(node)
            if asked_once is not None:
                return asked_once
        result = self.page.fresh("b")
        stop = "True" if node.op == "any" else "False"
        self.page.line(f"{result} = {'False' if node.op == 'any' else 'True'}")
        with self.ask.lists.loop(collection, node.bound):
            text = self.condition(test)
            head = f"if {text}:" if node.op == "any" else f"if not ({text}):"
            with self.page.indented(head):
                self.page.line(f"{result} = {stop}")
                self.page.line("break")
        return result

    def _asked_once(self, node: Node) -> str | None:
        """`any` or `all` of cards with a condition part of which is the same for all of them: it
        is worked out as soon as one of them asks for it."""
        collection, test = node.args
        parts = test.args if test.op == ("and" if node.op == "any" else "or") else (test,)
        if any(n.op in ("and", "or", "not") for part in parts for n in walk(part)):
            return None
        if node.op == "all":
            test = Node("not", Kind.BOOL, (test,), test.at)
        with self.page.aside() as lines:
            words = self.ask.sets.words(collection)
            found = self.ask.masks.at_once(test, node.bound, words)
        if found is None:
            return None
        self.page.lines.extend(lines)
        return f"{either(found)} {'!=' if node.op == 'any' else '=='} 0"
