"""The parted variant of a game: what each clause of a choice offers is listed by itself.

Where several clauses of a choice offer the same, the rules list it once, and nobody can tell which
clause it came from. Options that are called differently are different options, though: so here
every clause calls its options by its own number. The kernel `clauses` is put on top of this
variant; `Parts` says which of its options are one and the same in the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kibitz.engine.derived import derived
from kibitz.recycle.choices import Choice, labels_of
from kibitz.recycle.emitter import Emitted, emit
from kibitz.recycle.tree import Node, Program

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["PARTING", "Part", "Place", "parted_of", "places_of"]

PARTING = "clauses"


@dataclass(frozen=True, slots=True)
class Part:
    """A sort of options at a position of the parted variant."""

    at: tuple[int, int]
    """Where the clause stands in the description."""
    model: int
    """The first sort at the same position whose options with the same picks are the same options in
    the game."""
    label: int
    """A number for what the game calls them."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position of the parted variant at which something is decided."""

    parts: tuple[Part, ...]
    """By the sort of an option: its code modulo their number."""
    several: bool
    """Whether several clauses are offered there: what their options come to must be compared."""
    played: bool
    """Whether they must even be played to find out which are the same."""


def parted_of(game: Game) -> Emitted:
    """The parted variant, as it is emitted."""
    return derived(game, _emitted)


def places_of(game: Game) -> dict[int, Place]:
    """Its positions; but not those at which the rest of an option is decided, which belongs to no
    clause alone."""
    return derived(game, _places)


def _emitted(game: Game) -> Emitted:
    return emit(_parted(game.program))


def _parted(program: Program) -> Program:
    return replace(program, body=tuple(map(_numbered, program.body)))


def _numbered(node: Node) -> Node:
    """The same with the options of every clause called by its number."""
    if node.op == "choice":
        numbers = tuple(str(number) for number in range(len(node.args)))
        return Node(node.op, node.kind, node.args, node.at, numbers, node.var)
    args = tuple(map(_numbered, node.args))
    if all(new is old for new, old in zip(args, node.args, strict=True)):
        return node
    return Node(node.op, node.kind, args, node.at, node.value, node.var)


def _places(game: Game) -> dict[int, Place]:
    parted = parted_of(game)
    named = {node.at: labels_of(node) for node in game.program.nodes() if node.op == "choice"}
    general = {c.node.at for c in game.emitted.choices.values() if c.general and not c.waiting}
    found: dict[int, Place] = {}
    for position, choice in parted.choices.items():
        if choice.waiting:
            continue
        labels = named[choice.node.at]
        parts = _parts(choice, labels)
        subset = parted.subsets.get(position)
        if subset is not None:
            parts = (replace(parts[choice.kinds.index(subset)], model=0),)
        several = len({part.at for part in parts}) > 1
        found[position] = Place(parts, several, several and choice.node.at in general)
    return found


def _parts(choice: Choice, labels: tuple[str, ...]) -> tuple[Part, ...]:
    sorts = [(clause, int(clause.label)) for clause in choice.kinds]
    alike = [
        (clause.full, labels[number]) if clause.plain and not clause.subset else (n, "")
        for n, (clause, number) in enumerate(sorts)
    ]
    return tuple(
        Part(choice.node.args[number].at, alike.index(alike[n]), labels.index(labels[number]))
        for n, (_, number) in enumerate(sorts)
    )
