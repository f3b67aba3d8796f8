"""A whole game told: sentences for the deal and for every decision, with all cards open."""

from __future__ import annotations

from kibitz.engine.observer import kibitzer
from kibitz.engine.state import State
from kibitz.engine.step import tale_of
from kibitz.words.pieces import Sentence
from kibitz.words.sights import done
from kibitz.words.story import Story, chapters
from kibitz.words.told import told
from kibitz.words.words import Words

__all__ = ["tell_all"]


def tell_all(state: State) -> list[list[Sentence]]:
    """What happened up to a state, to everybody: the deal first, then decision by decision.

    >>> from kibitz import load
    >>> from kibitz.words import plain
    >>> state = load("agram").new(seed=1)
    >>> plain(tell_all(state.after(state.actions[0]))[1][0].pieces)
    'North leads 3♠.'
    """
    words = Words(state.game, None)
    words.teams = state.teams
    story = Story(words)
    events = tale_of(state.last, kibitzer(state.game)).events
    return [told(story, chapter) for chapter in chapters(events, done(state), state.to_move)]
