"""A batch: many games side by side, as learning and search use them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from kibitz.engine import Game
from kibitz.engine.batch import Batch
from kibitz.engine.simulation import game_key
from kibitz.errors import GameError, IllegalAction, KibitzError

from .tables import GAMES, game

Load = Callable[..., Game]
MODES = ("python", "native")


def batch(name: str, n: int = 12, seed: int = 1, mode: str = "python") -> Batch:
    return game(name).batch(n, seed, mode)


def play_out(games: Batch, rng: np.random.Generator) -> None:
    """Play all games to their end, by the codes of random options."""
    while not games.over.all():
        offer = games.offer()
        picked = rng.integers(0, np.maximum(offer.counts, 1))
        codes = offer.codes[np.arange(len(games)), picked]
        games.apply(np.where(games.over, -1, codes))


# --- dealing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_rows_are_the_games_of_a_simulation(name: str) -> None:
    """Game k of the series, as `simulate` plays it with the same seed."""
    games = batch(name, 5, seed=3)
    for k, row in enumerate(games.states):
        assert row.tobytes() == game(name).new(key=game_key(3, k)).array.tobytes()


def test_the_next_games_of_the_series_are_dealt_where_games_are_over() -> None:
    games, series = batch("kuhn", 6), batch("kuhn", 60)
    rng = np.random.default_rng(1)
    dealt = series.states.copy()
    for _ in range(20):
        offer = games.offer()
        games.apply(offer.codes[np.arange(6), rng.integers(0, offer.counts)])
        over, before = games.over, games.dealt
        games.deal(over)
        assert games.dealt == before + over.sum()
        assert np.array_equal(games.states[over], dealt[before : games.dealt])
        assert not games.over.any()


def test_dealing_anew_forgets_what_was_on_offer() -> None:
    games, others = batch("agram", 4), batch("agram", 8)
    games.offer()
    games.deal()
    assert np.array_equal(games.offer().codes, others.offer().codes[4:])
    assert not np.array_equal(games.offer().codes, others.offer().codes[:4])


def test_a_copy_of_the_states_can_be_gone_back_to() -> None:
    games = batch("agram")
    saved, offer = games.states.copy(), games.offer()
    games.apply(offer.codes[:, 0])
    later = games.offer()
    games.restore(saved)
    assert np.array_equal(games.states, saved)
    assert np.array_equal(games.offer().codes, offer.codes)
    assert not np.array_equal(games.offer().counts, later.counts)


# --- what is on offer -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_what_is_on_offer_is_what_a_state_offers(name: str) -> None:
    games, count = batch(name, 3), game(name).action_count
    states = [game(name).new(key=game_key(1, k)) for k in range(3)]
    rng = np.random.default_rng(1)
    for _ in range(12):
        offer = games.offer()
        picked = rng.integers(0, np.maximum(offer.counts, 1))
        for k, state in enumerate(states):
            if state.over:
                assert (offer.counts[k], offer.seats[k]) == (0, -1)
                continue
            ids = [action.id for action in state.actions]
            assert offer.counts[k] == len(ids)
            assert offer.seats[k] == state.to_move
            assert [a.id for a in games.actions(k)] == ids
            numbers = offer.actions[k, : len(ids)].tolist()
            assert numbers == [number if number < count else -1 for number in ids]
            states[k] = state.after(state.actions[picked[k]])
        games.apply(np.where(offer.counts > 0, offer.codes[np.arange(3), picked], -1))
        for row, state in zip(games.states, states, strict=True):
            assert row.tobytes() == state.array.tobytes()


def test_the_mask_has_a_column_for_every_action() -> None:
    games = batch("agram")
    mask = games.mask()
    assert mask.shape == (12, game("agram").action_count)
    assert mask.sum(axis=1).tolist() == [6] * 12
    for k in range(12):
        assert np.flatnonzero(mask[k]).tolist() == sorted(a.id for a in games.actions(k))


def test_there_is_room_for_any_number_of_options(load_text: Load) -> None:
    """And the rows stay side by side."""
    games = load_text("""(game (setup (create players 2) (create deck (game vloc D) (deck (A (B)))))
        (choice ((any (range 1..3) 'N (set (game sto LEFT) 'N))))
        (choice ((any (range 1..(^ 10 (game sto LEFT))) 'N (set (game sto X) 'N))))
        (scoring max (game sto X)))""").batch(3, mode="python")
    games.apply(games.offer().codes[np.arange(3), [0, 2, 1]])
    assert games.offer().counts.tolist() == [10, 1000, 100]
    games.apply(games.offer().codes[np.arange(3), [9, 999, 99]])
    assert games.scores().tolist() == [[10, 10], [1000, 1000], [100, 100]]


# --- playing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_actions_are_played_by_their_numbers(mode: str) -> None:
    games = batch("agram", mode=mode)
    states = [game("agram").new(key=game_key(1, k)) for k in range(12)]
    rng = np.random.default_rng(1)
    while not games.over.all():
        wanted = np.array([rng.choice(np.flatnonzero(row)) for row in games.mask()])
        games.play(wanted)
        states = [
            state.after(next(a for a in state.actions if a.id == number))
            for state, number in zip(states, wanted, strict=True)
        ]
    assert [tuple(row) for row in games.scores().tolist()] == [state.scores for state in states]
    assert games.mask().sum() == 0


@pytest.mark.parametrize("mode", MODES)
def test_minus_one_leaves_a_game_as_it_is(mode: str) -> None:
    games = batch("agram", mode=mode)
    before = games.states.copy()
    wanted = games.offer().actions[:, 0].copy()
    wanted[3:] = -1
    games.play(wanted)
    assert not (games.states[:3] == before[:3]).all(axis=1).any()
    assert np.array_equal(games.states[3:], before[3:])


def test_actions_without_a_number_are_played_by_their_codes() -> None:
    """In Fishing a whole set of cards can be caught: such actions have no column in the mask."""
    games = batch("fishing", 40)
    nameless = 0
    rng = np.random.default_rng(1)
    while not games.over.all():
        offer, mask = games.offer(), games.mask()
        numbered = (offer.actions >= 0).sum(axis=1)
        assert np.array_equal(mask.sum(axis=1), numbered)
        nameless += int((offer.counts - numbered).sum())
        picked = rng.integers(0, np.maximum(offer.counts, 1))
        games.apply(np.where(offer.counts > 0, offer.codes[np.arange(40), picked], -1))
    assert nameless > 0
    assert games.scores().sum(axis=1).tolist() == [28] * 40


@pytest.mark.parametrize("name", GAMES)
def test_all_games_can_be_played_to_their_end(name: str) -> None:
    games = batch(name, 4)
    play_out(games, np.random.default_rng(2))
    assert (games.offer().counts == 0).all()
    assert (games.offer().seats == -1).all()
    before = games.states.copy()
    assert games.scores().shape == (4, game(name).players)
    assert np.array_equal(games.states, before), "asking for the scores changed something"


def test_scores_that_cannot_be_worked_out_are_an_error(load_text: Load) -> None:
    games = load_text("""(game (setup (create players 2) (create deck (game vloc D) (deck (A (B)))))
        (choice ((turn pass)))
        (scoring max (// 1 (game sto X))))""").batch(3, mode="python")
    with pytest.raises(GameError, match="division by zero"):
        games.scores()


# --- refused in one sentence ----------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_what_is_not_on_offer_is_refused_and_nothing_is_played(mode: str) -> None:
    games = batch("agram", mode=mode)
    before = games.states.copy()
    codes = games.offer().codes[:, 0].copy()
    codes[7] = 10**6
    with pytest.raises(IllegalAction, match=r"^option 1000000 is not on offer in game 7$"):
        games.apply(codes)
    wanted = games.offer().actions[:, 0].copy()
    wanted[2] = np.flatnonzero(~games.mask()[2])[0]
    with pytest.raises(IllegalAction, match=r"^action \d+ is not on offer in game 2$"):
        games.play(wanted)
    assert np.array_equal(games.states, before)


def test_a_game_that_is_over_has_nothing_on_offer() -> None:
    games = batch("kuhn", 3)
    play_out(games, np.random.default_rng(1))
    with pytest.raises(IllegalAction, match=r"^option 0 is not on offer in game 0$"):
        games.apply(np.zeros(3, np.int64))


def test_wrong_numbers_of_things_are_refused() -> None:
    games = batch("agram")
    with pytest.raises(KibitzError, match=r"^codes of the shape \(3,\) for 12 games"):
        games.apply(np.zeros(3, np.int64))
    with pytest.raises(KibitzError, match=r"^actions of the shape \(3,\) for 12 games"):
        games.play(np.zeros(3, np.int64))
    with pytest.raises(KibitzError, match=r"^marks of the shape \(3,\) for 12 games"):
        games.deal(np.ones(3, bool))
    with pytest.raises(KibitzError, match=r"^states of the shape"):
        games.restore(games.states[:3])
    with pytest.raises(KibitzError, match=r"^a batch of 0 games"):
        batch("agram", 0)
    with pytest.raises(KibitzError, match=r"^there is no mode `fast`"):
        batch("agram", mode="fast")
