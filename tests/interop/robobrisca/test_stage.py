"""What a bot of RoboBrisca's finds around it: its own modules, ours, and its folders."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.player import Player
from kibitz.interop.robobrisca.folders import folder_of
from kibitz.interop.robobrisca.stage import OURS, Stage

Files = dict[str, str]


def stage(root: Path, files: Files) -> Stage:
    """That of a bot `Players/bot.py`, with other files about."""
    for name, text in {"Players/bot.py": "", **files}.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Stage(root / "Players" / "bot.py")


def loaded(root: Path, text: str, files: Files | None = None) -> dict[str, Any]:
    """The names of a bot's module, after it was run."""
    return vars(stage(root, {"Players/bot.py": text, **(files or {})}).load())


@pytest.mark.parametrize("name", [name for name in OURS if "." in name])
def test_every_module_can_be_imported_in_every_way(tmp_path: Path, name: str) -> None:
    package, short = name.split(".")
    kinds = ["is_better_card", "calculate_points"] if short == "Common" else [short]
    text = f"import {name}\nimport {name} as other\nfrom {package} import {short} as third\n"
    text += f"assert {name} is other is third\n"
    text += "".join(f"from {name} import {kind}\n" for kind in kinds)
    text += f"from {name} import *\n"
    found = loaded(tmp_path, text)
    assert all(callable(found[kind]) for kind in kinds)
    assert all(found[kind].__module__ == name for kind in kinds)


def test_a_star_also_brings_what_the_module_uses(tmp_path: Path) -> None:
    found = loaded(tmp_path, "from Game.Observation import *")
    assert {"Observation", "Action", "Card", "CardCollection", "random"} <= set(found)
    assert "View" not in found


def test_of_game_and_player_ours_are_taken_and_else_theirs(tmp_path: Path) -> None:
    theirs = {
        "Players/Player.py": "class Player: pass",
        "Players/MyHeuristic.py": "class MyHeuristic: whose = 'theirs'",
        "Players/RandomPlayer.py": "class RandomPlayer: whose = 'theirs'",
        "Game/Card.py": "class Card: pass",
        "Game/Extra.py": "from Game.Card import Card\nwhose = 'theirs'",
    }
    text = """
from Game.Card import Card
from Game import Extra
from Players.MyHeuristic import MyHeuristic
from Players.Player import Player
from Players.RandomPlayer import RandomPlayer
"""
    found = loaded(tmp_path, text, theirs)
    assert found["Card"] is Card
    assert found["Extra"].Card is Card
    assert found["Player"] is Player
    for name in ("Extra", "MyHeuristic", "RandomPlayer"):
        assert found[name].whose == "theirs"


def test_helpers_are_found_in_every_way(tmp_path: Path) -> None:
    files = {"Players/Near.py": "x = 1", "Players/deep/er.py": "x = 2", "Beside.py": "x = 3"}
    text = """
import Near
import Players.Near
from .Near import x
from Players.deep.er import x as y
from .deep import er
import Beside
"""
    found = loaded(tmp_path, text, files)
    assert (found["x"], found["y"], found["Near"].x, found["Beside"].x) == (1, 2, 1, 3)


def test_helpers_may_import_the_bot(tmp_path: Path) -> None:
    files = {"Players/Round.py": "import Players.bot\ndef name(): return Players.bot.NAME"}
    found = loaded(
        tmp_path, "import Players.Round\nNAME = 'me'\nsaid = Players.Round.name()", files
    )
    assert found["said"] == "me"


def test_each_bot_has_its_own_modules_also_later(tmp_path: Path) -> None:
    text = "def late():\n    import Helper, Players.Helper as other\n    return Helper.x, other.x\n"
    stages = [
        stage(tmp_path / str(n), {"Players/bot.py": text, "Players/Helper.py": f"x = {n}"})
        for n in (1, 2)
    ]
    modules = [one.load() for one in stages]
    for _ in range(2):
        for number, (one, module) in enumerate(zip(stages, modules, strict=True), 1):
            with one.entered():
                assert module.late() == (number, number)
                assert sys.modules["Players.bot"] is module


def test_files_are_found_from_the_folder_above(tmp_path: Path) -> None:
    files = {"NN/w.nn": "1", "Players/w.txt": "2"}
    text = """
from pathlib import Path
a = Path("NN/w.nn").read_text() + Path("Players/w.txt").read_text()
"""
    assert loaded(tmp_path, text, files)["a"] == "12"


# --- the folder of a bot --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "above"),
    [
        ({}, False),
        ({"Players/bot.py": "open('NN/w.nn')", "NN/w.nn": ""}, True),
        ({"Players/bot.py": "open('weights.nn')", "weights.nn": ""}, True),
        ({"Players/bot.py": "import Extra", "Extra.py": ""}, True),
        ({"Players/bot.py": "", "NN/w.nn": ""}, False),
        ({"Players/bot.py": "from Game.Card import Card", "Game/Card.py": ""}, False),
        ({"Players/bot.py": "open('NN/w.nn')", "NN/w.nn": "", "cup.toml": ""}, False),
        ({"Players/bot.py": "open('NN/w.nn')", "NN/w.nn": "", "cup/a.sqlite": ""}, False),
        ({"Players/bot.py": "open('NN/w.nn')", "NN/w.nn": "", "ana/Players/b.py": ""}, False),
    ],
)
def test_the_folder_above_is_the_bots_only_if_it_needs_it_and_nobody_else_is_there(
    tmp_path: Path, files: Files, above: bool
) -> None:
    file = stage(tmp_path / "team", files).file
    assert folder_of(file) == (file.parent.parent if above else file.parent)
