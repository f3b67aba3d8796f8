"""Figures in words: as precise as they are sure."""

from __future__ import annotations

import pytest

from kibitz.analysis.figures import Figure
from kibitz.analysis.measured import Measured
from kibitz.analysis.study import Sample
from kibitz.analysis.wording import (
    among,
    finished,
    interval_text,
    listed,
    measure_of,
    said,
    sample_text,
    unbroken,
)


@pytest.mark.parametrize(
    ("figure", "unit", "told"),
    [
        (Figure(0.3123, (0.29, 0.33), 1000), "share", "31 % (29 to 33)"),
        (Figure(0.3123, (0.3103, 0.3143), 9000), "share", "31.2 % (31.0 to 31.4)"),
        (Figure(0.27, (0.25, 0.29), 1000), "", "0.27 (0.25 to 0.29)"),
        (Figure(29.12, (29.01, 29.23), 1000), "bits", "29.1 bits (29.0 to 29.2)"),
        (Figure(310.0, (270.0, 350.0), 10), "", "310 (270 to 350)"),
        (Figure(-0.004, (-0.03, 0.02), 10), "points", "0.00 points (−0.03 to 0.02)"),
        (Figure(0.0, (0.0, 0.0001), 50_000), "share", "0 % (0.00 to 0.01)"),
        (Figure(0.27, (0.12, 0.42), 60), "", "0.27 (0.12 to 0.42)"),
        (Figure(1.0, (1.0, 2.0), 60), "rungs", "1 rung (1 to 2)"),
        (Figure(69.4964, (69.4931, 69.4997), 9), "bits", "69.50 bits (69.49 to 69.50)"),
        (Figure(24.0, (24.0, 24.0), 1000), "decisions", "24 decisions"),
        (Figure(0.5625, None, 0, exact=True), "share", "exactly 56.25 %"),
        (Figure(2.25, None, 0, exact=True), "", "exactly 2.25"),
        (Figure(1234567.0, (1234000.0, 1235134.0), 9), "", "1,234,567 (1,234,000 to 1,235,134)"),
    ],
)
def test_decimals_end_where_the_interval_begins(figure: Figure, unit: str, told: str) -> None:
    assert said(figure, unit) == told


def test_a_single_game_has_no_interval() -> None:
    assert interval_text(Figure(3.0, None, 1)) == ""


def test_who_is_picked_from_several_needs_a_wider_interval() -> None:
    figure = Figure(0.3, (0.28, 0.32), 1000)
    alone, of_four = among(figure, 1), among(figure, 4)
    assert alone == pytest.approx((0.28, 0.32))
    assert of_four == pytest.approx((0.3 - 0.02 * 2.4977 / 1.95996, 0.3255), abs=1e-4)
    assert among(Figure(0.3, None, 1), 4) is None
    assert among(Figure(0.3, None, 0, exact=True), 4) == (0.3, 0.3)


def test_who_was_picked_from_few_games_needs_an_even_wider_one() -> None:
    few, many = (among(Figure(0.3, (0.28, 0.32), n), 4) for n in (6, 1000))
    assert few is not None
    assert many is not None
    assert few[1] > many[1] + 0.004


def test_sums_that_are_not_quite_equal_are_a_point() -> None:
    figure = Figure(49.0761, (49.0761 - 1e-12, 49.0761 + 1e-12), 200)
    assert said(figure, "bits") == "49.1 bits"


def test_lists_and_sentences() -> None:
    assert [listed([]), listed(["A"]), listed(["A", "B", "C"])] == ["", "A", "A, B and C"]
    assert finished("the ladder ends") == "The ladder ends."
    assert finished("Why?") == "Why?"
    assert unbroken("31 % of") == "31\u00a0% of"


def test_a_measure_of_a_later_kibitz_is_called_by_its_key() -> None:
    assert measure_of(Measured(key="inner_peace")).title == "Inner peace"


def test_a_sample_says_who_played_how_much() -> None:
    sample = Sample("luck", "the same deals twice", ("a", "a"), 4000, 500, 7, 3)
    assert sample_text(sample) == (
        "the same deals twice, 4,000 games of 500 deals, played by a, seed 7, "
        "3 of them left unfinished"
    )
    assert sample_text(Sample("one", "one searches", ("a", "b"), 1, 1, 7)) == (
        "one searches, 1 game, played by a, b, seed 7"
    )
    assert sample_text(Sample("exact", "all deals", (), 0, 0, 7)) == "all deals"
