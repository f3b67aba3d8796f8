"""The table of operations: complete, and true where it can be compared with something."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement, product
from typing import get_args

import pytest

from kibitz.engine import Game
from kibitz.recycle.operations import OPERATIONS, Kind, Op
from kibitz.recycle.tree import Node

COUNTING = [op for op, row in OPERATIONS.items() if row.fold and Kind.INT in row.yields]


def test_every_operation_has_a_row() -> None:
    assert set(OPERATIONS) == set(get_args(Op))


def test_a_node_yields_what_its_operation_can_yield() -> None:
    with pytest.raises(AssertionError):
        Node("num", Kind.CARD, value=3)


@pytest.mark.parametrize("op", COUNTING)
def test_numbers_known_beforehand_are_what_the_game_makes_of_them(
    op: Op, value: Callable[..., int]
) -> None:
    fold = OPERATIONS[op].fold
    assert fold is not None
    word = op.removesuffix("_int")
    for one, two in ((7, 3), (3, 7), (5, 5)):
        assert value(f"({word} {one} {two})") == fold(one, two)


@pytest.mark.parametrize("op", COUNTING)
def test_the_extremes_of_a_number_are_at_the_ends_of_what_it_is_made_of(op: Op) -> None:
    fold = OPERATIONS[op].fold
    assert fold is not None
    spans = list(combinations_with_replacement(range(-3, 4), 2))
    for one, two in product(spans, spans):
        ends = [fold(a, b) for a in one for b in two]
        for a, b in product(range(one[0], one[1] + 1), range(two[0], two[1] + 1)):
            assert min(ends) <= fold(a, b) <= max(ends)


def test_an_index_needs_no_more_room_than_it_can_have(load_text: Callable[..., Game]) -> None:
    game = load_text("""(game (setup (create players 2)
        (create deck (game vloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
      (do ((all (range 0..9) 'N
        (move (top (game vloc STOCK)) (top (game vloc PILE (max 1 (min 'N 3))))))))
      (scoring max 0))""")
    assert game.layout.families["game", "vloc", "PILE"].room == 4
