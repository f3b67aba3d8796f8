"""Disclosures: the variant of a game that tells what happens also tells what that shows about cards
one cannot see.

Here are the statements between decisions: a condition on hidden cards whose outcome everybody sees,
a public number made from them, something done with all cards of a kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.recycle.choices import shape, surely_acts
from kibitz.recycle.common import look_alike, open_to_all_of
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.operands import joined
from kibitz.recycle.emitter.told import Lifting, is_untold
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.private import cardless, innocent, touches
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["Disclosures"]


class Disclosures:
    """Writes what everybody learns from what happens between decisions."""

    def __init__(self, desk: Desk, writers: Writers, lifting: Lifting) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.sets = writers.sets
        self.conditions = writers.conditions
        self.lifting = lifting
        self.opened: dict[Node, tuple[str, str, str, str]] = {}
        """Loops over hidden cards being written: when they began, the cards, where, which kind."""
        self.mixed: dict[Node, str] = {}
        """Loops over cards of several places being written, and where their events begin."""
        self.quiet = False
        """What is being written depends on something that only one player sees, or does something
        that the others do not see: nothing of it is told."""
        self._innocent = innocent(self.layout.program)
        """No hidden card has to do with what is private."""

    @contextmanager
    def hushed(self, node: Node, secretive: bool) -> Iterator[None]:
        """While a statement is written: if it is secretive, tell nothing of what is in it, but, if
        cards have to do with it, that something cannot be told."""
        before = self.quiet
        if secretive and not before:
            self._disclose_secretive(node)
            self.quiet = True
        yield
        self.quiet = before

    def _disclose_secretive(self, node: Node) -> None:
        """Something touches a private store: that tells of cards if they have to do with it."""
        if not (self._innocent and cardless(node)):
            self.disclose_untold(node, "a private number has to do with it")

    def disclose(self, node: Node) -> None:
        """Tell what a statement is about to show."""
        if self.quiet and node.op != "each":
            return
        if node.op == "when":
            test, body = node.args[:2]
            if self.lifting.hidden(test):
                if _seen_which(node) if not node.guards else _seen_to_happen(test, body):
                    self.disclose_outcome(test)
                else:
                    self.disclose_untold(test, "one cannot see how it came out")
        elif node.op == "each" and node.value == "all":
            self._disclose_all(node)
        elif node.traits.sets:
            for part in node.args[0].args[1:]:  # which store it is shows too
                self._disclose_value(part)
            self._disclose_value(node.args[1])
        elif node.op == "remember":
            self._disclose_remembered(node)
        elif node.op == "move":
            self._disclose_moved(node.args[0])
        elif node.op == "let" and node.bound.kind is Kind.INT:
            self._let_number(node)

    def disclosed(self, node: Node) -> None:
        """Tell what a statement has shown."""
        if node in self.mixed:
            self.page.line(f"place_by_place(E, {self.mixed.pop(node)})")
        if node in self.opened:
            self.page.line(f"disclose_drawn(E, {', '.join(self.opened.pop(node))})")

    def disclose_untold(self, node: Node, why: str = "it has no form that is read") -> None:
        """Something is shown that cannot be told."""
        if self.quiet:
            return
        self.page.line(f"disclose(E, len(E), {self.lifting.untold(node, why)}, True)")

    def disclose_outcome(self, test: Node) -> None:
        """Everybody sees how a condition on hidden cards comes out."""
        if self.layout.private and touches(test):
            self._disclose_secretive(test)
            return
        if self.lifting.draws(test):
            self.disclose_untold(test, "chance may decide it")
            return
        told, at = self.lifting.lifted_at(test)
        if is_untold(told):
            self.page.line(f"disclose(E, len(E), {told}, True)")
            return
        told = self.desk.keep(told, "k")
        outcome = self.conditions.condition(test)
        self.page.line(f"disclose(E, {at}, {told}, {outcome})")

    def _disclose_value(self, value: Node) -> None:
        """A public number or name was worked out from hidden cards."""
        if not self.lifting.hidden(value):
            return
        told, at = self.lifting.told_value(value)
        self.page.line(f"disclose(E, {at}, {told}, True)")

    def _let_number(self, node: Node) -> None:
        """Remember which cards were counted when a number got its name."""
        value = node.args[0]
        if value.op == "size" and self.lifting.hidden(value) and not self.lifting.draws(value):
            self.lifting.count_named(node.bound, value)

    def _disclose_all(self, node: Node) -> None:
        """Something is done with all cards of a kind: so many there are, and these they are."""
        collection, body = node.args
        if collection.kind is not Kind.CARDS or not self.lifting.hidden(collection):
            return
        if body.op == "move" and any(n.op == "union" for n in walk(collection)):
            self.mixed[node] = self.desk.keep("len(E)", "e")
        while collection.op == "sort":
            collection = collection.args[0]
        if collection.op in ("place", "var") or self.quiet:
            return
        found = None if self.lifting.draws(collection) else self.lifting.hidden_set(collection)
        if found is None or not surely_acts(body):
            self.disclose_untold(collection)
            return
        number = self.sets.size(collection)
        where, which = self.desk.keep(found[0], "w"), self.desk.keep(found[1], "m")
        self.page.line(f'disclose(E, len(E), counted({where}, {which}, "==", {number}), True)')
        words = self.sets.words(collection)
        self.opened[node] = (
            self.desk.keep("len(E)", "e"),
            self.desk.keep(joined([self.desk.keep(word, "m") for word in words]), "m"),
            where,
            which,
        )

    def _disclose_remembered(self, node: Node) -> None:
        """A card from a hidden place is shown where everybody sees it."""
        card, dest = node.args
        if not open_to_all_of(dest.args[0]) or not self.lifting.hidden(card):
            return
        source = card.bound.value if card.op == "var" else card.args[-1]
        if card.traits.best or source is None or self.lifting.draws(card):
            self.disclose_untold(card)
            return
        while source.op in ("filter", "sort"):
            source = source.args[0]
        where = self.lifting.place_set(source)
        if where is None:
            self.disclose_untold(card)
            return
        shown_card = self.desk.keep(self.scalars.card(card), "c")
        self.page.line(f"disclose(E, len(E), how_many({where}, 1 << {shown_card}, 1, 1), True)")

    def _disclose_moved(self, card: Node) -> None:
        """A card that is the best of a hidden hand, or the first of its kind there, tells more than
        that it has moved."""
        while card.op == "var" and card.bound.how == "let" and card.bound.value is not None:
            card = card.bound.value
        if card.op == "var" or not self.lifting.hidden(card):
            return
        if card.traits.best or card.args[-1].op in ("filter", "sort", "run"):
            self.disclose_untold(card)


def _seen_which(node: Node) -> bool:
    """Whether one sees which of two branches was taken."""
    one, two = node.statements
    return (surely_acts(one) or surely_acts(two)) and not look_alike(one, two)


def _seen_to_happen(test: Node, body: Node) -> bool:
    """Whether one sees from what follows how a test came out: something is surely done, or done
    with the very cards that were counted."""
    if surely_acts(body):
        return True
    inner = {shape(n) for n in walk(test) if n.kind is Kind.CARDS}
    return any(
        n.op == "each" and n.args[0].kind is Kind.CARDS and shape(n.args[0]) in inner
        for n in walk(body)
    )
