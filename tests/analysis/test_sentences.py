"""Every measure has its sentence, whatever is missing from it."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.fabricated import about, fabricate, measured, seats
from kibitz.analysis.figures import Figure
from kibitz.analysis.measured import Measured, Row
from kibitz.analysis.sentences import sentence


def told(
    key: str,
    figure: Figure | None = None,
    rows: tuple[Row, ...] = (),
    data: dict[str, Any] | None = None,
) -> str:
    found = Measured(figure, rows, None, data or {}, key)
    return sentence(fabricate(measured={key: found}), key)


@pytest.mark.parametrize("key", measured())
def test_a_measure_says_something_even_if_all_is_missing(key: str) -> None:
    for line in (sentence(fabricate(), key), told(key)):
        assert line.endswith(".")
        assert line[0].isupper() or line[0].isdigit()
        assert "None" not in line


def test_one_that_is_not_known_says_its_figure_or_its_rows() -> None:
    assert told("inner_peace", about(0.02, 0.5)) == "Inner peace: 0.50 (0.48 to 0.52)."
    spread = told("inner_peace", None, seats(1.0, 2.0, 3.0, 4.0, half=0.1))
    assert spread == "Inner peace: from 1.0 (North) to 4.0 (West)."


def test_a_seat_has_an_edge_only_if_it_is_sure() -> None:
    sure = told("wins_all", None, seats(0.31, 0.25, 0.22, 0.22, half=0.018))
    assert sure.endswith("where 25 % is even: this seat has an edge.")
    open_ = told("wins_all", None, seats(0.27, 0.25, 0.24, 0.24, half=0.02))
    assert open_.endswith("where 25 % is even: no seat is shown to be favoured.")


def test_length_that_never_varies_is_not_a_mean() -> None:
    assert told("decisions", Figure(24.0, (24.0, 24.0), 9)).startswith("Every game that was played")
    assert told("decisions", about(0.5, 24.0)) == "A game takes 24.0 decisions (23.5 to 24.5)."


@pytest.mark.parametrize(
    ("value", "course"),
    [(0.6, "options become fewer"), (0.4, "options become more"), (0.51, "are not shown to")],
)
def test_convergence_has_a_direction_if_it_is_sure(value: float, course: str) -> None:
    assert course in told("convergence", about(0.02, value))
    assert "are not shown to" in told("convergence", Figure(value, None, 1))


def test_who_stands_first_is_named_only_if_that_is_sure_among_all() -> None:
    """One of many is always ahead, by chance if by nothing else."""
    sure = told("secrets_given", about(0.1, 6.9), seats(7.5, 6.9, 6.7, 6.5, half=0.2))
    assert sure.startswith("North gives most away")
    # the intervals of each seat alone are apart, but not those of all four together
    for rows in (seats(7.5, 7.05, 6.7, 6.5, half=0.2), (Row("North", Figure(7.0, None, 1)),)):
        assert "North" not in told("secrets_given", about(0.1, 6.9), rows)
    even = seats(1.0, 1.0, 1.0, 1.0, half=0.1)
    for key in ("options_by_kind", "regret", "secrets_by_rule"):
        assert "most" not in told(key, about(0.1, 1.0), even)


def test_equal_shares_that_were_counted_favour_nobody() -> None:
    """Seven sevenths add up to a little less than one, as computers reckon."""
    rows = tuple(Row(str(seat), Figure(1 / 7, None, 0, exact=True)) for seat in range(7))
    assert told("exact_wins", None, rows).endswith("no seat is favoured.")


def test_what_is_worth_nothing_is_not_shown_to_be_worth_something() -> None:
    assert "was not shown to be worth anything" in told("attention", about(0.02, 0.01))
    assert told("attention", about(0.02, 0.1)).startswith(
        "Knowing all that can be inferred is worth"
    )
    assert told("hidden", about(0.02, -0.1)).startswith("Seeing all cards costs")


def test_order_that_may_be_none_is_called_so() -> None:
    assert told("order", about(0.1, 0.05)).endswith("not shown to beat random players.")


def test_dead_wood_is_listed_by_what_it_lacks() -> None:
    data = {"never_offered": [{"line": 4}, {"line": 5}], "never_matters": [{"line": 9}]}
    assert told("dead_wood", data={**data, "games": 1234}) == (
        "In 1,234 games at random, agram.rcy:4 and agram.rcy:5 were never offered; agram.rcy:9 "
        "was always the same as another."
    )
