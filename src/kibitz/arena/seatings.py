"""Seatings: which bot sits where, so that nobody has the better seats.

A seating has the number of a bot for each seat: in (0, 1, 0, 1) the first bot has North and South.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from kibitz.errors import KibitzError

__all__ = ["Seating", "checked", "seatings"]

Seating = tuple[int, ...]
Teams = Sequence[Sequence[int]]


def seatings(bots: int, teams: Teams, title: str = "this game") -> list[Seating]:
    """All seatings of a match: every bot has every seat, or every team, equally often.

    - As many bots as seats: they are rotated through the seats.
    - As many bots as teams: a team each, rotated.
    - Two bots where all play for themselves: every way of seating them in which both sit.

    >>> seatings(2, [(0, 2), (1, 3)])
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    >>> seatings(3, [(0,), (1,), (2,)])
    [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    >>> len(seatings(2, [(0,), (1,), (2,), (3,)]))
    14
    """
    players = sum(map(len, teams))
    alone = all(len(team) == 1 for team in teams)
    if bots == players:
        return [tuple((seat - turn) % bots for seat in range(players)) for turn in range(bots)]
    if bots == len(teams):
        team_of = {seat: number for number, team in enumerate(teams) for seat in team}
        return [
            tuple((team_of[seat] - turn) % bots for seat in range(players)) for turn in range(bots)
        ]
    if bots == 2 and alone:
        return [both for both in product((0, 1), repeat=players) if len(set(both)) == 2]
    fits = [f"{players}, one for each seat"]
    if not alone:
        fits.append(f"{len(teams)}, one for each team")
    elif players > 2:
        fits.append("2, seated in every way")
    given = "1 bot" if bots == 1 else f"{bots} bots"
    raise KibitzError(f"{given} cannot share the {players} seats of {title}", _give(fits))


def _give(fits: list[str]) -> str:
    return f"give {'; or '.join(fits)}"


def checked(given: Sequence[Sequence[int]], bots: int, players: int) -> list[Seating]:
    """Seatings somebody wants, if they are some: everybody has a seat in at least one of them."""
    for seating in given:
        if len(seating) != players or not all(0 <= bot < bots for bot in seating):
            raise KibitzError(
                f"{tuple(seating)} is not a seating of {bots} bots at {players} seats",
                f"it has a number from 0 to {bots - 1} for each seat",
            )
    missing = sorted(set(range(bots)) - {bot for seating in given for bot in seating})
    if missing:
        raise KibitzError(f"bot {missing[0]} has no seat in any of the seatings")
    return [tuple(seating) for seating in given]
