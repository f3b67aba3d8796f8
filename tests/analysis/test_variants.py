"""Variants: what is typed, what can be, and what a sheet forbids."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.analysis.variants import grid, read_varied
from kibitz.errors import KibitzError

SIMPLE = """
(game
  (declare 3 'HAND)
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX)))))
  (do ((all player 'P (repeat 'HAND (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P vloc PLAYED)) 1)))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc PLAYED)))))))
  (scoring max 0))
"""
"""Six cards: neither of two players can have four, but nobody says so."""


def test_values_are_listed_or_counted_through() -> None:
    assert read_varied(["HAND=3..6"]) == {"HAND": (3, 4, 5, 6)}
    assert read_varied(["hand=3,5", "TIE = FIRST, LAST"]) == {
        "HAND": (3, 5),
        "TIE": ("FIRST", "LAST"),
    }
    assert read_varied(["X=-1..1,1,7"]) == {"X": (-1, 0, 1, 7)}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["HAND"], "`HAND` does not vary a parameter"),
        (["HAND="], "does not vary"),
        (["=3"], "does not vary"),
        (["HAND=3,,4"], "lacks a value"),
        (["HAND=3..x"], "`3..x` is no range of numbers"),
        (["HAND=8..3"], "did you mean 3..8"),
        (["HAND=1..1000000000000"], "at most 64"),
        (["HAND=3", "hand=4"], "HAND is varied twice"),
    ],
)
def test_what_cannot_be_read_is_refused(given: list[str], message: str) -> None:
    with pytest.raises(KibitzError, match=message.replace("..", r"\.\.")):
        read_varied(given)


def test_several_parameters_are_a_grid() -> None:
    found = grid("agram", {"NUMP": (2, 3), "HAND": (5, 6)})
    assert [each.label for each in found.variants] == [
        *("NUMP=2, HAND=5", "NUMP=2, HAND=6", "NUMP=3, HAND=5", "NUMP=3, HAND=6")
    ]
    assert [each.game.players for each in found.variants] == [2, 2, 3, 3]
    assert found.left_out == ()


def test_what_the_sheet_forbids_is_left_out_with_the_reason() -> None:
    found = grid("agram", {"HAND": (6, 8, 9, 18)})
    assert [each.label for each in found.variants] == ["HAND=6", "HAND=8"]
    nine, eighteen = found.left_out
    assert nine.label == "HAND=9"
    assert nine.why == (
        "players × cards each (NUMP=4, HAND=9: 36) must be at most 35 (there are 35 cards)"
    )
    assert eighteen.why == "cards each (HAND) cannot be 18 (from 1 to 17)"


def test_all_are_compared_with_the_game_as_it_is_described() -> None:
    assert grid("agram", {"HAND": (5, 6, 7)}).declared == 1
    assert grid("agram", {"HAND": (3, 4)}).declared == 0
    assert grid("agram", {"HAND": (5, 6)}, {"NUMP": 3}).declared == 1
    assert all(
        each.game.players == 3 for each in grid("agram", {"HAND": (5, 6)}, {"NUMP": 3}).variants
    )


@pytest.mark.parametrize(
    ("varied", "message"),
    [
        ({"HNAD": (3, 4)}, "Agram has no parameter `HNAD`; did you mean `HAND`?"),
        ({"TRICKS": tuple(range(1, 14)), "NUMP": (2, 3, 4, 5, 6)}, "65 variants are too many"),
        ({"HAND": (6,)}, "only HAND=6 is left to be compared"),
        ({"HAND": (18, 19)}, "nothing is left to be compared"),
    ],
)
def test_what_is_no_grid_is_refused(varied: dict[str, tuple[int, ...]], message: str) -> None:
    with pytest.raises(KibitzError) as caught:
        grid("agram", varied)
    assert message in caught.value.message


def test_what_cannot_be_dealt_is_left_out_though_no_sheet_forbids_it(tmp_path: Path) -> None:
    path = tmp_path / "simple.rcy"
    path.write_text(SIMPLE, encoding="utf-8")
    found = grid(path, {"HAND": (2, 3, 4)})
    assert [each.label for each in found.variants] == ["HAND=2", "HAND=3"]
    assert [each.label for each in found.left_out] == ["HAND=4"]
    assert "there is no card to move" in found.left_out[0].why


def test_a_parameter_is_not_both_set_and_varied() -> None:
    with pytest.raises(KibitzError, match="both set and varied"):
        grid("agram", {"HAND": (5, 6)}, {"HAND": 4})


def test_variants_share_what_is_compiled_where_the_rules_read_a_parameter() -> None:
    five, six = (each.game for each in grid("agram", {"HAND": (5, 6)}).variants)
    assert five.emitted.module == six.emitted.module
