"""What a statement shows of hidden cards.

Of an action everybody sees that it is done, and with what: which store and which value, which
place, who is next. The one operand that may be unseen is a card that is put somewhere. So whatever
an operand depends on is shown by it, unless it is said here that it is not: the top card of a
hidden place is a card from there, and that all cards of a place are moved says nothing of which
they are.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.recycle.common import open_to_all_of
from kibitz.recycle.tree import Binding, Kind, Node

__all__ = ["Showing", "whole"]

Hidden = Callable[[Node], bool]
"""Whether a value depends on hidden cards."""


class Showing:
    """Answers what statements show, as far as some values are hidden."""

    def __init__(self, hidden: Hidden) -> None:
        self.hidden = hidden

    def shows(self, node: Node) -> bool:
        """Whether what everybody sees of a statement depends on hidden cards."""
        if node.traits.acts:
            return any(map(self.telling, node.args)) or self.picks_out(node)
        if node.op in ("when", "repeat") and self.hidden(node.args[0]):
            return True
        if node.op == "each" and self.selects(node.args[0]):
            return True
        return any(map(self.shows, node.statements))

    def telling(self, operand: Node) -> bool:
        """Whether an operand of an action, itself or the store or place that it names, depends on
        hidden cards; not which card is put somewhere: see `picks_out`."""
        if operand.kind is Kind.CARD:
            return False
        if operand.kind is Kind.DEST:
            return any(map(self.telling, operand.args))
        if operand.traits.keeps:
            return any(map(self.hidden, operand.args))
        if operand.kind in (Kind.CARDS, Kind.GROUPS):
            return self.which_place(operand)
        if operand.kind is Kind.NOTHING:  # a part of an action: an award of points
            return any(map(self.telling, operand.args))
        return self.hidden(operand)

    def which_place(self, node: Node) -> bool:
        """Whether it depends on hidden cards which place is meant."""
        if node.traits.keeps:
            return any(map(self.hidden, node.args))
        if node.op == "eachloc":
            return self.hidden(node.args[0]) or self.which_place(node.args[1])
        if node.stands_for is not None and node.bound.how != "declare":
            return self.which_place(node.stands_for)
        return self.hidden(node)

    def picks_out(self, action: Node) -> bool:
        """Whether an action takes a card for what it is, though not everybody sees that."""
        cards = [arg for arg in action.args if arg.kind is Kind.CARD]
        if action.op == "remember" and not open_to_all_of(action.args[1].args[0]):
            return any(not whole(_from(card)) for card in cards if self.hidden(card))
        return any(self.picked_out(card, action.op == "remember") for card in cards)

    def picked_out(self, card: Node, pointed_at: bool = False) -> bool:
        """Whether a card is taken for what it is. One that is only pointed at stays where it is:
        then it is seen that it is there."""
        if not self.hidden(card):
            return False
        if card.op == "var":
            value = card.stands_for
            if value is None or card.bound.how != "let":
                return pointed_at  # each of some cards: the loop tells
            return self.picked_out(value, pointed_at)
        if card.traits.end and _picked(card.args[-1]):
            return pointed_at  # a group that was picked, or that a loop has come to: that tells
        if card.traits.end and whole(card.args[-1]):
            return pointed_at or self.which_place(card.args[-1])
        return True

    def selects(self, collection: Node) -> bool:
        """Whether it depends on hidden cards of which members, or how many, a loop is made."""
        if not self.hidden(collection):
            return False
        if collection.kind is Kind.CARDS and whole(collection):
            return any(self.which_place(part) for part in _parts(collection) if not _picked(part))
        if collection.op == "eachloc" or collection.traits.keeps:
            return self.which_place(collection)
        return not _picked(collection)

    def steady(self, node: Node) -> bool:
        """Whether a statement is seen to do equally many things, whatever the hidden cards are."""
        if node.traits.acts:
            return not (node.traits.sets and node.args[0].private)
        if node.op == "when":
            if not self.hidden(node.args[0]):
                return all(map(self.steady, node.statements))
            sizes = {self.number(branch) for branch in node.statements}
            return not node.guards and len(sizes) == 1 and None not in sizes
        if node.op == "each" and self.selects(node.args[0]):
            return False
        if node.op == "repeat" and self.hidden(node.args[0]):
            return False
        if node.op in ("choice", "stage"):
            return False
        return all(map(self.steady, node.statements))

    def number(self, node: Node) -> int | None:
        """How many things a statement does, if the text says it."""
        if node.traits.acts:
            return 1 if self.steady(node) and node.op not in ("swap_cards", "swap_places") else None
        if node.traits.sure:
            found = [self.number(statement) for statement in node.statements]
            sure = [number for number in found if number is not None]
            return sum(sure) if len(sure) == len(found) else None
        return None


def whole(cards: Node) -> bool:
    """Whether cards are all those of some places: how many they are is no secret."""
    if cards.op in ("sort", "union") and cards.kind is Kind.CARDS:
        return all(whole(arg) for arg in cards.collections)
    if cards.op == "eachloc":
        return whole(cards.args[1])
    return cards.is_spot or cards.op == "indexed" or _picked(cards)


def _parts(cards: Node) -> list[Node]:
    """The places that whole collections of cards are made of."""
    if cards.op in ("sort", "union"):
        return [part for arg in cards.collections for part in _parts(arg)]
    return [cards]


def _from(card: Node) -> Node:
    """What a card is taken from."""
    if card.op == "var" and card.stands_for is not None:
        inner = card.stands_for
        return _from(inner) if card.bound.how == "let" else inner
    return card.args[0] if card.traits.best else card.args[-1] if card.args else card


def _picked(cards: Node) -> bool:
    """Whether cards are a group that somebody has picked: their decision tells what it shows."""
    return cards.op == "var" and _runs_over(cards.bound)


def _runs_over(binding: Binding) -> bool:
    return binding.how == "all" and binding.kind is Kind.CARDS and not binding.spot
