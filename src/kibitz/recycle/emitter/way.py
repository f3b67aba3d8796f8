"""Ways: how an option of a clause comes about, if all picks come before all it does."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from kibitz.recycle.choices import Clause, shape
from kibitz.recycle.common import done_to_all
from kibitz.recycle.matching import Match, matching
from kibitz.recycle.tree import Binding, Kind, Node

__all__ = ["Way", "links", "way_of"]


class Way(NamedTuple):
    """How an option of a clause comes about."""

    clause: Clause
    links: list[Node]
    """Conditions, names and picks, in order."""
    effects: Node
    picks: tuple[Binding, ...]
    """What was picked, as far as it makes a difference."""

    @property
    def subset(self) -> bool:
        return self.clause.subset

    @property
    def origins(self) -> tuple[str, ...]:
        """Where the cards are picked from, without conditions on the single card."""
        found = []
        for link in self.links:
            if link.op == "each" and link.args[0].kind in (Kind.CARDS, Kind.GROUPS):
                node = link.args[0]
                while node.op in ("filter", "sort", "subsets"):
                    node = node.args[-1] if node.op == "subsets" else node.args[0]
                found.append(shape(node))
        return tuple(found)

    @property
    def names(self) -> dict[Binding, str]:
        """A name for each pick, by its number."""
        return {binding: f"'*{i}" for i, binding in enumerate(self.picks)}

    def telling(self, public: Collection[Binding]) -> list[Node]:
        """What is seen of cards that are picked unseen: something printed on them."""
        return [
            value
            for action in done_to_all(self.effects)
            if action.traits.sets
            for value in (action.args[1],)
            if value.op == "cardatt"
            and value.args[0].traits.literal
            and value.args[1].op == "var"
            and value.args[1].bound in self.picks
            and value.args[1].bound not in public
        ]

    def match(self, other: Way) -> Match | None:
        """The conditions under which another way does the same; nothing if they cannot be told."""
        if self.subset is not other.subset:
            return None
        if [binding.kind for binding in self.picks] == [b.kind for b in other.picks]:
            if shape(self.effects, self.names) == shape(other.effects, other.names):
                pairs = zip(self.picks, other.picks, strict=True)
                return Match(picks={b: Node("var", a.kind, (), var=a) for a, b in pairs})
        if self.subset:
            return None
        return matching(self.effects, other.effects, set(self.picks), set(other.picks))


def way_of(clause: Clause) -> Way | None:
    """How an option of a clause comes about, if all picks come before all it does."""
    if clause.plain:
        assert clause.effects is not None
        between = [clause.pick] if clause.pick is not None else []
        picks = tuple(pick.bound for pick in between)
        return Way(clause, [*clause.steps, *between, *clause.tests], clause.effects, picks)
    if clause.effects is None or clause.chain is None:
        return None
    picks = tuple(pick.binding for pick in clause.picks)
    return Way(clause, list(links(clause)), clause.effects, picks)


def links(clause: Clause) -> Iterator[Node]:
    """The conditions, names and picks before what a clause does, if they all come first."""
    node = clause.node
    while node is not clause.effects:
        if node.op != "do":
            yield node
        node = node.args[-1]
