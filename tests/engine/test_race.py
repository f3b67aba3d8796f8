"""Races: runners take turns, and laps are as long as they should be. Clocks are ours here."""

from __future__ import annotations

import pytest

from kibitz.engine.race import Result, Runner, machine, race


class Clock:
    """CPU time that passes only when a runner says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.order: list[str] = []

    def runner(self, name: str, *, start: float = 0.0, game: float, decisions: int = 10) -> Runner:
        """One whose laps take some time to begin with, and some for each game."""

        def play(games: int) -> int:
            self.now += start + game * games
            self.order.append(name)
            return games * decisions

        return Runner(name, play)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("kibitz.engine.race.time.process_time", lambda: made.now)
    return made


def test_speed_is_decisions_per_cpu_second(clock: Clock) -> None:
    fast, slow = race(
        [clock.runner("fast", game=0.001), clock.runner("slow", game=0.004, decisions=20)],
        seconds=1,
        rounds=3,
    )
    assert fast.laps == pytest.approx([10_000] * 3)
    assert slow.median == pytest.approx(5_000)
    assert fast.over(slow) == pytest.approx((2, 2, 2))
    assert (fast.games, fast.decisions) == (1000, 30_000)
    assert str(slow).startswith("slow: 5,000 decisions per CPU-second")


def test_a_lap_is_as_long_as_asked_for_also_if_starting_takes_a_while(clock: Clock) -> None:
    (result,) = race([clock.runner("heavy", start=0.1, game=0.0001)], seconds=0.5, rounds=1)
    assert 0.4 < 0.1 + 0.0001 * result.games < 1


@pytest.mark.parametrize("game", [1e-9, 1e-3, 100])
def test_every_speed_can_be_measured(clock: Clock, game: float) -> None:
    (result,) = race([clock.runner("any", game=game)], seconds=0.5, rounds=2)
    assert result.median == pytest.approx(10 / game)


def test_runners_take_turns_there_and_back_again(clock: Clock) -> None:
    runners = [clock.runner(name, game=1) for name in "abc"]
    race(runners, seconds=1, rounds=3)
    assert "".join(clock.order[-9:]) == "abccbaabc"


def test_progress_counts_the_laps(clock: Clock) -> None:
    told: list[int] = []
    race([clock.runner(name, game=1) for name in "ab"], seconds=1, rounds=2, progress=told.append)
    assert told == [1, 2, 3, 4, 5, 6]


def test_a_slow_lap_does_not_count_for_more_than_a_fast_one() -> None:
    result = Result("uneven", 1, 3, (5.0, 1.0, 4.0))
    assert (result.least, result.median, result.most) == (1, 4, 5)


def test_the_machine_is_described() -> None:
    found = machine()
    assert set(found) == {"date", "processor", "cores", "load", "python", "llvmlite"}
    assert all(found.values())
