"""Cards that were moved, in words: who was dealt how many, what came where."""

from __future__ import annotations

import pytest

from kibitz.engine import load
from kibitz.engine.events import Event
from kibitz.engine.game import Game
from kibitz.words import Words
from kibitz.words.moves import arrivals

AGRAM = load("agram")
BRISCA = load("brisca")


def moved(game: Game, seat: int | None, *moves: tuple[str, str, str]) -> list[str]:
    """What is said of some moves, each a card (or nothing) with where it came from and went."""
    events = [
        Event(
            "move", game.card(card).number if card else -1, game.place(source), game.place(target)
        )
        for card, source, target in moves
    ]
    return [str(sentence) for sentence in arrivals(Words(game, seat), events)]


def dealt(counts: list[int], seat: int | None, game: Game = AGRAM) -> list[str]:
    """What is said when so many hidden cards are dealt to each hand."""
    deal = [("", "STOCK", f"HAND {who}") for who, n in enumerate(counts) for _ in range(n)]
    return moved(game, seat, *deal)


# --- the deal -------------------------------------------------------------------------------------


def test_nothing_moved_nothing_said() -> None:
    assert moved(AGRAM, 0) == []


def test_everybody_gets_as_many() -> None:
    assert dealt([6, 6, 6, 6], None) == ["Everybody gets 6 cards from the stock."]
    assert dealt([1, 1, 1, 1], None) == ["Everybody gets a card from the stock."]


def test_to_a_player_the_others_are_everybody_else() -> None:
    assert dealt([0, 6, 6, 6], 0) == ["Everybody else gets 6 cards from the stock."]
    assert dealt([6, 6, 6, 0], 3) == ["Everybody else gets 6 cards from the stock."]


def test_but_three_of_four_are_not_everybody() -> None:
    assert dealt([6, 6, 6, 0], 0) == ["You, East and South get 6 cards each from the stock."]
    assert dealt([0, 2, 2, 2], None) == ["East, South and West get 2 cards each from the stock."]


def test_two_are_named() -> None:
    assert dealt([0, 2, 0, 2], 0) == ["East and West get 2 cards each from the stock."]
    both = load("agram", NUMP=2)
    assert dealt([6, 6], None, both) == ["North and East get 6 cards each from the stock."]


def test_one_is_named() -> None:
    assert dealt([0, 1, 0, 0], 0) == ["East gets a card from the stock."]
    assert dealt([0, 1, 0, 0], 1) == ["You get a card from the stock."]


def test_who_gets_more_is_told_apart() -> None:
    assert dealt([6, 6, 5, 5], None) == [
        "North and East get 6 cards each from the stock.",
        "South and West get 5 cards each from the stock.",
    ]


def test_cards_from_a_hand_are_told_with_whose_it_was() -> None:
    assert moved(AGRAM, 2, ("", "HAND 0", "HAND 1")) == ["East gets a card from North's hand."]


def test_a_place_beside_the_table_is_not_named() -> None:
    assert moved(load("boerenbridge"), None, ("", "STOCK", "HAND 1")) == ["East gets a card."]


# --- cards that are seen --------------------------------------------------------------------------


def test_cards_that_are_seen_are_named_in_the_order_of_a_hand() -> None:
    cards = [(card, "STOCK", "HAND 0") for card in ("9H", "3S", "4H")]
    assert moved(AGRAM, 0, *cards) == ["You get 3♠ 4♥ 9♥ from the stock."]
    assert moved(AGRAM, 1, *cards) == ["North gets 3♠ 4♥ 9♥ from the stock."]


def test_where_only_some_are_seen_the_others_are_counted() -> None:
    cards = [("9H", "STOCK", "HAND 0"), ("", "STOCK", "HAND 0"), ("", "STOCK", "HAND 0")]
    assert moved(AGRAM, 1, *cards) == ["North gets 9♥ and 2 more from the stock."]


@pytest.mark.parametrize(
    ("cards", "unseen", "named"), [(12, 0, True), (12, 1, False), (11, 1, True)]
)
def test_a_dozen_cards_are_named_and_more_are_counted_if_not_all_are_seen(
    cards: int, unseen: int, named: bool
) -> None:
    seen = [(face.text, "STOCK", "DISCARD") for face in AGRAM.cards[:cards]]
    [line] = moved(AGRAM, None, *seen, *[("", "STOCK", "DISCARD")] * unseen)
    assert line.endswith(" from the stock go to the discard.")
    assert ("♠" in line) == named
    assert line.startswith(f"{cards + unseen} cards") == (not named)


@pytest.mark.parametrize(("cards", "named"), [(24, True), (25, False)])
def test_two_dozen_cards_are_named_if_all_are_seen_and_more_are_counted(
    cards: int, named: bool
) -> None:
    [line] = moved(AGRAM, None, *[(face.text, "STOCK", "DISCARD") for face in AGRAM.cards[:cards]])
    assert ("♠" in line) == named


def test_cards_of_a_stock_are_turned_up() -> None:
    assert moved(BRISCA, 0, ("B7", "STOCK", "TRUMP")) == ["♣7 is turned up."]
    assert moved(BRISCA, 0, ("B7", "STOCK", "TRUMP"), ("B6", "STOCK", "TRUMP")) == [
        "♣6 ♣7 are turned up."
    ]


def test_but_to_a_pile_a_card_goes_and_cards_go() -> None:
    agram = load("agram")
    one, two = ("3S", "STOCK", "DISCARD"), ("4S", "STOCK", "DISCARD")
    assert moved(agram, 0, one) == ["3♠ from the stock goes to the discard."]
    assert moved(agram, 0, one, two) == ["3♠ 4♠ from the stock go to the discard."]


def test_whoever_lays_their_hand_open_shows_it() -> None:
    cards = [(card, "HAND 1", "OPEN 1") for card in ("2H", "AS")]
    assert moved(load("bridge"), 0, *cards) == ["East shows 2♥ A♠."]
    assert moved(load("bridge"), 1, *cards) == ["You show 2♥ A♠."]


def test_a_row_of_cards_is_dealt_in_one_sentence() -> None:
    row = [("", "STOCK", f"DOWN 1#{spot}") for spot in (1, 2, 3)]
    assert moved(load("golf"), None, *row) == ["East gets 3 cards from the stock."]


def test_what_a_player_lays_down_goes_where_he_lays_it() -> None:
    """Nobody gets what was theirs already, nor is it said where it came from."""
    tarot = load("tarot")
    assert moved(tarot, 1, ("", "HAND 0", "DISCARD 0")) == ["A card goes to North's discard."]
    assert moved(tarot, 0, ("5H", "HAND 0", "DISCARD 0")) == ["5♥ goes to your discard."]


def test_cards_from_several_places_come_from_nowhere_in_particular() -> None:
    taken = [("O1", "TRICK 0", "WON team 0"), ("O3", "TRICK 1", "WON team 0")]
    assert moved(BRISCA, 1, *taken) == ["●3 ●1 go to the pile of North and South."]


def test_deals_are_told_before_what_is_seen() -> None:
    assert moved(AGRAM, 0, ("9H", "STOCK", "HAND 0"), ("", "STOCK", "HAND 1")) == [
        "East gets a card from the stock.",
        "You get 9♥ from the stock.",
    ]
