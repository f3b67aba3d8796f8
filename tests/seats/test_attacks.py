"""What a hostile bot tries, in each kind of sandbox that there is here."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from kibitz.seats import calls, landlock, trials
from kibitz.seats.attacks import ATTACKS
from kibitz.seats.trials import TRIALS, Ground, Trial, judged, promises

from .targets import unavailable


@pytest.fixture(scope="module", params=["limits", "bwrap"])
def ground(request: pytest.FixtureRequest) -> Iterator[Ground]:
    if reason := unavailable(request.param):
        pytest.skip(reason)
    with Ground(request.param) as found:
        yield found


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
def test_it_holds(ground: Ground, trial: Trial) -> None:
    verdict = judged(ground, trial)
    if not verdict.promised:
        pytest.skip(f"{ground.kind} does not promise that on this machine")
    assert verdict.got == ""


HARMLESS = (
    *("read_judges_file", "read_judges_memory", "list_processes", "read_argv_and_environment"),
    *("kill_judge", "connect_tcp", "send_udp", "connect_abstract", "connect_named"),
    *("fill_disk", "fill_memory_file", "leave_something", "raise_limits"),
)


@pytest.fixture(scope="module")
def open_ground() -> Iterator[Ground]:
    with Ground("off") as found:
        yield found


@pytest.mark.parametrize("name", HARMLESS)
def test_the_attack_is_a_real_one(open_ground: Ground, name: str) -> None:
    trial = next(trial for trial in TRIALS if trial.name == name)
    verdict = judged(open_ground, trial)
    assert not verdict.promised
    assert verdict.got


def test_every_attack_is_tried() -> None:
    asked = {"worked", "find_something", "hear_partner"}
    assert {trial.name for trial in TRIALS} - {"judge_killed"} == set(ATTACKS) - asked


def test_off_promises_that_processes_end_and_nothing_else() -> None:
    assert promises("off", "nothing")
    assert not promises("off", "files")
    assert promises("bwrap", "files")


@pytest.mark.parametrize(("version", "files", "signals"), [(0, False, False), (3, True, False)])
def test_limits_promise_what_the_kernel_has(
    monkeypatch: pytest.MonkeyPatch, version: int, files: bool, signals: bool
) -> None:
    monkeypatch.setattr(landlock, "version", lambda: version)
    monkeypatch.setattr(calls, "is_known", lambda: False)
    assert promises("limits", "limits")
    assert promises("limits", "files") == files
    assert promises("limits", "signals") == signals
    assert not promises("limits", "calls")


def test_root_has_no_limit_on_processes_without_a_user_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(trials, "own_user", lambda number: None)
    assert not promises("limits", "count")
