"""From s-expressions to a checked, typed program: names, types, owners, dialects.

All errors of a description are found here (the reader finds those of brackets and letters), in
one run. What is suspicious but legal gets a warning from `kibitz.recycle.lint`.
"""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.errors import KibitzError
from kibitz.recycle.diagnostics import DescriptionError, Diagnostics, Source, did_you_mean
from kibitz.recycle.expressions import Wrong
from kibitz.recycle.reader import Atom, Form, Item, read
from kibitz.recycle.statements import MOST_CARDS, Statements
from kibitz.recycle.tree import Binding, DeckForm, Kind, Node, Program
from kibitz.recycle.vocabulary import form

__all__ = ["MOST_PLAYERS", "Elaborator", "elaborate", "parameters_of"]

MOST_PLAYERS = 16

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
        parts = list(item.items[1:])
        while parts and isinstance(parts[0], Form) and parts[0].head == "declare":
            self._declare(parts.pop(0))
        self._check_overrides()
        players, teams, decks = 0, (), ()
        if parts and isinstance(parts[0], Form) and parts[0].head == "setup":
            players, teams, decks = self._setup(parts.pop(0))
        else:
            self.found.error(item.start, item.start + 5, "the game has no `(setup ...)`",
                             "after the declarations, a setup creates players and decks")
        scoring: Node | None = None
        highest = True
        if parts and isinstance(parts[-1], Form) and parts[-1].head == "scoring":
            last = parts.pop()
            assert isinstance(last, Form)
            try:
                highest, scoring = self._scoring(last)
            except Wrong:
                pass
        else:
            self.found.error(max(item.start, item.end - 1), item.end,
                             "the game does not end with `(scoring ...)`",
                             "for example (scoring max ((current player) sto SCORE))")
        for part in parts:
            if isinstance(part, Form) and part.head in ("setup", "declare", "scoring"):
                self.found.error(part.start, part.start + 1, f"`{part.head}` stands in the wrong "
                                 "place", "the order is: declarations, setup, the play, scoring")
        body = tuple(
            self.block(part) for part in parts
            if not (isinstance(part, Form) and part.head in ("setup", "declare", "scoring"))
        )
        if not body and not self.found.errors:
            self.found.error(item.start, item.start + 5, "the game has no play between its setup "
                             "and its scoring")
        if scoring is None or self.found.errors:
            return None
        return Program(
            self.found.source, self.name, tuple(self.declarations), players, teams, decks, body,
            highest, scoring, self.parameters, frozenset(self.fixed),
        )

    # --- declarations -------------------------------------------------------------------------

    @form("declare", "game", "(declare VALUE 'NAME)", "a constant. Numbers and names are "
          "parameters of the game: they can be given another value when it is loaded")
    def _declare(self, item: Item) -> None:
        assert isinstance(item, Form)
        try:
            what, name = self.parts(item, 2)
            value = self.expression(what)
            if value.kind is Kind.WRONG:
                raise Wrong
            if value.kind in (Kind.BOOL, Kind.GAME, Kind.POINTS):
                raise self.wrong(what, f"{value.kind.value} cannot be declared")
            binding = self.binding(name, value.kind, "declare", value)
        except Wrong:
            rest = item.items[2:]
            if rest and isinstance(rest[-1], Atom) and rest[-1].kind == "variable":
                zero = Node("num", Kind.INT, (), (item.start, item.end), 0)
                self.scope[rest[-1].text[1:]] = self.binding(rest[-1], Kind.INT, "declare", zero)
            return
        if value.op in ("num", "name"):
            assert isinstance(value.value, int | str)
            given = self.overrides.get(binding.name, value.value)
            binding.value = self._override(binding.name, value, given)
            assert isinstance(binding.value.value, int | str)
            self.parameters[binding.name] = binding.value.value
        self.declarations.append(binding)
        self.scope = {**self.scope, binding.name: binding}

    def _override(self, name: str, value: Node, given: Value) -> Node:
        if value.kind is Kind.INT:
            if isinstance(given, str):
                try:
                    given = int(given)
                except ValueError:
                    raise KibitzError(f"the parameter {name} is a number, not `{given}`") from None
            if not -(2**31) <= given < 2**31:
                raise KibitzError(f"the parameter {name} must fit 32 bits, {given} does not")
        else:
            given = str(given).upper()
            if not given.isalpha() or not given.isascii():
                raise KibitzError(f"the parameter {name} is a name in capital letters, "
                                  f"not `{given}`")
        return Node(value.op, value.kind, (), value.at, given)

    def _check_overrides(self) -> None:
        for name in self.overrides:
            if name not in self.parameters:
                near = did_you_mean(name, self.parameters)
                known = ", ".join(self.parameters) or "it has none"
                raise KibitzError(f"{self.name} has no parameter {name}{near}",
                                  f"its parameters: {known}")

    def constant(self, node: Node, item: Item, what: str) -> int:
        """The value of a number that must be known before the game starts."""
        if node.op == "num":
            return node.number
        if node.op == "var" and node.bound.how == "declare" and node.bound.value is not None:
            self.fixed.add(node.bound.name)
            return self.constant(node.bound.value, item, what)
        if node.op in ("+", "-", "*"):
            values = [self.constant(arg, item, what) for arg in node.args]
            total = values[0]
            for value in values[1:]:
                total = {"+": total + value, "-": total - value, "*": total * value}[node.op]
            return total
        raise self.wrong(item, f"{what} must be a number or a declared constant")

    # --- setup --------------------------------------------------------------------------------

    @form("setup", "game", "(setup (create players INT) [(create teams ...)] {(create deck ...)})",
          "players, teams (without: everyone alone), and the cards; a deck may be repeated: "
          "`(repeat INT (create deck ...))`")
    def _setup(
        self, item: Item
    ) -> tuple[int, tuple[tuple[int, ...], ...], tuple[Node, ...]]:
        assert isinstance(item, Form)
        players = 0
        teams: tuple[tuple[int, ...], ...] = ()
        decks: list[Node] = []
        cards = 0
        for part in item.items[1:]:
            try:
                if not isinstance(part, Form):
                    raise self.wrong(part, f"`{part}` stands in the setup",
                                     self.syntax("setup"))
                what = str(part.items[1]) if len(part.items) > 1 else ""
                if part.head == "create" and what == "players":
                    players = self._players(part)
                elif part.head == "create" and what == "teams":
                    teams = self.team_lists(part)
                elif part.head == "create" and what == "deck":
                    decks.append(self.create_deck(part))
                    cards += _size(decks[-1])
                elif part.head == "repeat":
                    decks += self._repeated(part, MOST_CARDS - cards)
                    cards = sum(map(_size, decks))
                else:
                    raise self.wrong(part, f"`{self.show(part)}` does not belong in the setup",
                                     self.syntax("setup"))
                if cards > MOST_CARDS:
                    raise self.wrong(part, f"a game has at most {MOST_CARDS} cards")
            except Wrong:
                continue
        if not players and not self.found.errors:
            self.found.error(item.start, item.start + 6, "the setup creates no players",
                             "(create players 4)")
        return players, self._whole(teams, players, item), tuple(decks)

    def _players(self, part: Form) -> int:
        if len(part.items) != 3:
            raise self.wrong(part, "how many players?", "(create players 4)")
        count = self.constant(self.integer(part.items[2]), part.items[2], "the number of players")
        if not 1 <= count <= MOST_PLAYERS:
            raise self.wrong(part.items[2], f"a game has 1 to {MOST_PLAYERS} players, not {count}")
        return count

    def _repeated(self, part: Form, room: int) -> list[Node]:
        times, deck = self.parts(part, 2)
        count = self.constant(self.integer(times), times, "the number of decks")
        if not isinstance(deck, Form) or deck.head != "create":
            raise self.wrong(deck, "only `(create deck ...)` can be repeated in the setup")
        node = self.create_deck(deck)
        if count * _size(node) > room:
            raise self.wrong(part, f"a game has at most {MOST_CARDS} cards")
        return [node] * max(0, count)

    def _whole(
        self, teams: tuple[tuple[int, ...], ...], players: int, item: Item
    ) -> tuple[tuple[int, ...], ...]:
        """Every player in one team: strangers are left out, those without a team play alone."""
        seated = [tuple(seat for seat in team if seat < players) for team in teams]
        if any(len(kept) < len(team) for kept, team in zip(seated, teams, strict=True)):
            self.found.warning(item.start, item.start + 6, "a team has a member who does not play; "
                               "left out")
        seated = [team for team in seated if team]
        alone = [seat for seat in range(players) if not any(seat in team for team in seated)]
        if teams and alone:
            self.found.warning(item.start, item.start + 6, "a player is in no team and plays alone")
        return (*seated, *((seat,) for seat in alone))

    @form("scoring", "game", "(scoring max|min INT)", "a player's score, evaluated with each "
          "player current; the highest (lowest) wins")
    def _scoring(self, item: Form) -> tuple[bool, Node]:
        way, score = self.parts(item, 2)
        if str(way) not in ("max", "min"):
            raise self.wrong(way, "`max` or `min` was expected: do high or low scores win?",
                             self.syntax("scoring"))
        return str(way) == "max", self.integer(score)


def _size(node: Node) -> int:
    assert isinstance(node.value, DeckForm)
    return len(node.value.cards)


def parameters_of(program: Program) -> dict[str, Value]:
    """The parameters of a program and their values."""
    return dict(program.parameters)
