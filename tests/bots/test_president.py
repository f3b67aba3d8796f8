"""The rule bot of President."""

from __future__ import annotations

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.president import Rule
from kibitz.engine import load
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("president")
DEAL = {
    "HAND 0": "4C 4D 6H 8S 8C 9C 10C JC QC KC AH 2C 2D",
    "HAND 1": "3C 3D 5D 6D 7D 8D 9D 10D JD QD KD AC AD",
}


def answer(state: State) -> str:
    """What the bot decides."""
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(state.game, seat, 1)
    return bot.choose(view(state, seat), None).text


def after(state: State, *texts: str) -> State:
    """The position after these moves."""
    for text in texts:
        state = state.after(next(action for action in state.actions if action.text == text))
    return state


def test_it_leads_all_cards_of_its_lowest_rank() -> None:
    assert answer(load("president", FIRST="LEFT").new(seed=1, deal=DEAL)) == "play two fours"
    assert answer(load("president", FIRST="LEFT", TWOS="LOW").new(seed=1, deal=DEAL)) == (
        "play two twos"
    )


def test_it_follows_with_the_lowest_card_and_breaks_no_pair() -> None:
    state = load("president", FIRST="LEFT").new(
        seed=1, deal={"HAND 0": DEAL["HAND 1"], "HAND 1": DEAL["HAND 0"]}
    )
    assert answer(after(state, "play 7D")) == "play 9C"
    assert answer(after(state, "play 5D")) == "play 6H"


def test_it_keeps_its_high_cards() -> None:
    state = load("president", FIRST="LEFT").new(
        seed=1, deal={"HAND 0": DEAL["HAND 1"], "HAND 1": DEAL["HAND 0"]}
    )
    assert answer(after(state, "play KD")) == "pass"


def test_it_answers_legally_with_anybody_at_the_table() -> None:
    for seed, rule in enumerate(("AGAIN", "OUT", "AGAIN", "OUT")):
        game = load("president", NUMP=3 + seed, DEALS=2, PASS=rule, BOMBS="YES")
        played(game, [Rule() if seat % 2 else Anything() for seat in range(3 + seed)], seed)


def test_it_does_not_see_hidden_cards() -> None:
    assert swapped(GAME, [Rule() for _ in range(4)], 2) > 30


def test_it_beats_random_players() -> None:
    points = 0
    for seed in range(20):
        table: list[Bot] = [Rule(), Anything(), Rule(), Anything()]
        scores = played(GAME, table, seed).scores
        points += scores[0] + scores[2] - scores[1] - scores[3]
    assert points > 30


def test_it_plays_nothing_else() -> None:
    with pytest.raises(KibitzError, match="cannot play Agram"):
        Rule().start(load("agram"), 0, 1)
