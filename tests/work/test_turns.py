"""Turns: whoever asks for much waits behind whoever asks for little."""

from __future__ import annotations

from kibitz.work.turns import Turns


def test_those_who_ask_are_served_in_turn() -> None:
    turns = Turns[str]()
    for number in range(100):
        turns.add("ann", f"a{number}")
    turns.add("bea", "b0")
    turns.add("cor", "c0")
    turns.add("bea", "b1")
    assert len(turns) == 103
    assert [turns.next() for _ in range(6)] == ["a0", "b0", "c0", "a1", "b1", "a2"]
    turns.add("cor", "c1")
    assert [turns.next() for _ in range(3)] == ["a3", "c1", "a4"]


def test_in_the_end_nobody_waits() -> None:
    turns = Turns[str]()
    turns.add("ann", "a0")
    assert turns.next() == "a0"
    assert (turns.next(), len(turns)) == (None, 0)
