"""docs/bots.md is true: its bots are written to files, its commands and its Python are run."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import documents
import pytest

from kibitz.arena.match import match
from kibitz.bots import sources
from kibitz.bots.bot import Bot
from kibitz.bots.house import HOUSE
from kibitz.bots.parameters import parameters_of
from kibitz.bots.searchers import Ismcts, ParanoidClassic, Pimc
from kibitz.engine import load

PAGE = "docs/bots.md"
TEXT = documents.read(PAGE)
BLOCKS = documents.blocks(TEXT)


def rows(heading: str) -> dict[str, list[str]]:
    """The first table under a heading: the cells of each row by the name in its first one."""
    section = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = re.search(r"^\|.*?\n\n", section + "\n\n", re.MULTILINE | re.DOTALL)
    assert table
    lines = table[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line]
    return {re.split(r"[`(]", row[0])[1]: row[1:] for row in cells}


CONSOLES = [number for number, block in enumerate(BLOCKS) if block.language == "console"]


@pytest.mark.parametrize("number", CONSOLES)
def test_the_course_gives_what_is_shown(number: int, tmp_path: Path) -> None:
    """Each part by itself, with the files that were written before it."""
    for block in BLOCKS[:number]:
        if block.language == "python" and block.words:
            (tmp_path / block.words[0]).write_text(block.text, encoding="utf-8")
    for command, output in documents.commands(BLOCKS[number]):
        printed = documents.run(command, tmp_path)
        assert documents.same(output, printed), f"$ {command}\n{printed}"


def test_there_is_a_course() -> None:
    assert len(CONSOLES) >= 4


def test_the_python_session_gives_what_is_shown(tmp_path: Path) -> None:
    result = documents.session(PAGE, tmp_path)
    assert result.attempted > 10
    assert result.failed == 0


def test_every_house_bot_is_in_the_table() -> None:
    table = rows("The house bots")
    assert list(table) == list(HOUSE)
    for name, bot in HOUSE.items():
        titles = ", ".join(load(game).title for game in bot.games)
        assert table[name] == [titles or "all", bot.about]


def test_every_parameter_of_a_search_is_in_the_table() -> None:
    kinds = (Ismcts, Pimc, ParanoidClassic)
    known = {name: one for kind in kinds for name, one in parameters_of(kind, "it").items()}
    table = rows("Search")
    assert set(table) == set(known)
    for name, parameter in known.items():
        assert table[name][0].replace("`", "").removeprefix("pimc only: ") == parameter.about


def test_the_methods_of_a_bot_are_those_that_are_called() -> None:
    assert set(rows("What a bot can do")) == {"start", "choose", "thinking", "finish"}
    assert "choose" in vars(Bot)


def test_the_entry_point_is_the_one_that_is_looked_for() -> None:
    (text,) = [block.text for block in BLOCKS if block.language == "toml"]
    assert list(tomllib.loads(text)["project"]["entry-points"]) == [sources.GROUP]


def test_the_json_of_a_match_has_these_names() -> None:
    (text,) = [block.text for block in BLOCKS if block.language == "json"]
    shown = json.loads(text)
    found = match(load("brisca"), ["random", "first"], 2).as_json()
    assert set(shown) == set(found)
    assert set(shown["bots"][0]) == set(found["bots"][0])
    assert set(shown["difference"]) == set(found["difference"])
