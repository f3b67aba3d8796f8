"""The messages between whoever has a game and a bot: one JSON object a line, see docs/protocol.md.

What a bot is told is made from the view of its seat and from nothing else. Cards are told as they
are written, places and stores by the names they have in the description, seats by their numbers.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Mapping, Sequence
from math import inf, isfinite
from pathlib import Path
from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.descriptions import Description
from kibitz.engine.events import WIDTH, Event, decode
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View
from kibitz.search.thoughts import MEASURES, Thinking, Thought
from kibitz.seats.line import visible
from kibitz.seats.terms import Terms

__all__ = [
    "PROTOCOL", "Garbled", "act", "dumped", "end", "game_of", "hello", "observe", "read",
    "thinking_read", "thinking_written",
]  # fmt: skip

PROTOCOL = 1
"""The version. Fields may be added to messages within one; nothing is taken away."""

VIEW = "view"
"""What a bot may want in place of words: the view of its seat, as Kibitz's own guests do."""


class Garbled(ValueError):
    """What has come is no message."""


def dumped(message: Mapping[str, Any]) -> str:
    """A message as it is sent, without the end of the line."""
    return json.dumps(message, separators=(",", ":"))


def read(text: str) -> dict[str, Any]:
    """A message from its line, whoever wrote it.

    >>> read('{"type": "ready"}')
    {'type': 'ready'}
    >>> read("ready")
    Traceback (most recent call last):
    kibitz.seats.messages.Garbled: it is not JSON
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Garbled("it is not JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("type"), str):
        raise Garbled("it is not a JSON object with a `type`")
    return found


# --- to a bot -------------------------------------------------------------------------------------


def hello(game: Game, seat: int, seed: int, terms: Terms) -> str:
    """A game begins: what is played, where the bot sits, what it may take."""
    limits = {
        "start": terms.start,
        "move": terms.move,
        "bank": terms.bank,
        "strikes": terms.strikes,
        "bytes": terms.message,
    }
    told = dumped({"type": "hello", "protocol": PROTOCOL, "seat": seat, "seed": seed})
    return f'{told[:-1]},"limits":{dumped(limits)},"game":{derived(game, _game_told)}}}'


def observe(seen: View, since: int) -> str | None:
    """What happened after the first so many events, as the seat saw it; None if nothing did."""
    told = derived(seen.game, _teller)
    raw = bytes(seen.tale)[since * WIDTH * 8 :]
    events = [told(event) for event in decode(array("q", raw))]
    return dumped({"type": "observe", "events": events}) if events else None


def act(
    seen: View,
    decision: int,
    time: Mapping[str, float | None],
    *,
    since: int | None = None,
    explain: bool = False,
) -> str:
    """A bot is asked for its decision. With `since` it gets its view, without the events it knows;
    else what it sees and can do, in words."""
    told: dict[str, Any] = {"type": "act", "decision": decision, "time": time}
    if explain:
        told["explain"] = True
    if since is not None:
        return dumped(told | {"view": seen.to_json(since)})
    faces = derived(seen.game, _faces)
    places = {
        name: cards if isinstance(cards, int) else [faces[card] for card in cards]
        for name, cards in seen.places.items()
    }
    actions = [
        {"action": a.text, "cards": a.cards, "numbers": a.numbers, "id": a.id} for a in seen.actions
    ]
    here = {"places": places, "stores": seen.stores, "teams": seen.teams}
    return dumped(told | {"actions": actions} | here)


def end(scores: Sequence[int] | None, ranks: Sequence[int] | None) -> str:
    """The game is over; or, without scores, it does not go on."""
    return dumped({"type": "end", "scores": scores, "ranks": ranks})


def _game_told(game: Game) -> str:
    """A game, so that a bot can be made for it that knows nothing of it yet."""
    description = GameRef.of(game).description
    return dumped(
        {
            "name": game.name,
            "title": game.title,
            "hash": game.hash,
            "parameters": game.parameters,
            "players": game.players,
            "seats": game.seats,
            "cards": [
                {"card": repr(c), "symbol": c.symbol, "attributes": dict(c.attributes)}
                for c in game.cards
            ],
            "places": game.place_names,
            "rules": game.sheet.rules,
            "file": Path(description.file).name,  # where it lies is nobody's business
            "description": description.text,
            "sheet": description.sheet,
            "weights": description.weights,
        }
    )


def game_of(told: Mapping[str, Any]) -> Game:
    """The game that a hello tells of, made anew."""
    try:
        texts = (told["name"], told["file"], told["description"], told["sheet"], told["weights"])
        game = GameRef(Description(*texts), told["parameters"]).game()
        same = game.hash == told["hash"]
    except (LookupError, TypeError, AttributeError):
        raise KibitzError("this is not a game that is told") from None
    if not same:
        raise KibitzError(
            f"the rules of {game.title} are not the same here and there",
            "two versions of Kibitz may read them differently",
        )
    return game


def _faces(game: Game) -> list[str]:
    """How each card is told: of those that look the same, each in its own way."""
    return [repr(card) for card in game.cards]


def _teller(game: Game) -> Callable[[Event], dict[str, Any]]:
    """How events of a game are told; what was told once is kept, for it comes again."""
    known: dict[Event, dict[str, Any]] = {}
    stores = {at: name for name, (at, _) in game.store_slots.items()}
    maps = {points.at: points.name for points in game.layout.maps.values()}
    cards, places = [*_faces(game), None], [*game.place_names, None]

    def told(event: Event) -> dict[str, Any]:
        found = known.get(event)
        if found is None:
            found = known[event] = {"event": event.kind, **fields(event)}
        return found

    def fields(event: Event) -> dict[str, Any]:
        match event.kind:
            case "move":
                ends = {"from": places[event.source], "to": places[event.target]}
                return {"card": cards[event.card], **ends}
            case "remember" | "forget":
                return {"card": cards[event.card], "place": places[event.target]}
            case "number":
                return {"store": stores.get(event.slot), "value": event.value}
            case "name":
                return {"store": stores.get(event.slot), "value": game.name_list[event.value]}
            case "points":
                return {"map": maps.get(event.slot), "seat": event.seat}
            case "shuffle":
                return {"place": places[event.target]}
            case "deck":
                return {"place": places[event.target], "cards": event.value}
            case "cycle":
                whose = "team" if event.slot == 1 else "seat"
                return {whose: event.seat, "now": not event.value}
            case "choice":
                action = game.namer.by_number(event.value) if event.value >= 0 else None
                return {"seat": event.seat, "action": None if action is None else action.text}
            case "label":
                return {"label": game.labels[event.value]}
            case _:
                return {}

    return told


# --- what a bot thought ---------------------------------------------------------------------------


def thinking_written(thinking: Thinking) -> dict[str, Any]:
    """What a bot thought, for its choice."""
    thoughts = [
        {
            "action": t.action.text,
            "visits": t.visits,
            "value": t.value,
            "low": t.low if isfinite(t.low) else None,
            "high": t.high if isfinite(t.high) else None,
        }
        for t in thinking.thoughts
    ]
    of: dict[str, Any] = {"method": thinking.method, "iterations": thinking.iterations}
    if not thinking.tried:
        of["measure"] = thinking.measure
    return {**of, "seconds": thinking.seconds, "thoughts": thoughts}


def thinking_read(told: object, seat: int, actions: Sequence[Action]) -> Thinking | None:
    """The same again; None if it makes no sense, for nothing depends on it."""
    by_text = {action.text: action for action in actions}
    try:
        assert isinstance(told, dict)
        thoughts = tuple(
            Thought(
                by_text[t["action"]],
                int(t["visits"]),
                _finite(t["value"]),
                -inf if t["low"] is None else _finite(t["low"]),
                inf if t["high"] is None else _finite(t["high"]),
            )
            for t in told["thoughts"][: len(actions)]
        )
        return Thinking(
            *(seat, thoughts, visible(str(told["method"])[:80]), int(told["iterations"])),
            _finite(told["seconds"]),
            MEASURES[MEASURES.index(told.get("measure", "score"))],
        )
    except (AssertionError, LookupError, TypeError, ValueError, OverflowError):
        return None


def _finite(told: Any) -> float:
    """A number that somebody else has written, if it is one that can be handed on."""
    number = float(told)
    if not isfinite(number):
        raise ValueError
    return number
