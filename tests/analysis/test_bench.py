"""The bench: the same answers in the same order, whoever plays; and what there is if it stops."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

import kibitz
from kibitz.analysis.bench import Bench, Progress
from kibitz.analysis.run import report
from kibitz.analysis.studies import STUDIES
from kibitz.errors import KibitzError
from kibitz.work import Here, Job

from .known import known

CALL = f"{__name__}:lot"


def lot(game: Any, first: int, last: int, seed: int, times: int = 1) -> list[int]:
    """What a worker does in these tests: the deals of some games, told by their first card."""
    return [times * game.new(seed=seed * 1000 + i).cards_at(1)[0] for i in range(first, last)]


class Backwards(Here):
    """A place that answers the last of three jobs first, as the quicker of several workers may."""

    def as_they_come(self, jobs: Iterable[Job]) -> Iterator[tuple[int, Any]]:
        waiting: list[tuple[int, Job]] = []
        for number, job in enumerate(jobs):
            waiting.append((number, job))
            if len(waiting) == 3:
                yield from ((n, self.ask(each)) for n, each in reversed(waiting))
                waiting.clear()
        yield from ((n, self.ask(each)) for n, each in reversed(waiting))


class Interrupted(Here):
    """A place at which somebody presses Ctrl-C after some jobs."""

    def __init__(self, jobs: int) -> None:
        super().__init__()
        self.left = jobs

    def ask(self, job: Job) -> Any:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        return super().ask(job)


def dealt(place: Here, games: int = 70, **settings: Any) -> list[Any]:
    return list(Bench(kibitz.load("agram"), 5, place).lots(CALL, range(games), 10, **settings))


def test_answers_come_in_the_order_of_the_games() -> None:
    expected = dealt(Here())
    assert [len(each) for each in expected] == [10] * 7
    assert dealt(Backwards()) == expected


def test_settings_are_handed_on() -> None:
    assert dealt(Here(), 10, times=2) == [[2 * card for card in dealt(Here(), 10)[0]]]


def test_ctrl_c_keeps_what_there_is_and_ends_later_studies() -> None:
    bench = Bench(kibitz.load("agram"), 5, Interrupted(3))
    assert list(bench.lots(CALL, range(70), 10)) == dealt(Here())[:3]
    assert bench.stopped == "interrupted"
    assert list(bench.lots(CALL, range(70), 10)) == []


def test_when_the_time_is_up_nothing_is_begun() -> None:
    bench = Bench(kibitz.load("agram"), 5, Here(), until=time.monotonic() - 1)
    assert list(bench.lots(CALL, range(70), 10)) == []
    assert bench.stopped == "clock"
    bench = Bench(kibitz.load("agram"), 5, Here(), until=time.monotonic() + 1e6)
    assert len(list(bench.lots(CALL, range(70), 10))) == 7
    assert bench.stopped is None


def test_progress_goes_from_where_a_study_begins_and_leaves_room_for_more() -> None:
    told: list[Progress] = []
    bench = Bench(kibitz.load("agram"), 5, Here(), progress=told.append)
    bench.begin("deals", 0.5, 0.25)
    list(bench.lots(CALL, range(40), 10))
    assert [each.done for each in told] == [0.5, 0.546875, 0.59375, 0.640625, 0.6875]
    assert {each.study for each in told} == {"deals"}


def test_a_report_is_the_same_whatever_the_workers() -> None:
    game = kibitz.load("agram", NUMP=3)
    one, two = (
        report(game, random=300, studies=("random",), workers=workers).to_json()
        for workers in (1, 2)
    )
    assert one == two


def never(*_: Any) -> None:
    """Somebody presses Ctrl-C just here."""
    raise KeyboardInterrupt


def test_an_interrupted_report_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.analysis.tallies.Tally.add", never)
    found = report(kibitz.load("agram"), random=50, studies=("random", "exact"), workers=1)
    assert found.stopped == "interrupted"
    assert not found.measured


def test_ctrl_c_while_something_is_measured_keeps_what_was_measured_before() -> None:
    whole = {study.key: study for study in STUDIES}
    exact = replace(whole["exact"], measures=(never,))
    after = replace(whole["ends"], gather=never)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("kibitz.analysis.run.STUDIES", (whole["random"], exact, after))
        found = report(known("skill"), random=50, workers=1)
    assert found.stopped == "interrupted"
    assert found.figure("decisions") is not None
    assert found.samples.keys() == {"random"}


def test_who_has_had_enough_waits_for_no_other_study() -> None:
    def compiles(*_: Any) -> None:
        raise AssertionError("this takes a while")

    enough = Event()
    enough.set()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("kibitz.analysis.run.STUDIES", (replace(STUDIES[0], gather=compiles),))
        found = report(kibitz.load("agram"), workers=1, enough=enough)
    assert found.stopped == "interrupted"
    assert not found.samples


def test_a_study_that_does_not_exist_is_refused() -> None:
    with pytest.raises(KibitzError, match="there is no study `randm`; did you mean `random`"):
        report(kibitz.load("agram"), studies=("randm",))
