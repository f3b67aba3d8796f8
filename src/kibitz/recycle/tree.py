"""The typed tree: what a description says, once names, types and dialects are settled.

Every node is a `Node`: an operation, the kind of thing it yields, its operands, and where it
stands in the text. The operations are few and listed here, by the kind they yield:

| kind    | operations |
|---------|------------|
| INT     | num var store + - * // % ^ tri fib random size sum score scoremax scoremin pid |
| STR     | name var store cardatt |
| BOOL    | and or not any all < > <= >= == != |
| CARD    | var top bottom nth max min |
| PLAYER  | var player_number current next previous owner |
| TEAM    | var team_number current_team next_team previous_team team_of |
| GAME    | game |
| CARDS   | var place union intersect disjunction sort filter first run, |
|         | group_top group_bottom group_nth |
| GROUPS  | var filter tuples partition subsets runs indexed eachloc |
| INTS    | range filter var         STRS: names filter var |
| PLAYERS | players others members filter var      TEAMS: teams other_teams filter var |
| POINTS  | points                   DEST: dest |
| NOTHING | do when each let choice stage repeat repeat_all, and the actions: set_int set_str |
|         | set_points inc dec move remember forget swap_cards swap_places shuffle cycle pass |
|         | create_deck create_teams |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from kibitz.recycle.diagnostics import Source

__all__ = [
    "ACTIONS",
    "MEMBER",
    "Binding",
    "DeckForm",
    "Kind",
    "Node",
    "Program",
    "mentions",
    "walk",
]


class Kind(Enum):
    """What a piece of a description yields; the value is how messages call it."""

    INT = "a number"
    STR = "a name"
    BOOL = "a condition"
    CARD = "a card"
    PLAYER = "a player"
    TEAM = "a team"
    GAME = "the game"
    CARDS = "a place"
    GROUPS = "a list of groups"
    INTS = "a range"
    STRS = "a list of names"
    PLAYERS = "players"
    TEAMS = "teams"
    POINTS = "a point map"
    DEST = "the top or bottom of a place"
    NOTHING = "an action"
    WRONG = "an error"


MEMBER = {
    Kind.INTS: Kind.INT,
    Kind.STRS: Kind.STR,
    Kind.PLAYERS: Kind.PLAYER,
    Kind.TEAMS: Kind.TEAM,
    Kind.CARDS: Kind.CARD,
    Kind.GROUPS: Kind.CARDS,
}
"""What a variable running over a collection is."""

ACTIONS = frozenset(
    {"set_int", "set_str", "set_points", "inc", "dec"}
    | {"move", "remember", "forget", "swap_cards", "swap_places", "shuffle"}
    | {"cycle", "pass", "create_deck", "create_teams"}
)
"""The statements that do something to the state."""


@dataclass(eq=False, slots=True)
class Binding:
    """A variable where it is bound. Two variables of one name are two bindings."""

    name: str
    kind: Kind
    how: str
    number: int
    value: Node | None = None
    spot: bool = False
    """Of kind CARDS: the variable stands for a real place, not for a snapshot of cards."""
    at: tuple[int, int] = (0, 0)

    def __repr__(self) -> str:
        return f"'{self.name}"


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One node of the typed tree."""

    op: str
    kind: Kind
    args: tuple[Node, ...] = ()
    at: tuple[int, int] = (0, 0)
    value: object = None
    var: Binding | None = None

    def __str__(self) -> str:
        parts = [self.op]
        if self.value is not None:
            parts.append(str(self.value))
        if self.var is not None:
            parts.append(repr(self.var))
        parts.extend(map(str, self.args))
        return "(" + " ".join(parts) + ")"

    @property
    def number(self) -> int:
        assert isinstance(self.value, int)
        return self.value

    @property
    def text(self) -> str:
        assert isinstance(self.value, str)
        return self.value

    @property
    def bound(self) -> Binding:
        assert self.var is not None
        return self.var


@dataclass(frozen=True, slots=True)
class DeckForm:
    """The cards of a `(deck ...)` form, each a map from attribute to value, and its copies."""

    cards: tuple[dict[str, str], ...]
    back: str = ""


@dataclass(frozen=True, slots=True)
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
    fixed: frozenset[str] = frozenset()
    """Parameters that shape the state; the others are read from it."""

    def nodes(self, parameters: bool = True) -> Iterator[Node]:
        """Every node of the program, with or without the values of its parameters."""
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


def mentions(node: Node, binding: Binding) -> bool:
    """Whether an expression depends on a variable."""
    return any(
        n.op == "var"
        and n.var is not None
        and (
            n.var is binding
            or (n.var.how == "let" and n.var.value is not None and mentions(n.var.value, binding))
        )
        for n in walk(node)
    )
