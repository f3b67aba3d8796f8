"""Games in progress are seen by those who watch, and nothing depends on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.compete.live import FILE, PACE, STALE, Scribe, clear, read_live
from kibitz.compete.model import GameId
from kibitz.engine.descriptions import load
from kibitz.engine.record import Record

GAME = GameId(0, 0, 2, 11, 1)
NAMES = ("Ana", "Bea", "Ana", "Bea")


class Clock:
    """Says what it is told to say."""

    def __init__(self) -> None:
        self.now = 1e9

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_game_is_seen_as_far_as_it_was_decided(tmp_path: Path, clock: Clock) -> None:
    scribe, state = Scribe(tmp_path, clock), load("brisca").new(seed=1)
    scribe.begin(GAME, NAMES)
    scribe.see(state)
    clock.now += 1
    after = state.after(state.actions[0])
    scribe.see(after)
    (live,) = read_live(tmp_path, clock)
    assert (live.id, live.names) == (GAME, NAMES)
    assert Record.from_json(live.record) == Record.of(after, NAMES)
    assert (live.begun, live.changed) == (1e9, 1e9 + 1)
    scribe.end()
    assert list(read_live(tmp_path, clock)) == []
    scribe.close()


def test_it_is_not_written_more_often_than_people_look(tmp_path: Path, clock: Clock) -> None:
    scribe, state = Scribe(tmp_path, clock), load("brisca").new(seed=1)
    scribe.begin(GAME, NAMES)
    scribe.see(state)
    clock.now += PACE / 2
    scribe.see(state.after(state.actions[0]))
    (live,) = read_live(tmp_path, clock)
    assert Record.from_json(live.record).actions == ()
    scribe.close()


def test_what_nobody_writes_about_vanishes(tmp_path: Path, clock: Clock) -> None:
    scribe = Scribe(tmp_path, clock)
    scribe.begin(GAME, NAMES)
    scribe.see(load("brisca").new(seed=1))
    scribe.close()
    clock.now += STALE + 1
    assert list(read_live(tmp_path, clock)) == []
    clear(tmp_path)
    assert not (tmp_path / FILE).exists()
    assert list(read_live(tmp_path, clock)) == []


def test_where_nothing_can_be_written_the_game_goes_on(tmp_path: Path, clock: Clock) -> None:
    scribe = Scribe(tmp_path / "nowhere", clock)
    scribe.begin(GAME, NAMES)
    scribe.see(load("brisca").new(seed=1))
    scribe.end()
    scribe.close()


def test_nobody_else_can_read_it(tmp_path: Path, clock: Clock) -> None:
    Scribe(tmp_path, clock).close()
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
