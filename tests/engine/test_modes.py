"""Python and native mode: the same games, byte for byte."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from kibitz.engine import Game, load
from kibitz.engine.batch import Batch
from kibitz.engine.native import _path, kernel_text
from kibitz.engine.primitives import below, lowest, noise, nth_bit, popcount
from kibitz.engine.simulation import game_key
from kibitz.errors import GameError

from .tables import GAMES, game

ROUNDS = {"tarot": 100, "boerenbridge": 200}
"""Games that are long are stepped side by side less often."""


def side_by_side(of: Game, games: int) -> None:
    """Step games in both modes, and compare everything on the way."""
    slow, fast = Batch(of, games, seed=11, mode="python"), Batch(of, games, seed=11, mode="native")
    chance = np.random.default_rng(11)
    for _ in range(1000):
        assert np.array_equal(slow.states, fast.states)
        if fast.over.all():
            break
        here, there = slow.offer(), fast.offer()
        for one, other in zip(
            (here.counts, here.seats, here.codes, here.actions),
            (there.counts, there.seats, there.codes, there.actions),
            strict=True,
        ):
            assert np.array_equal(one, other)
        picks = (chance.random(games) * np.maximum(1, there.counts)).astype(int)
        codes = np.where(fast.over, -1, there.codes[np.arange(games), picks])
        slow.apply(codes)
        fast.apply(codes)
    assert np.array_equal(slow.scores(), fast.scores())


@pytest.mark.parametrize("name", GAMES)
def test_all_states_have_the_same_bytes_in_both_modes(name: str) -> None:
    side_by_side(game(name), ROUNDS.get(name, 500))


def test_also_in_a_variant_that_shapes_the_state() -> None:
    side_by_side(load("agram", NUMP=3, HAND=4, TRICKS=3), 200)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("agram", {"HAND": 4, "TRICKS": 2}),
        ("boerenbridge", {"FIRST": 2, "PEAK": 3, "DEALER": "FREE", "OPENER": "WINNER"}),
        ("tarot", {"AUCTION": "NO", "SLAM": "NO", "DEALS": 2}),
        ("brisca", {}),
    ],
)
def test_a_variant_that_shapes_nothing_compiles_nothing(
    name: str, parameters: dict[str, Any]
) -> None:
    for kernel in ("playouts", "steps"):
        assert _path(load(name, **parameters), kernel) == _path(game(name), kernel)
    other = load(name, **parameters)
    assert other.simulate(300, seed=5, mode="native").options_mean == pytest.approx(
        other.simulate(300, seed=5, mode="python").options_mean, abs=0
    )


def test_another_number_of_players_is_another_file() -> None:
    assert _path(load("agram", NUMP=3), "playouts") != _path(game("agram"), "playouts")


CLOCKS = ("seconds", "cpu_seconds", "decisions_per_second", "mode", "workers")


@pytest.mark.parametrize("bots", [("random",), ("first", "random", "random")])
def test_a_simulation_is_the_same_in_both_modes_and_for_any_workers(bots: tuple[str, ...]) -> None:
    found = [
        {
            key: value
            for key, value in asdict(
                game("tarot").simulate(150, seed=2, bots=bots, mode=mode, workers=workers)
            ).items()
            if key not in CLOCKS
        }
        for mode, workers in (("python", 1), ("native", 1), ("native", 2), ("native", 3))
    ]
    assert all(each == found[0] for each in found)


def test_games_can_go_on_from_a_position_in_both_modes() -> None:
    start = game("brisca").new(seed=4)
    for _ in range(9):
        start = start.after(start.actions[-1])
    slow, fast = (
        game("brisca").simulate(100, seed=1, start=start, mode=mode)
        for mode in ("python", "native")
    )
    assert slow.decisions_mean == fast.decisions_mean == 31
    assert slow.score_mean == fast.score_mean


def test_a_game_of_a_simulation_can_be_dealt_again() -> None:
    batch = Batch(game("agram"), 5, seed=9, mode="native")
    for i in range(5):
        state = game("agram").new(key=game_key(9, i))
        assert state.array.tobytes() == batch.states[i].tobytes()
        assert [a.id for a in state.actions] == [a.id for a in batch.actions(i)]


@pytest.mark.parametrize("mode", ["python", "native"])
def test_a_game_that_goes_wrong_says_so_in_both_modes(tmp_path: Any, mode: str) -> None:
    stuck = tmp_path / "stuck.rcy"
    stuck.write_text(
        "(game (setup (create players 2)) (stage player (end (== (game sto N) 3))"
        " (choice (((< (game sto N) 2) (inc (game sto N)))))) (scoring max 0))"
    )
    with pytest.raises(GameError, match="no option"):
        load(stuck).simulate(10, mode=mode)


# --- primitives -----------------------------------------------------------------------------------

LOOPS = """
@njit("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1])")
def work(key, stream, words, ranks, out):
    for i in range(len(words)):
        n = popcount(words[i])
        out[0, i] = n
        out[1, i] = lowest(words[i])
        out[2, i] = nth_bit(words[i], ranks[i] % n)
        out[3, i] = below(key[i], key[i] ^ 77, stream[i], i, 1 + ranks[i])
        out[4, i] = noise(key[i], words[i], stream[i], i)
"""


@pytest.mark.parametrize("pdep", [True, False])
def test_the_primitives_agree_over_a_million_inputs(pdep: bool) -> None:
    text = kernel_text("native") + LOOPS
    if not pdep:
        text = text.replace('binding.get_host_cpu_features().get("bmi2", False)', "False")
    module: dict[str, Any] = {}
    exec(compile(text, "<primitives>", "exec"), module)
    count = 200_000
    chance = np.random.default_rng(3)
    key = chance.integers(0, 1 << 62, count)
    stream = chance.integers(-4, 600, count)
    words = chance.integers(1, 1 << 62, count) & chance.integers(0, 1 << 62, count) | 1 << 61
    words = words >> chance.integers(0, 61, count)
    ranks = chance.integers(0, 1 << 30, count)
    out = np.zeros((5, count), np.int64)
    module["work"](key, stream, words, ranks, out)
    inputs = zip(key.tolist(), stream.tolist(), words.tolist(), ranks.tolist(), strict=True)
    for i, (k, s, w, r) in enumerate(inputs):
        n = popcount(w)
        expected = (
            n,
            lowest(w),
            nth_bit(w, r % n),
            below(k, k ^ 77, s, i, 1 + r),
            noise(k, w, s, i),
        )
        if tuple(out[:, i].tolist()) != expected:
            assert tuple(out[:, i].tolist()) == expected, (k, s, w, r)
