"""Which places keep an order.

A place is *ordered* if the rules look at its order. It is *stamped* if its cards must get a rank
when they are put there. A place whose every look is preceded by a shuffle of all that came into it
needs no ranks: its pool is the only order it has, and cards may be put into it in any order.

What puts cards where no order is kept does not observe the order they come in. So a loop over a
place, or a pile moved card by card, does not count as a look if it ends in such a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kibitz.recycle.tree import Binding, Kind, Node, mentions, walk

if TYPE_CHECKING:
    from kibitz.recycle.layout import Family, Layout

__all__ = ["Orders", "named_end"]

COLLECTIONS = (Kind.CARDS, Kind.GROUPS)

MOVING = "swap_places", "each", "repeat", "repeat_all"
"""What may be a look, depending on where the cards go."""

Spot = tuple[object, ...] | None
"""A place of a family as the text calls it, None if it may be any of them."""

Arrivals = frozenset[tuple["Family", Spot]]
"""Places that may hold cards which came since they were shuffled last."""


class Orders:
    """What keeps an order, found out once for a program and written into its families."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._looked: set[Family] = set()
        """Places looked at while they may hold cards that came since their last shuffle."""
        program = layout.program
        values = (b.value for b in program.declarations if b.value is not None)
        self._parts = (*values, *program.decks, *program.body, program.score)
        self._mark()

    # --- what a statement observes ------------------------------------------------------------

    def free(self, loop: Node) -> bool:
        """Whether a loop over cards comes to the same in whatever order."""
        if not _any_order(loop):
            return False
        ends = [n.args[0] for n in walk(loop.args[1]) if n.op == "dest"]
        return not any(f.stamped for end in ends for f in self.layout.families_of(end))

    def drains(self, node: Node) -> bool:
        """Whether a statement moves a whole place, card by card, to one that keeps no order."""
        move = self._drain(node)
        return move is not None and not any(
            f.stamped for f in self.layout.families_of(move.args[1].args[0])
        )

    def _drain(self, node: Node) -> Node | None:
        """The move of a statement that moves all cards of one place to another."""
        if node.op not in ("repeat", "repeat_all"):
            return None
        move = node.args[-1]
        if move.op != "move" or not move.args[0].traits.end:
            return None
        here, dest = move.args[0].args[-1], move.args[1]
        there = dest.args[0]
        if node.op == "repeat":
            number = node.args[0]
            if number.op != "size" or str(number.args[0]) != str(here):
                return None
        if dest.value == "nth" or not (here.is_spot and there.is_spot):
            return None
        if not all(n.traits.steady for n in (*walk(here), *walk(there))):
            return None
        families = self.layout.families_of(here) | self.layout.families_of(there)
        return None if any(f.memory for f in families) else move

    # --- which orders are looked at -----------------------------------------------------------

    def _mark(self) -> None:
        nodes = list(self._nodes())
        for node, choosing in nodes:
            self._mark_node(node, choosing)
        moving = [(node, choosing) for node, choosing in nodes if node.op in MOVING]
        changed = True
        while changed:
            changed = self._stamp()
            for node, choosing in moving:
                if node.op == "swap_places":
                    changed |= self._swap_alike(node)
                elif node.op == "each" and not _picks(node, choosing) and not self.free(node):
                    changed |= self._order(node.args[0])
                elif self._drain(node) and not self.drains(node):
                    changed |= self._order(node.args[-1].args[0].args[-1])

    def _nodes(self) -> Iterator[tuple[Node, bool]]:
        """Every node, and whether it belongs to a choice; but not the `top` or `bottom` by which a
        whole place is moved: that is no look if the cards come to where no order is kept."""
        stack = [(part, False) for part in reversed(self._parts)]
        while stack:
            node, choosing = stack.pop()
            yield node, choosing
            choosing = choosing or node.op == "choice"
            below = node.args
            if not choosing and self._drain(node):
                source, dest = node.args[-1].args
                below = (*node.args[:-1], *source.args, dest)
            stack.extend((arg, choosing) for arg in reversed(below))

    def _mark_node(self, node: Node, choosing: bool) -> None:
        """Looks that do not depend on what becomes of the cards."""
        for arg in node.args if node.op != "move" else ():
            if arg.traits.end:
                for family in self.layout.families_of(arg.args[-1]):
                    family.peeked = True
        if node.traits.by_position:
            for arg in node.args:
                self._order(arg)
        elif node.op == "dest" and node.value == "nth":
            self._order(node.args[0])
        elif node.op == "shuffle":
            for family in self.layout.families_of(node.args[0]):
                family.shuffled = True
        elif _picks(node, choosing) and not self.layout.seen(node.args[0]):
            self._order(node.args[0])  # picked by position, perhaps
            for family in self.layout.families_of(node.args[0]):
                family.groped = True

    def _order(self, node: Node) -> bool:
        changed = False
        for family in self.layout.families_of(node):
            if not family.ordered:
                family.ordered = changed = True
        return changed

    def _swap_alike(self, node: Node) -> bool:
        """Contents swapped with an ordered or shuffled place bring that along."""
        changed = False
        pair = [f for arg in node.args for f in self.layout.families_of(arg)]
        for trait in ("ordered", "shuffled"):
            if len({getattr(family, trait) for family in pair}) == 2:
                changed = True
                for family in pair:
                    setattr(family, trait, True)
        return changed

    # --- which are looked at as cards were put ------------------------------------------------

    def _stamp(self) -> bool:
        """Stamp what is looked at with cards in it that came since its last shuffle."""
        program = self.layout.program
        self._looked = set()
        arrivals: Arrivals = frozenset()
        for deck in program.decks:
            arrivals = self._enter(deck.args[0], arrivals)
        for node in program.body:
            arrivals = self._follow(node, arrivals, choosing=False)
        for part in (program.score, *(b.value for b in program.declarations if b.value)):
            self._look(part, None)
        changed = False
        for family in self.layout.families.values():
            hidden = family.sight == "hloc" or (family.sight, family.owner) == ("iloc", "game")
            needed = family in self._looked or not (family.pooled and hidden)
            if family.ordered and needed and not family.stamped:
                family.stamped = changed = True
        return changed

    def _follow(self, node: Node, arrivals: Arrivals, choosing: bool) -> Arrivals:
        """What has come into places since their shuffles, after a statement."""
        op, args = node.op, node.args
        if op == "do":
            for arg in args:
                arrivals = self._follow(arg, arrivals, choosing)
        elif op == "when":
            self._look(args[0], arrivals)
            arrivals = arrivals.union(
                *(self._follow(each, arrivals, choosing) for each in args[1:])
            )
        elif op == "let":
            if args[0].is_spot:
                self._look_around(args[0], arrivals)
            else:
                self._look(args[0], arrivals)
            arrivals = _without(self._follow(args[1], arrivals, choosing), node.bound)
        elif op == "choice":
            ways = [self._follow(arg, arrivals, choosing=True) for arg in args]
            arrivals = arrivals.union(*ways)
        elif node.traits.repeats:
            arrivals = self._follow_loop(node, arrivals, choosing)
        elif op == "move":
            self._look(named_end(args[0]) or args[0], arrivals)
            arrivals = self._arrive(args[1], arrivals)
        elif op == "create_deck":
            arrivals = self._enter(args[0], arrivals)
        elif op == "shuffle":
            self._look_around(args[0], arrivals)
            spots = {(f, _spot(args[0], f)) for f in self.layout.families_of(args[0])}
            if len(spots) == 1:
                arrivals -= {(family, spot) for family, spot in spots if spot is not None}
        elif op == "swap_places":
            for arg in args:
                self._look(arg, None)
        else:
            for arg in args:
                self._look(arg, arrivals)
            if op == "cycle":
                arrivals = _without(arrivals, None)
        return arrivals

    def _follow_loop(self, node: Node, arrivals: Arrivals, choosing: bool) -> Arrivals:
        """A statement that runs any number of times."""
        head, *body = node.args
        drained = not choosing and self.drains(node)
        if node.op == "repeat_all":
            body = [head]
        elif node.op == "each" and self._as_set(node, choosing):
            self._look_at_tests(head, arrivals)
        elif node.op != "stage":  # whose end is tested before every turn
            self._look(head, arrivals)
        while True:
            after = arrivals
            if node.op == "stage":
                self._look(head, arrivals)
            for part in body:
                if drained:
                    self._look_around(part.args[0].args[-1], after)
                    after = self._arrive(part.args[1], after)
                else:
                    after = self._follow(part, after, choosing)
            if node.op == "stage":
                after = _without(after, None)
            elif node.op == "each":
                after = _without(after, node.bound)
            if after <= arrivals:
                return arrivals
            arrivals |= after

    def _as_set(self, loop: Node, choosing: bool) -> bool:
        """Whether a loop runs over a set of cards, not over a list."""
        return not choosing and loop.args[0].kind is Kind.CARDS and self.free(loop)

    def _arrive(self, dest: Node, arrivals: Arrivals) -> Arrivals:
        """A card comes to an end of a place, or between its cards."""
        self._look_around(dest.args[0], arrivals)
        for arg in dest.args[1:]:
            self._look(arg, arrivals)
        if dest.value == "nth":
            self._look(dest.args[0], None)
        return self._enter(dest.args[0], arrivals)

    def _enter(self, place: Node, arrivals: Arrivals) -> Arrivals:
        families = self.layout.families_of(place)
        return arrivals | {(family, _spot(place, family)) for family in families}

    def _look(self, node: Node, arrivals: Arrivals | None) -> None:
        """An expression may look at all it mentions; without arrivals, it surely does."""
        stack = [node]
        while stack:
            here = stack.pop()
            if here.op == "size" and here.args[0].is_spot:
                stack.extend(here.args[0].args)
                continue
            if here.kind in COLLECTIONS and (here.traits.keeps or here.op == "var"):
                families = self.layout.families_of(here)
                entered = families if arrivals is None else {family for family, _ in arrivals}
                self._looked |= families & entered
            stack.extend(here.args)

    def _look_around(self, place: Node, arrivals: Arrivals) -> None:
        """To find out which place is meant may take looks at others."""
        for arg in place.args:
            self._look(arg, arrivals)

    def _look_at_tests(self, cards: Node, arrivals: Arrivals) -> None:
        """To go through a set of cards looks at nothing but what its conditions mention."""
        if cards.is_spot:
            self._look_around(cards, arrivals)
        elif cards.op == "filter":
            self._look_at_tests(cards.args[0], arrivals)
            self._look(cards.args[1], arrivals)
        else:
            self._look(cards, arrivals)


def named_end(card: Node) -> Node | None:
    """The end of a place that a card is taken from, perhaps by a name it got before."""
    if card.op == "var" and card.bound.how == "let" and card.bound.value is not None:
        card = card.bound.value
    return card if card.traits.end else None


def _picks(node: Node, choosing: bool) -> bool:
    return choosing and node.picks


def _spot(place: Node, family: Family) -> Spot:
    """What a text calls a place: the same twice is the same place while its variables stand for the
    same and the same player is current."""
    if family.owner == "game" and family.room == 1:
        return ()
    parts = list(walk(place))
    if not all(n.traits.steady == "surely" and n.op not in ("next", "previous") for n in parts):
        return None
    return tuple((n.op, n.var if n.op == "var" else n.value) for n in parts)


def _without(arrivals: Arrivals, binding: Binding | None) -> Arrivals:
    """Places are not called the same any more once a variable, or the current player (None),
    stands for something else."""

    def renamed(spot: Spot) -> Spot:
        gone = ("current", None) if binding is None else ("var", binding)
        return None if spot is not None and gone in spot else spot

    return frozenset((family, renamed(spot)) for family, spot in arrivals)


def _any_order(loop: Node) -> bool:
    """Whether what is run for each of some cards comes to the same in any order, but for the order
    of the places it moves cards to."""
    body, card = loop.args[1], loop.bound
    counting = any(n.op in ("inc", "dec") for n in walk(body))

    def changes(parts: Iterable[Node]) -> bool:
        """Whether an expression may change while the loop runs."""
        return any(
            n.op == "size"
            or n.traits.rolls
            or n.kind in COLLECTIONS
            or (counting and n.op == "store")
            for part in parts
            for n in walk(part)
        )

    for node in walk(body):
        if node.op in ("inc", "dec", "when"):
            if changes([node.args[0] if node.op == "when" else node.args[1]]):
                return False
        elif node.traits.puts:
            source, dest = node.args
            if not source.means(card) and mentions(body, card):
                return False
            if changes((*dest.args[0].args, *dest.args[1:])):
                return False
        elif node.traits.acts or node.op in ("let", "each", "repeat", "repeat_all"):
            return False
    return True
