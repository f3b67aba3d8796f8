"""A hint for the page: what a search bot would do at your place, in data for JSON; and what the
network would do that the game brings along, if it does."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from kibitz.bots import hints
from kibitz.bots.hints import Hint
from kibitz.bots.names import called, find
from kibitz.bots.searchers import at_once
from kibitz.engine.picking import pickings, steps
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.nets import brings
from kibitz.search.thoughts import Thinking, Thought
from kibitz.table.frames import pieces
from kibitz.words import Words

__all__ = ["advice", "hint"]

ADVISER, NETWORK = "ismcts:iterations=1000", "net"


def advice(state: State, seat: int) -> dict[str, Any]:
    """What the search would do; in `network` what the game's network would, None without one."""
    found = hint(state, seat)
    asked = len(state.actions) > 1 and brings(state.game)
    return {**found, "network": hint(state, seat, NETWORK) if asked else None}


def hint(state: State, seat: int, name: str = ADVISER) -> dict[str, Any]:
    """What a bot would do, and its thinking if it tells; a sentence in `note` if it cannot think
    here. Where several cards are asked for one by one, it is about all of them."""
    candidate = find(name, state.game)
    if candidate.person:
        raise KibitzError(f"`{name}` is a person, and hints come from bots")
    if state.to_move != seat:
        raise KibitzError("it is not your turn", "a hint is about what you can do now")
    bot = at_once(candidate.make())
    try:
        found = hints.hints(state, seat, name, bot)
    except KibitzError as error:
        note = f"No hint: {error.message}."
        return {
            "best": None, "cards": None, "method": name, "iterations": 0, "measure": "score",
            "thoughts": [], "note": note,
        }  # fmt: skip
    words = Words(state.game, seat)
    if len(found) == 1:
        return _drawn(found[0], words)
    numbers = {a.id: card for p in pickings(state) for card, a in steps(state.game, p).items()}
    return _together(found, [numbers[hint.best.id] for hint in found], words)


def _together(found: Sequence[Hint], cards: Sequence[int], words: Words) -> dict[str, Any]:
    """Hints for several cards as one; what is thought of the last is thought of them all."""
    last = next((hint for hint in reversed(found) if hint.thinking is not None), found[-1])
    whole = _drawn(last, words)
    thoughts = [one for one in whole["thoughts"] if one["text"] == last.best.text]
    return whole | {
        "best": found[0].best.text,
        "cards": list(cards),
        "iterations": sum(hint.thinking.iterations for hint in found if hint.thinking),
        "thoughts": thoughts,
    }


def _drawn(hint: Hint, words: Words) -> dict[str, Any]:
    """A hint for the page."""
    thinking, note = hint.thinking, None
    if hint.forced:
        note = "There is nothing else you can do."
    elif thinking is None:
        note = f"{called(hint.by)} would do this; it does not say why."
    return {
        "best": hint.best.text,
        "cards": None,
        "method": called(hint.by),
        "iterations": 0 if thinking is None else thinking.iterations,
        "measure": "score" if thinking is None else thinking.measure,
        "thoughts": [] if thinking is None else _thoughts(words, thinking),
        "note": note,
        "fewer": not words.game.program.highest_wins,
    }


def _thoughts(words: Words, thinking: Thinking) -> list[dict[str, Any]]:
    return [_told(words, thought, thinking.tried) for thought in thinking.thoughts]


def _told(words: Words, thought: Thought, tried: bool) -> dict[str, Any]:
    known = isfinite(thought.low) and isfinite(thought.high)
    return {
        "text": thought.action.text,
        "label": pieces(words.label(thought.action)),
        "visits": thought.visits if tried else None,
        "value": round(thought.value, 4) if thought.visits or not tried else None,
        "low": round(thought.low, 4) if known else None,
        "high": round(thought.high, 4) if known else None,
    }
