"""What happens between decisions tells about hidden cards all that it can, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.engine import Game, State
from kibitz.errors import GameError
from kibitz.knowledge import view

from .between import EXACT, IN_ORDER, MILLION, MISSING, PHRASINGS, SOUND, game
from .claims import claimed_deals
from .oracle import deals, histories
from .small import described


def positions(of: Game, seeds: int) -> list[State]:
    """A position of each of some games, the first and the last among them."""
    found = []
    for seed in range(seeds):
        rng, state = Random(seed), of.new(seed)
        passed = [state]
        while not state.over:
            state = state.after(rng.choice(state.actions))
            passed.append(state)
        found.append((passed[0], passed[-2], rng.choice(passed[:-1]))[seed % 3])
    return found


@pytest.mark.parametrize("name", EXACT)
def test_everything_is_known(name: str) -> None:
    for number, state in enumerate(positions(described(EXACT[name]), 6)):
        seat = number % 3
        knowledge, expected = view(state, seat).knowledge, deals(histories(state, seat))
        assert claimed_deals(knowledge) == expected
        assert knowledge.exact


@pytest.mark.parametrize("name", SOUND)
def test_nothing_possible_is_excluded(name: str) -> None:
    exact = []
    for number, state in enumerate(positions(described(SOUND[name]), 6)):
        seat = number % 3
        knowledge, expected = view(state, seat).knowledge, deals(histories(state, seat))
        assert expected <= claimed_deals(knowledge)
        exact.append(knowledge.exact)
        assert not knowledge.exact or claimed_deals(knowledge) == expected
    assert not all(exact)


@pytest.mark.parametrize("name", IN_ORDER)
def test_nothing_else_is_known_of_cards_that_came_in_an_order(name: str) -> None:
    for number, state in enumerate(positions(described(IN_ORDER[name]), 6)):
        seat = number % 3
        knowledge = view(state, seat).knowledge
        assert claimed_deals(knowledge) == deals(histories(state, seat))
        assert knowledge.exact


@pytest.mark.parametrize("name", PHRASINGS)
def test_the_same_is_known_however_it_is_said(name: str) -> None:
    first, *others = (described(game(rule)) for rule in PHRASINGS[name])
    expected = [view(state, 1).knowledge for state in positions(first, 6)]
    for other in others:
        found = [view(state, 1).knowledge for state in positions(other, 6)]
        assert [claimed_deals(each) for each in found] == [claimed_deals(each) for each in expected]
        assert all(each.exact for each in found)


@pytest.mark.parametrize("text", [MISSING, MILLION])
def test_cards_are_compared_with_what_may_be_missing_or_far_away(text: str) -> None:
    for number, state in enumerate(positions(described(text), 6)):
        seat = number % 3
        knowledge, expected = view(state, seat).knowledge, deals(histories(state, seat))
        assert expected <= claimed_deals(knowledge)
        assert not knowledge.exact or claimed_deals(knowledge) == expected


def test_an_error_says_the_same_where_it_is_told_what_happens() -> None:
    """The variant that tells looks at more than the rules do, and calls errors by their numbers."""
    rule = """((> (score (max ((current player) iloc HAND) using (game points VALUE))
                 using (game points VALUE)) 2) (inc (game sto HIGH)))
        (move (top (game vloc NOTHING)) (top (game vloc PILE)))"""
    of = described(game(rule))
    with pytest.raises(GameError, match="there is no card to move"):
        of.new(seed=1)
