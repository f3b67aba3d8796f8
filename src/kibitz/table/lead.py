"""Leading the bots: whoever made a table lets them play, stops them, and says how fast they are."""

from __future__ import annotations

from kibitz.errors import KibitzError
from kibitz.table.kept import Kept
from kibitz.table.listeners import Ticket
from kibitz.table.table import Table, leading

__all__ = ["pace", "pause", "run", "step"]


def step(table: Table, ticket: Ticket) -> None:
    """One more decision of a bot."""
    _stepping(table.kept, ticket)
    turn = table.turn(table.state)
    if turn == "person":
        raise KibitzError(f"it is {table.whose}'s turn")
    if turn != "bot":
        raise KibitzError("the game is over")
    table.clockwork.step()


def run(table: Table, ticket: Ticket) -> None:
    """Let the bots play; after trouble anybody who sits here may try again."""
    if table.clockwork.trouble is None or ticket.role == "watch":
        _stepping(table.kept, ticket)
    if table.kept.turn not in ("bot", "person"):
        raise KibitzError("the game is over")
    table.clockwork.trouble = None
    table.keep(running=True)
    table.clockwork.wake()


def pause(table: Table, ticket: Ticket) -> None:
    """Let the bots wait."""
    _stepping(table.kept, ticket)
    table.keep(running=False)
    table.clockwork.hold()


def pace(table: Table, ticket: Ticket, seconds: float) -> None:
    """So many seconds from each move to the next."""
    leading(ticket)
    table.keep(pace=seconds)
    table.clockwork.wake()


def _stepping(kept: Kept, ticket: Ticket) -> None:
    """Complain if they may not stop and step the bots."""
    leading(ticket)
    if kept.mode != "kibitz":
        raise KibitzError("the bots are stopped and stepped in kibitz mode only")
