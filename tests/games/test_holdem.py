"""Limit Texas Hold'em: blinds, bets, hands, pots, and what everybody knows."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

import kibitz

from .perft import moves, play

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for rank in RANKS for suit in "CDHS")
KINDS = (
    "HIGHCARD", "PAIR", "TWOPAIRS", "THREEOFAKIND", "STRAIGHT", "FLUSH", "FULLHOUSE",
    "FOUROFAKIND", "STRAIGHTFLUSH",
)  # fmt: skip


def dealt(hands: list[str], board: str, **parameters: int) -> Any:
    """One deal with these hands, and these cards in the middle."""
    deal = {f"HAND {seat}": cards for seat, cards in enumerate(hands)} | {"STOCK": board}
    return kibitz.load("holdem", **{"DEALS": 1, "NUMP": len(hands), **parameters}).new(deal=deal)


def called(state: Any) -> Any:
    """The end of a deal in which everybody checks and calls."""
    while not state.over:
        state = play(state, "call" if "call" in moves(state) else "check")
    return state


def shown(hand: str, board: str) -> str:
    """What a hand is called at the end."""
    return str(called(dealt([hand, "2C 3D"], board)).store("MAKES 0"))


# --- betting --------------------------------------------------------------------------------------


def test_left_of_the_dealer_are_the_blinds_and_the_next_seat_opens() -> None:
    state = dealt(["AS AH", "KS KH", "QS QH", "JS JH"], "")
    assert [state.store(f"PAID {seat}") for seat in range(4)] == [1, 2, 0, 0]
    assert state.to_move == 2
    assert moves(state) == ["call", "fold", "raise"]


def test_of_two_players_the_dealer_posts_the_small_blind_and_opens_only_before_the_flop() -> None:
    state = dealt(["AS AH", "KS KH"], "")
    assert [state.store(f"PAID {seat}") for seat in range(2)] == [2, 1]
    assert state.to_move == 1
    assert play(state, "call", "check").to_move == 0


def test_the_big_blind_may_still_raise() -> None:
    state = play(dealt(["AS AH", "KS KH", "QS QH"], ""), "call", "call")
    assert state.to_move == 1
    assert moves(state) == ["check", "raise"]


def test_a_round_has_four_bets_at_most_and_the_big_blind_is_one() -> None:
    state = play(dealt(["AS AH", "KS KH", "QS QH"], ""), "raise", "raise", "raise")
    assert moves(state) == ["call", "fold"]
    assert moves(play(state, "call", "call", "bet", "raise", "raise")) == ["call", "fold", "raise"]
    assert moves(play(state, "call", "call", "bet", "raise", "raise", "raise")) == ["call", "fold"]
    assert moves(play(dealt(["AS AH", "KS KH"], "", MOST=2), "raise")) == ["call", "fold"]


def test_bets_are_of_two_chips_and_after_the_turn_of_four() -> None:
    state, paid = dealt(["AS AH", "KS KH"], "", BLIND=1), []
    for first in ("raise", "bet", "bet", "bet"):
        state = play(state, first, "call")
        paid.append(state.store("PAID 0"))
    assert paid == [4, 6, 10, 14]


def test_three_cards_are_turned_up_and_then_one_and_one() -> None:
    state, cards = dealt(["AS AH", "KS KH"], "2C 3C 4D 9H 10H"), []
    for first in ("call", "check", "check"):
        state = play(state, first, "check")
        cards.append(state.cards("BOARD"))
    assert cards == [
        ("2C", "3C", "4D"), ("2C", "3C", "4D", "9H"), ("2C", "3C", "4D", "9H", "10H")
    ]  # fmt: skip


def test_whoever_folds_is_asked_no_more() -> None:
    state = play(dealt(["AS AH", "KS KH", "QS QH", "JS JH"], ""), "call", "fold", "fold", "check")
    askers = []
    while state.store("ROUND") < 4:
        askers.append(state.to_move)
        state = play(state, "check")
    assert askers == [1, 2, 1, 2]


def test_if_all_others_fold_nothing_is_shown() -> None:
    state = play(dealt(["AS AH", "KS KH", "QS QH"], ""), "raise", "fold", "fold")
    assert state.scores == (-1, -2, 3)
    assert state.cards("SHOWDOWN 2") == ()


def test_a_bet_must_be_answered_by_those_who_have_checked() -> None:
    state = play(dealt(["AS AH", "KS KH", "QS QH"], ""), "call", "call", "check")
    state = play(state, "check", "check", "bet")
    assert (state.to_move, state.store("ROUND")) == (0, 2)
    assert play(state, "call", "call").store("ROUND") == 3


def test_the_deal_passes_to_the_left() -> None:
    state = kibitz.load("holdem", NUMP=3, DEALS=4).new(seed=1)
    dealers, openers = [], []
    while not state.over:
        if state.store("TOPAY") == 2 and state.store("ROUND") == 1:
            dealers.append(state.store("DEALER"))
            openers.append(state.to_move)
        state = play(state, "raise" if state.store("TOPAY") == 2 else "fold")
    assert dealers == [2, 0, 1, 2]
    assert openers == [2, 0, 1, 2]


# --- hands ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "board", "kind"),
    [
        ("AS QD", "KH JC 9C 8S 4S", "HIGHCARD"),
        ("AS 2D", "AH JC 9C 8S 4S", "PAIR"),
        ("AS JD", "AH JC 9C 9S 4S", "TWOPAIRS"),
        ("AS AD", "AH JC 9C 8S 4S", "THREEOFAKIND"),
        ("AS KD", "QH JC 10C 8S 4S", "STRAIGHT"),
        ("AS 2D", "3H 4C 5C KS KH", "STRAIGHT"),
        ("AS 2S", "9S JS KS KD KH", "FLUSH"),
        ("AS AD", "AH KC KD 8S 8D", "FULLHOUSE"),
        ("AS AD", "AH KC KD KS 8D", "FULLHOUSE"),
        ("AS AD", "AH AC KD KS KH", "FOUROFAKIND"),
        ("9S 8S", "7S 6S 5S AS 2D", "STRAIGHTFLUSH"),
        ("AS 4S", "KS 2S 5S 3S KD", "STRAIGHTFLUSH"),
        ("KS AD", "2H 3C 4D QS 9C", "HIGHCARD"),
        ("9S 8D", "7S 6S 5S AS KD", "FLUSH"),
    ],
)
def test_a_hand_is_called(hand: str, board: str, kind: str) -> None:
    assert shown(hand, board) == kind


def value(cards: list[str]) -> tuple[int, ...]:
    """The worth of five cards, plainly: what they are, then their ranks, most frequent first."""
    heights = [RANKS.index(card[:-1]) for card in cards]
    times = Counter(heights)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    pattern = sorted(times.values(), reverse=True)
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card[-1] for card in cards}) == 1
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = kinds.get(tuple(pattern), 0)
    if straight or flush:
        kind = 8 if straight and flush else 5 if flush else 4
    return (kind, *ranks)


@pytest.mark.parametrize(
    "deck",
    [
        DECK,
        [card for card in DECK if card[-1] in "CD"],
        [card for card in DECK if card[:-1] in ("2", "3", "4", "5", "A")],
        [card for card in DECK if card[:-1] in ("10", "J", "Q", "K", "A")],
    ],
    ids=["all", "two suits", "low", "high"],
)
def test_the_best_five_of_seven_cards_are_found(deck: list[str]) -> None:
    """All 21 ways to take five of seven are tried, and all hands of the test compared."""
    rng, found = Random(3), []
    for _ in range(25):
        cards = rng.sample(deck, 17)
        hands = [cards[2 * seat : 2 * seat + 2] for seat in range(6)]
        state = called(dealt([" ".join(hand) for hand in hands], " ".join(cards[12:])))
        for seat, hand in enumerate(hands):
            best = max(value(list(five)) for five in combinations(hand + cards[12:], 5))
            assert state.store(f"MAKES {seat}") == KINDS[best[0]]
            found.append((state.store(f"POWER {seat}"), best))
    for (power, best), (other, beside) in zip(sorted(found), sorted(found)[1:], strict=False):
        assert (power < other) == (best < beside)
        assert (power == other) == (best == beside)


# --- pots -----------------------------------------------------------------------------------------


def test_the_best_hand_takes_the_pot() -> None:
    state = called(dealt(["AS AH", "KS KH", "QS QH"], "2C 3C 4D 9H 10H"))
    assert state.scores == (4, -2, -2)


def test_equal_hands_share_and_an_odd_chip_goes_to_the_first_after_the_dealer() -> None:
    board = "10C JC QD KH AH"
    assert called(dealt(["2S 2H", "3S 3H", "4S 4H"], board)).scores == (0, 0, 0)
    state = play(dealt(["2S 2H", "3S 3H", "4S 4H"], board), "raise", "fold", "call")
    assert called(state).scores == (-1, 1, 0)


def test_chips_only_change_hands() -> None:
    game, rng = kibitz.load("holdem", NUMP=5), Random(1)
    for seed in range(4):
        state = game.new(seed=seed)
        while not state.over:
            state = state.after(rng.choice(state.actions))
        assert sum(state.scores) == 0


# --- knowledge ------------------------------------------------------------------------------------


def test_betting_says_nothing_and_a_showdown_all() -> None:
    state = dealt(["AS AH", "KS KH", "QS QH"], "2C 3C 4D 9H 10H")
    for word in ("raise", "call", "call", "bet", "call", "fold"):
        state = play(state, word)
    east = kibitz.view(state, 1).knowledge
    assert east.exact
    known = 2 + 4
    hidden = 52 - known
    assert east.count == hidden * (hidden - 1) // 2 * (hidden - 2) * (hidden - 3) // 2
    end = called(state)
    assert kibitz.view(end, 1).knowledge.exact
    assert set(end.cards("SHOWDOWN 0")) == {"AS", "AH"}
    assert end.cards("SHOWDOWN 2") == ()


def test_what_players_know_is_exact_to_the_end() -> None:
    state, rng = kibitz.load("holdem").new(seed=3), Random(3)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 6 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(3))
