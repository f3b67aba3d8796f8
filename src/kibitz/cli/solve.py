"""`kibitz solve`: what best play leads to when all hands are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.common import (
    GameName,
    Json,
    Settings,
    compiling,
    load,
    print_json,
    progress_bar,
    stdout,
)
from kibitz.cli.moments import Moment, RecordFile, Seed, find
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from kibitz.engine.actions import Action
    from kibitz.engine.state import State
    from kibitz.search.solver import Solution
    from kibitz.words import Words

__all__ = ["solve"]

TRICKS = 4
"""So many are left where no moment is asked for."""

MOST = 10**12
"""Positions nobody waits for."""


def solve(
    game: GameName,
    record: RecordFile = None,
    seed: Seed = None,
    at: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="After K decisions; -1 is before the last one.",
            show_default="the end of a record, the last tricks of another game",
        ),
    ] = None,
    deal: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLACE=CARDS",
            help="Or a game dealt like this: 'HAND 0=3S 9H'; repeated for each hand.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            help="Whose score is meant: a name, initial or number.",
            show_default="whoever is to move",
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST, help="Give up after this many positions.", show_default="20 million"
        ),
    ] = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Solve a position: what every action leads to, all hands known and everybody at their best.

    It looks ahead to the end of the round. A seat and its partners do their best for its score, all
    others together do their worst.
    """
    if deal and not (record is None and seed is None and at is None):
        raise KibitzError("--deal is a game of its own", "leave out --record, --seed and --at")
    moment = _dealt(game, deal, set_) if deal else find(game, record, seed, at, None, set_, _ending)
    solution = _solved(moment, seat, limit, quiet=json)
    if json:
        print_json(_as_json(moment, solution))
        return
    for part in _report(moment, solution):
        stdout().print(part)


def _dealt(name: str, deal: list[str], set_: list[str] | None) -> Moment:
    """A game with given hands, before its first decision."""
    given: dict[str, str | list[str]] = {}
    for text in deal:
        place, equals, cards = (part.strip() for part in text.partition("="))
        if not (place and equals and cards):
            raise KibitzError(f"`{text}` does not deal cards", "write --deal 'HAND 0=3S 9H'")
        given[place.upper()] = cards
    state = load(name, set_).new(seed=1, deal=given)
    return Moment(state, 0, 0, None, "a given deal")


def _ending(states: list[State]) -> int:
    """The first moment of the last tricks, when chance has had its say."""
    from kibitz.search.solver import cards_in_hands, chances

    game, last = states[0].game, states[-1]
    wanted = len(states) - 1
    for number in range(len(states) - 2, -1, -1):
        state = states[number]
        few = cards_in_hands(game, state.array) <= TRICKS * game.players
        if not few or chances(state) != chances(last):
            break
        wanted = number
    return wanted


def _solved(moment: Moment, seat: str | None, limit: int | None, quiet: bool) -> Solution:
    from kibitz.search.solver import MOST_POSITIONS
    from kibitz.search.solver import solve as solved

    game = moment.state.game
    with progress_bar(f"solving {game.title}", 1, wanted=not quiet) as bar:
        return solved(
            moment.state,
            seat,
            limit or MOST_POSITIONS,
            starting=lambda: bar.meanwhile(compiling(game, "solver")),
        )


def _players(moment: Moment, solution: Solution) -> list[int]:
    """Who decides each action of the line."""
    state, players = moment.state, list[int]()
    for action in solution.line:
        assert state.to_move is not None
        players.append(state.to_move)
        state = state.after(action)
    return players


def _as_json(moment: Moment, solution: Solution) -> dict[str, Any]:
    state, game = moment.state, moment.state.game
    return {
        "game": game.name,
        "parameters": game.parameters,
        "decision": moment.decision,
        "to_move": None if state.to_move is None else game.seats[state.to_move],
        "seat": game.seats[solution.seat],
        "value": solution.value,
        "two_sides": solution.two_sides,
        "actions": [
            {"action": action.text, "value": value, "best": action in solution.best}
            for action, value in solution.values
        ],
        "line": [
            {"seat": game.seats[player], "action": action.text}
            for player, action in zip(_players(moment, solution), solution.line, strict=True)
        ],
        "nodes": solution.nodes,
    }


def _report(moment: Moment, solution: Solution) -> list[RenderableType]:
    """The position, the value, what each action leads to, best play."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from kibitz.cli import inks
    from kibitz.cli.position import heading, placed
    from kibitz.words import Words

    game = moment.state.game
    words = Words(game, -1)
    words.teams = moment.state.teams
    who = game.seats[solution.seat]
    sure = "at least" if game.program.highest_wins else "at most"
    how = (
        "if both sides play as well as they can"
        if solution.two_sides
        else f"{sure}, even if all others play against them"
    )
    value = Text.assemble((f"{who}: {solution.value}", "bold"), f" at the end of the round {how}")
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for action, worth in sorted(
        solution.values, key=lambda pair: pair[1], reverse=solution.highest_first
    ):
        best = action in solution.best
        table.add_row(
            Text("> " if best else "  "),
            inks.label(words, action),
            Text(str(worth), justify="right"),
        )
    line = Text("  ").join(
        Text.assemble((f"{game.seats[player]} ", "dim"), _short(words, action))
        for player, action in zip(_players(moment, solution), solution.line, strict=True)
    )
    return [
        heading(moment),
        placed(moment, words),
        Padding(value, (1, 0, 0, 0), expand=False),
        Padding(table, (1, 0, 0, 0), expand=False),
        Padding(Text("Best play", style="bold"), (1, 0, 0, 0), expand=False),
        Padding(line, (0, 0, 0, 2), expand=False),
    ]


def _short(words: Words, action: Action) -> Text:
    """An action in a line: a card played is just the card."""
    from kibitz.cli import inks

    label = inks.label(words, action)
    return label[len("play ") :] if label.plain.startswith("play ") else label
