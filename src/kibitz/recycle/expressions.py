"""Expressions: everything in a description that yields a value, checked and typed.

Types are inferred from the leaves up: the leading word of a form says what it yields, a variable
yields what it was bound to. `want` then compares with what the context needs. An error becomes a
node of kind WRONG, which every context accepts in silence.

Here are the way in, places, stores, players and cards; `lists` has the collections, `values` the
conditions and numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.scope import Scope, Wrong, called, is_spots
from kibitz.recycle.tree import MEMBER, Binding, Kind, Node
from kibitz.recycle.vocabulary import FORMS, TOPICS, Word, form, words

__all__ = ["EXPRESSION_TOPICS", "SEATS", "VISIBILITIES", "Expressions", "is_spots"]

VISIBILITIES = ("vloc", "iloc", "hloc", "oloc", "mem")
STORES = ("sto", "str", "points")
SEATS = ("current", "next", "previous")
EXPRESSION_TOPICS = ("bool", "int", "str", "card", "player", "cards", "groups", "other")
COLLECTIONS = tuple(MEMBER)
KINDS_HINT = "places are vloc, iloc, hloc, oloc and mem; stores are sto, str and points"


class Expressions(Scope):
    """Turns forms into typed nodes. `elaborator.Elaborator` adds statements and the game."""

    # --- the way in ---------------------------------------------------------------------------

    def expression(self, item: Item) -> Node:
        """The typed node of any expression, of kind WRONG if it makes no sense."""
        return self.softly(self._expression, item)

    def want(self, item: Item, *kinds: Kind, role: str | None = None) -> Node:
        """The node of an expression that must be of one of some kinds."""
        node = self.expression(item)
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
            f"`{self.show(item)}` is {called(node.kind)} here, {wanted} was expected",
            self._instead(item, node, *kinds),
        )

    def _instead(self, item: Item, node: Node, *kinds: Kind) -> str | None:
        """What may be meant by something of the wrong kind."""
        text = self.show(item)
        if node.op == "name" and text in self.scope:
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
        return collection, self.binding(rest[1], kind, item.head, collection), rest[2]

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
            raise self._bare(item)
        if not item.items:
            raise self.wrong(item, "there is nothing between these brackets")
        first = item.items[0]
        second = item.items[1] if len(item.items) > 1 else None
        seat = len(item.items) == 2 or (isinstance(first, Atom) and first.text in SEATS)
        if isinstance(second, Atom) and second.kind == "word":
            if second.text in VISIBILITIES:
                return self._place(item)
            if second.text in STORES:
                return self._store(item)
            if second.text in ("player", "team") and seat and item.head not in ("other", "size"):
                return self._seat(item)
            if not isinstance(first, Atom) or first.kind != "word" or first.text == "game":
                raise self._middle(item, second)
        if isinstance(first, Atom) and first.kind == "word":
            return self._headed(item, first)
        if isinstance(first, Atom) and first.kind == "name":
            return self._understood(FORMS["other", "NAME"], item)
        if len(item.items) == 2:
            return self._nth(item)
        if len(item.items) == 1 and isinstance(first, Form):
            raise self.wrong(item, f"one pair of brackets too many around `{self.show(first)}`")
        raise self.wrong(
            item,
            f"`{self.show(item)}` makes no sense",
            "a form begins with a word, or is a place, a store or a list of names",
        )

    def _bare(self, item: Atom) -> Wrong:
        """An atom that is no value."""
        if item.text in SEATS:
            return self.wrong(item, f"`{item}` by itself is nobody", f"write ({item} player)")
        if item.text in words(*TOPICS):
            return self.wrong(
                item, f"`{item}` means nothing without brackets around it", self.syntax(item.text)
            )
        if item.kind == "word":
            near = self.near(item.text, ("player", "team", "game"))
            return self.wrong(item, f"unknown word `{item}`{near}")
        return self.wrong(item, f"`{item}` stands where a value is expected")

    def _middle(self, item: Form, second: Atom) -> Wrong:
        """A word in the second place that does not belong there."""
        first = item.items[0]
        if second.text in words("bool", "int") and len(item.items) == 3:
            return self.wrong(second, f"`{second}` comes first: ({second} {self.show(first)} ...)")
        if not isinstance(first, Atom) or first.kind in ("variable", "word"):
            near = self.near(second.text, (*VISIBILITIES, *STORES, "player", "team"))
            return self.wrong(
                second, f"unknown kind of place or store `{second}`{near}", KINDS_HINT
            )
        return self.wrong(second, f"`{second}` makes no sense after `{first}`")

    def _headed(self, item: Form, first: Atom) -> Node:
        """A form that begins with a word."""
        if first.text in VISIBILITIES or first.text in STORES:
            raise self.wrong(
                first,
                f"the owner stands before `{first}`",
                self.syntax(first.text if first.text in STORES else "vloc"),
            )
        for topic in EXPRESSION_TOPICS:
            entry = FORMS.get((topic, first.text))
            if entry:
                return self._understood(entry, item)
        if first.text == "game":
            raise self.wrong(
                item, "`game` is followed by a kind of place or store and a name", KINDS_HINT
            )
        if first.text in words("action", "flow", "game"):
            raise self.wrong(item, f"`{first}` does something; a value was expected here")
        near = self.near(first.text, words(*EXPRESSION_TOPICS))
        raise self.wrong(first, f"unknown word `{first}`{near}")

    def _understood(self, entry: Word, item: Form) -> Node:
        node = getattr(self, entry.method)(item)
        assert isinstance(node, Node)
        return node

    # --- places, stores, seats ----------------------------------------------------------------

    def _who(self, item: Item) -> Node:
        return self.want(item, Kind.GAME, Kind.PLAYER, Kind.TEAM, role="`game`, a player or a team")

    @form(
        "vloc",
        "cards",
        "(OWNER vloc|iloc|hloc|oloc|mem NAME [INT])",
        "a place of the game, a player or a team: seen by everybody (vloc), by its owner (iloc), "
        "by nobody (hloc), by all but its owner (oloc); `mem` holds references to cards that "
        "stay where they are. The number is an index, 0 if left out",
    )
    def _place(self, item: Item) -> Node:
        assert isinstance(item, Form)
        if len(item.items) not in (3, 4):
            raise self.wrong(
                item,
                "a place is an owner, a kind, a name and perhaps an index",
                self.syntax("vloc"),
            )
        who = self._who(item.items[0])
        name = self.string(item.items[2])
        index = (
            self.integer(item.items[3])
            if len(item.items) == 4
            else Node("num", Kind.INT, (), (item.start, item.end), 0)
        )
        return Node(
            "place", Kind.CARDS, (who, name, index), (item.start, item.end), str(item.items[1])
        )

    @form(
        "sto",
        "int",
        "(OWNER sto NAME)",
        "a number kept by the game, a player or a team; 0 until it is set",
    )
    @form(
        "str",
        "str",
        "(OWNER str NAME)",
        "a name kept by the game, a player or a team; empty until it is set",
    )
    @form(
        "points",
        "points",
        "(OWNER points NAME)",
        "the score of every card, as `set` has frozen it; all 0 until it is set",
    )
    def _store(self, item: Item) -> Node:
        assert isinstance(item, Form)
        what = str(item.items[1])
        if len(item.items) != 3:
            raise self.wrong(
                item, f"`{what}` needs an owner before it and one name after it", self.syntax(what)
            )
        who = self._who(item.items[0])
        name = self.string(item.items[2])
        kind = {"sto": Kind.INT, "str": Kind.STR, "points": Kind.POINTS}[what]
        op = "points" if what == "points" else "store"
        return Node(op, kind, (who, name), (item.start, item.end), what)

    @form(
        "player",
        "player",
        "(current|next|previous|INT player)",
        "a player, by turn or by seat number from 0; `next` is the one queued by `cycle next`, "
        "if any",
    )
    @form("current", "player", "(current|next|previous|INT team)", "a team, likewise")
    def _seat(self, item: Item) -> Node:
        assert isinstance(item, Form)
        at = (item.start, item.end)
        first = item.items[0]
        second = item.items[1] if len(item.items) > 1 else first
        if isinstance(first, Atom) and first.text == "player":
            raise self.wrong(item, "who comes first, `player` after it", self.syntax("player"))
        if str(second) not in ("player", "team"):
            near = self.near(str(second), ("player", "team"))
            raise self.wrong(
                item, f"`{first}` is followed by `player` or `team`{near}", self.syntax("player")
            )
        if len(item.items) > 2:
            raise self.wrong(
                item,
                f"there is too much in `{self.show(item)}`",
                f"({first} {second}) has brackets of its own",
            )
        what = str(second)
        kind = Kind.PLAYER if what == "player" else Kind.TEAM
        if isinstance(first, Atom) and first.text in SEATS:
            return Node(first.text if kind is Kind.PLAYER else first.text + "_team", kind, (), at)
        if isinstance(first, Atom) and first.kind == "word":
            near = self.near(first.text, (*SEATS, "other"))
            raise self.wrong(first, f"unknown {what} `{first}`{near}", self.syntax("player"))
        return Node(what + "_number", kind, (self.integer(first),), at)

    @form("team", "player", "(team PLAYER)", "the team of a player")
    def _team(self, item: Form) -> Node:
        (who,) = self.parts(item, 1)
        return Node("team_of", Kind.TEAM, (self.want(who, Kind.PLAYER),), (item.start, item.end))

    @form("owner", "player", "(owner CARD)", "the player who owns the place a card lies in")
    def _owner(self, item: Form) -> Node:
        (card,) = self.parts(item, 1)
        return Node("owner", Kind.PLAYER, (self.card(card),), (item.start, item.end))

    # --- cards --------------------------------------------------------------------------------

    @form(
        "top",
        "card",
        "(top|bottom|INT PLACE)",
        "a card by its position; numbers count from "
        "the bottom, 0 first. Of a list of groups: one group. `(top|bottom INT PLACE)`: the "
        "first cards from that end, as a place",
    )
    @form("bottom", "card", "(bottom PLACE)", "the lowest card")
    def _end(self, item: Form) -> Node:
        rest = self.parts(item, 1, 2)
        at = (item.start, item.end)
        if len(rest) == 2:
            return Node(
                "first", Kind.CARDS, (self.integer(rest[0]), self.cards(rest[1])), at, item.head
            )
        where = self.want(rest[0], Kind.CARDS, Kind.GROUPS, role="a place")
        if where.kind is Kind.GROUPS:
            return Node("group_" + item.head, Kind.CARDS, (where,), at)
        return Node(item.head, Kind.CARD, (where,), at)

    def _nth(self, item: Form) -> Node:
        number = self.integer(item.items[0])
        where = self.want(item.items[1], Kind.CARDS, Kind.GROUPS, role="a place")
        at = (item.start, item.end)
        if where.kind is Kind.GROUPS:
            return Node("group_nth", Kind.CARDS, (number, where), at)
        return Node("nth", Kind.CARD, (number, where), at)

    @form(
        "max",
        "card",
        "(max|min PLACE using POINTS)",
        "the card of the highest (lowest) score; "
        "ties are broken at random; an error if there is no card",
    )
    @form("min", "card", "(min PLACE using POINTS)", "the card of the lowest score")
    def _best(self, item: Form) -> Node:
        (where,), points = self.using(item, 1)
        return Node(item.head, Kind.CARD, (self.cards(where), points), (item.start, item.end))

    @form("actual", "card", "(actual CARD)", "the card itself (accepted from older files)")
    def _actual(self, item: Form) -> Node:
        (card,) = self.parts(item, 1)
        return self.card(card)

    @form(
        "cardatt",
        "str",
        "(cardatt NAME CARD)",
        "the value of a card's attribute; empty if it has none, or if there is no card",
    )
    def _cardatt(self, item: Form) -> Node:
        attribute, card = self.parts(item, 2)
        return Node(
            "cardatt", Kind.STR, (self.string(attribute), self.card(card)), (item.start, item.end)
        )
