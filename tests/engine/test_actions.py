"""Actions: one number for one decision, wherever it can be made."""

from __future__ import annotations

from random import Random

import pytest
from house import HOUSE

import kibitz
from kibitz.engine import Action

from .tables import GAMES, game, line


def offers(name: str, games: int, most: int = 200) -> list[tuple[Action, ...]]:
    """All that is offered in some random games."""
    return [
        state.actions
        for seed in range(games)
        for state in line(game(name).new(seed), Random(seed), most)
        if not state.over
    ]


@pytest.mark.parametrize("name", GAMES)
def test_numbers_and_labels_are_unique_at_every_decision(name: str) -> None:
    for actions in offers(name, 8):
        assert len({action.id for action in actions}) == len(actions)
        assert len({action.label for action in actions}) == len(actions)
        assert len({action.text for action in actions}) == len(actions)
        assert all(str(action) == action.label != "" for action in actions)


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca"])
def test_playing_a_card_is_one_action_for_all_seats_and_all_reasons(name: str) -> None:
    """Led, followed or thrown off, in whatever deal: `play QH` has one number."""
    numbers: dict[str, set[int]] = {}
    for actions in offers(name, 30):
        for action in actions:
            numbers.setdefault(action.text, set()).add(action.id)
    assert all(len(ids) == 1 for ids in numbers.values()), numbers
    every = [number for ids in numbers.values() for number in ids]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("name", HOUSE)
def test_a_number_always_means_the_same(name: str) -> None:
    meaning: dict[int, str] = {}
    for actions in offers(name, 10):
        for action in actions:
            assert meaning.setdefault(action.id, action.text) == action.text


@pytest.mark.parametrize("name", HOUSE)
def test_numbers_are_dense(name: str) -> None:
    ids = {action.id for actions in offers(name, 10) for action in actions}
    assert min(ids) >= 0
    assert max(ids) < game(name).action_count
    assert game(name).action_count < 10_000


@pytest.mark.parametrize(("name", "cards"), [("agram", 35), ("brisca", 40)])
def test_where_one_only_plays_cards_there_is_an_action_for_each(name: str, cards: int) -> None:
    assert game(name).action_count == cards
    ids = {action.id for actions in offers(name, 30) for action in actions}
    assert ids == set(range(cards))


def test_numbers_do_not_depend_on_the_parameters() -> None:
    two, five = kibitz.load("agram", NUMP=2), kibitz.load("agram", NUMP=5, HAND=5)
    ids = {action.text: action.id for actions in offers("agram", 10) for action in actions}
    for other in (two, five):
        for action in other.new(1).actions:
            assert ids[action.text] == action.id


def test_guesses_are_actions_with_numbers() -> None:
    state = game("boerenbridge").new(1)
    assert [action.numbers for action in state.actions] == [(0,), (1,), (2,), (3,)]
    assert [action.label for action in state.actions] == [f"guess {n}" for n in range(4)]


def test_cards_are_written_with_symbols_and_with_letters() -> None:
    [queen] = [
        action
        for action in game("agram").new(deal={"HAND 0": "AH"}).actions
        if action.cards == ("AH",)
    ]
    assert (queen.label, queen.text) == ("play A♥", "play AH")


@pytest.mark.parametrize("name", GAMES)
def test_an_action_names_cards_the_player_can_see(name: str) -> None:
    for state in line(game(name).new(2), Random(2)):
        if state.over:
            break
        seen = {
            state.game.cards[card].text
            for cards in state.observation(state.to_move).places.values()
            if isinstance(cards, tuple)
            for card in cards
        }
        for action in state.actions:
            assert set(action.cards) <= seen
