"""Belote: taking, the duty to trump and to beat, belote, capot and litige."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz

from .perft import moves, play
from .rules_belote import DECK, random_deal, worth

DEAL = {
    "HAND 0": "JH 9H AC 10C KC",
    "HAND 1": "7H 8H AD 10D KD",
    "HAND 2": "KH QH AS 10S KS",
    "HAND 3": "QC QD QS JC JD",
    "TURNUP": "AH",
    # two for whoever takes and three for each of the others, from North on
    "STOCK": "9C 8C 9D 8D 9S 8S 7S JS 7D 7C 10H",
}
"""Hearts are turned up. If North takes, they have JH 9H AH, East 7H 8H, South KH QH, West 10H."""


def fresh(deal: dict[str, str] = DEAL, **parameters: int | str) -> Any:
    """A deal."""
    return kibitz.load("belote", **parameters).new(seed=1, deal=deal)


def taken(**parameters: int | str) -> Any:
    """North has taken in hearts."""
    return play(fresh(DEAL, **parameters), "take_in_hearts")


def at_random(state: Any, seed: int) -> Any:
    """The end of a game, played at random."""
    rng = random.Random(seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
    return state


# The bids


def test_one_takes_in_the_suit_turned_up_or_passes() -> None:
    state = fresh()
    assert state.to_move == 0
    assert moves(state) == ["pass", "take_in_hearts"]
    assert play(state, "pass").to_move == 1


def test_in_the_second_round_one_takes_in_another_suit() -> None:
    state = play(fresh(), *["pass"] * 4)
    assert state.to_move == 0
    assert moves(state) == ["pass", "take_in_clubs", "take_in_diamonds", "take_in_spades"]
    assert play(state, "pass", "take_in_spades").store("TRUMP") == "SPADES"


def test_if_all_pass_twice_the_next_player_deals() -> None:
    state = play(fresh(), *["pass"] * 8)
    assert not state.over
    assert state.to_move == 1
    assert len(moves(state)) == 2
    assert all(len(state.cards(f"HAND {seat}")) == 5 for seat in range(4))


def test_the_taker_gets_the_card_turned_up_and_everybody_eight() -> None:
    state = play(fresh(), "pass", "take_in_hearts")
    assert "AH" in state.cards("HAND 1")
    assert all(len(state.cards(f"HAND {seat}")) == 8 for seat in range(4))
    assert state.to_move == 0  # whoever takes, the player after the dealer leads


# The play


def test_thirty_two_cards_are_worth_152() -> None:
    assert sum(worth(card, "H") for card in DECK) == 152


def test_suits_are_followed() -> None:
    assert moves(play(taken(), "AH")) == ["7H", "8H"]
    assert moves(play(taken(), "AC", "8H", "QH")) == ["7C", "JC", "QC"]


def test_whoever_cannot_follow_trumps_and_beats_the_trumps_of_the_others() -> None:
    state = play(taken(), "AC")
    assert state.to_move == 1
    assert moves(state) == ["7H", "8H"]  # East has no clubs


def test_trumps_that_are_led_are_beaten_even_those_of_the_partner() -> None:
    deal = {**DEAL, "HAND 0": "KH 9H AC 10C KC", "HAND 2": "JH QH AS 10S KS"}
    state = play(fresh(deal), "take_in_hearts", "KH", "8H")
    assert moves(state) == ["JH"]
    state = play(fresh(deal), "take_in_hearts", "9H", "8H")
    assert moves(state) == ["JH"]
    state = play(fresh(), "take_in_hearts", "JH", "8H")
    assert moves(state) == ["KH", "QH"]  # which cannot beat the jack


def test_nobody_has_to_trump_what_their_partner_is_winning() -> None:
    deal = {
        "HAND 0": "JH 9H AC 10C KC",
        "HAND 1": "7C 8H AD 10D KD",
        "HAND 2": "KH QH AS 10S KS",
        "HAND 3": "QC QD QS JC JD",
        "TURNUP": "AH",
        "STOCK": "9C 8C 9D 8D 9S 8S 7S JS 7D 7H 10H",
    }
    free = play(fresh(deal), "take_in_hearts", "AC", "7C")
    assert free.to_move == 2
    assert len(moves(free)) == 8
    bound = play(fresh({**deal, "HAND 0": "JH 9H QC 10C KC", "HAND 3": "AC QD QS JC JD"}),
                 "take_in_hearts", "9C", "7C")  # fmt: skip
    assert len(moves(bound)) == 8
    lost = {**deal, "HAND 1": "AC 8H AD 10D KD", "HAND 0": "JH 9H 7C 10C KC"}
    must = play(fresh(lost), "take_in_hearts", "10C", "AC")
    assert moves(must) == ["KH", "QH"]


@pytest.mark.parametrize(("under", "number"), [("YES", 1), ("NO", 8)])
def test_a_trump_that_cannot_be_beaten_is_undertrumped_or_not(under: str, number: int) -> None:
    deal = {
        "HAND 0": "7C 8C AC 10C KC",
        "HAND 1": "JH AD 10D KD 8D",
        "HAND 2": "7H AS 10S KS 8S",
        "HAND 3": "QC QD QS JC JD",
        "TURNUP": "9C",
        "STOCK": "9H 8H KH 7D 9D AH JS 9S 7S QH 10H",
    }
    state = play(fresh(deal, UNDER=under), *["pass"] * 7, "take_in_hearts", "AC", "JH")
    assert state.to_move == 2
    assert len(moves(state)) == number


def test_the_jack_and_the_nine_are_the_highest_trumps() -> None:
    state = play(taken(), "9H", "8H", "KH")
    assert state.to_move == 3
    state = play(state, moves(state)[0])
    assert state.to_move == 0
    assert state.store("POINTS team 0") >= 14 + 4


# The score


def test_belote_is_twenty_for_king_and_queen_of_trumps() -> None:
    state = play(taken(), "JH", "8H")
    assert state.store("BELOTE team 0") == 0
    state = play(state, "QH")
    assert state.store("BELOTE team 0") == 20
    assert kibitz.view(state, "East").knowledge.probabilities["KH"] == {"HAND 2": 1.0}


def test_whoever_plays_the_king_without_belote_has_no_queen() -> None:
    deal = {**DEAL, "HAND 2": "KH 7H AS 10S KS", "HAND 1": "QH 8H AD 10D KD"}
    state = play(fresh(deal), "take_in_hearts", "JH", "8H", "KH")
    assert state.store("BELOTE team 0") == 0
    west = kibitz.view(state, "West").knowledge
    assert west.exact
    assert "HAND 2" not in west.probabilities["QH"]


def result(state: Any) -> tuple[int, int, int, int, str]:
    """Points in tricks and belote of the teams, and how it ended for the taker."""
    return (
        *(state.store(f"POINTS team {team}") for team in (0, 1)),
        *(state.store(f"BELOTE team {team}") for team in (0, 1)),
        state.store("RESULT"),
    )


def test_the_taker_scores_with_more_points_and_else_the_others_have_all() -> None:
    seen = set()
    for seed in range(40):
        state = play(fresh(random_deal(random.Random(seed))), "pass")
        state = at_random(play(state, next(m for m in moves(state) if m != "pass")), seed)
        ours, theirs, mine, other, how = result(state)
        assert ours + theirs in (162, 252)
        assert state.scores[:2] == state.scores[2:]
        north, east = state.scores[:2]
        seen.add(how)
        # East has taken.
        if how == "MADE":
            assert theirs + other > ours + mine
            assert (north, east) == (ours + mine, theirs + other)
        elif how == "LOST":
            assert theirs + other < ours + mine
            assert (north, east) == (ours + theirs + mine, other)
    assert {"MADE", "LOST"} <= seen


def test_all_eight_tricks_are_a_capot() -> None:
    deal = {
        "HAND 0": "JH 9H AC 10C KC",
        "HAND 1": "7H 8H AD 10D KD",
        "HAND 2": "KH QH AS 10S KS",
        "HAND 3": "QC 7D QS 7C JD",
        "TURNUP": "AH",
        "STOCK": "10H QD 9D 8D 9S 8S 7S JS JC 8C 9C",
    }
    for seed in range(200):
        state = at_random(play(fresh(deal), "take_in_hearts"), seed)
        if state.store("TRICKS team 0") == 8:
            assert state.scores == (272, 0, 272, 0)
            return
    pytest.fail("North and South should have been able to")


def litige(**parameters: int | str) -> Any:
    """A deal in which both sides have the same, found by looking."""
    rng = random.Random(41)
    state = play(fresh(random_deal(rng), **parameters), "take_in_spades")
    while len(state.history) < 33:
        state = play(state, rng.choice(moves(state)))
    return state


def test_a_litige_waits_for_the_next_deal() -> None:
    single = litige()
    assert single.store("RESULT") == "EQUAL"
    assert single.scores == (0, 81, 0, 81)
    state = litige(GOAL=1000)
    assert state.store("LITIGE") == 81
    rng = random.Random(1)
    while state.store("LITIGE"):
        state = state.after(rng.choice(state.actions))
    assert state.store("SCORE team 0") + state.store("SCORE team 1") == 162 + 162


# The game


def test_a_whole_game_goes_to_a_thousand() -> None:
    state = at_random(kibitz.load("belote", GOAL=1000).new(seed=2), 2)
    assert max(state.scores) >= 1000
    assert min(state.scores) < 1000


def test_what_players_know_is_exact_to_the_end() -> None:
    for seed in range(3):
        rng = random.Random(seed)
        state = kibitz.load("belote").new(seed=seed)
        while not state.over:
            state = state.after(rng.choice(state.actions))
            if len(state.history) % 4 == 0:
                assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))
