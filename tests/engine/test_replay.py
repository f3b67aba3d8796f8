"""A game is taken apart into its deal and its moves, and played again from them."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from kibitz.engine import Record, State
from kibitz.engine.replay import Deal, again, deal_again, deal_of, move_of, taken_apart
from kibitz.errors import KibitzError, RecordError
from kibitz.knowledge import view

from .tables import GAMES, game


def played(name: str, seed: int) -> list[State]:
    """The first states of a game played at random."""
    rng, states = Random(seed), [game(name).new(seed)]
    while not states[-1].over and len(states) < 60:
        states.append(states[-1].after(rng.choice(states[-1].actions)))
    return states


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_again_step_by_step(name: str) -> None:
    states = played(name, 3)
    deal, moves = taken_apart(states[-1])
    assert deal == deal_of(states[0]) == deal_of(states[-1])
    assert moves == [move_of(state) for state in states[1:]]
    state = deal_again(game(name), deal)
    assert bytes(state) == bytes(states[0])
    for move, known in zip(moves, states[1:], strict=True):
        state = again(state, move)
        assert bytes(state) == bytes(known)
    assert Record.made_of(game(name), deal, moves) == Record.of(states[-1])


def test_a_move_that_is_not_on_offer_is_named_by_its_number() -> None:
    states = played("brisca", 1)
    with pytest.raises(RecordError, match="decision 3 of the record, `sing`, is not on offer"):
        again(states[2], ("sing", []))


def test_outcomes_of_chance_that_are_left_over_are_refused() -> None:
    states = played("brisca", 1)
    deal, moves = taken_apart(states[1])
    with pytest.raises(RecordError, match="outcomes of chance that this game does not use"):
        deal_again(game("brisca"), Deal(deal.key, [*deal.chance, 0]))
    with pytest.raises(RecordError, match="outcomes of chance that this game does not use"):
        again(states[0], (moves[0][0], [*moves[0][1], 0]))


@pytest.mark.parametrize("number", [40, 41, 1 << 40, (1 << 62) - 1])
def test_a_card_that_the_game_does_not_have_is_refused(number: int) -> None:
    """Brisca has forty cards, numbered from 0."""
    deal = deal_of(game("brisca").new(1))
    for place in range(len(deal.chance)):
        chance = [*deal.chance]
        chance[place] = number
        with pytest.raises(RecordError, match="do not fit the game"):
            deal_again(game("brisca"), Deal(deal.key, chance))


def test_a_pile_holds_cards_that_lie_in_its_place_once_each() -> None:
    brisca = game("brisca")
    state = brisca.new(1)
    deal, stock = deal_of(state), list(state.cards_at(brisca.place("STOCK")))
    held = state.cards_at(brisca.place("HAND 0"))[0]
    for pile in ([held], [40], [stock[0], stock[0]]):
        with pytest.raises(RecordError, match="the pile `STOCK` of this record does not fit"):
            deal_again(brisca, Deal(deal.key, deal.chance, {"STOCK": pile}))
    stacked = deal_again(brisca, Deal(deal.key, deal.chance, {"STOCK": stock}))
    assert list(stacked.cards_at(brisca.place("STOCK")))[::-1] == stock


def test_a_state_drawn_from_a_view_is_not_pickled() -> None:
    """Its past was only told: the view can be sent."""
    drawn = view(game("agram").new(1), 0).sample(Random(1))
    with pytest.raises(KibitzError, match="has no past that could be played again"):
        pickle.dumps(drawn.after(drawn.actions[0]))
