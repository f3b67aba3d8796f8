"""Values show themselves in a notebook, and a view shows what its seat may see."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz.draw.cards import hand_svg
from kibitz.draw.cards.sprite import backside
from kibitz.words.picture import FACE_DOWN, draw

SVG = "{http://www.w3.org/2000/svg}"
GAME = kibitz.load("agram", NUMP=3, HAND=2, TRICKS=2)


def dealt(north: str, east: str) -> kibitz.State:
    return GAME.new(deal={"HAND 0": north, "HAND 1": east, "HAND 2": "5D 6D"}, seed=1)


def words(svg: str | None) -> list[str | None]:
    """The texts beside the cards."""
    assert svg is not None
    found = ElementTree.fromstring(svg)
    return [text.text for text in found.iter(f"{SVG}text") if text.get("x") == "14"]


def test_a_state_shows_every_hand_and_the_table() -> None:
    state = dealt("3S 9H", "10S 4H").after("3S")
    assert words(state._repr_svg_()) == [
        *("North", "East", "South"),
        *("trick", "North is winning", "stock", "29 cards"),
    ]
    assert state._repr_svg_() != dealt("3S 9H", "10S 5H").after("3S")._repr_svg_()


def test_a_view_shows_no_card_its_seat_may_not_see() -> None:
    one, other = dealt("3S 9H", "10S 4H"), dealt("10S 4H", "3S 9H")
    assert kibitz.view(one, "South")._repr_svg_() == kibitz.view(other, "South")._repr_svg_()
    assert kibitz.view(one, "East")._repr_svg_() != kibitz.view(other, "East")._repr_svg_()


def test_the_hands_of_others_lie_face_down() -> None:
    state, back = dealt("3S 9H", "10S 4H"), "".join(map(str, backside()))
    shown = kibitz.view(state, "South")._repr_svg_()
    assert shown is not None
    assert shown.count(back) == 2 + 2 + FACE_DOWN  # two hands, and the stock
    assert back not in str(state._repr_svg_())


def test_cards_are_a_fan() -> None:
    state = dealt("3S 9H", "10S 4H")
    hand = kibitz.view(state, "South").cards("HAND 2")
    assert hand == tuple(GAME.card(text) for text in ("5D", "6D")) == state.faces("HAND 2")
    assert hand._repr_svg_() == hand_svg(hand)


def test_the_engine_alone_draws_nothing() -> None:
    code = "from kibitz.engine import load; print(load('agram').new(seed=1)._repr_svg_())"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "None\n"


def test_what_has_no_picture_says_so() -> None:
    with pytest.raises(TypeError, match="int has no picture"):
        draw(3)
