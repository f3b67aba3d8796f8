"""Tressette: thirds of points, the last trick, and what may be declared."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import kibitz

from .perft import moves, play
from .rules_tressette import DECK, RANKS, SUITS

BY_SUITS = {
    f"HAND {seat}": " ".join(suit + rank for rank in RANKS) for seat, suit in enumerate(SUITS)
}
"""Everybody has a suit: North denari, East coppe, South spade and West bastoni."""
ACES = {
    "HAND 0": "DA CA SA BA D4 D5 D6 D7 DF DC",
    "HAND 1": "C2 C3 D2 S2 C4 C5 C6 C7 CF CC",
    "HAND 2": "D3 S3 B3 DR CR SR S4 S5 S6 S7",
    "HAND 3": "B2 BR SF SC B4 B5 B6 B7 BF BC",
}
"""North has four aces, East three twos, but not that of bastoni, and South three threes."""


def fresh(deal: dict[str, str] = ACES, **parameters: int | str) -> Any:
    """A deal."""
    return kibitz.load("tressette", **parameters).new(deal=deal)


def finished(state: Any) -> Any:
    """The end, if everybody plays the first card they can."""
    while not state.over:
        state = play(state, next(name for name in moves(state) if name in DECK))
    return state


def test_a_deal_is_forty_cards_and_what_is_declared() -> None:
    silent = kibitz.load("tressette", ACCUSI="NO").simulate(20, seed=1, mode="python")
    assert silent.decisions_mean == 40
    assert kibitz.load("tressette").simulate(40, seed=1, mode="python").decisions_mean > 40


def test_everybody_follows_suit_if_they_can() -> None:
    state = play(fresh(ACCUSI="NO"), "D4")
    assert moves(state) == ["D2"]
    assert moves(play(state, "D2")) == ["D3", "DR"]
    assert len(moves(play(state, "D2", "D3"))) == 10  # no denari: anything


def test_the_order_is_3_2_ace_re_cavallo_fante_7_6_5_4() -> None:
    others = [card for card in DECK if card[0] != "D"]
    for lower, higher in pairwise(RANKS):
        denari = [f"D{rank}" for rank in RANKS if rank not in (lower, higher)]
        hands = [["D" + lower, *denari, others[0]], ["D" + higher, *others[1:10]]]
        hands += [others[10:20], others[20:30]]
        deal = {f"HAND {seat}": " ".join(hand) for seat, hand in enumerate(hands)}
        state = play(fresh(deal, ACCUSI="NO"), "D" + lower, "D" + higher, others[10], others[20])
        assert state.to_move == 1


def test_an_ace_is_three_thirds_and_threes_twos_and_court_cards_one() -> None:
    state = play(fresh(ACCUSI="NO"), "DA", "D2", "D3", "BC")
    assert state.store("THIRDS team 0") == 3 + 1 + 1 + 1
    state = play(fresh(ACCUSI="NO"), "D4", "D2", "DR", "B4")
    assert state.store("THIRDS team 1") == 2


def test_the_last_trick_is_a_point_and_fractions_are_dropped() -> None:
    state = finished(fresh(BY_SUITS, ACCUSI="NO"))
    assert state.store("THIRDS team 0") == 35  # thirty-two, and three for the last trick
    assert state.scores == (11, 0, 11, 0)


@pytest.mark.parametrize("seed", range(6))
def test_eleven_points_are_shared_out(seed: int) -> None:
    state = kibitz.load("tressette", ACCUSI="NO").new(seed=seed)
    rng = random.Random(seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
    assert state.scores[0] + state.scores[1] == 11
    assert state.scores[:2] == state.scores[2:]


# Declarations


def declared(state: Any) -> list[str]:
    """What the player to move may declare."""
    return [name for name in moves(state) if name.startswith("declare")]


def test_three_and_four_of_a_kind_are_declared_before_the_first_card() -> None:
    state = fresh()
    assert declared(state) == ["declare_four_aces"]
    assert declared(play(state, "DA")) == ["declare_three_twos_without_bastoni"]
    assert declared(play(state, "DA", "D2")) == ["declare_three_threes_without_coppe"]
    assert declared(play(state, "DA", "D2", "D3")) == []
    assert declared(fresh(ACCUSI="NO")) == []


def test_whoever_has_declared_is_still_to_play_and_does_not_declare_again() -> None:
    state = play(fresh(), "declare_four_aces")
    assert state.to_move == 0
    assert declared(state) == []
    assert len(moves(state)) == 10


def test_nothing_is_declared_after_the_first_trick() -> None:
    state = play(fresh(), "D4", "D2", "DR", "B4", "C4", "CR", "B5")
    assert state.to_move == 0  # who has four aces
    assert declared(state) == []


def test_a_napoletana_is_three_two_and_ace_of_a_suit() -> None:
    state = fresh(BY_SUITS)
    assert declared(state) == ["declare_the_napoletana_in_denari"]
    state = play(state, "declare_the_napoletana_in_denari")
    assert state.store("ACCUSI team 0") == 3
    assert finished(state).scores == (14, 0, 14, 0)


def test_four_of_a_kind_are_worth_four_points_and_three_three() -> None:
    state = play(fresh(), "declare_four_aces", "DA", "declare_three_twos_without_bastoni", "D2")
    assert state.store("ACCUSI team 0") == 4
    assert state.store("ACCUSI team 1") == 3


def test_everybody_knows_what_was_declared() -> None:
    state = play(fresh(), "declare_four_aces", "DA", "declare_three_twos_without_bastoni")
    west = kibitz.view(state, "West").knowledge
    assert west.exact
    assert all(west.probabilities[ace] == {"HAND 0": 1.0} for ace in ("CA", "SA"))
    assert all(west.probabilities[two] == {"HAND 1": 1.0} for two in ("D2", "C2", "S2"))
    assert kibitz.view(state, "South").knowledge.probabilities["B2"].get("HAND 1", 0) == 0


# The game


def test_a_whole_game_goes_to_twenty_one_points_and_the_lead_passes_on() -> None:
    state = kibitz.load("tressette", GOAL=21, ACCUSI="NO").new(seed=1)
    leaders = []
    while not state.over:
        if len(state.history) % 40 == 0:
            leaders.append(state.to_move)
        state = state.after(state.actions[-1])
    assert max(state.scores) >= 21
    assert leaders == list(range(len(leaders)))
    assert len(leaders) in (2, 3, 4)


def test_if_both_have_the_same_one_more_deal_is_played() -> None:
    rng = random.Random(36)  # found by looking: seven points each
    state = play(fresh(), "D4", "declare_three_twos_without_bastoni")
    while len(state.history) < 41:
        state = play(state, rng.choice([name for name in moves(state) if name in DECK]))
    assert state.store("SCORE team 0") == state.store("SCORE team 1") == 7
    assert not state.over
    assert all(len(state.cards(f"HAND {seat}")) == 10 for seat in range(4))


def test_what_players_know_is_exact_to_the_end() -> None:
    for seed in range(3):
        rng = random.Random(seed)
        state = kibitz.load("tressette").new(seed=seed)
        while not state.over:
            state = state.after(rng.choice(state.actions))
            if len(state.history) % 4 == 0:
                assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))
