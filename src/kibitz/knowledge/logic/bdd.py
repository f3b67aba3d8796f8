"""Binary decision diagrams: sets of worlds too many to list and too different to merge.

A proposition is a variable; of a deal, that a card lies in a place. An agent observes variables;
to know is to quantify over all others. Diagrams are those of CUDD, by way of the package `dd` (the
extra `logic`); its slow Python twin serves where CUDD is missing. Variables stay in the order in
which they were made, card by card: reordering costs more than it saves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from importlib import import_module
from itertools import pairwise
from math import prod
from operator import or_
from typing import Any

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.evaluation import Evaluation, no_propositions, of_cards, of_propositions
from kibitz.knowledge.logic.rows import World
from kibitz.knowledge.logic.smcdel import Structure
from kibitz.knowledge.worlds import Count, Worlds, members

__all__ = ["DealDiagrams", "StructureDiagrams", "diagram_size"]

MOST_MEMORY = 2 << 30
"""The bytes that the diagrams of one model may take."""

Node = Any
"""A diagram: of `dd`, which has no types."""


def _manager() -> Any:
    """An empty manager of diagrams."""
    for module in ("dd.cudd", "dd.autoref"):
        try:
            manager = import_module(module).BDD()
        except ImportError:
            continue
        manager.configure(reordering=False)
        if module == "dd.cudd":
            manager.configure(max_memory=MOST_MEMORY)
        return manager
    raise KibitzError(
        "this needs binary decision diagrams, and the package `dd` is not installed",
        "pip install 'kibitz[logic]'",
    )


class Diagrams:
    """A set of worlds is a diagram over the variables."""

    name = "diagrams"

    def __init__(self, variables: Sequence[str], seen: Iterable[Iterable[str]]) -> None:
        self.bdd = _manager()
        self.bdd.declare(*variables)
        self.variables = tuple(variables)
        self.seen = tuple(map(frozenset, seen))
        """For each agent the variables it observes."""
        self.everything: Node = self.bdd.true
        self.alive: Node = self.bdd.true

    def complement(self, found: Node) -> Node:
        return ~found

    def knows(self, group: tuple[int, ...], alive: Node, known: Node) -> Node:
        unseen = set(self.variables).difference(*(self.seen[agent] for agent in group))
        return ~self.bdd.exist(unseen, alive & ~known) if unseen else ~alive | known

    def same(self, one: Node, other: Node) -> bool:
        return bool(one == other)

    def at(self, found: Node, true: set[str]) -> bool:
        """Whether the world in which just these variables are true is in a set."""
        while found.var is not None:
            found = _branches(found)[found.var in true]
        return bool(found == self.bdd.true)

    def count(self, found: Node) -> int:
        """How many worlds alive are in a set, exactly (the library's own count is a float)."""
        whole = found & self.alive
        counts = {self.bdd.false: 0, self.bdd.true: 1}
        waiting = [whole]
        while waiting:  # a diagram is counted after its branches; recursion could go too deep
            node = waiting[-1]
            branches = () if node in counts else _branches(node)
            missing = [branch for branch in branches if branch not in counts]
            waiting.extend(missing)
            if not missing:
                waiting.pop()
                if branches:
                    after = self._depth(node) + 1
                    counts[node] = sum(counts[b] << (self._depth(b) - after) for b in branches)
        return counts[whole] << self._depth(whole)

    def _depth(self, node: Node) -> int:
        """How many variables come before the first one of a diagram."""
        return len(self.variables) if node.var is None else int(self.bdd.level_of_var(node.var))


def _branches(node: Node) -> tuple[Node, Node]:
    """What is left of a diagram if its first variable is false, and if it is true."""
    return (~node.low, ~node.high) if node.negated else (node.low, node.high)


# --- structures -----------------------------------------------------------------------------------


class StructureDiagrams(Diagrams):
    """The states of a knowledge structure of many propositions."""

    def __init__(self, structure: Structure) -> None:
        super().__init__(
            [f"p{number}" for number in structure.propositions],
            [[f"p{number}" for number in seen] for seen in structure.observed],
        )
        self.alive = Evaluation(self).value(structure.law)

    def atom(self, atom: f.Formula) -> Node:
        return self.bdd.var(f"p{of_propositions(atom)}")

    def quantify(self, numbers: Sequence[int], known: Node, every: bool) -> Node:
        return self.bdd.quantify(known, {f"p{number}" for number in numbers}, forall=every)

    def contains(self, found: Node, state: Sequence[int]) -> bool:
        return self.at(found, {f"p{number}" for number in state})

    def states(self, found: Node) -> list[list[int]]:
        """All states alive in a set; a variable a diagram leaves open is both true and false."""
        states: list[list[int]] = []
        numbers = [int(variable[1:]) for variable in self.variables]
        waiting: list[tuple[Node, int, list[int]]] = [(found & self.alive, 0, [])]
        while waiting:
            node, at, true = waiting.pop()
            if node == self.bdd.false:
                continue
            if at == len(numbers):
                states.append(sorted(true))
                continue
            low, high = _branches(node) if self._depth(node) == at else (node, node)
            waiting += [(low, at + 1, true), (high, at + 1, [*true, numbers[at]])]
        return states


# --- deals ----------------------------------------------------------------------------------------


def diagram_size(worlds: Worlds) -> int:
    """About how many nodes the law of a deal has: a few for every way places can be filled."""
    return prod(size + 1 for size in _open_sizes(worlds)) * len(worlds.sizes)


def _open_sizes(worlds: Worlds) -> list[int]:
    """How many cards each place holds of those that may also be elsewhere."""
    sizes = list(worlds.sizes)
    for mask in worlds.masks:
        if mask & (mask - 1) == 0:
            sizes[mask.bit_length() - 1] -= 1
    return sizes


class DealDiagrams(Diagrams):
    """The worlds of a deal."""

    def __init__(self, worlds: Worlds, observed: tuple[int, ...]) -> None:
        if worlds.tests:
            raise KibitzError("diagrams cannot ask the tests of a deal; only laws and masks")
        self.worlds = worlds
        self.observed = observed
        self.open = [card for card, mask in enumerate(worlds.masks) if mask & (mask - 1)]
        """The cards that may be in more than one place; the others need no variable."""
        variables = [(card, p) for card in self.open for p in members(worlds.masks[card])]
        super().__init__(
            [f"c{card}_{place}" for card, place in variables],
            [
                [f"c{card}_{place}" for card, place in variables if seen >> place & 1]
                for seen in observed
            ],
        )
        self.alive = self._sizes()
        for law in worlds.laws:
            self.alive &= reduce(or_, map(self._count, law), self.bdd.false)

    def _sizes(self) -> Node:
        """Every card is in one place, and every place has its number of cards.

        A state of the counter is how many cards each place has so far, as one number in mixed
        radix. States are found from the first card to the last, diagrams made in the other
        direction.
        """
        sizes = _open_sizes(self.worlds)
        if min(sizes) < 0:
            return self.bdd.false
        weights = [prod(size + 1 for size in sizes[:place]) for place in range(len(sizes))]
        layers = [{0}]
        for card in self.open:
            steps = [(weights[p], sizes[p]) for p in members(self.worlds.masks[card])]
            layers.append(
                {
                    state + weight
                    for state in layers[-1]
                    for weight, size in steps
                    if state // weight % (size + 1) < size
                }
            )
        false, ite = self.bdd.false, self.bdd.ite
        nodes = dict.fromkeys(layers[-1], self.bdd.true)
        for card, states in zip(reversed(self.open), reversed(layers[:-1]), strict=True):
            places = members(self.worlds.masks[card])
            here = [self.bdd.var(f"c{card}_{place}") for place in places]
            elsewhere: dict[tuple[int, int], Node] = {}
            for target, node in nodes.items():  # the card is in none of the places from here on
                for at in range(len(places) - 1, -1, -1):
                    elsewhere[target, at + 1] = node
                    node = ite(here[at], false, node)
            made = {}
            for state in states:
                node = false
                for at in range(len(places) - 1, -1, -1):
                    weight, size = weights[places[at]], sizes[places[at]]
                    free = state // weight % (size + 1) < size
                    node = ite(here[at], elsewhere[state + weight, at + 1] if free else false, node)
                made[state] = node
            nodes = made
        return nodes[0]

    def _inside(self, card: int, places: int) -> Node:
        """That a card lies in one of the places."""
        mask = self.worlds.masks[card]
        if mask & ~places == 0:
            return self.bdd.true
        found = (self.bdd.var(f"c{card}_{place}") for place in members(mask & places))
        return reduce(or_, found, self.bdd.false)

    def _at_least(self, places: int, cards: int, least: int) -> Node:
        """That at least so many of the cards lie in the places."""
        wanted = [self.bdd.true] + [self.bdd.false] * max(0, least)
        for card in reversed(members(cards)):
            here = self._inside(card, places)
            counted = (self.bdd.ite(here, less, same) for less, same in pairwise(wanted))
            wanted = [wanted[0], *counted]
        return wanted[-1]

    def _count(self, count: Count) -> Node:
        too_many = self._at_least(count.places, count.cards, count.most + 1)
        return self._at_least(count.places, count.cards, count.least) & ~too_many

    def atom(self, atom: f.Formula) -> Node:
        holds = of_cards(atom)
        return self._at_least(holds.places, holds.cards, holds.least)

    def quantify(self, numbers: tuple[int, ...], known: Node, every: bool) -> Node:
        no_propositions()

    def contains(self, found: Node, world: Sequence[int]) -> bool:
        return self.at(found, self._true(world))

    def _true(self, world: Sequence[int]) -> set[str]:
        """The variables that are true in a world."""
        return {f"c{card}_{world[card]}" for card in self.open}

    def pick(
        self, found: Node, group: tuple[int, ...] = (), like: World | None = None
    ) -> World | None:
        """A world of the set that looks the same to the group as another, if there is one."""
        found = found & self.alive
        if like is not None:
            seen, true = set().union(*(self.seen[agent] for agent in group)), self._true(like)
            found &= self.bdd.cube({variable: variable in true for variable in seen})
        if found == self.bdd.false:
            return None
        world = [mask.bit_length() - 1 for mask in self.worlds.masks]
        while found.var is not None:  # any path to true will do; the library's own way can crash
            variable = found.var
            found, true = _branches(found)
            if found == self.bdd.false:
                card, place = variable[1:].split("_")
                world[int(card)] = int(place)
                found = true
        return tuple(world)
