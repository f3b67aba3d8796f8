"""What Kibitz derives from the rules is all that can be known, and nothing else.

The four house games are played with few cards, and the possible deals compared with those that
brute force finds: every other deal is dealt, the same is played, and it must look the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from kibitz.engine import State
from kibitz.knowledge import Knowledge, view

from .claims import claimed_deals
from .oracle import Placement, deals, followed
from .small import small


def played(name: str, games: int, **parameters: int | str) -> list[list[State]]:
    """Some random games, each as the positions in which somebody was to decide."""
    game = small(name, **parameters)
    rng = Random(5)
    found = []
    for seed in range(games):
        state = game.new(seed)
        passed = []
        while not state.over:
            passed.append(state)
            state = state.after(rng.choice(state.actions))
        found.append(passed)
    return found


def positions(
    name: str, games: int, late: int = 0, end: int | None = None, **parameters: int | str
) -> Iterator[tuple[Knowledge, set[Placement]]]:
    """What somebody knows along some random games, and what brute force finds; not before so many
    decisions, nor after. A game is dealt in every other way once, and followed from there."""
    for number, states in enumerate(played(name, games, **parameters)):
        seat = number % states[0].game.players
        for state, found in islice(followed(states, seat), late, end):
            yield view(state, seat).knowledge, deals(found)


@pytest.mark.parametrize(
    ("name", "games", "late"),
    [("agram", 5, 0), ("boerenbridge", 5, 0), ("brisca", 5, 0), ("tarot", 1, 8)],
)
def test_the_deals_of_a_house_game_are_those_of_brute_force(
    name: str, games: int, late: int
) -> None:
    checked = 0
    for knowledge, expected in positions(name, games, late):
        assert claimed_deals(knowledge) == expected
        assert knowledge.count == len(expected)
        assert knowledge.exact
        checked += len(expected) > 1
    assert checked > 4


def test_in_tarot_without_an_auction_too() -> None:
    checked = 0
    for knowledge, expected in positions("tarot", 1, 4, AUCTION="NO"):
        assert claimed_deals(knowledge) == expected
        assert knowledge.exact
        checked += len(expected) > 1
    assert checked > 4


@pytest.mark.parametrize(
    ("name", "games", "end"),
    [
        ("eights", 4, 20),
        ("gofish", 8, 20),
        ("guesses", 2, 5),
        ("marriage", 8, 20),
        ("twopacks", 8, 20),
    ],
)
def test_in_other_games_no_possible_deal_is_excluded_and_exact_means_exact(
    name: str, games: int, end: int
) -> None:
    exact = 0
    for knowledge, expected in positions(name, games, end=end):
        assert expected <= claimed_deals(knowledge)
        if knowledge.exact:
            exact += 1
            assert claimed_deals(knowledge) == expected
    assert exact >= games


@pytest.mark.parametrize("name", ["agram", "tarot"])
def test_probabilities_are_shares_of_the_deals(name: str) -> None:
    (states,) = played(name, 1)
    state = states[4]
    knowledge = view(state, 0).knowledge
    expected = claimed_deals(knowledge)
    names = state.game.place_names
    for card, places in knowledge.probabilities.items():
        number = state.game.card(card).number
        for place, likely in places.items():
            held = sum(dict(deal)[number] == names.index(place) for deal in expected)
            assert likely == pytest.approx(held / len(expected))
