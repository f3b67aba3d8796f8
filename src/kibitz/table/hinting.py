"""A hint: what a search bot would do at your place, and what it thinks of your other options.

It gets your view, like any bot, and its random numbers come from what you have seen: whatever the
others hold, the same hint.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

from kibitz.bots.bot import start, thinking
from kibitz.bots.names import find
from kibitz.engine.keys import derive_key
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view
from kibitz.search.thinking import Thought
from kibitz.table.frames import pieces
from kibitz.words import Words

__all__ = ["USUAL", "hint"]

USUAL = "ismcts:iterations=1000"


def hint(state: State, seat: int, name: str = USUAL) -> dict[str, Any]:
    """What a bot would do, and its thinking if it tells; a sentence in `note` if it cannot think
    here."""
    if state.to_move != seat:
        raise KibitzError("it is not your turn", "a hint is about what you can do now")
    own = view(state, seat)
    entry = find(name, state.game)
    if entry.person:
        raise KibitzError(f"`{name}` is a person, and hints come from bots")
    found: dict[str, Any] = {
        "best": None, "method": name, "iterations": 0, "thoughts": [], "note": None,
    }  # fmt: skip
    if len(own.actions) == 1:
        return found | {"best": own.actions[0].text, "note": "There is nothing else you can do."}
    bot = entry.make()
    try:
        start(bot, state.game, seat, _seed(own))
        best = bot.choose(own, None)
        thought = thinking(bot)
    except KibitzError as error:
        return found | {"note": f"No hint: {error.message}."}
    found["best"] = best.text
    if thought is None:
        return found | {"note": f"{name} would do this; it does not tell why."}
    return found | {
        "method": thought.method,
        "iterations": thought.iterations,
        "thoughts": [_told(Words(state.game, seat), each) for each in thought.thoughts],
    }


def _seed(own: View) -> int:
    """A seed that depends on what the seat sees and nothing else."""
    return derive_key("hint", own.seat, bytes(own))[0]


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
