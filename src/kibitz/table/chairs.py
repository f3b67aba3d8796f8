"""Chairs: who may sit where, and act and see as that seat.

Whoever makes a table gets an invitation for each seat that is somebody else's. The first who takes
it sits there: the invitation is used up, and they get a token that nobody else knows. Whoever made
the table can only free the chair, so that there is a new invitation and the old token opens nothing
any more; the one who sat there is told. Whoever comes next is told that somebody sat there before:
it may have been the one who made the table, who has looked at the cards.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace

from kibitz.errors import KibitzError
from kibitz.table.kept import Sitter
from kibitz.table.listeners import FREED, Ticket
from kibitz.table.table import Table, leading, own, seated

__all__ = ["FREED_WHY", "another_game", "free", "invited", "new_token", "rename", "sit"]

FREED_WHY = ("whoever made this table has freed your chair", "ask them for a new invitation")
"""What is said to whoever sat there, and a hint."""


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(16)


def invited(name: str) -> Sitter:
    """A person who has not come yet."""
    return Sitter(name, invitation=new_token())


def another_game(seats: Iterable[Sitter]) -> tuple[Sitter, ...]:
    """The same people and bots at another table, each with a token of its own."""
    return tuple(
        replace(
            sitter,
            agreed=False,
            came=False,
            freed=False,
            token=None if sitter.token is None else new_token(),
            invitation=None if sitter.invitation is None else new_token(),
        )
        for sitter in seats
    )


def sit(table: Table, number: int, invitation: str) -> str | None:
    """Take an invitation to a seat: the token of the chair; None if it is not good any more."""
    sitter = table.kept.seats[number]
    if sitter.invitation is None or not secrets.compare_digest(sitter.invitation, invitation):
        return None
    token = new_token()
    seats = seated(table.kept, number, replace(sitter, token=token, invitation=None, came=True))
    table.keep(seats=seats, tokens={token: ("seat", number)})
    return token


def free(table: Table, ticket: Ticket, number: int) -> None:
    """Free a chair: whoever sits there has to go, and there is a new invitation."""
    leading(ticket)
    if table.kept.turn not in ("bot", "person"):  # who sat there would be robbed of the next game
        raise KibitzError("the game is over")
    if number >= len(table.kept.seats) or table.kept.seats[number].bot is not None:
        raise KibitzError("no person sits there")
    sitter = table.kept.seats[number]
    if sitter.made:
        raise KibitzError("the chair of whoever made the table cannot be freed")
    if sitter.token is None:
        raise KibitzError("this chair is free")
    # What was shown cannot be hidden again, and what somebody has seen they have.
    free = replace(invited(""), agreed=table.open, freed=True)
    if table.declined == number:
        table.declined = None
    table.keep(
        seats=seated(table.kept, number, free),
        tokens={sitter.token: ("freed", number), str(free.invitation): ("invitation", number)},
    )
    for listener in [one for one in table.listeners if one.ticket.seat == number]:
        listener.end(FREED, KibitzError(*FREED_WHY))


def rename(table: Table, ticket: Ticket, name: str) -> None:
    """A person says what they are called."""
    seat = own(ticket)
    table.keep(seats=seated(table.kept, seat, replace(table.kept.seats[seat], name=name)))
