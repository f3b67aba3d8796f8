"""docs/learnt.md is true: its rules are games, and what others learn from them is what it says."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import documents
import pytest

import kibitz
from kibitz.recycle.learnt import HINTS

TEXT = documents.read("docs/learnt.md")
BLOCKS = documents.blocks(TEXT)
RULES = {
    block.words[0]: block.text.rstrip()
    for block in BLOCKS
    if block.language == "recycle" and block.words != ("game",)
}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with the games of the page: each rule in the place of the dots."""
    (game,) = [block.text for block in BLOCKS if block.words == ("game",)]
    for name, rule in RULES.items():
        (tmp_path / name).write_text(game.replace("...", rule.replace("\n", "\n    ")))
    return tmp_path


def test_the_session_gives_what_is_shown(games: Path) -> None:
    result = documents.session("docs/learnt.md", games)
    assert (result.failed, result.attempted) == (0, 2)


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.language == "console"], ids=str)
def test_a_command_prints_what_is_shown(block: documents.Block, games: Path) -> None:
    for command, output in documents.commands(block):
        printed = documents.run(command, games)
        assert documents.same(output, printed), f"$ {command}\n{printed}"


@pytest.mark.parametrize("name", RULES)
def test_knowledge_is_exact_but_for_what_comes_before(name: str, games: Path) -> None:
    game, rng = kibitz.load(games / name), Random(1)
    exact = []
    for seed in range(3):
        state = game.new(seed)
        while not state.over:
            exact += [kibitz.view(state, seat).knowledge.exact for seat in range(3)]
            state = state.after(rng.choice(state.actions))
    assert all(exact) is not name.endswith("-before.rcy")


def test_there_are_befores_and_afters() -> None:
    before = {name.removesuffix("-before.rcy") for name in RULES if name.endswith("-before.rcy")}
    after = {name.removesuffix("-after.rcy") for name in RULES if name.endswith("-after.rcy")}
    assert before == after
    assert len(before) == 3


def test_the_table_has_all_reasons_and_hints() -> None:
    rows = re.findall(r"^\| (.+) \| (.+) \|$", TEXT, re.MULTILINE)[1:]
    assert dict(rows) == HINTS
