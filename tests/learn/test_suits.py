"""Suits are alike if nobody can tell that they were exchanged."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import kibitz
from kibitz.engine.encoding import encoding_of
from kibitz.engine.simulation import game_key
from kibitz.engine.state import begin
from kibitz.learn import suits
from kibitz.learn.suits import alike, renamings

SMALL = kibitz.load("boerenbridge", FIRST=2, PEAK=2)


@pytest.mark.parametrize(
    ("name", "settings", "groups"),
    [
        ("agram", {"NUMP": 2, "HAND": 3}, (("HEARTS", "CLUBS", "DIAMONDS"),)),
        ("boerenbridge", {"FIRST": 2, "PEAK": 2}, (("SPADES", "HEARTS", "CLUBS", "DIAMONDS"),)),
        ("brisca", {}, (("OROS", "ESPADAS", "COPAS", "BASTOS"),)),
        ("hearts", {}, ()),  # hearts are points, spades have the queen, the two of clubs leads
    ],
)
def test_which_suits_are_alike(
    name: str, settings: dict[str, int], groups: tuple[tuple[str, ...], ...]
) -> None:
    assert alike(kibitz.load(name, **settings)) == groups


@pytest.mark.parametrize("knowledge", ["none", "probability"])
def test_a_game_with_suits_exchanged_has_rows_with_columns_exchanged(knowledge: str) -> None:
    names = {"SPADES": "CLUBS", "CLUBS": "HEARTS", "HEARTS": "SPADES", "DIAMONDS": "DIAMONDS"}
    cards, spelling = suits._cards(SMALL, names), suits._Spelling(SMALL, names)
    assert cards is not None
    ways = renamings(SMALL, knowledge)
    columns = encoding_of(SMALL, knowledge).columns
    moved = suits._moved(columns, spelling)
    assert moved is not None
    way = next(k for k, each in enumerate(ways.columns) if np.array_equal(each, moved))
    dice = Random(2)
    state = begin(SMALL, game_key(1, 0))
    twin = begin(SMALL, game_key(1, 0), suits._turned(state, cards))
    while not state.over:
        seat = state.to_move
        row, other = (kibitz.view(each, seat).encode(knowledge) for each in (state, twin))
        assert np.allclose(row[ways.columns[way]], other, atol=1e-6)
        named = {action.id for action in twin.actions}
        assert {int(ways.actions[way, action.id]) for action in state.actions} == named
        action = dice.choice(state.actions)
        state = state.after(action)
        twin = twin.after(
            next(a for a in twin.actions if a.id == ways.actions[way, action.id]),
            suits._turned(state, cards),
        )
    assert state.scores == twin.scores


def test_all_ways_are_different_and_the_first_changes_nothing() -> None:
    ways = renamings(SMALL)
    assert len(ways) == 24
    assert np.array_equal(ways.columns[0], np.arange(ways.columns.shape[1]))
    assert np.array_equal(ways.actions[0], np.arange(SMALL.action_count))
    assert len({row.tobytes() for row in ways.columns}) == 24
    for row in (*ways.columns, *ways.actions):
        assert sorted(row.tolist()) == list(range(len(row)))


def test_where_none_are_alike_nothing_is_renamed() -> None:
    assert len(renamings(kibitz.load("hearts"))) == 1
