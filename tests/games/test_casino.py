"""Casino without building: what captures what, one group after another, and the points."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kibitz


def dealt(table: str, hand: str = "9D 6D 2D KD", **parameters: int | str) -> Any:
    """North's first decision."""
    game = kibitz.load("casino", **parameters)
    return game.new(seed=1, deal={"TABLE": table, "HAND 0": hand})


def texts(state: Any) -> set[str]:
    return {action.text for action in state.actions}


def ends(number: int, **parameters: int | str) -> list[Any]:
    """The last positions of some random games."""
    game, found = kibitz.load("casino", **parameters), []
    for seed in range(number):
        rng, state = Random(seed), game.new(seed=seed)
        while not state.over:
            state = state.after(rng.choice(state.actions))
        found.append(state)
    return found


ENDS = ends(20)


def test_any_card_may_be_laid_though_it_could_capture() -> None:
    laid = {"lay 9D", "lay 6D", "lay 2D", "lay KD"}
    assert laid < texts(dealt("9C 6C KC QC"))
    assert texts(dealt("JC 8C 10C QC")) == laid


def test_a_court_card_captures_its_rank_and_a_number_what_adds_up() -> None:
    found = texts(dealt("5C 4C KC QC"))
    assert "play KD to capture KC" in found
    assert sum("play 9D" in text for text in found) == 1  # five and four
    assert not any("QC" in text for text in found)


def test_more_groups_may_be_captured_with_the_same_card() -> None:
    state = dealt("9C 5C 4C QC").after("play 9D to capture 9C")
    assert state.to_move == 0
    assert "take no more" in texts(state)
    more = next(action for action in state.actions if action.text != "take no more")
    state = state.after(more)
    assert set(state.cards("WON 0")) == {"9D", "9C", "5C", "4C"}
    assert state.to_move == 1, "there is nothing more to take"


def test_one_may_stop() -> None:
    state = dealt("9C 5C 4C QC").after("play 9D to capture 9C").after("take no more")
    assert set(state.cards("TABLE")) == {"5C", "4C", "QC"}
    assert state.to_move == 1


@pytest.mark.parametrize(("sweep", "points"), [("YES", 1), ("NO", 0)])
def test_clearing_the_table_is_a_sweep(sweep: str, points: int) -> None:
    state = dealt("9C 9S 5C 4C", SWEEP=sweep)
    while state.to_move == 0:
        takes = [action for action in state.actions if action.text.startswith(("play 9D", "take"))]
        state = state.after(next(a for a in takes if a.text != "take no more"))
    assert state.cards("TABLE") == ()
    assert state.store("SWEEPS 0") == points


def test_all_cards_are_somebodys_in_the_end() -> None:
    for state in ENDS:
        assert sum(state.store(f"CARDS {seat}") for seat in (0, 1)) == 52
        assert sum(state.store(f"SPADES {seat}") for seat in (0, 1)) == 13


def test_the_points_of_a_deal() -> None:
    for state in ENDS:
        for seat in (0, 1):
            won = state.cards(f"WON {seat}")
            points = state.store(f"SWEEPS {seat}")
            points += sum(card[0] == "A" for card in won) + 2 * ("10D" in won) + ("2S" in won)
            points += 3 * (state.store(f"CARDS {seat}") > 26)
            points += state.store(f"SPADES {seat}") > 6
            assert state.scores[seat] == points


def test_a_longer_game_is_played_to_the_goal() -> None:
    for state in ends(2, GOAL=11, NUMP=3):
        assert max(state.scores) >= 11
        assert state.store("DEALNO") > 1


def test_what_players_know_is_exact() -> None:
    rng, state = Random(3), kibitz.load("casino").new(seed=3)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if len(state.history) % 12 == 0:
            assert kibitz.view(state, 0).knowledge.exact
