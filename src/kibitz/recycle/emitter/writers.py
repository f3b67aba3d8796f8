"""What those who write expressions are asked for.

Numbers, places, sets, lists and conditions contain each other, so their writers need each other.
Everybody sees only what is declared here.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from kibitz.recycle.emitter.desk import Local
from kibitz.recycle.tree import Binding, Node

__all__ = ["Writers"]


class ScalarWriter(Protocol):
    """Numbers, names, cards, players, teams: each a text that can stand in an expression."""

    def integer(self, node: Node) -> str: ...

    def string(self, node: Node) -> str: ...

    def attribute(self, node: Node) -> str:
        """Where the values of an attribute begin in the table of attributes."""

    def card(self, node: Node, missing: str | None = None) -> str:
        """A card's number, -1 for no card unless `missing` says that is an error."""

    def player(self, node: Node) -> str: ...

    def team(self, node: Node) -> str: ...

    def seat(self, node: Node) -> str:
        """The number of an owner: 0 for the game."""

    def scalar(self, node: Node) -> str:
        """Any of these."""


class PlaceWriter(Protocol):
    """Where stores, point maps and places are."""

    def address(self, node: Node) -> str:
        """The offset of a store."""

    def points(self, node: Node) -> str:
        """A point map as two arguments: an array and where the score of card 0 stands."""

    def map_base(self, node: Node) -> str:
        """Where a point map named by a variable begins."""

    def spot(self, node: Node) -> str | None:
        """The number of the place a collection is, if it is one."""


class SetWriter(Protocol):
    """Sets of cards: a text for each word."""

    def words(self, node: Node) -> list[str]:
        """A collection of cards as a set."""

    def add(self, card: str, words: list[str]) -> None:
        """Write how a card gets into a set in variables; a word that is "0" never gets one."""

    def bits(self, words: list[str], binding: Binding) -> AbstractContextManager[str]:
        """Write a loop over the cards of a set, the lowest number first; inside, the card."""

    def size(self, node: Node) -> str:
        """How many members a collection has."""


class MaskWriter(Protocol):
    """Conditions on cards as sets."""

    def mask(self, node: Node, binding: Binding) -> list[str] | None:
        """The set of all cards a condition holds for, if it only looks at what is printed."""

    def at_once(self, node: Node, binding: Binding, words: list[str]) -> list[str] | None:
        """The cards of a set for which a condition holds; nothing if each must be asked."""

    def sift(self, conditions: list[Node], binding: Binding, words: list[str]) -> list[str]:
        """The cards of a set for which some conditions, tested in order, hold."""


class ListWriter(Protocol):
    """Lists: an array and where the list begins there."""

    def sequence(self, node: Node) -> tuple[str, str]:
        """A collection of cards in order, from the bottom up."""

    def members(self, node: Node) -> tuple[str, str]:
        """Any collection as a list. Groups that are not places follow each other in it."""

    def nth_group(self, node: Node) -> tuple[str, str, str]:
        """A list of groups as array and offset, and which of its groups is meant."""

    def loop(self, node: Node, binding: Binding) -> AbstractContextManager[None]:
        """Write a loop over a collection; inside, the variable is one of its members."""

    def named(self, value: Node, binding: Binding) -> Local:
        """A variable holding a value."""


class ConditionWriter(Protocol):
    """Tests."""

    def condition(self, node: Node) -> str: ...

    def all_of(self, conditions: list[Node]) -> str:
        """Some conditions, tested in order."""


class Writers:
    """All of them."""

    scalars: ScalarWriter
    places: PlaceWriter
    sets: SetWriter
    masks: MaskWriter
    lists: ListWriter
    conditions: ConditionWriter
