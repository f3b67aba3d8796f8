"""The shelf: what a game is for somebody who looks for one."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.engine import finding, packs
from kibitz.engine import shelf as shelf_module
from kibitz.engine.entries import FAMILIES
from kibitz.engine.finding import house_games, nearest_game
from kibitz.engine.packs import PACKS, pack_of, packs_of
from kibitz.engine.shelf import PACES, SHELVES, Listed, by_family, found, near, shelf

SMALL = Path(__file__).parent.parent / "games" / "small"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / shelf_module.KEPT


def game(name: str) -> Listed:
    return next(each for each in shelf() if each.name == name)


@pytest.mark.parametrize("module", [shelf_module, packs, finding])
def test_the_examples_of_the_modules(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert (result.failed, result.attempted > 0) == (0, True)


def test_every_house_game_can_be_found_on_its_shelf() -> None:
    listed = shelf()
    assert [each.name for each in listed] == list(house_games())
    for each in listed:
        assert each.error == ""
        assert each.family in FAMILIES
        assert each.pace in PACES
        assert each.pack in PACKS
        assert each.summary
        assert each.cards > 1
        assert each.players
    assert sum(map(len, by_family(listed).values())) == len(listed)


def test_every_family_has_a_heading() -> None:
    assert set(SHELVES) == {*FAMILIES, ""}


def test_what_is_derived_from_the_description() -> None:
    agram, brisca, tarot = map(game, ("agram", "brisca", "tarot"))
    assert (agram.players, agram.seated, agram.teams) == ((2, 3, 4, 5, 6), "2-6", ())
    assert (agram.cards, agram.pack, agram.pace) == (35, "french", "quick")
    assert (brisca.cards, brisca.pack, brisca.teams) == (40, "spanish", (2, 2))
    assert (tarot.cards, tarot.pack, tarot.seated) == (78, "tarot", "3")
    assert game("boerenbridge").cards == 52, "the four markers of trump are not played with"


def test_numbers_of_players_are_said_as_they_are() -> None:
    assert Listed("g", "G", players=(2, 4)).seated == "2 or 4"
    assert Listed("g", "G", players=(3,)).seated == "3"


def test_only_a_sheet_can_say_that_more_or_fewer_may_play(tmp_path: Path) -> None:
    path = tmp_path / "mine.rcy"
    path.write_text(house_games()["agram"].read_text(encoding="utf-8"), encoding="utf-8")
    (bare,) = shelf({"mine": path})
    assert bare.players == (4,)
    said = 'title = "Mine"\n[parameters.NUMP]\nmin = 2\nmax = 5\n'
    path.with_suffix(".toml").write_text(said, encoding="utf-8")
    assert shelf({"mine": path})[0].players == (2, 3, 4, 5)


def test_what_was_found_is_kept_and_never_goes_stale(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.rcy"
    path.write_text(house_games()["kuhn"].read_text(encoding="utf-8"), encoding="utf-8")
    (first,) = shelf({"mine": path})
    assert cache.is_file()
    with monkeypatch.context() as patched:
        patched.setattr(shelf_module, "_made", None)  # not asked for it again
        assert shelf({"mine": path}) == [first]
    (tmp_path / "mine.toml").write_text('title = "Other"\n', encoding="utf-8")
    assert shelf({"mine": path})[0].title == "Other"


def test_a_list_of_games_that_are_known_needs_no_engine() -> None:
    """It is made while somebody waits for it, in the shell or at the page."""
    shelf()
    program = (
        "import sys; from kibitz.engine.shelf import shelf; shelf(); "
        "print([m for m in sys.modules if m in ('numpy', 'kibitz.recycle', 'kibitz.engine.game')])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "damage", ["", "[]", "{", '{"a": {}}', '{"a": {"name": 1}}', "\0", '{"KEY": {"title": 3}}']
)
def test_what_is_kept_may_be_damaged(cache: Path, damage: str) -> None:
    before = shelf()
    if "KEY" in damage:
        whole = json.loads(cache.read_text())
        key = next(iter(whole))
        damage = json.dumps({key: whole[key] | {"title": 3}})
    cache.write_text(damage)
    assert shelf() == before


def test_a_game_that_cannot_be_read_is_listed_with_the_reason(tmp_path: Path) -> None:
    broken, sheet = tmp_path / "broken.rcy", tmp_path / "dressed.rcy"
    broken.write_text("(game")
    sheet.write_text(house_games()["kuhn"].read_text(encoding="utf-8"), encoding="utf-8")
    sheet.with_suffix(".toml").write_text('family = "chess"')
    gone = tmp_path / "gone.rcy"
    errors = [each.error for each in shelf({"a": broken, "b": sheet, "c": gone})]
    assert "broken.rcy:1" in errors[0]
    assert "`family` cannot be `chess`" in errors[1]
    assert "there is no file" in errors[2]


def test_games_are_found_by_all_their_names_and_what_is_said_of_them() -> None:
    listed = shelf()
    for words in ("oh hell", "OH-HELL", "Boeren", "boerenbridge"):
        assert "boerenbridge" in [each.name for each in found(listed, words)]
    assert "agram" in [each.name for each in found(listed, "from niger")]
    assert found(listed, "nothing of the kind") == []
    called = [each.name for each in found(listed, "oh hell")]
    assert called[:2] == ["oh-hell", "boerenbridge"], "its title comes before another's other name"
    assert found(listed, "Nap")[0].name == "euchre", "before what has it in it"
    assert [each.name for each in found(listed, "Crazy 8")] == ["crazy-eights"]
    assert near(listed, "sink sonk") == "; did you mean `agram`?"


def test_a_word_is_looked_for_from_its_beginning() -> None:
    listed = shelf()
    assert found(listed, "war") == [], "not in Schwarzer Peter"
    assert [each.name for each in found(listed, "gin")] == ["gin-rummy"], "not in betting"
    assert "hearts" in [each.name for each in found(listed, "lady")]


def test_whose_name_it_is_comes_first() -> None:
    games = [Listed("a", "A", summary="like skat"), Listed("skat", "Skat")]
    assert [each.name for each in found(games, "skat")] == ["skat", "a"]


def test_an_unknown_game_may_be_meant_by_its_title_or_another_name() -> None:
    games = house_games()
    assert nearest_game("french tarot", games) == "; did you mean `tarot`?"
    assert nearest_game("black laddy", games) == "; did you mean `hearts`?"
    assert nearest_game("agrm", games) == "; did you mean `agram`?"
    assert nearest_game("xyzzy", games) == ""


# --- packs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suits", "pack"),
    [
        (("HEARTS", "SPADES", "CLUBS", "DIAMONDS"), "french"),
        (("ACORNS", "LEAVES", "HEARTS", "BELLS"), "german"),
        (("EICHEL", "LAUB", "HERZ", "SCHELLEN"), "german"),
        (("DENARI", "COPPE", "SPADE", "BASTONI"), "italian"),
        (("OROS", "COPAS", "ESPADAS", "BASTOS"), "spanish"),
        (("HEARTS", "SPADES", "TRUMPS"), "tarot"),
        (("ROUND", "SQUARE"), "own"),
    ],
)
def test_a_pack_is_known_by_its_suits(suits: tuple[str, ...], pack: str) -> None:
    cards = [{"SUIT": suit, "RANK": "SEVEN"} for suit in suits]
    assert pack_of(cards) == pack
    if pack not in ("tarot", "own"):
        assert set(packs_of(cards)) == {pack}


def test_the_signs_of_a_sheet_make_it_a_german_pack() -> None:
    cards = [{"SUIT": suit, "RANK": "SEVEN"} for suit in ("CLUBS", "SPADES", "HEARTS", "DIAMONDS")]
    assert pack_of(cards, ("🌰", "🍃", "♥", "🔔")) == "german"
