"""Stores with an index: one number or name for every index."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz.engine import State
from kibitz.errors import GameError

Rules = Callable[..., State]


def test_a_number_for_every_round(rules: Rules) -> None:
    state = rules("""(do (
      (all (range 0..4) 'R (all player 'P (set ('P sto BID 'R) (+ (* 10 'R) (pid 'P)))))
      (inc ((1 player) sto BID 3) 100)
      (set (game sto X) ((1 player) sto BID (+ 1 2)))
      (all (range 0..4) 'R (inc (game sto ALL) ((0 player) sto BID 'R)))))""")
    assert state.store("BID 3 1") == 131
    assert (state.store("X"), state.store("ALL")) == (131, 100)
    assert [state.store(f"BID {n} 0") for n in range(5)] == [0, 10, 20, 30, 40]


def test_a_number_for_every_suit(rules: Rules) -> None:
    state = rules("""(do (
      (all (game vloc DECK) 'C (inc (game sto SEEN (cardatt RANK 'C)) 2))
      (inc (game sto SEEN TWO))
      (set (game str LAST FIVE) ONE)
      (all (FOUR, FIVE) 'R
        ((== (game str LAST 'R) ONE) (set (game sto X) (game sto SEEN 'R))))))""")
    assert [state.store(f"SEEN {name}") for name in ("ONE", "TWO", "FIVE")] == [2, 3, 2]
    assert (state.store("LAST FIVE"), state.store("LAST FOUR"), state.store("X")) == ("ONE", "", 2)


def test_it_is_another_store_than_the_one_without_an_index(rules: Rules) -> None:
    state = rules("(do ((set (game sto X) 1) (set (game sto X 0) 2) (set (game sto X A) 3)))")
    assert [state.store(name) for name in ("X", "X 0", "X A")] == [1, 2, 3]


def test_what_is_picked_may_be_the_index(rules: Rules) -> None:
    state = rules("(choice ((any (range 0..2) 'N (inc (game sto TAKEN 'N)))))")
    assert len(state.actions) == 3
    for number, action in enumerate(state.actions):
        after = state.after(action)
        assert [after.store(f"TAKEN {n}") for n in range(3)] == [n == number for n in range(3)]


@pytest.mark.parametrize("index", ["(- 3 4)", "(+ 60 (game sto BIG))"])
def test_an_index_that_is_not_there_stops_the_game(rules: Rules, index: str) -> None:
    with pytest.raises(GameError, match="index of this store"):
        rules(f"(do ((set (game sto BIG) 40) (set (game sto X {index}) 1)))")
