"""Skat: its auction, its games, their values, and what everybody knows."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import kibitz

from . import rules_skat as rules
from .perft import moves, play

CLUBS = {
    "HAND 0": "JC JS AC 10C KC QC 9C 8C AS AH",
    "HAND 1": "JH 7C 10S KS QS 9S 10H KH QH 9H",
    "HAND 2": "JD 8S 7S 8H 7H AD 10D KD QD 9D",
    "SKAT": "8D 7D",
}
"""Forehand has clubs with two matadors, and every trick but what the others make of JH and JD."""

NULL = {
    "HAND 0": "7C 8C 9C 7S 8S 9S 7H 8H 9H 7D",
    "HAND 1": "10C JC QC 10S JS QS 10H JH QH 10D",
    "HAND 2": "KC AC KS AS KH AH KD AD JD QD",
    "SKAT": "8D 9D",
}
FOREHAND = ("pass", "pass", "18")


def started(deal: dict[str, str], *words: str, **parameters: Any) -> Any:
    """A state after some decisions."""
    return play(kibitz.load("skat", **parameters).new(deal=deal), *words)


def finished(state: Any, pick: int = -1) -> Any:
    """The end, if everybody takes the last of their options, or the first."""
    while not state.over:
        state = state.after(state.actions[pick])
    return state


def test_the_plain_rules_do_as_their_examples_say() -> None:
    assert doctest.testmod(rules).failed == 0


def test_middlehand_bids_to_forehand_and_rearhand_to_who_is_left() -> None:
    state = started(CLUBS)
    assert (state.to_move, moves(state)) == (1, ["18", "pass"])
    state = play(state, "18")
    assert (state.to_move, moves(state)) == (0, ["pass", "yes"])
    state = play(state, "yes", "20", "pass")
    assert (state.to_move, moves(state)) == (2, ["22", "pass"])
    state = play(state, "22")
    assert state.to_move == 1
    state = play(state, "pass")
    assert (state.to_move, state.store("TAKER"), state.store("BID")) == (2, 2, 22)


def test_forehand_may_play_if_the_others_pass_at_once() -> None:
    state = started(CLUBS, "pass", "pass")
    assert (state.to_move, moves(state)) == (0, ["18", "pass"])
    assert play(state, "18").store("TAKER") == 0


def test_bids_are_the_values_that_games_can_have() -> None:
    state, said = started(CLUBS), []
    while len(moves(state)) == 2:
        [bid] = [move for move in moves(state) if move != "pass"]
        state = play(state, bid)
        said += [bid] * (bid != "yes")
    assert list(map(int, said)) == rules.LADDER
    assert said[:6] == ["18", "20", "22", "23", "24", "27"]


def test_if_all_pass_the_cards_are_dealt_again_by_the_next_dealer() -> None:
    state = started(CLUBS, "pass", "pass", "pass")
    assert (state.over, state.to_move) == (False, 2)
    over = started(CLUBS, "pass", "pass", "pass", PASSED="NOTHING")
    assert (over.over, list(over.scores)) == (True, [0, 0, 0])


def test_two_cards_are_laid_aside_for_those_of_the_skat() -> None:
    state = started(CLUBS, *FOREHAND, "take_the_skat")
    assert len(state.cards("HAND 0")) == 12
    state = play(state, "8D", "AS")
    assert sorted(state.cards("DISCARD 0")) == ["8D", "AS"]
    assert state.observation(1).places["DISCARD 0"] == 2


def test_in_a_hand_game_the_skat_stays_where_it_is() -> None:
    state = started(CLUBS, *FOREHAND, "play_hand", "play_clubs", "announce_no_more")
    assert state.observation(0).places["SKAT"] == 2
    assert len(moves(state)) == 10


def test_jacks_are_trumps_and_must_be_followed() -> None:
    state = started(CLUBS, *FOREHAND, "play_hand", "play_clubs", "announce_no_more", "JC")
    assert moves(state) == ["7C", "JH"]
    assert moves(play(state, "7C")) == ["JD"]
    heart = started(CLUBS, *FOREHAND, "play_hand", "play_clubs", "announce_no_more", "AH")
    assert moves(heart) == ["10H", "9H", "KH", "QH"]  # not the jack of hearts


def test_in_a_null_jacks_are_nothing_but_jacks() -> None:
    state = started(CLUBS, *FOREHAND, "play_hand", "play_null", "announce_no_more", "AH")
    assert moves(state) == ["10H", "9H", "JH", "KH", "QH"]
    state = play(state, "10H", "7H")
    assert (state.over, list(state.scores)) == (True, [-140, 70, 70])


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (("take_the_skat", "7D", "8D", "play_clubs"), 48),
        (("play_hand", "play_clubs", "announce_no_more"), 60),
        (("play_hand", "play_clubs", "announce_schneider"), 72),
    ],
)
def test_clubs_with_two(words: tuple[str, ...], value: int) -> None:
    """Game 1 and matadors 2, schneider 1, hand 1, schneider announced 1; here they get no trick."""
    state = started(CLUBS, *FOREHAND, *words)
    state = play(state, "AS", "9S", "7S", "AH", "9H", "7H", "JC", "7C", "JD", "JS", "JH", "QD")
    while not state.over:
        state = state.after(state.actions[0])
    assert state.store("POINTS 0") == 120
    assert state.store("VALUE") == value + 12  # schwarz as well: 1 more
    assert list(state.scores) == [2 * (value + 12), -value - 12, -value - 12]


def test_schwarz_announced_is_lost_with_the_first_trick_of_the_others() -> None:
    words = ("play_hand", "play_clubs", "announce_schwarz", "8C", "JH", "JD")
    state = finished(started(CLUBS, *FOREHAND, *words))
    assert state.store("RESULT") == "LOST"
    # game, two matadors, hand, schneider and schwarz, both of them announced
    assert state.store("VALUE") == 12 * 8
    assert state.scores[0] == -4 * 12 * 8


def test_open_cards_are_seen_and_count_for_every_announcement() -> None:
    state = started(CLUBS, *FOREHAND, "play_hand", "play_clubs", "announce_open_cards")
    assert sorted(state.cards("OPEN 0")) == sorted(CLUBS["HAND 0"].split())
    assert len(state.observation(2).places["OPEN 0"]) == 10
    assert finished(state).store("VALUE") == 12 * 9


def test_whoever_overbids_loses_what_would_have_been_enough() -> None:
    bids = "18 yes 20 yes 22 yes 23 yes 24 yes 27 yes 30 yes 33 yes 35 yes 36 yes 40 yes 44 yes"
    more = "45 yes 46 yes 48 yes 50 yes 54 yes 55 yes 59 yes 60 yes 63 yes pass pass"
    state = started(CLUBS, *bids.split(), *more.split(), "play_hand", "play_hearts")
    state = finished(play(state, "announce_no_more"))
    assert (state.store("POINTS 0") > 60, state.store("MATADORS")) == (True, 2)
    assert state.store("RESULT") == "LOST"
    assert state.store("VALUE") == 70


def test_null_is_on_offer_only_if_it_is_worth_the_bid() -> None:
    bids = ("18", "yes", "20", "yes", "22", "yes", "23", "yes")
    enough = started(NULL, *bids, "pass", "pass", "take_the_skat", "8D", "9D", "play_null")
    assert moves(enough) == ["announce_no_more", "announce_open_cards"]
    over = started(NULL, *bids, "24", "yes", "pass", "pass", "take_the_skat", "8D", "9D")
    assert moves(play(over, "play_null")) == ["announce_open_cards"]


@pytest.mark.parametrize(
    ("way", "called", "value"),
    [
        (("take_the_skat", "8D", "9D"), "no_more", 23),
        (("play_hand",), "no_more", 35),
        (("take_the_skat", "8D", "9D"), "open_cards", 46),
        (("play_hand",), "open_cards", 59),
    ],
)
def test_a_null_is_won_without_a_trick(way: tuple[str, ...], called: str, value: int) -> None:
    state = finished(started(NULL, *FOREHAND, *way, "play_null", f"announce_{called}"))
    assert list(state.scores) == [2 * value, -value, -value]


def test_the_three_ways_to_keep_the_score() -> None:
    words = ("play_hand", "play_null", "announce_no_more")
    for how, won in (("PAID", [70, -35, -35]), ("LIST", [35, 0, 0]), ("SEEGER", [85, 0, 0])):
        assert list(finished(started(NULL, *FOREHAND, *words, COUNT=how)).scores) == won
    for how, lost in (("LIST", [-70, 0, 0]), ("SEEGER", [-120, 40, 40])):
        assert list(finished(started(CLUBS, *FOREHAND, *words, COUNT=how)).scores) == lost


def test_in_a_ramsch_most_points_lose() -> None:
    state = started(NULL, "pass", "pass", "pass", PASSED="RAMSCH", COUNT="LIST")
    assert (state.to_move, len(moves(state))) == (0, 10)
    state = finished(state)
    points = [state.store(f"POINTS {seat}") for seat in range(3)]
    assert sum(points) == 120
    assert list(state.scores) == [0, 0, -2 * points[2]]  # forehand has no trick


def test_the_deal_passes_on() -> None:
    state = started(NULL, *FOREHAND, "play_hand", "play_null", "announce_no_more", DEALS=2)
    while state.store("PLAYED") == 0:
        state = state.after(state.actions[-1])
    assert (state.store("ROLE 1"), state.to_move) == ("FOREHAND", 2)


def test_the_points_of_a_deal_are_120() -> None:
    game = kibitz.load("skat", PASSED="RAMSCH")
    for seed in range(6):
        state = finished(game.new(seed=seed), seed % 2 - 1)
        if state.store("GAME") != "NULL":
            assert sum(state.store(f"POINTS {seat}") for seat in range(3)) == 120


@pytest.mark.parametrize("words", ["take_the_skat", "play_hand"])
def test_what_players_know_is_exact_to_the_end(words: str) -> None:
    state = started(CLUBS, *FOREHAND, words)
    while not state.over:
        state = state.after(state.actions[0])
        assert all(kibitz.view(state, seat).knowledge.exact for seat in range(3))
