"""From s-expressions to a checked, typed program: names, types, owners, dialects.

All errors of a description are found here (the reader finds those of brackets and letters), in
one run. What is suspicious but legal gets a warning from `kibitz.recycle.lint`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import reduce

from kibitz.errors import KibitzError, did_you_mean
from kibitz.recycle.diagnostics import MOST_ERRORS, DescriptionError, Diagnostics, Source
from kibitz.recycle.reader import Atom, Form, Item, read
from kibitz.recycle.scope import Wrong
from kibitz.recycle.statements import MOST_CARDS, Statements
from kibitz.recycle.tree import Binding, Kind, Node, Program
from kibitz.recycle.vocabulary import TOPICS, form, words

__all__ = ["MOST_PLAYERS", "Elaborator", "elaborate"]

MOST_PLAYERS = 16

CREATED = ("players", "teams", "deck")

ORDER = "the order is: declarations, setup, the play, scoring"

Value = int | str


def elaborate(
    source: Source, overrides: Mapping[str, Value] | None = None, name: str = "game"
) -> tuple[Program, Diagnostics]:
    """The program of a description. Raises `DescriptionError` with all its errors."""
    found = Diagnostics(source)
    item, _ = read(source, found)
    if item is None:
        found.raise_if_wrong()
        raise DescriptionError([])
    program = Elaborator(found, overrides or {}, name).game(item)
    found.raise_if_wrong()
    assert program is not None
    return program, found


class Elaborator(Statements):
    """Understands a whole description."""

    def __init__(self, found: Diagnostics, overrides: Mapping[str, Value], name: str) -> None:
        super().__init__(found)
        self.overrides = overrides
        self.name = name
        self.declarations: list[Binding] = []
        self.parameters: dict[str, Value] = {}
        self.fixed: set[str] = set()

    @form("game", "game", "(game {DECLARE} SETUP {STATEMENT} SCORING)", "a whole description")
    def game(self, item: Form) -> Program | None:
        if item.head != "game":
            self.found.error(item.start, item.start + 1, "a description begins with `(game`")
            return None
        parts = self._corrected(item)
        heads = [part.head if isinstance(part, Form) else "" for part in parts]
        self._check_order(parts, heads)
        ends: dict[str, Form] = {}
        for part in parts:
            if isinstance(part, Form):
                ends.setdefault(part.head, part)
                if part.head == "declare":
                    self._declare(part)
        self._check_overrides()
        teams: tuple[tuple[int, ...], ...] = ()
        decks: tuple[Node, ...] = ()
        if "setup" in ends:
            teams, decks = self._setup(ends["setup"])
        else:
            self.found.error(
                item.start,
                item.start + 5,
                "the game has no `(setup ...)`",
                "after the declarations, a setup creates players and decks",
            )
        highest, scoring = True, Node("wrong", Kind.WRONG)
        if "scoring" in ends:
            with suppress(Wrong):
                highest, scoring = self._scoring(ends["scoring"])
        else:
            self.found.error(
                max(item.start, item.end - 1),
                item.end,
                "the game does not end with `(scoring ...)`",
                "for example (scoring max ((current player) sto SCORE))",
            )
        play = [
            part
            for part, head in zip(parts, heads, strict=True)
            if head not in ("declare", "setup", "scoring")
        ]
        body = tuple(map(self.block, play))
        if not body and not self.found.errors:
            self.found.error(
                item.start, item.start + 5, "the game has no play between its setup and its scoring"
            )
        if self.found.errors:
            return None
        return Program(
            self.found.source,
            self.name,
            tuple(self.declarations),
            self.players,
            teams,
            decks,
            body,
            highest,
            scoring,
            self.parameters,
            frozenset(self.fixed),
        )

    def _corrected(self, item: Form) -> list[Item]:
        """The parts of a game, with a misspelt `declare`, `setup` or `scoring` put right."""
        parts = list(item.items[1:])
        known = words(*TOPICS)
        unknown: set[str] = set()
        for i, part in enumerate(parts):
            first = part.items[0] if isinstance(part, Form) and part.items else None
            if not isinstance(part, Form) or not isinstance(first, Atom) or first.kind != "word":
                continue
            if first.text in known or len(unknown) > MOST_ERRORS:
                continue
            unknown.add(first.text)
            near = self.near(first.text, words("game", "flow", "action"))
            for word in ("declare", "setup", "scoring"):
                if f"`{word}`" in near:
                    self.wrong(first, f"unknown word `{first}`{near}")
                    right = Atom(word, "word", first.start, first.end)
                    parts[i] = Form((right, *part.items[1:]), part.start, part.end)
        return parts

    def _check_order(self, parts: list[Item], heads: list[str]) -> None:
        """Declarations, one setup, the play, one scoring."""
        ranks = [{"declare": 0, "setup": 1, "scoring": 3}.get(head, 2) for head in heads]
        last = max((i for i, rank in enumerate(ranks) if rank < 3), default=0)
        highest = 0
        for i, part in enumerate(parts):
            if (ranks[i] == 1 and 1 in ranks[:i]) or (ranks[i] == 3 and 3 in ranks[:i]):
                self.found.error(part.start, part.start + 1, f"a second `{heads[i]}`", ORDER)
            elif ranks[i] < min(highest, 2) or (ranks[i] == 3 and i < last):
                self.found.error(
                    part.start, part.start + 1, f"`{heads[i]}` stands in the wrong place", ORDER
                )
            if ranks[i] < 3:
                highest = max(highest, ranks[i])

    # --- declarations -------------------------------------------------------------------------

    @form(
        "declare",
        "game",
        "(declare VALUE 'NAME)",
        "a constant. Numbers and names are "
        "parameters of the game: they can be given another value when it is loaded",
    )
    def _declare(self, item: Item) -> None:
        assert isinstance(item, Form)
        try:
            self.value_first(item)
            what, name = self.parts(item, 2)
            value = self.softly(self.held, what)
            binding = self.binding(name, value.kind, "declare", value)
        except Wrong:
            self.lose(item.items)
            return
        self.scope[binding.name] = binding
        if value.kind is Kind.WRONG:
            return
        if value.traits.literal:
            written = value.number if value.kind is Kind.INT else value.text
            given = self._override(binding.name, value, self.overrides.get(binding.name, written))
            binding.value = Node(value.op, value.kind, (), value.at, given)
            self.parameters[binding.name] = given
        self.declarations.append(binding)

    def _override(self, name: str, value: Node, given: Value) -> Value:
        if value.kind is Kind.INT:
            if not isinstance(given, int):
                try:
                    given = int(str(given))
                except ValueError:
                    raise KibitzError(f"the parameter {name} is a number, not `{given}`") from None
            if not -(2**31) <= given < 2**31:
                raise KibitzError(f"the parameter {name} must fit 32 bits, {given} does not")
        else:
            given = str(given).upper()
            if not given.isalpha() or not given.isascii():
                raise KibitzError(
                    f"the parameter {name} is a name in capital letters, not `{given}`"
                )
        return given

    def _check_overrides(self) -> None:
        for name in self.overrides:
            if name not in self.parameters:
                near = did_you_mean(name, self.parameters)
                known = ", ".join(self.parameters)
                raise KibitzError(
                    f"{self.name} has no parameter {name}{near}",
                    f"its parameters: {known}" if known else None,
                )

    def constant(self, node: Node, item: Item, what: str) -> int:
        """The value of a number that must be known before the game starts."""
        if node.op == "num":
            return node.number
        if node.op == "var" and node.bound.how == "declare" and node.bound.value is not None:
            self.fixed.add(node.bound.name)
            return self.constant(node.bound.value, item, what)
        if node.kind is Kind.INT and node.traits.fold is not None:
            return reduce(node.traits.fold, (self.constant(arg, item, what) for arg in node.args))
        raise self.wrong(item, f"{what} must be a number or a declared constant")

    # --- setup --------------------------------------------------------------------------------

    @form(
        "setup",
        "game",
        "(setup (create players INT) [(create teams ...)] {(create deck ...)})",
        "players, teams (without: everyone alone), and the cards; a deck may be repeated: "
        "`(repeat INT (create deck ...))`",
    )
    def _setup(self, item: Form) -> tuple[tuple[tuple[int, ...], ...], tuple[Node, ...]]:
        teams: tuple[tuple[int, ...], ...] = ()
        decks: list[Node] = []
        before = len(self.found.errors)
        for part in item.items[1:]:
            try:
                if not isinstance(part, Form):
                    raise self.wrong(part, f"`{part}` stands in the setup", self.syntax("setup"))
                what = str(part.items[1]) if len(part.items) > 1 else ""
                if part.head == "create" and what == "players":
                    self.players = self._players(part)
                elif part.head == "create" and what == "teams":
                    teams = self.team_lists(part)
                elif part.head == "create" and what == "deck":
                    decks += self._repeated(part, 1, decks)
                elif part.head == "repeat":
                    times, deck = self.parts(part, 2)
                    count = self.constant(self.integer(times), times, "the number of decks")
                    decks += self._repeated(deck, count, decks)
                else:
                    near = (
                        self.near(what, CREATED)
                        if part.head == "create"
                        else self.near(part.head, ("create", "repeat"))
                    )
                    raise self.wrong(
                        part,
                        f"`{self.show(part)}` does not belong in the setup{near}",
                        self.syntax("setup"),
                    )
            except Wrong:
                continue
        if not self.players and len(self.found.errors) == before:
            self.found.error(
                item.start, item.start + 6, "the setup creates no players", "(create players 4)"
            )
        return self.whole(teams, item) if self.players else (), tuple(decks)

    def _players(self, part: Form) -> int:
        if len(part.items) != 3:
            raise self.wrong(part, "how many players?", "(create players 4)")
        count = self.constant(self.integer(part.items[2]), part.items[2], "the number of players")
        if not 1 <= count <= MOST_PLAYERS:
            raise self.wrong(part.items[2], f"a game has 1 to {MOST_PLAYERS} players, not {count}")
        return count

    def _repeated(self, deck: Item, count: int, before: list[Node]) -> list[Node]:
        if not isinstance(deck, Form) or deck.head != "create":
            raise self.wrong(
                deck, "only `(create deck ...)` can be repeated in the setup", self.syntax("setup")
            )
        node = self.create_deck(deck)
        if count * len(node.deck.cards) + sum(len(n.deck.cards) for n in before) > MOST_CARDS:
            raise self.wrong(deck, f"a game has at most {MOST_CARDS} cards")
        return [node] * max(0, count)

    @form(
        "scoring",
        "game",
        "(scoring max|min INT)",
        "a player's score, evaluated with each player current; the highest (lowest) wins",
    )
    def _scoring(self, item: Form) -> tuple[bool, Node]:
        way, score = self.parts(item, 2)
        if str(way) not in ("max", "min"):
            raise self.wrong(
                way,
                "`max` or `min` was expected: do high or low scores win?",
                self.syntax("scoring"),
            )
        return str(way) == "max", self.integer(score)
