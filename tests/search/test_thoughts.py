"""What a search thinks of an action: its mean, and how sure it can be of it."""

from __future__ import annotations

from math import inf

import pytest

import kibitz
from kibitz.search.thoughts import Thinking, thought

STATE = kibitz.load("agram").new(1)
PLAY, OTHER = STATE.actions[:2]


def test_what_was_never_tried_may_be_worth_anything() -> None:
    found = thought(PLAY, 0, 0, 0)
    assert (found.visits, found.value, found.low, found.high) == (0, 0.0, -inf, inf)


def test_one_try_has_a_value_and_says_nothing_of_the_next() -> None:
    found = thought(PLAY, 1, 7, 49)
    assert (found.visits, found.value, found.low, found.high) == (1, 7.0, -inf, inf)


def test_the_interval_is_that_of_the_mean_of_the_scores() -> None:
    """Scores 3, 5, 7 and 9: mean 6, variance 20/3, standard error the root of 5/3."""
    scores = (3, 5, 7, 9)
    found = thought(PLAY, 4, sum(scores), sum(score * score for score in scores))
    assert found.value == 6
    assert (found.low, found.high) == pytest.approx((6 - 2.5303, 6 + 2.5303), abs=0.0001)


def test_scores_that_are_all_the_same_leave_no_doubt() -> None:
    found = thought(PLAY, 3, 30, 300)
    assert (found.low, found.value, found.high) == (10, 10, 10)


def test_the_best_is_the_first() -> None:
    thoughts = (thought(OTHER, 2, 4, 8), thought(PLAY, 2, 2, 2))
    assert Thinking(0, thoughts, "ismcts", 4, 0.1).best == OTHER
