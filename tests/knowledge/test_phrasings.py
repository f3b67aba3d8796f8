"""What is known does not depend on how a rule is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from kibitz.engine import Game, State
from kibitz.knowledge import view

from .phrasings import RULES
from .small import described

GAMES = 3
"""Played of each rule."""


@cache
def phrased(rule: str) -> dict[str, Game]:
    """The games that are the same rule."""
    return {name: described(text) for name, text in RULES[rule].texts().items()}


def dealt_alike(first: State, game: Game, seed: int) -> State:
    """The same deal in another phrasing."""
    deal = {
        name: list(first.cards(name)[::-1]) for name in first.game.place_names if first.cards(name)
    }
    return game.new(seed, deal=deal)


class Known(NamedTuple):
    """What somebody knows."""

    exact: bool
    deals: int
    likely: dict[tuple[str, str], float]


def known(state: State) -> Iterator[Known]:
    """All that everybody knows."""
    for seat in (*range(state.game.players), None):
        knowledge = view(state, seat).knowledge
        likely = {
            (card, place): round(share, 9)
            for card, places in knowledge.probabilities.items()
            for place, share in places.items()
        }
        yield Known(knowledge.exact, knowledge.count, likely)


@pytest.mark.parametrize("rule", RULES)
def test_the_same_rule_in_other_words_tells_the_same(rule: str) -> None:
    games = phrased(rule)
    (first, base), *_ = games.items()
    for seed in range(GAMES):
        start = base.new(seed)
        states = {name: dealt_alike(start, game, seed) for name, game in games.items()}
        rng, number = Random(seed), 0
        while not states[first].over:
            offers = {name: {a.text for a in state.actions} for name, state in states.items()}
            for name, offer in offers.items():
                assert offer == offers[first], f"{name}: the rule is another one"
            tables = {name: list(known(state)) for name, state in states.items()}
            for name, table in tables.items():
                for seat, (own, other) in enumerate(zip(table, tables[first], strict=True)):
                    at = f"{name}, game {seed}, decision {number}, seat {seat}"
                    assert own == other, at
                    assert own.exact, at
            number += 1
            chosen = rng.choice(sorted(offers[first]))
            states = {name: state.after(chosen) for name, state in states.items()}
