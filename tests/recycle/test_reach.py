"""What can come to a place, and what a store can hold, as the text tells."""

from __future__ import annotations

from kibitz.engine import Game, load
from kibitz.recycle.holdings import Holding, holdings
from kibitz.recycle.reach import reach


def sizes(game: Game) -> dict[str, int]:
    return {family.name: len(cards) for family, cards in reach(game.layout).items()}


def test_cards_come_where_their_deck_is_created_and_where_they_are_moved() -> None:
    found = sizes(load("boerenbridge"))
    assert found == {
        "BOX": 52, "SUITS": 4, "STOCK": 52, "HAND": 52, "TRUMP": 4, "TRICK": 52, "WON": 52
    }  # fmt: skip


def test_stores_hold_what_they_are_set_to() -> None:
    held = holdings(load("tarot").layout)
    assert held["game", "sto", "CONTRACT"] == Holding(limits=(0, 4))
    assert held["game", "sto", "TAKER"] == Holding(seat=True, limits=(0, 2))
    assert held["game", "sto", "TRICKNO"] == Holding()
    assert held["game", "str", "VOID"] == Holding(names=("NO", "YES"))
    held = holdings(load("boerenbridge").layout)
    assert held["game", "str", "LEAD"].names == ("NONE", "SPADES", "HEARTS", "CLUBS", "DIAMONDS")
