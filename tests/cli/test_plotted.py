"""Plots in the terminal."""

from __future__ import annotations

import pytest

from kibitz.cli.plotted import Line, plotted, sparks, ticks

UP = Line("up", "green", [(0, -1.0), (10, 3.0)])
FLAT = Line("flat", "red", [(0, 1.0), (10, 1.0)])


def rows(*lines: Line, width: int = 60, height: int = 8, **options: object) -> list[str]:
    return [row.plain for row in plotted(lines, width, height, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("low", "high", "most", "found"),
    [
        (-3.2, 11.0, 5, [-5, 0, 5, 10, 15]),
        (0, 0.004, 4, [0, 0.001, 0.002, 0.003, 0.004]),
        (0, 0, 4, [0, 0.1]),
        (-1e6, 3e6, 4, [-1e6, 0, 1e6, 2e6, 3e6]),
        (0, 99, 2, [0, 50, 100]),
    ],
)
def test_marks_are_round_numbers(low: float, high: float, most: int, found: list[float]) -> None:
    assert ticks(low, high, most) == pytest.approx(found)


def test_a_plot_has_the_size_it_was_given() -> None:
    found = rows(UP, FLAT, x="steps")
    assert len(found) == 9
    assert max(map(len, found)) <= 60 + len(" steps")
    assert found[-1].rstrip().endswith("10 steps")


def test_names_stand_at_the_ends_and_never_on_each_other() -> None:
    twin = Line("same", "blue", FLAT.points)
    found = rows(UP, FLAT, twin)
    for name in ("up", "flat", "same"):
        assert sum(row.endswith(f" {name}") for row in found) == 1
    places = [next(k for k, row in enumerate(found) if row.endswith(n)) for n in ("flat", "same")]
    assert abs(places[0] - places[1]) == 1


def test_a_training_that_goes_on_has_room_to_the_right() -> None:
    half = rows(Line("a", "red", [(0, 1.0), (5, 1.0)]), last=10)
    dots = max(
        max((k for k, c in enumerate(row) if "\u2800" < c <= "\u28ff"), default=0) for row in half
    )
    assert 20 < dots < 40


def test_every_terminal_can_show_it() -> None:
    assert "".join(rows(UP, FLAT, plain=True, x="steps")).isascii()


def test_one_point_is_a_dot_and_none_is_nothing() -> None:
    assert (
        sum("\u2800" < c <= "\u28ff" for row in rows(Line("a", "red", [(0, 2.0)])) for c in row)
        == 1
    )
    assert rows(Line("a", "red", [])) == []
    assert rows() == []


def test_sparks_are_as_high_as_numbers() -> None:
    assert sparks([8, 4, 2, 1], 4) == "█▅▃▂"
    assert sparks([9, 8, 4, 2, 1], 4) == "█▅▃▂"
    assert sparks([], 4) == sparks([0.0], 4) == ""
