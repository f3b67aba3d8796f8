"""`kibitz simulate`."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable
from dataclasses import fields
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from kibitz.engine import native, simulation
from kibitz.engine.simulation import Simulation

from .conftest import FAILING, FEWEST, Kibitz, finish, start

KUHN = "kuhn"
CLOCKS = ("seconds", "cpu_seconds", "decisions_per_second", "mode", "workers")
"""What may differ when the games are the same."""


def played(text: str) -> dict[str, Any]:
    """What a simulation says about the games, printed as JSON."""
    return {key: value for key, value in json.loads(text).items() if key not in CLOCKS}


def test_the_table_names_the_seats(kibitz: Kibitz) -> None:
    result = kibitz("simulate", "agram", "-n", "20")
    assert result.exit_code == 0
    assert "Agram: 20 games" in result.stdout
    assert "24.00" in result.stdout
    for seat in ("North", "East", "South", "West"):
        assert seat in result.stdout
    assert result.stderr == ""


def test_one_game_is_a_game(kibitz: Kibitz) -> None:
    assert "Agram: 1 game\n" in kibitz("simulate", "agram", "-n", "1").stdout
    left = kibitz("simulate", "agram", "-n", "1", "--limit", "3").stdout
    assert re.search("unfinished +1 game, scored as it stood", left)


def test_simulation_as_json(kibitz: Kibitz) -> None:
    result = kibitz("simulate", "agram", "-n", "25", "--seed", "7", "--set", "NUMP=3", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert set(found) >= {field.name for field in fields(Simulation)}
    assert found["game"] == "agram"
    assert found["players"] == 3
    assert found["games"] == 25
    assert found["decisions_mean"] == 18
    assert found["seed"] == 7
    assert found["mode"] in ("python", "native")
    assert found["unfinished"] == 0
    assert sum(found["win_share"]) == pytest.approx(1)
    assert len(found["score_mean"]) == 3
    assert len(found["options_by_decision"]) == 18
    assert result.stderr == ""


def test_the_same_seed_gives_the_same_games(kibitz: Kibitz) -> None:
    def run(seed: str) -> dict[str, Any]:
        return played(kibitz("simulate", "brisca", "-n", "5", "--seed", seed, "--json").stdout)

    assert run("3") == run("3")
    assert run("3") != run("4")


def test_one_bot_for_all_or_one_for_each(kibitz: Kibitz) -> None:
    two = json.loads(kibitz("simulate", KUHN, "-n", "5", "--bots", "first,random", "--json").stdout)
    assert two["bots"] == ["first", "random"]
    one = json.loads(kibitz("simulate", KUHN, "-n", "5", "--bots", "first", "--json").stdout)
    assert one["bots"] == ["first", "first"]


def test_games_are_left_at_the_limit(kibitz: Kibitz) -> None:
    result = kibitz("simulate", "agram", "-n", "3", "--limit", "10", "--json")
    assert json.loads(result.stdout)["unfinished"] == 3
    assert "unfinished" in kibitz("simulate", "agram", "-n", "3", "--limit", "10").stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--bots", "clever"), "there is no bot `clever`"),
        (("--bots", "osla"), "`osla` has no compiled version"),
        (("--bots", "slow,random,first,random", "--record", "x"), "is recorded by kibitz match"),
        (("--bots", "first,random"), "2 bots for 4 seats"),
        (("-n", "0"), "-n"),
        (("-n", "many"), "-n"),
        (("--limit", "0"), "--limit"),
        (("--mode", "pyhton"), "there is no mode `pyhton`; did you mean `python`?"),
        (("--mode", "fast"), "one of: auto, python, native"),
        (("--workers", "0"), "0 workers cannot play"),
        (("--workers", "9999"), "from 1 to 1,024"),
        (("--workers", "all"), "--workers"),
    ],
)
def test_wrong_options_are_refused(kibitz: Kibitz, options: tuple[str, ...], message: str) -> None:
    result = kibitz("simulate", "agram", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_the_games_are_the_same_in_both_modes_whatever_the_number_of_workers(
    kibitz: Kibitz,
) -> None:
    def run(*options: str) -> str:
        result = kibitz("simulate", KUHN, "-n", "700", *options, "--json")
        assert result.exit_code == 0
        assert result.stderr == ""
        return result.stdout

    python = run("--mode", "python")
    one = run("--mode", "native", "--workers", "1")
    three = run("--mode", "native", "--workers", "3")
    assert played(python) == played(one) == played(three)
    ways = [
        (json.loads(text)["mode"], json.loads(text)["workers"]) for text in (python, one, three)
    ]
    assert ways == [("python", 1), ("native", 1), ("native", 3)]


def test_the_report_says_which_mode_ran_and_how_many_shared_the_work(kibitz: Kibitz) -> None:
    native = kibitz("simulate", KUHN, "-n", "50", "--mode", "native", "--workers", "3").stdout
    assert re.search(r"time +[\d.]+ s \(native, 3 workers\)", native)
    python = kibitz("simulate", KUHN, "-n", "50", "--mode", "python").stdout
    assert re.search(r"time +[\d.]+ s \(python, 1 worker\)", python)
    assert re.search(r"speed +[\d,]+ decisions a CPU-second", python)


def test_auto_goes_on_compiled_when_much_is_left(
    kibitz: Kibitz, tiny: Path, fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny.write_text(tiny.read_text().replace("1..3", "1..4"))  # no other test has compiled it
    short = json.loads(kibitz("simulate", str(tiny), "-n", "50", "--json").stdout)
    monkeypatch.setattr(simulation, "PATIENCE", 0.0)
    monkeypatch.setattr(simulation, "WORTH_IT", 0.0)
    long = json.loads(kibitz("simulate", str(tiny), "-n", "50", "--json").stdout)
    assert (short["mode"], long["mode"]) == ("python", "python+native")
    assert played(json.dumps(short)) == played(json.dumps(long))


def test_auto_does_not_wait_for_another_that_compiles(
    kibitz: Kibitz, tiny: Path, fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny.write_text(tiny.read_text().replace("1..3", "1..5"))  # no other test has compiled it
    monkeypatch.setattr(simulation, "PATIENCE", 0.0)
    monkeypatch.setattr(simulation, "WORTH_IT", 0.0)
    monkeypatch.setattr(simulation, "is_being_compiled", lambda game, kernel: True)
    found = json.loads(kibitz("simulate", str(tiny), "-n", "50", "--json").stdout)
    assert (found["mode"], found["games"]) == ("python", 50)


@pytest.fixture
def unwritable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that nobody can make, since something else is where it would be."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "file" / "compiled"))
    return tmp_path / "file" / "compiled"


def test_native_mode_needs_a_folder_to_write_to(
    kibitz: Kibitz, suspicious: Path, unwritable: Path
) -> None:
    result = kibitz("simulate", str(suspicious), "--mode", "native")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        f"error: the folder of compiled games cannot be used: {unwritable}: Not a directory\n"
        "  hint: set KIBITZ_CACHE to another folder, or use --mode python\n"
    )


def test_native_mode_needs_llvm(
    kibitz: Kibitz, suspicious: Path, fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("kibitz.engine.native.version", missing)
    native._compiler.cache_clear()
    result = kibitz("simulate", str(suspicious), "--mode", "native")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: llvmlite is not installed\n")


def test_auto_plays_on_in_python_where_nothing_can_be_compiled(
    kibitz: Kibitz, suspicious: Path, unwritable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "PATIENCE", 0.0)
    monkeypatch.setattr(simulation, "WORTH_IT", 0.0)
    result = kibitz("simulate", str(suspicious), "-n", "30", "--json")
    found = json.loads(result.stdout)
    assert (found["mode"], found["games"], result.stderr) == ("python", 30, "")


# --- processes of their own -----------------------------------------------------------------------


def test_two_processes_may_start_at_once_and_a_third_finds_all_compiled(
    tiny: Path, fresh: Path
) -> None:
    command = ("simulate", str(tiny), "-n", "100", "--mode", "native", "--json")
    both = [start(*command), start(*command)]
    first, second = (finish(process) for process in both)
    assert played(first[0]) == played(second[0])
    assert first[1] == second[1] == ""
    assert {path.suffix for path in fresh.iterdir()} == {"", ".lock", ".py"}
    (code,) = (fresh / "__pycache__").iterdir()
    before = code.stat().st_mtime_ns
    third, _ = finish(start(*command))
    assert played(third) == played(first[0])
    assert code.stat().st_mtime_ns == before


@pytest.fixture
def terminal() -> Any:
    """A terminal for standard error: its two ends."""
    pty = pytest.importorskip("pty", reason="no terminals on this system")
    ends = pty.openpty()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            pass


def watched(end: int, until: Callable[[str], bool]) -> str:
    """What appears on a terminal, until it is what one waits for or nothing more comes."""
    seen = ""
    while not until(seen):
        try:
            got = os.read(end, 4096)
        except OSError:  # the other end is closed
            break
        seen += got.decode(errors="replace")
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen)


@pytest.mark.parametrize("mode", ["python", "native"])
def test_ctrl_c_reports_what_was_played(
    mode: str, tiny: Path, fresh: Path, terminal: tuple[int, int]
) -> None:
    near, far = terminal
    process = start(
        *("simulate", str(tiny), "-n", str(10**12), "--mode", mode), stderr=far, TERM="xterm"
    )
    os.close(far)
    seen = watched(
        near, lambda text: re.search(r"[1-9][\d,]* of 1,000,000,000,000", text) is not None
    )
    process.send_signal(signal.SIGINT)
    watched(near, lambda text: False)
    report, _ = finish(process)
    assert re.match(r"Tiny: [1-9][\d,]* games, stopped before 1,000,000,000,000\n", report)
    assert f"({mode}, " in report
    assert "North" in report
    assert ("compiling Tiny for this machine, once: about 1 s" in seen) == (mode == "native")
    assert "playing Tiny" in seen


def test_where_fewer_points_are_better_the_report_says_so(kibitz: Kibitz, tmp_path: Path) -> None:
    (path := tmp_path / "few.rcy").write_text(FEWEST)
    assert "mean score, fewer is better" in kibitz("simulate", str(path), "-n", "2").stdout
    assert "fewer" not in kibitz("simulate", "agram", "-n", "2").stdout


def test_one_game_can_be_told_in_words(kibitz: Kibitz) -> None:
    told = kibitz("simulate", "agram", "--tell", "--seed", "4").stdout
    assert told == kibitz("simulate", "agram", "--tell", "--seed", "4").stdout
    assert told.startswith("Agram, a game of random, seed 4\ndeal  North gets ")
    assert len(re.findall(r"^ *\d+  \w+ (leads|plays) ", told, re.M)) == 24
    assert told.count("takes the trick.") == 6
    winner = re.search(r"^(\w+) wins\.$", told, re.M)
    assert winner is not None
    assert f"{winner[1]} 1" in told.splitlines()[-1]
    data = json.loads(kibitz("simulate", "agram", "--tell", "--seed", "4", "--json").stdout)
    assert len(data["told"]) == 25
    assert data["scores"][winner[1]] == 1


def test_a_game_is_told_up_to_where_its_rules_fail(kibitz: Kibitz, tmp_path: Path) -> None:
    (path := tmp_path / "failing.rcy").write_text(FAILING)
    result = kibitz("simulate", str(path), "--tell")
    assert result.exit_code == 2
    assert re.search(r"^   3  West: \S+ to pile\.$", result.stdout, re.M)
    assert "after decision 3: " in result.stderr
