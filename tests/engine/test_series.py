"""Game i of a simulation, played once more as states, is the game that was counted."""

from __future__ import annotations

import pytest

from kibitz.engine import load
from kibitz.engine.record import Record
from kibitz.engine.series import play_of_series
from kibitz.engine.simulation import game_key

HOUSE = ("agram", "boerenbridge", "brisca", "tarot")


@pytest.mark.parametrize("bots", [("random",), ("first",)], ids=str)
@pytest.mark.parametrize("name", HOUSE)
def test_every_game_has_the_scores_that_were_counted(name: str, bots: tuple[str, ...]) -> None:
    game = load(name)
    before, decisions = [0] * game.players, 0
    for number in range(4):
        last = play_of_series(game, 5, number, bots=bots)[-1]
        counted = game.simulate(number + 1, 5, bots=bots, mode="python")
        totals = [round(mean * (number + 1)) for mean in counted.score_mean]
        assert list(last.scores) == [t - b for t, b in zip(totals, before, strict=True)]
        assert len(last.history) == counted.decisions - decisions
        before, decisions = totals, counted.decisions


def test_it_begins_with_the_deal_and_may_be_left_unfinished() -> None:
    game = load("agram")
    states = play_of_series(game, 3, 7, limit=10)
    assert states[0] == game.new(key=game_key(3, 7))
    assert len(states) == 11
    assert not states[-1].over


@pytest.mark.parametrize("name", HOUSE)
def test_its_record_is_replayed_to_the_same_state(name: str) -> None:
    game = load(name)
    last = play_of_series(game, 2, 1)[-1]
    again = Record.from_json(Record.of(last).to_json()).replay(game)
    assert again[-1] == last
