"""The rule bot of Crazy Eights."""

from __future__ import annotations

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.crazy_eights import Rule
from kibitz.engine import load
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("crazy-eights")


def answer(state: State) -> str:
    """What the bot decides."""
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(state.game, seat, 1)
    return bot.choose(view(state, seat), None).text


def dealt(hand: str, **parameters: int) -> State:
    """North to move with this hand; the four of clubs is up."""
    game = load("crazy-eights", HAND=len(hand.split()), **parameters)
    return game.new(seed=3, deal={"HAND 0": hand, "PILE": "4C"})


def test_it_keeps_its_eights() -> None:
    assert answer(dealt("8H 3C 5D 7D")) == "play 3C"
    assert answer(dealt("8H 3D 5D 7D")) == "play 8H"


def test_it_does_not_keep_them_when_others_have_few_cards() -> None:
    assert answer(dealt("8H 3C")) == "play 8H"


def test_it_names_the_suit_it_has_most_of() -> None:
    state = dealt("8H 3D 5D 7S")
    [eight] = [action for action in state.actions if action.cards == ("8H",)]
    assert answer(state.after(eight)) == "name diamonds"


def test_it_stays_in_its_longest_suit_and_gets_rid_of_dear_cards() -> None:
    assert answer(dealt("3C 4D 5D 7D")) == "play 4D"
    assert answer(dealt("3C KC 5D 7D")) == "play KC"


def after(move: str, **hands: str) -> State:
    """After North's first move, who has two cards left and all others three."""
    deal = {"PILE": "4C", **{f"HAND {'NESW'.index(seat)}": hand for seat, hand in hands.items()}}
    return load("crazy-eights", HAND=3, REVERSE="YES").new(seed=3, deal=deal).after(move)


def test_it_hinders_the_next_player_who_has_few_cards() -> None:
    assert answer(dealt("2C KC")) == "play 2C"
    assert answer(dealt("2C KC 5D")) == "play KC"


def test_the_next_player_is_who_comes_next_in_this_direction() -> None:
    assert answer(after("play 4D", N="4D 5S 7S", E="2D KD 9S")) == "play KD"
    assert answer(after("play AC", N="AC 5S 7S", W="2C KC 9S")) == "play KC"


def test_it_minds_the_cards_of_others_and_not_its_own() -> None:
    assert answer(after("play 4D", N="4D 5S 7S", E="8H 9D 3S")) == "play 8H"


def test_it_answers_legally_with_anybody_at_the_table() -> None:
    for seed in range(6):
        game = load("crazy-eights", NUMP=2 + seed % 4, DEALS=1 + seed % 2)
        players = game.players
        played(game, [Rule() if seat % 2 else Anything() for seat in range(players)], seed)


def test_it_does_not_see_hidden_cards() -> None:
    assert swapped(GAME, [Rule() for _ in range(4)], 2) > 20


def test_it_beats_random_players() -> None:
    points = [0, 0]
    for seed in range(60):
        table: list[Bot] = [Rule(), Anything(), Rule(), Anything()]
        scores = played(GAME, table, seed).scores
        points[0] += scores[0] + scores[2]
        points[1] += scores[1] + scores[3]
    assert points[0] < points[1]


def test_it_plays_nothing_else() -> None:
    with pytest.raises(KibitzError, match="cannot play Agram"):
        Rule().start(load("agram"), 0, 1)
