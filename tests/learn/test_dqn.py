"""Deep Q-learning: what the network is moved towards, reckoned by hand."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz import load
from kibitz.learn import dqn, model
from kibitz.learn.settings import Settings
from kibitz.learn.xla import jax, jnp
from kibitz.nets import blank
from kibitz.work import open as open_place

ACTIONS = 3


def linear(weights: list[list[float]]) -> model.Parameters:
    """A network without hidden layers: row k is what it says of position k."""
    return {"hidden": [], "q": (jnp.asarray(weights), jnp.zeros(ACTIONS))}


def position(*numbers: int) -> NDArray[np.float32]:
    return np.eye(2, dtype=np.float32)[list(numbers)]


def batch(**changed: Any) -> dict[str, Any]:
    return {
        "rows": position(0),
        "actions": np.array([1], np.int32),
        "rewards": np.array([0.5], np.float32),
        "next_rows": position(1),
        "next_mask": np.array([[True, True, True]]),
        "more": np.array([True]),
        **changed,
    }


ONLINE = linear([[0, 1.0, 0], [3.0, 2.0, 9.0]])
TARGET = linear([[0, 0.0, 0], [10.0, 20.0, 30.0]])


def test_the_network_chooses_and_the_target_says_what_that_is_worth() -> None:
    found = dqn.wanted(ONLINE, TARGET, batch())
    np.testing.assert_allclose(found, [30.5])


def test_what_is_not_on_offer_is_not_chosen() -> None:
    given = batch(next_mask=np.array([[True, True, False]]))
    np.testing.assert_allclose(dqn.wanted(ONLINE, TARGET, given), [10.5])
    given = batch(next_mask=np.array([[False, True, False]]))
    np.testing.assert_allclose(dqn.wanted(ONLINE, TARGET, given), [20.5])


def test_after_the_end_there_are_no_points() -> None:
    given = batch(more=np.array([False]), next_mask=np.zeros((1, ACTIONS), bool))
    np.testing.assert_allclose(dqn.wanted(ONLINE, TARGET, given), [0.5])


def test_the_loss_is_hubers_and_moves_only_what_was_said() -> None:
    given = batch(rewards=np.array([-29.2], np.float32))  # 0.8 wanted, 1.0 said
    assert float(dqn.loss(ONLINE, TARGET, given)) == pytest.approx(0.02, rel=1e-3)
    gradient = jax.grad(dqn.loss)(ONLINE, TARGET, given)
    np.testing.assert_allclose(gradient["q"][0], np.array([[0, 0.2, 0], [0, 0, 0]]), atol=1e-5)
    far = batch(rewards=np.array([-39.0], np.float32))  # -9 wanted, 1 said
    assert float(dqn.loss(ONLINE, TARGET, far)) == pytest.approx(9.5)


def test_values_come_down_through_decisions() -> None:
    """Position 0 gives nothing but leads to position 1, where action 2 gives a point."""
    parameters = linear([[0.0] * ACTIONS, [0.0] * ACTIONS])
    standing, step = model.begun(parameters), model.stepper(dqn.loss)
    made = {
        "rows": position(0, 1, 1),
        "actions": np.array([1, 2, 0], np.int32),
        "rewards": np.array([0, 1, -1], np.float32),
        "next_rows": position(1, 0, 0),
        "next_mask": np.array([[True, False, True]] * 3),
        "more": np.array([True, False, False]),
    }
    repeated = {name: np.repeat(each[None], 100, axis=0) for name, each in made.items()}
    for _ in range(8):
        standing, _ = step(standing, repeated, 0.02)
        standing = standing._replace(target=standing.parameters)
    weights, bias = standing.parameters["q"]
    said = np.asarray(weights + bias)
    assert said[0, 1] == pytest.approx(1, abs=0.1)
    assert said[1, 2] == pytest.approx(1, abs=0.1)
    assert said[1, 0] == pytest.approx(-1, abs=0.1)


def test_where_nothing_comes_after_the_horizon_the_points_are_all() -> None:
    given = batch()
    for name in ("next_rows", "next_mask", "more"):
        del given[name]
    np.testing.assert_allclose(dqn.wanted(ONLINE, TARGET, given), [0.5])
    last = batch(more=np.array([False]))
    assert dqn.loss(ONLINE, TARGET, given) == dqn.loss(ONLINE, TARGET, last)


@pytest.mark.parametrize(
    ("horizon", "ahead"), [("hand", False), (1, True), ("alone", False), ("game", False)]
)
def test_batches_look_ahead_where_there_is_something(horizon: str | int, ahead: bool) -> None:
    """Agram is one hand."""
    settings = Settings.of(load("agram", NUMP=2), steps=1, batch=16, horizon=horizon)
    game = settings.game.game()
    network = blank(game, hidden=(8,))
    with open_place(workers=1) as place:
        source = dqn.method(settings).source(settings, game, network, place, Path())
        source.prepare(network, lambda _: None, threading.Event())
    found = source.batches(np.random.default_rng(1), 2)
    assert ("next_rows" in found) == ("more" in found) == ahead
