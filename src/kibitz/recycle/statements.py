"""Statements: stages, choices and actions, checked and typed."""

from __future__ import annotations

from kibitz.recycle.decks import AWARDS, MOST_CARDS, Decks
from kibitz.recycle.expressions import EXPRESSION_TOPICS, SEATS
from kibitz.recycle.operations import NAMED, Op
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.scope import Wrong, called
from kibitz.recycle.tree import Kind, Node
from kibitz.recycle.vocabulary import FORMS, form, words

__all__ = ["MOST_CARDS", "Statements"]

NOTHING = Kind.NOTHING

HABITS = {
    "if": "a condition stands before its statement, without a word: ((== 1 1) (turn pass))",
    "when": "a condition stands before its statement, without a word: ((== 1 1) (turn pass))",
    "while": "what is repeated until a condition holds is a stage",
    "for": "write (all COLLECTION 'V STATEMENT)",
    "foreach": "write (all COLLECTION 'V STATEMENT)",
    "pass": "write (turn pass)",
    "add": "write (inc STORE INT)",
    "deal": "write (move (top PLACE) (top PLACE))",
    "draw": "write (move (top PLACE) (top PLACE))",
    "play": "write (move CARD (top PLACE))",
}
"""Words of other languages and of the card table, and how they are said here."""


class Statements(Decks):
    """Understands everything that does something."""

    def block(self, item: Item) -> Node:
        """What may stand in a game, in a stage or in a `let` that stands there."""
        try:
            if isinstance(item, Form) and item.head in ("stage", "choice"):
                return self._stage(item) if item.head == "stage" else self._choice(item)
            if isinstance(item, Form) and item.head == "let":
                return self._let(item, block=True)
            return self.statement(item)
        except Wrong:
            return self.nothing(item)

    def nothing(self, item: Item) -> Node:
        return Node("do", NOTHING, (), (item.start, item.end))

    def statement(self, item: Item) -> Node:
        """A statement, with or without a condition before it."""
        try:
            return self._statement(item)
        except Wrong:
            return self.nothing(item)

    def _statement(self, item: Item) -> Node:
        if isinstance(item, Atom):
            raise self.wrong(item, f"`{item}` stands where an action is expected")
        if not item.items:
            raise self.wrong(
                item,
                "there is nothing between these brackets",
                "an action is expected, such as (turn pass)",
            )
        first = item.items[0]
        if isinstance(first, Form):
            return self._when(item, first)
        for topic in ("action", "flow"):
            usage = FORMS.get((topic, first.text))
            if usage:
                if first.text in ("stage", "choice"):
                    raise self.wrong(
                        item,
                        f"a {first} cannot stand here",
                        "it stands directly in the game or in another stage"
                        if first.text == "stage"
                        else "it stands directly in the game, in a stage, or in a let there",
                    )
                node = getattr(self, usage.method)(item)
                assert isinstance(node, Node)
                return node
        raise self._unknown(item, first)

    def _when(self, item: Form, first: Form) -> Node:
        """A condition and what it guards."""
        if first.head in words("action"):
            raise self.wrong(
                item,
                "statements in a row need a `do`",
                self.syntax("do")
                if len(item.items) > 1
                else "or there is one pair of brackets too many",
            )
        if len(item.items) != 2:
            self.softly(self.condition, first)
            raise self.wrong(
                item,
                "a condition is followed by exactly one statement",
                "put several into one with (do (...))",
            )
        test = self.softly(self.condition, first)
        return Node("when", NOTHING, (test, self.statement(item.items[1])), (item.start, item.end))

    def _unknown(self, item: Form, first: Atom) -> Wrong:
        """A form that is no statement."""
        word = first.text.lower()
        if first.kind == "name" and word in words("action", "flow"):
            return self.wrong(first, f"`{first}` is a name; did you mean the word `{word}`?")
        if (
            first.kind != "word"
            or str(item.items[-1]) in ("player", "team")
            or (first.text == "game" and len(item.items) > 2)
        ):
            return self.wrong(item, f"`{self.show(item)}` stands where an action is expected")
        if word in words("bool"):
            return self.wrong(
                item,
                f"`{first}` is a condition; an action was expected here",
                "a condition and what it guards stand in brackets: ((== 1 1) (turn pass))",
            )
        if word in words(*EXPRESSION_TOPICS):
            return self.wrong(item, f"`{first}` yields a value; an action was expected here")
        near = self.near(first.text, words("action", "flow"))
        return self.wrong(first, f"unknown action `{first}`{near}", HABITS.get(word))

    # --- flow ---------------------------------------------------------------------------------

    @form(
        "stage",
        "flow",
        "(stage player|team (end CONDITION) {STATEMENT})",
        "turns: players (teams) in order run the body until the condition holds; it is tested "
        "on arrival and after every turn",
    )
    def _stage(self, item: Form) -> Node:
        if len(item.items) < 3:
            raise self.wrong(
                item, "a stage needs who takes turns and when it ends", self.syntax("stage")
            )
        who, end, *body = item.items[1:]
        if isinstance(who, Form) and who.head == "end":
            self.wrong(
                item,
                "who takes turns in this stage? `player` or `team` was expected",
                self.syntax("stage"),
            )
            who, end, *body = item.items[0], *item.items[1:]
        elif str(who) not in ("player", "team"):
            near = self.near(str(who), ("player", "team"))
            self.wrong(
                who,
                f"`{self.show(who)}` cannot take turns: `player` or `team` was expected{near}",
                self.syntax("stage"),
            )
        self.stage_kinds.append(str(who))
        if isinstance(end, Form) and end.head == "end":
            test = self.softly(self._end_of_stage, end)
        else:
            self.wrong(
                end,
                "a stage says when it is over: `(end CONDITION)` was expected",
                self.syntax("stage"),
            )
            test, body = self.nothing(end), [end, *body]
        if not body:
            self.wrong(item, "this stage has no body", self.syntax("stage"))
        blocks = tuple(self.block(part) for part in body)
        self.stage_kinds.pop()
        return Node("stage", NOTHING, (test, *blocks), (item.start, item.end), str(who))

    def _end_of_stage(self, item: Item) -> Node:
        assert isinstance(item, Form)
        (test,) = self.parts(item, 1)
        return self.condition(test)

    @form(
        "choice",
        "flow",
        "(choice ({[CONDITION] STATEMENT}))",
        "the current player decides: every way through a clause is an option",
    )
    def _choice(self, item: Form) -> Node:
        return Node("choice", NOTHING, self._body(item), (item.start, item.end))

    @form(
        "do",
        "flow",
        "(do ({[CONDITION] STATEMENT}))",
        "one after another; a statement whose condition is false is skipped",
    )
    def _do(self, item: Form) -> Node:
        return Node("do", NOTHING, self._body(item), (item.start, item.end))

    def _body(self, item: Form) -> tuple[Node, ...]:
        body = item.items[1] if len(item.items) > 1 else item
        if body is item or not isinstance(body, Form):
            raise self.wrong(
                body, f"`{item.head}` needs a bracketed list of statements", self.syntax(item.head)
            )
        first = body.items[0] if body.items else None
        if first is None:
            raise self.wrong(
                item, f"there is nothing in this `{item.head}`", self.syntax(item.head)
            )
        bare = isinstance(first, Atom) and first.text in words("action", "flow")
        if len(item.items) > 2 and bare:
            self.found.error(
                item.start,
                item.start + 1,
                f"`{item.head}` needs one more pair of brackets around all its statements",
                self.syntax(item.head),
            )
            return tuple(self.statement(part) for part in item.items[1:])
        if len(item.items) > 2:
            self.wrong(
                item.items[2],
                f"this stands outside the list of statements of its `{item.head}`",
                self.syntax(item.head),
            )
            return tuple(self.statement(part) for part in (*body.items, *item.items[2:]))
        if bare:
            self.found.warning(
                body.start,
                body.start + 1,
                f"`{item.head}` needs one more pair of "
                "brackets around its statements; read as if they were there",
            )
            return (self.statement(body),)
        return tuple(self.statement(part) for part in body.items)

    @form(
        "any",
        "flow",
        "(any COLLECTION 'V STATEMENT)",
        "in a choice: one option for every "
        "member, and of nothing it is skipped; elsewhere the same as `all`",
    )
    @form("all", "flow", "(all COLLECTION 'V STATEMENT)", "for every member, in order")
    def _each(self, item: Form) -> Node:
        collection, binding, body = self.member(item, "flow")
        with self.bound(binding), self.looping(item):
            inner = self.statement(body)
        return Node(
            "each", NOTHING, (collection, inner), (item.start, item.end), item.head, binding
        )

    @form(
        "let",
        "flow",
        "(let X 'V STATEMENT)",
        "names a value; of a place: the place itself; of "
        "a filter or group: the cards at that moment",
    )
    def _let(self, item: Form, block: bool = False) -> Node:
        self.value_first(item)
        if len(item.items) != 4:
            self.lose(item.items)
        what, name, body = self.parts(item, 3)
        value = self.softly(self.held, what)
        binding = self.binding(name, value.kind, "let", value)
        with self.bound(binding):
            stage = isinstance(body, Form) and body.head == "stage"
            inner = self.block(body) if block and not stage else self.statement(body)
        return Node("let", NOTHING, (value, inner), (item.start, item.end), var=binding)

    def held(self, item: Item) -> Node:
        """What a variable can be bound to."""
        value = self.expression(item)
        if value.kind in (Kind.BOOL, Kind.GAME, Kind.POINTS):
            raise self.wrong(item, f"a variable cannot hold {called(value.kind)}")
        return value

    def value_first(self, item: Form) -> None:
        """Say so if a variable stands before its value."""
        if len(item.items) > 2:
            name, value = item.items[1:3]
            swapped = (
                isinstance(name, Atom)
                and name.kind == "variable"
                and not (isinstance(value, Atom) and value.kind == "variable")
            )
            if swapped and str(name)[1:] not in self.scope:
                self.lose((name,))
                raise self.wrong(
                    item,
                    f"the value comes first: ({item.head} {self.show(value)} {name} ...)"
                    if item.head == "let"
                    else f"the value comes first: ({item.head} {self.show(value)} {name})",
                )

    # --- actions ------------------------------------------------------------------------------

    @form(
        "set",
        "action",
        "(set (OWNER sto|str NAME) VALUE)",
        "sets a number or a name. `(set "
        "(OWNER points NAME) ({({(NAME : NAME)} INT)}))` sets a point map: a card scores the "
        "sum of the awards all of whose pairs match it",
    )
    def _set(self, item: Form) -> Node:
        if len(item.items) < 3:
            self.parts(item, 2)
        store, value, *more = item.items[1:]
        at = (item.start, item.end)
        target = self.want(store, Kind.INT, Kind.STR, Kind.POINTS, role="a store")
        if target.kind is Kind.WRONG:
            raise Wrong
        if target.op == "points":
            if more:
                raise self.wrong(item, "the awards of a point map stand in brackets", AWARDS)
            return self.awards(target, value, at)
        if target.op != "store":
            raise self.wrong(
                store,
                f"`{self.show(store)}` cannot be set: a store was expected",
                "a store is written ((current player) sto SCORE)",
            )
        self.parts(item, 2)
        if target.kind is Kind.INT:
            return Node("set_int", NOTHING, (target, self.integer(value)), at)
        return Node("set_str", NOTHING, (target, self.string(value)), at)

    @form(
        "put",
        "action",
        "(put points 'NAME (AWARDS))",
        "sets a point map of the game (older files; now `set`)",
    )
    def _put(self, item: Form) -> Node:
        word, name, awards = self.parts(item, 3)
        if str(word) != "points":
            raise self.wrong(word, "`put` is followed by `points`", self.syntax("put"))
        return self.awards(self.points(name), awards, (item.start, item.end))

    @form(
        "inc",
        "action",
        "(inc|dec (OWNER sto NAME) [INT])",
        "adds to (takes from) a number; 1 if left out",
    )
    @form("dec", "action", "(dec (OWNER sto NAME) [INT])", "takes from a number")
    def _inc(self, item: Form) -> Node:
        rest = self.parts(item, 1, 2)
        at = (item.start, item.end)
        store = self.integer(rest[0])
        if store.op not in ("store", "wrong"):
            raise self.wrong(
                rest[0],
                f"`{self.show(rest[0])}` cannot be changed: a store was expected",
                "a store is written ((current player) sto SCORE)",
            )
        amount = self.integer(rest[1]) if len(rest) == 2 else Node("num", Kind.INT, (), at, 1)
        return Node(NAMED[item.head], NOTHING, (store, amount), at)

    def destination(self, item: Item, memory: bool) -> Node:
        if not isinstance(item, Form) or len(item.items) != 2 or self._is_seat(item):
            node = self.expression(item)
            if node.kind is not Kind.WRONG:
                hint = f"write (top {self.show(item)})" if node.op == "place" else None
                self.wrong(
                    item,
                    f"`{self.show(item)}` is {called(node.kind)} here, the top or "
                    "bottom of a place was expected",
                    hint,
                )
            raise Wrong
        which, where = item.items
        at = (item.start, item.end)
        if isinstance(which, Atom) and which.kind == "word" and which.text not in ("top", "bottom"):
            raise self.wrong(
                which,
                f"`{which}` is not an end of a place: `top` or `bottom` was "
                f"expected{self.near(which.text, ('top', 'bottom'))}",
            )
        place = self.cards(where)
        self.real(where, place, memory)
        if isinstance(which, Atom) and which.kind == "word":
            return Node("dest", Kind.DEST, (place,), at, which.text)
        return Node("dest", Kind.DEST, (place, self.integer(which)), at, "nth")

    def _is_seat(self, item: Form) -> bool:
        return str(item.items[1]) in ("player", "team")

    @form(
        "move",
        "action",
        "(move CARD (top|bottom|INT PLACE))",
        "moves a card to an end of a real place, or so that INT cards lie below it",
    )
    def _move(self, item: Form) -> Node:
        card, dest = self.parts(item, 2)
        source = self.card(card)
        return Node(
            "move", NOTHING, (source, self.destination(dest, memory=False)), (item.start, item.end)
        )

    @form(
        "remember",
        "action",
        "(remember CARD (top|bottom PLACE))",
        "notes a card in a `mem` place; it stays where it is",
    )
    def _remember(self, item: Form) -> Node:
        card, dest = self.parts(item, 2)
        source = self.card(card)
        return Node(
            "remember",
            NOTHING,
            (source, self.destination(dest, memory=True)),
            (item.start, item.end),
        )

    @form("forget", "action", "(forget (top|bottom PLACE))", "drops a note from a `mem` place")
    def _forget(self, item: Form) -> Node:
        (dest,) = self.parts(item, 1)
        return Node(
            "forget", NOTHING, (self.destination(dest, memory=True),), (item.start, item.end)
        )

    @form(
        "swap",
        "action",
        "(swap CARD CARD)",
        "exchanges two cards, or `(swap PLACE PLACE)` the contents of two places",
    )
    def _swap(self, item: Form) -> Node:
        one, two = self.parts(item, 2)
        a = self.want(one, Kind.CARD, Kind.CARDS)
        b = self.want(two, Kind.CARD, Kind.CARDS)
        if Kind.WRONG in (a.kind, b.kind):
            raise Wrong
        if a.kind is not b.kind:
            raise self.wrong(
                item,
                f"`{self.show(one)}` is {called(a.kind)} and "
                f"`{self.show(two)}` is {called(b.kind)}: they cannot be "
                "swapped",
            )
        if a.kind is Kind.CARDS:
            self.real(one, a, memory=False)
            self.real(two, b, memory=False)
        op: Op = "swap_cards" if a.kind is Kind.CARD else "swap_places"
        return Node(op, NOTHING, (a, b), (item.start, item.end))

    @form("shuffle", "action", "(shuffle PLACE)", "puts the cards into random order")
    def _shuffle(self, item: Form) -> Node:
        (where,) = self.parts(item, 1)
        place = self.cards(where)
        self.real(where, place, memory=False)
        return Node("shuffle", NOTHING, (place,), (item.start, item.end))

    @form(
        "cycle",
        "action",
        "(cycle next|current PLAYER)",
        "says who is next, or at once whose "
        "turn it is; `current`, `next`, `previous` may stand for the player or team",
    )
    def _cycle(self, item: Form) -> Node:
        which, target = self.parts(item, 2)
        if str(which) not in ("next", "current"):
            near = self.near(str(which), ("next", "current"))
            raise self.wrong(which, f"`cycle` sets `next` or `current`{near}", self.syntax("cycle"))
        if isinstance(target, Atom) and target.text in SEATS:
            team = self.stage_kinds[-1:] == ["team"]
            who = Node(
                NAMED[target.text + "_team" * team],
                Kind.TEAM if team else Kind.PLAYER,
                (),
                (target.start, target.end),
            )
        else:
            who = self.want(target, Kind.PLAYER, Kind.TEAM)
        return Node("cycle", NOTHING, (who,), (item.start, item.end), str(which))

    @form("turn", "action", "(turn pass)", "does nothing; it is there to be an option")
    def _turn(self, item: Form) -> Node:
        (what,) = self.parts(item, 1)
        if str(what) != "pass":
            raise self.wrong(what, "a turn can only `pass`", self.syntax("turn"))
        return Node("pass", NOTHING, (), (item.start, item.end))

    @form(
        "repeat",
        "action",
        "(repeat INT STATEMENT)",
        "so many times; `(repeat all (move ...))`: "
        "as often as the place it moves from has cards at the start",
    )
    def _repeat(self, item: Form) -> Node:
        times, body = self.parts(item, 2)
        with self.looping(item):
            inner = self.statement(body)
        at = (item.start, item.end)
        if isinstance(times, Atom) and times.text == "all":
            if inner.op in ("move", "forget"):
                return Node("repeat_all", NOTHING, (inner,), at)
            if inner.op == "do" and not inner.args:
                raise Wrong
            raise self.wrong(
                body,
                "`repeat all` needs a `move` from a place, or a `forget`",
                "it is written (repeat all (move (top PLACE) DEST))",
            )
        return Node("repeat", NOTHING, (self.integer(times), inner), at)

    # --- making things ------------------------------------------------------------------------

    @form(
        "create",
        "action",
        "(create deck [NAME] PLACE (deck {ATTRIBUTES}))",
        "makes cards: one "
        "for every combination of the attributes. `(create teams {(INT {, INT})})` makes teams; "
        "`(create players INT)` stands in the setup",
    )
    def _create(self, item: Form) -> Node:
        what = str(item.items[1]) if len(item.items) > 1 else ""
        if what == "deck":
            return self.create_deck(item)
        if what == "teams":
            teams = self.whole(self.team_lists(item), item)
            return Node("create_teams", NOTHING, (), (item.start, item.end), teams)
        near = self.near(what, ("deck", "teams"))
        raise self.wrong(
            item,
            f"only a deck or teams can be created here{near}",
            "players are created in the setup"
            if what.startswith("player")
            else self.syntax("create"),
        )
