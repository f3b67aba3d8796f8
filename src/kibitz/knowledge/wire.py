"""Views on the wire: what an observer was told, as JSON, and read again.

    {"kibitz": "view", "version": 1, "game": hash, "check": ..., "told": {...}}

There is in it what the observer was told and nothing else; the game itself is not: both sides have
it, and a text for another game is refused, as is one that was changed on the way. If `since` is not
0, the first so many events are left out, and the reader has them from an earlier view.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from hashlib import blake2b
from types import FunctionType
from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.disclosures import All, Condition, Count, Lying, One, Picked, Secret, Untold
from kibitz.engine.events import WIDTH
from kibitz.engine.game import Game
from kibitz.engine.observer import Observer, observer
from kibitz.engine.picking import Picking
from kibitz.engine.step import Tale
from kibitz.errors import KibitzError
from kibitz.knowledge.ledger import Doubt, Entry, Ghost, Ledger, Spot
from kibitz.knowledge.observers import observers_of
from kibitz.knowledge.predicates import Predicate
from kibitz.knowledge.told import Gap, Told, retold
from kibitz.knowledge.worlds import Law

__all__ = ["VERSION", "read", "written"]

VERSION = 1

Json = Any
"""What `json` makes of a text, and a text of."""


def written(game: Game, observer: Observer, told: Told, since: int = 0) -> str:
    """What an observer was told, as a text, without the first events."""
    if not 0 <= since <= len(told.tale):
        raise KibitzError(f"{len(told.tale)} events were told: they cannot be told since {since}")
    body = {
        "seat": observer.seat,
        "since": since,
        "events": array("q", bytes(told.tale)[since * WIDTH * 8 :]).tolist(),
        "numbers": told.numbers.tolist(),
        "heights": sorted(told.heights.items()),
        "gaps": told.gaps,
        "to_move": told.to_move,
        "actions": [[a.id, a.label, a.text, a.cards, a.numbers] for a in told.actions],
        "weights": told.weights,
        "pickings": told.pickings,
        "ledger": _ledger_written(told.ledger, observer),
    }
    head = {"kibitz": "view", "version": VERSION, "game": game.hash, "check": _check(_dumped(body))}
    return f"{_dumped(head)[:-1]},{_dumped({'told': body})[1:]}"


def read(
    game: Game, text: str, before: tuple[Observer, Tale] | None = None
) -> tuple[Observer, Told]:
    """Who was told what, from the text; with what the same observer was told before."""
    try:
        data: Json = json.loads(text)
        if data["kibitz"] != "view":
            raise _Wrong("it is another kind of message")
        if data["version"] != VERSION:
            raise KibitzError(f"a view of version {data['version']} cannot be read")
        if data["game"] != game.hash:
            raise KibitzError(f"this is a view of another game than {game!r}")
        body = data["told"]
        if _check(_dumped(body)) != data["check"]:
            raise _Wrong("it was changed on the way")
        who = observer(game, body["seat"])
        ledger, numbers = _ledger_read(game, body["ledger"], who), array("q", body["numbers"])
        if len(numbers) != game.layout.size:
            raise _Wrong("its numbers are those of something else")
        return who, retold(
            *(game, who, numbers, _tale_read(body, who, before), ledger),
            heights={place: tuple(heights) for place, heights in body["heights"]},
            gaps=tuple(Gap(*gap) for gap in body["gaps"]),
            to_move=body["to_move"],
            actions=tuple(
                Action(id_, label, plain, tuple(cards), tuple(numbers))
                for id_, label, plain, cards, numbers in body["actions"]
            ),
            weights=None if body["weights"] is None else tuple(body["weights"]),
            pickings=tuple(
                Picking(at, size, tuple(cards), tuple(offered))
                for at, size, cards, offered in body["pickings"]
            ),
        )
    except KibitzError:
        raise
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise KibitzError(f"this is not a view of a game ({_why(error)})") from None


def _why(error: Exception) -> str:
    """What is wrong with a text, in our words: Python's are about our code."""
    if isinstance(error, json.JSONDecodeError):
        return "it is not JSON"
    if isinstance(error, KeyError) and isinstance(error.args[0], str):
        return f"it has no `{error.args[0]:.40}`"
    return str(error) if isinstance(error, _Wrong) else "something in it is of another kind"


class _Wrong(ValueError):
    """Something about a text that is no view."""


def _dumped(data: Json) -> str:
    return json.dumps(data, separators=(",", ":"))


def _check(text: str) -> str:
    """Tells whether a text is as it was written."""
    return blake2b(text.encode(), digest_size=8, person=b"kibitz view").hexdigest()


def _tale_read(body: Json, who: Observer, before: tuple[Observer, Tale] | None) -> Tale:
    """The tale so far, of which the text may have only the end."""
    raw, since = array("q", body["events"]).tobytes(), body["since"]
    if len(raw) % (WIDTH * 8) or since < 0:
        raise _Wrong("its events are not whole")
    if not since:
        return Tale(None, raw)
    if before is None or before[0] != who or len(before[1]) < since:
        raise KibitzError(f"this view goes on after {since} events that were not told here")
    tale = before[1]
    if len(tale) > since:
        tale = Tale(None, bytes(tale)[: since * WIDTH * 8])
    return Tale(tale, raw)


# --- the ledger -----------------------------------------------------------------------------------


def _ledger_written(ledger: Ledger, who: Observer) -> Json:
    return {
        "decision": ledger.decision,
        "own": ledger.block(who.number),
        "shared": ledger.block(ledger.observers.common),
        "sizes": ledger.sizes,
        "knowers": ledger.knowers,
        "laws": ledger.laws,
        "predicates": [_predicate_written(each) for each in ledger.predicates],
        "doubts": ledger.doubts,
        "more": ledger.more,
        "ghosts": ledger.ghosts,
        "arranged": ledger.arranged,
        "private": ledger.private,
        "entries": [
            [entry.decision, entry.seat, _condition_written(entry.condition)]
            for entry in ledger.entries
        ],
    }


def _ledger_read(game: Game, data: Json, who: Observer) -> Ledger:
    observers = observers_of(game)
    lots = len(observers.hidden) + len(data["more"])
    if any(len(data[name]) != lots for name in ("own", "shared", "sizes", "knowers")):
        raise _Wrong("its lots are those of something else")
    return Ledger(
        observers,
        data["decision"],
        observers.held(who.number, data["own"], data["shared"]),
        tuple(data["sizes"]),
        tuple(data["knowers"]),
        tuple(_law_read(law) for law in data["laws"]),
        tuple(_predicate_read(game, each) for each in data["predicates"]),
        tuple(Doubt(*doubt) for doubt in data["doubts"]),
        tuple(Spot(*spot) for spot in data["more"]),
        tuple(Ghost(*ghost) for ghost in data["ghosts"]),
        data["arranged"],
        data["private"],
        tuple(
            Entry(decision, seat, _condition_read(game, condition))
            for decision, seat, condition in data["entries"]
        ),
    )


def _law_read(law: Sequence[Sequence[int]]) -> Law:
    return tuple(Count(*count) for count in law)


def _predicate_written(predicate: Predicate) -> Json:
    condition, hidden, then, pins = predicate
    return [_condition_written(condition), hidden, then, pins]


def _predicate_read(game: Game, data: Json) -> Predicate:
    condition, hidden, then, pins = data
    return Predicate(_condition_read(game, condition), hidden, _pairs(then), _pairs(pins))


def _pairs(data: Json) -> tuple[tuple[int, int], ...]:
    return tuple((one, two) for one, two in data)


def _condition_written(condition: Condition) -> Json:
    if isinstance(condition, bool):
        return condition
    if isinstance(condition, Count):
        return ["count", *condition]
    if isinstance(condition, All | One):
        name = "all" if isinstance(condition, All) else "one"
        return [name, *map(_condition_written, condition.parts)]
    if isinstance(condition, Secret):
        test, line, places, numbers, given, outcome = condition
        return ["secret", test.__name__, line, places, numbers.tolist(), given, outcome]
    if isinstance(condition, Picked):
        return ["picked", condition.cards]
    if isinstance(condition, Lying):
        return ["lying", *condition]
    return ["untold", *condition]


def _condition_read(game: Game, data: Json) -> Condition:
    if isinstance(data, bool):
        return data
    name, *parts = data
    if name == "count":
        return Count(*parts)
    if name in ("all", "one"):
        inner = tuple(_condition_read(game, part) for part in parts)
        return All(inner) if name == "all" else One(inner)
    if name == "secret":
        test, line, places, numbers, given, outcome = parts
        function = game.telling[test]
        if not isinstance(function, FunctionType) or not test.startswith("secret_"):
            raise _Wrong(f"{test!s:.40} is no test of this game")
        return Secret(function, line, places, array("q", numbers), tuple(given), outcome)
    if name == "picked":
        return Picked(*parts)
    if name == "lying":
        return Lying(*parts)
    if name == "untold":
        return Untold(*parts)
    raise _Wrong(f"{name!s:.40} is no condition")
