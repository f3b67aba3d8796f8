"""The typed tree: what a description says, once names, types and dialects are settled.

Every node is a `Node`: an operation, the kind of thing it yields, its operands, and where it
stands in the text. What is true of an operation says its row in `operations.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from kibitz.recycle.diagnostics import Source
from kibitz.recycle.operations import OPERATIONS, Kind, Op, Traits

__all__ = [
    "MEMBER",
    "PRIVATE",
    "Binding",
    "DeckForm",
    "Kind",
    "Node",
    "Op",
    "Program",
    "Value",
    "mentions",
    "origins",
    "surely_done",
    "walk",
]


MEMBER = {
    Kind.INTS: Kind.INT,
    Kind.STRS: Kind.STR,
    Kind.PLAYERS: Kind.PLAYER,
    Kind.TEAMS: Kind.TEAM,
    Kind.CARDS: Kind.CARD,
    Kind.GROUPS: Kind.CARDS,
}
"""What a variable running over a collection is."""

PRIVATE = ("isto", "istr")
"""Stores that only their owner sees."""

How = Literal["declare", "let", "all", "given", "deck"]
"""A variable has a value for the whole game, or a name for a value, or is each member of a
collection in turn, or stands for what a definition is given (in no program: that is written out);
the emitter counts decks that are created in play."""


@dataclass(eq=False, slots=True)
class Binding:
    """A variable where it is bound. Two variables of one name are two bindings."""

    name: str
    kind: Kind
    how: How
    number: int
    value: Node | None = None
    spot: bool = False
    """Of kind CARDS: the variable stands for a real place, not for a snapshot of cards."""
    at: tuple[int, int] = (0, 0)

    def __repr__(self) -> str:
        return f"'{self.name}"


@dataclass(frozen=True, slots=True)
class DeckForm:
    """The cards of a `(deck ...)` form, each a map from attribute to value, and its copies."""

    cards: tuple[dict[str, str], ...]
    back: str = ""


Teams = tuple[tuple[int, ...], ...]
Value = int | str | tuple[str, ...] | Teams | DeckForm | None
"""What a node may say besides its operands: see `Node.value`."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One node of the typed tree."""

    op: Op
    kind: Kind
    args: tuple[Node, ...] = ()
    at: tuple[int, int] = (0, 0)
    value: Value = None
    """A number or name that is written down, the names of a list, a deck, teams; or one of the few
    words an operation differs by: `vloc` of a place, `any` of a loop, `top` of a destination."""
    var: Binding | None = None

    def __post_init__(self) -> None:
        assert self.kind in self.traits.yields, (self.op, self.kind)

    def __str__(self) -> str:
        parts: list[str] = [self.op]
        if self.value is not None:
            parts.append(str(self.value))
        if self.var is not None:
            parts.append(repr(self.var))
        parts.extend(map(str, self.args))
        return "(" + " ".join(parts) + ")"

    @property
    def traits(self) -> Traits:
        """What is true of its operation."""
        return OPERATIONS[self.op]

    @property
    def number(self) -> int:
        assert isinstance(self.value, int)
        return self.value

    @property
    def text(self) -> str:
        assert isinstance(self.value, str)
        return self.value

    @property
    def names(self) -> tuple[str, ...]:
        """The names of a list of names."""
        assert isinstance(self.value, tuple)
        return tuple(name for name in self.value if isinstance(name, str))

    @property
    def teams(self) -> Teams:
        """The teams that are created."""
        assert isinstance(self.value, tuple)
        return tuple(team for team in self.value if isinstance(team, tuple))

    @property
    def deck(self) -> DeckForm:
        """The deck that is created."""
        assert isinstance(self.value, DeckForm)
        return self.value

    @property
    def bound(self) -> Binding:
        assert self.var is not None
        return self.var

    def spans(self, other: Node) -> bool:
        """Whether something is said inside of it; what a definition stands for is not."""
        return self.at[0] <= other.at[0] < self.at[1]

    def means(self, binding: Binding | None) -> bool:
        """Whether it is a certain variable."""
        return self.op == "var" and self.var is binding

    @property
    def stands_for(self) -> Node | None:
        """What a variable was bound to: its value, or the collection it runs over."""
        return self.var.value if self.op == "var" and self.var is not None else None

    @property
    def said(self) -> str | None:
        """The name of a place, store or map, if the text says it; it may be worked out instead, and
        with an index there are several stores of one name."""
        if self.op == "store" and len(self.args) > 2:
            return None
        name = self.args[1]
        return name.text if name.op == "name" else None

    @property
    def private(self) -> bool:
        """Whether it is a number or name that only its owner sees."""
        return self.op == "store" and self.value in PRIVATE

    @property
    def collections(self) -> list[Node]:
        """The operands that are cards taken together."""
        return [arg for arg in self.args if arg.kind in (Kind.CARDS, Kind.GROUPS)]

    @property
    def statements(self) -> list[Node]:
        """The operands that do something, or may."""
        return [arg for arg in self.args if arg.kind is Kind.NOTHING]

    @property
    def picks(self) -> bool:
        """Whether it is an `any`: in a choice, one option for every member."""
        return self.op == "each" and self.value == "any"

    @property
    def guards(self) -> bool:
        """Whether it is a condition before a statement, without an `else`."""
        return self.op == "when" and len(self.args) == 2

    @property
    def is_spot(self) -> bool:
        """Whether it is a place, not cards taken from some."""
        return self.op == "place" or (
            self.op == "var" and self.kind is Kind.CARDS and self.bound.spot
        )


@dataclass(frozen=True)
class Program:
    """A checked description."""

    source: Source
    name: str
    declarations: tuple[Binding, ...]
    players: int
    teams: tuple[tuple[int, ...], ...]
    decks: tuple[Node, ...]
    """`create_deck` nodes of the setup, in order, repeats written out."""
    body: tuple[Node, ...]
    highest_wins: bool
    score: Node
    parameters: dict[str, int | str] = field(default_factory=dict)
    """The value of every parameter, overrides applied."""
    declared: dict[str, int | str] = field(default_factory=dict)
    """The values the text gives them."""
    fixed: frozenset[str] = frozenset()
    """Parameters that shape the state; the others are read from it."""

    def nodes(self, parameters: bool = True) -> Iterator[Node]:
        """Every node of the program, with or without the values of its parameters."""
        return iter(self._all if parameters else self._fixed)

    @cached_property
    def together(self) -> bool:
        """Whether all players win or lose together: they are one team, or the score, which is no
        constant, is worked out without asking whose it is."""
        if self.players < 2:
            return False
        if len(self.teams) == 1 and not any(node.op == "create_teams" for node in self.nodes()):
            return True
        asked = list(walk(self.score))
        kept = any(node.traits.keeps for node in asked)
        return kept and not any(
            node.traits.turn or node.traits.rolls or node.traits.ties for node in asked
        )

    @cached_property
    def _all(self) -> tuple[Node, ...]:
        return tuple(self._walked(parameters=True))

    @cached_property
    def _fixed(self) -> tuple[Node, ...]:
        return tuple(self._walked(parameters=False))

    def _walked(self, parameters: bool) -> Iterator[Node]:
        for binding in self.declarations:
            if binding.value is not None and (parameters or binding.name not in self.parameters):
                yield from walk(binding.value)
        for part in (*self.decks, *self.body, self.score):
            yield from walk(part)


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, parents first."""
    stack = [node]
    while stack:
        here = stack.pop()
        yield here
        stack.extend(reversed(here.args))


def origins(cards: Node) -> Iterator[Node]:
    """The places that cards taken together are taken from, variables followed."""
    if cards.traits.keeps == "cards":
        yield cards
    elif cards.stands_for is not None:
        yield from origins(cards.stands_for)
    elif cards.kind in (Kind.CARDS, Kind.GROUPS):
        for part in cards.collections:
            yield from origins(part)


def surely_done(node: Node) -> Iterator[Node]:
    """The actions that are executed in any case."""
    if node.traits.acts:
        yield node
    elif node.traits.sure:
        for statement in node.statements:
            yield from surely_done(statement)


def mentions(node: Node, binding: Binding) -> bool:
    """Whether an expression depends on a variable."""
    return any(
        n.means(binding)
        or (n.stands_for is not None and n.bound.how == "let" and mentions(n.stands_for, binding))
        for n in walk(node)
    )
