"""Games: made once, kept, and known by all that they are made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.engine import load
from kibitz.engine.descriptions import KEPT, describe
from kibitz.errors import KibitzError


def test_a_game_is_made_once() -> None:
    assert load("agram") is load("agram")
    assert load("agram", NUMP=3, HAND=2) is load("agram", HAND=2, NUMP=3)
    assert load("agram") is not load("agram", NUMP=3)


def test_a_description_that_was_changed_is_another_game(tmp_path: Path) -> None:
    path = tmp_path / "own.rcy"
    path.write_text(load("agram").source.text, encoding="utf-8")
    first = load(path)
    assert load(path) is first
    path.with_suffix(".toml").write_text('title = "My own"\n', encoding="utf-8")
    titled = load(path)
    assert (first.title, titled.title) == ("Own", "My own")
    path.write_text(first.source.text.replace("(scoring max", "(scoring min"), encoding="utf-8")
    assert load(path).hash != titled.hash == first.hash


def test_a_game_sent_as_texts_is_the_game_of_the_file() -> None:
    assert describe("brisca").game(TIE="SECOND") is load("brisca", TIE="SECOND")


@pytest.mark.parametrize("value", [[3], 3.0, None])
def test_what_is_no_number_is_refused_also_where_its_equal_is_kept(value: Any) -> None:
    assert load("agram", NUMP=3).players == 3
    with pytest.raises(KibitzError, match="the parameter NUMP is a number, not"):
        load("agram", NUMP=value)


def test_of_many_games_the_last_are_kept(tmp_path: Path) -> None:
    text = load("agram").source.text
    path = tmp_path / "own.rcy"

    def written(number: int) -> Path:
        path.write_text(f"{text}\n;; {number}\n", encoding="utf-8")
        return path

    first = load(written(0))
    second = load(written(1))
    for number in range(2, KEPT + 1):
        load(written(number))
    assert load(written(1)) is second
    assert load(written(0)) is not first


def test_a_card_is_found_however_it_is_typed() -> None:
    game = load("agram")
    for typed in ("AH", "ah", " aH ", "A♥"):
        assert game.card(typed).text == "AH"
        assert game.written(typed) == game.copies(typed) == [game.card(typed)]


def test_a_card_that_is_not_there_is_nothing_written_and_no_card() -> None:
    assert load("agram").written("KH of clubs") == []
    with pytest.raises(KibitzError, match="there is no card `AX` in Agram"):
        load("agram").card("AX")
