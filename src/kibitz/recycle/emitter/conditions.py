"""Conditions. What a condition needs is only computed when the ones before it have held."""

from __future__ import annotations

from kibitz.recycle.choices import shape
from kibitz.recycle.emitter.folding import both, either
from kibitz.recycle.emitter.writer import Writer
from kibitz.recycle.tree import Kind, Node

__all__ = ["Conditions"]


class Conditions(Writer):
    """Writes tests."""

    def condition(self, node: Node) -> str:
        op = node.op
        if self.known and (known := self._looked_at(node)):
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
        a = self.scalar(one)
        with self.aside() as lines:
            b = self.scalar(two)
        if lines:
            a = self.keep(a)
            self.lines.extend(lines)
        return f"{a} {op} {b}"

    def _looked_at(self, node: Node) -> str | None:
        """A condition whose value, or whose opposite's, is known."""
        if node.op == "!=":
            same = self.known.get(shape(Node("==", node.kind, node.args, node.at)))
            return f"not {same[0]}" if same else None
        known = self.known.get(shape(node))
        return known[0] if known else None

    def _emptiness(self, op: str, one: Node, two: Node) -> str | None:
        """A comparison of a size with nothing: no need to count."""
        if one.op != "size" or one.args[0].kind is not Kind.CARDS or two.op != "num":
            return None
        cards = one.args[0]
        if self.has_memory(cards) or (self.only_listed(cards)):
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
        return f"{either(self.words(cards))} {sign} 0"

    def _singleness(self, op: str, cards: Node, number: int) -> str | None:
        """A comparison with one card: a set has one if taking its lowest bit leaves nothing."""
        if (op, number) not in (("==", 1), (">", 1), (">=", 2)):
            return None
        with self.aside() as lines:
            words = [word for word in self.words(cards) if word != "0"]
        if len(words) != 1:
            return None
        self.lines.extend(lines)
        word = self.keep(words[0], "m")
        if op == "==":
            return f"({word} != 0 and {word} & ({word} - 1) == 0)"
        return f"{word} & ({word} - 1) != 0"

    def _junction(self, node: Node) -> str:
        parts: list[tuple[list[str], str]] = []
        for arg in node.args:
            with self.aside() as lines:
                text = self.condition(arg)
            parts.append((lines, text))
        self.lines.extend(parts[0][0])
        if not any(lines for lines, _ in parts[1:]):
            return (
                "("
                + f" {node.op} ".join(
                    f"({text})" if " or " in text or " and " in text else text for _, text in parts
                )
                + ")"
            )
        result = self.fresh("b")
        self.line(f"{result} = {parts[0][1]}")
        for lines, text in parts[1:]:
            test = result if node.op == "and" else f"not {result}"
            with self.indented(f"if {test}:"):
                self.lines.extend("    " + line for line in lines)
                self.line(f"{result} = {text}")
        return result

    def _quantified(self, node: Node) -> str:
        collection, test = node.args
        if (
            collection.kind is Kind.CARDS
            and not self.has_memory(collection)
            and not (self.only_listed(collection))
        ):
            with self.aside() as lines:
                mask = self.mask(test, node.bound)
            if mask is not None:
                words = self.words(collection)
                self.lines.extend(lines)
                wanted = mask if node.op == "any" else self.complement(mask)
                sign = "!=" if node.op == "any" else "=="
                return f"{either(list(map(both, words, wanted)))} {sign} 0"
        result = self.fresh("b")
        stop = "True" if node.op == "any" else "False"
        self.line(f"{result} = {'False' if node.op == 'any' else 'True'}")
        with self.loop(collection, node.bound):
            text = self.condition(test)
            head = f"if {text}:" if node.op == "any" else f"if not ({text}):"
            with self.indented(head):
                self.line(f"{result} = {stop}")
                self.line("break")
        return result
