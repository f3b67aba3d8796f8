"""Lead histories by hand."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from kibitz.analysis.histories import (
    Floats,
    decisiveness,
    drama,
    lead_changes,
    security,
    tenths,
    threshold,
    winners,
)
from kibitz.analysis.surveys import Played


def leads(*rows: list[float]) -> Floats:
    return np.array(rows)


def ended(scores: list[int], team_of: list[int]) -> Played:
    none = np.zeros((0, 0), np.int64)
    sides = len(set(team_of))
    return Played(0, none, none, sides, np.array(scores), np.array(team_of))


def test_the_threshold_is_halfway_between_the_first_two_ranks() -> None:
    assert threshold(2) == 0.5
    assert threshold(3) == 0.75
    assert threshold(4) == pytest.approx(5 / 6)


def test_drama_is_how_far_behind_the_winner_was_when_behind() -> None:
    assert drama(np.array([0.25, 0.9, 0.5 - 0.04, 1.0]), 0.5) == pytest.approx((0.5 + 0.2) / 2)
    assert drama(np.array([0.6, 0.9]), 0.5) == 0


def test_who_is_at_the_threshold_is_not_safe_yet() -> None:
    level = threshold(4)
    lead = np.array([(3 - 0.5) / 3, 1.0, 0.5])
    assert drama(lead, level) == pytest.approx(sqrt(level - 0.5) / 2)
    assert security(lead, level) == pytest.approx(1 / 3)


def test_security_is_the_share_of_a_game_in_front() -> None:
    assert security(np.array([0.2, 0.6, 0.7, 0.4]), 0.5) == 0.5


def test_a_game_is_decided_when_the_lead_stays_above_four_fifths() -> None:
    assert decisiveness(np.array([0.9, 0.5, 0.81, 0.95])) == 0.5
    assert decisiveness(np.array([0.9, 0.95])) == 1
    assert decisiveness(np.array([0.9, 0.7])) == 0


def test_the_lead_changes_when_somebody_else_is_first() -> None:
    alone = np.array([0, 1])
    assert lead_changes(leads([0.6, 0.4], [0.3, 0.7], [0.9, 0.1]), alone) == 2
    assert lead_changes(leads([0.6, 0.4], [0.5, 0.5], [0.7, 0.3]), alone) == 0
    assert lead_changes(leads([0.6, 0.4], [0.5, 0.5], [0.3, 0.7]), alone) == 1


def test_partners_lead_together() -> None:
    partners = np.array([0, 1, 0, 1])
    history = leads([0.7, 0.1, 0.6, 0.1], [0.6, 0.1, 0.7, 0.1], [0.1, 0.2, 0.1, 0.9])
    assert lead_changes(history, partners) == 1


def test_a_victory_is_shared_by_sides() -> None:
    assert winners(ended([5, 3, 5], [0, 1, 2]), True).tolist() == [0.5, 0, 0.5]
    assert winners(ended([5, 3, 5, 3], [0, 1, 0, 1]), True).tolist() == [1, 0, 1, 0]
    assert winners(ended([5, 3, 5], [0, 1, 2]), False).tolist() == [0, 1, 0]


def test_leads_are_averaged_by_tenth_of_a_game() -> None:
    history = np.repeat(np.arange(20)[:, None] / 20, 3, axis=1)
    found = tenths(history, np.array([1.0, 0, 0]))
    assert found[0] == pytest.approx((2 * np.arange(10) + 0.5) / 20)
    assert found[1] == pytest.approx(found[0])


def test_a_short_game_has_no_entry_in_some_tenths() -> None:
    found = tenths(leads([0.4, 0.6], [0.2, 0.8]), np.array([0.0, 1]))
    assert found[0, 0] == 0.6
    assert found[0, 5] == 0.8
    assert np.isnan(found[0, 1])
