"""Game i of a simulation, played once more as states, is the game that was counted."""

from __future__ import annotations

import pytest

from kibitz.engine import load
from kibitz.engine.buffers import BUFFERS, borrow, give_back
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
        # In Tarot players who take their first option pass for ever.
        last = play_of_series(game, 5, number, bots=bots, limit=300)[-1]
        counted = game.simulate(number + 1, 5, bots=bots, mode="python", limit=300)
        totals = [round(mean * (number + 1)) for mean in counted.score_mean]
        assert list(last.scores) == [t - b for t, b in zip(totals, before, strict=True)]
        assert len(last.history) == counted.decisions - decisions
        before, decisions = totals, counted.decisions


def test_what_another_game_left_in_the_work_space_changes_nothing() -> None:
    game = load("agram")
    counted = game.simulate(3, 5, mode="python").score_mean
    played = play_of_series(game, 5, 2)[-1]
    space = borrow()
    for work in (space[1], BUFFERS.work):
        for at in range(16):
            work[at] = 5
    give_back(space)
    assert game.simulate(3, 5, mode="python").score_mean == counted
    assert play_of_series(game, 5, 2)[-1] == played


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
