"""Expressions: everything in a description that yields a value, checked and typed.

Types are inferred from the leaves up: the leading word of a form says what it yields, a variable
yields what it was bound to. `want` then compares with what the context needs. An error is reported
once and becomes a node of kind WRONG, which every context accepts in silence; so does a variable
bound to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from kibitz.recycle.diagnostics import Diagnostics, did_you_mean
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.tree import MEMBER, Binding, Kind, Node, walk
from kibitz.recycle.vocabulary import FORMS, TOPICS, form, words

__all__ = ["Expressions", "Wrong", "is_spots"]

VISIBILITIES = ("vloc", "iloc", "hloc", "oloc", "mem")
STORES = ("sto", "str", "points")
SEATS = ("current", "next", "previous")
EXPRESSION_TOPICS = ("bool", "int", "str", "card", "player", "cards", "groups", "other")
COLLECTIONS = tuple(MEMBER)
CALLED = {Kind.PLAYERS: "a list of players", Kind.TEAMS: "a list of teams"}
KINDS_HINT = "places are vloc, iloc, hloc, oloc and mem; stores are sto, str and points"

MOST_LOOPS = 12
"""Loops in loops (the deepest game known has 5); Python itself allows 20."""

LOOPS = ("each", "repeat", "repeat_all", "any", "all", "filter", "eachloc")

DEEPEST, LARGEST = 80, 2000
"""How deep and large an expression may be with its variables written out."""

MOST_COPIES = 200_000
"""A declared collection is written out where it is used; not more nodes than this in all."""


class Wrong(Exception):
    """The form at hand makes no sense; its error has been reported."""


def called(kind: Kind) -> str:
    """How messages call a kind."""
    return CALLED.get(kind, kind.value)


def is_spots(node: Node) -> bool:
    """Whether the members of a list of groups are real places, into which one can move."""
    if node.op == "indexed":
        return True
    if node.op == "eachloc":
        body = node.args[1]
        return body.op == "place" or (body.op == "var" and body.bound.spot)
    if node.op == "filter":
        return is_spots(node.args[0])
    return node.op == "var" and node.bound.spot


def _loops(node: Node) -> int:
    """How deep loops are nested in a node."""
    return (node.op in LOOPS) + max(map(_loops, node.args), default=0)


class Expressions:
    """Turns forms into typed nodes. `elaborator.Elaborator` adds statements and the game."""

    def __init__(self, found: Diagnostics) -> None:
        self.found = found
        self.scope: dict[str, Binding] = {}
        self.extents: dict[Binding, tuple[int, int]] = {}
        self.lost: set[str] = set()
        """Variables whose binding made no sense: not to be missed as well."""
        self.bindings = 0
        self.copies = 0
        self.loops = 0
        self.stage_kinds: list[str] = []

    # --- errors -------------------------------------------------------------------------------

    def wrong(self, item: Item, message: str, hint: str | None = None) -> Wrong:
        items = (item,) if isinstance(item, Atom) else item.items
        if not any(isinstance(part, Atom) and part.kind == "strange" for part in items):
            one_line = isinstance(item, Atom) or "\n" not in self.text(item)
            self.found.error(item.start, item.end if one_line else item.start + 1, message, hint)
        return Wrong()

    def near(self, word: str, known: Iterable[str]) -> str:
        """A suggestion, as long as anybody will read it."""
        return "" if self.found.crowded else did_you_mean(word, known)

    def text(self, item: Item) -> str:
        return self.found.source.text[item.start : item.end]

    def show(self, item: Item) -> str:
        text = " ".join(self.text(item).split())
        return text if len(text) <= 40 else text[:37] + "..."

    def syntax(self, head: str, *topics: str) -> str | None:
        for (topic, word), entry in FORMS.items():
            if word == head and (not topics or topic in topics):
                return f"it is written {entry.syntax}"
        return None

    def parts(
        self, form_: Form, least: int, most: int | None = None, topic: str | None = None
    ) -> Sequence[Item]:
        """The items after the leading word, counted."""
        rest = form_.items[1:]
        if not least <= len(rest) <= (least if most is None else most):
            few = "too little" if len(rest) < least else "too much"
            topics = () if topic is None else (topic,)
            raise self.wrong(
                form_, f"there is {few} in this `{form_.head}`", self.syntax(form_.head, *topics)
            )
        return rest

    # --- scope --------------------------------------------------------------------------------

    def binding(self, name: Item, kind: Kind, how: str, value: Node | None = None) -> Binding:
        if not isinstance(name, Atom) or name.kind != "variable":
            raise self.wrong(
                name,
                f"`{self.show(name)}` stands where a variable is expected",
                "a variable is a quote and capital letters, like 'C",
            )
        self.bindings += 1
        spot = False
        if value is not None:
            if how == "let" and kind is Kind.CARDS:
                spot = value.op == "place" or (value.op == "var" and value.bound.spot)
            elif Kind.GROUPS in (kind, value.kind):
                spot = is_spots(value)
        at = (name.start, name.end)
        binding = Binding(name.text[1:], kind, how, self.bindings, value, spot, at)
        depth, size = self.extents[binding] = (0, 0) if value is None else self._extent(value)
        if depth > DEEPEST or size > LARGEST:
            raise self.wrong(
                name,
                f"what `{name}` stands for is too large, once the variables in it are written out",
            )
        return binding

    def _extent(self, node: Node) -> tuple[int, int]:
        """Depth and size of a node with its variables written out."""
        parts = [self._extent(arg) for arg in node.args]
        if node.op == "var":
            parts = [self.extents.get(node.bound, (0, 0))]
        return 1 + max((d for d, _ in parts), default=0), 1 + sum(n for _, n in parts)

    @contextmanager
    def bound(self, binding: Binding) -> Iterator[None]:
        before = self.scope
        self.scope = {**before, binding.name: binding}
        try:
            yield
        finally:
            self.scope = before

    @contextmanager
    def looping(self, item: Form) -> Iterator[None]:
        """Inside a form that is gone through again and again."""
        if self.loops == MOST_LOOPS:
            raise self.wrong(
                item,
                f"`any`, `all`, `filter` and `repeat` are nested more than {MOST_LOOPS} deep here",
            )
        self.loops += 1
        try:
            yield
        finally:
            self.loops -= 1

    def variable(self, atom: Atom) -> Node:
        binding = self.scope.get(atom.text[1:])
        at = (atom.start, atom.end)
        if binding is None:
            if atom.text in self.lost:
                raise Wrong
            near = self.near(atom.text, ("'" + name for name in self.scope))
            raise self.wrong(
                atom,
                f"the variable `{atom}` is not bound here{near}",
                None if near else "bind it with declare, let, any, all or filter",
            )
        if binding.kind is Kind.WRONG:
            raise Wrong
        if binding.how == "declare" and binding.kind not in (Kind.INT, Kind.STR):
            assert binding.value is not None
            self.copies += sum(1 for _ in walk(binding.value))
            if self.copies > MOST_COPIES or self.loops + _loops(binding.value) > MOST_LOOPS:
                raise self.wrong(
                    atom,
                    f"what `{atom}` stands for is too long to be used here",
                    "a declared collection is written out wherever it is used",
                )
            return binding.value
        return Node("var", binding.kind, (), at, var=binding)

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

    def lose(self, items: Iterable[Item]) -> None:
        """Do not miss variables that stand in a form which makes no sense."""
        self.lost |= {i.text for i in items if isinstance(i, Atom) and i.kind == "variable"}

    def softly(self, read: Callable[[Item], Node], item: Item) -> Node:
        """The node of an item, of kind WRONG if it makes no sense."""
        try:
            return read(item)
        except Wrong:
            return Node("wrong", Kind.WRONG, (), (item.start, item.end))

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
            return self._names(item)
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
                node = getattr(self, entry.method)(item)
                assert isinstance(node, Node)
                return node
        if first.text == "game":
            raise self.wrong(
                item, "`game` is followed by a kind of place or store and a name", KINDS_HINT
            )
        if first.text in words("action", "flow", "game"):
            raise self.wrong(item, f"`{first}` does something; a value was expected here")
        near = self.near(first.text, words(*EXPRESSION_TOPICS))
        raise self.wrong(first, f"unknown word `{first}`{near}")

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

    # --- collections --------------------------------------------------------------------------

    @form("union", "cards", "(union {PLACE})", "the cards of all, each once, in order")
    @form("intersect", "cards", "(intersect {PLACE})", "the cards that are in all")
    @form("disjunction", "cards", "(disjunction {PLACE})", "the cards that are in exactly one")
    def _union(self, item: Form) -> Node:
        parts = tuple(
            self.want(part, Kind.CARDS, Kind.GROUPS, role="a place") for part in item.items[1:]
        )
        return Node(item.head, Kind.CARDS, parts, (item.start, item.end))

    @form(
        "sort",
        "cards",
        "(sort PLACE using POINTS)",
        "the cards in the order of their scores, the highest on top",
    )
    def _sort(self, item: Form) -> Node:
        (where,), points = self.using(item, 1)
        return Node("sort", Kind.CARDS, (self.cards(where), points), (item.start, item.end))

    @form(
        "filter",
        "cards",
        "(filter COLLECTION 'V CONDITION)",
        "the members for which the condition holds",
    )
    def _filter(self, item: Form) -> Node:
        collection, binding, test = self.member(item, "cards")
        with self.bound(binding), self.looping(item):
            condition = self.condition(test)
        if collection.kind is Kind.WRONG:
            raise Wrong
        return Node(
            "filter", collection.kind, (collection, condition), (item.start, item.end), var=binding
        )

    @form(
        "run",
        "cards",
        "(run top|bottom INT PLACE using POINTS)",
        "the longest stretch of at "
        "least so many cards at that end whose scores, in any order, rise by one; else nothing",
    )
    def _run(self, item: Form) -> Node:
        (end, least, where), points = self.using(item, 3)
        if str(end) not in ("top", "bottom"):
            raise self.wrong(end, "`run` starts from `top` or `bottom`", self.syntax("run"))
        return Node(
            "run",
            Kind.CARDS,
            (self.integer(least), self.cards(where), points),
            (item.start, item.end),
            str(end),
        )

    @form(
        "tuples",
        "groups",
        "(tuples INT PLACE using POINTS)",
        "all groups of that many cards of equal score",
    )
    def _tuples(self, item: Form) -> Node:
        (size, where), points = self.using(item, 2)
        return Node(
            "tuples",
            Kind.GROUPS,
            (self.integer(size), self.cards(where), points),
            (item.start, item.end),
        )

    @form(
        "runs",
        "groups",
        "(runs largest|all INT PLACE using POINTS)",
        "the chains of at least so many cards whose scores rise by one: the maximal ones, or all",
    )
    def _runs(self, item: Form) -> Node:
        (which, least, where), points = self.using(item, 3)
        if str(which) not in ("largest", "all"):
            raise self.wrong(which, "`runs` are `largest` or `all`", self.syntax("runs"))
        return Node(
            "runs",
            Kind.GROUPS,
            (self.integer(least), self.cards(where), points),
            (item.start, item.end),
            str(which),
        )

    @form(
        "partition",
        "groups",
        "(partition NAME {PLACE})",
        "the cards grouped by the value of an "
        "attribute, in the order in which the values first appear",
    )
    def _partition(self, item: Form) -> Node:
        parts = [self.expression(part) for part in self.parts(item, 2, 99)]
        if any(part.kind is Kind.WRONG for part in parts):
            raise Wrong
        if parts[-1].kind is Kind.STR and parts[0].kind is not Kind.STR:  # older files
            parts = [parts[-1], *parts[:-1]]
        if parts[0].kind is not Kind.STR or any(
            part.kind not in (Kind.CARDS, Kind.GROUPS) for part in parts[1:]
        ):
            raise self.wrong(
                item, "`partition` needs an attribute and places", self.syntax("partition")
            )
        return Node("partition", Kind.GROUPS, tuple(parts), (item.start, item.end))

    @form(
        "subsets",
        "groups",
        "(subsets [INT] PLACE)",
        "all subsets of the cards, or all of "
        "exactly so many; `any` over the latter is asked for card by card",
    )
    def _subsets(self, item: Form) -> Node:
        rest = self.parts(item, 1, 2)
        size = tuple(self.integer(part) for part in rest[:-1])
        return Node("subsets", Kind.GROUPS, (*size, self.cards(rest[-1])), (item.start, item.end))

    @form(
        "indexed",
        "groups",
        "(indexed OWNER vloc|iloc|hloc|oloc|mem NAME)",
        "all places of that "
        "name that hold cards, in the order of their indices; one can move into them",
    )
    def _indexed(self, item: Form) -> Node:
        who, vis, name = self.parts(item, 3)
        if str(vis) not in VISIBILITIES:
            near = self.near(str(vis), VISIBILITIES)
            raise self.wrong(
                vis, f"`{self.show(vis)}` is not a kind of place{near}", self.syntax("indexed")
            )
        return Node(
            "indexed",
            Kind.GROUPS,
            (self._who(who), self.string(name)),
            (item.start, item.end),
            str(vis),
        )

    @form(
        "range", "other", "(range INT .. INT)", "the numbers from one to the other, both included"
    )
    def _range(self, item: Form) -> Node:
        if len(item.items) != 4 or str(item.items[2]) != "..":
            raise self.wrong(
                item, "a range has two ends with `..` between them", self.syntax("range")
            )
        return Node(
            "range",
            Kind.INTS,
            (self.integer(item.items[1]), self.integer(item.items[3])),
            (item.start, item.end),
        )

    @form("other", "other", "(other player|team)", "all but the current one")
    def _other(self, item: Form) -> Node:
        (what,) = self.parts(item, 1)
        if str(what) == "player":
            return Node("others", Kind.PLAYERS, (), (item.start, item.end))
        if str(what) == "team":
            return Node("other_teams", Kind.TEAMS, (), (item.start, item.end))
        raise self.wrong(what, "`other` what? `player` or `team`", self.syntax("other"))

    @form("NAME", "other", "(NAME {, NAME})", "a list of names")
    def _names(self, item: Form) -> Node:
        names: list[str] = []
        for part in item.items:
            if isinstance(part, Atom) and part.text == ",":
                continue
            if not isinstance(part, Atom) or part.kind != "name":
                word = item.head.lower()
                if word in words(*TOPICS):
                    raise self.wrong(
                        item.items[0], f"`{item.head}` is a name; did you mean the word `{word}`?"
                    )
                raise self.wrong(
                    part,
                    f"`{self.show(part)}` stands in a list of names",
                    "a list of names is written (HEARTS, SPADES)",
                )
            names.append(part.text)
        return Node("names", Kind.STRS, (), (item.start, item.end), tuple(dict.fromkeys(names)))

    # --- conditions ---------------------------------------------------------------------------

    @form("and", "bool", "(and CONDITION {CONDITION})", "all hold; tested in order")
    @form("or", "bool", "(or CONDITION {CONDITION})", "one holds; tested in order")
    def _junction(self, item: Form) -> Node:
        parts = tuple(self.condition(part) for part in self.parts(item, 1, 999))
        return Node(item.head, Kind.BOOL, parts, (item.start, item.end))

    @form("not", "bool", "(not CONDITION)", "it does not hold")
    def _not(self, item: Form) -> Node:
        (test,) = self.parts(item, 1)
        return Node("not", Kind.BOOL, (self.condition(test),), (item.start, item.end))

    @form(
        "any",
        "bool",
        "(any|all COLLECTION 'V CONDITION)",
        "it holds for a (every) member; of "
        "nothing, `any` is false and `all` true. `(all COLLECTION 'V PLACE)`: the list of those "
        "places",
    )
    @form("all", "bool", "(all COLLECTION 'V CONDITION)", "it holds for every member")
    def _quantifier(self, item: Form) -> Node:
        collection, binding, body = self.member(item, "bool")
        with self.bound(binding), self.looping(item):
            inner = self.expression(body)
        at = (item.start, item.end)
        if Kind.WRONG in (inner.kind, collection.kind):
            raise Wrong
        if inner.kind is Kind.BOOL:
            return Node(item.head, Kind.BOOL, (collection, inner), at, var=binding)
        if inner.kind is Kind.CARDS and item.head == "all":
            return Node("eachloc", Kind.GROUPS, (collection, inner), at, var=binding)
        raise self.wrong(
            body, f"`{self.show(body)}` is {called(inner.kind)} here, a condition was expected"
        )

    @form("<", "bool", "(<|>|<=|>= INT INT)", "compares numbers")
    @form(">", "bool", "(> INT INT)", "more than")
    @form("<=", "bool", "(<= INT INT)", "at most")
    @form(">=", "bool", "(>= INT INT)", "at least")
    def _comparison(self, item: Form) -> Node:
        parts = self.parts(item, 2)
        return Node(item.head, Kind.BOOL, tuple(map(self.integer, parts)), (item.start, item.end))

    @form("==", "bool", "(==|!= X X)", "compares two numbers, names, cards, players or teams")
    @form("!=", "bool", "(!= X X)", "they differ")
    def _equality(self, item: Form) -> Node:
        one, two = self.parts(item, 2)
        kinds = (Kind.INT, Kind.STR, Kind.CARD, Kind.PLAYER, Kind.TEAM)
        role = "a number, name, card, player or team"
        a, b = self.want(one, *kinds, role=role), self.want(two, *kinds, role=role)
        if Kind.WRONG in (a.kind, b.kind):
            raise Wrong
        if a.kind is not b.kind:
            hint = None
            if {a.kind, b.kind} == {Kind.PLAYER, Kind.INT}:
                hint = "the seat number of a player is (pid PLAYER)"
            elif {a.kind, b.kind} == {Kind.CARD, Kind.STR}:
                hint = "what is printed on a card is (cardatt NAME CARD)"
            raise self.wrong(
                item,
                f"`{self.show(one)}` is {called(a.kind)} and "
                f"`{self.show(two)}` is {called(b.kind)}: they cannot be "
                "compared",
                hint,
            )
        return Node(item.head, Kind.BOOL, (a, b), (item.start, item.end))

    # --- numbers ------------------------------------------------------------------------------

    @form("+", "int", "(+|* INT INT {INT})", "sum, product")
    @form("*", "int", "(* INT INT {INT})", "product")
    def _many(self, item: Form) -> Node:
        parts = self.parts(item, 2, 99)
        return Node(item.head, Kind.INT, tuple(map(self.integer, parts)), (item.start, item.end))

    @form(
        "-",
        "int",
        "(-|//|%|^ INT INT)",
        "difference, quotient (truncated), remainder (with the sign of the first), power",
    )
    @form("//", "int", "(// INT INT)", "quotient, truncated towards zero")
    @form("%", "int", "(% INT INT)", "remainder")
    @form("^", "int", "(^ INT INT)", "power")
    @form("mod", "int", "(mod INT INT)", "remainder (older files; now `%`)")
    def _two(self, item: Form) -> Node:
        parts = self.parts(item, 2)
        op = "%" if item.head == "mod" else item.head
        return Node(op, Kind.INT, tuple(map(self.integer, parts)), (item.start, item.end))

    @form("tri", "int", "(tri INT)", "triangular number, n(n+1)/2")
    @form("fib", "int", "(fib INT)", "Fibonacci number; fib 1 = fib 2 = 1")
    def _one(self, item: Form) -> Node:
        (part,) = self.parts(item, 1)
        return Node(item.head, Kind.INT, (self.integer(part),), (item.start, item.end))

    @form(
        "random",
        "int",
        "(random INT [.. INT])",
        "a random number from 0, or from the first, to the last, both included",
    )
    def _random(self, item: Form) -> Node:
        at = (item.start, item.end)
        if len(item.items) == 2:
            low = Node("num", Kind.INT, (), at, 0)
            return Node("random", Kind.INT, (low, self.integer(item.items[1])), at)
        if len(item.items) == 4 and str(item.items[2]) == "..":
            ends = (self.integer(item.items[1]), self.integer(item.items[3]))
            return Node("random", Kind.INT, ends, at)
        raise self.wrong(
            item, "`random` takes a number or two with `..` between", self.syntax("random")
        )

    @form("size", "int", "(size COLLECTION)", "how many members it has")
    def _size(self, item: Form) -> Node:
        (what,) = self.parts(item, 1)
        return Node("size", Kind.INT, (self.collection(what),), (item.start, item.end))

    @form("sum", "int", "(sum PLACE using POINTS)", "the scores of all cards added up")
    @form(
        "scoremax",
        "int",
        "(scoremax|scoremin PLACE using POINTS)",
        "the highest (lowest) score; an error if there is no card",
    )
    @form("scoremin", "int", "(scoremin PLACE using POINTS)", "the lowest score")
    def _total(self, item: Form) -> Node:
        (where,), points = self.using(item, 1)
        return Node(item.head, Kind.INT, (self.cards(where), points), (item.start, item.end))

    @form("score", "int", "(score CARD using POINTS)", "a card's score")
    def _score(self, item: Form) -> Node:
        (card,), points = self.using(item, 1)
        return Node("score", Kind.INT, (self.card(card), points), (item.start, item.end))

    @form("pid", "int", "(pid PLAYER)", "the seat number of a player, from 0")
    def _pid(self, item: Form) -> Node:
        (who,) = self.parts(item, 1)
        return Node("pid", Kind.INT, (self.want(who, Kind.PLAYER),), (item.start, item.end))
