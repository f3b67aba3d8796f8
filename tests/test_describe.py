"""The course in docs/describe.md is true: every step is a game, and plays as it says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import documents
import pytest

import kibitz
from kibitz.engine.conformance import conform
from kibitz.errors import KibitzError
from kibitz.recycle import Source, elaborate

TEXT = documents.read("docs/describe.md")
BLOCKS = documents.blocks(TEXT)
PARTS = ("deal", "trick", "winner", "scoring")


@dataclass(frozen=True)
class Step:
    """The description as it stands at the end of a section."""

    heading: str
    program: str
    decisions: int


def steps() -> list[Step]:
    """The steps: a block is a whole game, or takes the place of one part of it."""
    found = []
    parts: dict[str, str] = {}
    for section in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]:
        heading = section.partition("\n")[0]
        if not heading.startswith("Step"):
            continue
        for block in documents.blocks(section):
            if block.words == ("game",):
                parts = split(block.text)
            else:
                parts[block.words[0]] = block.text
        promised = re.search(r"\b(\d+)\s+decisions\s+a\s+game", section)
        assert promised, f"{heading} does not say how many decisions a game has"
        program = "".join(parts[part] for part in PARTS if part in parts) + ")\n"
        found.append(Step(heading, program, int(promised[1])))
    return found


def split(game: str) -> dict[str, str]:
    """A whole game cut before its scoring, where the next steps put what they add."""
    before, scoring = re.split(r"^(?=  \(scoring)", game, flags=re.MULTILINE)
    return {"deal": before, "scoring": scoring.rstrip().removesuffix(")")}


STEPS = steps()


def test_the_course_has_five_steps() -> None:
    assert [step.heading.split(":")[0] for step in STEPS] == [f"Step {n}" for n in range(1, 6)]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.heading)
def test_a_step_is_a_game_without_warnings_that_plays_as_promised(
    step: Step, tmp_path: Path
) -> None:
    path = tmp_path / "agram.rcy"
    path.write_text(step.program, encoding="utf-8")
    game = kibitz.load(path)
    assert game.warnings == ()
    assert conform(game, 20).problems == []
    played = game.simulate(20)
    assert played.games == 20
    assert played.unfinished == 0
    assert played.decisions_mean == step.decisions


def test_the_last_step_is_the_house_game() -> None:
    written, _ = elaborate(Source(STEPS[-1].program))
    house = kibitz.load("agram").program
    assert list(map(str, written.body)) == list(map(str, house.body))
    assert str(written.score) == str(house.score)
    assert written.parameters == house.parameters
    assert [deck.value for deck in written.decks] == [deck.value for deck in house.decks]


def test_the_sheet_dresses_the_game(tmp_path: Path) -> None:
    sheet, table = [block.text for block in BLOCKS if block.language == "toml"]
    (tmp_path / "agram.rcy").write_text(STEPS[-1].program, encoding="utf-8")
    bare = kibitz.load(tmp_path / "agram.rcy")
    (tmp_path / "agram.toml").write_text(sheet, encoding="utf-8")
    game = kibitz.load(tmp_path / "agram.rcy")
    assert (bare.seats[0], game.seats[0]) == ("North", "Ada")
    one, two = (played.new(seed=1).actions[0].label for played in (bare, game))
    assert (one, two) == ("3♠ to trick", "play 3♠")
    with pytest.raises(KibitzError, match=r"players \(NUMP\) cannot be 7"):
        kibitz.load(tmp_path / "agram.rcy", NUMP=7)
    (tmp_path / "agram.toml").write_text(sheet + table, encoding="utf-8")
    assert kibitz.load(tmp_path / "agram.rcy").sheet.table.trick == "TRICK"


@pytest.mark.parametrize(
    "block", [block for block in BLOCKS if block.language == "console"], ids=str
)
def test_a_command_prints_what_is_shown(block: documents.Block, tmp_path: Path) -> None:
    program = STEPS[-1].program
    for word in block.words:  # "mvoe/move": the first `move` of the play is misspelt
        wrong, right = word.split("/")
        before, choice, after = program.partition("(choice (")
        assert right in after
        program = before + choice + after.replace(right, wrong, 1)
    (tmp_path / "agram.rcy").write_text(program, encoding="utf-8")
    (tmp_path / "empty.rcy").write_text("", encoding="utf-8")
    for command, output in documents.commands(block):
        printed = documents.run(command, tmp_path)
        assert documents.same(output, printed), f"$ {command}\n{printed}"
