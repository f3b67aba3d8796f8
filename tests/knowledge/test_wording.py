"""Announcements in words and in notation: read again by the same words, and true."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import pytest

from kibitz.engine import State, load
from kibitz.engine.disclosures import Count, One
from kibitz.knowledge import Knowledge, view
from kibitz.knowledge.announcements import announcements, sentence
from kibitz.knowledge.ledger import Entry
from kibitz.knowledge.logic.formulas import And, Formula, Holds, Not, Or, walk
from kibitz.knowledge.logic.named import parse
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.knowledge.worlds import members
from kibitz.recycle.prelude import EVENTS

from .small import any_game
from .test_ledger import GAMES, played


def knows(state: State, seat: int) -> Knowledge:
    return view(state, seat).knowledge


@pytest.mark.parametrize("name", GAMES)
def test_what_cards_are_called_is_read_again(name: str) -> None:
    words = vocabulary_of(any_game(name))
    by_suit = {a: kinds for a, kinds in words.values.items() if len(kinds) > 1}
    faces = any_game(name).cards
    named = {1 << face.number for face in faces}
    for kinds in by_suit.values():
        named |= {one | other for one in kinds.values() for other in kinds.values()}
        for own in map(members, kinds.values()):
            named |= {sum(1 << card for card in own[k:]) for k in range(len(own))}
    for cards in named:
        read = words.cards(words.cards_name(cards))
        if read != cards:  # one of two cards that are written alike
            assert {faces[card].text for card in members(read ^ cards)} <= {
                faces[card].text for card in members(cards)
            }


@pytest.mark.parametrize("name", GAMES)
def test_what_is_announced_is_true(name: str) -> None:
    told = 0
    for state in chain.from_iterable(played(name, seed) for seed in range(2)):
        knowledge = knows(state, 0)
        layout, now = state.game.layout, len(state.steps()) - 1
        where = state.array[layout.where : layout.where + len(state.game.cards)]
        latest = [entry for entry in knowledge.entries if entry.decision == now]
        for announced in announcements(latest, knowledge.words):
            if announced.notation:
                formula = parse(announced.notation[3:-1], knowledge.words)
                atoms = [part for part in walk(formula) if isinstance(part, Holds)]
                if not any(moved_since(atom, state.last.events) for atom in atoms):
                    assert is_true(formula, where), announced
                    told += 1
    assert told or name in ("brisca", "eights", "rummy", "caravan", "fishing", "kuhn")


def moved_since(atom: Holds, raw: Sequence[int]) -> bool:
    """Whether a card that a formula speaks of has come or gone in this step."""
    return any(
        atom.cards >> raw[at + 1] & 1 and atom.places & (1 << raw[at + 2] | 1 << raw[at + 3])
        for at in range(0, len(raw), 6)
        if raw[at] == EVENTS["move"]
    )


def is_true(formula: Formula, where: Sequence[int]) -> bool:
    """Whether a formula without knowledge is true of a deal."""
    match formula:
        case Not(part):
            return not is_true(part, where)
        case And(parts):
            return all(is_true(part, where) for part in parts)
        case Or(parts):
            return any(is_true(part, where) for part in parts)
        case Holds(places, cards, least):
            return sum(places >> where[card] & 1 for card in members(cards)) >= least
    raise TypeError(formula)


@pytest.mark.parametrize(
    ("cards", "least", "most", "expected"),
    [
        ("nines", 1, 4, "North has a nine"),
        ("aces", 1, 4, "North has an ace"),
        ("aces", 0, 0, "North has no aces"),
        ("aces", 0, 1, "North has at most 1 ace"),
        ("aces", 4, 4, "North has all aces"),
        ("aces", 2, 3, "North has 2 to 3 aces"),
        ("hearts or spades", 1, 12, "North has a spade or a heart"),
        ("hearts or spades", 3, 12, "North has at least 3 of spades or hearts"),
        ("QH", 0, 0, "North does not have Q♥"),
        ("QH", 1, 1, "North has Q♥"),
        ("QH or KS", 0, 0, "North has none of K♠ and Q♥"),
        ("QH or KS", 1, 2, "North has K♠ or Q♥"),
        ("QH or KS", 2, 2, "North has K♠ and Q♥"),
    ],
)
def test_how_a_number_of_cards_is_said(cards: str, least: int, most: int, expected: str) -> None:
    words = vocabulary_of(any_game("gofish"))
    count = Count(words.places("N"), words.cards(cards), least, most)
    assert sentence(count, words) == expected
    together = Count(words.places("N or E"), count.cards, 0, 0)
    assert sentence(together, words).startswith("North and East ")


def test_many_cards_are_called_by_their_ranks() -> None:
    words = vocabulary_of(any_game("gofish"))
    cards = words.cards("aces or jacks or queens or kings or tens")
    told = sentence(Count(words.places("N"), cards, 0, 0), words)
    assert told == "North has no tens, jacks, queens, kings or aces"
    assert words.cards(words.cards_name(cards)) == cards


def test_that_somebody_has_a_card_is_no_news() -> None:
    """All see how many cards everybody has."""
    words = vocabulary_of(any_game("gofish"))
    north, east = (Count(words.places(seat), words.everything, 1, 52) for seat in ("N", "E"))
    aces = Count(words.places("N"), words.cards("aces"), 1, 4)
    entries = [Entry(1, 0, north), Entry(1, 0, One((north, east))), Entry(1, 0, aces)]
    assert [each.words for each in announcements(entries, words)] == ["North has an ace"]


def test_nothing_is_said_twice_of_one_decision() -> None:
    for state in chain(played("gofish", 1), played("rummy", 1)):
        told = [(a.decision, a.words) for a in knows(state, 0).announcements]
        assert len(told) == len(set(told))


@pytest.mark.parametrize(
    ("cards", "least", "most", "expected"),
    [
        ("T20 or T21", 0, 0, "East has none of T20 and T21"),
        ("T1 or T21 or EX", 1, 3, "East has T1, T21 or EX"),
        ("discardable cards", 6, 52, "East has at least 6 discardable cards"),
        ("trumps above T16", 0, 0, "East has no trumps above T16"),
    ],
)
def test_trumps_of_tarot_are_called_by_their_numbers(
    cards: str, least: int, most: int, expected: str
) -> None:
    tarot = any_game("tarot")
    words = vocabulary_of(tarot)
    places = words.places("East")
    assert sentence(Count(places, words.cards(cards), least, most), words) == expected
    assert words.cards(words.cards_name(words.cards(cards))) == words.cards(cards)


@pytest.mark.parametrize(
    ("game", "cards", "expected"),
    [
        ("skat", "clubs other than JC", "East has no clubs other than J♣"),
        ("skat", "diamonds or jacks", "East has no diamonds or jacks"),
        ("euchre", "clubs or JS", "East has no clubs or J♠"),
        ("sheepshead", "hearts other than JH and QH", "East has no hearts other than J♥ and Q♥"),
        ("tressette", "coppe or bastoni", "East has no coppe or bastoni"),
    ],
)
def test_a_void_in_a_game_whose_jacks_are_trumps(game: str, cards: str, expected: str) -> None:
    words = vocabulary_of(load(game))
    count = Count(words.places("East"), words.cards(cards), 0, 0)
    assert sentence(count, words) == expected
    assert words.cards(words.cards_name(count.cards)) == count.cards
