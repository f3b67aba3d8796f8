"""Formulas asked of `kibitz know`: by the kibitzer, who sees all, and by a seat, who may not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .conftest import Kibitz

MOMENT = ("know", "agram", "--seed", "1", "--at", "14")
"""East has just shown to have no diamonds. North has 9♠ and A♥; 8♠ is in the stock."""


def answers(kibitz: Kibitz, *words: str) -> list[dict[str, Any]]:
    result = kibitz(*MOMENT, *words, "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)["answers"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("formula", "truth"),
    [
        ("has(N,9S)", True),
        ("has(E,diamonds)", False),
        ("K N ~has(E,diamonds)", True),
        ("C N,E,S,W ~has(E,diamonds)", True),
        ("K N has(E,8S)", False),
        ("Kw N has(N,8S)", True),
        ("Kw N has(S,8S)", False),
        ("[! has(E,8S)] K N has(E,8S)", True),
        ("K E K S ~has(E,diamonds)", True),
    ],
)
def test_the_kibitzer_knows_the_truth(kibitz: Kibitz, formula: str, truth: bool) -> None:
    (answer,) = answers(kibitz, formula)
    assert set(answer) == {"formula", "truth", "counterexample", "differing", "reasons"}
    assert answer["truth"] is truth
    if not truth:
        assert answer["counterexample"]


def test_a_seat_may_not_know(kibitz: Kibitz) -> None:
    found = answers(kibitz, "--seat", "N", "has(S,8S)", "has(E,diamonds)", "has(N,9S)")
    assert [answer["truth"] for answer in found] == [None, False, True]
    assert "East has no diamonds" in found[1]["reasons"]


def test_a_seat_is_told_nothing_that_depends_on_other_hands(kibitz: Kibitz) -> None:
    (answer,) = answers(kibitz, "--seat", "N", "has(STOCK,8S)")
    assert answer["truth"] is None


def test_answers_in_words(kibitz: Kibitz) -> None:
    shown = kibitz(*MOMENT, "K N ~has(E,diamonds)", "has(E,diamonds)").stdout
    told = shown.partition("\nAnswers\n")[2] or shown.partition("Answers")[2]
    assert "  true   K N ~has(E,diamonds)" in told
    assert "  false  has(E,diamonds)" in told
    assert "a deal that shows it: " in told
    own = kibitz(*MOMENT, "--seat", "N", "has(S,8S)").stdout
    assert "Answers, given what North knows" in own
    assert "  not known  has(S,8S)" in own


def test_what_is_no_formula_is_refused(kibitz: Kibitz) -> None:
    result = kibitz(*MOMENT, "has(E")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "error: " in result.stderr
