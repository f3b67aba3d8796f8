"""President: its rules, its variants, and what everybody knows."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz

from .perft import moves, play

DEAL = {
    "HAND 0": "4C 4D 4H 4S 5C 6C 7C 8C 9C 10C JC QC KC",
    "HAND 1": "3C 3D 5D 6D 7D 8D 9D 10D JD QD KD AC AD",
    "HAND 2": "3H 3S 5H 6H 7H 8H 9H 10H JH QH KH AH 2H",
    "HAND 3": "5S 6S 7S 8S 9S 10S JS QS KS AS 2C 2D 2S",
}


def dealt(**parameters: int | str) -> Any:
    """The first position of this deal."""
    return kibitz.load("president", **parameters).new(deal=DEAL)


def ended(state: Any, rng: random.Random) -> Any:
    """The end of the game at random."""
    while not state.over:
        state = state.after(rng.choice(state.actions))
    return state


def test_whoever_has_the_three_of_clubs_leads_or_the_first_seat() -> None:
    assert dealt().to_move == 1
    assert dealt(FIRST="LEFT").to_move == 0


def test_one_leads_one_card_or_two_three_or_four_of_a_rank() -> None:
    offered = set(moves(dealt(FIRST="LEFT")))
    assert set(DEAL["HAND 0"].split()) < offered
    assert offered - set(DEAL["HAND 0"].split()) == {
        "play_two_fours",
        "play_three_fours",
        "play_four_fours",
    }


def test_the_others_play_as_many_of_a_higher_rank_or_pass() -> None:
    state = play(dealt(), "play_two_threes")
    assert state.to_move == 2
    assert moves(state) == ["pass"]
    assert moves(play(state, "pass")) == ["pass", "play_two_twos"]
    assert "pass" not in moves(dealt())
    single = play(dealt(), "QD")
    assert moves(single) == ["2H", "AH", "KH", "pass"]


def test_of_equal_cards_those_of_the_lower_suits_are_played() -> None:
    state = play(dealt(FIRST="LEFT"), "play_two_fours")
    assert set(state.cards("TRICK 0")) == {"4C", "4D"}


def test_twos_are_the_highest_cards_or_the_lowest() -> None:
    assert "2H" in moves(play(dealt(), "AC"))
    state = play(dealt(TWOS="LOW"), "3C")
    assert "2H" not in moves(state)
    assert "3H" not in moves(state)


def test_when_nobody_plays_higher_whoever_played_last_leads() -> None:
    state = play(dealt(), "AC", "pass", "2C", "pass", "pass", "pass")
    assert state.to_move == 3
    assert "pass" not in moves(state)
    assert not any(state.cards(f"TRICK {seat}") for seat in range(4))


def test_whoever_has_passed_may_play_again_or_is_out_of_the_round() -> None:
    again = play(dealt(), "9D", "pass", "JS", "pass", "QD")
    assert again.to_move == 2
    out = play(dealt(PASS="OUT"), "9D", "pass", "JS", "pass", "QD")
    assert out.to_move == 3
    assert play(out, "KS", "AC").to_move == 3


def test_a_bomb_beats_fewer_cards_and_only_a_higher_bomb_beats_it() -> None:
    assert "play_four_fours" not in moves(play(dealt(), "QD", "pass", "pass"))
    state = play(dealt(BOMBS="YES"), "QD", "pass", "2S", "play_four_fours")
    assert [moves(play(state, *["pass"] * n)) for n in range(3)] == [["pass"]] * 3


def test_points_are_given_for_players_one_was_ahead_of() -> None:
    for seed in range(5):
        state = ended(kibitz.load("president", NUMP=5).new(seed=seed), random.Random(seed))
        assert sorted(state.scores) == [0, 1, 2, 3, 4]
        last = state.scores.index(0)
        assert [bool(state.cards(f"HAND {seat}")) for seat in range(5)] == [
            seat == last for seat in range(5)
        ]


def test_if_the_last_to_play_has_no_cards_the_next_who_has_leads() -> None:
    state = dealt(FIRST="LEFT")
    # North leads every card of theirs from the top, and nobody answers.
    state = play(state, "play_four_fours", "pass", "pass", "pass")
    for card in ("KC", "QC", "JC", "10C", "9C", "8C", "7C", "6C"):
        state = play(state, card, "pass", "pass", "pass")
    state = play(state, "5C", "pass", "pass", "pass")
    assert state.store("FINISHED") == 1
    assert state.to_move == 1
    assert "pass" not in moves(state)


def second_deal(players: int, seed: int) -> Any:
    """The position in which the second deal begins with the exchange."""
    rng = random.Random(seed)
    state = kibitz.load("president", NUMP=players, DEALS=2).new(seed=seed)
    while state.store("NUMBER") == 0:
        state = state.after(rng.choice(state.actions))
    return state


def seat_at(state: Any, place: int) -> int:
    """The seat that was rid of its cards at this place."""
    seats = range(state.game.players)
    return next(seat for seat in seats if state.store(f"PLACE {seat}") == place)


def test_the_last_gives_their_best_cards_and_gets_any_back() -> None:
    state = second_deal(4, 1)
    scum, president = seat_at(state, 3), seat_at(state, 0)
    assert state.to_move == scum
    order = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
    best = max(order.index(card[:-1]) for card in state.cards(f"HAND {scum}"))
    assert {order.index(card[:-1]) for card in moves(state)} == {best}
    state = state.after(state.actions[0])
    state = state.after(state.actions[0])
    assert state.to_move == president
    assert len(state.actions) == 15
    state = state.after(state.actions[0])
    state = state.after(state.actions[0])
    assert state.to_move == seat_at(state, 2)
    state = state.after(state.actions[0])
    assert state.to_move == seat_at(state, 1)
    assert len(state.actions) == 14
    state = state.after(state.actions[0])
    assert state.to_move == president
    assert [len(state.cards(f"HAND {seat}")) for seat in range(4)] == [13] * 4
    assert state.store("COUNT") == 0


def test_three_players_exchange_two_cards_between_the_first_and_the_last() -> None:
    state = second_deal(3, 2)
    for place in (2, 2, 0, 0, 0):
        assert state.to_move == seat_at(state, place)
        state = state.after(state.actions[0])
    assert state.store("COUNT") == 1


def test_nothing_is_exchanged_if_it_is_not_wanted() -> None:
    rng = random.Random(3)
    state = kibitz.load("president", DEALS=2, EXCHANGE="NO").new(seed=3)
    while state.store("NUMBER") == 0:
        state = state.after(rng.choice(state.actions))
    assert state.to_move == seat_at(state, 0)
    assert not any("give" in action.text for action in state.actions)


def test_only_the_one_who_gets_a_card_sees_it() -> None:
    state = second_deal(4, 1)
    scum, president = seat_at(state, 3), seat_at(state, 0)
    card = moves(state)[0]
    state = state.after(state.actions[0])
    state = state.after(state.actions[0])
    assert kibitz.view(state, president).knowledge.probability(card, f"HAND {president}") == 1
    other = next(seat for seat in range(4) if seat not in (scum, president))
    assert kibitz.view(state, other).knowledge.probability(card, f"HAND {president}") < 1


@pytest.mark.parametrize("players", [3, 4])
def test_what_players_know_of_a_deal_is_exact(players: int) -> None:
    rng = random.Random(5)
    state = kibitz.load("president", NUMP=players, BOMBS="YES").new(seed=6)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 12 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(players))
