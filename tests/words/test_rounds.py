"""Rounds: when one ends, and how it stood before the rules dealt the next."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from conftest import LoadText

from kibitz.engine import Game, State, load
from kibitz.engine.events import Event
from kibitz.words import Words
from kibitz.words.rounds import set_back

from .spoken import after, small, story

HAND = """(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do ((all player 'P (set ('P sto PURSE) 10))))
  (stage player
    (end (== (game sto DEALS) 3))
    (do (
      (all player 'P (do (
        (repeat all (move (top ('P iloc HAND)) (top (game iloc STOCK))))
        (set ('P sto BET) 0))))
      (shuffle (game iloc STOCK))
      (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))
      (set (game sto BETS) 0)))
    (stage player
      (end (== (game sto BETS) 2))
      (choice ((any (range 0 .. 1) 'B (set ((current player) sto BET) 'B))))
      (do ((inc (game sto BETS)))))
    (do (
      (all player 'P (dec ('P sto PURSE) ('P sto BET)))
      (inc (game sto DEALS)))))
  (scoring max ((current player) sto PURSE)))
"""


def states_of(game: Game, seed: int) -> Iterator[State]:
    rng = Random(seed)
    state = game.new(seed)
    yield state
    while not state.over:
        state = state.after(rng.choice(state.actions))
        yield state


@pytest.mark.parametrize(
    "game",
    [
        load("boerenbridge"),
        load("tarot", DEALS=2),
        load("brisca"),
        small("eights"),
        small("rummy"),
        small("gofish"),
    ],
    ids=lambda game: game.name,
)
def test_everybody_counts_as_many_deals_as_the_engine_does(game: Game) -> None:
    for seed in range(2):
        *_, end = states_of(game, seed)
        for seat in (None, 0, 1):
            assert story(end, seat).rounds.dealt == end.array[game.layout.ROUND]


def test_a_round_is_kept_as_it_ended_not_as_the_next_was_dealt(load_text: LoadText) -> None:
    state = after(load_text(HAND).new(1), "1", "0", "1", "1")
    first, second = story(state, 0).rounds.played
    game = state.game
    bets = [game.store_slots[f"BET {seat}"][0] for seat in (0, 1)]
    purses = [game.store_slots[f"PURSE {seat}"][0] for seat in (0, 1)]
    assert [first.values[slot] for slot in bets] == [1, 0]
    assert [first.values[slot] for slot in purses] == [9, 10]
    assert [second.values[slot] for slot in bets] == [1, 1]
    assert [second.values[slot] for slot in purses] == [8, 9]
    assert (first.last, second.last) == (2, 4)


def test_what_is_set_back_for_every_deal_belongs_to_a_round(load_text: LoadText) -> None:
    """The purses are filled once, before the first deal; so they only seem to at first."""
    state = after(load_text(HAND).new(1), "1", "0")
    assert story(state, 0).rounds.own == frozenset({("player", False, "BET")})


def test_a_bet_of_nothing_is_what_a_player_did_and_not_the_rules(load_text: LoadText) -> None:
    game = load_text(HAND)
    bets = [Event("number", slot=game.store_slots[f"BET {seat}"][0]) for seat in (1, 0)]
    assert set_back(Words(game, 0), bets, number=0) == {("player", False, "BET"): 0}
    assert set_back(Words(game, 0), bets, number=7) == {}


def test_when_the_game_is_over_its_last_round_is_too(load_text: LoadText) -> None:
    state = after(load_text(HAND).new(1), "1", "0", "1", "1", "0", "1")
    assert state.over
    found = story(state, 0)
    assert len(found.rounds.played) == 2
    closed = found.rounds.closed(6, found.stores, found.decided)
    assert [one.last for one in closed.played] == [2, 4, 6]
    assert closed.closed(6, found.stores, found.decided) == closed
