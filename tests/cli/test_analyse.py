"""`kibitz analyse`: what is typed, said, written; stopped, and gone on with."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import coins
import pytest

from kibitz.analysis import run
from kibitz.analysis.measured import MEASURES
from kibitz.analysis.report import Report
from kibitz.cli import catalogue
from kibitz.engine.descriptions import find_description, house_games

from .conftest import BROKEN, FAILING, Kibitz

KUHN = "kuhn"


@pytest.fixture(autouse=True)
def _tossing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every analysis tosses coins, in a folder of its own."""
    for key, measure in coins.BENT.items():
        monkeypatch.setitem(MEASURES, key, measure)
    monkeypatch.setattr(run, "STUDIES", (coins.COINS,))
    monkeypatch.setattr(run, "PILOT", 5)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture
def analyse(kibitz: Kibitz) -> Kibitz:
    def run(*words: str) -> object:
        return kibitz("analyse", *words, "--workers", "1")

    return run  # type: ignore[return-value]


def journals(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "data" / "kibitz" / "analyses").glob("*"))


# --- one game -------------------------------------------------------------------------------------


def test_a_report_is_told_in_short_and_written_to_a_page(analyse: Kibitz, tmp_path: Path) -> None:
    result = analyse("agram")
    assert result.exit_code == 0
    assert result.stdout.startswith("Agram\n")
    assert re.search(r"Heads +54 % +47 to 61", result.stdout)
    assert re.search(r"Hands: North +25 % +20 to 31", result.stdout)
    assert "coins were tossed, 200 games" in result.stdout
    assert result.stdout.endswith("report: agram.report.html\n")
    assert result.stderr == ""
    assert "Agram" in Path("agram.report.html").read_text(encoding="utf-8")
    assert journals(tmp_path) == []


def test_as_json_nothing_else_is_said_and_nothing_written(analyse: Kibitz) -> None:
    result = analyse("agram", "--json", "--seed", "3", "--games", "50", "--set", "HAND=4")
    found = Report.from_json(json.loads(result.stdout))
    assert (found.seed, found.samples["coins"].games) == (3, 50)
    assert found.about.parameters["HAND"] == 4
    assert found.effort == "usual"
    assert list(Path.cwd().iterdir()) == []


def test_files_of_all_kinds_are_written_where_they_are_wanted(analyse: Kibitz) -> None:
    result = analyse("agram", "--out", "a.md", "--out", "b.json", "--out", "folder/deep")
    assert result.exit_code == 0
    assert sorted(str(path) for path in Path().rglob("*.*")) == [
        *("a.md", "b.json", "folder/deep/agram.report.html"),
        *("folder/deep/agram.report.json", "folder/deep/agram.report.md"),
    ]
    assert Report.read(Path("b.json")) == Report.read(Path("folder/deep/agram.report.json"))
    assert analyse("agram", "--out", "a.md", "--out", "b.json").exit_code == 0  # they are ours


@pytest.mark.parametrize("name", ["agram.report.html", "x.md", "x.json"])
def test_a_file_that_is_no_report_of_ours_is_left_alone(analyse: Kibitz, name: str) -> None:
    Path(name).write_text('<!doctype html>\n<p>{"format": "mine"}\n')
    out = () if name.startswith("agram") else ("--out", name)
    result = analyse("agram", *out)
    assert result.exit_code == 2
    assert f"{name} is there already, and is no report" in result.stderr
    assert "mine" in Path(name).read_text()


def test_a_report_can_be_shown_again(analyse: Kibitz) -> None:
    analyse("agram", "--out", "old.json")
    result = analyse("old.json", "--out", "again.json")
    assert result.exit_code == 0
    assert "54 %" in result.stdout
    assert Path("again.json").read_bytes() == Path("old.json").read_bytes()


def test_the_same_seed_gives_the_same_bytes(analyse: Kibitz) -> None:
    analyse("agram", "--out", "one.json", "--out", "one.html")
    analyse("agram", "--out", "two.json", "--out", "two.html")
    for kind in ("json", "html"):
        assert Path(f"one.{kind}").read_bytes() == Path(f"two.{kind}").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no game is named"),
        (("agrm",), "there is no game `agrm`; did you mean `agram`?"),
        (("agram", "brisca"), "kibitz analyse --compare agram brisca"),
        (("agram", "--effort", "quik"), "there is no effort `quik`; did you mean `quick`?"),
        (("agram", "--only", "coin"), "there is no study `coin`; did you mean `coins`?"),
        (("agram", "--bots", "clever"), "there is no bot `clever`"),
        (("agram", "--bots", "human"), "`human` is a person, and an analysis is for bots"),
        (("agram", "--on", "moon"), "work does not run on `moon`"),
        (("agram", "--set", "HAND=40"), "cards each (HAND) cannot be 40"),
        (("agram", "--games", "0"), "--games"),
        (("agram", "--out", "x.pdf"), "a report is no `.pdf` file"),
        (("agram", "--out", "/proc/no/x.html"), "/proc/no/x.html cannot be written"),
        (("agram", "--against", "none.json"), "none.json cannot be read"),
        (("none.json",), "none.json cannot be read"),
        (("old.json", "--vary", "HAND=3..4"), "old.json is taken for a report"),
        (("agram", "--compare"), "agram is compared with nothing"),
        (("agram", "--compare", "agram"), "agram is compared with nothing"),
        (("agram", "--vary", "HAND=3..4", "--compare"), "--vary and --compare do not go together"),
        (("agram", "--vary", "HNAD=3..4"), "Agram has no parameter `HNAD`; did you mean `HAND`?"),
        (("--all", "--set", "HAND=3"), "--all and --set do not go together"),
        (("--all", "none.rcy"), "there is no file `none.rcy`"),
        (("agram", "--resume"), "no analysis of Agram with these settings was stopped"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    analyse: Kibitz, words: tuple[str, ...], message: str
) -> None:
    result = analyse(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert list(Path.cwd().iterdir()) == []


def test_a_broken_description_and_broken_rules_get_their_message(analyse: Kibitz) -> None:
    Path("broken.rcy").write_text(BROKEN)
    result = analyse("broken.rcy")
    assert result.exit_code == 2
    assert "broken.rcy:6:6: error:" in result.stderr
    Path("failing.rcy").write_text(FAILING)
    result = analyse("failing.rcy")
    assert result.exit_code == 2
    assert "failing.rcy:8" in result.stderr


# --- stopping and going on ------------------------------------------------------------------------


def killed(*words: str, data: Path) -> None:
    """The same command in a process of its own, with coins, that is killed while it plays."""
    done = subprocess.run(
        [sys.executable, "-m", "coins", "analyse", *words, "--workers", "1"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "XDG_DATA_HOME": str(data), "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == -signal.SIGKILL, done.stderr


def test_what_was_killed_goes_on_and_gives_the_same_report(analyse: Kibitz, tmp_path: Path) -> None:
    assert analyse("agram", "--out", "whole.json").exit_code == 0
    Path("trap").write_text(f"100 {signal.SIGKILL.value}")
    killed("agram", "--out", "part.json", data=tmp_path / "data")
    assert not Path("part.json").exists()
    (journal,) = journals(tmp_path)
    assert len(journal.read_text().splitlines()) == 100 // coins.LOT
    journal.write_text(journal.read_text() + '{"lot": "cut o')  # it died while it was writing
    Path("trap").write_text("0 -")
    again = analyse("agram", "--out", "part.json", "--resume")
    assert again.exit_code == 0
    assert "tossed again: 100 125 150 175" in again.stderr
    assert Path("part.json").read_bytes() == Path("whole.json").read_bytes()
    assert journals(tmp_path) == []


def test_variants_that_were_killed_go_on_and_are_compared_deal_by_deal(
    analyse: Kibitz, tmp_path: Path
) -> None:
    words = "agram", "--vary", "HAND=5..7"
    analyse(*words, "--out", "whole.json")
    Path("trap").write_text(f"100 {signal.SIGKILL.value} HAND=7")
    killed(*words, data=tmp_path / "data")
    assert len(journals(tmp_path)) == 3
    Path("trap").unlink()
    assert analyse(*words, "--out", "part.json", "--resume").exit_code == 0
    assert Path("part.json").read_bytes() == Path("whole.json").read_bytes()
    assert journals(tmp_path) == []


def test_ctrl_c_reports_what_there_is_and_how_to_go_on(analyse: Kibitz, tmp_path: Path) -> None:
    Path("trap").write_text(f"100 {signal.SIGINT.value}")
    stopped = analyse("agram", "--out", "part.json")
    assert stopped.exit_code == 0
    assert "It ended early: you stopped it." in stopped.stdout
    assert "the same command with --resume goes on" in stopped.stdout
    part = Report.read(Path("part.json"))
    assert part.stopped == "interrupted"
    assert part.samples["coins"].games == 100 + coins.LOT  # with the lot that was being played
    Path("trap").unlink()
    assert analyse("agram", "--out", "part.json", "--resume").exit_code == 0
    assert Report.read(Path("part.json")).samples["coins"].games == 200
    assert journals(tmp_path) == []


def test_ctrl_c_twice_does_not_wait_for_what_is_being_played(analyse: Kibitz) -> None:
    Path("trap").write_text(f"100 {signal.SIGINT.value} twice")
    assert json.loads(analyse("agram", "--json").stdout)["samples"]["coins"]["games"] == 100


def test_stopped_before_anything_was_played_there_is_no_report(
    analyse: Kibitz, tmp_path: Path
) -> None:
    for often in ("once", "twice"):
        Path("trap").write_text(f"-1 {signal.SIGINT.value} {often}")
        stopped = analyse("agram")
        assert stopped.exit_code == 130
        assert stopped.stdout == ""
        assert stopped.stderr.startswith("stopped")
        assert not Path("agram.report.html").exists()
    Path("trap").unlink()
    assert analyse("agram", "--resume").exit_code == 0


def test_variants_that_are_stopped_are_compared_as_far_as_they_are(analyse: Kibitz) -> None:
    Path("trap").write_text(f"100 {signal.SIGINT.value} HAND=6")
    stopped = analyse("agram", "--vary", "HAND=5..7", "--json")
    sides = json.loads(stopped.stdout)["sides"]
    assert [side["label"] for side in sides] == ["HAND=5", "HAND=6"]
    assert [side["report"]["stopped"] for side in sides] == [None, "interrupted"]


def test_without_resume_it_starts_anew(analyse: Kibitz) -> None:
    Path("trap").write_text(f"100 {signal.SIGINT.value}")
    analyse("agram")
    Path("trap").write_text("0 -")
    assert "tossed again: 0 25 50" in analyse("agram").stderr


def test_other_settings_do_not_go_on_with_it(analyse: Kibitz) -> None:
    Path("trap").write_text(f"100 {signal.SIGINT.value}")
    analyse("agram")
    Path("trap").unlink()
    for other in (("--seed", "2"), ("--set", "HAND=5"), ("--games", "300")):
        result = analyse("agram", "--resume", *other)
        assert result.exit_code == 2
        assert "no analysis of Agram with these settings was stopped" in result.stderr


# --- several --------------------------------------------------------------------------------------


def test_variants_are_compared_with_the_game_as_it_is_described(analyse: Kibitz) -> None:
    result = analyse("agram", "--vary", "HAND=3..7,9")
    assert result.exit_code == 0
    assert "Variants of Agram" in result.stdout
    assert re.search(r"Heads +24 %\* ▼ +38 %\* +45 %\* +54 % +64 %\* ▲", result.stdout)
    assert "differs from HAND=6 for sure, among all 50 differences" in result.stdout
    assert "about 2.5 are so by chance" in result.stdout
    assert "deal by deal" in result.stdout
    assert "left out: HAND=9: players × cards each" in result.stdout
    assert "left out" in Path("agram.variants.html").read_text(encoding="utf-8").lower()


@pytest.mark.parametrize(
    "words",
    [
        ("--compare", KUHN, "brisca", "agram"),
        (KUHN, "--compare", "brisca", "--compare", "agram"),
        (KUHN, "brisca", "agram", "--compare"),
    ],
)
def test_games_are_compared_however_it_is_typed(analyse: Kibitz, words: tuple[str, ...]) -> None:
    result = analyse(*words, "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert [side["label"] for side in found["sides"]] == ["Kuhn poker", "Brisca", "Agram"]
    assert all(side["report"]["effort"] == "quick" for side in found["sides"])


def test_a_comparison_in_all_kinds_of_files(analyse: Kibitz) -> None:
    assert analyse("--compare", "agram", "brisca", "--out", ".").exit_code == 0
    page = Path("agram.comparison.html").read_text(encoding="utf-8")
    text = Path("agram.comparison.md").read_text(encoding="utf-8")
    data = json.loads(Path("agram.comparison.json").read_text(encoding="utf-8"))
    assert "<h1>Agram and Brisca</h1>" in page
    assert "| Heads | 54 % (47 to 61) | 45 % (38 to 52) |" in text
    assert data["format"] == "kibitz-comparison"


def test_what_changed_since_comes_first(analyse: Kibitz) -> None:
    analyse("agram", "--out", "old.json")
    result = analyse("agram", "--set", "HAND=3", "--against", "old.json")
    assert result.exit_code == 0
    assert "1 of 6 figures differs for sure." in result.stdout
    assert re.search(r"Heads +54 % ▲ +24 % ▼ +−30 % \(−39 to −20\)\*", result.stdout)
    assert Path("agram.changes.html").exists()
    same = analyse("agram", "--against", "old.json", "--json")
    lines = json.loads(same.stdout)["lines"]
    assert all(line["differences"][1]["verdict"] == "" for line in lines)


def test_a_report_of_another_game_is_named_as_such(analyse: Kibitz) -> None:
    analyse("brisca", "--out", "old.json")
    found = json.loads(analyse("agram", "--against", "old.json", "--json").stdout)
    assert [side["label"] for side in found["sides"]] == ["Brisca (old.json)", "Agram now"]


def test_a_report_is_compared_without_playing_it_again(analyse: Kibitz) -> None:
    analyse("agram", "--set", "HAND=3", "--out", "three.json")
    found = json.loads(analyse("--compare", "agram", "three.json", "--json").stdout)
    assert [side["label"] for side in found["sides"]] == ["Agram", "three.json"]
    assert found["sides"][1]["report"]["game"]["parameters"]["HAND"] == 3


# --- all ------------------------------------------------------------------------------------------


@pytest.fixture
def one_house_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "house_games", lambda: {"agram": find_description("agram")})


def test_a_catalogue_has_all_house_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "load", lambda name: name)  # as long as that takes
    assert list(catalogue.games_at_hand([])) == list(house_games())


@pytest.mark.usefixtures("one_house_game")
def test_a_catalogue_of_all_games_at_hand(analyse: Kibitz) -> None:
    Path("broken.rcy").write_text(BROKEN)
    Path("failing.rcy").write_text(FAILING)
    Path("more").mkdir()
    Path("more/agram.rcy").write_text(find_description(KUHN).read_text())
    result = analyse("--all", "broken.rcy", "failing.rcy", "more/agram.rcy", "--out", "site")
    assert result.exit_code == 0
    assert "2 games in the catalogue" in result.stdout
    assert "not broken: broken.rcy:6:6: error:" in result.stdout
    assert "not Failing: failing.rcy:8" in result.stdout
    assert "site: site/index.html" in result.stdout
    names = sorted(path.name for path in Path("site").iterdir())
    assert names == [
        *("agram-2.html", "agram-2.json", "agram.html", "agram.json"),
        *("index.html", "index.json"),
    ]


@pytest.mark.usefixtures("one_house_game")
def test_a_catalogue_goes_on_where_it_was_stopped(analyse: Kibitz) -> None:
    words = "--all", KUHN, "--out", "site", "--json"
    Path("trap").write_text(f"100 {signal.SIGINT.value} HAND=5")  # Kuhn poker comes second
    games = json.loads(analyse(*words).stdout)["games"]
    assert [(game["title"], game["stopped"]) for game in games] == [
        *(("Agram", None), ("Kuhn poker", "interrupted"))
    ]
    Path("trap").write_text("0 -")
    again = analyse(*words, "--resume")
    assert again.stderr == "tossed again: 125 150 175\n"
    assert analyse(*words, "--resume").stderr == ""
    other = analyse(*words, "--resume", "--seed", "2")
    assert other.stderr.count("tossed again") == 2  # another seed, other games
