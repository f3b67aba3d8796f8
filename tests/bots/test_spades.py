"""The rule bot of Spades."""

from __future__ import annotations

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.spades import Rule
from kibitz.engine import load
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("spades")


def answer(hands: str, moves: str = "") -> str:
    """What the bot says or plays after some moves; given are the hands that matter, from North
    on."""
    deal = {f"HAND {seat}": hand for seat, hand in enumerate(hands.split(","))}
    state: State = GAME.new(seed=2, deal=deal)
    for move in moves.split():
        state = state.after(f"bid {move}" if move.isdigit() or move == "nil" else f"play {move}")
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(GAME, seat, 1)
    return bot.choose(view(state, seat), None).text


BIDS = {
    "four with two aces, a king and the ace and king of trumps": (
        "AS KS 5S AC 3C 2C AD 4D 3D KH 5H 4H 3H", "bid 4",
    ),
    "nil with low cards and few spades": ("4S 2S 3C 2C 5C 7C 2D 4D 8D 3H 5H 6H 9H", "bid nil"),
    "two with the ace and a fourth spade": ("AS JS 5S 2S 3C 2C 5C 7C 2D 4D 8D 3H 5H", "bid 2"),
}  # fmt: skip
NORTH = "AC QC 2C 3D 4D 5D 6D 3H 4H 5H 2S 3S 4S"
EAST = "KC 3C 4C 7D 8D 9D 10D 6H 7H 8H 5S 6S 7S"
SOUTH = "JC 5C 6C JD QD KD AD 9H 10H JH 8S 9S 10S"
PLAYS = {
    "leads a card nobody can beat": (NORTH, "3 3 3 3", "play AC"),
    "leads low where no tricks are wanted": (NORTH, "nil 3 3 3", "play 2C"),
    "wins what is led as cheaply as will do": (
        f"{NORTH}, {EAST}, {SOUTH}", "3 3 3 3 2C 3C 5C", "play 7C",
    ),
    "leaves a trick to the partner": (f"{NORTH}, {EAST}, {SOUTH}", "3 3 3 3 AC 4C", "play 5C"),
    "throws a high card under a higher one if it has said nil": (
        f"{NORTH}, {EAST}", "3 nil 3 3 AC", "play KC",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BIDS)
def test_what_it_bids(what: str) -> None:
    hand, bid = BIDS[what]
    assert answer(hand) == bid


@pytest.mark.parametrize("what", PLAYS)
def test_the_usual_advice(what: str) -> None:
    hands, moves, card = PLAYS[what]
    assert answer(hands, moves) == card


def test_it_answers_legally_with_anybody_at_the_table() -> None:
    for seed in range(6):
        played(GAME, [Rule(), Anything(), Rule() if seed % 2 else Anything(), Rule()], seed)


def test_it_does_not_see_hidden_cards() -> None:
    assert swapped(GAME, [Rule() for _ in range(4)], 1) > 30


def test_a_partnership_of_it_beats_a_random_one() -> None:
    won = 0
    for seed in range(12):
        table: list[Bot] = [Rule(), Anything(), Rule(), Anything()]
        if seed % 2:
            table.reverse()
        scores = played(GAME, table, seed).scores
        won += scores[seed % 2] > scores[1 - seed % 2]
    assert won >= 10


def test_it_plays_nothing_else() -> None:
    with pytest.raises(KibitzError, match="cannot play Agram"):
        Rule().start(load("agram"), 0, 1)
