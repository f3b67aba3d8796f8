"""Crazy Eights: its rules, its variants, and what everybody knows."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz

from .perft import moves, play

DEAL = {
    "HAND 0": "KC QD 8S 2H 3S",
    "HAND 1": "KD 9C AC 2S 4S",
    "HAND 2": "KH 9D AD 2D 5S",
    "HAND 3": "KS 9H AH 7H 6S",
    "PILE": "4C",
    "STOCK": "10C 10D 10H 10S JC JD JH JS",
}
"""Stock from the top down."""
NOTHING = {"HAND 0": "KH 9D AD 2D 5S", "HAND 2": "KC QD 8S 2H 3S", "PILE": "7C"}
"""North can play nothing."""


SPECIAL: dict[str, int | str] = {"SKIP": "YES", "REVERSE": "YES", "TWOS": "YES"}
"""Queens, aces and twos do something, too."""


def dealt(deal: dict[str, str] | None = None, **parameters: int | str) -> Any:
    """The first position of this deal, with special cards."""
    game = kibitz.load("crazy-eights", **{**SPECIAL, **parameters})
    return game.new(seed=1, deal={**DEAL, **(deal or {})})


def test_one_draws_until_one_can_play_and_passes_when_the_stock_is_used_up() -> None:
    state = dealt({**NOTHING, "STOCK": "10D 10H 10S JD 10C"})
    for _ in range(5):
        assert (state.to_move, moves(state)) == (0, ["draw_a_card"])
        state = play(state, "draw_a_card")
    assert moves(state) == ["10C"]
    rng, passed = random.Random(1), 0
    for seed in range(20):
        state = kibitz.load("crazy-eights").new(seed=seed)
        while not state.over:
            if moves(state) == ["pass"]:
                passed += 1
                assert not state.cards("STOCK")
            state = state.after(rng.choice(state.actions))
    assert passed


def test_one_matches_the_suit_or_the_rank_or_plays_an_eight() -> None:
    assert moves(dealt()) == ["8S", "KC"]
    assert moves(play(dealt(), "KC")) == ["9C", "AC", "KD"]


def test_only_eights_are_special_unless_more_is_agreed() -> None:
    plain = kibitz.load("crazy-eights")
    assert play(plain.new(deal={**DEAL, "PILE": "4D"}), "QD").to_move == 1
    assert play(plain.new(deal=DEAL), "KC", "AC").to_move == 2
    assert moves(play(plain.new(deal={**DEAL, "PILE": "4H"}), "2H")) == ["2S"]


def test_whoever_plays_an_eight_names_a_suit() -> None:
    state = play(dealt(), "8S")
    assert state.to_move == 0
    assert moves(state) == ["name_clubs", "name_diamonds", "name_hearts", "name_spades"]
    assert moves(play(state, "name_clubs")) == ["9C", "AC"]
    assert moves(play(state, "name_spades")) == ["2S", "4S"]


def test_some_draw_up_to_three_cards_and_pass() -> None:
    state = dealt({**NOTHING, "STOCK": "10D 10H 10S JC"}, DRAWS=3)
    for _ in range(3):
        assert (state.to_move, moves(state)) == (0, ["draw_a_card"])
        state = play(state, "draw_a_card")
    assert len(state.cards("HAND 0")) == 8
    assert moves(state) == ["pass"]
    assert play(state, "pass").to_move == 1


def test_a_card_that_fits_is_played_at_once_unless_one_is_free_to_draw() -> None:
    assert moves(play(dealt(NOTHING), "draw_a_card")) == ["10C"]
    state = play(dealt(NOTHING, DRAW="FREE", DRAWS=1), "draw_a_card")
    assert moves(state) == ["10C", "pass"]
    assert "draw_a_card" in moves(dealt(DRAW="FREE"))


def test_a_queen_skips_a_player() -> None:
    assert play(dealt({"PILE": "4D"}), "QD").to_move == 2
    assert play(dealt({"PILE": "4D"}, SKIP="NO"), "QD").to_move == 1


def test_an_ace_turns_the_direction_round() -> None:
    state = play(dealt(), "KC", "AC")
    assert state.to_move == 0
    assert play(dealt(REVERSE="NO"), "KC", "AC").to_move == 2
    state = play(dealt({"PILE": "4D"}), "QD", "AD")
    assert state.to_move == 1


def test_after_a_two_the_next_player_draws_two_or_plays_another_two() -> None:
    state = play(dealt({"PILE": "4H"}), "2H")
    assert moves(state) == ["2S", "draw_for_the_twos"]
    drawn = play(state, "draw_for_the_twos")
    assert drawn.to_move == 2
    assert {"10C", "10D"} <= set(drawn.cards("HAND 1"))
    state = play(state, "2S", "2D", "draw_for_the_twos")
    assert state.to_move == 0
    assert len(state.cards("HAND 3")) == 5 + 6
    assert moves(play(dealt({"PILE": "4H"}, TWOS="NO"), "2H")) == ["2S"]


def test_the_card_turned_up_counts_as_if_the_dealer_had_played_it() -> None:
    assert dealt({"PILE": "QC"}).to_move == 1
    assert dealt({"PILE": "2C"}).store("OWED") == 2
    reversed_ = dealt({"PILE": "AS"})
    assert reversed_.to_move == 2


def test_the_card_turned_up_is_no_eight() -> None:
    for seed in range(60):
        state = kibitz.load("crazy-eights").new(seed=seed)
        assert not state.cards("PILE")[0].startswith("8")
        assert len(state.cards("STOCK")) == 52 - 21


def test_whoever_has_no_card_left_has_won_and_the_others_count_theirs() -> None:
    deal = {"HAND 0": "KC", "HAND 1": "8D", "HAND 2": "AS", "HAND 3": "JH", "PILE": "4C"}
    state = play(kibitz.load("crazy-eights", HAND=1).new(deal=deal), "KC")
    assert state.over
    assert state.scores == (0, 50, 1, 10)
    assert state.ranks == (1, 4, 2, 3)


def test_no_suit_is_named_with_the_last_card() -> None:
    deal = {"HAND 0": "8C", "HAND 1": "7D", "HAND 2": "AS", "HAND 3": "JH", "PILE": "4C"}
    state = play(kibitz.load("crazy-eights", HAND=1).new(deal=deal), "8C")
    assert state.over
    assert state.scores == (0, 7, 1, 10)


def test_the_pile_becomes_the_stock_but_for_its_top_card() -> None:
    rng = random.Random(2)
    state = kibitz.load("crazy-eights", NUMP=7, RESHUFFLES=1, DRAW="FREE").new(seed=1)
    while not state.store("RESHUFFLED"):
        state = state.after(rng.choice(state.actions))
    held = sum(len(state.cards(f"HAND {seat}")) for seat in range(7))
    assert len(state.cards("PILE")) == 1
    assert len(state.cards("STOCK")) == 51 - held


def test_with_no_stock_a_deal_is_over_when_all_have_passed() -> None:
    blocked = 0
    for seed in range(40):
        rng = random.Random(seed)
        state = kibitz.load("crazy-eights", NUMP=5, RESHUFFLES=0, DRAW="FREE").new(seed=seed)
        passed = 0
        while not state.over:
            action = rng.choice(state.actions)
            passed = passed + 1 if action.text == "pass" and not state.cards("STOCK") else 0
            state = state.after(action)
        blocked += passed == 5
        assert passed == 5 or 0 in state.scores
    assert blocked


def test_points_of_several_deals_add_up_and_the_deal_passes() -> None:
    game = kibitz.load("crazy-eights", DEALS=2, SKIP="NO", REVERSE="NO", HAND=1)
    deal = {"HAND 0": "KC", "HAND 1": "7D", "HAND 2": "AS", "HAND 3": "JH", "PILE": "4C"}
    state = play(game.new(deal=deal), "KC")
    assert not state.over
    assert [state.store(f"SCORE {seat}") for seat in range(4)] == [0, 7, 1, 10]
    assert state.to_move == 1


def test_a_game_may_go_on_until_somebody_has_so_many_points() -> None:
    rng = random.Random(1)
    state = kibitz.load("crazy-eights", POINTS=60).new(seed=1)
    while not state.over:
        before, state = state, state.after(rng.choice(state.actions))
    assert max(int(before.store(f"SCORE {seat}")) for seat in range(4)) < 60 <= max(state.scores)


def test_whoever_draws_has_nothing_that_fits() -> None:
    state = play(dealt(NOTHING), "draw_a_card")
    east = kibitz.view(state, "East").knowledge
    assert "North" in east.announcements[0].words
    assert east.exact
    before = kibitz.view(dealt(NOTHING), "East").knowledge
    assert before.probability("8H", "HAND 0") == pytest.approx(5 / 46)
    assert east.probability("8H", "HAND 0") < 0.05


@pytest.mark.parametrize("draw", ["NEEDED", "FREE"])
def test_what_players_know_is_exact_until_the_pile_is_shuffled(draw: str) -> None:
    rng = random.Random(4)
    state = kibitz.load("crazy-eights", DRAW=draw).new(seed=3)
    while not state.over and not state.store("RESHUFFLED"):
        if len(state.history) % 9 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))
        state = state.after(rng.choice(state.actions))
    assert len(state.history) > 20
