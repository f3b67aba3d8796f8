"""A stand-in until the frames are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.engine.events import Observation
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.knowledge.views import View


@dataclass(frozen=True, slots=True)
class Sight:
    seen: Observation
    made: int
    actions: tuple[Any, ...]
    result: Any = None


def game_card(game: Game) -> dict[str, Any]:
    return {"id": game.name, "title": game.title, "seats": list(game.seats)}


def sight(view: View) -> Sight:
    made = sum(event.kind == "choice" for event in view.events)
    return Sight(view.observation, made, view.actions)


def open_sight(state: State) -> Sight:
    seen = state.observation(state.to_move)
    result = {"scores": state.scores} if state.over else None
    return Sight(seen, len(state.history), state.actions, result)


def moment(sight: Sight) -> dict[str, Any]:
    return {
        "at": sight.made,
        "last": sight.made,
        "to_move": sight.seen.to_move,
        "places": {k: v for k, v in sight.seen.places.items() if v},
        "actions": [{"text": action.text} for action in sight.actions],
        "result": sight.result,
    }


def log(sight: Sight) -> list[dict[str, Any]]:
    return [{"told": repr(event)} for event in sight.seen.events]


def position(sight: Sight) -> str:
    return repr(sight.seen)
