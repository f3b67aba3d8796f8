"""Conditions on hidden cards as data: what is told of them, and what is left of them."""

from __future__ import annotations

from kibitz.engine.disclosures import (
    MANY,
    All,
    Count,
    Log,
    One,
    Picked,
    Untold,
    all_of,
    clauses,
    disclose_pick,
    one_of,
    opposite,
    untold,
    without_untold,
)

HEART, SPADE, CLUB = (Count(1, 1 << card, 1, MANY) for card in range(3))
REASON = Untold(7, "nobody knows")


def test_what_cannot_be_told_keeps_its_line_and_reason() -> None:
    condition = one_of(HEART, all_of(SPADE, REASON))
    assert list(untold(condition)) == [Untold(7, "nobody knows")]
    assert opposite(REASON) == REASON


def test_without_what_cannot_be_told_a_condition_says_less_but_nothing_wrong() -> None:
    assert without_untold(one_of(HEART, all_of(SPADE, REASON))) == One((HEART, SPADE))
    assert without_untold(one_of(HEART, REASON)) is True
    assert without_untold(all_of(HEART, REASON)) == HEART


def test_a_clause_that_cannot_be_told_does_not_blind_the_others() -> None:
    found = list(clauses(all_of(HEART, one_of(SPADE, all_of(CLUB, REASON)))))
    assert found == [(HEART,), (SPADE, CLUB), (SPADE, REASON)]


def test_a_condition_of_too_many_clauses_is_kept_as_it_is() -> None:
    pairs = [All((Count(1, 1 << n, 1, MANY), Count(2, 1 << n, 1, MANY))) for n in range(9)]
    condition = one_of(*pairs)
    assert list(clauses(condition)) == [(condition,)]
    more = one_of(*pairs, all_of(HEART, REASON))
    assert list(clauses(more)) == [(without_untold(more),), (REASON,)]


def test_that_a_pick_is_what_it_surely_is_says_nothing() -> None:
    log = Log()
    disclose_pick(log, one_of(Picked(0b011), all_of(HEART, Picked(0b111))), 1, 1, False, 0b111)
    disclose_pick(log, all_of(HEART, Picked(0b111)), 1, 1, False, 0b111)
    first, second = log.disclosures
    assert first.condition == One((Picked(0b011), HEART))
    assert second.condition == HEART
