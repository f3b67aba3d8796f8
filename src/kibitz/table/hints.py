"""A hint for the page: what a search bot would do at your place, in data for JSON."""

from __future__ import annotations

from math import isfinite
from typing import Any

from kibitz.bots import hints
from kibitz.bots.guests import prepare
from kibitz.bots.hints import Hint
from kibitz.bots.names import find
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view
from kibitz.search.thoughts import Thought
from kibitz.table.frames import pieces
from kibitz.words import Words

__all__ = ["USUAL", "hint"]

USUAL = "ismcts:iterations=1000"


def hint(state: State, seat: int, name: str = USUAL) -> dict[str, Any]:
    """What a bot would do, and its thinking if it tells; a sentence in `note` if it cannot think
    here."""
    candidate = find(name, state.game)
    if candidate.person:
        raise KibitzError(f"`{name}` is a person, and hints come from bots")
    if state.to_move != seat:
        raise KibitzError("it is not your turn", "a hint is about what you can do now")
    try:
        prepare(state.game, [candidate])
        found = hints.hint(view(state, seat), name, candidate.make())
    except KibitzError as error:
        note = f"No hint: {error.message}."
        return {"best": None, "method": name, "iterations": 0, "thoughts": [], "note": note}
    return _drawn(found, Words(state.game, seat))


def _drawn(hint: Hint, words: Words) -> dict[str, Any]:
    """A hint for the page."""
    thinking, note = hint.thinking, None
    if hint.forced:
        note = "There is nothing else you can do."
    elif thinking is None:
        note = f"{hint.by} would do this; it does not say why."
    return {
        "best": hint.best.text,
        "method": hint.by if thinking is None else thinking.method,
        "iterations": 0 if thinking is None else thinking.iterations,
        "thoughts": [] if thinking is None else [_told(words, t) for t in thinking.thoughts],
        "note": note,
        "fewer": not words.game.program.highest_wins,
    }


def _told(words: Words, thought: Thought) -> dict[str, Any]:
    known = isfinite(thought.low) and isfinite(thought.high)
    return {
        "text": thought.action.text,
        "label": pieces(words.label(thought.action)),
        "visits": thought.visits,
        "value": round(thought.value, 4) if thought.visits else None,
        "low": round(thought.low, 4) if known else None,
        "high": round(thought.high, 4) if known else None,
    }
