"""Networks in JAX: the same as in NumPy, and steps that make them less wrong."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz import load
from kibitz.errors import KibitzError
from kibitz.learn import model
from kibitz.learn.packing import packing_of
from kibitz.learn.xla import jax, jnp
from kibitz.nets import blank

GAME = load("agram", NUMP=2, HAND=2)


def batches(
    count: int, columns: int, actions: int, used: int | None = None
) -> dict[str, NDArray[Any]]:
    """Rows, of which only the first columns are used, and what is to be said of them."""
    rng = np.random.default_rng(5)
    rows = rng.standard_normal((count, 8, columns)).astype(np.float32)
    rows[..., used if used is not None else columns :] = 0
    taken = rng.integers(0, actions, (count, 8)).astype(np.int32)
    return {"rows": rows, "actions": taken, "rewards": rows[..., :3].sum(axis=2)}


def loss(parameters: model.Parameters, target: model.Parameters, batch: model.Batch) -> model.Array:
    said = model.chosen(model.forward(parameters, batch["rows"])["q"], batch["actions"])
    return model.huber(said, batch["rewards"])


STEP = model.stepper(loss)
"""Compiled once for all of these tests: most have batches of one shape."""


def same(one: Any, other: Any) -> None:
    """Whether two standings, or parts of them, are the same."""
    for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("hidden", [(), (7, 4)])
def test_a_network_is_the_same_in_jax_and_comes_back_as_it_was(hidden: tuple[int, ...]) -> None:
    network = blank(GAME, hidden=hidden, heads=("q", "policy", "value"))
    rows = GAME.batch(6, mode="python").encode()
    parameters = model.parameters_of(network)
    said, true = model.forward(parameters, jnp.asarray(rows)), network.answers(rows)
    for name, points in (("q", network.scale), ("policy", 1.0), ("value", network.scale)):
        np.testing.assert_allclose(said[name] * points, getattr(true, name), rtol=1e-4, atol=1e-4)
    again = model.network_of(parameters, network)
    same((network.hidden, dict(network.heads)), (again.hidden, dict(again.heads)))


def test_steps_make_the_loss_smaller_and_leave_the_target_alone() -> None:
    network = blank(GAME, hidden=(8,))
    start = standing = model.begun(model.parameters_of(network))
    made = batches(4, network.purpose.columns, network.purpose.actions)
    means = []
    for _ in range(20):
        standing, losses = STEP(standing, made, 0.01)
        means.append(float(losses.mean()))
    assert means[-1] < 0.3 * means[0]
    same(start.target, standing.target)


def test_several_steps_of_one_call_are_those_of_several_calls() -> None:
    network = blank(GAME, hidden=(8,))
    made = batches(4, network.purpose.columns, network.purpose.actions)
    together, losses = STEP(model.begun(model.parameters_of(network)), made, 1e-3)
    standing, found = model.begun(model.parameters_of(network)), []
    for k in range(4):
        one = {name: each[k : k + 1] for name, each in made.items()}
        standing, wrong = STEP(standing, one, 1e-3)
        found.append(float(wrong[0]))
    np.testing.assert_allclose(found, losses, rtol=1e-5)
    for a, b in zip(jax.tree.leaves(together), jax.tree.leaves(standing), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-7)


def test_columns_that_are_always_0_can_be_left_out() -> None:
    network = blank(GAME, hidden=(8,))
    columns, wide = np.arange(9), network.purpose.columns
    made = batches(4, wide, network.purpose.actions, used=9)
    start = model.begun(model.parameters_of(network))
    whole, _ = STEP(start, made, 1e-2)
    few = {**made, "rows": made["rows"][..., columns]}
    small, _ = STEP(model.trimmed(start, columns), few, 1e-2)
    found = model.spread(small, start, columns)
    for a, b in zip(jax.tree.leaves(whole), jax.tree.leaves(found), strict=True):
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-6)
    before, after = (model.network_of(each.parameters, network) for each in (start, found))
    np.testing.assert_array_equal(before.hidden[0][0][9:], after.hidden[0][0][9:])
    assert not np.array_equal(before.hidden[0][0][:9], after.hidden[0][0][:9])


def test_the_first_weights_of_a_network_without_hidden_layers_are_those_of_its_heads() -> None:
    network = blank(GAME, hidden=(), heads=("q", "value"))
    start = model.begun(model.parameters_of(network))
    small = model.trimmed(start, np.array([7, 2]))
    for parameters in (small.parameters, small.target):
        for name in ("q", "value"):
            np.testing.assert_array_equal(parameters[name][0], network.heads[name][0][[7, 2]])
    same(model.spread(small, start, np.array([7, 2])), start)


def test_a_network_can_be_made_to_heed_some_columns_only() -> None:
    network = blank(GAME, hidden=(8,))
    rows = np.random.default_rng(1).standard_normal((4, network.purpose.columns)).astype(np.float32)
    others = rows.copy()
    others[:, 3:] += 1
    heeding = model.without(network, np.arange(3))
    before, after = (np.asarray(heeding.answers(each).q) for each in (rows, others))
    np.testing.assert_array_equal(before, after)
    before, after = (np.asarray(network.answers(each).q) for each in (rows, others))
    assert not np.array_equal(before, after)


def test_rows_are_unpacked_as_they_were_packed() -> None:
    encoding = GAME.encoding.knowing("probability")
    packing = packing_of(GAME, "probability")
    games = GAME.batch(9, mode="python", knowledge=True)
    rows = games.encode(knowledge="probability")
    words = packing.pack(rows).view("<u4")
    wanted = packing.unpack(packing.pack(rows))
    columns = model.in_order(packing, np.arange(0, encoding.length, 3))
    layout = model.Layout.of(packing, columns, encoding.parts["mask"])
    found = model.unpacked(layout, {"next_rows": jnp.asarray(words), "other": jnp.zeros(9)})
    np.testing.assert_array_equal(found["next_rows"], wanted[:, columns])
    np.testing.assert_array_equal(found["next_mask"], rows[:, encoding.parts["mask"]] != 0)
    assert (np.diff(columns) < 0).sum() <= 1
    assert set(columns) == set(range(0, encoding.length, 3))


def test_a_standing_is_kept_and_comes_back() -> None:
    network = blank(GAME, hidden=(8,))
    made = batches(4, network.purpose.columns, network.purpose.actions)
    standing, _ = STEP(model.begun(model.parameters_of(network)), made, 1e-2)
    kept = model.leaves(standing)
    same(model.restored(model.begun(model.parameters_of(network)), kept), standing)
    other = model.begun(model.parameters_of(blank(GAME, hidden=(9,))))
    with pytest.raises(ValueError, match="another network"):
        model.restored(other, kept)


def test_without_jax_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.delitem(sys.modules, "kibitz.learn.xla")
    with pytest.raises(KibitzError, match=r"(?s)JAX is not installed.*kibitz\[learn\]"):
        import kibitz.learn.xla  # noqa: F401


def test_settings_and_playing_do_without_jax() -> None:
    code = (
        "import sys, kibitz.learn.training, kibitz.learn.selfplay, kibitz.nets; "
        "sys.exit('jax' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
