"""Collections of cards as sets: a text for each word of 62 cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.recycle.choices import shape
from kibitz.recycle.emitter.beforehand import has_memory
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.operands import bare, either
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.layout import BITS
from kibitz.recycle.printer import short
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Binding, Kind, Node

__all__ = ["Sets"]


class Sets:
    """Writes sets of cards."""

    def __init__(self, desk: Desk, ask: Writers) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.ask = ask

    def words(self, node: Node) -> list[str]:
        """A collection of cards as a set: a text for each word."""
        if self.desk.known and (known := self.desk.known.get(shape(node))):
            return known
        count, cards = self.layout.words, len(self.layout.cards)
        spot = self.ask.places.spot(node)
        if spot is not None:
            families = self.layout.families_of(node)
            if any(f.memory for f in families):
                at = self.desk.keep(f"MEMORY[{spot}]", "at")
                return [f"word(S, {at}, {w})" for w in range(count)]
            return self._set_words(spot)
        if node.op == "everything":
            return [str((1 << min(BITS, cards - BITS * w)) - 1) for w in range(count)]
        if node.op == "filter":
            return self.ask.masks.sift([node.args[1]], node.bound, self.words(node.args[0]))
        if node.op in ("union", "intersect", "disjunction"):
            return self._combined(node)
        if node.op == "sort":
            return self.words(node.args[0])
        if node.op == "var" and self.desk.variable(node.bound).words:
            return list(self.desk.variable(node.bound).words)
        array, offset = self.ask.lists.sequence(node)
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
        at = self.desk.keep(f"{sets} + {spot} * {count}", "p")
        return [f"S[{at}]"] + [f"S[{at} + {w}]" for w in range(1, count)]

    def _combined(self, node: Node) -> list[str]:
        count = self.layout.words
        if node.op == "union":
            total = [self.page.fresh("u") for _ in range(count)]
            simple: list[list[str]] = []
            loops = [arg for arg in node.args if arg.kind is Kind.GROUPS]
            for arg in node.args:
                if arg.kind is Kind.CARDS:
                    simple.append(self.words(arg))
            if not loops:
                return [either([s[w] for s in simple]) for w in range(count)]
            for w in range(count):
                self.page.line(f"{total[w]} = {bare(either([s[w] for s in simple]))}")
            for arg in loops:
                with self._each_group(arg) as inner:
                    for w in range(count):
                        if inner[w] != "0":
                            self.page.line(f"{total[w]} |= {bare(inner[w])}")
            return total
        once = [self.page.fresh("u") for _ in range(count)]
        twice = [self.page.fresh("d") for _ in range(count)]
        for w in range(count):
            start = "-1" if node.op == "intersect" else "0"
            self.page.line(f"{once[w]} = {start}")
            self.page.line(f"{twice[w]} = 0")

        def add(inner: list[str]) -> None:
            for w in range(count):
                if node.op == "intersect":
                    self.page.line(f"{once[w]} &= {inner[w]}")
                    self.page.line(f"{twice[w]} = -1")
                else:
                    word = self.desk.keep(inner[w])
                    self.page.line(f"{twice[w]} |= {once[w]} & {word}")
                    self.page.line(f"{once[w]} |= {word}")

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
            with self.ask.lists.loop(node.args[0], node.bound):
                yield self.words(node.args[1])
            return
        array, offset = self.ask.lists.members(node)
        count = self.layout.words
        if is_spots(node):
            i = self.page.fresh("i")
            with self.page.indented(f"for {i} in range({array}[{offset}]):"):
                place = self.desk.keep(f"{array}[{offset} + 1 + {i}]", "p")
                if any(f.memory for f in self.layout.families_of(node)):
                    yield [f"word(S, MEMORY[{place}], {w})" for w in range(count)]
                else:
                    yield self._set_words(place)
            return
        at = self.page.fresh("o")
        self.page.line(f"{at} = {offset} + 2")
        with self.page.indented(f"for _ in range({array}[{offset}]):"):
            yield [f"word({array}, {at}, {w})" for w in range(count)]
            self.page.line(f"{at} = following({array}, {at})")

    def add(self, card: str, words: list[str]) -> None:
        """Write how a card gets into a set in variables; a word that is "0" never gets one."""
        chosen = [(w, name) for w, name in enumerate(words) if name != "0"]
        for w, name in chosen:
            if len(chosen) == 1:
                self.page.line(
                    f"{name} |= " + (f"1 << {card}" if len(words) == 1 else f"BIT[{card}]")
                )
                return
            last = w == chosen[-1][0]
            test = f"{card} < {(w + 1) * BITS}"
            head = "else" if last else f"if {test}" if w == chosen[0][0] else f"elif {test}"
            with self.page.indented(f"{head}:"):
                self.page.line(f"{name} |= BIT[{card}]")

    @contextmanager
    def bits(self, words: list[str], binding: Binding) -> Iterator[str]:
        """Write a loop over the cards of a set, the lowest number first."""
        card = self.page.fresh("c")
        left = [(self.page.fresh("m"), w) for w, word in enumerate(words) if word != "0"]
        if not left:
            left, words = [(self.page.fresh("m"), 0)], ["0"]
        for m, w in left:
            self.page.line(f"{m} = {bare(words[w])}")
        with self.page.indented(f"while {' | '.join(m for m, _ in left)}:"):
            for m, w in left:
                if len(left) > 1:
                    head = f"{'if' if m == left[0][0] else 'elif'} {m}:"
                    self.page.line(head if m != left[-1][0] else "else:")
                    self.page.depth += 1
                self.page.line(f"{card} = {short('lowest', m)}{f' + {w * BITS}' if w else ''}")
                self.page.line(f"{m} &= {m} - 1")
                self.page.depth -= len(left) > 1
            self.desk.locals[binding] = Local(card)
            yield card

    def size(self, node: Node) -> str:
        """How many members a collection has."""
        if node.kind is Kind.CARDS:
            spot = self.ask.places.spot(node)
            if spot is not None and any(f.memory for f in self.layout.families_of(node)):
                return f"S[MEMORY[{spot}]]"
            if spot is None and node.op not in (
                "filter",
                "union",
                "intersect",
                "disjunction",
                "sort",
            ):
                array, offset = self.ask.lists.sequence(node)
                return f"{array}[{offset}]"
            if has_memory(self.layout, node):
                array, offset = self.ask.lists.sequence(node)
                return f"{array}[{offset}]"
            sizes = [short("popcount", bare(word)) for word in self.words(node) if word != "0"]
            return f"({' + '.join(sizes)})" if len(sizes) > 1 else "".join(sizes) or "0"
        if node.op == "players":
            return str(self.layout.program.players)
        if node.op == "others":
            return str(self.layout.program.players - 1)
        if node.op == "teams":
            return f"S[{self.layout.team_count}]"
        if node.op == "names":
            return str(len(node.names))
        if node.op == "range":
            low, high = (self.ask.scalars.integer(arg) for arg in node.args)
            return f"max(0, {high} - {low} + 1)"
        if node.op == "filter" and node.kind is not Kind.GROUPS:
            return self._counted(node)
        array, offset = self.ask.lists.members(node)
        return f"{array}[{offset}]"

    def _counted(self, node: Node) -> str:
        """How many members a loop over a collection comes to."""
        count = self.page.fresh("n")
        self.page.line(f"{count} = 0")
        with self.ask.lists.loop(node, Binding("EACH", Kind.INT, "all", 0)):
            self.page.line(f"{count} += 1")
        return count
