"""The rule bot of Briscola."""

from __future__ import annotations

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.briscola import Rule
from kibitz.engine import load
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("briscola")


def answer(north: str, south: str, led: str = "") -> str:
    """What the bot plays, with denari as trumps: North leads, or South answers."""
    state = GAME.new(seed=2, deal={"HAND 0": north, "HAND 1": south, "BRISCOLA": "D4"})
    if led:
        state = state.after(led)
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(GAME, seat, 1)
    return bot.choose(view(state, seat), None).text.removeprefix("play ")


POSITIONS = {
    "leads a low plain card": ("DA S3 C2", "B2 B4 B5", "", "C2"),
    "takes a rich trick with its lowest trump": ("S3 S4 S5", "D2 DA C4", "S3", "D2"),
    "does not waste a trump on nothing": ("S4 S3 S5", "D2 DA C4", "S4", "C4"),
    "takes with a high card of the suit rather than with a trump": (
        "SR S3 S5", "D2 SA C4", "SR", "SA",
    ),
    "throws no points on a trick that is lost": ("SA S3 S5", "CA CR C2", "SA", "C2"),
}  # fmt: skip


@pytest.mark.parametrize("what", POSITIONS)
def test_the_usual_advice(what: str) -> None:
    north, south, led, card = POSITIONS[what]
    assert answer(north, south, led) == card


@pytest.mark.parametrize("players", [2, 3])
def test_it_does_not_see_hidden_cards(players: int) -> None:
    game = load("briscola", NUMP=players)
    assert swapped(game, [Rule() for _ in range(players)], 1) > 30


def test_it_beats_random() -> None:
    won = 0
    for seed in range(20):
        table: list[Bot] = [Rule(), Anything()]
        if seed % 2:
            table.reverse()
        won += played(GAME, table, seed).scores[seed % 2] > 0
    assert won > 14


def test_it_plays_nothing_else() -> None:
    with pytest.raises(KibitzError, match="cannot play Agram"):
        Rule().start(load("agram"), 0, 1)
