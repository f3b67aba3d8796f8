"""Knockout Whist: its rules, its variants, and what everybody knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import kibitz
from kibitz.engine.state import State

from .perft import moves, play
from .rules_knockout_whist import Position

DEAL = {"HAND 0": "AC KC QC", "HAND 1": "2C 3D 4S", "HAND 2": "4C 5D 6S", "TURNED": "9H"}
SWEPT = ("AC", "2C", "4C", "KC", "3D", "5D", "QC", "4S", "6S")
"""North takes all three tricks."""


def new(**parameters: int | str) -> State:
    """Three players, three cards each; clubs are high, hearts trumps."""
    return kibitz.load("knockout-whist", **{"NUMP": 3, "SIZE": 3, **parameters}).new(deal=DEAL)


def lives(state: State) -> list[int | str]:
    """Who is out, and who lives a dog's life."""
    return [state.store(f"LIFE {seat}") for seat in range(state.game.players)]


def walked(seed: int, **parameters: int | str) -> Iterator[State]:
    """All positions of a game with random moves."""
    rng = Random(seed)
    state = kibitz.load("knockout-whist", **parameters).new(seed=seed)
    while not state.over:
        yield state
        state = state.after(rng.choice(state.actions))
    yield state


def test_the_card_turned_up_is_trump_in_the_first_deal() -> None:
    state = new()
    assert state.store("TRUMP") == "HEARTS"
    assert len(moves(state)) == 3  # and North, left of the dealer, leads


def test_suit_must_be_followed() -> None:
    state = play(new(), "AC")
    assert moves(state) == ["2C"]
    assert moves(play(state, "2C", "4C", "KC")) == ["3D", "4S"]


def test_who_takes_no_trick_lives_a_dogs_life_or_is_out() -> None:
    assert lives(play(new(), *SWEPT)) == ["", "DOG", "DOG"]
    out = play(new(PET="NO"), *SWEPT)
    assert lives(out) == ["", "OUT", "OUT"]
    assert out.over
    assert list(out.scores) == [1, 0, 0]
    assert out.ranks == (1, 2, 2)


def test_there_is_one_card_fewer_and_one_only_for_dogs() -> None:
    state = play(new(), *SWEPT)
    assert [len(state.cards(f"HAND {seat}")) for seat in range(3)] == [2, 1, 1]


def test_who_took_most_tricks_chooses_trumps() -> None:
    state = play(new(), *SWEPT)
    assert state.to_move == 0
    suits = ["clubs", "diamonds", "hearts", "spades"]
    assert moves(state) == [f"make_{suit}_trump" for suit in suits]
    chosen = play(state, "make_spades_trump")
    assert chosen.store("TRUMP") == "SPADES"
    assert chosen.to_move == 1  # the deal has passed to the left


def test_a_dog_may_pass_but_not_in_the_last_trick() -> None:
    state = play(new(), *SWEPT, "make_spades_trump")
    assert "pass" in moves(state)
    state = play(state, "pass")
    assert "pass" in moves(state)
    state = play(state, "pass", moves(play(state, "pass"))[0])
    assert state.to_move == 0  # the only card took the trick
    last = play(state, moves(state)[0])
    assert len(moves(last)) == 1
    assert moves(last) != ["pass"]


def test_dogs_get_only_one_life() -> None:
    for seed in range(30):
        was: list[int | str] = []
        for state in walked(seed, SIZE=4):
            now = lives(state)
            if "DOG" in was and now != was:
                assert "DOG" not in now
            was = now


@pytest.mark.parametrize("players", [2, 4, 7])
def test_one_is_left_and_has_survived_longest(players: int) -> None:
    for seed in range(5):
        *_, last = walked(seed, NUMP=players)
        assert lives(last).count("OUT") == players - 1
        assert last.ranks.count(1) == 1
        assert lives(last)[last.ranks.index(1)] != "OUT"


def dealt(state: State) -> Position:
    """The deal that begins, by the plain rules."""
    seats = range(state.game.players)
    hands = tuple(state.cards(f"HAND {seat}") for seat in seats)
    alive = [seat for seat in seats if hands[seat]]
    leader = state.to_move
    assert leader in alive
    assert leader is not None
    dogs = frozenset(seat for seat in seats if state.store(f"LIFE {seat}") == "DOG")
    return Position(hands, int(state.store("CARDS")), str(state.store("TRUMP"))[0], leader, dogs)


@pytest.mark.parametrize("pet", ["YES", "NO"])
def test_every_deal_of_a_game_is_as_the_plain_rules_say(pet: str) -> None:
    rng, later = Random(7), 0
    for seed in range(3):
        state = kibitz.load("knockout-whist", PET=pet).new(seed=seed)
        taken: tuple[int, ...] = ()
        while not state.over:
            if state.store("TRUMP") == "NONE":
                assert taken.count(state.to_move) == max(map(taken.count, taken))
                state = state.after(rng.choice(state.actions))
                later += 1
            before = lives(state)
            position = dealt(state)
            while not position.done:
                assert (state.to_move, moves(state)) == (position.to_move, moves(position))
                move = rng.choice(moves(position))
                state, position = play(state, move), position.after(move)
            taken = position.winners
            for seat, life in enumerate(lives(state)):
                if seat in position.winners:
                    assert life in ("", "IN")
                elif before[seat] in ("", "IN") and life == "DOG":
                    assert pet == "YES"
                else:
                    assert life == "OUT"
    assert later >= 6


@pytest.mark.parametrize("seed", range(2))
def test_what_players_know_is_exact_to_the_end(seed: int) -> None:
    for state in walked(seed, SIZE=5):
        if len(state.history) % 9 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    state = play(new(), "AC", "2C", "4C", "KC", "3D")
    known = kibitz.view(state, "North").knowledge
    assert known.exact
    assert known.probabilities["5C"].get("HAND 1", 0) == 0
    assert known.probabilities["5C"]["HAND 2"] > 0
