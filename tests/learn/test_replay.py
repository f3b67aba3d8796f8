"""The replay gives back what it was given, the newest of it, and what came after."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz import KibitzError
from kibitz.engine import Game
from kibitz.learn import Company, Lot, Replay, act
from kibitz.nets import blank

GAME = kibitz.load("boerenbridge", FIRST=1, PEAK=2)


@pytest.fixture(scope="module")
def lot() -> Lot:
    return played(GAME, range(4))


def played(game: Game, numbers: range) -> Lot:
    networks, company = [blank(game, hidden=(4,), scale=1)], Company({"self": 1})
    return act(
        game, numbers, seed=2, networks=networks, company=company, epsilon=0.5, mode="python"
    )


class _InOrder(np.random.Generator):
    """Draws what lies there, one after the other."""

    def __init__(self) -> None:
        super().__init__(np.random.PCG64(1))

    def integers(self, low, high, size):  # type: ignore[no-untyped-def, override]
        return np.arange(low, low + size)


@pytest.mark.parametrize("horizon", ["hand", "game", "alone", 1, 2])
def test_what_is_drawn_is_what_happened(lot: Lot, horizon: str | int) -> None:
    replay = Replay(GAME, room=len(lot) + 10)
    replay.add(lot)
    sample = replay.sample(_InOrder(), len(lot), horizon)
    encoded = replay.packing.unpack(lot.rows)
    masks = encoded[:, GAME.encoding.parts["mask"]] != 0
    after = {
        "hand": lot.later,
        "game": np.full(len(lot), -1),
        "alone": np.full(len(lot), -1),
        1: lot.following,
        2: np.where(lot.following < 0, -1, lot.following[lot.following]),
    }[horizon]
    assert np.array_equal(sample.x, encoded)
    assert np.array_equal(sample.mask, masks)
    assert np.array_equal(sample.action, lot.actions)
    assert sample.mask[np.arange(len(lot)), sample.action].all()
    assert np.array_equal(sample.more, after >= 0)
    assert np.array_equal(sample.next_x[sample.more], encoded[after[after >= 0]])
    assert np.array_equal(sample.next_mask[sample.more], masks[after[after >= 0]])
    assert not sample.next_x[~sample.more].any()
    if horizon == "alone":
        assert np.array_equal(sample.reward, lot.hand)
    if horizon == 1:
        assert np.array_equal(sample.reward, lot.steps)
    if horizon == "hand":
        assert np.array_equal(sample.reward, lot.hand)  # here nothing is scored between hands
    then = np.where(sample.more, lot.rest[after], 0)
    assert horizon == "alone" or np.array_equal(sample.reward + then, lot.rest)


@pytest.mark.parametrize("room", [5, 30, 61])
def test_the_newest_push_out_the_oldest(lot: Lot, room: int) -> None:
    replay, more = Replay(GAME, room), played(GAME, range(4, 9))
    for each in (lot, more):
        replay.add(each)
    assert (len(replay), replay.added) == (room, len(lot) + len(more))
    rows = np.concatenate([lot.rows, more.rows])
    later = np.concatenate([lot.later, np.where(more.later < 0, -1, more.later + len(lot))])
    drawn = replay.draw(_InOrder(), room, "hand")
    kept = np.arange(len(rows) - room, len(rows))
    kept = np.roll(kept, len(rows) % room)
    assert np.array_equal(drawn.rows, rows[kept])
    assert np.array_equal(drawn.next_rows[drawn.more], rows[later[kept][drawn.more]])


def test_draws_are_those_of_the_generator(lot: Lot) -> None:
    replay = Replay(GAME, 1000)
    replay.add(lot)
    samples = [replay.sample(np.random.default_rng(seed), 8) for seed in (1, 1, 2)]
    assert np.array_equal(samples[0].x, samples[1].x)
    assert not np.array_equal(samples[0].x, samples[2].x)


def test_complaints_of_a_replay(lot: Lot) -> None:
    replay, rng = Replay(GAME, 100), np.random.default_rng(1)
    with pytest.raises(KibitzError, match="nothing to learn from yet"):
        replay.sample(rng, 1)
    replay.add(lot)
    for horizon in ("week", 0):
        with pytest.raises(KibitzError, match=f"no horizon `{horizon}`"):
            replay.sample(rng, 1, horizon)
    with pytest.raises(KibitzError, match="another knowledge"):
        Replay(GAME, 100, "possible").add(lot)
    with pytest.raises(KibitzError, match="room for 0 decisions"):
        Replay(GAME, 0)
