"""French Tarot for five: the called king, the secret partner, the score."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

import kibitz

from .perft import moves, play
from .rules_tarot import DECK, ordered
from .tarot_tables import FIVE, Position, dealt, seated

CONTRE = ("garde_contre", "pass", "pass", "pass", "pass")
PRISE = ("prise", "pass", "pass", "pass", "pass")
KINGS = ("KH", "KD", "KC", "KS")
QUEENS = ("QH", "QD", "QC", "QS")


def deal(*own: str, seed: int = 1) -> dict[str, str]:
    """A deal in which North has some cards."""
    return dealt(FIVE, random.Random(seed), own)


def given(card: str, seat: int | None, *own: str) -> dict[str, str]:
    """A deal in which a card is in somebody's hand, or in the dog."""
    place = "DOG" if seat is None else f"HAND {seat}"
    return next(
        found for seed in range(200) if card in (found := deal(*own, seed=seed))[place].split()
    )


def begun(cards: dict[str, str], *words: str, **parameters: Any) -> Any:
    """The engine's state after some decisions."""
    return play(kibitz.load("tarot-five", **parameters).new(deal=cards), *words)


def finished(state: Any) -> Any:
    """The end, if everybody takes the last of their options."""
    while not state.over:
        state = state.after(state.actions[-1])
    return state


def calls(*honours: str) -> list[str]:
    """All calls of some honours, sorted."""
    suits = ("hearts", "diamonds", "clubs", "spades")
    return sorted(f"call_the_{honour}_of_{suit}" for honour in honours for suit in suits)


def cards_of(places: Iterable[str]) -> list[str]:
    """Cards of a deal."""
    return ordered(card for place in places for card in place.split())


def test_fifteen_cards_each_and_three_in_the_dog() -> None:
    state = begun(deal())
    assert [len(state.cards(f"HAND {seat}")) for seat in range(5)] == [15] * 5
    assert len(state.cards("DOG")) == 3
    assert cards_of(deal().values()) == list(DECK)


def test_the_taker_calls_a_king_before_the_dog_is_seen() -> None:
    state = begun(deal(), "pass", "prise", "pass", "pass", "pass")
    assert state.to_move == 1
    assert moves(state) == calls("king")
    assert len(state.cards("DOG")) == 3
    state = play(state, "call_the_king_of_clubs")
    assert len(state.cards("HAND 1")) == 18


def test_with_all_the_kings_a_queen_may_be_called_and_then_a_knight() -> None:
    assert moves(begun(deal(*KINGS), *PRISE)) == calls("king", "queen")
    assert moves(begun(deal(*KINGS, *QUEENS), *PRISE)) == calls("king", "queen", "knight")


def test_three_cards_are_laid_aside() -> None:
    state = begun(deal(), *PRISE, "call_the_king_of_clubs")
    for _ in range(3):
        assert not {"T1", "T21", "EX", *KINGS} & set(moves(state))
        state = state.after(state.actions[0])
    assert len(state.cards("DISCARD 0")) == 3
    assert len(state.cards("HAND 0")) == 15


def test_the_suit_that_was_called_does_not_open_but_with_the_called_card() -> None:
    own = ("1S", "2S", "QS", "1H", "T5")
    state = begun(deal(*own), *CONTRE, "call_the_king_of_spades", SLAM="NO")
    assert not {"1S", "2S", "QS"} & set(moves(state))
    assert {"1H", "T5"} <= set(moves(state))
    king = begun(deal("KS", *own), *CONTRE, "call_the_king_of_spades", SLAM="NO")
    assert "KS" in moves(king)
    assert "1S" not in moves(king)


def test_later_the_suit_may_be_led() -> None:
    state = begun(given("KS", 1, "1S", "T21"), *CONTRE, "call_the_king_of_spades", SLAM="NO")
    state = play(state, "T21")
    while state.store("TRICKNO") == 1:
        state = state.after(state.actions[0])
    assert state.to_move == 0
    assert "1S" in moves(state)


def test_nobody_knows_the_partner_before_the_king_is_played() -> None:
    state = begun(given("KS", 2, "1H"), *CONTRE, "call_the_king_of_spades", SLAM="NO")
    assert state.store("PARTNER") == -1
    found = kibitz.view(state, "North").knowledge.probability("KS", "HAND 2")
    assert found == pytest.approx(15 / 63, abs=1e-4)  # nobody has a petit sec
    while state.store("KNOWN") == "NONE":
        played = moves(state)
        state = play(state, "KS" if "KS" in played else played[0])
    assert (state.store("PARTNER"), state.store("KNOWN")) == (2, "PARTNER")


def test_the_taker_has_two_shares_and_the_partner_one() -> None:
    state = finished(begun(given("KS", 3), *CONTRE, "call_the_king_of_spades", SLAM="NO"))
    stake = state.store("STAKE")
    assert list(state.scores) == [2 * stake, -stake, -stake, stake, -stake]


@pytest.mark.parametrize("seat", [0, None])
def test_who_has_the_king_or_finds_it_in_the_dog_plays_alone(seat: int | None) -> None:
    state = finished(begun(given("KS", seat), *CONTRE, "call_the_king_of_spades", SLAM="NO"))
    stake = state.store("STAKE")
    assert stake != 0
    assert list(state.scores) == [4 * stake, -stake, -stake, -stake, -stake]


def test_poignees_begin_with_eight_trumps() -> None:
    eight = [f"T{number}" for number in range(2, 10)]
    rest = ["1H", "2H", "3H", "4H", "1D", "2D", "3D"]
    state = begun(deal(*eight, *rest), *CONTRE, "call_the_king_of_spades", SLAM="NO")
    assert [move for move in moves(state) if move.startswith("poi")] == ["poignée_of_8"]
    state = play(state, "poignée_of_8", *eight)
    assert sorted(state.cards("HANDFUL 0")) == sorted(eight)


def test_the_points_are_182_halves_and_scores_add_up_to_nothing() -> None:
    for seed in range(4):
        state = finished(begun(deal(seed=seed), *CONTRE, "call_the_king_of_hearts"))
        assert len(state.cards("ATTACK")) + len(state.cards("DEFENCE")) == 78
        assert sum(state.scores) == 0


def test_the_excuse_stays_with_its_side_also_if_that_was_secret() -> None:
    cards = given("KS", 1, "T21")
    position: Position = seated(FIVE, cards, "YES", "NO")
    state = begun(cards, *CONTRE, "call_the_king_of_spades", SLAM="NO")
    position = play(position, *CONTRE, "call_the_king_of_spades")
    rng = random.Random(3)
    while not position.over:
        move = rng.choice(moves(position))
        state, position = play(state, move), play(position, move)
    assert ("EX" in state.cards("ATTACK")) == ("EX" in position.attack)
    assert list(state.scores) == position.scores


def test_what_players_know_is_exact_to_the_end() -> None:
    state = begun(deal(*KINGS), *PRISE)
    while not state.over:
        state = state.after(state.actions[len(state.history) % 2 - 1])
        if len(state.history) % 9 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(5))
