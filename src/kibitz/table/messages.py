"""What somebody at a table is told: the table, its status, a moment. `docs/table.md` lists them.

Nothing in them is made from more than they may see.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.bots.names import described
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.table import frames
from kibitz.table.kept import Kept
from kibitz.table.listeners import Ticket
from kibitz.words.sights import Sight

__all__ = ["Status", "encoded", "error", "moment", "status", "welcome"]

Json = dict[str, Any]


def encoded(message: Json) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def error(complaint: KibitzError) -> str:
    """Something that could not be done; nothing has changed."""
    return encoded({"is": "error", "text": complaint.message, "hint": complaint.hint})


def moment(sight: Sight, last: int) -> Json:
    """The cards on the table as somebody sees them at a moment; `last` is the newest."""
    return {"is": "moment", **frames.moment(sight), "last": last}


@dataclass(frozen=True, slots=True)
class Status:
    """How a table stands: everything but the cards."""

    game: Game
    kept: Kept
    to_move: int | None
    here: frozenset[int]
    """The seats whose people are connected."""
    trouble: str | None
    """Why the bots have stopped."""
    note: str | None
    """Why they take so long, or play less well than they could."""
    next: Kept | None
    """The table of the rematch."""
    declined: int | None = None
    """The seat that would not have all hands shown when it was last asked."""
    fed: bool = False
    """Whether it shows a game that is being played elsewhere."""


def welcome(now: Status, ticket: Ticket, log: Iterable[str]) -> str:
    """The whole table, with all that has happened there, which is written already."""
    told = {
        **status(now, ticket),
        "is": "table",
        "game": derived(now.game, frames.game_card),
        "you": ticket.seat,
        "role": ticket.role,
        "mode": now.kept.mode,
    }
    return f'{encoded(told)[:-1]},"log":[{",".join(log)}]}}'


def status(now: Status, ticket: Ticket) -> Json:
    """How a table stands, as somebody is told."""
    kept = now.kept
    own = kept.seats[ticket.seat] if ticket.seat is not None else None
    mine = own is not None and kept.turn == "person" and now.to_move == ticket.seat
    goes = kept.turn in ("bot", "person")
    return {
        "is": "status",
        "open": kept.open,
        "running": now.fed or (kept.running and goes and now.trouble is None),
        "pace": kept.pace,
        "last": kept.last,
        "over": now.to_move is None,
        "trouble": now.trouble,
        "note": now.note,
        "seats": [
            {
                "seat": now.game.seats[number],
                "name": sitter.name,
                "kind": "person" if sitter.bot is None else "bot",
                "bot": None if sitter.bot is None else described(sitter.bot),
                "here": sitter.bot is not None or number in now.here or not goes,
                "agreed": sitter.agreed,
                "taken": sitter.bot is None and sitter.token is not None,
                "freed": sitter.freed,
                "invitation": sitter.invitation if ticket.leads else None,
            }
            for number, sitter in enumerate(kept.seats)
        ],
        "declined": now.declined,
        "watch": kept.watch,
        "rematch": _rematch(now.next, ticket),
        "may": {
            "act": mine,
            "step": ticket.leads and goes and kept.mode == "kibitz",
            "agree": own is not None and not kept.open and not own.agreed,
            "rematch": kept.turn == "over" and ticket.role != "watch" and kept.was_played,
            "hint": mine or (kept.open and goes),
            "free": ticket.leads and goes,
        },
    }


def _rematch(following: Kept | None, ticket: Ticket) -> str | None:
    """Where somebody goes who plays on; if their chair there is somebody else's now, to watch."""
    if following is None:
        return None
    if ticket.role == "host":
        return following.host
    own = None
    if ticket.seat is not None and not following.seats[ticket.seat].came:
        own = following.seats[ticket.seat].token
    return own or following.watch
