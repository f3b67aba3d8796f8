"""Conditions on cards, for all cards of a set at once.

A condition that only looks at what is printed on the cards is a mask, one on their scores nearly
so. What is the same for all cards is worked out once: not before one of them asks for it, since it
may fail or decide something.
"""

from __future__ import annotations

from functools import reduce

from kibitz.recycle.emitter.beforehand import TURNED, conjuncts, harmless
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.operands import bare, both, complement, either, number
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.layout import BITS
from kibitz.recycle.tree import Binding, Node, mentions, walk

__all__ = ["Masks"]


class Masks:
    """Writes conditions on cards as sets."""

    def __init__(self, desk: Desk, ask: Writers) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.ask = ask
        self._known: dict[tuple[str, str], list[int]] = {}
        """The cards on which something is printed, as words."""

    def sift(self, conditions: list[Node], binding: Binding, words: list[str]) -> list[str]:
        """The cards of a set for which some conditions, tested in order, hold."""
        rest = [part for condition in conditions for part in conjuncts(condition)]
        while rest:
            found = self.at_once(rest[0], binding, words)
            if found is None:
                break
            words, rest = found, rest[1:]
        if not rest:
            return words
        kept = self._nothing(words)
        with self.ask.sets.bits(words, binding) as card:
            with self.page.indented(f"if {self.ask.conditions.all_of(rest)}:"):
                self.ask.sets.add(card, kept)
        return kept

    def at_once(self, node: Node, binding: Binding, words: list[str]) -> list[str] | None:
        """The cards of a set for which a condition holds, without going through them one by one;
        nothing if they must be asked one by one."""
        with self.page.aside() as lines:
            mask = self.mask(node, binding)
            if mask is not None:
                found: list[str] | None = list(map(both, words, mask))
            else:
                found = self._scoring(node, binding, words)
            if found is None and not any(n.traits.rolls or n.traits.ties for n in walk(node)):
                found = self._by_parts(node, binding, words)
        if found is not None:
            self.page.lines.extend(lines)
        return found

    def _by_parts(self, node: Node, binding: Binding, words: list[str]) -> list[str] | None:
        """The same of a condition not all of which may be worked out beforehand."""
        if node.op == "and":
            for arg in node.args:
                found = self.at_once(arg, binding, words)
                if found is None:
                    return None
                words = found
            return words
        words = [self.desk.keep(word, "m") for word in words]
        if node.op == "not":
            found = self.at_once(node.args[0], binding, words)
            return found and [both(word, f"~{one}") for word, one in zip(words, found, strict=True)]
        if node.op == "or":
            return self._any_part(node, binding, words)
        kept = self._nothing(words)
        with self.page.indented(f"if {' | '.join(words)}:"):
            if not mentions(node, binding):
                with self.page.indented(f"if {self.ask.conditions.condition(node)}:"):
                    self._store(kept, words)
                return kept
            mask = self.mask(node, binding, asked=True)
            found = (
                self._scoring(node, binding, words, asked=True)
                if mask is None
                else list(map(both, words, mask))
            )
            if found is None:
                return None
            self._store(kept, found)
        return kept

    def _any_part(self, node: Node, binding: Binding, words: list[str]) -> list[str] | None:
        """The cards for which one of some conditions holds; those it does not hold for ask for the
        next."""
        kept = self._nothing(words)
        left = [self.page.fresh("m") if word != "0" else word for word in words]
        self._store(left, words)
        for arg in node.args:
            found = self.at_once(arg, binding, left)
            if found is None:
                return None
            for k, m, one in zip(kept, left, found, strict=True):
                if k != "0":
                    part = self.desk.keep(one, "m")
                    self.page.line(f"{k} |= {part}")
                    if arg is not node.args[-1]:
                        self.page.line(f"{m} &= ~{part}")
        return kept

    def _nothing(self, words: list[str]) -> list[str]:
        """Variables for a part of a set; a word that is "0" stays so."""
        kept = [self.page.fresh("m") if word != "0" else word for word in words]
        for name in kept:
            if name != "0":
                self.page.line(f"{name} = 0")
        return kept

    def _store(self, kept: list[str], words: list[str]) -> None:
        for name, word in zip(kept, words, strict=True):
            if name != "0":
                self.page.line(f"{name} = {bare(word)}")

    def mask(self, node: Node, binding: Binding, asked: bool = False) -> list[str] | None:
        """The set of all cards a condition holds for, if it only looks at what is printed. Unless
        some card surely asks for it, it must do no harm."""
        count = self.layout.words
        if not (asked or harmless(self.layout, node)):
            return None
        if not mentions(node, binding):
            test = self.desk.keep(self.ask.conditions.condition(node))
            return [f"(-1 if {test} else 0)" for _ in range(count)]
        if node.op == "not":
            inner = self.mask(node.args[0], binding)
            return inner and complement(self.layout, inner)
        if node.op in ("and", "or"):
            parts: list[list[str]] = []
            for arg in node.args:
                part = self.mask(arg, binding)
                if part is None:
                    return None
                parts.append(part)
            if node.op == "and":
                return [reduce(both, column) for column in zip(*parts, strict=True)]
            return [either(list(column)) for column in zip(*parts, strict=True)]
        if node.op not in ("==", "!="):
            return None
        one, two = node.args
        if mentions(two, binding):
            one, two = two, one
        if mentions(two, binding) or one.op != "cardatt" or one.args[0].op != "name":
            return None
        if one.args[1].op != "var" or one.args[1].var is not binding:
            return None
        attribute = one.args[0].text
        if two.op == "name":
            words = [str(word) for word in self._mask_of(attribute, two.text)]
        else:
            words = []
            value = self.desk.keep(self.ask.scalars.string(two))
            for w in range(count):
                table = [self._mask_of(attribute, text)[w] for text in self.layout.names]
                words.append(f"{self.desk.constant(table)}[{value}]" if any(table) else "0")
        return words if node.op == "==" else complement(self.layout, words)

    def _mask_of(self, attribute: str, value: str) -> list[int]:
        words = self._known.get((attribute, value))
        if words is None:
            words = self._known[attribute, value] = [0] * self.layout.words
            for card in self.layout.cards:
                if card.attributes.get(attribute, "") == value:
                    words[card.number // BITS] |= 1 << (card.number % BITS)
        return words

    def _scoring(
        self, node: Node, binding: Binding, words: list[str], asked: bool = False
    ) -> list[str] | None:
        """The cards of a set whose score compares with something the same for all of them."""
        if node.op not in TURNED:
            return None
        (one, two), op = node.args, node.op
        if mentions(two, binding):
            one, two, op = two, one, TURNED[op]
        if one.op != "score" or one.args[0].op != "var" or one.args[0].var is not binding:
            return None
        owner, name = one.args[1].args
        if mentions(two, binding) or name.op != "name":
            return None
        if not asked and not (harmless(self.layout, owner) and harmless(self.layout, two)):
            return None
        limit = self.ask.scalars.integer(two)
        low, high = "-$LAST", "$LAST"
        if op in ("==", "!="):
            low = high = self.desk.keep(limit)
        elif op in (">", ">="):
            low = self.desk.keep(_plus(limit, 1 if op == ">" else 0))
        else:
            high = self.desk.keep(_plus(limit, -1 if op == "<" else 0))
        array, at = self.ask.places.points(one.args[1]).split(", ")
        found = []
        for w, word in enumerate(words):
            if word == "0":
                found.append(word)
                continue
            source = self.desk.keep(word, "m") if op == "!=" else bare(word)
            text = f"scoring({source}, {array}, {_plus(at, w * BITS)}, {low}, {high})"
            if array == "POINTS":
                text = f"levelled({source}, {w}, {at}, {low}, {high})"
            found.append(self.desk.keep(both(source, f"~{text}") if op == "!=" else text, "m"))
        return found


def _plus(text: str, more: int) -> str:
    """A number and a constant added up."""
    value = number(text)
    if value is not None:
        return str(value + more)
    return f"{text} {'+' if more > 0 else '-'} {abs(more)}" if more else text
