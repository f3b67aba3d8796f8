"""The points of a training, and their file, which survives a crash."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.errors import KibitzError
from kibitz.learn import curve
from learn.fabricated import NASTY, met, point


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / curve.FILE


POINTS = [point(0, met("random", 0.1)), point(100), point(200, met("random"), met(NASTY, -2.5))]


def test_what_is_added_is_read_again(path: Path) -> None:
    for each in POINTS:
        curve.add(path, each)
    assert curve.read(path) == POINTS
    assert curve.opponents(POINTS) == ["random", NASTY]


def test_a_point_without_an_interval_stays_one(path: Path) -> None:
    alone = point(5, replace(met(), over_interval=None, wins_interval=None))
    curve.add(path, alone)
    assert curve.read(path) == [alone]


def test_before_anything_was_written_there_is_nothing(path: Path) -> None:
    assert curve.read(path) == []


@pytest.mark.parametrize("left", [1, 40, -2])
def test_a_line_that_a_crash_cut_off_is_left_out(path: Path, left: int) -> None:
    for each in POINTS:
        curve.add(path, each)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rindex(b"\n") + 1
    path.write_bytes(whole[: last + left] if left > 0 else whole[:left])
    assert curve.read(path) == POINTS[:2]
    curve.add(path, POINTS[2])
    assert curve.read(path) == POINTS


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{}",
        "null",
        "[" * 100_000,
        '{"step":1}',
        json.dumps({**point(1).to_json(), "loss": "x"}),
        json.dumps({**point(1).to_json(), "more": 1}),
        json.dumps({**point(1).to_json(), "loss": float("nan")}),
        json.dumps({**point(1).to_json(), "against": [{"opponent": 1}]}),
        json.dumps({**point(1, met()).to_json()}).replace('"random"', "7"),
        json.dumps({**point(1, met()).to_json()}).replace("2.5, 3.5", "2.5"),
    ],
)
def test_what_is_no_point_is_left_out(path: Path, line: str) -> None:
    curve.add(path, POINTS[0])
    with path.open("a") as file:
        file.write(f"{line}\n")
    curve.add(path, POINTS[1])
    assert curve.read(path) == POINTS[:2]


def test_points_after_a_checkpoint_are_cut_off(path: Path) -> None:
    for each in POINTS:
        curve.add(path, each)
    with path.open("a") as file:
        file.write('{"step":2')
    curve.cut(path, 100)
    assert curve.read(path) == POINTS[:2]
    assert path.read_text().count("\n") == 2
    curve.cut(path, -1)
    assert path.read_text() == ""


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match="cannot be written"):
        curve.add(tmp_path, POINTS[0])
    with pytest.raises(KibitzError, match="cannot be written"):
        curve.cut(tmp_path / "none" / curve.FILE, 1)
    with pytest.raises(KibitzError, match="cannot be read"):
        curve.read(tmp_path)
