"""Collections of cards as sets: a text for each word of 62 cards.

A filter that only looks at what is printed on the cards becomes a mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce

from kibitz.recycle.choices import shape
from kibitz.recycle.emitter.folding import bare, both, either, number, others
from kibitz.recycle.emitter.writer import Local, Writer
from kibitz.recycle.layout import BITS
from kibitz.recycle.operations import Op
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Binding, Kind, Node, mentions, walk

__all__ = ["TURNED", "Sets", "conjuncts"]

TURNED: dict[Op, Op] = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""Comparisons seen from the other side."""


class Sets(Writer):
    """Writes sets of cards."""

    def words(self, node: Node) -> list[str]:
        """A collection of cards as a set: a text for each word."""
        if self.known and (known := self.known.get(shape(node))):
            return known
        count = self.layout.words
        spot = self.spot(node)
        if spot is not None:
            families = self.layout.families_of(node)
            if any(f.memory for f in families):
                at = self.keep(f"MEMORY[{spot}]", "at")
                return [f"word(S, {at}, {w})" for w in range(count)]
            return self._set_words(spot)
        if node.op == "everything":
            return self.complement(["0"] * count)
        if node.op == "filter":
            return self._filtered(node)
        if node.op in ("union", "intersect", "disjunction"):
            return self._combined(node)
        if node.op == "sort":
            return self.words(node.args[0])
        array, offset = self.sequence(node)
        return [f"word({array}, {offset}, {w})" for w in range(count)]

    def _set_words(self, spot: str) -> list[str]:
        """The words of a place by its number, constants folded."""
        count, sets = self.layout.words, self.layout.sets
        if spot.isdigit():
            return [f"S[{sets + int(spot) * count + w}]" for w in range(count)]
        first, plus, rest = bare(spot).partition(" + ")
        if plus and first.isdigit():
            sets, spot = sets + int(first) * count, rest
        if count == 1:
            return [f"S[{sets} + {spot}]"]
        spot = f"({spot})" if " " in spot else spot
        at = self.keep(f"{sets} + {spot} * {count}", "p")
        return [f"S[{at}]"] + [f"S[{at} + {w}]" for w in range(1, count)]

    def _combined(self, node: Node) -> list[str]:
        count = self.layout.words
        if node.op == "union":
            total = [self.fresh("u") for _ in range(count)]
            simple: list[list[str]] = []
            loops = [arg for arg in node.args if arg.kind is Kind.GROUPS]
            for arg in node.args:
                if arg.kind is Kind.CARDS:
                    simple.append(self.words(arg))
            if not loops:
                return [either([s[w] for s in simple]) for w in range(count)]
            for w in range(count):
                self.line(f"{total[w]} = {bare(either([s[w] for s in simple]))}")
            for arg in loops:
                with self._each_group(arg) as inner:
                    for w in range(count):
                        if inner[w] != "0":
                            self.line(f"{total[w]} |= {bare(inner[w])}")
            return total
        once = [self.fresh("u") for _ in range(count)]
        twice = [self.fresh("d") for _ in range(count)]
        for w in range(count):
            start = "-1" if node.op == "intersect" else "0"
            self.line(f"{once[w]} = {start}")
            self.line(f"{twice[w]} = 0")

        def add(inner: list[str]) -> None:
            for w in range(count):
                if node.op == "intersect":
                    self.line(f"{once[w]} &= {inner[w]}")
                    self.line(f"{twice[w]} = -1")
                else:
                    word = self.keep(inner[w])
                    self.line(f"{twice[w]} |= {once[w]} & {word}")
                    self.line(f"{once[w]} |= {word}")

        for arg in node.args:
            if arg.kind is Kind.GROUPS:
                with self._each_group(arg) as inner:
                    add(inner)
            else:
                add(self.words(arg))
        if node.op == "intersect":  # of nothing: nothing
            return [f"({once[w]} & {twice[w]})" for w in range(count)]
        return [f"({once[w]} & ~{twice[w]})" for w in range(count)]

    @contextmanager
    def _each_group(self, node: Node) -> Iterator[list[str]]:
        """Write a loop over the groups of a list; inside, the words of each."""
        if node.op == "eachloc":
            with self.loop(node.args[0], node.bound):
                yield self.words(node.args[1])
            return
        array, offset = self.members(node)
        count = self.layout.words
        if is_spots(node):
            i = self.fresh("i")
            with self.indented(f"for {i} in range({array}[{offset}]):"):
                place = self.keep(f"{array}[{offset} + 1 + {i}]", "p")
                if any(f.memory for f in self.layout.families_of(node)):
                    yield [f"word(S, MEMORY[{place}], {w})" for w in range(count)]
                else:
                    yield self._set_words(place)
            return
        at = self.fresh("o")
        self.line(f"{at} = {offset} + 2")
        with self.indented(f"for _ in range({array}[{offset}]):"):
            yield [f"word({array}, {at}, {w})" for w in range(count)]
            self.line(f"{at} = following({array}, {at})")

    def _filtered(self, node: Node) -> list[str]:
        """A filter of cards: a mask where the condition is one, a loop over the rest."""
        words = self.words(node.args[0])
        rest = conjuncts(node.args[1])
        while rest:
            with self.aside() as lines:
                mask = self.mask(rest[0], node.bound)
                scoring = mask or self._scoring(rest[0], node.bound, words)
            if scoring is None:
                break
            self.lines.extend(lines)
            words = scoring if mask is None else list(map(both, words, mask))
            rest = rest[1:]
        if not rest:
            return words
        kept = [self.fresh("m") if word != "0" else word for word in words]
        for name in kept:
            if name != "0":
                self.line(f"{name} = 0")
        with self.bits(words, node.bound) as (card, _):
            with self.indented(f"if {self.all_of(rest)}:"):
                self.add(card, kept)
        return kept

    def add(self, card: str, words: list[str]) -> None:
        """Write how a card gets into a set in variables; a word that is "0" never gets one."""
        chosen = [(w, name) for w, name in enumerate(words) if name != "0"]
        for w, name in chosen:
            if len(chosen) == 1:
                self.line(f"{name} |= " + (f"1 << {card}" if len(words) == 1 else f"BIT[{card}]"))
                return
            last = w == chosen[-1][0]
            test = f"{card} < {(w + 1) * BITS}"
            head = "else" if last else f"if {test}" if w == chosen[0][0] else f"elif {test}"
            with self.indented(f"{head}:"):
                self.line(f"{name} |= BIT[{card}]")

    def holds(self, words: list[str], card: str) -> str:
        """Whether a card is in a set in variables."""
        chosen = [f"{word} if {card} < {(w + 1) * BITS} else " for w, word in enumerate(words)]
        text = "".join(chosen[:-1]) + words[-1]
        return f"{text if len(words) == 1 else f'({text})'} & BIT[{card}]"

    def _scoring(self, node: Node, binding: Binding, words: list[str]) -> list[str] | None:
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
        if not (self._harmless(owner) and self._harmless(two)):
            return None
        limit = self.integer(two)
        low, high = "-LAST", "LAST"
        if op in ("==", "!="):
            low = high = self.keep(limit)
        elif op in (">", ">="):
            low = self.keep(_plus(limit, 1 if op == ">" else 0))
        else:
            high = self.keep(_plus(limit, -1 if op == "<" else 0))
        array, at = self.points(one.args[1]).split(", ")
        found = []
        for w, word in enumerate(words):
            if word == "0":
                found.append(word)
                continue
            source = self.keep(word, "m") if op == "!=" else bare(word)
            text = f"scoring({source}, {array}, {_plus(at, w * BITS)}, {low}, {high})"
            if array == "POINTS":
                text = f"levelled({source}, {w}, {at}, {low}, {high})"
            found.append(self.keep(both(source, f"~{text}") if op == "!=" else text, "m"))
        return found

    def all_of(self, conditions: list[Node]) -> str:
        """Some conditions, tested in order."""
        if len(conditions) == 1:
            return self.condition(conditions[0])
        return self.condition(Node("and", Kind.BOOL, tuple(conditions), conditions[0].at))

    @contextmanager
    def bits(self, words: list[str], binding: Binding | None) -> Iterator[tuple[str, str]]:
        """Write a loop over the cards of a set, the lowest number first."""
        card = self.fresh("c")
        left = [(self.fresh("m"), w) for w, word in enumerate(words) if word != "0"]
        if not left:
            left, words = [(self.fresh("m"), 0)], ["0"]
        for m, w in left:
            self.line(f"{m} = {bare(words[w])}")
        with self.indented(f"while {' | '.join(m for m, _ in left)}:"):
            for m, w in left:
                if len(left) > 1:
                    head = f"{'if' if m == left[0][0] else 'elif'} {m}:"
                    self.line(head if m != left[-1][0] else "else:")
                    self.depth += 1
                self.line(f"{card} = lowest({m}){f' + {w * BITS}' if w else ''}")
                self.line(f"{m} &= {m} - 1")
                self.depth -= len(left) > 1
            if binding is not None:
                self.locals[binding] = Local(card)
            yield card, "0" if len(words) == 1 else f"{card} // BITS"

    def mask(self, node: Node, binding: Binding) -> list[str] | None:
        """The set of all cards a condition holds for, if it only looks at what is printed."""
        count = self.layout.words
        if not self._harmless(node):
            return None
        if not mentions(node, binding):
            test = self.keep(self.condition(node))
            return [f"(-1 if {test} else 0)" for _ in range(count)]
        if node.op == "not":
            inner = self.mask(node.args[0], binding)
            return inner and self.complement(inner)
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
            value = self.keep(self.string(two))
            for w in range(count):
                table = [self._mask_of(attribute, text)[w] for text in self.layout.names]
                words.append(f"{self.constant(table)}[{value}]" if any(table) else "0")
        return words if node.op == "==" else self.complement(words)

    def complement(self, words: list[str]) -> list[str]:
        """All other cards."""
        cards = len(self.layout.cards)
        return [
            others(word, (1 << min(BITS, cards - BITS * w)) - 1) for w, word in enumerate(words)
        ]

    def _harmless(self, node: Node) -> bool:
        """Whether a condition can be tested once, beforehand: it cannot fail, nor draw."""
        for n in walk(node):
            if n.traits.risky:
                return False
            if n.op == "place" and (n.args[1].op != "name" or n.args[2].op != "num"):
                return False
            if n.op == "store" and n.args[1].op != "name":
                return False
            if n.op in ("top", "bottom", "nth", "first", "run") and any(
                family.pooled for arg in n.args for family in self.layout.families_of(arg)
            ):
                return False
        return True

    def _mask_of(self, attribute: str, value: str) -> list[int]:
        words = [0] * self.layout.words
        for card in self.layout.cards:
            if card.attributes.get(attribute, "") == value:
                words[card.number // BITS] |= 1 << (card.number % BITS)
        return words

    def size(self, node: Node) -> str:
        """How many members a collection has."""
        if node.kind is Kind.CARDS:
            spot = self.spot(node)
            if spot is not None and any(f.memory for f in self.layout.families_of(node)):
                return f"S[MEMORY[{spot}]]"
            if spot is None and node.op not in (
                "filter",
                "union",
                "intersect",
                "disjunction",
                "sort",
            ):
                array, offset = self.sequence(node)
                return f"{array}[{offset}]"
            if self.has_memory(node):
                array, offset = self.sequence(node)
                return f"{array}[{offset}]"
            sizes = [f"popcount({bare(word)})" for word in self.words(node) if word != "0"]
            return f"({' + '.join(sizes)})" if len(sizes) > 1 else "".join(sizes) or "0"
        if node.op == "players":
            return str(self.layout.program.players)
        if node.op == "others":
            return str(self.layout.program.players - 1)
        if node.op == "teams":
            return f"S[{self.layout.team_count}]"
        if node.op == "names":
            assert isinstance(node.value, tuple)
            return str(len(node.value))
        if node.op == "range":
            low, high = (self.integer(arg) for arg in node.args)
            return f"max(0, {high} - {low} + 1)"
        array, offset = self.members(node)
        return f"{array}[{offset}]"

    def has_memory(self, node: Node) -> bool:
        return any(family.memory for family in self.layout.families_of(node))

    def only_listed(self, node: Node) -> bool:
        """Whether a collection is only known as a list."""
        if node.op in ("place", "filter", "union", "intersect", "disjunction", "sort"):
            return False
        return not (node.op == "var" and node.bound.spot)


def conjuncts(node: Node) -> list[Node]:
    """The conditions that must all hold."""
    if node.op == "and":
        return [part for arg in node.args for part in conjuncts(arg)]
    return [node]


def _plus(text: str, more: int) -> str:
    """A number and a constant added up."""
    value = number(text)
    if value is not None:
        return str(value + more)
    return f"{text} {'+' if more > 0 else '-'} {abs(more)}" if more else text
