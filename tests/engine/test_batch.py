"""Batches: many games in one array, as learning uses them."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.engine.simulation import game_key
from kibitz.errors import IllegalAction, KibitzError

from .tables import GAMES, game


@pytest.mark.parametrize("name", GAMES)
def test_a_row_is_a_state_and_offers_what_the_state_offers(name: str) -> None:
    batch = game(name).batch(4, seed=9, mode="python")
    for row in range(4):
        state = game(name).new(key=game_key(9, row))
        assert state.array.tobytes() == batch.states[row].tobytes()
        assert state.actions == batch.actions(row)
        assert state.to_move == batch.offer().seats[row]
        dense = {action.id for action in state.actions if action.id < game(name).action_count}
        assert set(np.flatnonzero(batch.mask()[row])) == dense


def test_games_are_played_by_the_numbers_of_actions_until_all_are_over() -> None:
    agram = game("agram")
    batch = agram.batch(6, seed=2, mode="python")
    states = [agram.new(key=game_key(2, row)) for row in range(6)]
    while not batch.over.all():
        chosen = [state.actions[-1] for state in states]
        batch.play(np.array([action.id for action in chosen]))
        states = [state.after(action) for state, action in zip(states, chosen, strict=True)]
    assert batch.scores().tolist() == [list(state.scores) for state in states]
    assert batch.offer().counts.tolist() == [0] * 6
    assert set(batch.offer().seats) == {-1}


def test_games_that_are_over_can_be_dealt_anew_and_go_on_in_the_series() -> None:
    kuhn = game("kuhn")
    batch = kuhn.batch(3, seed=5, mode="python")
    while not batch.over[0]:
        codes = batch.offer().codes[:, 0].copy()
        codes[1:] = -1
        batch.apply(codes)
    batch.deal(batch.over)
    assert batch.dealt == 4
    assert kuhn.new(key=game_key(5, 3)).array.tobytes() == batch.states[0].tobytes()
    assert kuhn.new(key=game_key(5, 1)).array.tobytes() == batch.states[1].tobytes()


def test_what_is_not_on_offer_is_refused_and_changes_nothing() -> None:
    batch = game("agram").batch(2, mode="python")
    before = batch.states.copy()
    with pytest.raises(IllegalAction, match="option 99 is not on offer in game 1"):
        batch.apply(np.array([-1, 99]))
    other = int(np.flatnonzero(~batch.mask()[0])[0])
    with pytest.raises(IllegalAction, match=f"action {other} is not on offer in game 0"):
        batch.play(np.array([other, -1]))
    with pytest.raises(KibitzError, match="one for each"):
        batch.apply(np.array([0]))
    assert np.array_equal(batch.states, before)


def test_a_batch_has_at_least_one_game_and_a_known_mode() -> None:
    with pytest.raises(KibitzError, match="at least one"):
        game("agram").batch(0)
    with pytest.raises(KibitzError, match="there is no mode `fast`"):
        game("agram").batch(1, mode="fast")
