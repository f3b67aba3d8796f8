"""How a game is laid out on a table: as its sheet says, or by a guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.engine import Game, load
from kibitz.words.layout import laid_out

from .spoken import small


def roles(game: Game) -> dict[str, str]:
    """What every place is on the table; of many alike, the first tells."""
    found = dict(zip(game.place_names, laid_out(game).roles, strict=True))
    return {key: role for key, role in found.items() if key[-1:] == "0" or key[-1:].isalpha()}


def without_sheet(tmp_path: Path, name: str, sheet: str = "") -> Game:
    """A house game as somebody might have described it who wrote no sheet, or one of their own."""
    path = tmp_path / "own.rcy"
    path.write_text(load(name).source.text, encoding="utf-8")
    if sheet:
        path.with_suffix(".toml").write_text(sheet, encoding="utf-8")
    return load(path)


# --- places ---------------------------------------------------------------------------------------


def test_the_sheet_says_what_a_place_is() -> None:
    assert roles(load("tarot")) == {
        "STOCK": "stock",
        "HAND 0": "hand",
        "DOG": "centre",
        "ATTACK": "pile",
        "DEFENCE": "pile",
        "SHOWN": "centre",
        "DISCARD 0": "pile",
        "EXPOSED 0": "beside",
        "TRICK 0": "trick",
        "HANDFUL 0": "beside",
    }
    assert roles(load("boerenbridge"))["BOX"] == "unshown"
    assert roles(load("brisca"))["TRUMP"] == "stock"


def test_without_one_it_is_guessed_from_who_sees_it_and_whose_it_is() -> None:
    assert roles(small("gofish")) == {"STOCK": "stock", "HAND 0": "hand", "BOOKS 0": "beside"}
    assert roles(small("fishing")) == {
        "STOCK": "stock",
        "TABLE": "centre",
        "HAND 0": "hand",
        "WON 0": "pile",
    }
    assert roles(small("caravan"))["LOAD team 0"] == "pile"


# --- the trick ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_the_trick_lies_before_those_who_played_it(name: str) -> None:
    game = load(name)
    trick = {game.place_names[place]: who for place, who in laid_out(game).trick.items()}
    assert trick == {f"TRICK {seat}": seat for seat in range(game.players)}


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca"])
def test_it_is_found_without_a_sheet(name: str, tmp_path: Path) -> None:
    assert laid_out(without_sheet(tmp_path, name)).trick == laid_out(load(name)).trick


@pytest.mark.parametrize("name", ["eights", "gofish", "fishing", "rummy", "caravan"])
def test_games_without_tricks_have_none(name: str) -> None:
    assert not laid_out(small(name)).trick


def test_a_trick_in_the_middle_is_nobodys(tmp_path: Path) -> None:
    game = without_sheet(tmp_path, "agram", "[table]\ntrick = 'DISCARD'\n")
    assert laid_out(game).trick == {game.place("DISCARD"): -1}


# --- what beats what ------------------------------------------------------------------------------


def test_the_rules_keep_the_suit_led_and_the_trump() -> None:
    brisca = load("brisca")
    slots = {at: name for name, (at, _) in brisca.store_slots.items()}
    assert slots[laid_out(brisca).led] == "LEAD"
    assert slots[laid_out(brisca).trump] == "TRUMP"
    assert laid_out(brisca).trumps == ""


def test_they_are_found_without_a_sheet(tmp_path: Path) -> None:
    found, known = laid_out(without_sheet(tmp_path, "brisca")), laid_out(load("brisca"))
    assert (found.led, found.trump) == (known.led, known.trump)


def test_in_tarot_one_suit_is_always_trump() -> None:
    assert laid_out(load("tarot")).trump == -1
    assert laid_out(load("tarot")).trumps == "TRUMPS"


def test_in_agram_there_is_no_trump() -> None:
    assert (laid_out(load("agram")).trump, laid_out(load("agram")).trumps) == (-1, "")


def test_ranks_are_as_high_as_they_come_in_the_deck() -> None:
    game = load("brisca")
    heights = laid_out(game).heights
    ranks = sorted((heights[face.number], face.text[1:]) for face in game.cards[:10])
    assert [rank for _, rank in ranks] == ["2", "4", "5", "6", "7", "10", "11", "12", "3", "1"]


def test_or_as_the_sheet_says(tmp_path: Path) -> None:
    game = without_sheet(tmp_path, "agram", "[table]\ntrick = 'TRICK'\nranks = ['ACE', 'THREE']\n")
    heights = {text: laid_out(game).heights[game.card(text).number] for text in ("AH", "3H", "4H")}
    assert heights == {"AH": 0, "3H": 1, "4H": -1}


# --- decisions and labels -------------------------------------------------------------------------


def test_guesses_are_what_players_decide_about_themselves() -> None:
    game = load("boerenbridge")
    slots = {at: name for name, (at, _) in game.store_slots.items()}
    assert {slots[at] for at in laid_out(game).decided} == {f"GUESS {seat}" for seat in range(4)}


def test_cards_are_known_by_how_labels_write_them() -> None:
    game = load("agram")
    assert laid_out(game).symbols["9♥"] == game.card("9H").number
    assert len(laid_out(game).symbols) == 35
