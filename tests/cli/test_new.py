"""`kibitz new`: a game of one's own to begin with."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kibitz.engine.conformance import conform
from kibitz.engine.descriptions import load

from .conftest import Kibitz


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "here"
    path.mkdir()
    monkeypatch.chdir(path)
    return path


def test_a_new_game_is_complete_and_nothing_is_wrong_with_it(kibitz: Kibitz) -> None:
    made = kibitz("new", "my-game")
    assert made.exit_code == 0, made.output
    commands = [line.split("  ")[1] for line in made.stdout.splitlines()[1:]]
    assert commands[:3] == [
        "kibitz check my-game.rcy --play 20", "kibitz table my-game.rcy", "kibitz rules my-game.rcy"
    ]  # fmt: skip
    checked = kibitz("check", "my-game.rcy", "--play", "20")
    assert checked.exit_code == 0
    assert "warning" not in checked.output
    assert "all as it should be" in checked.stdout
    rules = kibitz("rules", "my-game.rcy").stdout
    assert rules.startswith("My game\n")
    assert "NUMP" in rules


@pytest.mark.parametrize("players", [2, 3, 6])
def test_as_many_play_as_was_asked_for(kibitz: Kibitz, players: int) -> None:
    assert kibitz("new", "mine", "--players", str(players)).exit_code == 0
    game = load(Path("mine.rcy"))
    assert game.players == players
    assert game.warnings == ()
    assert conform(game, 3).problems == []
    assert game.simulate(3).decisions_mean == game.sheet.length


def test_a_game_like_another_is_its_copy_under_another_name(kibitz: Kibitz) -> None:
    assert kibitz("new", "my-agram", "--like", "agram", "--players", "3").exit_code == 0
    game, house = load(Path("my-agram.rcy")), load("agram", NUMP=3)
    assert game.title == "My agram"
    assert (game.players, game.hash) == (3, house.hash)
    said = tomllib.loads(Path("my-agram.toml").read_text(encoding="utf-8"))
    assert "also" not in said, "another game is not called like that"
    assert "length" not in said, "it takes another with three"
    assert said["rules"].strip() == house.sheet.rules


def test_its_searchers_are_told_the_same(kibitz: Kibitz, folder: Path) -> None:
    """Without them a search would bid at random in Skat."""
    made = kibitz("new", "mine", "--like", "skat")
    assert "mine.rcy, mine.toml and mine.weight.py.txt are written" in made.stdout
    game, house = load(folder / "mine.rcy"), load("skat")
    assert game.weights == house.weights != ""


def test_it_may_be_called_as_one_of_the_house(kibitz: Kibitz, folder: Path) -> None:
    assert "Without .rcy, agram is the house's still." in kibitz("new", "agram").stdout
    assert "still" not in kibitz("new", "mine").stdout


@pytest.mark.parametrize("there", ["mine.rcy", "mine.toml", "mine.weight.py.txt"])
def test_nothing_is_overwritten(kibitz: Kibitz, folder: Path, there: str) -> None:
    (folder / there).write_text("my work")
    result = kibitz("new", "mine", "--like", "skat")
    assert result.exit_code == 2
    assert f"{there} is there already" in result.stderr
    assert [path.name for path in folder.iterdir()] == [there]
    assert (folder / there).read_text() == "my work"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("../up",), "`../up` cannot be the name of a game"),
        (("My Game",), "small letters, digits and hyphens"),
        (("a" * 41,), "cannot be the name"),
        (("mine", "--like", "black lady"), "did you mean `hearts`?"),
        (("mine", "--players", "7"), "7 cannot play with 32 cards"),
        (("mine", "--like", "agram", "--players", "7"), "players (NUMP) cannot be 7"),
        (("mine", "--like", "tarot", "--players", "4"), "no parameter NUMP"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_nothing_is_written(
    kibitz: Kibitz, folder: Path, words: tuple[str, ...], sentence: str
) -> None:
    result = kibitz("new", *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("house", ["skat", "schnapsen", "hearts"])
def test_a_copy_can_have_german_cards(kibitz: Kibitz, house: str) -> None:
    assert kibitz("new", "mine", "--like", house, "--cards", "german").exit_code == 0
    game = load(Path("mine.rcy"))
    assert game.warnings == ()
    assert game.hash == load(house).hash, "nothing else has changed"
    assert {face.pack for face in game.cards} == {"german"}
    jack = next(face for face in game.cards if face.attributes == {"SUIT": "CLUBS", "RANK": "JACK"})
    assert (jack.symbol, jack.text) == ("U🌰", "UA")
    assert all(game.written(card) for card in game.sheet.table.cover)


def test_only_french_cards_can_be_drawn_as_german_ones(kibitz: Kibitz) -> None:
    for said in (
        ["--like", "tarot", "--cards", "german"],
        ["--like", "skat", "--cards", "dutch"],
        ["--cards", "german"],
    ):
        refused = kibitz("new", "mine", *said)
        assert (refused.exit_code, "Traceback" in refused.output) == (2, False)
    assert not Path("mine.rcy").exists()
