"""What the rules ask of cards, as columns: for each question, the answer every card gives."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from kibitz.recycle.layout import OWNERS, Layout
from kibitz.recycle.tree import Binding, Node, walk

__all__ = ["Column", "Readings"]

Column = tuple[object, ...]
"""The answer of every card to one question; cards with equal answers are not told apart by it."""

MapKey = tuple[str, str]


class Readings:
    """The nodes of a program, what stands around them, and the questions they ask."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.cards = layout.cards
        self.nodes = [n for top in (*layout.program.body, layout.program.score) for n in walk(top)]
        self._above: dict[Node, Node | None] = {}
        for node in self.nodes:
            for arg in node.args:
                self._above[arg] = None if arg in self._above else node

    def above(self, node: Node) -> Node | None:
        """The node an operand belongs to; None if there is none, or more than one."""
        return self._above.get(node)

    def around(self, node: Node) -> Iterator[Node]:
        """The nodes around a node, from the inside out."""
        here = self.above(node)
        while here is not None:
            yield here
            here = self.above(here)

    def uses(self, binding: Binding, within: Node) -> Iterator[Node]:
        """The places where a variable is used inside a node."""
        return (n for n in walk(within) if n.means(binding))

    # --- point maps ---------------------------------------------------------------------------

    def map_key(self, points: Node) -> MapKey | None:
        """Which map a node means, if it says so itself."""
        if points.op != "points" or points.said is None:
            return None
        return OWNERS[points.args[0].kind], points.said

    def settings(self, key: MapKey) -> list[Node]:
        """Where a map is set."""
        return [
            n for n in self.nodes if n.op == "set_points" and self.map_key(n.args[0]) in (key, None)
        ]

    def rows(self, key: MapKey) -> list[tuple[int, ...]] | None:
        """The points of every card, for each way the map can be set; None if that is not known."""
        return self._rows[key]

    @cached_property
    def _rows(self) -> dict[MapKey, list[tuple[int, ...]] | None]:
        return {
            key: self._all_rows(key) if points.tabled else None
            for key, points in self.layout.maps.items()
        }

    def _all_rows(self, key: MapKey) -> list[tuple[int, ...]] | None:
        found: dict[tuple[int, ...], None] = {}
        for node in self.settings(key):
            if any(award.op != "award" for award in node.args[1:]):
                return None
            variables = self.layout.variables_of(node)
            names = [str(value) for value, _ in variables]
            for given in product(*([*values, None] for _, values in variables)):
                known = dict(zip(names, given, strict=True))
                found[tuple(self._points(node, card.attributes, known) for card in self.cards)] = (
                    None
                )
        return list(found)

    def _points(self, node: Node, attributes: dict[str, str], known: dict[str, str | None]) -> int:
        """The points of a card: all awards it fulfils, added up."""
        total = 0
        for award in node.args[1:]:
            for pair in award.args[:-1]:
                value = pair.args[1]
                wanted = value.text if value.op == "name" else known[str(value)]
                if attributes.get(str(pair.args[0].value), "") != wanted:
                    break
            else:
                total += award.args[-1].number
        return total

    # --- questions ----------------------------------------------------------------------------

    def column(self, node: Node) -> Column | None:
        """What an attribute or the points of a card tell; None if that cannot be said.

        Where they are compared with something known, only the outcome.
        """
        above = self.above(node)
        other: Node | None = None
        if above is not None and above.traits.compares:
            other = above.args[1] if above.args[0] is node else above.args[0]
        if node.op == "cardatt":
            if node.args[0].op != "name":
                return None
            values = [card.attributes.get(node.args[0].text, "") for card in self.cards]
            if other is not None and other.op == "name":
                return tuple(value == other.text for value in values)
            return tuple(values)
        key = self.map_key(node.args[1])
        rows = None if key is None else self.rows(key)
        if rows is None:
            return None
        test = None if above is None else above.traits.fold
        if above is not None and test is not None and other is not None and other.op == "num":
            left = above.args[0] is node
            return tuple(
                tuple(test(v, other.number) if left else test(other.number, v) for v in column)
                for column in zip(*rows, strict=True)
            )
        return tuple(zip(*rows, strict=True))

    def may_hold(self, condition: Node, binding: Binding, card: int) -> bool:
        """Whether a condition on a card can be true; yes if that cannot be said."""
        return self._truth(condition, binding, card) is not False

    def _truth(self, node: Node, binding: Binding, card: int) -> bool | None:
        if node.op in ("and", "or"):
            parts = [self._truth(arg, binding, card) for arg in node.args]
            decides = node.op == "or"
            if decides in parts:
                return decides
            return None if None in parts else not decides
        if node.op == "not":
            truth = self._truth(node.args[0], binding, card)
            return None if truth is None else not truth
        if not node.traits.compares or not node.args[1].traits.literal:
            return None
        asked = node.args[0]
        about = {"cardatt": 1, "score": 0}.get(asked.op)
        if about is None or asked.args[about].var is not binding:
            return None
        column = self.column(asked)
        if column is None:
            return None
        answer = column[card]
        if asked.op == "cardatt":
            return bool(answer) == (node.op == "==")
        answers = set(answer) if isinstance(answer, tuple) else set()
        return answers.pop() if len(answers) == 1 else None
