"""Gin rummy: drawing, knocking, the best melds, laying off, and the points."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz

GIN = "AS 2S 3S 4C 5C 6C 9D 9H 9S"
POOR = "AH 3H 5H 7H JH KH 2D 4D 8D QC"


def dealt(north: str, south: str = POOR, upcard: str = "KS", **parameters: int | str) -> Any:
    """North's first decision."""
    game = kibitz.load("gin-rummy", **parameters)
    return game.new(seed=1, deal={"HAND 0": north, "HAND 1": south, "PILE": upcard})


def texts(state: Any) -> set[str]:
    return {action.text for action in state.actions}


def knocked(north: str, south: str = POOR, **parameters: int | str) -> Any:
    """The end, after North has taken the king of spades and knocked with it."""
    back: dict[str, Any] = {"BACK": "YES", **parameters}
    return dealt(north, south, **back).after("take KS").after("knock with KS")


def test_the_first_upcard_is_offered_to_both_and_then_the_stock_alone() -> None:
    state = dealt(f"{GIN} KD")
    assert state.to_move == 0
    assert texts(state) == {"take KS", "leave the upcard"}
    state = state.after("leave the upcard")
    assert state.to_move == 1
    assert texts(state) == {"take KS", "leave the upcard"}
    state = state.after("leave the upcard")
    assert state.to_move == 0
    assert texts(state) == {"draw"}


def test_the_card_taken_may_not_be_thrown_back_unless_agreed() -> None:
    assert "discard KS" not in texts(dealt(f"{GIN} KD").after("take KS"))
    assert "discard KS" in texts(dealt(f"{GIN} KD", BACK="YES").after("take KS"))


def test_one_knocks_with_ten_or_less() -> None:
    assert "knock with KS" in texts(dealt(f"{GIN} KD", BACK="YES").after("take KS"))
    heavy = "AS 2S 3S 4C 5C 6C 9D 9H 2H KD"
    assert not any("knock" in text for text in texts(dealt(heavy, BACK="YES").after("take KS")))


def test_in_oklahoma_the_upcard_says_how_much() -> None:
    two = dealt("AS 2S 3S 4C 5C 6C 9D 9H 9S 3D", upcard="2C", OKLAHOMA="YES", BACK="YES")
    assert "knock with 2C" not in texts(two.after("take 2C"))
    assert "knock with 3D" in texts(two.after("take 2C"))
    ace = dealt("KS QS JS 4C 5C 6C 9D 9H 9S 2H", upcard="AC", OKLAHOMA="YES")
    assert not any("knock" in text for text in texts(ace.after("take AC")))


def test_the_difference_is_the_score() -> None:
    end = knocked(f"{GIN} 5D", "KC QC JC 2D 2H 2C 7S 8H 10H 4H")
    # 5 against 7, 8, 10 and 4.
    assert end.scores == (29 - 5, 0)


def test_gin_is_worth_25_more_and_nothing_is_laid_off() -> None:
    end = knocked("AS 2S 3S 4C 5C 6C 9D 9H 9S 9C", "4S 5S 7C KC QC JC 2D 2H 8H 10H")
    assert end.cards("LAIDOFF 1") == ()
    assert end.scores == (25 + 4 + 5 + 7 + 2 + 2 + 8 + 10, 0)


def test_cards_that_fit_the_knockers_melds_are_laid_off() -> None:
    end = knocked(f"{GIN} 5D", "4S 5S 7C 9C KC QC JC 2D 8H 10H")
    assert set(end.cards("LAIDOFF 1")) == {"4S", "5S", "7C", "9C"}
    assert end.scores == (2 + 8 + 10 - 5, 0)


def test_equal_deadwood_is_an_undercut() -> None:
    end = knocked(f"{GIN} 10D", "KC QC JC 2D 2H 2C 7H 7C 7D 10H")
    assert end.scores == (0, 25)


def test_the_rules_find_the_best_melds() -> None:
    """The seven of hearts belongs to the run, though there are three other sevens; and a fourth is
    not needed for the set."""
    end = knocked("7S 7C 7D 7H 8H 9H KD QD JD 2C", "AC 3C 5C 9C KH JH AH 3D 5D 8S")
    assert set(end.cards("SETS 0")) == {"7S", "7C", "7D"}
    assert set(end.cards("RUNS 0")) == {"7H", "8H", "9H", "KD", "QD", "JD"}
    assert end.cards("LEFT 0") == ("2C",)


@pytest.mark.parametrize("seed", [1, 2])
def test_two_cards_stay_in_the_stock_and_the_deal_is_void(seed: int) -> None:
    state = kibitz.load("gin-rummy", KNOCK=0).new(seed=seed)
    while not state.over:
        state = state.after(next(a for a in state.actions if "take" not in a.text))
    assert len(state.cards("STOCK")) == 2
    assert state.scores == (0, 0)


@pytest.mark.parametrize("turns", [20, 80])
def test_a_deal_ends_though_both_only_take_from_the_pile(turns: int) -> None:
    state = kibitz.load("gin-rummy", KNOCK=0, TURNS=turns).new(seed=1)
    while not state.over:
        state = state.after(state.actions[0])
    takes = [action.text for action in state.history if action.text.startswith("take")]
    assert len(takes) == turns
    assert len(state.cards("STOCK")) == 31
    assert state.scores == (0, 0)


def test_the_other_player_begins_the_next_deal() -> None:
    state = knocked(f"{GIN} 5D", GOAL=500)
    assert not state.over
    assert state.to_move == 1
    assert state.scores[0] > 0


def test_what_was_drawn_is_not_seen_and_what_was_taken_is() -> None:
    state = dealt(f"{GIN} KD").after("take KS").after("discard KD")
    chances = kibitz.view(state, 1).knowledge.probabilities
    assert chances["KS"]["HAND 0"] == 1
