"""Which cards the rules cannot tell apart, and which places cards do not come back from."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.recycle.likeness import Likeness, likeness
from kibitz.recycle.readings import Readings
from kibitz.recycle.tallies import own_numbers


def known(name: str) -> Likeness:
    return likeness(Readings(kibitz.load(name).layout))


def chain(name: str, card: str) -> str:
    """A card and those below it that it is as good as once all cards in between are gone."""
    game, below = kibitz.load(name), known(name).below
    number, found = game.card(card).number, list[str]()
    while number >= 0:
        found.append(game.cards[number].text)
        number = below[number]
    return " ".join(found)


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("agram", {"DISCARD"}),
        ("boerenbridge", {"WON", "BOX"}),
        ("brisca", {"WON"}),
        ("tarot", {"ATTACK", "DEFENCE", "DISCARD", "EXPOSED"}),
    ],
)
def test_cards_that_are_won_or_laid_aside_do_not_come_back(name: str, places: set[str]) -> None:
    assert {family.name for family in known(name).dead} == places


@pytest.mark.parametrize(
    ("name", "card", "cards"),
    [
        ("agram", "AH", "AH 10H 9H 8H 7H 6H 5H 4H 3H"),
        ("boerenbridge", "AS", "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S"),
        ("tarot", "10C", "10C 9C 8C 7C 6C 5C 4C 3C 2C 1C"),
        ("tarot", "JC", "JC"),
        ("tarot", "T21", "T21"),
        ("tarot", "T5", "T5 T4 T3 T2"),
        ("brisca", "O7", "O7 O6 O5 O4 O2"),
        ("brisca", "O12", "O12"),
    ],
)
def test_neighbours_of_equal_worth_are_alike(name: str, card: str, cards: str) -> None:
    assert chain(name, card) == cards


def test_tarot_cards_won_differ_only_in_what_they_count() -> None:
    """King, queen, knight, jack, bouts that are trumps, the Excuse, and all others."""
    assert len(set(known("tarot").group)) == 7


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("agram", {"SCORE"}),
        ("boerenbridge", {"SCORE", "TRICKS"}),
        ("brisca", set()),
        ("tarot", {"SCORE"}),
    ],
)
def test_numbers_that_count_only_for_their_owner(name: str, numbers: set[str]) -> None:
    """In Tarot the taker's tricks decide about the chelem, and all pay for it."""
    assert own_numbers(Readings(kibitz.load(name).layout)) == numbers
