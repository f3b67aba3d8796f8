"""Tab in the shell: names of games and bots, and files that may hold one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.cli.completion import bots, games
from kibitz.engine import house_games


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_games_are_offered_by_name() -> None:
    assert games("") == list(house_games())
    assert games("bri") == ["bridge", "brisca", "briscola"]
    assert games("x") == []


def test_bots_are_offered_by_name_one_after_another() -> None:
    assert bots("gre") == ["greedy", "greedy-kripke"]
    assert bots("random,is") == ["random,ismcts"]


def test_descriptions_and_folders_are_offered_as_files() -> None:
    Path("more").mkdir()
    for name in ("mine.rcy", "mine.toml", "my.py", "more/other.rcy", "more/.hidden.rcy"):
        Path(name).touch()
    assert games("m") == ["mine.rcy", "more/"]
    assert games("more/") == ["more/other.rcy"]
    assert games("nowhere/") == []
    assert bots("m") == ["more/", "my.py"]


def test_networks_are_offered_as_files() -> None:
    for name in ("mine.npz", "my.py"):
        Path(name).touch()
    assert bots("random,net:m") == ["random,net:mine.npz"]
    assert bots("ne") == ["net"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("kibitz pl", "play"),
        ("kibitz play ag", "agram"),
        ("kibitz match brisca pi", "pimc"),
        ("kibitz bots ag", "agram"),
        ("kibitz cache ag", "agram"),
        ("kibitz analyse ag", "agram"),
        ("kibitz analyse agram --effort th", "thorough"),
        ("kibitz analyse agram --only secrets,ra", "secrets,random"),
    ],
)
def test_the_shell_asks_kibitz(typed: str, offered: str) -> None:
    asked = {
        "_KIBITZ_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split()) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", "from kibitz.cli.main import main; main()"],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == (f"{offered}\n", "")


def test_a_game_is_offered_without_importing_anything_heavy() -> None:
    code = (
        "import sys; from kibitz.cli.completion import games; games('a');"
        "print({'numpy', 'llvmlite', 'rich', 'kibitz.bots', 'kibitz.knowledge'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "set()\n"
