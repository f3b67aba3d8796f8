"""`kibitz check`: diagnostics, formatting, conformance, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from house import HOUSE

from kibitz.engine.descriptions import house_games, load
from kibitz.recycle.learnt import Learnt

from .conftest import FAILING, STUCK, TINY, Kibitz

SMALL = sorted((Path(__file__).parent.parent / "games" / "small").glob("*.rcy"))


def test_house_games_have_no_errors(kibitz: Kibitz) -> None:
    result = kibitz("check", *house_games(), *map(str, SMALL))
    assert result.exit_code == 0
    assert result.stdout.count("no errors") == len(house_games()) + len(SMALL)


def test_all_errors_are_shown_with_a_caret_and_a_suggestion(kibitz: Kibitz, broken: Path) -> None:
    result = kibitz("check", str(broken))
    assert result.exit_code == 1
    assert f"{broken}:6:6: error: unknown action `mvoe`; did you mean `move`?" in result.stdout
    assert "    6 |     (mvoe (top" in result.stdout
    assert "      |      ^^^^" in result.stdout
    assert f"{broken}:7:27: error:" in result.stdout
    assert f"{broken}: 2 errors" in result.stdout


def test_a_warning_is_no_error(kibitz: Kibitz, suspicious: Path) -> None:
    result = kibitz("check", str(suspicious))
    assert result.exit_code == 0
    assert "warning:" in result.stdout
    assert "WORTH" in result.stdout
    assert "no errors, 1 warning" in result.stdout


def test_check_as_json(kibitz: Kibitz, broken: Path, suspicious: Path) -> None:
    result = kibitz("check", str(broken), str(suspicious), "agram", "--json")
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert report["ok"] is False
    first, second, third = report["files"]
    assert [first["ok"], second["ok"], third["ok"]] == [False, True, True]
    message = first["diagnostics"][0]
    assert message["file"] == str(broken)
    assert (message["line"], message["column"], message["severity"]) == (6, 6, "error")
    assert second["diagnostics"][0]["severity"] == "warning"
    assert third["diagnostics"] == []


@pytest.mark.parametrize("name", ["missing.rcy", "folder", "agrm"])
def test_a_missing_file_is_wrong_input_and_the_others_are_checked(
    kibitz: Kibitz, tmp_path: Path, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    given = name if name == "agrm" else str(tmp_path / name)
    result = kibitz("check", given, "agram")
    assert result.exit_code == 2
    assert result.stderr.startswith("error:")
    assert "agram: no errors" in result.stdout


@pytest.mark.parametrize(
    "data", [b"\x00\xff\xfe binary", b"", b"(" * 10_000, b"\xef\xbb\xbf", b"\x00" * 5000]
)
def test_what_is_no_description_is_refused_without_a_traceback(
    kibitz: Kibitz, tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "strange.rcy"
    path.write_bytes(data)
    result = kibitz("check", str(path))
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)


def test_a_sheet_that_is_no_toml_is_an_error(kibitz: Kibitz, suspicious: Path) -> None:
    suspicious.with_suffix(".toml").write_text("title = ")
    result = kibitz("check", str(suspicious))
    assert result.exit_code == 1
    assert "suspicious.toml" in result.output


def test_format_prints_the_description_alone_on_standard_output(
    kibitz: Kibitz, suspicious: Path
) -> None:
    result = kibitz("check", "--format", str(suspicious))
    assert result.exit_code == 0
    assert result.stdout.startswith("(game")
    assert "warning:" in result.stderr
    again = suspicious.with_name("again.rcy")
    again.write_text(result.stdout)
    assert kibitz("check", "--format", str(again)).stdout == result.stdout


def test_a_description_with_errors_is_not_formatted(kibitz: Kibitz, broken: Path) -> None:
    result = kibitz("check", "--format", str(broken))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "mvoe" in result.stderr


def test_a_formatted_text_loses_nothing_but_acts_on_no_terminal(
    kibitz: Kibitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "red.rcy"
    path.write_text(f";; \x1b[31mred\n{TINY}")
    assert kibitz("check", str(path), "--format").stdout.startswith(";; \x1b[31mred\n")
    assert kibitz("show", str(path)).stdout.startswith(";; \x1b[31mred\n")
    monkeypatch.setattr(
        "kibitz.cli.common.sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True))
    )
    assert kibitz("check", str(path), "--format").stdout.startswith(";; ␛[31mred\n")


@pytest.mark.parametrize("name", [*HOUSE, *map(str, SMALL)])
def test_random_games_go_as_games_must(kibitz: Kibitz, name: str) -> None:
    result = kibitz("check", "--play", "2", "--limit", "60", "--json", name)
    assert result.exit_code == 0, result.stdout
    play = json.loads(result.stdout)["files"][0]["play"]
    assert play["ok"] is True
    assert play["games"] == 2
    assert play["decisions"] > 0
    assert play["problems"] == []


def test_play_tells_what_was_played(kibitz: Kibitz) -> None:
    result = kibitz("check", "--play", "2", "--set", "NUMP=2", "agram")
    assert result.exit_code == 0
    assert "2 games played, 24 decisions" in result.stdout


def test_a_choice_without_options_is_found_in_play(kibitz: Kibitz, tmp_path: Path) -> None:
    path = tmp_path / "stuck.rcy"
    path.write_text(
        "(game (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ONE)))))\n"
        "  (stage player (end (== (game sto DONE) 9))\n"
        "    (choice ((any (filter (game iloc STOCK) 'C (== (game sto DONE) 1)) 'C\n"
        "      (move 'C (top (game vloc PILE)))))))\n"
        "  (scoring max ((current player) sto SCORE)))\n"
    )
    result = kibitz("check", "--play", "1", str(path))
    assert result.exit_code == 1
    assert "no option" in result.stdout
    assert "1 problem" in result.stdout


def test_all_that_is_wrong_with_a_sheet_is_told_at_once_also_where_the_description_is_wrong(
    kibitz: Kibitz, suspicious: Path, broken: Path
) -> None:
    for path in (suspicious, broken):
        path.with_suffix(".toml").write_text("titel = 'X'\n\n[table]\ntrick = 3\n")
        result = kibitz("check", str(path))
        assert result.exit_code == 1
        assert f"{path.stem}.toml:1: error: a sheet has no `titel`; did you mean `title`?" in (
            result.stdout
        )
        assert f"{path.stem}.toml:4: error: `table.trick` must be a text" in result.stdout
    found = json.loads(kibitz("check", "--json", str(suspicious)).stdout)["files"][0]["sheet"]
    assert [one["severity"] for one in found] == ["error", "error"]


def test_a_name_on_a_sheet_that_is_not_in_the_description_gets_a_warning(
    kibitz: Kibitz, suspicious: Path
) -> None:
    suspicious.with_suffix(".toml").write_text("[faces.RANK]\nTHERE = '3'\n")
    result = kibitz("check", str(suspicious))
    assert result.exit_code == 0
    assert "suspicious.toml:2: warning: `faces.RANK.THERE` names a value `THERE`" in result.stdout
    assert "did you mean `THREE`?" in result.stdout
    assert "no errors, 2 warnings" in result.stdout


def test_a_game_that_fails_is_shown_with_what_happened_and_what_was_tried(
    kibitz: Kibitz, tmp_path: Path
) -> None:
    (path := tmp_path / "failing.rcy").write_text(FAILING)
    result = kibitz("check", str(path), "--play", "2", "--seed", "5")
    assert result.exit_code == 1
    found = result.stdout
    assert "Failing after decision 3 of 3: North to move" in found
    assert "  game 5, 3 decisions" in found
    hand, pile = re.findall(r"^> North +(.+?) *$|^  pile +(.+?) *$", found, re.M)
    assert (len(hand[0].split()), len(pile[1].split())) == (1, 3)
    told = re.findall(r"^ +([123])  (North|East|West): (\S+) to pile\.$", found, re.M)
    assert {card for *_, card in told} == {*pile[1].split()}
    assert f"  tried: North: {hand[0]} to pile" in found
    problem = json.loads(kibitz("check", str(path), "--play", "1", "--json").stdout)
    (problem,) = problem["files"][0]["play"]["problems"]
    assert (problem["seed"], len(problem["played"])) == (1, 3)
    assert problem["choice"].endswith("to pile")


def test_a_choice_without_an_option_is_shown_too(kibitz: Kibitz, tmp_path: Path) -> None:
    (path := tmp_path / "stuck.rcy").write_text(STUCK)
    found = kibitz("check", str(path), "--play", "1").stdout
    assert "Stuck after decision 1 of 1: South to move" in found
    assert "North gets" in found
    assert "tried" not in found


def test_where_even_the_deal_fails_there_is_only_the_message(
    kibitz: Kibitz, tmp_path: Path
) -> None:
    (path := tmp_path / "short.rcy").write_text(STUCK.replace("repeat 2", "repeat 3"))
    result = kibitz("check", str(path), "--play", "1")
    assert result.exit_code == 1
    assert "game 1, after 0 decisions: " in result.stdout
    assert "What happened" not in result.stdout


# --- what players learn ---------------------------------------------------------------------------

LEARNT = (
    Learnt(12, "sets", "(choice ((any HAND 'C (move 'C TRICK))))"),
    Learnt(40, "tests", "(if (> (sum HAND) 10) (turn pass))"),
    Learnt(52, "nothing", "(choice ((turn pass)))"),
    Learnt(60, "not always", "(set TRUMP (top HAND))", "it depends on the order", "lay it open"),
    Learnt(76, "not followed", "(set BEST (max HAND))", "there is a tie", "use other points"),
    Learnt(76, "not followed", "(set BEST (max HAND))", "there is no card"),
)


def test_a_line_says_how_much_of_what_players_learn_is_followed(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.recycle.learnt.learnt", lambda telling: LEARNT)
    assert kibitz("check", "agram").stdout.splitlines() == [
        "agram: no errors",
        "agram: what players learn: followed as sets in 1 place, by testing deals in 1, "
        "not always followed in 1, not followed in 1: see kibitz check agram --knowledge",
    ]
    assert kibitz("check", "agram", "--format").stdout.startswith(";")  # nothing else goes there


def test_each_choice_is_listed_with_what_others_learn_from_it(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.recycle.learnt.learnt", lambda telling: LEARNT)
    result = kibitz("check", "agram", "--knowledge")
    assert result.exit_code == 0  # what is not followed is no error
    assert result.stdout.splitlines()[1:] == [
        "agram: line 12: followed as sets: `(choice ((any HAND 'C (move 'C TRICK))))`",
        "agram: line 40: followed by testing deals: `(if (> (sum HAND) 10) (turn pass))`",
        "agram: line 52: shows nothing about hidden cards: `(choice ((turn pass)))`",
        "agram: line 60: what this shows about a hand is not always followed: "
        "`(set TRUMP (top HAND))`; it depends on the order: lay it open",
        "agram: line 76: what this shows about a hand is not followed: `(set BEST (max HAND))`; "
        "there is a tie: use other points",
        "agram: line 76: what this shows about a hand is not followed: `(set BEST (max HAND))`; "
        "there is no card",
    ]
    (report,) = json.loads(kibitz("check", "agram", "--json").stdout)["files"]
    numbers = {how: number for how, number in report["knowledge"].items() if how != "rows"}
    assert numbers == {"nothing": 1, "sets": 1, "tests": 1, "not_always": 1, "not_followed": 1}
    assert report["knowledge"]["rows"] == [row._asdict() for row in LEARNT]


def test_every_choice_of_a_house_game_teaches_something(kibitz: Kibitz) -> None:
    for name in house_games():
        (report,) = json.loads(kibitz("check", name, "--json").stdout)["files"]
        assert report["knowledge"]["not_followed"] == 0
        source = load(name).source
        for row in report["knowledge"]["rows"]:
            assert row["text"].startswith(source.line(row["line"]).strip()[:10])


def test_where_nothing_is_learnt_nothing_is_said(kibitz: Kibitz, broken: Path) -> None:
    assert "what players learn" not in kibitz("check", str(broken)).stdout


@pytest.mark.parametrize(("length", "warned"), [(24, False), (30, False), (31, True), (17, True)])
def test_a_length_that_is_off_by_more_than_a_quarter_is_doubtful(
    kibitz: Kibitz, tmp_path: Path, length: int, warned: bool
) -> None:
    path = tmp_path / "mine.rcy"
    path.write_text(load("agram").source.text, encoding="utf-8")
    path.with_suffix(".toml").write_text(f'title = "Mine"\nlength = {length}\n', encoding="utf-8")
    result = kibitz("check", str(path), "--play", "20")
    assert result.exit_code == 0
    sentence = f"mine.toml:2: warning: `length` says {length} decisions; 20 games took 24 on"
    assert (sentence in result.stdout.replace("\n", "")) == warned
    assert ("1 warning" in result.stdout) == warned
    if warned:
        assert "write length = 24" in result.stdout
        assert "warning" not in kibitz("check", str(path), "--play", "19").stdout
        assert "warning" not in kibitz("check", str(path), "--play", "20", "--set", "NUMP=3").stdout
