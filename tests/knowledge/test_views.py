"""A view tells what its seat may know, and nothing else."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

import numpy as np
import pytest

from kibitz.engine import State, load
from kibitz.engine.step import Step
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.updates import LEDGER, ledger_of
from kibitz.knowledge.views import View, view
from kibitz.recycle.layout import BITS

from .graph import reachable
from .small import any_game, described
from .test_ledger import GAMES, IMAGINED, played


def some(name: str, seed: int, number: int = 12) -> list[State]:
    """A few states of a game."""
    states = list(played(name, seed))
    return states[:: max(1, len(states) // number)]


def everybody(state: State) -> Iterator[View]:
    for seat in (None, *range(state.game.players)):
        yield view(state, seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_the_observation(name: str) -> None:
    for state in some(name, 1):
        for seen in everybody(state):
            assert bytes(seen) == bytes(state.observation(seen.seat))


@pytest.mark.parametrize("name", IMAGINED)
def test_after_a_swap_of_what_is_hidden_a_seat_sees_the_same(name: str) -> None:
    for number, state in enumerate(some(name, 2, 6)):
        for seen in everybody(state):
            other = seen.sample(Random(number))
            again = view(other, seen.seat)
            assert bytes(again) == bytes(seen)
            assert again.actions == seen.actions
            assert again.weights() == seen.weights()
            one, two = again.knowledge.frame, seen.knowledge.frame
            assert (one.cards, one.places, one.located) == (two.cards, two.places, two.located)
            assert replace(one.worlds, tests=()) == replace(two.worlds, tests=())
            assert len(one.worlds.tests) == len(two.worlds.tests)


@pytest.mark.parametrize("name", IMAGINED)
def test_samples_come_from_the_random_numbers_only(name: str) -> None:
    for state in some(name, 4, 4):
        one, two = view(state, state.to_move), view(state, state.to_move)
        assert bytes(one.sample(Random(5))) == bytes(two.sample(Random(5)))
        assert bytes(one.sample(Random(6))) == bytes(two.sample(Random(6)))


@pytest.mark.parametrize("name", IMAGINED)
def test_a_sample_can_be_played_on(name: str) -> None:
    for state in some(name, 4, 4):
        other = view(state, state.to_move).sample(Random(1))
        assert other.to_move == state.to_move
        assert other.actions == state.actions
        if not other.over:
            other.after(other.actions[0])


@pytest.mark.parametrize("name", GAMES)
def test_whoever_is_to_move_sees_how_many_complete_options_stand_behind_each(name: str) -> None:
    for state in some(name, 3):
        for seen in everybody(state):
            mine = seen.seat is not None and seen.seat == state.to_move
            assert seen.weights() == (state.weights() if mine else [])


def test_the_first_of_six_cards_to_lay_aside_has_many_options_behind_it() -> None:
    state = load("tarot", AUCTION="NO").new(seed=3)
    weights = view(state, state.to_move).weights()
    assert weights[0] > 1
    assert weights[-1] == 1
    assert weights == sorted(weights, reverse=True)


def test_python_and_native_batches_are_the_same() -> None:
    for state in some("agram", 5, 3)[:-1]:
        seen = view(state, state.to_move)
        python = seen.samples(20, Random(1), "python")
        assert np.array_equal(python, seen.samples(20, Random(1), "native"))
        assert len(np.unique(python, axis=0)) == 20  # at least their keys differ


def test_a_sample_lays_hidden_cards_in_any_order() -> None:
    """North has put two cards on a pile, one upon the other, and its top will be turned up."""
    game = described(
        """
(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do ((shuffle (game iloc STOCK))
       (repeat all (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))))
  (choice ((any ((0 player) iloc HAND) 'C (move 'C (top (game hloc PILE))))))
  (choice ((any ((0 player) iloc HAND) 'C (move 'C (top (game hloc PILE))))))
  (choice ((turn pass)))
  (do ((move (top (game hloc PILE)) (top (game vloc SHOWN)))))
  (scoring max 0))
"""
    )
    state = game.new(seed=1)
    for _ in range(2):
        state = state.after(state.actions[0])
    seen, rng = view(state, 1), Random(1)
    orders = Counter(tuple(seen.sample(rng).cards("PILE")) for _ in range(600))
    assert set(orders) == set(permutations("1234", 2))
    assert min(orders.values()) > 25, "each of the twelve about fifty times"


# Nothing hidden can be reached.


def hidden_cards(state: State, seen: View) -> dict[int, int]:
    """The cards the seat cannot see, and where they are."""
    sees = state.game.functions["sees"]
    where = state.array[state.game.layout.where :][: len(state.game.cards)]
    return {
        card: place
        for card, place in enumerate(where)
        if place >= 0 and not seen.observer.sees(sees(state.array, place))
    }


@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_can_be_reached_from_a_view(name: str) -> None:
    game = any_game(name)
    layout = game.layout
    for state in some(name, 6, 3):
        ledger_of(state)
        truth = {id(state), id(state.array), *(id(step) for step in state.steps())}
        truth |= {id(step.events) for step in state.steps()}
        truth |= {id(LEDGER.of(step)) for step in state.steps()}
        key = set(state.array[layout.KEY : layout.KEY + 2])
        for seen in everybody(state):
            secret = hidden_cards(state, seen)
            bytes(seen)
            assert isinstance(seen.knowledge, Knowledge)
            if name in IMAGINED:
                seen.sample(Random(3))  # whatever is worked out and kept is there now
            for found in reachable(seen):
                assert id(found) not in truth
                if isinstance(found, Step):
                    assert (found.before, len(found.events), found.disclosures) == (None, 0, ())
                elif isinstance(found, State):
                    assert all(found.array[layout.where + card] == -1 for card in secret)
                elif isinstance(found, array) and len(found) == layout.size:
                    assert not key & set(found)
                    # Moments of the past have cards in them that have been seen since.
                    for card in set(secret) - set(seen.knowledge.located):
                        sets = found[layout.sets + card // BITS :][:: layout.words][: layout.places]
                        assert found[layout.where + card] == -1
                        assert not any(held >> card % BITS & 1 for held in sets)
                elif isinstance(found, int):
                    assert found not in key


@pytest.mark.parametrize("name", GAMES)
def test_a_view_holds_no_knowledge_of_other_seats(name: str) -> None:
    """In its ledger all others know only what everybody knows."""
    for state in some(name, 8, 3):
        for seen in everybody(state):
            for found in reachable(seen):
                if isinstance(found, Ledger):
                    common = found.sets_of(found.observers.common)
                    for other in range(found.observers.common):
                        assert other == seen.observer.number or found.sets_of(other) == common


def test_spectators_do_not_see_the_hand_of_a_single_player() -> None:
    game = described(
        """
(game
  (setup (create players 1)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
  (do ((shuffle (game iloc STOCK))
       (move (top (game iloc STOCK)) (top ((0 player) iloc HAND)))))
  (stage player (end (== (size ((0 player) iloc HAND)) 0))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))))
  (scoring max 0))
"""
    )
    state = game.new(seed=1)
    assert view(state, None).places["HAND 0"] == 1
    assert len(view(state, None).knowledge.places("1")) == 2
    assert len(view(state, 0).cards("HAND 0")) == 1


def test_cards_being_laid_aside_one_by_one_are_not_in_the_view_of_a_defender() -> None:
    game = load("tarot", AUCTION="NO")
    state = game.new(seed=3)
    for _ in range(3):
        state = state.after(state.actions[0])
    layout = game.layout
    chosen = slice(layout.chosen, layout.chosen + layout.words)
    assert sum(word.bit_count() for word in state.array[chosen]) == 3
    sample = view(state, 1).sample(Random(1))
    assert not any(sample.array[chosen])
    assert sample.array[layout.CHOSEN_COUNT] == 0
    for _ in range(6):
        sample = sample.after(sample.actions[0])
    assert len(sample.cards("DISCARD 0")) == 6


def test_a_card_that_was_passed_is_in_the_ledger_of_those_who_saw_it_only() -> None:
    game = described(
        """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (== (game sto TURN) 2))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))))
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""
    )
    state = game.new(seed=1)
    state = state.after(state.actions[0])
    ledger = ledger_of(state)
    (lot,) = range(len(ledger.observers.hidden), len(ledger.sizes))
    assert ledger.knowers[lot] == 0b001, "East sees it: that need not be said"
    told = [ledger.as_seen_by(observer).block(observer)[lot].bit_count() for observer in range(4)]
    assert told == [1, 1, 4, 6], "West has two cards of its own"
