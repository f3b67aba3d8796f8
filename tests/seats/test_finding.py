"""Bots by name: a class, the only one of a file, a program, a file of RoboBrisca's."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.bots.names import called, described, is_foreign, program
from kibitz.engine import load
from kibitz.errors import KibitzError
from kibitz.seats.finding import find, folder_of, is_robobrisca

BRISCA = load("brisca")
ONE = "class Mine:\n    def choose(self, view, budget):\n        return view.actions[0]\n"


def written(path: Path, text: str, mode: int = 0o644) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def test_the_only_bot_of_a_file_need_not_be_named(tmp_path: Path) -> None:
    one = written(tmp_path / "one.py", f"from random import Random\n{ONE}\nclass Other: pass\n")
    assert find(one, BRISCA).kind.__name__ == "Mine"
    assert (called(one), is_foreign(one), program(one)) == ("one", True, None)
    two = written(tmp_path / "two.py", ONE + ONE.replace("Mine", "Yours"))
    with pytest.raises(KibitzError, match="does not say which class") as error:
        find(two, BRISCA)
    assert error.value.hint == f"it has Mine, Yours: {two}:MyBot"


def test_a_file_that_can_be_run_is_a_program(tmp_path: Path) -> None:
    script = written(tmp_path / "bot.js", "#!/usr/bin/env node\n", 0o755)
    python = written(tmp_path / "bot.py", "#!/usr/bin/env python3\n", 0o755)
    for name in (script, python):
        assert program(name) == Path(name)
        assert (is_foreign(name), called(name)) == (True, "bot")
        assert str(tmp_path) not in described(name)
        assert folder_of(name) == tmp_path
    assert program(f"{python}:Mine") is None, "a class of it is meant"


def test_a_file_that_cannot_be_run_is_complained_about(tmp_path: Path) -> None:
    script = written(tmp_path / "bot.js", "#!/usr/bin/env node\n")
    assert not is_foreign(script)
    with pytest.raises(KibitzError, match="is not a file that can be run") as error:
        find(script, BRISCA)
    assert "chmod +x" in (error.value.hint or "")
    plain = written(tmp_path / "mine.py", ONE, 0o755)
    assert program(plain) is None, "nothing says what runs it"
    assert find(plain, BRISCA).kind.__name__ == "Mine"


def test_a_name_of_the_house_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "random", "#!/bin/sh\n", 0o755)
    monkeypatch.chdir(tmp_path)
    assert not is_foreign("random")


def test_bots_of_files_are_foreign_and_are_not_run_to_know_it(tmp_path: Path) -> None:
    loud = written(tmp_path / "loud.py", "raise RuntimeError")
    assert is_foreign(f"{loud}:Loud")
    assert is_foreign(loud)
    assert not is_foreign("nobody")


def test_a_file_in_a_folder_players_is_robobriscas(tmp_path: Path) -> None:
    bot = written(tmp_path / "Players" / "Team.py", "#!/usr/bin/env python3\n", 0o755)
    assert is_robobrisca(bot)
    assert is_foreign(bot)
    assert program(bot) is None
    assert not is_robobrisca(written(tmp_path / "Team.py", ""))
