"""Kripke models of real positions: the true world, what fades, and what a seat may see of it."""

from __future__ import annotations

import random

import pytest

from kibitz.engine import State, load
from kibitz.engine.series import play_of_series
from kibitz.errors import KibitzError
from kibitz.knowledge.pictures import card_picture, deal_picture
from kibitz.knowledge.views import view

HOUSE = ("agram", "boerenbridge", "brisca", "tarot")


def moments(name: str) -> list[State]:
    states = play_of_series(load(name), 1, 0)
    return states[:: max(1, len(states) // 4)]


def some_cards(state: State) -> list[str]:
    faces = state.game.cards
    return [face.text for face in faces[3 :: len(faces) // 3]]


@pytest.mark.parametrize("name", HOUSE)
def test_each_seat_considers_what_its_view_says(name: str) -> None:
    for state in moments(name):
        game = state.game
        for card in some_cards(state):
            model = card_picture(state, card)
            (true,) = [k for k, world in enumerate(model.worlds) if world.actual]
            for seat in range(game.players):
                strong = model.strong(seat)
                assert true in strong
                assert len(strong) == len(view(state, seat).knowledge.places(card))
                for other in strong - {true}:
                    assert (min(true, other), max(true, other)) in model.relation(seat)


def test_a_player_who_cannot_follow_makes_a_world_fade() -> None:
    before, after = play_of_series(load("agram"), 1, 0)[13:15]  # East shows a void in diamonds
    assert {w.label for w in card_picture(before, "AD").worlds if w.possible} == {
        *("North", "East", "South", "West", "the stock")
    }
    worlds = {world.label: world.possible for world in card_picture(after, "AD").worlds}
    assert worlds["East"] is False
    assert all(possible for label, possible in worlds.items() if label != "East")


def test_a_card_that_is_played_is_seen_by_all() -> None:
    state = play_of_series(load("agram"), 1, 0)[13]
    model = card_picture(state, "4D")
    (world,) = model.worlds
    assert world.lines == ("everybody sees it", "North's trick")
    assert world.actual
    assert all(strong == {0} for strong in model.considered)
    assert model.svg().startswith("<svg")


@pytest.mark.parametrize("name", HOUSE)
def test_what_a_seat_is_shown_depends_on_nothing_hidden_from_it(name: str) -> None:
    rng = random.Random(1)
    for state in moments(name):
        for seat in range(state.game.players):
            other = view(state, seat).sample(rng)
            for card in some_cards(state):
                shown = card_picture(state, card, seat)
                assert shown == card_picture(other, card, seat)


def test_the_whole_deal_where_it_is_small() -> None:
    states = play_of_series(load("boerenbridge"), 1, 0)
    drawn = 0
    for state in states:
        common = view(state, 0).knowledge.common
        if common.count > 64:
            with pytest.raises(KibitzError, match="too many to draw"):
                deal_picture(state)
            continue
        model = deal_picture(state)
        drawn += len(model.worlds) > 1
        assert len(model.worlds) == common.count
        assert sum(world.actual for world in model.worlds) == 1
        for seat in range(4):
            assert len(model.strong(seat)) == view(state, seat).knowledge.count
    assert drawn > 5


def test_cards_everybody_can_place_stand_in_no_world() -> None:
    states = play_of_series(load("brisca"), 1, 0)
    state = states[-4]
    model = deal_picture(state)
    assert 1 < len(model.worlds) <= 64
    assert "won" not in model.worlds[0].label
