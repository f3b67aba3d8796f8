"""What Kibitz derives from the rules is all that can be known, and nothing else.

The four house games are played with few cards, and the possible deals compared with those that
brute force finds: every other deal is dealt, the same is played, and it must look the same.
"""

from __future__ import annotations

from random import Random

import pytest

from kibitz.engine import State
from kibitz.knowledge import view

from .claims import claimed_deals
from .oracle import deals, histories
from .small import small


def positions(name: str, games: int, late: int = 0, **parameters: int | str) -> list[State]:
    """A position out of each of some random games; not before so many decisions."""
    game = small(name, **parameters)
    rng = Random(5)
    found = []
    for seed in range(games):
        state = game.new(seed)
        passed = []
        while not state.over:
            passed.append(state)
            state = state.after(rng.choice(state.actions))
        if passed[late:]:
            found.append(rng.choice(passed[late:]))
    return found


@pytest.mark.parametrize(
    ("name", "games", "late"),
    [("agram", 24, 0), ("boerenbridge", 24, 0), ("brisca", 24, 0), ("tarot", 4, 10)],
)
def test_the_deals_of_a_house_game_are_those_of_brute_force(
    name: str, games: int, late: int
) -> None:
    rng = Random(1)
    for state in positions(name, games, late):
        seat = rng.randrange(state.game.players)
        knowledge = view(state, seat).knowledge
        expected = deals(histories(state, seat))
        assert claimed_deals(knowledge) == expected
        assert knowledge.count == len(expected)
        assert knowledge.exact


def test_in_tarot_without_an_auction_too() -> None:
    for state in positions("tarot", 2, 7, AUCTION="NO"):
        for seat in (1, 2):
            knowledge = view(state, seat).knowledge
            assert claimed_deals(knowledge) == deals(histories(state, seat))
            assert knowledge.exact


@pytest.mark.parametrize(
    ("name", "games"),
    [("eights", 20), ("gofish", 40), ("guesses", 3), ("marriage", 40), ("twopacks", 40)],
)
def test_in_other_games_no_possible_deal_is_excluded_and_exact_means_exact(
    name: str, games: int
) -> None:
    rng = Random(2)
    exact = 0
    for state in positions(name, games):
        seat = rng.randrange(state.game.players)
        knowledge = view(state, seat).knowledge
        expected = deals(histories(state, seat))
        assert expected <= claimed_deals(knowledge)
        if knowledge.exact:
            exact += 1
            assert claimed_deals(knowledge) == expected
    assert exact > games / 8


@pytest.mark.parametrize("name", ["agram", "tarot"])
def test_probabilities_are_shares_of_the_deals(name: str) -> None:
    (state,) = positions(name, 1, 4)
    knowledge = view(state, 0).knowledge
    expected = claimed_deals(knowledge)
    names = state.game.place_names
    for card, places in knowledge.probabilities.items():
        number = state.game.card(card).number
        for place, likely in places.items():
            held = sum(dict(deal)[number] == names.index(place) for deal in expected)
            assert likely == pytest.approx(held / len(expected))
