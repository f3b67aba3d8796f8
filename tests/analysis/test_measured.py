"""Measures: each says what it is, and whatever it finds survives JSON."""

from __future__ import annotations

import pytest

from kibitz.analysis.figures import Figure
from kibitz.analysis.measured import MEASURES, Measured, Row, measure, named
from kibitz.analysis.studies import STUDIES


def test_every_measure_of_every_study_is_known_by_its_key() -> None:
    assert sum(len(study.measures) for study in STUDIES) <= len(MEASURES)
    assert [each.key for each in MEASURES.values()] == list(MEASURES)


@pytest.mark.parametrize("key", sorted(MEASURES))
def test_a_measure_says_what_it_asks_and_how_it_is_defined(key: str) -> None:
    told = MEASURES[key]
    assert told.title
    assert told.asks.endswith("?")
    assert len(told.definition) > 20
    assert told.definition.rstrip().endswith((".", "):", ")"))
    assert told.unit == "" or told.unit.isalpha()
    assert told.better in (None, "high", "low")


def test_the_docstring_is_the_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.analysis.measured.MEASURES", {})

    @measure("half", "Half", asks="How much is a half?", sample="none")
    def half(number: int) -> Measured | None:
        """A half
        of a number."""
        return Measured(Figure(number / 2, None, 1)) if number else None

    found = half(3)
    assert found is not None
    assert found.key == "half"
    assert found.measure.definition == "A half\nof a number."
    assert half(0) is None


def test_rows_have_no_gaps_for_what_is_not_there() -> None:
    rows = named([1, 2, 3], [Figure(5, None, 1), None, Figure(6, None, 1)], "leader")
    assert [(row.label, row.group) for row in rows] == [("1", "leader"), ("3", "leader")]


def test_what_was_found_survives_json() -> None:
    found = Measured(
        Figure(0.5, (0.4, 0.6), 9),
        (Row("1", Figure(2, None, 1), "leader"), Row("North", Figure(3, (1, 5), 4))),
        "a note",
        {"clauses": [{"line": 4}]},
        "options",
    )
    assert Measured.from_json("options", found.to_json()) == found
    assert Measured.from_json("score", Measured().to_json()) == Measured(key="score")
