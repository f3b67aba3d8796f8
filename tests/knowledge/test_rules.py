"""Small descriptions of one rule each: what Kibitz says is known, against the oracle.

Whatever the rule: no deal that is possible is excluded; where the knowledge is said to be exact,
the deals are those of the oracle, the probabilities its shares, and no other deal is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kibitz.engine import Game, State
from kibitz.knowledge import view
from kibitz.knowledge.questions import ask

from .claims import claimed_deals, claimed_shares, rule, rules
from .oracle import History, all_deals, deals, followed, placement, shares

GAMES = 3
"""Played of each rule."""

SAMPLES = 4
"""Drawn from a position."""

NEAR = 1e-9

FEW = 600
"""Deals that are tried for a spectator."""

NOT_EXACT: dict[str, str] = {
    "askrank": "all cards of a rank leave a hand whose cards have come at different times",
    "givebest": "that the best card moves unseen says something of those that stay",
    "tiedlead": "who has both of two equal cards is likelier to be drawn, which is not counted",
}
"""Rules that need not be exact throughout, and why."""


def played(game: Game, seed: int) -> Iterator[State]:
    """The states of a game played at random."""
    rng, state = Random(seed), game.new(seed)
    yield state
    while not state.over:
        state = state.after(rng.choice(state.actions))
        yield state


def observers(game: Game) -> list[int | None]:
    """The seats, and a spectator, who has the most deals to think of, unless they are too many."""
    spectators = [None] if len(all_deals(game)) <= FEW else []
    return [*range(game.players), *spectators]


def positions(name: str) -> Iterator[tuple[str, State, int | None, list[History]]]:
    """All positions of some games, in the eyes of every seat and of a spectator; but none in the
    middle of a decision for several cards: nobody is told of it before it is made."""
    game = rule(name)
    for seed in range(GAMES):
        states = list(played(game, seed))
        for seat in observers(game):
            for number, (state, found) in enumerate(followed(states, seat)):
                if not state.over and state.array[0] not in game.emitted.subsets:
                    yield f"game {seed}, decision {number}, seat {seat}", state, seat, found


@pytest.mark.parametrize("name", rules())
def test_no_possible_deal_is_excluded_and_exact_means_exact(name: str) -> None:
    for at, state, seat, found in positions(name):
        possible = deals(found)
        assert placement(state) in possible, at
        knowledge = view(state, seat).knowledge
        claimed = claimed_deals(knowledge)
        assert possible <= claimed, f"{at}: {len(possible - claimed)} of {len(possible)} excluded"
        if knowledge.exact:
            assert claimed == possible, f"{at}: {len(claimed)} deals claimed of {len(possible)}"
            told = shares(found)
            for there, likely in claimed_shares(knowledge).items():
                assert likely == pytest.approx(float(told.get(there, 0)), abs=NEAR), at
            rng = Random(at)
            for _ in range(SAMPLES):
                assert placement(view(state, seat).sample(rng)) in possible, at
        else:
            assert name in NOT_EXACT, f"{at}: not exact"


def test_whose_the_best_of_equal_cards_is_says_that_they_have_one() -> None:
    for at, state, seat, found in positions("tiedlead"):
        assert claimed_deals(view(state, seat).knowledge) == deals(found), at


@pytest.mark.parametrize("name", ["follow", "pass1", "leftbower", "musttrump"])
def test_formulas_about_single_cards_are_true_if_the_oracle_says_so(name: str) -> None:
    asked = 0
    for at, state, seat, found in positions(name):
        if seat is None or not view(state, seat).knowledge.complete:
            continue
        game, rng, told = state.game, Random(at), shares(found)
        for card in rng.sample(game.cards, 2):
            holder = rng.randrange(game.players)
            hand = game.place(f"HAND {holder}")
            knows = ask(state, f"K {seat} has({holder},{card.text})").truth
            assert knows == (told.get((card.number, hand)) == 1), at
            asked += 1
    assert asked > 20
