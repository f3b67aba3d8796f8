"""Who surely sees which cards, read off the text of a description."""

from __future__ import annotations

from kibitz.recycle.tree import Binding, Kind, Node

__all__ = ["Sight"]


class Sight:
    """What the current player surely sees."""

    def __init__(self, players: int) -> None:
        self.players = players
        self._unseen: dict[Binding, Node | None] = {}
        self._read: dict[Binding, Node | None] = {}

    def audience(self, place: Node) -> str:
        """The words for those who see a hidden place."""
        if place.value == "oloc":
            return "everybody but its owner"
        if place.value == "hloc" or place.args[0].kind is Kind.GAME:
            return "nobody"
        return "its owner only" if place.args[0].kind is Kind.PLAYER else "its team only"

    def unseen(self, node: Node) -> Node | None:
        """The place of some cards that the current player may not see; nothing if they see all."""
        if node.traits.keeps == "cards":
            return None if self._sees(str(node.value), node.args[0]) else node
        if node.op == "var":
            if node.bound not in self._unseen:
                value = node.stands_for
                self._unseen[node.bound] = self.unseen(value) if value is not None else None
            return self._unseen[node.bound]
        for arg in node.args:
            if arg.kind in (Kind.CARD, Kind.CARDS, Kind.GROUPS):
                place = self.unseen(arg)
                if place is not None:
                    return place
        return None

    def _sees(self, sight: str, owner: Node) -> bool:
        if sight in ("vloc", "mem"):
            return True
        while owner.stands_for is not None and owner.bound.how == "let":
            owner = owner.stands_for
        if sight == "oloc":
            if owner.stands_for is not None:
                return owner.stands_for.op == "others"
            return owner.kind is Kind.GAME or (owner.op == "previous" and self.players > 1)
        if sight == "hloc" or owner.kind is Kind.GAME:
            return False
        if owner.kind is Kind.TEAM:
            return owner.op == "team_of" and self._sees(sight, owner.args[0])
        return owner.op == "current" or self.players == 1

    def reads_hidden(self, node: Node) -> Node | None:
        """The place of hidden cards on whose faces a value or a selection depends."""
        if node.op == "var":
            binding = node.bound
            if binding not in self._read:
                value = binding.value if binding.how == "let" else None
                self._read[binding] = self.reads_hidden(value) if value is not None else None
            return self._read[binding]
        equal = node.op in ("==", "!=") and node.args[0].kind is Kind.CARD
        if equal or node.traits.faces:
            place = self.unseen(node)
            if place is not None:
                return place
        for arg in node.args:
            place = self.reads_hidden(arg)
            if place is not None:
                return place
        return None
