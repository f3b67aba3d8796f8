"""What a place at a table is told: the table, its status, a moment. `docs/table.md` lists them.

Nothing in them is made from more than the place may see.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kibitz.engine.derived import derived
from kibitz.errors import KibitzError
from kibitz.table import frames
from kibitz.table.listeners import Place
from kibitz.words.sights import Eyes

if TYPE_CHECKING:
    from kibitz.table.live import Live

__all__ = ["called", "encoded", "error", "moment", "status", "welcome"]

Json = dict[str, Any]


def encoded(message: object) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def error(complaint: KibitzError) -> str:
    """Something that could not be done; nothing has changed."""
    return encoded({"is": "error", "text": complaint.message, "hint": complaint.hint})


def moment(table: Live, at: int, eyes: Eyes) -> Json:
    """The cards on the table after so many decisions, and the last of these."""
    return {"is": "moment", **frames.moment(table.sight(at, eyes)), "last": table.last}


def welcome(table: Live, place: Place) -> str:
    """The whole table, with all that has happened there."""
    told = {
        **status(table, place),
        "is": "table",
        "game": derived(table.game, frames.game_card),
        "you": place.seat,
        "role": place.role,
        "mode": table.kept.mode,
    }
    log = ",".join(table.log(table.eyes(place)))  # it may be long, and is written already
    return f'{encoded(told)[:-1]},"log":[{log}]}}'


def status(table: Live, place: Place) -> Json:
    """Everything but the cards."""
    kept, state = table.kept, table.state
    here = {listener.place.seat for listener in table.listeners}
    own = kept.seats[place.seat] if place.seat is not None else None
    mine = own is not None and table.turn(state) == "person" and state.to_move == place.seat
    goes = kept.turn in ("bot", "person")
    clockwork = table.clockwork
    return {
        "is": "status",
        "open": table.open,
        "running": kept.running and goes and clockwork.trouble is None,
        "pace": kept.pace,
        "last": table.last,
        "over": state.over,
        "trouble": clockwork.trouble or clockwork.note,
        "seats": [
            {
                "seat": table.game.seats[number],
                "name": seat.name,
                "kind": "person" if seat.bot is None else "bot",
                "bot": None if seat.bot is None else called(seat.bot),
                "here": seat.bot is not None or number in here,
                "agreed": seat.agreed,
                "link": seat.token if place.leads else None,
            }
            for number, seat in enumerate(kept.seats)
        ],
        "watch": kept.watch,
        "rematch": _rematch(table, place),
        "may": {
            "act": mine,
            "step": place.leads and goes and kept.mode == "kibitz",
            "agree": own is not None and not table.open and not own.agreed,
            "rematch": kept.turn == "over" and place.role != "watch" and table.was_played,
            "hint": mine or (table.open and goes),
        },
    }


def _rematch(table: Live, place: Place) -> str | None:
    """Where somebody goes who plays on."""
    if table.next is None:
        return None
    if place.seat is not None:
        return table.next.seats[place.seat].token
    return table.next.host if place.role == "host" else table.next.watch


def called(bot: str) -> str:
    """What a bot is called at its seat: its name without parameters and folders."""
    before, dot, after = bot.partition(".py:")
    return after.partition(":")[0] if dot else before.partition(":")[0]
