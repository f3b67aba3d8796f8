"""Keeping the books of games: a lot of games is played, and what every seat had to find out is
added up (see `kibitz.analysis.books`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kibitz.analysis.books import Books, Change
from kibitz.analysis.flowing import Moves
from kibitz.bots.names import find
from kibitz.bots.player import Seated
from kibitz.engine.game import Game
from kibitz.engine.keys import derive_key
from kibitz.engine.series import states_of_series
from kibitz.engine.simulation import game_key
from kibitz.engine.state import State, begin

__all__ = ["LONGEST", "POINTS", "played"]

LONGEST = 3.0
"""A game is followed as long as counting its deals is reckoned to cost no more seconds."""
POINTS = 60
"""So many decisions have a point on a curve."""


def played(
    game: Game,
    *,
    first: int,
    last: int,
    seed: int,
    bots: Sequence[str],
    limit: int,
    stride: int,
    one_each: bool,
) -> dict[str, Any]:
    """The books of a lot of games, and where their cards went."""
    moves = Moves(game)
    books = []
    for number in range(first, last):
        seats = [number % game.players] if one_each else list(range(game.players))
        states = _states(game, bots, seed, number, limit)
        books.append(_kept(Books(game, seats), states, moves, stride))
    return {"games": books, "moves": moves.to_json()}


def _states(game: Game, bots: Sequence[str], seed: int, number: int, limit: int) -> Iterator[State]:
    """The states of a game, from the deal on."""
    if not set(bots) - {"random", "first"}:
        yield from states_of_series(game, seed, number, bots=bots or ("random",), limit=limit)
        return
    key = game_key(seed, number)
    players = [
        Seated(name, find(name, game).make(), derive_key(key, f"secrets {seat}")[0]).sit(
            game, seat, budget=None, cheats=False
        )
        for seat in range(game.players)
        for name in [bots[seat % len(bots)]]
    ]
    state = begin(game, key)
    yield state
    for made in range(limit):
        if state.to_move is None:
            break
        state = players[state.to_move].after(state, made)
        yield state


def _kept(books: Books, states: Iterator[State], moves: Moves, stride: int) -> dict[str, Any]:
    """The books of one game."""
    game, seats = books.game, books.seats
    state = next(states)
    moves.add(state.last)
    left = books.begin(state)
    start = [each.bits for each in left]
    sums = {what: [0.0] * len(seats) for what in ("new", "seen", "inferred")}
    given, rules = [0.0] * game.players, dict[int, float]()
    course = [(start, [0.0] * len(seats))]
    positions, sure = len(seats), sum(each.exact for each in left)
    choice, whole = start, True
    for after in states:
        if books.labour > LONGEST:
            whole = False
            break
        moves.add(after.last)
        if len(state.actions) > 1:
            choice = [each.bits for each in books.left]
        changes = books.after(state, after)
        _enter(sums, given, after.last.seat, seats, changes)
        for line, told in (one for change in changes for one in change.inferred):
            rules[line] = rules.get(line, 0.0) + told
        bits = [each.bits for each in books.left]
        course.append((bits, [a + b for a, b in zip(sums["seen"], sums["inferred"], strict=True)]))
        positions += len(seats)
        sure += sum(each.exact for each in books.left)
        state = after
    half, gone = course[(len(course) - 1) // 2]
    return {
        "seats": list(seats),
        "decisions": len(course) - 1,
        "over": state.over,
        "whole": whole and state.over,
        "start": start,
        **sums,
        "left": [each.bits for each in books.left],
        "choice": choice,
        "course": [bits for bits, _ in course[: stride * POINTS : stride]],
        "given": given,
        "rules": {str(line): bits for line, bits in rules.items()},
        "half": [sum(gone), sum(gone) + sum(half)],
        "positions": positions,
        "sure": sure,
        "labour": books.labour,
    }


def _enter(
    sums: dict[str, list[float]],
    given: list[float],
    decided: int,
    seats: Sequence[int],
    changes: Sequence[Change],
) -> None:
    """Add what a decision changed."""
    for at, (seat, change) in enumerate(zip(seats, changes, strict=True)):
        sums["new"][at] += change.new
        sums["seen"][at] += change.seen
        sums["inferred"][at] += change.told
        if seat != decided:
            given[decided] += change.seen + change.told
