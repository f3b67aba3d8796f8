"""The rule bot of Euchre."""

from __future__ import annotations

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.euchre import Rule
from kibitz.engine import load
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("euchre")
DEAL = {
    "HAND 0": "JH JD AH 9H 9C",
    "HAND 1": "9D 10D QD 10C 9S",
    "HAND 2": "AC KC 10S QS QC",
    "HAND 3": "AS KS AD KD KH",
    "UPCARD": "10H",
}


def answer(moves: str = "", **changed: str) -> str:
    """What the bot answers after some decisions, some hands or the upcard being changed."""
    state: State = GAME.new(deal={**DEAL, **{k.replace("_", " "): v for k, v in changed.items()}})
    for move in moves.split(", ") if moves else ():
        state = state.after(move)
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(GAME, seat, 1)
    return bot.choose(view(state, seat), None).text


OPENED = "order it up, take the partner along, discard KH"


def test_it_makes_trump_with_bowers_and_passes_without() -> None:
    assert answer() == "order it up"
    assert answer("pass") == "pass"
    clubs = {"HAND_0": "JC JS AC 9C 9H", "HAND_2": "JH KC 10S QS QC"}
    assert answer("pass, pass, pass, pass", **clubs) == "make clubs trump"


def test_the_upcard_is_a_gift_to_the_side_of_the_dealer() -> None:
    """The same hand, with the jack of trumps turned up: West deals, and East is West's partner."""
    hand = "QH 10H AH AC 9C"
    rest = {"HAND_0": "9D KD 9S 10S QS", "HAND_2": "AS KC 10C JS QC", "HAND_3": "KS QD AD 10D KH"}
    east = {**rest, "HAND_1": hand, "UPCARD": "JH"}
    assert answer("pass", **east) == "order it up"
    north = {**rest, "HAND_0": hand, "HAND_1": rest["HAND_0"], "UPCARD": "JH"}
    assert answer(**north) == "pass"
    west = {**rest, "HAND_3": hand, "HAND_1": rest["HAND_3"], "UPCARD": "JH"}
    assert answer("pass, pass, pass", **west) == "pick it up"


def test_it_goes_alone_with_almost_all_of_it() -> None:
    assert answer("order it up") == "go alone"
    assert answer("order it up", HAND_0="JH JD 9H 9C 10C", HAND_1="AH QD JC 9D 9S") == (
        "take the partner along"
    )


def test_the_dealer_discards_a_lonely_low_card() -> None:
    hands = {"HAND_3": "AS KS KH QH 9D", "HAND_1": "AD 10D QD 10C 9S"}
    assert answer("order it up, take the partner along", **hands) == "discard 9D"


ACE = {"HAND_1": "AC 10D QD 9D 9S", "HAND_2": "10C KC 10S QS QC"}
PLAYS = {
    "leads the right bower for the makers": (OPENED, {}, "play JH"),
    "leads an ace against them": (
        f"pass, {OPENED}", {"HAND_0": "JH JD 9H 9C AC", "HAND_2": "AH KC 10S QS QC"}, "play AC",
    ),
    "takes a trick with the lowest card if it is the last": (
        f"{OPENED}, play 9C, play 10C, play QC", {}, "play 10H",
    ),
    "does not beat the sure trick of its partner": (
        f"{OPENED}, play 9C, play AC, play 10C", ACE, "play KD",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", PLAYS)
def test_the_usual_advice(what: str) -> None:
    moves, changed, card = PLAYS[what]
    assert answer(moves, **changed) == card


def test_it_answers_legally_with_anybody_at_the_table() -> None:
    for seed in range(10):
        game = load("euchre", DEFEND="YES", STICK="NO") if seed % 2 else GAME
        bots: list[Bot] = [Rule(), Anything(), Rule(), Rule() if seed % 3 else Anything()]
        played(game, bots, seed)


def test_it_does_not_see_hidden_cards() -> None:
    for seed in range(3):
        assert swapped(GAME, [Rule() for _ in range(4)], seed) > 15


def test_a_partnership_of_it_beats_a_random_one() -> None:
    won = 0
    for seed in range(40):
        table: list[Bot] = [Rule(), Anything(), Rule(), Anything()]
        if seed % 2:
            table.reverse()
        won += played(GAME, table, seed).ranks[seed % 2] == 1
    assert won > 25


def test_it_plays_no_other_game() -> None:
    with pytest.raises(KibitzError, match="euchre-rule"):
        Rule().start(load("brisca"), 0, 1)
