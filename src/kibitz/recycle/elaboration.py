"""The elaboration of one description: from any form to a typed node.

Types are inferred from the leaves up: the leading word of a form says what it yields, a variable
yields what it was bound to. `want` then compares with what the context needs. An error becomes a
node of kind WRONG, which every context accepts in silence.

What a word means is said by the function registered for it in `vocabulary`: `places` has places,
stores, players and cards, `lists` the collections, `values` conditions and numbers, `statements`
and `decks` all that does or makes something. Each gets the elaboration, called `here`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.recycle.diagnostics import Diagnostics
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.scope import Scope, Wrong, called
from kibitz.recycle.tree import MEMBER, Binding, Kind, Node
from kibitz.recycle.vocabulary import FORMS, TOPICS, words

__all__ = ["EXPRESSION_TOPICS", "SEATS", "VISIBILITIES", "Elaboration", "Setting"]

Setting = int | str
"""The value of a parameter."""

VISIBILITIES = ("vloc", "iloc", "hloc", "oloc", "mem")
STORES = ("sto", "str", "isto", "istr", "points")
SEATS = ("current", "next", "previous")
EXPRESSION_TOPICS = ("bool", "int", "str", "card", "player", "cards", "groups", "other")
COLLECTIONS = tuple(MEMBER)
KINDS_HINT = "places are vloc, iloc, hloc, oloc and mem; stores are sto, str, isto, istr and points"


class Elaboration(Scope):
    """What is known of a description so far, and the way from its forms to typed nodes."""

    def __init__(
        self, found: Diagnostics, overrides: Mapping[str, Setting] | None = None, name: str = "game"
    ) -> None:
        super().__init__(found)
        self.overrides = overrides or {}
        self.name = name
        self.players = 0
        self.declarations: list[Binding] = []
        self.parameters: dict[str, Setting] = {}
        self.declared: dict[str, Setting] = {}
        self.fixed: set[str] = set()
        """Parameters that shape the state."""

    def expression(self, item: Item) -> Node:
        """The typed node of any expression, of kind WRONG if it makes no sense."""
        return self.softly(self._expression, item)

    def want(self, item: Item, *kinds: Kind, role: str | None = None) -> Node:
        """The node of an expression that must be of one of some kinds."""
        return self.fitting(item, self.expression(item), *kinds, role=role)

    def fitting(self, item: Item, node: Node, *kinds: Kind, role: str | None = None) -> Node:
        """The node of an item where one of some kinds is wanted."""
        if node.kind in kinds or node.kind is Kind.WRONG:
            return node
        if Kind.CARDS in kinds and node.kind is Kind.GROUPS:
            self.found.warning(
                item.start,
                item.end,
                "a list of groups stands where a place is "
                "expected; it is read as all their cards together",
            )
            return Node("union", Kind.CARDS, (node,), node.at)
        if Kind.CARD in kinds and node.op == "place" and node.value == "mem":
            self.found.warning(
                item.start,
                item.end,
                "a memory place stands where a card is expected; it is read as its top card",
            )
            return Node("top", Kind.CARD, (node,), node.at)
        if Kind.PLAYERS in kinds and node.kind is Kind.TEAM:
            return Node("members", Kind.PLAYERS, (node,), node.at)
        wanted = role or " or ".join(dict.fromkeys(map(called, kinds)))
        raise self.wrong(
            item,
            f"`{self.show(item)}` is {called(node.kind)} here, where {wanted} was expected",
            _instead(self, item, node, *kinds),
        )

    def member(self, item: Form, topic: str) -> tuple[Node, Binding, Item]:
        """The collection, the variable and the body of an `any`, `all` or `filter`."""
        rest = item.items[1:]
        name = rest[1] if len(rest) > 1 else None
        if len(rest) != 3 or not (isinstance(name, Atom) and name.kind == "variable"):
            self.lose(rest)
            if name is None or (isinstance(name, Atom) and name.kind == "variable"):
                self.parts(item, 3, topic=topic)
            raise self.wrong(
                item,
                f"`{item.head}` needs a variable after its collection",
                self.syntax(item.head, topic),
            )
        with self.looping(item):
            collection = self.softly(self.collection, rest[0])
        kind = MEMBER.get(collection.kind, Kind.WRONG)
        return collection, self.binding(rest[1], kind, "all", collection), rest[2]

    def integer(self, item: Item) -> Node:
        return self.want(item, Kind.INT)

    def string(self, item: Item) -> Node:
        if isinstance(item, Atom) and item.kind == "word":
            raise self.wrong(
                item,
                f"`{item}` stands where a name is expected",
                f"names are capital letters: {item.text.upper()}" if item.text.isalpha() else None,
            )
        return self.want(item, Kind.STR)

    def card(self, item: Item) -> Node:
        return self.want(item, Kind.CARD)

    def cards(self, item: Item) -> Node:
        return self.want(item, Kind.CARDS)

    def condition(self, item: Item) -> Node:
        return self.want(item, Kind.BOOL)

    def collection(self, item: Item) -> Node:
        return self.want(item, *COLLECTIONS, role="a collection")

    def points(self, item: Item) -> Node:
        if isinstance(item, Atom) and item.kind == "variable":  # the oldest dialect: a map's name
            name = Node("name", Kind.STR, (), (item.start, item.end), item.text[1:])
            game = Node("game", Kind.GAME, (), (item.start, item.end))
            return Node("points", Kind.POINTS, (game, name), (item.start, item.end), "points")
        return self.want(item, Kind.POINTS)

    def using(self, form_: Form, before: int) -> tuple[Sequence[Item], Node]:
        """The operands of `(word ... using POINTS)` and the map."""
        items = form_.items
        if len(items) < 3 or str(items[-2]) != "using":
            last = items[-2] if len(items) == before + 3 else None
            if isinstance(last, Atom) and last.kind == "word":
                raise self.wrong(
                    last, f"`{last}` stands where `using` is expected", self.syntax(form_.head)
                )
            raise self.wrong(
                form_,
                f"`{form_.head}` needs a point map: `... using POINTS`",
                self.syntax(form_.head),
            )
        self.parts(form_, before + 2)
        return items[1:-2], self.points(items[-1])

    def _expression(self, item: Item) -> Node:
        at = (item.start, item.end)
        if isinstance(item, Atom):
            if item.kind == "number":
                return Node("num", Kind.INT, (), at, int(item.text))
            if item.kind == "variable":
                return self.variable(item)
            if item.kind == "name":
                return Node("name", Kind.STR, (), at, item.text)
            if item.text == "player":
                return Node("players", Kind.PLAYERS, (), at)
            if item.text == "team":
                return Node("teams", Kind.TEAMS, (), at)
            if item.text == "game":
                return Node("game", Kind.GAME, (), at)
            raise _bare(self, item)
        if not item.items:
            raise self.wrong(item, "there is nothing between these brackets")
        if item.head in self.definitions:
            return self.understood("other", "WORD", item)
        first = item.items[0]
        second = item.items[1] if len(item.items) > 1 else None
        seat = len(item.items) == 2 or (isinstance(first, Atom) and first.text in SEATS)
        if isinstance(second, Atom) and second.kind == "word":
            if second.text in VISIBILITIES:
                return self.understood("cards", "vloc", item)
            if second.text in STORES:
                return self.understood("int", "sto", item)
            if second.text in ("player", "team") and seat and item.head not in ("other", "size"):
                return self.understood("player", "player", item)
            if not isinstance(first, Atom) or first.kind != "word" or first.text == "game":
                raise _middle(self, item, second)
        if isinstance(first, Atom) and first.kind == "word":
            return self._headed(item, first)
        if isinstance(first, Atom) and first.kind == "name":
            return self.understood("other", "NAME", item)
        if len(item.items) == 2:
            return self.understood("card", "top", item)
        if len(item.items) == 1 and isinstance(first, Form):
            raise self.wrong(item, f"one pair of brackets too many around `{self.show(first)}`")
        raise self.wrong(
            item,
            f"`{self.show(item)}` makes no sense",
            "a form begins with a word, or is a place, a store or a list of names",
        )

    def _headed(self, item: Form, first: Atom) -> Node:
        """A form that begins with a word."""
        if first.text in VISIBILITIES or first.text in STORES:
            raise self.wrong(
                first,
                f"the owner stands before `{first}`",
                self.syntax(first.text if first.text in STORES else "vloc"),
            )
        for topic in EXPRESSION_TOPICS:
            if (topic, first.text) in FORMS:
                return self.understood(topic, first.text, item)
        if first.text == "game":
            raise self.wrong(
                item, "`game` is followed by a kind of place or store and a name", KINDS_HINT
            )
        if first.text in words("action", "flow", "game"):
            raise self.wrong(item, f"`{first}` does something; a value was expected here")
        near = self.near(first.text, {*words(*EXPRESSION_TOPICS), *self.definitions})
        raise self.wrong(first, f"unknown word `{first}`{near}")

    def understood(self, topic: str, word: str, item: Form) -> Node:
        """What the function registered for a word makes of a form."""
        node = FORMS[topic, word].read(self, item)
        assert isinstance(node, Node)
        return node


def _instead(here: Elaboration, item: Item, node: Node, *kinds: Kind) -> str | None:
    """What may be meant by something of the wrong kind."""
    text = here.show(item)
    if node.op == "name" and text in here.scope:
        return f"did you mean the variable '{text}?"
    if node.op == "name" and kinds == (Kind.POINTS,):
        return f"a point map is written (game points {text})"
    if node.op == "players":
        return "one player is (current player), or a variable: (all player 'P ...)"
    if node.op == "first" and kinds == (Kind.CARD,):
        return "move them one by one: (repeat INT (move (top PLACE) DEST))"
    if node.kind is Kind.CARDS and kinds == (Kind.CARD,):
        return f"its top card is (top {text})"
    if node.kind is Kind.CARDS and kinds == (Kind.INT,):
        return f"the number of its cards is (size {text})"
    if node.kind is Kind.INT and Kind.PLAYER in kinds:
        return f"the player in that seat is ({text} player)"
    if node.op == "store" and kinds in ((Kind.INT,), (Kind.STR,), (Kind.CARDS,)):
        return "`sto` keeps a number, `str` a name; cards lie in vloc, iloc, hloc and oloc"
    return None


def _bare(here: Elaboration, item: Atom) -> Wrong:
    """An atom that is no value."""
    if item.text in SEATS:
        return here.wrong(item, f"`{item}` by itself is nobody", f"write ({item} player)")
    if item.text in words(*TOPICS):
        return here.wrong(
            item, f"`{item}` means nothing without brackets around it", here.syntax(item.text)
        )
    if item.kind == "word":
        near = here.near(item.text, ("player", "team", "game"))
        return here.wrong(item, f"unknown word `{item}`{near}")
    return here.wrong(item, f"`{item}` stands where a value is expected")


def _middle(here: Elaboration, item: Form, second: Atom) -> Wrong:
    """A word in the second place that does not belong there."""
    first = item.items[0]
    if second.text in words("bool", "int") and len(item.items) == 3:
        return here.wrong(second, f"`{second}` comes first: ({second} {here.show(first)} ...)")
    if not isinstance(first, Atom) or first.kind in ("variable", "word"):
        near = here.near(second.text, (*VISIBILITIES, *STORES, "player", "team"))
        return here.wrong(second, f"unknown kind of place or store `{second}`{near}", KINDS_HINT)
    return here.wrong(second, f"`{second}` makes no sense after `{first}`")
