"""What others are told of a secret: that somebody chose, in the log and on the page."""

from __future__ import annotations

import json

import pytest

from kibitz.engine import State
from kibitz.engine.observer import kibitzer, observer
from kibitz.table.frames import log, moment
from kibitz.words.sights import seen_by

from .spoken import after, said, small


def guessed(number: int, suit: str) -> State:
    """North has written two things down, and East one."""
    start = small("guesses").new(1)
    return after(start, f"guess {number}", f"guess {suit} to be led last", "guess 1")


def test_who_writes_reads_it_and_the_others_that_something_was_written() -> None:
    state = guessed(3, "hearts")
    assert {"You guess 3.", "You guess hearts to be led last."} <= set(said(state, 0))
    for other in (1, 2, None):
        told = said(state, other)
        assert told.count("North chooses in secret.") == 2
        assert not any("3" in line or "hearts" in line for line in told if "North" in line)


@pytest.mark.parametrize("who", [1, 2, None])
def test_the_page_of_another_seat_is_the_same_whatever_was_written(who: int | None) -> None:
    pages = set()
    for number, suit in ((0, "spades"), (3, "hearts"), (4, "clubs")):
        state = guessed(number, suit)
        sight = seen_by(state, observer(state.game, who))
        pages.add(json.dumps([moment(sight), *log(sight)]))
    assert len(pages) == 1


def test_the_kibitzer_sees_all_of_it() -> None:
    state = guessed(3, "hearts")
    page = json.dumps(moment(seen_by(state, kibitzer(state.game))))
    assert '"3"' in page
    assert "hearts" in page


def test_a_number_that_is_counted_after_a_secret_is_not_what_was_chosen() -> None:
    state = after(guessed(3, "hearts"), "guess clubs to be led last")
    assert "East: written 2." not in said(state, 0)
    assert "(written 2)" in said(state, 0)
