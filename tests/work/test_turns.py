"""Turns: whoever asks for much waits behind whoever asks for little."""

from __future__ import annotations

from kibitz.work.turns import Turns


def test_those_who_ask_are_served_in_turn() -> None:
    turns = Turns[str]()
    for number in range(100):
        turns.add(["ann"], f"a{number}")
    turns.add(["bea"], "b0")
    turns.add(["cor"], "c0")
    turns.add(["bea"], "b1")
    assert len(turns) == 103
    assert [turns.next() for _ in range(6)] == ["a0", "b0", "c0", "a1", "b1", "a2"]
    turns.add(["cor"], "c1")
    assert [turns.next() for _ in range(3)] == ["a3", "c1", "a4"]


def test_in_the_end_nobody_waits() -> None:
    turns = Turns[str]()
    turns.add(["ann"], "a0")
    assert turns.next() == "a0"
    assert (turns.next(), len(turns)) == (None, 0)


def test_who_has_many_tables_is_served_no_more_often() -> None:
    turns = Turns[str]()
    for number in range(50):
        turns.add(["ann", f"table {number % 5}"], f"a{number}")
    turns.add(["bea", "table 9"], "b0")
    turns.add(["bea", "table 9"], "b1")
    assert [turns.next() for _ in range(4)] == ["a0", "b0", "a1", "b1"]
    assert (turns.waiting("ann"), turns.waiting("bea")) == (48, 0)


def test_what_is_not_wanted_any_more_does_not_wait() -> None:
    turns = Turns[str]()
    turns.add(["ann", "first"], "a0")
    turns.add(["ann", "first"], "a1")
    assert turns.remove(["ann", "first"], "a0")
    assert not turns.remove(["ann", "first"], "a0")
    assert not turns.remove(["bea"], "a1")
    assert (len(turns), turns.waiting("ann")) == (1, 1)
    assert turns.remove(["ann", "first"], "a1")
    assert (turns.next(), len(turns)) == (None, 0)
