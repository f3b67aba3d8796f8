"""Cribbage: the crib, the play up to thirty-one, the show, and the end."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz

from .perft import moves, play

HANDS = {"HAND 0": "2C 5D 4C 7H 8H KC", "HAND 1": "AS 3S 6D JD 9S QS"}
CRIB = ("2C", "5D", "AS", "3S")
"""North keeps 4C 7H 8H KC, South 6D JD 9S QS; North deals, so that South begins."""


def played(*cards: str, starter: str = "10H", **parameters: int | str) -> Any:
    """After some cards of that deal."""
    game = kibitz.load("cribbage", **{"GOAL": 0, **parameters})
    return play(game.new(seed=1, deal={**HANDS, "STOCK": starter}), *CRIB, *cards)


def scores(state: Any) -> tuple[int, int]:
    return state.store("SCORE 0"), state.store("SCORE 1")


def shown(held: str, starter: str, **parameters: int | str) -> int:
    """What North's hand counts in the end, whatever is played."""
    rest = ["2D", "4D", "6H", "8C", "10D", "QD", "2H", "4S", "6C", "8S"]
    free = [card for card in rest if card not in (*held.split(), starter)]
    deal = {
        "HAND 0": f"{held} {free[0]} {free[1]}",
        "HAND 1": " ".join(free[2:8]),
        "STOCK": starter,
    }
    state = kibitz.load("cribbage", GOAL=0, **parameters).new(seed=1, deal=deal)
    for card in sorted(free[:2], key=lambda card: state.game.card(card).number):
        state = play(state, card)
    while not state.over:
        state = state.after(state.actions[0])
    return int(state.store("HELD 0"))


def test_a_deal_is_two_cards_away_and_four_played_by_each() -> None:
    game = kibitz.load("cribbage", GOAL=0)
    assert game.simulate(10, seed=1, mode="python").decisions_mean == 12


def test_the_player_who_did_not_deal_begins() -> None:
    state = played()
    assert state.to_move == 1
    assert moves(state) == sorted(["6D", "JD", "9S", "QS"])


def test_dealing_changes_from_deal_to_deal() -> None:
    state = kibitz.load("cribbage").new(seed=1)
    first = []
    while not state.over:
        hands = len(state.cards("HAND 0")) + len(state.cards("HAND 1"))
        if hands == 8 and not state.cards("PLAYED 0") and not state.cards("PLAYED 1"):
            first.append(state.to_move)
        state = state.after(state.actions[0])
    assert first == [(deal + 1) % 2 for deal in range(len(first))]
    assert len(first) > 4


def test_his_heels_are_two_for_the_dealer() -> None:
    assert scores(played()) == (0, 0)
    assert scores(played(starter="JH")) == (2, 0)


def test_fifteen_is_two() -> None:
    assert scores(played("JD", "4C")) == (0, 0)
    assert scores(played("JD", "4C", "QS", "7H")) == (2, 0)  # 31
    state = play(kibitz.load("cribbage", GOAL=0).new(seed=1, deal=HANDS), "2C", "4C", "AS", "3S")
    assert scores(play(state, "JD", "5D")) == (2 + state.store("SCORE 0"), 0)


def test_a_run_counts_in_any_order() -> None:
    assert scores(played("6D", "8H", "9S", "7H")) == (4 + 1, 0)  # 30: nothing fits any more


def test_a_card_that_does_not_fit_cannot_be_played() -> None:
    assert moves(played("JD", "KC")) == sorted(["6D", "9S", "QS"])
    assert moves(played("JD", "8H")) == sorted(["6D", "9S", "QS"])
    assert moves(played("JD", "8H", "6D")) == sorted(["4C", "7H"])  # 24: the king does not fit


def test_the_last_card_is_one_and_the_other_begins_again() -> None:
    state = played("JD", "KC", "9S")  # 29, and nobody has an ace or a two
    assert scores(state) == (0, 1)
    assert state.store("TOTAL") == 0
    assert state.to_move == 0


def test_thirty_one_is_two() -> None:
    state = played("JD", "7H", "6D", "8H")  # 10, 17, 23, and 31 with a run of three
    assert scores(state) == (5, 0)
    assert state.store("TOTAL") == 0
    assert state.to_move == 1


@pytest.mark.parametrize(
    ("held", "starter", "points"),
    [
        ("5C 5D 5S JH", "5H", 29),
        ("5C 5D 5S 5H", "KD", 28),
        ("7C 7D 8H 9S", "9D", 20),
        ("AC 2C 3C KC", "9H", 4 + 3 + 4),
        ("AC 3C 9C KC", "JC", 5),
        ("KD KH JS 3C", "9S", 3),
    ],
)
def test_the_show(held: str, starter: str, points: int) -> None:
    assert shown(held, starter) == points


def test_the_crib_and_his_heels_are_the_dealers() -> None:
    state = played(starter="JH")
    while not state.over:
        state = state.after(state.actions[0])
    assert set(state.cards("CRIB")) == set(CRIB)
    assert scores(state)[0] >= 2 + state.store("HELD 0") + state.store("COUNT")


@pytest.mark.parametrize(
    ("starter", "flush", "points"),
    [("8S", "NO", 6), ("8S", "YES", 10), ("8H", "NO", 12), ("8H", "YES", 12)],
)
def test_a_flush_in_the_crib_counts_with_the_starter(starter: str, flush: str, points: int) -> None:
    """Three fifteens in any case; five hearts are five more, and the jack is his nobs. Without the
    starter four of a suit are nothing, unless more is agreed."""
    deal = {"HAND 0": "3H JH AC 3D QH 9H", "HAND 1": "5H 7H 5S 10D JC 3C", "STOCK": starter}
    state = kibitz.load("cribbage", GOAL=0, FLUSH=flush).new(seed=1, deal=deal)
    state = play(state, "3H", "JH", "5H", "7H")
    while not state.over:
        state = state.after(state.actions[0])
    assert state.store("COUNT") == points


def test_whoever_gets_to_the_goal_has_won_at_once() -> None:
    for seed in range(6):
        state = kibitz.load("cribbage", GOAL=61).new(seed=seed)
        while not state.over:
            before, state = state, state.after(state.actions[seed % len(state.actions)])
        assert max(scores(before)) < 61 <= max(state.scores)
        assert min(state.scores) < 61


def test_nobody_sees_the_crib_but_what_they_laid_there() -> None:
    state = played()
    assert state.observation(1).places["LAID"] == 4
    chances = kibitz.view(state, 1).knowledge.probabilities
    assert chances["AS"] == {"LAID": 1}
    assert 0 < chances["2C"]["LAID"] < 1


def test_who_says_go_has_no_small_card_and_all_is_known_exactly() -> None:
    state = played("JD", "KC")  # 20
    state = state.after(next(a for a in state.actions if "9S" in a.cards))
    knowledge = kibitz.view(state, 1).knowledge
    assert knowledge.exact
    assert "AC" not in knowledge.probabilities or not knowledge.probabilities["AC"].get("HAND 0")
