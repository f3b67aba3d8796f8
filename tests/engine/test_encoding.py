"""Encodings of batches: columns with names, and nothing that is hidden."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from kibitz.engine import Game, encoding
from kibitz.engine.batch import Batch
from kibitz.engine.encoding import KNOWLEDGE, Positions, encode
from kibitz.errors import KibitzError

from .tables import GAMES, game, line
from .test_batch import play_out
from .test_observation import redealt

Load = Callable[..., Game]


def after(name: str, decisions: int, n: int = 6, mode: str = "python") -> Batch:
    """Games in which some decisions have been made at random."""
    games, rng = game(name).batch(n, seed=2, mode=mode), np.random.default_rng(1)
    for _ in range(decisions):
        offer = games.offer()
        picked = rng.integers(0, np.maximum(offer.counts, 1))
        games.apply(np.where(games.over, -1, offer.codes[np.arange(n), picked]))
    return games


@pytest.mark.parametrize("name", GAMES)
def test_columns_have_names_and_knowledge_adds_to_them(name: str) -> None:
    encodings = [game(name).encoding.knowing(knowledge) for knowledge in KNOWLEDGE]
    for less, more in pairwise(encodings):
        assert more.columns[: less.length] == less.columns
        assert more.length > less.length
    columns = encodings[-1].columns
    assert len(set(columns)) == len(columns)
    parts = sorted(encodings[-1].parts.values(), key=lambda part: (part.start, part.stop))
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert parts[-1].stop == len(columns)
    assert encodings[0].parts["mask"].stop - encodings[0].parts["mask"].start == (
        game(name).action_count
    )


@pytest.mark.parametrize("name", GAMES)
def test_cards_that_a_seat_does_not_see_change_nothing(name: str) -> None:
    """Though the whole state is at hand."""
    rng, changed = Random(4), 0
    states = list(line(game(name).new(5), Random(5), 40))
    for state in states[:: len(states) // 8 + 1]:
        for seat in range(game(name).players):
            games = game(name).batch(1, mode="python")
            games.restore(np.array([state.array]))
            other = np.array([redealt(state, seat, rng).array])
            changed += not np.array_equal(other, games.states)
            offer = games.offer()
            given = Positions(other, np.array([seat]), offer.seats, offer.counts, offer.actions)
            found = encode(game(name).encoding, "python", given)
            assert np.array_equal(found, games.encode(seat))
    assert changed


def test_the_examples_are_true() -> None:
    assert doctest.testmod(encoding).failed == 0


def test_what_a_seat_sees_is_in_it() -> None:
    rows = game("agram").batch(30, mode="python").encode(0)
    assert len(np.unique(rows, axis=0)) == 30


def test_whoever_is_to_move_looks_unless_seats_are_given() -> None:
    games = after("agram", 2)
    movers = games.offer().seats
    assert len(set(movers.tolist())) == 1
    assert np.array_equal(games.encode(), games.encode(movers))
    assert np.array_equal(games.encode(), games.encode(int(movers[0])))
    seats = np.arange(6) % 4
    mixed = games.encode(seats)
    for row, seat in enumerate(seats):
        assert np.array_equal(mixed[row], games.encode(int(seat))[row])
    part = game("agram").encoding.parts["mask"]
    assert np.array_equal(games.encode()[:, part], games.mask())
    assert not mixed[seats != movers, part].any()


def test_a_game_that_is_over_is_blank_to_whoever_would_move_and_seen_by_others() -> None:
    games = game("kuhn").batch(6, mode="python")
    play_out(games, np.random.default_rng(1))
    out = np.ones((6, game("kuhn").encoding.length), np.float32)
    assert not games.encode(out=out).any()
    seen = games.encode(1)
    parts = game("kuhn").encoding.parts
    assert seen[:, parts["seen"]].any(axis=1).all()
    assert not seen[:, parts["turn"]].any()


def test_an_array_is_written_to_if_it_is_given() -> None:
    games = after("agram", 3)
    out = np.full((6, game("agram").encoding.length), 7, np.float32)
    assert games.encode(2, out=out) is out
    assert np.array_equal(out, games.encode(2))


def test_wrong_seats_arrays_and_words_are_refused() -> None:
    games = after("agram", 0)
    with pytest.raises(KibitzError, match=r"^Agram has no seat 4"):
        games.encode(4)
    with pytest.raises(KibitzError, match=r"^seats of the shape \(2,\) for 6 games"):
        games.encode(np.array([0, 1]))
    with pytest.raises(KibitzError, match=r"^an array of float64 of the shape \(6, 3\)"):
        games.encode(out=np.zeros((6, 3)))  # type: ignore[arg-type]
    with pytest.raises(KibitzError, match=r"^there is no knowledge `all`"):
        games.encode(knowledge="all")
    with pytest.raises(KibitzError, match=r"no column `MOVER: I`"):
        game("agram").encoding.index("MOVER: I")


def test_columns_that_are_always_blank_are_left_out() -> None:
    """The four cards that name the trumps never come to a hand, and nobody sees the stock."""
    columns = game("boerenbridge").encoding.columns
    assert sum(column.startswith("TRUMP: ") for column in columns) == 2 * 4  # the card, the name
    assert sum(column.startswith("HAND me: ") for column in columns) == 52
    assert not any(column.startswith(("HAND +1: ", "STOCK: ")) for column in columns)
