"""Boeren Bridge: its rules, and what is known about it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz

from .counting import Parameters
from .perft import moves, play
from .rules_boerenbridge import SUITS, points, round_deck, rounds, value

THREE = {
    "HAND 0": "QS KS QH",
    "HAND 1": "KH AH QC",
    "HAND 2": "AS KC AC",
    "HAND 3": "QD KD AD",
    "TRUMP": "D",
}


def three(**parameters: int | str) -> Any:
    """A round of three cards, diamonds trump; the dealer, seat 3, holds all of them."""
    return kibitz.load("boerenbridge", FIRST=3, PEAK=3, **parameters).new(deal=THREE)


def one(deal: str, trump: str) -> Any:
    """A round of one card; everybody has guessed none, so nobody has to correct anything."""
    hands = {f"HAND {seat}": card for seat, card in enumerate(deal.split())}
    game = kibitz.load("boerenbridge", FIRST=1, PEAK=1)
    return play(game.new(deal={**hands, "TRUMP": trump}), "0", "0", "0", "0")


def whole_game(seed: int, **parameters: int | str) -> list[tuple[int, str]]:
    """Who chose what in a game of random moves: `(seat, "QH")` or `(seat, "2")`."""
    rng = random.Random(seed)
    state = kibitz.load("boerenbridge", **parameters).new(seed=seed)
    chosen = []
    while state.to_move is not None:
        move = rng.choice(moves(state))
        chosen.append((state.to_move, move))
        state = play(state, move)
    return chosen


def is_card(move: str) -> bool:
    """Cards end in the letter of a suit, guesses are numbers."""
    return move[-1] in SUITS


# The round


def test_a_round_uses_the_highest_ranks() -> None:
    assert sorted(round_deck(3)) == sorted(rank + suit for rank in "QKA" for suit in SUITS)
    assert {card[:-1] for card in round_deck(5)} == {"10", "J", "Q", "K", "A"}


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 8])
def test_the_whole_deck_of_the_round_is_dealt_and_played(n: int) -> None:
    played = [move for _, move in whole_game(1, FIRST=n, PEAK=n) if is_card(move)]
    assert sorted(played) == sorted(round_deck(n))


@pytest.mark.parametrize(
    ("first", "peak", "number", "tricks"), [(3, 5, 5, 19), (3, 6, 7, 30), (1, 8, 15, 64)]
)
def test_rounds_go_up_and_down_again(first: int, peak: int, number: int, tricks: int) -> None:
    """Above all: a game of five rounds has 19 tricks."""
    assert len(rounds(first, peak)) == number
    assert sum(rounds(first, peak)) == tricks
    played = [move for _, move in whole_game(2, FIRST=first, PEAK=peak) if is_card(move)]
    assert len(played) == 4 * tricks
    for n in rounds(first, peak):
        assert sorted(played[: 4 * n]) == sorted(round_deck(n))
        del played[: 4 * n]


def test_the_default_is_three_to_five_and_back() -> None:
    assert whole_game(3) == whole_game(3, FIRST=3, PEAK=5, DEALER="BYONE", OPENER="LEFT")


# The guesses


def test_north_guesses_first_and_may_guess_anything() -> None:
    state = three()
    assert state.to_move == 0
    assert moves(state) == ["0", "1", "2", "3"]
    assert [action.label for action in state.actions] == [f"guess {n}" for n in range(4)]


def test_everybody_guesses_and_the_dealer_is_the_last() -> None:
    assert [play(three(), *["0"] * spoken).to_move for spoken in range(5)] == [0, 1, 2, 3, 0]


def test_guesses_that_do_not_add_up_to_the_tricks_stand() -> None:
    state = play(three(), "1", "1", "1", "1")
    assert moves(state) == sorted(THREE["HAND 0"].split())


def test_guesses_that_add_up_to_the_tricks_must_be_changed_by_one() -> None:
    state = play(three(), "1", "0", "0", "2")
    assert state.to_move == 3
    assert moves(state) == ["1", "3"]
    assert play(state, "1").to_move == 0


@pytest.mark.parametrize("guesses", [("1", "1", "1", "0"), ("0", "0", "0", "3")])
def test_a_change_with_one_possible_outcome_is_no_decision(guesses: tuple[str, ...]) -> None:
    state = play(three(), *guesses)
    assert state.to_move == 0
    assert moves(state) == sorted(THREE["HAND 0"].split())


def test_a_free_dealer_changes_to_any_other_number() -> None:
    assert moves(play(three(DEALER="FREE"), "1", "0", "0", "2")) == ["0", "1", "3"]
    assert moves(play(three(DEALER="FREE"), "1", "1", "1", "0")) == ["1", "2", "3"]


def test_the_changed_guess_counts() -> None:
    """Seat 3 holds all trumps and wins all three tricks: right with three, one off with two."""
    cards = ("QS", "QC", "AS", "QD", "KD", "KS", "KH", "AC", "AD", "QH", "AH", "KC")
    state = play(three(), "1", "0", "0", "2", "3", *cards)
    assert list(state.scores) == [-2, 10, 10, 16]
    state = play(three(), "1", "0", "0", "2", "1", *cards)
    assert list(state.scores) == [-2, 10, 10, -4]


@pytest.mark.parametrize(
    ("dealer", "n", "ways"),
    [("BYONE", 3, 9), ("BYONE", 4, 19), ("BYONE", 5, 34), ("FREE", 3, 20), ("FREE", 5, 56)],
)
def test_how_often_random_guesses_must_be_corrected(dealer: str, n: int, ways: int) -> None:
    """Of the (n + 1)^4 ways to guess, so many leave the dealer a choice; four deviations."""
    game = kibitz.load("boerenbridge", FIRST=n, PEAK=n, DEALER=dealer)
    share = ways / (n + 1) ** 4
    corrections = game.simulate(5000, seed=6).decisions_mean - 4 - 4 * n
    assert abs(corrections - share) < 4 * (share * (1 - share) / 5000) ** 0.5


# The play


def test_a_player_who_can_follow_suit_must() -> None:
    assert moves(play(three(), "0", "0", "0", "0", "QH")) == ["AH", "KH"]


def test_a_player_who_cannot_follow_plays_anything_and_need_not_trump() -> None:
    hands = {**THREE, "HAND 2": "AS KC AD", "HAND 3": "QD KD AC"}
    state = kibitz.load("boerenbridge", FIRST=3, PEAK=3).new(deal=hands)
    assert moves(play(state, "0", "0", "0", "0", "QH", "KH")) == ["AD", "AS", "KC"]


def test_a_card_is_worth_its_rank_and_more_in_the_suit_led_and_in_trumps() -> None:
    """Spades are led and hearts are trump."""
    values = {"2C": 0, "AC": 12, "2S": 13, "AS": 25, "2H": 26, "AH": 38}
    assert {card: value(card, led="S", trump="H") for card in values} == values


def test_the_highest_value_takes_the_trick_in_the_engine_too() -> None:
    """Three tricks under each of the four trumps: whoever won leads to the next."""
    for trump in SUITS:
        deal = dict(THREE, TRUMP=trump)
        state = kibitz.load("boerenbridge", FIRST=3, PEAK=3).new(deal=deal)
        for trick in (("KS", "QC", "AS", "AD"), ("QH", "KH", "KC", "QD"), ("QS", "AH", "AS", "KD")):
            values = [value(card, trick[0][-1], trump) for card in trick]
            after = play(state, "0", "0", "0", "0", *trick)
            assert after.to_move == values.index(max(values))


def test_a_trump_beats_the_suit_led_and_that_beats_the_rest() -> None:
    """Everybody guessed none, so the winner of the only trick is the one who loses two."""
    state = play(one("AS AH AC AD", trump="C"), "AS", "AH", "AC", "AD")
    assert list(state.scores) == [10, 10, -2, 10]
    state = play(one("AS AH AC AD", trump="S"), "AS", "AH", "AC", "AD")
    assert list(state.scores) == [-2, 10, 10, 10]


# The count


@pytest.mark.parametrize(
    ("guess", "tricks", "n", "worth"),
    [(0, 0, 3, 10), (2, 2, 3, 14), (0, 0, 6, 20), (0, 0, 5, 10), (1, 1, 6, 12), (3, 1, 5, -4)],
)
def test_what_a_guess_is_worth(guess: int, tricks: int, n: int, worth: int) -> None:
    assert points(guess, tricks, n) == worth


@pytest.mark.parametrize(("n", "nothing"), [(5, 10), (6, 20), (8, 20)])
def test_no_tricks_at_all_pays_twenty_in_long_rounds(n: int, nothing: int) -> None:
    """Everybody has a suit of their own; seat 0 has the trumps, leads and wins everything."""
    by_suit = [[card for card in round_deck(n) if card[-1] == suit] for suit in SUITS]
    hands = {f"HAND {seat}": " ".join(cards) for seat, cards in enumerate(by_suit)}
    state = kibitz.load("boerenbridge", FIRST=n, PEAK=n).new(deal={**hands, "TRUMP": "S"})
    state = play(state, str(n), "0", "0", "1")
    for trick in zip(*by_suit, strict=True):
        state = play(state, *trick)
    assert list(state.scores) == [10 + 2 * n, nothing, nothing, -2]


def test_the_highest_total_wins() -> None:
    cards = ("QS", "QC", "AS", "QD", "KD", "KS", "KH", "AC", "AD", "QH", "AH", "KC")
    state = play(three(), "1", "0", "0", "3", *cards)
    assert state.over
    assert list(state.scores) == [-2, 10, 10, 16]
    assert state.ranks.index(min(state.ranks)) == 3


# The rounds


def openers(seed: int, **parameters: Any) -> list[tuple[int, int]]:
    """Who guessed first and who led first, round by round."""
    chosen = whole_game(seed, **parameters)
    firsts = []
    for n in rounds(parameters.get("FIRST", 3), parameters.get("PEAK", 5)):
        speakers = next(i for i, (_, move) in enumerate(chosen) if is_card(move))
        firsts.append((chosen[0][0], chosen[speakers][0]))
        del chosen[: speakers + 4 * n]
    assert not chosen
    return firsts


def test_west_deals_first_and_then_the_deal_passes_to_the_left() -> None:
    assert openers(7) == [(0, 0), (1, 1), (2, 2), (3, 3), (0, 0)]


def test_the_long_game_goes_round_the_table() -> None:
    variant: Parameters = {"FIRST": 1, "PEAK": 8}
    assert openers(8, **variant) == [(n % 4, n % 4) for n in range(15)]


def test_the_winner_of_the_last_trick_may_open_the_next_round() -> None:
    firsts = [openers(seed, OPENER="WINNER") for seed in range(8)]
    assert all(game[0] == (0, 0) for game in firsts)
    assert all(guesser == leader for game in firsts for guesser, leader in game)
    assert {game[1][0] for game in firsts} > {1}


def test_a_game_of_random_moves_takes_96_decisions_and_a_few_corrections() -> None:
    result = kibitz.load("boerenbridge").simulate(4000, seed=9)
    expected = 96 + 2 * 9 / 256 + 2 * 19 / 625 + 34 / 1296
    assert result.decisions_mean == pytest.approx(expected, abs=4 * (0.157 / 4000) ** 0.5)
    assert result.unfinished == 0
