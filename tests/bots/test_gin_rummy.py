"""The rule bot of Gin Rummy."""

from __future__ import annotations

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.gin_rummy import Melds, Rule
from kibitz.engine import load
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("gin-rummy")


def answer(state: State) -> str:
    """What the bot decides."""
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(state.game, seat, 1)
    return bot.choose(view(state, seat), None).text


def dealt(hand: str, upcard: str) -> State:
    """North's first decision."""
    return GAME.new(seed=3, deal={"HAND 0": hand, "PILE": upcard})


DEADWOOD = {
    "a run, a set and three cards": ("AS 2S 3S 9D 9H 9C KS 5D 2H", 17),
    "a card is in one meld only": ("7S 7C 7D 8D 9D", 14),
    "of four sevens one belongs to the run": ("7S 7C 7D 7H 8H 9H", 0),
    "a run of six": ("AS 2S 3S 4S 5S 6S", 0),
    "the ace is low": ("QS KS AS", 21),
}


@pytest.mark.parametrize("what", DEADWOOD)
def test_the_best_arrangement(what: str) -> None:
    text, left = DEADWOOD[what]
    cards = sum(1 << GAME.card(card).number for card in text.split())
    assert Melds(GAME).deadwood(cards) == left


def test_it_takes_the_upcard_only_for_a_meld_or_a_knock() -> None:
    scattered = "2S 4S 6H 8H 10D QD KC JC 5C 9D"
    assert answer(dealt(scattered, "3S")) == "take 3S"
    assert answer(dealt(scattered, "AH")) == "leave the upcard"
    assert answer(dealt("4S 5S 6S 8H 8D 8C 9S 2D 3C KC", "AH")) == "leave the upcard"
    assert answer(dealt("4S 5S 6S 8H 8D 8C AS 2D 3C KC", "AH")) == "take AH"


def test_it_throws_its_highest_deadwood() -> None:
    state = dealt("2S 4S 6H 8H 10D QD KC JC 5C 9D", "3S").after("take 3S")
    assert answer(state) == "discard KC"
    state = dealt("2S 4S 6H 8H QS QH QC JC 5C 9D", "3S").after("take 3S")
    assert answer(state) == "discard JC"


def drawn(state: State) -> tuple[State, str]:
    """The position after a card was drawn, and that card."""
    seat = state.to_move
    after = state.after("draw")
    [card] = set(after.cards(f"HAND {seat}")) - set(state.cards(f"HAND {seat}"))
    return after, card


def test_it_knocks_early_with_ten_and_later_with_less() -> None:
    start = dealt("4S 5S 6S 8H 8D 8C AS 2D 6C AH", "KC")
    state = start.after("leave the upcard").after("leave the upcard")
    after, card = drawn(state)
    assert answer(after) == f"knock with {card}"
    while int(state.store("TURNNO")) <= 16 or state.to_move != 0:
        after, card = drawn(state)
        state = after.after(f"discard {card}")
    after, card = drawn(state)
    assert answer(after) == f"discard {card}"


def test_it_answers_legally_with_anybody_at_the_table() -> None:
    for seed in range(3):
        game = load("gin-rummy", BACK="YES" if seed % 2 else "NO", OKLAHOMA="YES", KNOCK=5 + seed)
        played(game, [Rule(), Anything() if seed < 1 else Rule()], seed)


def test_it_does_not_see_hidden_cards() -> None:
    assert swapped(GAME, [Rule(), Rule()], 2) > 10


def test_it_beats_a_random_player() -> None:
    won = 0
    for seed in range(10):
        table: list[Bot] = [Rule(), Anything()]
        if seed % 2:
            table.reverse()
        scores = played(GAME, table, seed).scores
        won += scores[seed % 2] > scores[1 - seed % 2]
    assert won >= 8


def test_it_plays_nothing_else() -> None:
    with pytest.raises(KibitzError, match="cannot play Agram"):
        Rule().start(load("agram"), 0, 1)
