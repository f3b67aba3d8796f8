"""What all parts of the emitter share: the page, the variables, errors, constant tables.

Expressions are written by four parts that need each other: scalars, sets, lists and conditions.
What they may ask of each other is declared here.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from kibitz.recycle.emitter.folding import bare, number
from kibitz.recycle.emitter.page import Page
from kibitz.recycle.layout import Layout
from kibitz.recycle.tree import Binding, Node

__all__ = ["Local", "Writer"]


@dataclass(frozen=True, slots=True)
class Local:
    """What a variable is in the emitted code: a text, or a list in an array."""

    text: str
    offset: str = "0"


class Writer(Page):
    """Writes Python for a game with a given layout, with or without telling what happens."""

    def __init__(self, layout: Layout, log: bool) -> None:
        super().__init__()
        self.layout = layout
        self.log = log
        self.more = ", E, C" if log else ""
        self.locals: dict[Binding, Local] = {}
        self.errors: list[tuple[str, tuple[int, int]]] = []
        self.failure = "return"
        """How the function being written gives up."""
        self.depth_of_cycle = 0
        self.depth_of_teams = 0
        self.tables: list[int] = [0] * (len(layout.cards) + 1)
        self.sited: dict[tuple[str, tuple[int, int]], int] = {}
        self.masks: dict[str, str] = {}
        self.known: dict[str, list[str]] = {}
        """What has been looked at already, by the shape of its node: a condition or a set."""
        self.constants: list[str] = []

    def begin(self, failure: str, depth: int = 1) -> None:
        """Start the body of a function, which gives up as said."""
        self.lines, self.depth, self.failure = [], depth, failure
        self.restart()

    def site(self, message: str, at: tuple[int, int]) -> int:
        """The number of an error message with its place."""
        key = (message, at)
        if key not in self.sited:
            self.errors.append(key)
            self.sited[key] = len(self.errors)
        return self.sited[key]

    def fail(self, test: str, message: str, node: Node) -> None:
        """Give up if a test holds."""
        with self.indented(f"if {test}:"):
            self.line(f"S[ERROR] = {self.site(message, node.at)}")
            self.line(self.failure)

    def keep(self, text: str, stem: str = "t") -> str:
        """A text that can be used twice: a name or number."""
        if text.isidentifier() or number(text) is not None:
            return text
        name = self.fresh(stem)
        self.line(f"{name} = {bare(text)}")
        return name

    def variable(self, binding: Binding) -> Local:
        if binding.how == "declare":
            return Local(f"S[{self.layout.parameters[binding.name]}]")
        return self.locals[binding]

    def constant(self, values: list[int]) -> str:
        """The name of a constant table."""
        text = "table((" + ", ".join(map(str, values)) + ",))"
        name = self.masks.get(text)
        if name is None:
            name = self.masks[text] = f"TABLE_{len(self.masks)}"
            self.constants.append(f"{name} = {text}")
        return name

    # --- what the parts ask of each other -------------------------------------------------------

    def integer(self, node: Node) -> str:
        raise NotImplementedError

    def string(self, node: Node) -> str:
        raise NotImplementedError

    def attribute(self, node: Node) -> str:
        """Where the values of an attribute begin in the table of attributes."""
        raise NotImplementedError

    def card(self, node: Node, missing: str | None = None) -> str:
        """A card's number, -1 for no card unless `missing` says that is an error."""
        raise NotImplementedError

    def player(self, node: Node) -> str:
        raise NotImplementedError

    def team(self, node: Node) -> str:
        raise NotImplementedError

    def seat(self, node: Node) -> str:
        """The number of an owner: 0 for the game."""
        raise NotImplementedError

    def scalar(self, node: Node) -> str:
        """A number, name, card, player or team."""
        raise NotImplementedError

    def points(self, node: Node) -> str:
        """A point map as two arguments: an array and where the score of card 0 stands."""
        raise NotImplementedError

    def spot(self, node: Node) -> str | None:
        """The number of the place a collection is, if it is one."""
        raise NotImplementedError

    def words(self, node: Node) -> list[str]:
        """A collection of cards as a set: a text for each word."""
        raise NotImplementedError

    def bits(
        self, words: list[str], binding: Binding | None
    ) -> AbstractContextManager[tuple[str, str]]:
        """Write a loop over the cards of a set, the lowest number first."""
        raise NotImplementedError

    def mask(self, node: Node, binding: Binding) -> list[str] | None:
        """The set of all cards a condition holds for, if it only looks at what is printed."""
        raise NotImplementedError

    def holds(self, words: list[str], card: str) -> str:
        """Whether a card is in a set in variables."""
        raise NotImplementedError

    def complement(self, words: list[str]) -> list[str]:
        """All other cards."""
        raise NotImplementedError

    def size(self, node: Node) -> str:
        """How many members a collection has."""
        raise NotImplementedError

    def has_memory(self, node: Node) -> bool:
        raise NotImplementedError

    def only_listed(self, node: Node) -> bool:
        """Whether a collection is only known as a list."""
        raise NotImplementedError

    def sequence(self, node: Node) -> tuple[str, str]:
        """A collection of cards in order, from the bottom up."""
        raise NotImplementedError

    def new_list(self, text: str) -> tuple[str, str]:
        raise NotImplementedError

    def members(self, node: Node) -> tuple[str, str]:
        """Any collection as a list. Groups that are not places follow each other in it."""
        raise NotImplementedError

    def nth_group(self, node: Node) -> tuple[str, str, str]:
        """A list of groups as array and offset, and which of its groups is meant."""
        raise NotImplementedError

    def loop(self, node: Node, binding: Binding) -> AbstractContextManager[None]:
        """Write a loop over a collection; inside, the variable is one of its members."""
        raise NotImplementedError

    def condition(self, node: Node) -> str:
        raise NotImplementedError

    def named(self, value: Node, binding: Binding) -> Local:
        """A variable holding a value."""
        raise NotImplementedError
