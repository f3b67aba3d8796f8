"""Agram: its rules, and what is known about it."""

from __future__ import annotations

from itertools import permutations
from statistics import fmean

import pytest

import kibitz
from kibitz.errors import KibitzError

from . import rules_agram
from .perft import moves, play

FOUR_HANDS = {
    "HAND 0": "3H 10H 4S 5S 6D 7D",
    "HAND 1": "8H AH 3C 4C 9D 10D",
    "HAND 2": "7S 8S 9S 5C 6C AC",
    "HAND 3": "4H 5H 10S 9C 3D AD",
}


def test_the_deck_has_35_cards_and_no_ace_of_spades() -> None:
    assert len(rules_agram.DECK) == 35
    assert "AS" not in rules_agram.DECK
    assert len(kibitz.load("agram").cards) == 35


def test_nobody_can_be_dealt_the_ace_of_spades() -> None:
    with pytest.raises(KibitzError):
        kibitz.load("agram", NUMP=2, HAND=1).new(deal={"HAND 0": "AS", "HAND 1": "3H"})


def test_the_first_seat_leads_any_card() -> None:
    state = kibitz.load("agram").new(deal=FOUR_HANDS)
    assert state.to_move == 0
    assert moves(state) == sorted(FOUR_HANDS["HAND 0"].split())


def test_cards_are_played() -> None:
    state = kibitz.load("agram").new(deal=FOUR_HANDS)
    assert all(action.label.startswith("play ") for action in state.actions)


def test_a_player_who_can_follow_suit_must() -> None:
    state = play(kibitz.load("agram").new(deal=FOUR_HANDS), "3H")
    assert state.to_move == 1
    assert moves(state) == ["8H", "AH"]


def test_a_player_who_cannot_follow_plays_anything() -> None:
    state = play(kibitz.load("agram").new(deal=FOUR_HANDS), "3H", "8H")
    assert state.to_move == 2
    assert moves(state) == sorted(FOUR_HANDS["HAND 2"].split())


def test_the_highest_card_of_the_suit_led_takes_the_trick_and_its_player_leads() -> None:
    game = kibitz.load("agram")
    assert play(game.new(deal=FOUR_HANDS), "10H", "8H", "AC", "4H").to_move == 0
    assert play(game.new(deal=FOUR_HANDS), "10H", "AH", "AC", "4H").to_move == 1
    assert play(game.new(deal=FOUR_HANDS), "4S", "10D", "7S", "10S").to_move == 3


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [("10H", "AH", 1), ("AH", "10H", 0), ("3H", "AD", 0), ("9S", "10S", 1)],
)
def test_the_winner_of_the_last_trick_wins(first: str, second: str, winner: int) -> None:
    game = kibitz.load("agram", NUMP=2, HAND=1)
    state = play(game.new(deal={"HAND 0": first, "HAND 1": second}), first, second)
    assert state.over
    assert list(state.scores) == [int(winner == 0), int(winner == 1)]
    assert state.ranks[winner] < state.ranks[1 - winner]


def test_only_the_trick_that_decides_counts() -> None:
    deal = {"HAND 0": "AH 3S", "HAND 1": "3H 4S"}
    whole = kibitz.load("agram", NUMP=2, HAND=2, TRICKS=2).new(deal=deal)
    assert list(play(whole, "AH", "3H", "3S", "4S").scores) == [0, 1]
    short = kibitz.load("agram", NUMP=2, HAND=2, TRICKS=1).new(deal=deal)
    assert list(play(short, "AH", "3H").scores) == [1, 0]


@pytest.mark.parametrize(("players", "hand"), [(2, 6), (3, 6), (4, 6), (5, 6), (6, 5), (5, 7)])
def test_every_card_of_every_hand_is_a_decision(players: int, hand: int) -> None:
    game = kibitz.load("agram", NUMP=players, HAND=hand, TRICKS=hand)
    assert game.players == players
    result = game.simulate(200, seed=1)
    assert result.decisions_mean == hand * players
    assert result.unfinished == 0
    assert sum(result.win_share) == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_are_six_decisions_a_player(players: int) -> None:
    assert kibitz.load("agram", NUMP=players).simulate(100, seed=2).decisions_mean == 6 * players


def test_the_leader_has_6_5_4_3_2_1_options() -> None:
    options = kibitz.load("agram").simulate(1000, seed=3).options_by_decision
    assert [options[4 * trick] for trick in range(6)] == [6, 5, 4, 3, 2, 1]


def test_followers_have_about_two_and_a_half_options_in_the_first_three_tricks() -> None:
    options = kibitz.load("agram").simulate(5000, seed=4).options_by_decision
    followers = [options[4 * trick + place] for trick in range(3) for place in (1, 2, 3)]
    assert fmean(followers) == pytest.approx(2.5, abs=0.15)


def test_with_one_card_each_the_first_of_two_wins_0_8857_of_the_deals() -> None:
    """All 1190 deals; the second seat needs a higher card of the same suit: 136 of them."""
    game = kibitz.load("agram", NUMP=2, HAND=1)
    engine = plain = 0
    for first, second in permutations(rules_agram.DECK, 2):
        deal = {"HAND 0": first, "HAND 1": second}
        engine += play(game.new(deal=deal), first, second).scores[0]
        plain += play(rules_agram.start(deal, NUMP=2, HAND=1), first, second).scores[0]
    assert engine == plain == 1190 - 136
    assert round(engine / 1190, 4) == 0.8857


@pytest.mark.parametrize(
    ("hand", "measured", "published"),
    [
        (6, 0.512, 0.525),
        (5, 0.510, 0.55),
        (4, 0.516, 0.51),
        (3, 0.607, 0.605),
        (2, 0.720, 0.75),
        (1, 0.884, 0.895),
    ],
)
def test_the_first_seats_advantage_fades_as_hands_grow(
    hand: int, measured: float, published: float
) -> None:
    """Two players: measured elsewhere over 3,000 games, published over 100; four deviations."""
    share = kibitz.load("agram", NUMP=2, HAND=hand).simulate(10_000, seed=5).win_share[0]
    variance = share * (1 - share)
    assert abs(share - measured) < 4 * (variance / 10_000 + variance / 3_000) ** 0.5
    assert abs(share - published) < 4 * (variance / 10_000 + variance / 100) ** 0.5
