"""What is shown while a network learns, how it is stopped, and what is said at the end."""

from __future__ import annotations

import io
import json
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from learn.fabricated import curve, met, point
from rich.console import Console

import kibitz as front
from cli.conftest import Kibitz
from kibitz.cli.training import Watch
from kibitz.learn import curve as curves
from kibitz.learn.folder import Folder
from kibitz.learn.settings import Settings
from kibitz.learn.training import Progress
from kibitz.nets import blank

GAME = front.load("agram", NUMP=2, HAND=2, TRICKS=2)
TYPED = ("agram", "--set", "NUMP=2", "--set", "HAND=2", "--set", "TRICKS=2")


def progress(step: int, steps: int = 2000, **more: Any) -> Progress:
    usual: dict[str, Any] = {
        "seconds": step / 10,
        "done": step / steps,
        "loss": 0.125,
        "decisions": 512 * step,
        "rate": 98_765.4,
    }
    return Progress(step, steps, **{**usual, **more})


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    folder = tmp_path / "run"
    settings = Settings.of(GAME, steps=2000)
    Folder(folder).begin(settings)
    for each in curve()[:11]:
        curves.add(folder / curves.FILE, each)
    return Watch(GAME, settings, folder)


def shown(watch: Watch, width: int = 100, height: int = 30) -> str:
    file = io.StringIO()
    Console(file=file, width=width, height=height, force_terminal=True, color_system=None).print(
        watch
    )
    return file.getvalue()


@pytest.mark.usefixtures("bare")
def test_all_that_is_to_be_seen_is_shown(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.cli.training.time", SimpleNamespace(monotonic=lambda: 1e6))
    watch(progress(500, point=curve()[10]))
    text = shown(watch)
    for said in (
        "double DQN",
        "points more than the opponent",
        "random +8.65",
        "rule +2.65",
        "2000 steps",
        "loss 0.125",
        "98,765 decisions/s",
        "256,000 in all",
        "25%",
        "500 of 2,000 steps",
        "0:00:50",
        "0:02:30 left",
        "Agram: learning",
    ):
        assert said in text, said
    assert (watch.folder / "index.html").exists()


@pytest.mark.parametrize(("width", "height"), [(40, 12), (80, 24), (200, 60)])
def test_it_has_the_size_of_the_terminal(watch: Watch, width: int, height: int) -> None:
    watch(progress(500))
    lines = shown(watch, width, height).splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) <= max(10, height - 1)


def test_before_anything_is_known_it_says_so(tmp_path: Path) -> None:
    empty = Watch(GAME, Settings.of(GAME, minutes=3), tmp_path)
    assert "beginning" in shown(empty)
    empty(Progress(0, None, 0.0, 0.0, None, 0, None, None, "playing the first games"))
    assert "playing the first games" in shown(empty)
    empty.enough.set()
    assert "ending; Ctrl-C again: at once" in shown(empty)


# --- the end --------------------------------------------------------------------------------------


def learner(*steps: int, stop: bool = False, network: bool = True) -> Callable[..., None]:
    """Stands for a training that gets as far as that; somebody presses Ctrl-C in the middle."""

    def train(
        settings: Settings,
        folder: Path,
        *,
        place: object,
        resume: bool,
        progress: Callable[[Progress], None],
        enough: threading.Event,
    ) -> None:
        where = Folder(folder)
        where.resume(settings) if resume else where.begin(settings)
        for step in steps:
            each = point(step, met("random", step / 10), met("first", -1.5))
            curves.add(where.curve, each)
            progress(_at(step, settings.steps or 1, each))
        if stop:
            os.kill(os.getpid(), signal.SIGINT)
            assert enough.wait(10)
        if network:
            where.show(blank(GAME, hidden=(4,)))

    return train


def _at(step: int, steps: int, each: curves.Point) -> Progress:
    return progress(step, steps, point=each)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib: pages are made in no time."""
    monkeypatch.setattr("kibitz.draw.canvas.find_spec", lambda name: None)


@pytest.fixture
def train(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bare: None
) -> Callable[..., tuple[int, str, str]]:
    monkeypatch.chdir(tmp_path)

    def run(by: Callable[..., None], *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("kibitz.learn.training.train", by)
        found = kibitz("train", *TYPED, "--workers", "1", "--opponents", "random,first", *words)
        return found.exit_code, found.stdout, found.stderr

    return run


def test_the_end_says_what_was_reached_and_what_to_type(
    train: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    code, out, error = train(learner(0, 50, 100), "--steps", "100", "--out", "run")
    assert (code, error) == (0, "")
    for said in (
        "Agram: 100 steps, 51,200 decisions, 10 s",
        "random +10.00",
        "random +10.00 ± 0.50 15.00 ± 0.50 35.0% (30 to 40) 2,002",
        "network: run/network.npz",
        "page: run/index.html",
        "next: kibitz match agram --set NUMP=2 --set HAND=2 --set TRICKS=2 net:run/network.npz f",
        "kibitz play agram --set NUMP=2 --set HAND=2 --set TRICKS=2 --bots net:run/network.npz",
    ):
        assert said in " ".join(out.split()), said
    assert "ended early" not in out
    assert (tmp_path / "run" / "index.html").exists()


def test_ctrl_c_ends_it_with_what_there_is(train: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = train(learner(0, 50, stop=True), "--steps", "100", "--out", "run")
    assert code == 0
    assert "Agram: 50 steps" in out
    again = "kibitz train agram --resume --out run"
    assert f"It ended early: you stopped it. To go on: {again}" in " ".join(out.split())
    code, out, _ = train(learner(75, 100), "--resume", "--out", "run")
    assert code == 0
    assert "ended early" not in out


def test_ctrl_c_before_the_first_step_leaves_nothing_to_tell(
    train: Callable[..., tuple[int, str, str]],
) -> None:
    code, out, error = train(learner(stop=True, network=False), "--steps", "100", "--out", "run")
    assert (code, out) == (130, "")
    assert "stopped before anything was learnt. To go on: kibitz train agram" in error


def test_as_json_it_is_one_object(train: Callable[..., tuple[int, str, str]]) -> None:
    code, out, error = train(learner(0, 100), "--steps", "100", "--out", "run", "--json")
    data = json.loads(out)
    assert (code, error) == (0, "")
    assert (data["step"], data["stopped"], data["network"]) == (100, False, "run/network.npz")
    assert [each["step"] for each in data["points"]] == [0, 100]
    assert data["settings"]["steps"] == 100
    assert data["points"][1]["against"][0]["opponent"] == "random"


def test_a_network_is_trained_and_goes_on(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bare: None
) -> None:
    monkeypatch.chdir(tmp_path)
    small = "mode=python games=4 batch=4 replay=50 stride=2"
    knobs = [word for knob in small.split() for word in ("--with", knob)]
    more = ("--hidden", "4", "--workers", "1", "--opponents", "first", "--out", "run")
    begun = kibitz("train", *TYPED, *knobs, *more, "--steps", "2")
    assert begun.exit_code == 0, begun.output
    assert "Agram: 2 steps" in begun.stdout
    on = kibitz("train", "agram", "--resume", "--out", "run", "--steps", "4", "--json")
    assert on.exit_code == 0, on.output
    data = json.loads(on.stdout)
    assert (data["step"], data["stopped"]) == (4, False)
    assert data["points"][-1]["step"] == 4
    played = kibitz("match", *TYPED, f"net:{data['network']}", "first", "-n", "2", "--json")
    assert played.exit_code == 0, played.output
