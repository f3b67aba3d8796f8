"""Briscola: any card may be played, and the trump turned up is drawn last."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import kibitz

from .perft import moves, play
from .rules_briscola import RANKS, deck, worth

DEAL = {
    "HAND 0": "DA C4 B4",
    "HAND 1": "D3 CR B2",
    "STOCK": "D2 D4 D5 D6 D7 DF DC DR SA S2 S3 S4 S5 S6 S7 SF SC SR "
    "CA C2 C3 C5 C6 C7 CF CC BA B3 B5 B6 B7 BF BC",
    "BRISCOLA": "BR",
}


def fresh(**parameters: int | str) -> Any:
    """A deal with bastoni as trumps."""
    return kibitz.load("briscola", **parameters).new(deal=DEAL)


def at_random(seed: int, **parameters: int | str) -> Any:
    """A game played at random to its end."""
    rng = random.Random(seed)
    state = kibitz.load("briscola", **parameters).new(seed=seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
    return state


@pytest.mark.parametrize(("players", "cards"), [(2, 40), (3, 39)])
def test_two_play_with_forty_cards_and_three_without_the_two_of_coppe(
    players: int, cards: int
) -> None:
    game = kibitz.load("briscola", NUMP=players)
    assert {str(card) for card in game.cards} == set(deck(players))
    assert game.simulate(5, seed=1, mode="python").decisions_mean == cards


@pytest.mark.parametrize("players", [2, 3])
def test_there_are_120_points_to_be_won(players: int) -> None:
    assert sum(map(worth, deck(players))) == 120
    for seed in range(3):
        state = at_random(seed, NUMP=players)
        assert sum(state.store(f"POINTS {seat}") for seat in range(players)) == 120


def test_the_first_seat_leads_and_nobody_has_to_follow() -> None:
    assert fresh().to_move == 0
    assert moves(fresh()) == ["B4", "C4", "DA"]
    assert moves(play(fresh(), "DA")) == ["B2", "CR", "D3"]


def test_the_suit_led_wins_unless_it_is_trumped() -> None:
    assert play(fresh(), "C4", "CR").to_move == 1
    assert play(fresh(), "C4", "D3").to_move == 0
    assert play(fresh(), "DA", "B2").to_move == 1
    assert play(fresh(), "B4", "B2").to_move == 0


def test_the_order_is_ace_3_re_cavallo_fante_7_6_5_4_2() -> None:
    for lower, higher in pairwise(RANKS):
        rest = [card for card in deck(2) if card not in ("C" + lower, "C" + higher, "S2")]
        deal = {
            "HAND 0": f"C{lower} {rest[0]} {rest[1]}",
            "HAND 1": f"C{higher} {rest[2]} {rest[3]}",
            "STOCK": " ".join(rest[4:]),
            "BRISCOLA": "S2",
        }
        state = kibitz.load("briscola").new(deal=deal)
        assert play(state, "C" + lower, "C" + higher).to_move == 1


def test_points_go_to_whoever_takes_the_trick() -> None:
    state = play(fresh(), "DA", "D3")
    assert (state.store("POINTS 0"), state.store("POINTS 1")) == (21, 0)
    state = play(fresh(), "DA", "B2")
    assert (state.store("POINTS 0"), state.store("POINTS 1")) == (0, 11)


def test_the_winner_draws_first_and_sees_the_card_alone() -> None:
    state = play(fresh(), "DA", "B2")
    assert "D2" in state.cards("HAND 1")
    assert "D4" in state.cards("HAND 0")
    assert state.observation(0).places["HAND 1"] == 3


def test_the_card_turned_up_is_drawn_last_and_by_the_loser() -> None:
    state = fresh()
    while state.cards("BRISCOLA"):
        state = play(state, moves(state)[0])
    assert not state.cards("STOCK")
    assert "BR" in state.cards(f"HAND {1 - state.to_move}")
    assert [len(state.cards(f"HAND {seat}")) for seat in (0, 1)] == [3, 3]


def test_most_points_win_the_deal_and_sixty_all_is_nobodys() -> None:
    seen = set()
    for seed in range(12):
        state = at_random(seed)
        points = [state.store(f"POINTS {seat}") for seat in (0, 1)]
        assert list(state.scores) == [int(points[0] > 60), int(points[1] > 60)]
        seen.add(tuple(state.scores))
    assert seen == {(1, 0), (0, 1), (0, 0)}


def test_three_with_the_same_lead_are_beaten_by_nobody() -> None:
    for seed in range(5):
        state = at_random(seed, NUMP=3)
        points = [state.store(f"POINTS {seat}") for seat in range(3)]
        assert [score == 1 for score in state.scores] == [
            each == max(points) and points.count(each) == 1 for each in points
        ]


def test_the_first_lead_passes_on_and_deals_are_counted() -> None:
    game = kibitz.load("briscola", DEALS=3)
    rng = random.Random(2)
    state = game.new(seed=3)
    leaders = []
    while not state.over:
        if len(state.history) % 40 == 0:
            leaders.append(state.to_move)
        state = state.after(rng.choice(state.actions))
    assert leaders == [0, 1, 0]
    assert sum(state.scores) <= 3


@pytest.mark.parametrize("players", [2, 3])
def test_what_players_know_is_exact_to_the_end(players: int) -> None:
    rng = random.Random(4)
    state = kibitz.load("briscola", NUMP=players).new(seed=4)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 4 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(players))


def test_everybody_knows_who_drew_the_card_turned_up() -> None:
    state = fresh()
    while state.cards("BRISCOLA"):
        state = play(state, moves(state)[0])
    winner = state.to_move
    known = kibitz.view(state, winner).knowledge.probabilities
    assert known["BR"] == {f"HAND {1 - winner}": 1.0}
