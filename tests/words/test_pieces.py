"""Sentences as values: texts, cards and seats beside each other."""

from __future__ import annotations

from kibitz.words.pieces import Card, Seat, Sentence, capital, joined, plain, seated

QUEEN = Card(3, "Q♥")
EAST = Seat(1, "East")


def test_texts_that_meet_become_one() -> None:
    assert joined("play", " ", QUEEN, ("", "."), "!") == ("play ", QUEEN, ".!")


def test_cards_and_seats_stay_what_they_are() -> None:
    assert joined(EAST, QUEEN, QUEEN) == (EAST, QUEEN, QUEEN)


def test_nothing_leaves_no_trace() -> None:
    assert joined("", EAST, "", QUEEN, ()) == (EAST, QUEEN)
    assert joined() == joined("") == ()


def test_a_sentence_can_be_read() -> None:
    pieces = (EAST, " plays ", QUEEN)
    assert plain(pieces) == "East plays Q♥"
    assert str(Sentence("did", pieces)) == "East plays Q♥"


def test_it_begins_with_a_capital() -> None:
    assert capital((Seat(0, "you"), " play")) == (Seat(0, "You"), " play")
    assert capital(("everybody passes",)) == ("Everybody passes",)


def test_a_card_at_its_beginning_is_written_as_ever() -> None:
    assert capital((Card(3, "e"), " falls")) == (Card(3, "e"), " falls")


def test_nothing_has_no_capital() -> None:
    assert capital(()) == ()
    assert capital((Seat(0, ""), " plays")) == (Seat(0, ""), " plays")


def test_seats_that_are_named_in_a_text_can_be_called_otherwise() -> None:
    seats = ["Seat 1", "Seat 10", "East"]
    found = seated(["Seat 10 gives ", Card(3, "Q♥"), " to Seat 1; Easter is East's"], seats)
    assert found == (
        Seat(1, "Seat 10"), " gives ", Card(3, "Q♥"), " to ", Seat(0, "Seat 1"), "; Easter is ",
        Seat(2, "East's"),
    )  # fmt: skip
    assert plain(found) == "Seat 10 gives Q♥ to Seat 1; Easter is East's"
