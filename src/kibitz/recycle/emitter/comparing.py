"""Comparisons with hidden cards as counts: whatever they are written like, what they mean.

`(> (size F) 0)`, `(not (== (size F) 0))`, a best score above a limit, the owner of a card: all of
these say how many of some cards lie somewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.recycle.choices import shape
from kibitz.recycle.emitter.again import ORDERED, TIED
from kibitz.recycle.emitter.beforehand import TURNED, has_memory
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.operands import joined
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.operations import Op
from kibitz.recycle.tree import Binding, Kind, Node, walk

if TYPE_CHECKING:
    from kibitz.recycle.emitter.told import Lifting

__all__ = ["Comparing"]

NONE = {("==", 0), ("<", 1), ("<=", 0)}
SOME = {("!=", 0), (">", 0), (">=", 1)}
"""Comparisons of a number of things that mean that there is none, or one."""


class Comparing:
    """Writes comparisons that can be counted."""

    def __init__(self, lifting: Lifting, desk: Desk, writers: Writers) -> None:
        self.lifting = lifting
        self.desk, self.layout = desk, desk.layout
        self.scalars, self.places, self.sets = writers.scalars, writers.places, writers.sets

    def told(self, node: Node) -> str | None:
        """A comparison as a condition that can be told; nothing if it has no such form."""
        if node.op not in TURNED:
            return None
        left, right = node.args
        for one, two, sign in ((left, right, node.op), (right, left, TURNED[node.op])):
            if self.lifting.hidden(one) and not self.lifting.hidden(two):
                return self._compared(one, sign, two)
        return None

    def _compared(self, one: Node, sign: Op, two: Node) -> str | None:
        if one.kind is Kind.INT:
            return self._number(one, sign, two)
        found: str | None = None
        if one.kind is Kind.PLAYER and one.op == "owner":
            found = self._owner(one.args[0], two)
        elif one.kind is Kind.CARD and one.traits.best:
            found = self._best(one, two)
        if found is None or sign == "==":
            return found
        return f"opposite({found})"

    # --- numbers ----------------------------------------------------------------------------------

    def _number(self, one: Node, sign: Op, two: Node) -> str | None:
        """A number made of hidden cards, compared with one that everybody sees."""
        if one.op == "pid" and sign in ("==", "!="):
            return self._compared(one.args[0], sign, self._seen(two, Kind.PLAYER))
        if one.op in ("+", "-"):
            return self._sum(one, sign, two)
        if one.op in ("scoremax", "scoremin"):
            return self._best_score(one, sign, two)
        if one.op == "size" and one.args[0].op == "filter" and one.args[0].kind is not Kind.CARDS:
            return self._members(one.args[0], sign, two)
        found = self.lifting.number_of(one)
        if found is None:
            return None
        return f'counted({found[0]}, {found[1]}, "{sign}", {self.scalars.integer(two)})'

    def _sum(self, one: Node, sign: Op, two: Node) -> str | None:
        """What is public goes to the other side; what is left may be one number of cards."""
        hidden = [arg for arg in one.args if self.lifting.hidden(arg)]
        public = tuple(arg for arg in one.args if not self.lifting.hidden(arg))
        if one.op == "-":
            if len(one.args) != 2 or len(hidden) != 1:
                return None
            if hidden[0] is one.args[0]:
                return self._number(hidden[0], sign, _made("+", two, *public))
            return self._number(hidden[0], TURNED[sign], _made("-", public[0], two))
        left = _made("-", two, _made("+", *public)) if public else two
        if len(hidden) == 1:
            return self._number(hidden[0], sign, left)
        parts = [self.lifting.number_of(arg) for arg in hidden]
        found = [part for part in parts if part is not None]
        if len(found) < len(parts):
            return None
        pairs = ", ".join(f"({where}, {which})" for where, which in found)
        text = self.desk.keep(self.scalars.integer(left))
        whole = Node(sign, Kind.BOOL, (one, two), one.at)
        return f'(counted_together(({pairs}), "{sign}", {text}) or {self.lifting.secret(whole)})'

    def _best_score(self, one: Node, sign: Op, two: Node) -> str | None:
        """The highest score is above a limit if some card's is, below if none reaches it."""
        cards, points = one.args
        member = Binding("EACH", Kind.CARD, "all", 0, cards)
        card = Node("var", Kind.CARD, (), one.at, None, member)
        score = Node("score", Kind.INT, (card, points), one.at)

        def some(way: Op) -> Node:
            test = Node(way, Kind.BOOL, (score, two), one.at)
            return Node("any", Kind.BOOL, (cards, test), one.at, None, member)

        beyond: Op = ">" if one.op == "scoremax" else "<"
        reached: Op = ">=" if one.op == "scoremax" else "<="
        two = self._seen(two, Kind.INT)
        if sign in (beyond, reached):
            return self.lifting.lifted(some(sign))
        if sign in ("==", "!="):
            both = (some(reached), Node("not", Kind.BOOL, (some(beyond),), one.at))
            same = Node("and", Kind.BOOL, both, one.at)
            found = self.lifting.lifted(same)
            return found if sign == "==" else f"opposite({found})"
        none = reached if sign in ("<", ">") else beyond
        return f"opposite({self.lifting.lifted(some(none))})"

    def _seen(self, number: Node, kind: Kind) -> Node:
        """A number that everybody sees, worked out once; or the player of that number."""
        binding = Binding("SEEN", kind, "all", 0)
        self.desk.locals[binding] = Local(self.desk.keep(self.scalars.integer(number), "h"))
        return Node("var", kind, (), number.at, None, binding)

    def _members(self, members: Node, sign: Op, two: Node) -> str | None:
        """How many players, names or numbers something holds for: none, or some."""
        collection, test = members.args
        if two.op != "num" or self.lifting.hidden(collection):
            return None
        if (sign, two.number) in SOME:
            some = Node("any", Kind.BOOL, (collection, test), members.at, None, members.var)
            return self.lifting.lifted(some)
        if (sign, two.number) in NONE:
            some = Node("any", Kind.BOOL, (collection, test), members.at, None, members.var)
            return f"opposite({self.lifting.lifted(some)})"
        return None

    # --- cards and where they are -----------------------------------------------------------------

    def _owner(self, card: Node, player: Node) -> str | None:
        """A card is with a player: in one of the hidden places that are theirs."""
        seats = self._hidden_places()
        seat = self.desk.keep(self.scalars.player(player), "p")
        if card.op == "var" and card.bound.how != "let" and not self._public(card):
            return None
        if self._public(card):
            number = self.desk.keep(self.scalars.card(card, "no card, so no owner"), "c")
            hidden = sum(seats)
            return (
                f"(how_many({tuple(seats)}[{seat}], 1 << {number}, 1, 1) "
                f"if {hidden} >> S[$WHERE + {number}] & 1 "
                f"else OWNER[S[$WHERE + {number}]] == {seat})"
            )
        cards = card.args[0] if card.traits.best else card.args[-1]
        if cards.kind is not Kind.CARDS:
            return None
        found = self.lifting.hidden_set(cards)
        if found is None:
            return None
        theirs = f"{found[0]} & {tuple(self._all_places())}[{seat}]"
        if card.traits.ties and self.lifting.again.draws(card):
            return self._drawn_owner(card, found, theirs)
        owner = Node("owner", Kind.PLAYER, (card,), card.at)
        whole = Node("==", Kind.BOOL, (owner, player), card.at)
        return f"(the_only_one({theirs}, {found[1]}) or {self.lifting.secret(whole)})"

    def _drawn_owner(self, card: Node, found: tuple[str, str], theirs: str) -> str | None:
        """Of equal best cards one was drawn, and it is with a player: they have such a card, and
        nobody has a better one."""
        cards, points = card.args
        if self.lifting.again.draws(cards) or self.lifting.hidden(points):
            return None
        untold = self.lifting.untold(card, TIED)
        highest = card.op == "max"
        return (
            f"one_of_the_best({found[0]}, {theirs}, {found[1]}, {self.lifting.scores(points)}, "
            f"{highest}, {untold})"
        )

    def peeked(self, value: Node) -> str | None:
        """Whose card will be drawn of equal best ones, without drawing it for good; nothing if that
        is not all that is drawn."""
        owner = value.args[0] if value.op == "pid" else value
        if owner.op != "owner" or not owner.args[0].traits.ties:
            return None
        if self.lifting.again.draws(owner.args[0].args[0]):
            return None
        kept = self.desk.keep("(len(E), C[0], S[$TIES])", "b")
        found = self.desk.keep(self.scalars.scalar(value), "h")
        self.desk.page.line(f"C[0], S[$TIES] = {kept}[1:]")
        self.desk.page.line(f"del E[{kept}[0]:]")
        return found

    def _public(self, card: Node) -> bool:
        """Whether everybody knows which card it is."""
        if card.op == "var" and card.bound.how == "let" and card.bound.value is not None:
            return self._public(card.bound.value)
        return not self.lifting.hidden(card)

    def _hidden_places(self) -> list[int]:
        """For every player their places whose cards not everybody sees, as a set."""
        found = [0] * self.layout.program.players
        for family in self.layout.families.values():
            if family.owner == "player" and family.sight in ("iloc", "hloc", "oloc"):
                for i in range(family.size):
                    found[i // family.room] |= 1 << family.base + i
        return found

    def _all_places(self) -> list[int]:
        """For every player all their places, as a set."""
        found = [0] * self.layout.program.players
        for family in self.layout.families.values():
            if family.owner == "player" and not family.memory:
                for i in range(family.size):
                    found[i // family.room] |= 1 << family.base + i
        return found

    def _best(self, one: Node, two: Node) -> str | None:
        """A card is the best of some: it is one of them, and none is better."""
        cards, points = one.args
        found = self.lifting.hidden_set(cards)
        if found is None:
            return None
        number = self.desk.keep(self.scalars.card(two), "c")
        best = Binding("BEST", Kind.CARD, "all", 0)
        self.desk.locals[best] = Local(number)
        member = Binding("EACH", Kind.CARD, "all", 0, cards)
        scores = [
            Node("score", Kind.INT, (Node("var", Kind.CARD, (), one.at, None, each), points))
            for each in (member, best)
        ]
        way: Op = ">" if one.op.endswith("max") else "<"
        better = self.lifting.wanted(Node(way, Kind.BOOL, tuple(scores), one.at), member)
        if better is None:
            return None
        where, which = self.desk.keep(found[0], "w"), self.desk.keep(found[1], "m")
        told = (
            f"all_of(how_many({where}, 1 << {number}, 1, 1), "
            f"how_many({where}, {which} & {better}, 0, 0))"
        )
        if not one.traits.ties:  # of equal cards that which came first, or last
            order = self.lifting.untold(one, ORDERED)
            equal = self.lifting.wanted(Node("==", Kind.BOOL, tuple(scores), one.at), member)
            others = f"how_many({where}, {which} & {equal} & ~(1 << {number}), 0, 0)"
            return f"all_of({told}, one_of({others}, {order}))"
        return told

    def lying_open(self, value: Node) -> str:
        """What is drawn when it is looked at cannot be looked at again. Whose the best of some
        cards is tells nothing, if all of them lie where everybody sees them."""
        why = self.lifting.again.why_not(value) or "it"
        untold = self.lifting.untold(value, why)
        if value.op != "owner" or self.lifting.hidden(value.args[0]):
            return untold
        card = value.args[0]
        cards = card.args[0] if card.traits.best else card.args[-1] if card.args else card
        if cards.kind is not Kind.CARDS or self.lifting.again.draws(cards):
            return untold
        words = joined([self.desk.keep(word, "m") for word in self.sets.words(cards)])
        return f"(lie_open(S, $WHERE, {words}, {sum(self._hidden_places())}) or {untold})"

    def lying(self, test: Node) -> str | None:
        """A condition on a single hidden card, by its place at an end of others: which cards
        satisfy it."""
        ends = [n for n in walk(test) if n.traits.end and self.lifting.hidden(n)]
        if not ends or any(shape(end) != shape(ends[0]) for end in ends):
            return None
        end, spot = ends[0], ends[0].args[-1]
        if spot.op != "place" or has_memory(self.layout, spot):
            return None
        if any(map(self.lifting.hidden, spot.args)):
            return None
        member = Binding("EACH", Kind.CARD, "all", 0, spot)
        each = Node("var", Kind.CARD, (), end.at, None, member)
        which = self.lifting.wanted(_with(test, ends, each), member)
        place = self.places.spot(spot)
        if which is None or place is None:
            return None
        others = f"{self.lifting.everything} & ~{which}"
        card = "-2" if self.lifting.draws(end) else self.scalars.card(end)
        size = self.sets.size(spot)
        way = 1 if end.op == "top" else -1
        self.lifting.looked_now()
        return f"lying({place}, {way}, {which}, {others}, {size}, {card})"


def _with(node: Node, old: list[Node], new: Node) -> Node:
    """The same with another node in the place of some."""
    if any(node is each for each in old):
        return new
    args = tuple(_with(arg, old, new) for arg in node.args)
    if all(one is two for one, two in zip(args, node.args, strict=True)):
        return node
    return Node(node.op, node.kind, args, node.at, node.value, node.var)


def _made(op: Op, *args: Node) -> Node:
    """A number made of others."""
    return args[0] if len(args) == 1 else Node(op, Kind.INT, args, args[0].at)
