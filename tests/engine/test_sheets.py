"""Sheets: all that is wrong is told at once, with its line and what may be meant."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from kibitz.engine import Game, load
from kibitz.engine.descriptions import house_games
from kibitz.engine.entries import SECTIONS, reference, tree
from kibitz.engine.sheets import SheetError, doubts, read_sheet, sheet_of
from kibitz.errors import KibitzError


def own(folder: Path, sheet: str, game: str = "agram") -> Path:
    """A house game with a sheet of one's own."""
    path = folder / "own.rcy"
    path.write_text(load(game).source.text, encoding="utf-8")
    path.with_suffix(".toml").write_text(sheet, encoding="utf-8")
    return path


def complaints(folder: Path, sheet: str) -> list[str]:
    """What is wrong with a sheet, without the folder."""
    with pytest.raises(SheetError) as caught:
        load(own(folder, sheet))
    return [f"{one.where}: {one.message}".rpartition("/")[2] for one in caught.value.complaints]


def doubted(game: Game) -> list[str]:
    found = doubts(game.sheet, game.program, game.layout, game.cards)
    return [f"{one.where}: {one.message}".rpartition("/")[2] for one in found]


def test_all_that_is_wrong_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    sheet = """sumary = "Only the last trick counts."
seats = "North"

[parameters.NUMBP]
min = "two"

[parameters.HAND]
max = 17.5

[words]
TRIK = "play {card}"
trick = "play {}"

[relations]
"HAND <" = "no more than there are"
"HAND <= TRIKCS" = ""

[table]
led = "LEED"

[table.game]
PLAYED = { name = "trick", plos = 1 }
"""
    assert complaints(tmp_path, sheet) == [
        "own.toml:1: a sheet has no `sumary`; did you mean `summary`?",
        "own.toml:2: `seats` must be a list of texts",
        "own.toml:5: `parameters.NUMBP.min` must be a number",
        "own.toml:8: `parameters.HAND.max` must be a number",
        "own.toml:11: `words.TRIK` cannot be filled in: `play {card}`",
        "own.toml:12: `words` has no `trick`",
        "own.toml:22: `table.game.PLAYED` has no `plos`; did you mean `plus`?",
        "own.toml:15: `HAND <` is no relation: it does not compare anything",
        "own.toml:4: `parameters.NUMBP` names a parameter `NUMBP`, which the description does not "
        "have; did you mean `NUMP`?",
        "own.toml:11: `words.TRIK` names a place or store `TRIK`, which the description does not "
        "have; did you mean `TRICK`?",
        "own.toml:19: `table.led` names a store `LEED`, which the description does not have; did "
        "you mean `LEAD`?",
        "own.toml:16: `relations.HAND <= TRIKCS` names a parameter `TRIKCS`, which the description "
        "does not have; did you mean `TRICKS`?",
    ]


def test_a_relation_that_mixes_names_and_numbers_is_refused(tmp_path: Path) -> None:
    assert complaints(tmp_path, '[relations]\n"HAND <= ACE" = ""\n') == [
        "own.toml:2: `relations.HAND <= ACE` says nothing: it counts with a name, or compares one "
        "with a number"
    ]


def test_one_mistake_is_one_sentence_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(SheetError) as caught:
        load(own(tmp_path, "[table.roles]\nSTOCK = 'heap'\n"))
    assert caught.value.message.endswith("own.toml:2: `table.roles.STOCK` cannot be `heap`")
    assert caught.value.hint is not None
    assert caught.value.hint.startswith("it can be: hand, trick")


def test_names_of_cards_that_are_not_there_are_doubtful_but_allowed(tmp_path: Path) -> None:
    sheet = """[sort]
by = ["RANK", "SUITE"]

[faces.SUIT]
HAERTS = "♥"
DIAMONDS = "♦"

[colours]
CLUBS = "black"

[names]
DISCORD = "pile"

[table]
cover = ["9H", "1D"]
"""
    game = load(own(tmp_path, sheet))
    found = doubted(game)
    assert [line.split(", which")[0] for line in found] == [
        "own.toml:2: `sort.by` names an attribute `SUITE`",
        "own.toml:5: `faces.SUIT.HAERTS` names a value `HAERTS`",
        "own.toml:12: `names.DISCORD` names a name `DISCORD`",
        "own.toml:15: `table.cover` names a card `1D`",
    ]
    assert found[1].endswith("; did you mean `HEARTS`?")


@pytest.mark.parametrize("name", list(house_games()))
def test_house_sheets_say_nothing_doubtful(name: str) -> None:
    game: Game = load(name)
    assert doubted(game) == []
    assert all(parameter.title for parameter in game.sheet.parameters.values())
    assert game.sheet.parameters.keys() == game.parameters.keys()


def test_a_broken_sheet_still_gives_its_title_to_a_list_of_games() -> None:
    sheet = sheet_of('title = "Mine"\nseats = 3\n', Path("mine.toml"), "mine")
    assert (sheet.title, sheet.seats, len(sheet.wrong)) == ("Mine", (), 1)


@pytest.mark.parametrize("text", ["title = ", "a = " + "[" * 100_000, "\x00", "[table]\n[table]"])
def test_what_is_no_toml_gets_one_sentence(text: str) -> None:
    with pytest.raises(KibitzError, match=r"^mine.toml: "):
        sheet_of(text, Path("mine.toml"), "mine")


def test_no_sheet_at_all_is_fine(tmp_path: Path) -> None:
    assert read_sheet(tmp_path / "no.toml", "go_fish").title == "Go fish"


# --- the reference --------------------------------------------------------------------------------


def test_every_entry_of_the_house_sheets_is_in_the_reference() -> None:
    """And the other way round: what the reference has is what the reader takes."""
    for path in house_games().values():
        data = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
        assert data.keys() <= tree().below.keys()
    page = reference()
    for section in SECTIONS:
        for entry in section.entries:
            path_ = re.sub(r"\.(teams|game)\.STORE\.", ".seats.STORE.", entry.path)
            assert f"| `{path_}` |" in page


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_the_examples_of_the_reference_can_be_read(section: object) -> None:
    sheet = sheet_of(section.example, Path("example.toml"), "example")  # type: ignore[attr-defined]
    assert sheet.wrong == ()
    assert sheet.text
