"""A view as a row of numbers: what its columns say is so, and a batch gives the same row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

import kibitz
from kibitz.engine import Game, State
from kibitz.errors import KibitzError

from .small import HOUSE, SMALL
from .small import any_game as game

Load = Callable[..., Game]
GAMES = (*HOUSE, *sorted(path.stem for path in SMALL.glob("*.rcy")))

TEAMS = """(game (setup (create players 4) (create teams (0) (1) (2) (3))
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F, G, H, I, J, K, L)))))
  (do ((shuffle (game iloc STOCK))
    (all team 'T (repeat 2 (move (top (game iloc STOCK)) (top ('T iloc HELD)))))))
  (stage player (end (== (game sto TURNS) 9))
    (choice ((any ((team (current player)) iloc HELD) 'C (move 'C (top (game vloc OUT))))
             (turn pass)))
    (do ((inc (game sto TURNS)) (inc ((team (current player)) sto SAID))
      ((== (game sto TURNS) 3) (create teams (0, 2) (1, 3))))))
  (scoring max (game sto TURNS)))"""


def line(state: State, rng: Random, most: int = 200) -> Iterator[State]:
    """The states of a game played at random."""
    yield state
    for _ in range(most):
        if state.over:
            return
        state = state.after(rng.choice(state.actions))
        yield state


def row_in_batch(state: State, seat: int, knowledge: str = "none") -> np.ndarray:
    games = state.game.batch(1, mode="python")
    games.restore(np.array([state.array]))
    found: np.ndarray = games.encode(seat, knowledge)[0]
    return found


def said(state: State, seat: int) -> Iterator[tuple[str, float]]:
    """The columns that are not 0, from what a view says, slowly."""
    of, seen = state.game, kibitz.view(state, seat)
    mine = next((k for k, team in enumerate(seen.teams) if seat in team), 0)

    def turned(name: str) -> str:
        """A place or store, called as the seat counts."""
        stem, hash_, index = name.partition("#")
        words = stem.split(" ")
        if words[-2:-1] == ["team"]:
            k = int(words[-1])
            if k < len(seen.teams):
                k = (k - mine) % len(seen.teams)
            words[-2:] = [f"team +{k}" if k else "us"]
        elif words[-1].isdigit() and len(words) > 1:
            words[-1] = seat_called(int(words[-1]))
        return " ".join(words) + hash_ + index

    def seat_called(other: int) -> str:
        k = (other - seat) % of.players
        return f"+{k}" if k else "me"

    columns = set(of.encoding.columns)
    for name, cards in seen.places.items():
        if isinstance(cards, int):
            yield f"SIZE {turned(name)}", cards
            continue
        yield f"SIZE {turned(name)}", len(cards)
        for card in cards:
            yield f"{turned(name)}: {of.cards[card]!r}", 1
        if cards:
            for attribute, printed in of.cards[cards[-1]].attributes.items():
                if f"TOP {turned(name)}: {attribute} {printed}" in columns:
                    yield f"TOP {turned(name)}: {attribute} {printed}", 1
    for name, value in seen.stores.items():
        called = turned(name)
        if isinstance(value, str):
            yield f"{called}: {value}", 1
        elif f"{called}: me" in columns:
            yield f"{called}: {seat_called(value)}", 1
        elif f"{called} (far)" in columns:
            yield called, value / (abs(value) + 8)
            yield f"{called} (far)", value / (abs(value) + 128)
        else:
            yield called, np.sign(value)
    if seen.to_move is not None:
        yield f"MOVER: {seat_called(seen.to_move)}", 1
        for team in seen.teams:
            if seat in team:
                for other in team:
                    yield f"PARTNER: {seat_called(other)}", 1
    for action in seen.actions:
        if action.id < of.action_count:
            yield of.encoding.columns[of.encoding.parts["mask"].start + action.id], 1


def check(state: State, seat: int) -> None:
    """A row says what the view says: sizes and limited numbers by their sign."""
    encoding = state.game.encoding
    row = kibitz.view(state, seat).encode()
    assert row.dtype == np.float32
    wanted = {column: value for column, value in said(state, seat) if value}
    exact = ("STAGE", "TEAM STAGE", "DECISION", "PICKED")
    found = {
        column: value
        for column, value in zip(encoding.columns, row.tolist(), strict=True)
        if value and not column.startswith(exact)
    }
    wanted = {column: value for column, value in wanted.items() if column in encoding.columns}
    assert found.keys() == wanted.keys()
    for column, value in found.items():
        if column.startswith("SIZE"):
            assert value > 0
        elif f"{column} (far)" in wanted or column.endswith("(far)") or value == 1:
            assert value == pytest.approx(wanted[column])
        else:
            assert 0 < value / wanted[column] <= 1


@pytest.mark.parametrize("name", GAMES)
def test_a_row_says_what_the_view_says_and_a_batch_writes_the_same(name: str) -> None:
    for state in list(line(game(name).new(3), Random(3), 60))[::6]:
        for seat in range(game(name).players):
            check(state, seat)
            assert np.array_equal(kibitz.view(state, seat).encode(), row_in_batch(state, seat))


def test_teams_are_counted_from_ones_own_also_when_they_change(load_text: Load) -> None:
    of = load_text(TEAMS)
    states = list(line(of.new(1), Random(1)))
    assert len({state.teams for state in states}) == 2
    for state in states:
        for seat in range(4):
            check(state, seat)
            assert np.array_equal(kibitz.view(state, seat).encode(), row_in_batch(state, seat))


def test_cards_of_a_set_are_told_to_whoever_picks_them() -> None:
    of = game("tarot")
    for seed in range(20):
        for state in line(of.new(seed), Random(seed), 12):
            if state.array[of.layout.CHOSEN_COUNT] and state.array[0] in of.emitted.subsets:
                picks = [kibitz.view(state, seat).encode() for seat in range(3)]
                part = of.encoding.parts["picked"]
                found = [int(row[part].sum()) for row in picks]
                mover = state.to_move
                assert found == [
                    state.array[of.layout.CHOSEN_COUNT] * (seat == mover) for seat in range(3)
                ]
                return
    raise AssertionError("nobody picked a set")


def test_a_spectator_has_no_encoding() -> None:
    with pytest.raises(KibitzError, match="a spectator"):
        kibitz.view(game("agram").new(1), None).encode()
