"""Sheepshead: picking, the secret partner, the score, and what everybody knows."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz

from . import rules_sheepshead as rules
from .perft import moves, play

QUEENS = {
    "HAND 0": "QC QS QH QD JC JS",
    "HAND 1": "JD AC 10C KC 9C 8C",
    "HAND 2": "JH AD AS 10S KS 9S",
    "HAND 3": "10D KD 9D 8S 7S AH",
    "HAND 4": "8D 7D 10H KH 9H 8H",
    "BLIND": "7H 7C",
}
"""North has the six highest trumps, East the jack of diamonds."""

WEAK = {
    "HAND 0": "7D 8D 7H 8H 9H KH",
    "HAND 1": "QC QS AD AH AS AC",
    "HAND 2": "QH QD 10D 10H 10S 10C",
    "HAND 3": "JC JS JH KD KS KC",
    "HAND 4": "JD 9D 7S 8S 9S 9C",
    "BLIND": "7C 8C",
}
PASSES = ("pass",) * 5


def started(deal: dict[str, str], *words: str, **parameters: Any) -> Any:
    """A state after some decisions."""
    return play(kibitz.load("sheepshead", **parameters).new(deal=deal), *words)


def finished(state: Any, pick: int = -1) -> Any:
    """The end, if everybody takes the last of their options, or the first."""
    while not state.over:
        state = state.after(state.actions[pick])
    return state


def test_fourteen_trumps_and_a_hundred_and_twenty_points() -> None:
    assert len(rules.TRUMPS) == 14
    assert rules.points(rules.DECK) == 120


def test_everybody_is_asked_until_somebody_picks() -> None:
    state = started(QUEENS)
    assert (state.to_move, moves(state)) == (0, ["pass", "pick"])
    state = play(state, "pass", "pass", "pick")
    assert (state.to_move, state.store("PICKER")) == (2, 2)
    assert len(state.cards("HAND 2")) == 8


def test_two_cards_are_buried_and_nobody_sees_them() -> None:
    state = play(started(QUEENS, "pick"), "7H", "7C")
    assert state.cards("BURIED 0") == ("7H", "7C")
    assert state.observation(1).places["BURIED 0"] == 2
    assert state.to_move == 0


def test_queens_and_jacks_are_trumps_and_not_of_their_suits() -> None:
    state = play(started(QUEENS, "pick"), "7H", "7C", "QH")
    assert moves(state) == ["JD"]
    state = play(state, "JD")
    assert moves(state) == ["AD", "JH"]
    hearts = started(WEAK, "pick", "7C", "8C", "KH", "AH")
    assert moves(hearts) == ["10H"]  # not the queen


def test_the_jack_of_diamonds_tells_who_is_the_partner() -> None:
    state = play(started(QUEENS, "pick"), "7H", "7C")
    assert (state.store("PARTNER"), state.store("KNOWN")) == (-1, "NONE")
    state = play(state, "QH", "JD")
    assert (state.store("PARTNER"), state.store("KNOWN")) == (1, "PARTNER")


def test_nobody_else_knows_before() -> None:
    state = play(started(QUEENS, "pick"), "7H", "7C")
    found = kibitz.view(state, "South").knowledge.probability("JD", "HAND 1")
    assert found == pytest.approx(6 / 26)  # of the cards that South does not see


def test_every_trick_is_worth_three_and_the_picker_has_two_shares() -> None:
    state = finished(play(started(QUEENS, "pick"), "7H", "7C"))
    assert state.store("TAKEN") == 6
    assert list(state.scores) == [6, 3, -3, -3, -3]


def test_without_a_trick_the_picker_pays_six_times() -> None:
    lost = play(started(WEAK, "pick"), "7H", "KH")
    assert lost.store("PICKER") == 0
    state = finished(lost)
    side = state.store("SIDE")
    assert side <= 30
    shares = 6 if state.store("TAKEN") == 0 else 4
    assert list(state.scores) == [-2 * shares, shares, shares, shares, -shares]
    plain = finished(play(started(WEAK, "pick", BUMP="NO"), "7H", "KH"))
    assert list(plain.scores) == [score // 2 for score in state.scores]


def test_a_picker_who_has_the_jack_of_diamonds_plays_alone() -> None:
    state = finished(started(QUEENS, "pass", "pick", "7H", "7C"), 0)
    assert state.store("KNOWN") == "ALONE"
    assert state.scores[1] == -sum(state.scores[:1] + state.scores[2:])
    assert {abs(score) for score in state.scores} in ({1, 4}, {2, 8}, {3, 12}, {4, 16}, {6, 24})


def test_who_buries_the_jack_plays_alone_too() -> None:
    state = finished(started(QUEENS, "pass", "pick", "7C", "JD"), 0)
    assert state.store("PARTNER") == -1
    assert len({score for seat, score in enumerate(state.scores) if seat != 1}) == 1


def test_in_a_leaster_the_fewest_points_with_a_trick_win() -> None:
    state = finished(started(WEAK, *PASSES))
    points = {
        seat: state.store(f"POINTS {seat}") for seat in range(5) if state.store(f"TRICKS {seat}")
    }
    best = min(points, key=points.__getitem__)
    assert sum(points.values()) == 120
    assert list(points.values()).count(points[best]) == 1
    assert [score > 0 for score in state.scores] == [seat == best for seat in range(5)]
    assert sorted(state.scores) == [-1, -1, -1, -1, 4]


def test_the_dealer_may_be_forced_to_pick() -> None:
    state = started(WEAK, *PASSES[:4], PASSED="FORCED")
    assert state.store("PICKER") == 4
    assert len(state.cards("HAND 4")) == 8


def test_or_the_cards_are_dealt_again_by_the_next_dealer() -> None:
    state = started(WEAK, *PASSES, PASSED="AGAIN")
    assert (state.over, state.to_move, state.store("PLAYED")) == (False, 1, 0)
    assert all(len(state.cards(f"HAND {seat}")) == 6 for seat in range(5))


def test_three_players_have_ten_cards_and_no_partner() -> None:
    game = kibitz.load("sheepshead", NUMP=3)
    assert game.simulate(10, seed=1, mode="python").decisions_mean > 30
    state = finished(play(game.new(seed=2), "pick"))
    assert state.store("PARTNER") == -1
    assert state.scores[0] == -2 * state.scores[1] == -2 * state.scores[2]


def test_shares_add_up_to_nothing() -> None:
    for seed in range(8):
        state = finished(kibitz.load("sheepshead", PASSED="FORCED").new(seed=seed), seed % 2 - 1)
        assert sum(state.scores) == 0


@pytest.mark.parametrize("word", ["pass", "pick"])
def test_what_players_know_is_exact_to_the_end(word: str) -> None:
    state = started(WEAK, word)
    while not state.over:
        state = state.after(state.actions[0])
        if len(state.history) % 4 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(5))
