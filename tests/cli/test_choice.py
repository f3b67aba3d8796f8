"""What a person types where several cards are asked for: any order, all at once or one by one."""

from __future__ import annotations

import pytest

from kibitz.cli.choice import Chosen, chosen
from kibitz.engine import State, load
from kibitz.engine.picking import pickings
from kibitz.errors import IllegalAction
from kibitz.words import Words, offer

TAROT = load("tarot", AUCTION="NO").new(5)
"""The taker lays six cards aside, of 3H 4H 8H 10H 2D ... 9S 10S QS."""

SIX = "qs, 3h J♣ 2d 9S 1♣"


def typed(text: str, picks: tuple[int, ...] = (), state: State = TAROT) -> Chosen:
    words = Words(state.game, state.to_move)
    return chosen(state, offer(words, state.actions, pickings(state)), text, picks)


def cards(*texts: str) -> tuple[int, ...]:
    return tuple(TAROT.game.card(text).number for text in texts)


def test_a_line_that_names_all_the_cards_decides_in_whatever_order() -> None:
    after = typed(SIX).states[-1]
    assert len(typed(SIX).states) == 6
    assert set(after.cards("DISCARD 0")) == {"QS", "3H", "JC", "2D", "9S", "1C"}
    assert typed(f"discard {SIX}").states[-1] == after


def test_fewer_cards_are_picked_and_nothing_is_decided() -> None:
    assert typed("9S 3h") == Chosen([], cards("9S", "3H"))
    assert typed("discard JC", cards("9S")).picks == cards("9S", "JC")
    assert typed("1") == Chosen([], cards("3H"))  # the number under it


def test_a_card_that_is_named_again_is_put_back() -> None:
    assert typed("9s", cards("9S", "3H")).picks == cards("3H")
    assert typed("9s jc", cards("9S", "3H")).picks == cards("3H", "JC")


def test_what_was_begun_waits_to_be_confirmed() -> None:
    five = cards("QS", "3H", "JC", "2D", "9S")
    assert typed("1C", five) == Chosen([], (*five, *cards("1C")))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{SIX} 4h", "6 cards are asked for, and these are 7"),
        ("3h 3H", "3♥ is named twice"),
        ("3h KH", "you cannot choose K♥ now"),
        ("AC", "`ac` is not on offer"),
        ("JH", "J♥ is not yours to choose"),
        ("discard", "`discard` is not on offer"),
        ("3h hm", "`hm` is not on offer"),
        ("23", "`23` is not on offer"),
    ],
)
def test_what_is_no_such_set_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        typed(text)


def test_other_options_stand_beside_a_set() -> None:
    state = typed(SIX).states[-1]
    assert typed("p", state=state).states[0].history[-1].text == "pass"
