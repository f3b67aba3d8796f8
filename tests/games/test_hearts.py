"""Hearts: its rules, its variants, and what everybody knows."""

from __future__ import annotations

from math import comb

import pytest

import kibitz

from .perft import moves, play

BY_SUITS = {
    "HAND 0": "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
    "HAND 1": "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
    "HAND 2": "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
    "HAND 3": "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
}
MIXED = {
    "HAND 0": "3C 4C 5C 2D 3D 4D 5D 2S 3S 4S 2H 3H 4H",
    "HAND 1": "2C 6C 7C 8C 6D 7D 8D 5S 6S 7S 5H 6H 7H",
    "HAND 2": "9C 10C JC 9D 10D JD 8S 9S 10S QS 8H 9H 10H",
    "HAND 3": "QC KC AC QD KD AD JS KS AS JH QH KH AH",
}
PUBLISHED = {"PASS": "NONE", "FIRST": "LEFT", "BLOOD": "YES"}
"""The variant whose figures are published: see docs/analyse.md."""


def test_a_deal_is_four_times_three_cards_passed_and_fifty_two_played() -> None:
    assert kibitz.load("hearts").simulate(20, seed=1, mode="python").decisions_mean == 64
    without = kibitz.load("hearts", PASS="NONE").simulate(20, seed=1, mode="python")
    assert without.decisions_mean == 52


@pytest.mark.parametrize(("way", "receiver"), [("LEFT", 1), ("ACROSS", 2), ("RIGHT", 3)])
def test_three_cards_are_passed(way: str, receiver: int) -> None:
    state = kibitz.load("hearts", PASS=way).new(deal=BY_SUITS)
    passed = ["QC", "KC", "AC", "QD", "KD", "AD", "QS", "KS", "AS", "QH", "KH", "AH"]
    for card in passed:
        assert state.to_move == passed.index(card) // 3
        state = play(state, card)
    assert {"QC", "KC", "AC"} <= set(state.cards(f"HAND {receiver}"))
    assert all(len(state.cards(f"HAND {seat}")) == 13 for seat in range(4))


def test_nobody_sees_the_cards_they_get_before_they_have_passed_their_own() -> None:
    state = play(kibitz.load("hearts").new(deal=BY_SUITS), "QC", "KC", "AC")
    assert state.observation(1).places["PASSED 0"] == 3
    assert len(state.observation(0).places["PASSED 0"]) == 3


def test_a_rotation_goes_left_right_across_and_not_at_all() -> None:
    game = kibitz.load("hearts", PASS="ROTATION", DEALS=4)
    assert game.simulate(3, seed=1, mode="python").decisions_mean == 3 * 64 + 52


def test_the_two_of_clubs_opens() -> None:
    state = kibitz.load("hearts", PASS="NONE").new(deal=MIXED)
    assert state.to_move == 1
    assert moves(state) == ["2C"]


def test_otherwise_the_first_seat_opens_with_anything_but_a_heart() -> None:
    state = kibitz.load("hearts", PASS="NONE", FIRST="LEFT").new(deal=MIXED)
    assert state.to_move == 0
    assert moves(state) == sorted(["3C", "4C", "5C", "2D", "3D", "4D", "5D", "2S", "3S", "4S"])


def test_no_points_on_the_first_trick_but_from_a_hand_of_points() -> None:
    state = play(kibitz.load("hearts", PASS="NONE").new(deal=BY_SUITS), "2C", "2D")
    assert "QS" not in moves(state)
    assert len(moves(state)) == 12
    assert len(moves(play(state, "2S"))) == 13  # nothing but hearts
    bloody = kibitz.load("hearts", PASS="NONE", BLOOD="YES").new(deal=BY_SUITS)
    assert "QS" in moves(play(bloody, "2C", "2D"))


def test_hearts_are_led_when_one_has_been_played() -> None:
    state = kibitz.load("hearts", PASS="NONE").new(deal=MIXED)
    state = play(state, "2C", "9C", "QC", "3C")
    assert state.to_move == 3
    assert not any(card.endswith("H") for card in moves(state))
    for card in ("KC", "4C", "6C", "10C", "AC", "5C", "7C", "JC", "JS", "2S", "5S", "QS"):
        state = play(state, card)
    assert not any(card.endswith("H") for card in moves(state))
    state = play(state, "8S", "AS", "3S", "6S", "KS", "4S", "7S", "9S")
    state = play(state, "QD", "5D", "8D", "9D", "KD", "4D", "7D", "10D", "AD", "3D", "6D", "JD")
    assert state.to_move == 3
    assert all(card.endswith("H") for card in moves(state))  # nothing else is left


def test_hearts_that_need_not_be_broken_are_led_at_any_time() -> None:
    state = kibitz.load("hearts", PASS="NONE", BREAK="NO").new(deal=MIXED)
    assert "AH" in moves(play(state, "2C", "9C", "QC", "3C"))


def test_whoever_takes_all_points_shoots_the_moon() -> None:
    def end(moon: str) -> tuple[int, ...]:
        state = kibitz.load("hearts", PASS="NONE", MOON=moon).new(deal=BY_SUITS)
        while not state.over:
            state = state.after(state.actions[0])
        return tuple(state.scores)

    assert end("YES") == (0, 26, 26, 26)
    assert end("NO") == (26, 0, 0, 0)


def test_the_fewest_points_win() -> None:
    state = kibitz.load("hearts", PASS="NONE", MOON="NO").new(deal=BY_SUITS)
    while not state.over:
        state = state.after(state.actions[0])
    assert state.ranks == (4, 1, 1, 1)


def test_points_of_a_deal_add_up_to_26_or_78() -> None:
    game = kibitz.load("hearts", PASS="NONE")
    for seed in range(10):
        state = game.new(seed=seed)
        while not state.over:
            state = state.after(state.actions[seed % len(state.actions)])
        assert sum(state.scores) in (26, 78)


def test_whoever_passed_cards_knows_who_has_them() -> None:
    state = kibitz.load("hearts", FIRST="LEFT").new(deal=BY_SUITS)
    for card in ("QC", "KC", "AC", "QD", "KD", "AD", "QS", "KS", "AS", "QH", "KH", "AH"):
        state = play(state, card)
    north = kibitz.view(state, "North").knowledge
    assert north.exact
    # Three of East's cards are known: ten of 36 others, and South has 13 of the rest.
    assert north.count == comb(36, 10) * comb(26, 13)


@pytest.mark.parametrize("way", ["LEFT", "NONE"])
def test_what_players_know_is_exact_to_the_end(way: str) -> None:
    state = kibitz.load("hearts", PASS=way).new(seed=3)
    while not state.over:
        state = state.after(state.actions[-1])
        if len(state.history) % 8 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))


def test_the_published_options_of_leaders_and_followers() -> None:
    """Four random players, 100 games: read from a chart. Four deviations of a mean of 100 games."""
    leader = [9.8, 9.0, 8.0, 7.1, 6.85, 6.6, 5.8, 5.4, 4.75, 4, 3, 2, 1]
    followers = [3.3, 3.3, 3.35, 3.7, 3.6, 3.5, 3.3, 3.3, 3.0, 2.7, 2.35, 1.75, 1]
    found = kibitz.load("hearts", **PUBLISHED).simulate(1000, seed=1)
    options = found.options_by_decision
    for trick in range(13):
        assert options[4 * trick] == pytest.approx(leader[trick], abs=0.8)
        others = sum(options[4 * trick + place] for place in (1, 2, 3)) / 3
        assert others == pytest.approx(followers[trick], abs=0.4)


def test_a_game_may_go_on_until_somebody_has_so_many_points() -> None:
    game = kibitz.load("hearts", PASS="ROTATION", POINTS=50)
    for seed in range(3):
        state = game.new(seed=seed)
        while not state.over:
            before, state = state, state.after(state.actions[seed % len(state.actions)])
        assert all(int(before.store(f"SCORE {seat}")) < 50 for seat in range(4))
        assert max(state.scores) >= 50
        assert state.ranks[state.scores.index(min(state.scores))] == 1


def test_the_jack_of_diamonds_may_take_ten_points_off() -> None:
    state = kibitz.load("hearts", PASS="NONE", JACK="YES").new(deal=BY_SUITS)
    while not state.over:
        state = state.after(state.actions[0])
    assert tuple(state.scores) == (-10, 26, 26, 26)  # it is not needed to shoot the moon
