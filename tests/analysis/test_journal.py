"""The journal: what was played is not played again, and what was cut off is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.analysis.bench import Bench
from kibitz.analysis.journal import Journal, key_of
from kibitz.errors import KibitzError
from kibitz.work import Here, Job, Thing

PLAYED: list[int] = []


def lot(game: Any, first: int, last: int, seed: int) -> list[int]:
    """What a worker does in these tests."""
    PLAYED.append(first)
    return [first, last, seed]


def answers(path: Path, *, resume: bool, games: int = 40) -> list[Any]:
    """The lots of a bench with a journal; `PLAYED` says which were played for it."""
    PLAYED.clear()
    with Here() as place:
        journal = Journal(path, resume=resume)
        bench = Bench(kibitz.load("agram"), 3, place, journal=journal)
        return list(bench.lots(f"{__name__}:lot", range(games), 10))


WHOLE = [[0, 10, 3], [10, 20, 3], [20, 30, 3], [30, 40, 3]]


def test_all_that_is_in_the_journal_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "journal.jsonl"
    assert answers(path, resume=False) == WHOLE
    assert PLAYED == [0, 10, 20, 30]
    assert answers(path, resume=True) == WHOLE
    assert PLAYED == []


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    answers(path, resume=False, games=20)
    assert answers(path, resume=True) == WHOLE
    assert PLAYED == [20, 30]


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    answers(path, resume=False)
    text = path.read_text()
    path.write_text(text[: len(text) - 9])
    assert answers(path, resume=True) == WHOLE
    assert PLAYED == [30]
    assert answers(path, resume=True) == WHOLE
    assert PLAYED == []


@pytest.mark.parametrize("line", ['"text"', "[]", "{}", '{"lot": []}', "\x00", '{"lot": "x"'])
def test_what_is_no_lot_is_left_out(tmp_path: Path, line: str) -> None:
    path = tmp_path / "journal.jsonl"
    answers(path, resume=False)
    path.write_text(line + "\n" + path.read_text() + line)
    assert answers(path, resume=True) == WHOLE
    assert PLAYED == []


def test_without_resume_everything_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    answers(path, resume=False)
    assert answers(path, resume=False) == WHOLE
    assert PLAYED == [0, 10, 20, 30]
    assert len(path.read_text().splitlines()) == 4


def test_another_seed_setting_or_game_is_another_lot() -> None:
    def job(seed: int = 1, setting: str = "all", game: str = "agram") -> Job:
        thing = Thing(game, "kibitz:load", {"name": game})
        return Job("x:y", {"seed": seed, "setting": setting}, {"game": thing})

    keys = {key_of(each) for each in (job(), job(2), job(1, "one"), job(game="tarot"))}
    assert len(keys) == 4
    assert key_of(job()) == key_of(job())


def test_a_journal_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=r"cannot be written"):
        Journal(tmp_path)
    journal = Journal(tmp_path / "journal.jsonl")
    (tmp_path / "journal.jsonl").unlink()
    (tmp_path / "journal.jsonl").mkdir()
    with pytest.raises(KibitzError, match=r"journal.jsonl cannot be written"):
        journal.keep("key", 1)
