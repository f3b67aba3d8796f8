"""The score sheet: what every round has brought to everybody."""

from __future__ import annotations

from random import Random

import pytest
from conftest import LoadText

from kibitz.engine import State, load
from kibitz.words.tally import Share, ended, tallies

from .spoken import after, story
from .test_rounds import HAND


def end_of(state: State, seed: int = 1) -> State:
    rng = Random(seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
    return state


def chips(share: Share) -> dict[str, str]:
    return {chip.name: chip.value for chip in share.chips}


def test_a_line_for_every_round_with_what_was_said_taken_and_won() -> None:
    end = end_of(load("boerenbridge").new(4))
    sheet = tallies(story(end, 0), over=True)
    assert [line.number for line in sheet] == [1, 2, 3, 4, 5]
    assert [line.last for line in sheet] == [16, 36, 60, 80, 96]  # nobody had to guess twice
    for seat in range(4):
        total = 0
        for line, cards in zip(sheet, (3, 4, 5, 4, 3), strict=True):
            share = line.seats[seat]
            guess, tricks = int(chips(share)["guess"]), int(chips(share)["tricks"])
            assert sum(int(chips(other)["tricks"]) for other in line.seats) == cards
            won = 10 + 2 * tricks if guess == tricks else -2 * abs(guess - tricks)
            total += won
            assert share.made is (guess == tricks)
            assert [(sum_.name, sum_.won, sum_.value) for sum_ in share.totals] == [
                ("score", won, total)
            ]
        assert total == end.scores[seat]


def test_a_round_has_ended_at_its_last_decision_only() -> None:
    state = load("boerenbridge").new(4)
    rng, found = Random(1), []
    while not state.over:
        state = state.after(rng.choice(state.actions))
        line = ended(story(state, None), state.over)
        found += [] if line is None else [(len(state.history), line.last, line.number)]
    assert found == [(16, 16, 1), (36, 36, 2), (60, 60, 3), (80, 80, 4), (96, 96, 5)]


def test_a_deal_that_all_pass_has_a_line_of_its_own() -> None:
    (line,) = tallies(story(after(load("tarot").new(3), "pass", "pass", "pass"), 0), over=False)
    assert [chips(share)["bid"] for share in line.seats] == ["pass", "pass", "pass"]
    assert [share.totals[0].won for share in line.seats] == [0, 0, 0]
    assert [share.made for share in line.seats] == [None, None, None]


@pytest.mark.parametrize("name", ["agram", "brisca"])
def test_a_game_of_one_deal_has_no_score_sheet(name: str) -> None:
    end = end_of(load(name).new(1))
    assert tallies(story(end, 0), over=True) == ()
    assert ended(story(end, 0), over=True) is None


def test_a_game_without_a_sheet_has_one_too(load_text: LoadText) -> None:
    state = after(load_text(HAND).new(1), "1", "0")
    (line,) = tallies(story(state, 0), over=False)
    assert [chips(share) for share in line.seats] == [{"bet": "1"}, {"bet": "0"}]
    assert [share.totals[0].won for share in line.seats] == [-1, 0]  # of the ten in each purse
    assert [share.totals[0].value for share in line.seats] == [9, 10]
