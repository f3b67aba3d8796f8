"""Games at a given point, and what is said about them: for the tests of words."""

from __future__ import annotations

from pathlib import Path

import kibitz
from kibitz.engine import Game, State, load
from kibitz.words import Sentence, Words, tell
from kibitz.words.story import Story, chapters

__all__ = ["SMALL", "after", "played", "said", "small", "story", "told", "words"]

SMALL = Path(__file__).parent.parent / "games" / "small"


def small(name: str, **parameters: int | str) -> Game:
    """One of the small games, none of which has a sheet that says how it looks on a table."""
    return load(SMALL / f"{name}.rcy", **parameters)


def words(state: State, seat: int | None) -> Words:
    """The words for a seat, with the teams as they are."""
    found = Words(state.game, seat)
    found.teams = kibitz.view(state, seat).teams
    return found


def told(state: State, seat: int | None, since: int = 0) -> list[Sentence]:
    """What a seat is told of all that has happened."""
    view = kibitz.view(state, seat)
    by_number = state.game.namer.by_number
    return tell(words(state, seat), view.events, since, by_number, to_move=view.to_move)


def said(state: State, seat: int | None) -> list[str]:
    """The same as letters."""
    return [str(sentence) for sentence in told(state, seat)]


def story(state: State, seat: int | None) -> Story:
    """The story so far, as a seat has seen it."""
    view = kibitz.view(state, seat)
    found = Story(words(state, seat))
    for chapter in chapters(view.events, state.game.namer.by_number, view.to_move):
        found.follow(chapter)
    return found


def after(state: State, *actions: str) -> State:
    """The state after some actions."""
    for action in actions:
        state = state.after(action)
    return state


def played(state: State, *cards: str) -> State:
    """The state after some cards, each played by whose turn it is."""
    for card in cards:
        state = state.after(next(each for each in state.actions if each.cards == (card,)))
    return state
