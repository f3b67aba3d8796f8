"""`kibitz match`."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from .conftest import FEWEST, Kibitz, finish, start
from .test_simulate import terminal, watched

__all__ = ["terminal"]

KUHN = "kuhn"


def played(kibitz: Kibitz, *words: str) -> dict[str, Any]:
    result = kibitz("match", *words, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_match_as_json(kibitz: Kibitz) -> None:
    found = played(kibitz, "brisca", "random", "first", "-n", "3", "--seed", "5")
    assert found["game"] == "brisca"
    assert (found["deals"], found["games"]) == (3, 6)
    assert found["seconds"] > 0
    assert [bot["name"] for bot in found["bots"]] == ["random", "first"]
    for bot in found["bots"]:
        for mean, interval in (("mean_score", "ci95"), ("win_share", "win_ci95")):
            low, high = bot[interval]
            assert low <= bot[mean] <= high
        assert bot["won"] + bot["drawn"] + bot["lost"] == 6


def test_after_one_deal_there_is_no_interval(kibitz: Kibitz) -> None:
    found = played(kibitz, KUHN, "random", "random", "-n", "1")
    assert [bot["name"] for bot in found["bots"]] == ["random", "random#2"]
    assert all(bot["ci95"] is bot["win_ci95"] is None for bot in found["bots"])


def test_the_seed_and_parameters_of_the_game_count(kibitz: Kibitz) -> None:
    def scores(*words: str) -> list[float]:
        bots = ("random",) * 3
        found = played(kibitz, "agram", *bots, "-n", "3", "--set", "NUMP=3", *words)
        return [bot["mean_score"] for bot in found["bots"]]

    assert scores("--seed", "2") == scores("--seed", "2")
    assert scores("--seed", "2") != scores("--seed", "3")


def test_where_fewer_points_are_better_the_better_bot_makes_fewer(
    kibitz: Kibitz, tmp_path: Path
) -> None:
    (path := tmp_path / "few.rcy").write_text(FEWEST)
    found = kibitz("match", str(path), "random", "first", "-n", "4").stdout
    assert re.search(r"first makes 0\.\d+ ± 0\.\d+ points fewer than random, at each seat", found)
    assert "Fewer points are better." in found


def test_the_table_says_who_is_better_and_how_sure_that_is(kibitz: Kibitz) -> None:
    result = kibitz("match", "brisca", "random", "first", "-n", "4", "--budget", "5")
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "Brisca: 4 deals, 8 games"
    head = next(line for line in lines if "mean score" in line)
    assert head.split() == [
        "bot",
        "mean",
        "score",
        "wins",
        "won",
        "drawn",
        "lost",
        "decision",
        "late",
    ]
    row = next(line for line in lines if line.strip().startswith("random"))
    assert re.search(r"-?\d\.\d\d ± \d\.\d\d +\d+\.\d% \(\d+ to \d+\) +\d +\d +\d +\S+ \w+ +0", row)
    assert re.search(r"(random|first) makes \d\.\d\d ± \d\.\d\d points more than", result.stdout)
    assert "1 worker, seed 1" in result.stdout


def test_what_may_be_chance_is_called_so(kibitz: Kibitz) -> None:
    result = kibitz("match", "brisca", "random", "random", "-n", "4")
    assert re.search(
        r" points more than random\S*, at each seat; that may be chance\.", result.stdout
    )
    found = kibitz("match", KUHN, "first", "random", "-n", "400").stdout
    sure = re.search(r"makes (\S+) ± (\S+) points more than \w+, at each seat\.", found)
    assert sure
    assert float(sure[1]) > float(sure[2])


PRINTING = """
print("I am here")

class Loud:
    def choose(self, view, budget):
        print("I am thinking")
        return view.actions[0]
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_a_bot_prints_does_not_spoil_the_report(tmp_path: Path, workers: str) -> None:
    path = tmp_path / "loud.py"
    path.write_text(PRINTING)
    bot = f"{path}:Loud"
    process = start("match", KUHN, bot, "first", "-n", "3", "--workers", workers, "--json")
    out, error = finish(process)
    assert json.loads(out)["deals"] == 3
    assert "I am here" in error
    assert "I am thinking" in error


def test_without_a_budget_nobody_is_late(kibitz: Kibitz) -> None:
    result = kibitz("match", "agram", "first", "first", "first", "--set", "NUMP=3", "-n", "1")
    assert "Agram: 1 deal, 3 games" in result.stdout
    assert "late" not in result.stdout
    assert "points more" not in result.stdout
    assert "±" not in result.stdout


@pytest.mark.parametrize(("name", "time"), [("slow:seconds=0.002", "ms"), ("first", "µs")])
def test_the_time_for_a_decision_is_shown(kibitz: Kibitz, name: str, time: str) -> None:
    result = kibitz("match", KUHN, name, name, "-n", "1")
    assert re.search(rf"[\d.]+ {time}", result.stdout)


def test_games_that_do_not_end_are_reported(
    kibitz: Kibitz, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kibitz.arena import play

    monkeypatch.setitem(play.__globals__, "MOST_DECISIONS", 0)
    result = kibitz("match", str(tiny), "first", "first", "-n", "2")
    assert "4 games did not end and were scored as they stood" in result.stdout


def test_every_game_can_be_recorded_and_looked_into(kibitz: Kibitz, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    result = kibitz("match", "brisca", "random", "first", "-n", "2", "--record", str(folder))
    assert f"4 records in {folder}\n" in result.stdout
    assert len(list(folder.iterdir())) == 4
    record = str(folder / "brisca-000002-1.json")
    assert kibitz("know", "brisca", "--record", record, "--at", "3").exit_code == 0


def test_a_bot_in_a_file_plays(kibitz: Kibitz, tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text(
        "class Last:\n"
        "    def __init__(self, back: int = 1):\n"
        "        self.back = back\n"
        "    def choose(self, view, budget):\n"
        "        return view.actions[-self.back]\n"
    )
    found = played(kibitz, KUHN, f"{path}:Last", f"{path}:Last:back=2", "-n", "2")
    assert [bot["name"] for bot in found["bots"]] == [f"{path}:Last", f"{path}:Last:back=2"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("agram",), "BOT"),
        (("agrm", "random", "first"), "there is no game `agrm`; did you mean `agram`?"),
        (("agram", "random", "frist"), "there is no bot `frist`; did you mean `first`?"),
        (("agram", "random", "rule"), "the bot `rule` is not meant for Agram"),
        (("agram", "random", "first:x=1"), "`first` has no parameter `x`"),
        (("agram", "random", "first", "first"), "3 bots cannot share the 4 seats of Agram"),
        (("agram", "random", "my.py:Bot"), "there is no file `my.py`"),
        (("agram", "random", "first", "-n", "0"), "-n"),
        (("agram", "random", "first", "--workers", "0"), "0 workers cannot play"),
        (("agram", "random", "first", "--budget", "-1"), "a budget cannot be -1 seconds"),
        (("agram", "random", "first", "--record", __file__), "is not a folder"),
    ],
)
def test_mistakes_are_one_sentence(kibitz: Kibitz, words: tuple[str, ...], message: str) -> None:
    result = kibitz("match", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_reports_what_was_played(workers: str, terminal: tuple[int, int]) -> None:
    near, far = terminal
    process = start(
        *("match", KUHN, "random", "first", "-n", "100000000", "--workers", workers),
        *("--mode", "python"),
        stderr=far,
        TERM="xterm",
    )
    os.close(far)
    watched(near, lambda text: re.search(r"[1-9][\d,]* of 100,000,000", text) is not None)
    process.send_signal(signal.SIGINT)
    seen = watched(near, lambda text: False)
    report, _ = finish(process)
    assert re.match(r".*: [1-9][\d,]* deals?, stopped before 100,000,000, [\d,]+ games\n", report)
    assert f"{workers} worker" in report
    assert "Traceback" not in seen


HOLDING = """
import os, threading
from kibitz.bots.plain import First

class Holding(First):
    def choose(self, view, budget):
        os.open(os.environ["HELD"], os.O_WRONLY)
        threading.Event().wait()
"""


@pytest.fixture
def held(tmp_path: Path) -> tuple[str, Path]:
    """A bot that keeps one end of a pipe open, and thinks for ever; and the pipe."""
    pipe, file = tmp_path / "pipe", tmp_path / "my.py"
    os.mkfifo(pipe)
    file.write_text(HOLDING)
    return f"{file}:Holding", pipe


def test_ctrl_c_before_the_first_deal_is_one_sentence(held: tuple[str, Path]) -> None:
    bot, pipe = held
    process = start("match", KUHN, bot, "first", "-n", "3", "--workers", "1", HELD=str(pipe))
    with pipe.open("rb"):  # it has opened the other end
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert out == ""
    assert error == "stopped before the first deal was played in all seatings\n"


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_process_is_left_behind_by_a_match_that_is_ended(
    held: tuple[str, Path], workers: str, end: signal.Signals
) -> None:
    bot, pipe = held
    process = start("match", KUHN, bot, "first", "--workers", workers, HELD=str(pipe))
    with pipe.open("rb") as reading:
        process.send_signal(end)
        assert reading.read() == b""
    process.communicate()
