"""Every observation along random games is what a slow program of the rules says it should be."""

from __future__ import annotations

from random import Random, seed

import pytest

from kibitz.engine.descriptions import load
from kibitz.engine.state import State
from kibitz.interop.robobrisca.api.action import Action
from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.card_collection import CardCollection
from kibitz.interop.robobrisca.api.forward_model import ForwardModel
from kibitz.interop.robobrisca.api.game_state import GameState
from kibitz.interop.robobrisca.api.heuristic import Heuristic
from kibitz.interop.robobrisca.api.observation import Observation
from kibitz.interop.robobrisca.observed import observed
from kibitz.interop.robobrisca.records import record_of
from kibitz.knowledge.views import view

from .slowly import Table, dealt, deck, played

GAMES = 6


def games(number: int) -> tuple[Table, list[State], list[str]]:
    """A deal as the slow program has it, all states of a game of ours from it, and what is
    played."""
    first = number % 4
    page = played(Random(number), first).page()
    record = record_of("\n".join(page))
    states = record.replay(load("brisca", TIE="SECOND", FIRST=first))
    return dealt(Random(number), first), states, [text.split()[1] for text in record.actions]


def texts(pile: CardCollection) -> list[str]:
    return [str(card) for card in pile.get_cards()]


def agrees(seen: Observation, table: Table, seat: int) -> None:
    """What a seat is shown is so, and what it is not shown may be so."""
    assert seen.turn == seat
    assert seen.n_players == 4
    assert seen.winner == -1
    assert str(seen.trump_card) == table.trump
    assert texts(seen.hands[seat]) == table.hands[seat]
    assert [hand.len() for hand in seen.hands] == [len(hand) for hand in table.hands]
    assert texts(seen.playing_cards) == [card for _, card in table.trick]
    assert [texts(won) for won in seen.won_cards] == table.won
    assert seen.main_deck.len() == len(table.stock)
    if table.stock:
        assert texts(seen.main_deck)[-1] == table.trump
    piles = (seen.main_deck, seen.playing_cards, *seen.hands, *seen.won_cards)
    assert sorted(card for pile in piles for card in texts(pile)) == sorted(deck())


@pytest.mark.parametrize("number", range(GAMES))
def test_observations_agree_with_the_rules_all_through_a_game(number: int) -> None:
    table, states, cards = games(number)
    seed(number)
    for state, card in zip(states, cards, strict=False):
        assert state.to_move == table.turn
        seen = observed(view(state, table.turn))
        agrees(seen, table, table.turn)
        agrees(seen.get_randomized_clone(), table, table.turn)
        agrees(seen.clone(), table, table.turn)
        assert [str(action) for action in seen.get_list_actions()] == table.hands[table.turn]
        assert not seen.is_terminal()
        table.play(card)


@pytest.mark.parametrize("number", range(GAMES))
def test_the_forward_model_plays_by_the_rules(number: int) -> None:
    """A true state, and each observation as if it were one, go on as the slow program does."""
    table, states, cards = games(number)
    seed(number)
    model, true = ForwardModel(), GameState()
    true.turn, true.trump_card = table.turn, card_of(table.trump)
    true.main_deck, true.hands = pile(table.stock), [pile(hand) for hand in table.hands]
    true.won_cards = [CardCollection() for _ in range(4)]
    for state, card in zip(states, cards, strict=False):
        imagined = observed(view(state, table.turn))
        reward = model.play(true, Action(card_of(card)), Heuristic())
        assert model.play(imagined, Action(card_of(card)), Heuristic()) == reward
        table.play(card)
        assert table.lines[-1].split()[-1] == str(reward)
        assert true.turn == imagined.turn == table.turn
        assert [texts(hand) for hand in true.hands] == table.hands
        assert [texts(won) for won in imagined.won_cards] == table.won
        assert texts(true.main_deck) == table.stock
        assert model.check_winner(true) in (-1, None)
    assert true.is_terminal()
    points = [int(total) for total in table.page()[-1].split()]
    assert [model.get_points_player(seat, true) for seat in range(4)] == points
    assert true.winner == states[-1].scores.index(1)


def test_hidden_cards_are_drawn_by_the_generator_of_the_bot() -> None:
    state = load("brisca").new(seed=1)
    made = []
    for number in (1, 1, 2):
        seed(number)
        made.append(texts(observed(view(state, 0)).main_deck))
    assert made[0] == made[1] != made[2]


def test_hidden_cards_tell_nothing_of_where_they_are() -> None:
    """Deals that look the same to a seat give the same observation, whatever the others hold."""
    shown = set()
    for number in range(20):
        rng = Random(number)
        table = dealt(Random(7))
        hidden = [*table.stock[:-1], *table.hands[1], *table.hands[2], *table.hands[3]]
        rng.shuffle(hidden)
        hands = [table.hands[0], hidden[:3], hidden[3:6], hidden[6:9]]
        other = Table(0, [*hidden[9:], table.trump], hands)
        lines = other.page()
        while not other.over:
            other.play(other.hands[other.turn][0])
        lines = other.page()
        state = record_of("\n".join(lines)).replay(load("brisca", TIE="SECOND"))[0]
        seed(1)
        seen = observed(view(state, 0))
        shown.add((str(seen.main_deck), *map(str, seen.hands)))
    assert len(shown) == 1


def card_of(text: str) -> Card:
    return Card(text[0], int(text[1:]))


def pile(cards: list[str]) -> CardCollection:
    made = CardCollection()
    made.add_cards([card_of(card) for card in cards])
    return made
