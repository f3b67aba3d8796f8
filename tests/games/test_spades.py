"""Spades: its rules, its variants, and what everybody knows."""

from __future__ import annotations

from itertools import pairwise

import pytest

import kibitz

from .perft import moves, play
from .tricks import both_ways

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
BY_SUITS = {
    "HAND 0": "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
    "HAND 1": "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
    "HAND 2": "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
    "HAND 3": "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
}
"""West takes all tricks: North leads to the first, and West's spades do the rest."""
MIXED = {
    "HAND 0": "3C 4C 5C 2D 3D 4D 5D 2S 3S 4S 2H 3H 4H",
    "HAND 1": "2C 6C 7C 8C 6D 7D 8D 5S 6S 7S 5H 6H 7H",
    "HAND 2": "9C 10C JC 9D 10D JD 8S 9S 10S QS 8H 9H 10H",
    "HAND 3": "QC KC AC QD KD AD JS KS AS JH QH KH AH",
}
"""West takes all tricks that West leads with the highest cards."""


def result(bids: str, **parameters: int | str) -> list[int]:
    """What the sides score after these bids if West takes all tricks."""
    state = kibitz.load("spades", **parameters).new(deal=BY_SUITS)
    state = play(state, *bids.split())
    while not state.over:
        state = state.after(state.actions[0])
    return list(state.scores[:2])


def test_a_deal_is_four_bids_and_fifty_two_cards() -> None:
    assert kibitz.load("spades").simulate(10, seed=1, mode="python").decisions_mean == 56


def test_north_bids_first_from_nil_to_thirteen() -> None:
    state = kibitz.load("spades").new(deal=MIXED)
    assert state.to_move == 0
    assert [action.text for action in state.actions] == [
        "bid nil",
        *(f"bid {n}" for n in range(1, 14)),
    ]


def test_partners_bid_thirteen_tricks_at_most() -> None:
    state = play(kibitz.load("spades").new(deal=MIXED), "11", "bid_nil")
    assert moves(state) == ["1", "2", "bid_nil"]
    assert len(moves(play(state, "2"))) == 14
    assert moves(play(kibitz.load("spades").new(deal=MIXED), "13", "3")) == ["bid_nil"]


def test_spades_are_led_when_one_has_been_played() -> None:
    state = play(kibitz.load("spades").new(deal=MIXED), "3", "3", "3", "3")
    assert not any(card.endswith("S") for card in moves(state))
    for card in ("3C", "2C", "9C", "QC", "KC", "4C", "6C", "10C", "AC", "5C", "7C", "JC"):
        state = play(state, card)
    assert not any(card.endswith("S") for card in moves(state))
    state = play(state, "QD", "2D", "6D", "9D", "KD", "3D", "7D", "10D", "AD", "4D", "8D", "JD")
    state = play(state, "JH", "2H", "5H", "8H", "QH", "3H", "6H", "9H", "KH", "4H", "7H", "10H")
    state = play(state, "AH", "2S", "5S", "8S")
    assert state.to_move == 2
    assert state.store("BROKEN") == "YES"
    assert moves(state) == ["10S", "9S", "QS"]


def test_spades_may_be_led_by_whoever_has_nothing_else() -> None:
    spades = {**BY_SUITS, "HAND 0": BY_SUITS["HAND 3"], "HAND 3": BY_SUITS["HAND 0"]}
    state = play(kibitz.load("spades").new(deal=spades), "3", "3", "3", "3")
    assert len(moves(state)) == 13


def test_spades_that_need_not_be_broken_are_led_at_any_time() -> None:
    state = play(kibitz.load("spades", BREAK="NO").new(deal=MIXED), "3", "3", "3", "3")
    assert "2S" in moves(state)


def test_whoever_can_follow_suit_must() -> None:
    state = play(kibitz.load("spades").new(deal=MIXED), "3", "3", "3", "3", "3C")
    assert moves(state) == ["2C", "6C", "7C", "8C"]


@pytest.mark.parametrize(("low", "high"), list(pairwise(RANKS)))
def test_the_higher_card_of_the_suit_led_takes_the_trick(low: str, high: str) -> None:
    """North leads a club, and East has one, the next higher or lower."""
    for led, played, seed in both_ways(low, high):
        _, diamonds, hearts, spades = (BY_SUITS[f"HAND {seat}"].split() for seat in range(4))
        hands = [
            [f"{rank}C" for rank in RANKS if rank != played] + ["2D"],
            [*diamonds[1:], f"{played}C"],
            spades[:7] + hearts[:6],
            spades[7:] + hearts[6:],
        ]
        deal = {f"HAND {seat}": " ".join(hand) for seat, hand in enumerate(hands)}
        state = play(kibitz.load("spades").new(seed, deal=deal), "3", "3", "3", "3", f"{led}C")
        state = play(state, f"{played}C", "2H", "8H")
        assert state.to_move == (1 if played == high else 0)


def test_a_spade_takes_the_trick_from_the_suit_led() -> None:
    state = play(kibitz.load("spades").new(deal=BY_SUITS), "3", "3", "3", "3")
    state = play(state, "AC", "AD", "AH", "2S")
    assert state.to_move == 3
    assert state.store("OWN 3") == 1


def test_a_contract_is_ten_points_a_trick_and_bags_are_one_each() -> None:
    assert result("2 5 3 6") == [-50, 112]


def test_a_contract_that_fails_costs_ten_points_a_trick() -> None:
    """All thirteen are bid, and none is missing; North and South have none of their five."""
    assert result("1 7 4 6") == [-50, 130]


def test_a_nil_is_a_hundred_points_more_or_less() -> None:
    assert result("bid_nil 7 4 6") == [60, 130]  # 100 for the nil, 40 lost
    assert result("1 13 1 bid_nil") == [-20, 30]  # it fails, and helps the partner


def test_a_nil_may_be_worth_less() -> None:
    assert result("bid_nil 7 4 6", NIL=50, BAGS=5) == [10, 130]


def test_tricks_of_a_failed_nil_may_be_bags_and_nothing_else() -> None:
    """Ten of the thirteen bags cost a hundred, the nil another, and East's bid ten a trick."""
    assert result("1 4 1 bid_nil", NILTRICKS="BAGS") == [-20, -40 - 100 + 13 - 100]
    assert result("1 4 1 bid_nil") == [-20, 40 - 100 + 9]


def test_ten_bags_cost_a_hundred() -> None:
    assert result("1 1 1 2") == [-20, 30 + 10 - 100]
    assert result("1 1 1 3") == [-20, 40 + 9]
    assert result("1 1 1 2", BAGS=0) == [-20, 40]
    assert result("1 1 1 2", NIL=50, BAGS=5) == [-20, 40 - 200]


def test_bags_are_kept_from_deal_to_deal() -> None:
    """All bid nil in both deals, so that all tricks are bags: fourteen of 26 are one side's."""

    def end(bags: int) -> kibitz.State:
        state = kibitz.load("spades", DEALS=2, BAGS=bags).new(seed=1)
        while not state.over:
            state = state.after(state.actions[0])
        return state

    free, paid = end(0), end(14)
    kept = [int(free.store(f"BAGS team {side}")) for side in (0, 1)]
    assert sum(kept) == 26
    assert max(kept) > 13
    assert sum(free.scores[:2]) - sum(paid.scores[:2]) == 100


def test_the_deal_passes_to_the_left() -> None:
    state = kibitz.load("spades", DEALS=2).new(seed=1)
    while len(state.history) < 56:
        state = state.after(state.actions[0])
    assert state.to_move == 1


def test_a_game_may_be_played_to_so_many_points() -> None:
    game = kibitz.load("spades", POINTS=200)
    for seed in range(3):
        state = game.new(seed=seed)
        while not state.over:
            assert max(abs(int(state.store(f"SCORE team {side}"))) for side in (0, 1)) < 200
            state = state.after(state.actions[-1])
        assert max(abs(score) for score in state.scores) >= 200


def test_what_players_know_is_exact_to_the_end() -> None:
    state = kibitz.load("spades").new(seed=3)
    while not state.over:
        state = state.after(state.actions[-1])
        if len(state.history) % 8 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))


def test_whoever_leads_a_spade_before_they_are_broken_has_nothing_else() -> None:
    spades = {**BY_SUITS, "HAND 0": BY_SUITS["HAND 3"], "HAND 3": BY_SUITS["HAND 0"]}
    state = play(kibitz.load("spades").new(deal=spades), "3", "3", "3", "3", "2S")
    east = kibitz.view(state, "East").knowledge
    assert east.exact
    assert not any("HAND 0" in east.probabilities[card] for card in ("AC", "2H", "2C"))
