"""What runs in a race plays the games it says."""

from __future__ import annotations

import pytest

from kibitz.engine import load
from kibitz.engine.runners import first_card, with_deal

from .tables import game


def test_whole_games_are_played_anew_each_time() -> None:
    play = with_deal(game("agram"), "python")
    assert play(3) == 3 * 24
    bridge = with_deal(load("boerenbridge", FIRST=5, PEAK=5), "python")
    assert all(24 * 4 <= bridge(4) <= 25 * 4 for _ in range(5))


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_rollouts_start_with_the_first_card(name: str) -> None:
    for seed in range(3):
        state = first_card(game(name), seed)
        assert all(action.label.startswith("play ") for action in state.actions)
        assert not any(" played " in str(event) for event in state.last.events)


def test_where_no_card_is_played_they_start_as_dealt() -> None:
    state = first_card(game("kuhn"), seed=1)
    assert [action.label for action in state.actions] == ["check", "bet"]
    assert state.array == game("kuhn").new(seed=1).array


def test_the_same_seed_gives_the_same_position() -> None:
    assert first_card(game("tarot"), 5).array == first_card(game("tarot"), 5).array
