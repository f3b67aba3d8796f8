"""The rule bot of Brisca."""

from __future__ import annotations

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.brisca import Rule
from kibitz.engine import load
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("brisca")


def answer(hands: str, plays: str = "", trump: str = "O4") -> str:
    """What the bot plays after some cards; given are the hands that matter, from North on."""
    names = {f"HAND {seat}": hand for seat, hand in enumerate(hands.split(","))}
    state: State = GAME.new(seed=2, deal={**names, "TRUMP": trump})
    for card in plays.split():
        state = state.after(card)
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(GAME, seat, 1)
    return bot.choose(view(state, seat), None).text.removeprefix("play ")


FOES = "E2 B2 B4, E6 B5 B6"
POSITIONS = {
    "leads a low plain card": ("O1 E3 C2", "", "C2"),
    "takes a rich trick with its lowest trump": (
        f"E3 E4 E5, {FOES}, O2 O1 C4", "E3 E2 E6", "O2",
    ),
    "does not waste a trump on nothing": (f"E4 E3 E5, {FOES}, O2 O1 C4", "E4 E2 E6", "C4"),
    "throws points on a trick the partner has won": (
        "E4 E3 E5, E1 B2 B4, E2 B5 B6, C12 C2 B7", "E4 E1 E2", "C12",
    ),
    "throws none on a trick the others have won": (
        "E1 E3 E5, E4 B2 B4, E2 B5 B6, C12 C2 B7", "E1 E4 E2", "C2",
    ),
    "takes a trick with a high plain card rather than with a trump": (
        f"E12 E4 E5, {FOES}, O2 E1 C4", "E12 E2 E6", "E1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", POSITIONS)
def test_the_usual_advice(what: str) -> None:
    hands, plays, card = POSITIONS[what]
    assert answer(hands, plays) == card


def test_it_answers_legally_with_anybody_at_the_table() -> None:
    for seed in range(30):
        game = load("brisca", FIRST=seed % 4) if seed < 4 else GAME
        played(game, [Rule(), Anything(), Rule() if seed % 2 else Anything(), Rule()], seed)


def test_it_does_not_see_hidden_cards() -> None:
    for seed in range(3):
        assert swapped(GAME, [Rule() for _ in range(4)], seed) > 30


def test_a_partnership_of_it_beats_a_random_one() -> None:
    won = 0
    for seed in range(100):
        table: list[Bot] = [Rule(), Anything(), Rule(), Anything()]
        if seed % 2:
            table.reverse()
        won += played(GAME, table, seed).scores[seed % 2] > 0
    assert won > 60


def test_it_plays_nothing_else() -> None:
    with pytest.raises(KibitzError, match="cannot play Agram"):
        Rule().start(load("agram"), 0, 1)
