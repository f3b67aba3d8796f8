"""From s-expressions to a checked, typed program: names, types, owners, dialects.

All errors of a description are found here (the reader finds those of brackets and letters), in
one run. What is suspicious but legal gets a warning from `kibitz.recycle.lint`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial, reduce

from kibitz.errors import KibitzError, did_you_mean
from kibitz.recycle import lists, places, values
from kibitz.recycle.decks import MOST_CARDS, create_deck, team_lists, whole
from kibitz.recycle.diagnostics import MOST_ERRORS, DescriptionError, Diagnostics, Source
from kibitz.recycle.elaboration import Elaboration, Setting
from kibitz.recycle.private import touches
from kibitz.recycle.reader import Atom, Form, Item, read
from kibitz.recycle.scope import Wrong
from kibitz.recycle.statements import block, held, value_first
from kibitz.recycle.tree import Kind, Node, Program
from kibitz.recycle.unfolding import define, unused
from kibitz.recycle.vocabulary import TOPICS, form, words

__all__ = ["MOST_PLAYERS", "elaborate", "game"]

UNDERSTOOD = (places, lists, values)
"""They are asked through the table of forms, where each registers what it understands."""

MOST_PLAYERS = 16

CREATED = ("players", "teams", "deck")

PARTS = {"declare": 0, "define": 0, "setup": 1, "scoring": 3}
"""In which order the parts of a game stand; the play is 2."""

ORDER = "the order is: declarations and definitions, setup, the play, scoring"


def elaborate(
    source: Source, overrides: Mapping[str, Setting] | None = None, name: str = "game"
) -> tuple[Program, Diagnostics]:
    """The program of a description. Raises `DescriptionError` with all its errors."""
    found = Diagnostics(source)
    item, _ = read(source, found)
    if item is None:
        found.raise_if_wrong()
        raise DescriptionError([])
    program = game(Elaboration(found, overrides, name), item)
    found.raise_if_wrong()
    assert program is not None
    return program, found


@form("game", "game", "(game {DECLARE|DEFINE} SETUP {STATEMENT} SCORING)", "a whole description")
def game(here: Elaboration, item: Form) -> Program | None:
    if item.head != "game":
        here.found.error(item.start, item.start + 1, "a description begins with `(game`")
        return None
    for part in item.items[1:]:
        if isinstance(part, Form) and part.head == "define":
            define(here, part)
    parts = _corrected(here, item)
    for part in parts:
        if isinstance(part, Form) and part.head == "define" and part not in item.items:
            define(here, part)
    heads = [part.head if isinstance(part, Form) else "" for part in parts]
    _check_order(here, parts, heads)
    ends: dict[str, Form] = {}
    for part in parts:
        if isinstance(part, Form):
            ends.setdefault(part.head, part)
            if part.head == "declare":
                _declare(here, part)
    _check_overrides(here)
    teams: tuple[tuple[int, ...], ...] = ()
    decks: tuple[Node, ...] = ()
    if "setup" in ends:
        teams, decks = _setup(here, ends["setup"])
    else:
        here.found.error(
            item.start,
            item.start + 5,
            "the game has no `(setup ...)`",
            "after the declarations, a setup creates players and decks",
        )
    highest, scoring = True, Node("wrong", Kind.WRONG)
    if "scoring" in ends:
        with suppress(Wrong):
            highest, scoring = _scoring(here, ends["scoring"])
    else:
        here.found.error(
            max(item.start, item.end - 1),
            item.end,
            "the game does not end with `(scoring ...)`",
            "for example (scoring max ((current player) sto SCORE))",
        )
    play = [
        part
        for part, head in zip(parts, heads, strict=True)
        if head not in ("declare", "define", "setup", "scoring")
    ]
    body = tuple(block(here, part) for part in play)
    if not body and not here.found.errors:
        here.found.error(
            item.start, item.start + 5, "the game has no play between its setup and its scoring"
        )
    unused(here)
    if here.found.errors:
        return None
    return Program(
        here.found.source,
        here.name,
        tuple(here.declarations),
        here.players,
        teams,
        decks,
        body,
        highest,
        scoring,
        here.parameters,
        here.declared,
        frozenset(here.fixed),
    )


def _corrected(here: Elaboration, item: Form) -> list[Item]:
    """The parts of a game, with a misspelt `declare`, `setup` or `scoring` put right."""
    parts = list(item.items[1:])
    known = words(*TOPICS)
    unknown: set[str] = set()
    for i, part in enumerate(parts):
        first = part.items[0] if isinstance(part, Form) and part.items else None
        if not isinstance(part, Form) or not isinstance(first, Atom) or first.kind != "word":
            continue
        if first.text in known or first.text in here.definitions or len(unknown) > MOST_ERRORS:
            continue
        unknown.add(first.text)
        near = here.near(first.text, words("game", "flow", "action"))
        for word in ("declare", "define", "setup", "scoring"):
            if f"`{word}`" in near:
                here.wrong(first, f"unknown word `{first}`{near}")
                right = Atom(word, "word", first.start, first.end)
                parts[i] = Form((right, *part.items[1:]), part.start, part.end)
    return parts


def _check_order(here: Elaboration, parts: list[Item], heads: list[str]) -> None:
    """Declarations, one setup, the play, one scoring."""
    ranks = [PARTS.get(head, 2) for head in heads]
    last = max((i for i, rank in enumerate(ranks) if rank < 3), default=0)
    highest = 0
    for i, part in enumerate(parts):
        if (ranks[i] == 1 and 1 in ranks[:i]) or (ranks[i] == 3 and 3 in ranks[:i]):
            here.found.error(part.start, part.start + 1, f"a second `{heads[i]}`", ORDER)
        elif ranks[i] < min(highest, 2) or (ranks[i] == 3 and i < last):
            here.found.error(
                part.start, part.start + 1, f"`{heads[i]}` stands in the wrong place", ORDER
            )
        if ranks[i] < 3:
            highest = max(highest, ranks[i])


# --- declarations ---------------------------------------------------------------------------------


@form(
    "declare",
    "game",
    "(declare VALUE 'NAME)",
    "a constant. Numbers and names are "
    "parameters of the game: they can be given another value when it is loaded",
)
def _declare(here: Elaboration, item: Item) -> None:
    assert isinstance(item, Form)
    try:
        value_first(here, item)
        what, name = here.parts(item, 2)
        value = here.softly(partial(held, here), what)
        binding = here.binding(name, value.kind, "declare", value)
    except Wrong:
        here.lose(item.items)
        return
    here.scope[binding.name] = binding
    if value.kind is Kind.WRONG:
        return
    if value.traits.literal:
        written = value.number if value.kind is Kind.INT else value.text
        given = _override(here, binding.name, value, here.overrides.get(binding.name, written))
        binding.value = Node(value.op, value.kind, (), value.at, given)
        here.parameters[binding.name] = given
        here.declared[binding.name] = written
    here.declarations.append(binding)


def _override(here: Elaboration, name: str, value: Node, given: Setting) -> Setting:
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
            raise KibitzError(f"the parameter {name} is a name in capital letters, not `{given}`")
    return given


def _check_overrides(here: Elaboration) -> None:
    for name in here.overrides:
        if name not in here.parameters:
            near = did_you_mean(name, here.parameters)
            known = ", ".join(here.parameters)
            raise KibitzError(
                f"{here.name} has no parameter {name}{near}",
                f"its parameters: {known}" if known else None,
            )


def constant(here: Elaboration, node: Node, item: Item, what: str) -> int:
    """The value of a number that must be known before the game starts."""
    if node.op == "num":
        return node.number
    if node.op == "var" and node.bound.how == "declare" and node.bound.value is not None:
        here.fixed.add(node.bound.name)
        return constant(here, node.bound.value, item, what)
    if node.kind is Kind.INT and node.traits.fold is not None:
        return reduce(node.traits.fold, (constant(here, arg, item, what) for arg in node.args))
    raise here.wrong(item, f"{what} must be a number or a declared constant")


# --- setup ----------------------------------------------------------------------------------------


@form(
    "setup",
    "game",
    "(setup (create players INT) [(create teams ...)] {(create deck ...)})",
    "players, teams (without: everyone alone), and the cards; a deck may be repeated: "
    "`(repeat INT (create deck ...))`",
)
def _setup(here: Elaboration, item: Form) -> tuple[tuple[tuple[int, ...], ...], tuple[Node, ...]]:
    teams: tuple[tuple[int, ...], ...] = ()
    decks: list[Node] = []
    before = len(here.found.errors)
    for part in item.items[1:]:
        try:
            if not isinstance(part, Form):
                raise here.wrong(part, f"`{part}` stands in the setup", here.syntax("setup"))
            what = str(part.items[1]) if len(part.items) > 1 else ""
            if part.head == "create" and what == "players":
                here.players = _players(here, part)
            elif part.head == "create" and what == "teams":
                teams = team_lists(here, part)
            elif part.head == "create" and what == "deck":
                decks += _repeated(here, part, 1, decks)
            elif part.head == "repeat":
                times, deck = here.parts(part, 2)
                count = constant(here, here.integer(times), times, "the number of decks")
                decks += _repeated(here, deck, count, decks)
            else:
                near = (
                    here.near(what, CREATED)
                    if part.head == "create"
                    else here.near(part.head, ("create", "repeat"))
                )
                raise here.wrong(
                    part,
                    f"`{here.show(part)}` does not belong in the setup{near}",
                    here.syntax("setup"),
                )
        except Wrong:
            continue
    if not here.players and len(here.found.errors) == before:
        here.found.error(
            item.start, item.start + 6, "the setup creates no players", "(create players 4)"
        )
    return whole(here, teams, item) if here.players else (), tuple(decks)


def _players(here: Elaboration, part: Form) -> int:
    if len(part.items) != 3:
        raise here.wrong(part, "how many players?", "(create players 4)")
    count = constant(here, here.integer(part.items[2]), part.items[2], "the number of players")
    if not 1 <= count <= MOST_PLAYERS:
        raise here.wrong(part.items[2], f"a game has 1 to {MOST_PLAYERS} players, not {count}")
    return count


def _repeated(here: Elaboration, deck: Item, count: int, before: list[Node]) -> list[Node]:
    if not isinstance(deck, Form) or deck.head != "create":
        raise here.wrong(
            deck, "only `(create deck ...)` can be repeated in the setup", here.syntax("setup")
        )
    node = create_deck(here, deck)
    if count * len(node.deck.cards) + sum(len(n.deck.cards) for n in before) > MOST_CARDS:
        raise here.wrong(deck, f"a game has at most {MOST_CARDS} cards")
    return [node] * max(0, count)


@form(
    "scoring",
    "game",
    "(scoring max|min INT)",
    "a player's score, evaluated with each player current; the highest (lowest) wins",
)
def _scoring(here: Elaboration, item: Form) -> tuple[bool, Node]:
    way, score = here.parts(item, 2)
    if str(way) not in ("max", "min"):
        raise here.wrong(
            way,
            "`max` or `min` was expected: do high or low scores win?",
            here.syntax("scoring"),
        )
    value = here.integer(score)
    if touches(value):
        raise here.wrong(
            score,
            "scores are for everybody to see, and this one tells a private number",
            "show it before the end: (set (PLAYER sto NAME) (PLAYER isto NAME))",
        )
    return str(way) == "max", value
