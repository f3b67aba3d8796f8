"""Dead places: from which no card comes back into play before the next shuffle.

A place is dead if its cards only go on to other dead places, or into a place that is shuffled
before anybody looks; and if the rules only count them, add up their points, or ask the same
questions of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle.layout import Family
from kibitz.recycle.readings import Column, Readings
from kibitz.recycle.tree import Binding, Kind, Node, walk

__all__ = ["Retirement"]


class Retirement:
    """The dead places of a game, and what is still asked of the cards there."""

    def __init__(self, readings: Readings) -> None:
        self.readings = readings
        self.layout = readings.layout
        self.piles = {family for family in self._families() if self._is_pile(family)}
        """Shuffled before anybody looks at them."""
        self.dead: set[Family] = {
            family
            for family in self._families()
            if not family.memory and not family.ordered and family not in self.piles
        }
        self.columns: list[Column] = []
        while not self._settled():
            pass
        self.immaterial = {node for node in self._extremes() if self._is_immaterial(node)}
        """Highest and lowest cards of dead places: whichever it is makes no difference."""
        self.ignored = {node for node in readings.nodes if self._is_ignored(node)}
        """Loops that only put dead cards onto a pile to be shuffled."""

    @property
    def group(self) -> tuple[int, ...]:
        """A number for each card; cards of one number are the same in a dead place."""
        numbers: dict[object, int] = {}
        return tuple(
            numbers.setdefault(tuple(column[card] for column in self.columns), len(numbers))
            for card in range(len(self.layout.cards))
        )

    def _families(self) -> Iterator[Family]:
        return iter(self.layout.families.values())

    def _places(self, family: Family) -> Iterator[Node]:
        """The nodes that can mean a place of a family."""
        return (
            node
            for node in self.readings.nodes
            if node.op == "place" and family in self.layout.families_named(node)
        )

    def _is_pile(self, family: Family) -> bool:
        """Whether the rules only shuffle a place, put cards there, and move them from its ends."""
        if not family.pooled or family.stamped:
            return False
        for place in self._places(family):
            above = self.readings.above(place)
            if above is None:
                return False
            taken = above.traits.end and self._moves(above)
            if not taken and above.op not in ("dest", "size", "shuffle"):
                return False
        return True

    def _moves(self, card: Node) -> bool:
        """Whether a card is named only in order to move it."""
        above = self.readings.above(card)
        return above is not None and above.op == "move" and above.args[0] is card

    # --- what is dead -------------------------------------------------------------------------

    def _settled(self) -> bool:
        """Take away one place that turns out not to be dead; whether there was none."""
        self.columns = []
        for family in self._families():
            if family in self.dead and not all(map(self._harmless, self._places(family))):
                self.dead.discard(family)
                return False
        for node in self.readings.nodes:
            if node.op == "move":
                sources = self.sources(node.args[0]) & self.dead
                if sources and not self.destinations(node) <= self.dead | self.piles:
                    self.dead -= sources
                    return False
        for node in self._extremes():
            families = self.sources(node)
            if families & self.dead and not self._is_immaterial(node):
                self.dead -= families
                return False
        return True

    def sources(self, card: Node) -> set[Family]:
        """Where a card can come from."""
        if card.op != "var":
            return self.layout.families_of(card.args[0])
        value = card.stands_for
        if value is None:
            return set(self._families())
        return self.sources(value) if value.kind is Kind.CARD else self.layout.families_of(value)

    def destinations(self, move: Node) -> set[Family]:
        return self.layout.families_of(move.args[1].args[0])

    def _harmless(self, place: Node) -> bool:
        """Whether a reading of a place tells no more than some columns, which are noted."""
        node = place
        asked: list[Node] = []
        while True:
            above = self.readings.above(node)
            if above is None:
                return False
            if above.op == "filter" and above.args[0] is node:
                found = self._asked(above.bound, above.args[1])
                if found is None:
                    return False
                asked += found
            elif above.op not in ("union", "eachloc"):
                break
            node = above
        if above.op == "each":
            if self._is_ignored(above):
                return True
            uses = list(self.readings.uses(above.bound, above.args[1]))
            if above.value != "all" or not all(map(self._moves, uses)):
                return False
        elif above.kind is Kind.CARD:
            if not self._moves(above):
                return False
        elif above.op == "sum":
            asked.append(above)
        elif above.op not in ("size", "dest", "shuffle"):
            return False
        columns = [self.readings.column(question) for question in asked]
        self.columns += [column for column in columns if column is not None]
        return None not in columns

    def _asked(self, binding: Binding, condition: Node) -> list[Node] | None:
        """What a condition asks of a card; None if it does anything else with it."""
        questions = [self.readings.above(use) for use in self.readings.uses(binding, condition)]
        found = [q for q in questions if q is not None and q.op in ("cardatt", "score")]
        return found if len(found) == len(questions) else None

    # --- which card it is makes no difference -------------------------------------------------

    def _extremes(self) -> Iterator[Node]:
        return (node for node in self.readings.nodes if node.traits.ties)

    def _is_immaterial(self, node: Node) -> bool:
        """Whether all cards that can be the highest or lowest of a dead place are of one group."""
        if not self.sources(node) <= self.dead or not self._moves(node):
            return False
        cards = list(range(len(self.layout.cards)))
        chosen = node.args[0]
        while chosen.op == "filter":
            test, binding = chosen.args[1], chosen.bound
            cards = [card for card in cards if self.readings.may_hold(test, binding, card)]
            chosen = chosen.args[0]
        return chosen.op == "place" and len({self.group[card] for card in cards}) <= 1

    def _is_ignored(self, node: Node) -> bool:
        """Whether a loop over dead cards only puts them onto a pile that nobody counts."""
        if node.op != "each" or node.value != "all" or node.args[1].op != "move":
            return False
        move = node.args[1]
        if move.args[0].var is not node.var or not self.sources(move.args[0]) <= self.dead:
            return False
        counted = {
            family
            for n in self.readings.nodes
            if n.op == "size"
            for place in walk(n)
            if place.op == "place"
            for family in self.layout.families_named(place)
        }
        return self.destinations(move) <= self.piles - counted
