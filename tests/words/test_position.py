"""Positions: the same for whoever draws them, and no more than the observer sees."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from random import Random

import pytest

import kibitz
from kibitz.engine.descriptions import load
from kibitz.engine.state import State
from kibitz.words.position import Pile, Position, position
from kibitz.words.sights import open_sight, sight


def seen(state: State, seat: int | None) -> Position:
    return position(sight(kibitz.view(state, seat)))


def pile(now: Position, key: str) -> Pile:
    (found,) = (pile for pile in now.piles if pile.place.key == key)
    return found


def led() -> State:
    """Boeren Bridge with all guesses made, and a card led."""
    state = load("boerenbridge").new(1)
    for guess in ("guess 1", "guess 2", "guess 0", "guess 3"):
        state = state.after(guess)
    return state.after(state.actions[0])


def test_one_sees_the_own_cards_and_how_many_the_others_have() -> None:
    state = led()
    now = seen(state, 1)
    assert pile(now, "HAND 1").role == "hand"
    assert set(pile(now, "HAND 1").cards) == set(state.cards_at(state.game.place("HAND 1")))
    assert (pile(now, "HAND 2").cards, pile(now, "HAND 2").there) == ((), pile(now, "HAND 2").count)
    assert {pile.place.key for pile in now.of("player", 1)} == {"HAND 1"}


def test_the_trick_tells_who_led_which_suit_and_who_wins() -> None:
    state = led()
    now = seen(state, None)
    assert now.trick is not None
    assert (now.trick.cards[0].seat, now.trick.winning) == (0, 0)
    led_card = state.game.cards[now.trick.cards[0].card]
    assert now.led == led_card.attributes["SUIT"]
    assert now.trump == state.store("TRUMP")
    assert seen(load("boerenbridge").new(1), None).led == ""


def test_decisions_are_told_apart_from_what_the_rules_begin_with() -> None:
    state = load("boerenbridge").new(1).after("guess 0")
    guesses = [chip.value for chips in seen(state, None).seats for chip in chips[:1]]
    assert guesses == ["0", "–", "–", "–"]


def test_a_position_counts_its_decisions_and_says_whose_turn_it_is() -> None:
    state = led()
    assert [seen(state, 0).made, seen(state, 0).to_move] == [5, state.to_move]
    assert seen(state, 1).actions == state.actions
    assert seen(state, 0).actions == ()


def test_teams_are_sides_only_if_there_are_several_of_several() -> None:
    assert [side.seats for side in seen(load("brisca").new(1), 0).sides] == [(0, 2), (1, 3)]
    assert seen(load("boerenbridge").new(1), 0).sides == ()


def test_cards_chosen_one_by_one_are_shown_to_who_chooses_them() -> None:
    state = load("tarot").new(3)
    for bid in ("pass", "prise", "pass"):
        state = state.after(bid)
    chooser = state.to_move
    assert chooser == 1
    first = state.actions[0]
    state = state.after(first)
    card = state.game.card(first.cards[0]).number
    assert seen(state, chooser).picked == (card,)
    assert seen(state, (chooser + 1) % 3).picked == ()


def test_where_all_cards_are_open_every_pile_has_its_cards_and_the_end_its_scores() -> None:
    rng = Random(2)
    state = load("agram").new(2)
    assert all(pile.cards for pile in position(open_sight(state)).piles)
    assert position(open_sight(state)).scores is None
    while not state.over:
        state = state.after(rng.choice(state.actions))
    assert position(open_sight(state)).scores == state.scores


def test_a_position_cannot_be_changed_and_is_equal_by_value() -> None:
    state = led()
    now = seen(state, 1)
    assert now == seen(state, 1)
    assert now != seen(state, 2)
    with pytest.raises(FrozenInstanceError):
        now.made = 0  # type: ignore[misc]


def test_a_trick_that_was_gathered_is_told_until_the_next_is_led() -> None:
    state = load("agram", NUMP=2, HAND=2, TRICKS=2).new(1)
    assert "rick:" not in str(seen(state, 0))
    first = state.after(state.actions[0])
    full = first.after(first.actions[0])
    cards = [action.cards[0] for action in (state.actions[0], first.actions[0])]
    north, east = (state.game.card(card).symbol for card in cards)
    line = f"Last trick: North {north}, East {east}; {state.game.seats[full.to_move or 0]} took it"
    assert line in str(seen(full, 0))
    assert "Last trick" not in str(seen(full.after(full.actions[0]), 0))
