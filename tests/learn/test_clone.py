"""A clone comes to play as its teacher does."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.engine.encoding import encoding_of
from kibitz.learn import clone
from kibitz.learn.clone import Cloning, agreement, loss
from kibitz.learn.model import parameters_of
from kibitz.learn.settings import Settings
from kibitz.learn.suits import renamings
from kibitz.learn.training import train
from kibitz.nets import Network, blank
from kibitz.work import Here
from learn.thinkers import HIGHEST, thinking_in_python

__all__ = ["thinking_in_python"]

GAME = kibitz.load("agram", NUMP=2, HAND=3)


def settings(**given: Any) -> Settings:
    told = {"steps": 64, "stride": 16, "lessons": 200, "batch": 64, "hidden": (), "mode": "python"}
    told |= {"opponents": (), "method": "clone", "teacher": "random", "rate": 0.03}
    return Settings.of(GAME, **{**told, **given})


def network(hidden: tuple[int, ...] = ()) -> Network:
    return blank(GAME, hidden=hidden, heads=clone.HEADS, scale=1)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Cloning:
    folder = tmp_path_factory.mktemp("clone")
    made = Cloning(settings(), GAME, network(), Here(), folder)
    made.prepare(network(), lambda doing: None, threading.Event())
    return made


@pytest.mark.usefixtures("thinking_in_python")
def test_a_clone_agrees_with_its_teacher(tmp_path: Path) -> None:
    told = settings(teacher=HIGHEST, lessons=600)
    made = train(told, tmp_path, place=Here())
    before, *_ = map(json.loads, (tmp_path / "agreement.jsonl").read_text().splitlines())
    source = Cloning(told, GAME, made, Here(), tmp_path)
    source.restore({}, {})
    after = agreement(made, source.lessons, source.held_out)
    assert after.policy > 0.85 > before["policy"]
    assert after.surprise < before["surprise"]
    assert made.story["teacher"] == HIGHEST


def test_the_same_rounds_have_the_same_batches(source: Cloning) -> None:
    again = Cloning(settings(), GAME, network(), Here(), source.folder)
    before = {path: path.stat().st_mtime_ns for path in (source.folder / "lessons").iterdir()}
    again.restore(*source.kept())
    one, other = (each.batches(np.random.default_rng(7), 2) for each in (source, again))
    for name in one:
        assert np.array_equal(one[name], other[name]), name
    assert {
        path: path.stat().st_mtime_ns for path in (source.folder / "lessons").iterdir()
    } == before


def test_what_is_on_offer_is_still_on_offer_when_suits_are_renamed(source: Cloning) -> None:
    batch = source.batches(np.random.default_rng(1), 3)
    assert batch["rows"].shape == (3, 64, len(source.columns))  # type: ignore[arg-type]
    whole = np.zeros((3, 64, encoding_of(GAME).length), np.float32)
    whole[..., source.columns] = batch["rows"]
    mask = whole[..., encoding_of(GAME).parts["mask"]]
    for at in np.ndindex(3, 64):
        numbers = batch["options"][at]
        assert set(np.flatnonzero(mask[at])) == set(numbers[numbers >= 0])
    assert np.allclose(batch["shares"].sum(axis=-1), 1)


def test_columns_that_are_left_out_are_never_seen_whatever_is_renamed(source: Cloning) -> None:
    assert source.columns is not None
    seen = source.lessons.packing.unpack(source.lessons.rows)
    left = np.setdiff1d(np.arange(seen.shape[1]), source.columns)
    assert 0 < len(left) < seen.shape[1]
    for way in renamings(GAME).columns:
        assert not seen[:, way[left]].any()


def test_games_that_are_held_out_are_not_learnt(source: Cloning) -> None:
    games = source.lessons.games
    assert not np.intersect1d(games[source.held_out], games[source.learnt]).size
    assert len(source.held_out) + len(source.learnt) == source.decisions


def test_options_that_are_not_there_do_not_count(source: Cloning) -> None:
    full = network((4,))
    batch = {name: each[0] for name, each in source.batches(np.random.default_rng(1), 1).items()}
    rows = np.zeros((64, encoding_of(GAME).length), np.float32)
    rows[:, source.columns] = batch["rows"]
    wider = {
        **batch,
        "rows": rows,
        "options": np.pad(batch["options"], ((0, 0), (0, 2)), constant_values=-1),
    }
    for name in ("shares", "weights", "values"):
        wider[name] = np.pad(batch[name], ((0, 0), (0, 2)))
    parameters = parameters_of(full)
    given: dict[str, Any] = {**batch, "rows": rows}
    plain = loss(parameters, parameters, given)
    assert np.isclose(plain, loss(parameters, parameters, wider))
    assert np.isfinite(plain)
