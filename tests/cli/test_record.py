"""`kibitz record`: records of RoboBrisca's become ours and back; what cannot be is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.engine.descriptions import load
from kibitz.engine.record import Record

from .conftest import Kibitz

THEIRS = Path(__file__).parent.parent / "interop" / "robobrisca" / "osla-bot2.txt"


def test_records_go_there_and_back(kibitz: Kibitz, tmp_path: Path) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_bytes(THEIRS.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    ours, theirs = tmp_path / "deep" / "ours", tmp_path / "theirs"
    result = kibitz("record", str(THEIRS), str(odd), "--to", "kibitz", "--out", str(ours))
    assert (result.exit_code, result.stdout) == (0, f"2 records written to {ours}\n")
    made = [str(path) for path in sorted(ours.iterdir())]
    assert made == [str(ours / "odd.json"), str(ours / "osla-bot2.json")]
    assert kibitz("record", *made, "--to", "robobrisca", "--out", str(theirs)).exit_code == 0
    assert (theirs / "odd.txt").read_bytes() == odd.read_bytes()
    assert (theirs / "osla-bot2.txt").read_bytes() == THEIRS.read_bytes()


def test_a_single_one_is_printed(kibitz: Kibitz, tmp_path: Path) -> None:
    result = kibitz("record", str(THEIRS), "--to", "kibitz")
    assert json.loads(result.stdout)["players"] == ["OSLAPlayer", "Bot2"] * 2
    ours = tmp_path / "ours.json"
    ours.write_text(result.stdout)
    back = kibitz("record", str(ours), "--to", "robobrisca", "--out", "-")
    assert back.stdout_bytes == THEIRS.read_bytes()
    several = kibitz("record", str(THEIRS), str(ours), "--to", "kibitz")
    assert several.stderr == (
        "error: several records are not printed\n  hint: give a folder: --out DIR\n"
    )


def test_each_file_that_cannot_be_is_named_and_the_others_are_written(
    kibitz: Kibitz, tmp_path: Path
) -> None:
    wrong, empty, other = (tmp_path / name for name in ("wrong.txt", "empty.txt", "agram.json"))
    wrong.write_bytes(THEIRS.read_bytes().replace(b"63 50", b"62 51"))
    empty.write_text("")
    Record.of(load("agram").new(seed=1)).save(other)
    out = tmp_path / "out"
    files = [str(path) for path in (wrong, empty, THEIRS, other, tmp_path / "none.txt")]
    result = kibitz("record", *files, "--to", "robobrisca", "--out", str(out))
    assert result.exit_code == 2
    assert result.stdout == f"1 of 5 records written to {out}\n"
    assert result.stderr.splitlines() == [
        f"error: {wrong}: line 48: seat 2 has won 63 points, not 62",
        f"error: {empty}: it is empty, so no game is recorded in it",
        "  hint: RoboBrisca leaves such a file if a bot fails",
        f"error: {other}: it is a game of agram, and RoboBrisca knows none but brisca",
        f"error: {tmp_path}/none.txt cannot be read: No such file or directory",
    ]
    assert [path.name for path in out.iterdir()] == ["osla-bot2.txt"]


def test_nothing_is_overwritten(kibitz: Kibitz, tmp_path: Path) -> None:
    (tmp_path / "osla-bot2.json").write_text("precious")
    result = kibitz("record", str(THEIRS), "--to", "kibitz", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr == (
        f"error: {tmp_path}/osla-bot2.json is there already\n  hint: give another folder\n"
    )
    assert (tmp_path / "osla-bot2.json").read_text() == "precious"
    taken = kibitz("record", str(THEIRS), "--to", "kibitz", "--out", str(THEIRS))
    assert f"the folder {THEIRS} cannot be made" in taken.stderr


@pytest.mark.parametrize(("kind", "near"), [("kibits", "; did you mean `kibitz`?"), ("pgn", "")])
def test_a_kind_that_is_not_there_is_told(kibitz: Kibitz, kind: str, near: str) -> None:
    result = kibitz("record", str(THEIRS), "--to", kind)
    assert result.exit_code == 2
    assert result.stderr == (
        f"error: there are no records of the kind `{kind}`{near}\n  hint: robobrisca or kibitz\n"
    )


def test_know_opens_a_record_of_theirs(kibitz: Kibitz, tmp_path: Path) -> None:
    result = kibitz("know", "brisca", "--record", str(THEIRS), "--at", "3", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["decision"], found["to_move"]) == (3, "West")
    assert found["parameters"] == {"TIE": "SECOND", "FIRST": 0}
    wrong = tmp_path / "wrong.txt"
    wrong.write_bytes(THEIRS.read_bytes().replace(b"0 O3 10", b"0 O4 10"))
    refused = kibitz("know", "brisca", "--record", str(wrong))
    assert refused.stderr == f"error: {wrong}: line 8: seat 0 does not hold `O4`\n"
