"""A game that went wrong, looked at: what happened, the position, and what was tried in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from kibitz.cli import inks
from kibitz.cli.moments import Moment, is_stuck
from kibitz.cli.position import heading, placed
from kibitz.errors import KibitzError
from kibitz.words import Words
from kibitz.words.telling import tell_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from kibitz.engine.conformance import Problem
    from kibitz.engine.game import Game
    from kibitz.engine.state import State

__all__ = ["looked_at", "story"]

LATELY = 6
"""Decisions before a problem that are told."""


def looked_at(game: Game, problem: Problem) -> Iterator[RenderableType]:
    """The moment of a problem that `kibitz check --play` has found."""
    state = game.new(problem.seed)
    for text in problem.played:
        state = state.after(next(action for action in state.actions if action.text == text))
    words = Words(game, -1)
    words.teams = state.teams
    made = problem.decision
    moment = Moment(state, made, made, None, f"game {problem.seed}", is_stuck(state))
    yield heading(moment)
    try:
        yield placed(moment, words)
    except KibitzError as error:  # what went wrong may be just this
        yield Padding(Text(f"The position cannot be shown: {error.message}"), (1, 0, 0, 2))
    yield Padding(Text("What happened", style="bold"), (1, 0, 0, 0))
    if made > LATELY:
        yield Text(f"  ... {made - LATELY} decisions before", style="dim")
    yield from story(state, max(0, made - LATELY + 1))
    if problem.choice is not None and state.to_move is not None:
        tried = next(action for action in state.actions if action.text == problem.choice)
        does = words.does(state.to_move, words.label(tried))
        yield Text.assemble("  tried: ", inks.inked(words, does, seats="bold"), style="bold")
    yield Text("")


def story(state: State, since: int = 0) -> Iterator[Text]:
    """A game up to a state in words, a line for each decision: from the deal, number 0, on."""
    words = Words(state.game, None)
    words.teams = state.teams
    for number, sentences in enumerate(tell_all(state)):
        if number >= since and sentences:
            line = Text(f"{number:>4}  " if number else "deal  ", style="dim")
            told = Text(" ").join(inks.sentence(words, sentence) for sentence in sentences)
            line.append_text(told)
            yield line
