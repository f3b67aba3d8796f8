"""Brisca: its rules, and what is known about it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import kibitz

from . import rules_brisca
from .perft import moves, play
from .rules_brisca import random_deal

DEAL = {
    "HAND 0": "O1 C2 B4",
    "HAND 1": "O3 C12 B2",
    "HAND 2": "O2 E1 C7",
    "HAND 3": "C1 E2 B10",
    "STOCK": "O4 O5 O6 O7 O10 O11 O12 E3 E4 E5 E6 E7 E10 E11 E12 "
    "C3 C4 C5 C6 C10 C11 B1 B3 B5 B6 B7 B11",
    "TRUMP": "B12",
}


def fresh(**parameters: int | str) -> Any:
    """A deal with bastos as trump."""
    return kibitz.load("brisca", **parameters).new(deal=DEAL)


def late_draw() -> tuple[dict[str, str], list[str]]:
    """A deal and forty cards that end 60-60 with twenty cards each, found by looking."""
    rng = random.Random(10)
    while True:
        deal = random_deal(rng)
        position = rules_brisca.start(deal)
        played = []
        while not position.over:
            played.append(rng.choice(position.actions))
            position = position.after(played[-1])
        if position.scores == [0, 0, 0, 0]:
            return deal, played


# The cards


def test_there_are_forty_cards_and_120_points() -> None:
    assert len(rules_brisca.DECK) == len(kibitz.load("brisca").cards) == 40
    assert sum(map(rules_brisca.worth, rules_brisca.DECK)) == 120


def test_all_points_are_won_by_somebody() -> None:
    rng = random.Random(11)
    for _ in range(50):
        position = rules_brisca.start(random_deal(rng))
        while not position.over:
            position = position.after(rng.choice(position.actions))
        assert sum(position.points) == 120


# The play


def test_the_first_seat_opens_with_any_of_three_cards() -> None:
    assert fresh().to_move == 0
    assert moves(fresh()) == ["B4", "C2", "O1"]


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_any_seat_may_be_the_first_to_play(first: int) -> None:
    state = fresh(FIRST=first)
    assert state.to_move == first
    assert moves(state) == sorted(DEAL[f"HAND {first}"].split())


def test_nobody_has_to_follow_suit() -> None:
    assert moves(play(fresh(), "O1")) == ["B2", "C12", "O3"]
    assert moves(play(fresh(), "O1", "B2")) == ["C7", "E1", "O2"]


def test_the_highest_card_of_the_suit_led_takes_the_trick_if_there_is_no_trump() -> None:
    assert play(fresh(), "C2", "C12", "C7", "C1").to_move == 3
    assert play(fresh(), "C2", "C12", "C7", "E2").to_move == 1
    assert play(fresh(), "O1", "O3", "E1", "C1").to_move == 0


def test_the_smallest_trump_beats_every_other_suit() -> None:
    assert play(fresh(), "O1", "B2", "O2", "E2").to_move == 1
    assert play(fresh(), "O1", "B2", "O2", "B10").to_move == 3


def test_the_order_is_1_3_12_11_10_7_6_5_4_2() -> None:
    ranks = ("1", "3", "12", "11", "10", "7", "6", "5", "4", "2")
    for higher, lower in pairwise(ranks):
        assert rules_brisca.winner_of(("C" + lower, "C" + higher, "E1", "O1"), "B") == 1
        others = [card for card in rules_brisca.DECK if card not in ("C" + higher, "C" + lower)]
        cards = ["C" + lower, *others[:2], "C" + higher, *others[2:4], *others[4:10]]
        names = [" ".join(cards[i::4]) for i in (0, 1, 2, 3)]
        # Seat 0 leads the lower card, seat 3 plays the higher one; the others give away oros.
        deal = {f"HAND {seat}": names[seat] for seat in range(4)}
        deal["STOCK"] = " ".join(others[10:37])
        deal["TRUMP"] = others[37]
        state = play(kibitz.load("brisca").new(deal=deal), cards[0], cards[1], cards[2], cards[3])
        assert state.to_move == 3


def test_the_winner_draws_first_and_then_the_others_in_turn() -> None:
    state = play(fresh(), "C2", "C12", "C7", "C1")
    assert state.to_move == 3
    assert moves(state) == ["B10", "E2", "O4"]
    state = play(state, "E2")
    assert moves(state) == ["B4", "O1", "O5"]
    state = play(state, "O1")
    assert moves(state) == ["B2", "O3", "O6"]


def test_the_shown_trump_is_drawn_last() -> None:
    """After six tricks 24 of the 28 cards are drawn; the seventh draw takes the shown one."""
    rng = random.Random(12)
    state = fresh()
    for _ in range(27):
        state = play(state, rng.choice(moves(state)))
        assert state.over or DEAL["TRUMP"] not in moves(state)
    state = play(state, rng.choice(moves(state)))
    holder = (state.to_move + 3) % 4
    while state.to_move != holder:
        assert DEAL["TRUMP"] not in moves(state)
        state = play(state, rng.choice(moves(state)))
    assert DEAL["TRUMP"] in moves(state)


def test_seven_tricks_with_a_draw_and_three_without() -> None:
    options = kibitz.load("brisca").simulate(200, seed=1).options_by_decision
    assert list(options) == [3] * 32 + [2] * 4 + [1] * 4


def test_a_game_has_forty_decisions() -> None:
    result = kibitz.load("brisca").simulate(200, seed=2)
    assert result.decisions_mean == 40
    assert result.unfinished == 0


# The count


def test_partners_win_and_lose_together() -> None:
    rng = random.Random(13)
    game = kibitz.load("brisca")
    for seed in range(20):
        state = game.new(seed=seed)
        while not state.over:
            state = play(state, rng.choice(moves(state)))
        assert state.scores[0] == state.scores[2] == -state.scores[1] == -state.scores[3]
        assert state.ranks[0] == state.ranks[2]
        assert state.ranks[1] == state.ranks[3]


def test_equal_points_and_equal_cards_are_a_draw_or_go_to_the_second_team() -> None:
    deal, played = late_draw()
    draw = play(kibitz.load("brisca").new(deal=deal), *played)
    assert list(draw.scores) == [0, 0, 0, 0]
    assert len(set(draw.ranks)) == 1
    second = play(kibitz.load("brisca", TIE="SECOND").new(deal=deal), *played)
    assert list(second.scores) == [-1, 1, -1, 1]


def test_sixty_all_goes_to_the_team_with_more_cards() -> None:
    position = rules_brisca.start(DEAL)
    half = [card for card in rules_brisca.DECK if card[0] in "OE"]
    other = [card for card in rules_brisca.DECK if card[0] in "CB"]
    nothing = next(card for card in other if rules_brisca.worth(card) == 0)
    other.remove(nothing)
    ended = type(position)(((),) * 4, (), "B", won=((*half, nothing), tuple(other)))
    assert ended.over
    assert ended.points == (60, 60)
    assert ended.scores == [1, -1, 1, -1]


def test_how_often_random_games_end_sixty_all() -> None:
    """1.8 % end 60-60, 0.9 % with 20-20 cards as well; by the plain rules, four deviations."""
    rng = random.Random(14)
    games = 4000
    points = draws = 0
    for _ in range(games):
        position = rules_brisca.start(random_deal(rng))
        while not position.over:
            position = position.after(rng.choice(position.actions))
        points += position.points == (60, 60)
        draws += position.scores == [0, 0, 0, 0]
    assert points / games == pytest.approx(0.018, abs=4 * (0.018 / games) ** 0.5)
    assert draws / games == pytest.approx(0.009, abs=4 * (0.009 / games) ** 0.5)


def test_how_often_random_games_are_drawn_in_the_engine() -> None:
    """The same games, once drawn and once given to seats 1 and 3, differ by the draws."""
    games = 8_000
    drawn = kibitz.load("brisca", TIE="DRAW").simulate(games, seed=15).score_mean[1]
    given = kibitz.load("brisca", TIE="SECOND").simulate(games, seed=15).score_mean[1]
    assert given - drawn == pytest.approx(0.009, abs=4 * (0.009 / games) ** 0.5)
