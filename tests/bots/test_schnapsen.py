"""The rule bot of Schnapsen."""

from __future__ import annotations

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.schnapsen import Rule
from kibitz.engine import load
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("schnapsen")
SAID = load("schnapsen", CLAIM="SAID")


def answer(north: str, south: str, turnup: str, *before: str) -> str:
    """What the bot does after some cards."""
    state = SAID.new(seed=2, deal={"HAND 0": north, "HAND 1": south, "TURNUP": turnup})
    for move in before:
        state = state.after(move)
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(SAID, seat, 1)
    return bot.choose(view(state, seat), None).text


OTHER = "JC QC 10C JD KD"
POSITIONS = {
    "exchanges the jack of trumps": ("JS QH KH AD 10D", OTHER, "AS", "exchange"),
    "declares a marriage": ("JH QH KH AD 10D", OTHER, "AS", "declare the marriage in hearts"),
    "declares that in trumps first": (
        "QS KS QH KH AD", OTHER, "AS", "declare the marriage in spades",
    ),
    "closes with tricks that nobody can take": ("AS 10S KS AH AD", OTHER, "QS", "close"),
    "does not close without": ("JS 10S KS QH AD", OTHER, "AS", "exchange"),
    "leads a low card": ("JH QH 10D 10S AC", OTHER, "KS", "play JH"),
}  # fmt: skip


@pytest.mark.parametrize("what", POSITIONS)
def test_the_usual_advice(what: str) -> None:
    north, south, turnup, text = POSITIONS[what]
    assert answer(north, south, turnup).startswith(text)


def test_it_takes_a_rich_card_with_a_trump_and_keeps_it_for_one() -> None:
    south = "QS JH JD QD KC"
    assert answer("10C AC QC KH 10H", south, "AS", "10C") == "play QS"
    assert answer("JC AC QC KH 10H", "QS JH JD QD AD", "AS", "JC") in ("play JH", "play JD")


def test_it_claims_as_soon_as_it_is_true_and_not_before() -> None:
    claims = 0
    bot = Rule()
    bot.start(SAID, 0, 1)
    for seed in range(8):
        state = SAID.new(seed=seed)
        while not state.over:
            seat = state.to_move
            assert seat is not None
            action = bot.choose(view(state, seat), None)
            if any(each.text.startswith("claim") for each in state.actions):
                claimed = action.text.startswith("claim")
                enough = int(state.store(f"POINTS {seat}")) >= 66
                assert claimed == (enough and not action.text.startswith("exchange"))
                claims += claimed
            state = state.after(action)
    assert claims > 4


def test_it_does_not_see_hidden_cards() -> None:
    for seed in range(3):
        assert swapped(GAME, [Rule(), Rule()], seed) > 5


def test_it_beats_random() -> None:
    won = 0
    for seed in range(60):
        table: list[Bot] = [Rule(), Anything()]
        if seed % 2:
            table.reverse()
        won += played(GAME, table, seed).scores[seed % 2] > 0
    assert won > 40


def test_it_plays_nothing_else() -> None:
    with pytest.raises(KibitzError, match="cannot play Agram"):
        Rule().start(load("agram"), 0, 1)
