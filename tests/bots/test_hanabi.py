"""The rule bot of Hanabi."""

from __future__ import annotations

import pytest

from kibitz.bots.hanabi import Rule
from kibitz.engine import load
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("hanabi", NUMP=2, HAND=3)


def answer(north: str, east: str, *moves: str) -> str:
    """What the bot does with these hands after some decisions."""
    hands = north.split(), east.split()
    deal = {f"CARD {p}#{i + 1}": card for p in (0, 1) for i, card in enumerate(hands[p])}
    state = GAME.new(seed=1, deal=deal)
    for move in moves:
        state = state.after(move)
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(GAME, seat, 1)
    return bot.choose(view(state, seat), None).text


def test_it_tells_of_cards_that_fit() -> None:
    assert answer("R4 Y4 G4", "R1 Y1 W3") == "tell East what is 1"


def test_it_says_what_a_card_is_that_it_told_half_of() -> None:
    moves = "play card 2", "tell North what is 4", "tell East what is 2", "tell North what is 4"
    assert answer("Y4 R1 G4", "R2 Y2 W3", *moves) == "tell East what is red"


def test_it_plays_what_must_fit() -> None:
    assert answer("R4 G4 Y1", "R3 Y3 W3", "tell East what is 3", "tell North what is 1") == (
        "play card 3"
    )


def test_it_plays_nothing_it_does_not_know() -> None:
    assert answer("R1 Y1 G1", "R3 Y3 W3").startswith("tell")


def test_it_knows_a_card_when_all_others_of_its_kind_are_in_sight() -> None:
    """Of the two red fours East has both: North's red card that is a four or a five is a five."""
    state = GAME.new(seed=1, deal={"CARD 0#1": "R5", "CARD 1#1": "R4", "CARD 1#2": "R4"})
    bot = Rule()
    bot.start(GAME, 0, 1)
    bot.look(view(state, 0))
    mine, theirs = bot.left
    assert (mine["RED", 4], mine["RED", 5]) == (0, 1)
    assert theirs["RED", 4] == 2


def test_it_minds_what_a_hint_did_not_mean() -> None:
    state = GAME.new(seed=1, deal={"CARD 0#1": "R1"}).after("tell East what is white")
    state = state.after("tell North what is red")
    bot = Rule()
    bot.start(GAME, 0, 1)
    bot.look(view(state, 0))
    meant = {spot for (seat, spot), may in bot.may.items() if seat == 0 and ("RED", 1) in may}
    others = {spot for (seat, spot), may in bot.may.items() if seat == 0 and ("BLUE", 1) in may}
    assert 1 in meant
    assert meant | others == {1, 2, 3}
    assert not meant & others


def test_it_discards_what_is_useless() -> None:
    moves = (
        "play card 1",
        "tell North what is 1",
        "tell East what is 4",
        "tell North what is red",
    )
    assert answer("R1 R1 G4", "R4 Y4 W4", *moves) == "discard card 2"


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_answers_legally_with_anybody_at_the_table(players: int) -> None:
    game = load("hanabi", NUMP=players, HAND=4, HINTS=3)
    played(game, [Rule() if seat % 2 else Anything() for seat in range(players)], players)


def test_it_does_not_see_its_own_cards() -> None:
    assert swapped(load("hanabi", NUMP=2, HAND=2, COLOURS=2, HEIGHT=3), [Rule(), Rule()], 2) > 8


def test_a_table_of_them_builds_fireworks() -> None:
    game = load("hanabi")
    rules = [played(game, [Rule() for _ in range(3)], seed).scores[0] for seed in range(3)]
    anything = [played(game, [Anything() for _ in range(3)], seed).scores[0] for seed in range(3)]
    assert min(rules) >= 12
    assert max(anything) < 8


def test_it_plays_nothing_else() -> None:
    with pytest.raises(KibitzError, match="cannot play Agram"):
        Rule().start(load("agram"), 0, 1)
