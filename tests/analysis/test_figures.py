"""Figures and their intervals, against examples worked out by hand and against repeated drawing."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kibitz.analysis.figures import (
    Figure,
    difference,
    mean,
    mean_share,
    of_moments,
    paired,
    ratio,
    residuals,
    share,
)


def test_a_mean_has_the_interval_of_student() -> None:
    found = mean([1, 2, 3, 4])
    assert found is not None
    assert found.value == 2.5
    # The standard error is sqrt(5/3 / 4) = 0.6455, and t with 3 degrees of freedom is 3.1824.
    assert found.ci95 == pytest.approx((2.5 - 2.0543, 2.5 + 2.0543), abs=3e-3)
    assert found.n == 4


def test_of_nothing_there_is_no_figure_and_of_one_no_interval() -> None:
    assert mean([]) is None
    assert of_moments(0, 0, 0) is None
    assert share(0, 0) is None
    assert ratio([], []) is None
    assert ratio([0, 0], [0, 0]) is None
    assert mean([7]) == Figure(7, None, 1)
    assert ratio([1], [2]) == Figure(0.5, None, 1)


def test_what_never_varies_is_sure() -> None:
    found = mean([0.1] * 50)
    assert found is not None
    assert found.ci95 == pytest.approx((0.1, 0.1))


def test_a_share_of_none_may_still_be_more() -> None:
    none, all_of = share(0, 100), share(100, 100)
    assert none is not None
    assert all_of is not None
    assert none.ci95 == pytest.approx((0, 0.037), abs=1e-3)
    assert all_of.ci95 == pytest.approx((0.963, 1), abs=1e-3)


def test_wilsons_interval_of_a_half() -> None:
    found = share(50, 100)
    assert found is not None
    assert found.ci95 == pytest.approx((0.4038, 0.5962), abs=1e-4)


@pytest.mark.parametrize("what", ["mean", "share", "ratio"])
def test_intervals_hold_the_truth_in_19_of_20_samples(what: str) -> None:
    rng, held = Random(5), 0
    for _ in range(400):
        sizes = [rng.randint(1, 9) for _ in range(60)]
        lucky = [rng.random() < 0.3 for _ in sizes]
        if what == "mean":
            found, truth = mean([rng.random() for _ in sizes]), 0.5
        elif what == "share":
            found, truth = share(sum(lucky), 60), 0.3
        else:  # all that is in a cluster has the same luck
            hits = [size * luck for size, luck in zip(sizes, lucky, strict=True)]
            found, truth = ratio(hits, sizes), 0.3
        assert found is not None
        assert found.ci95 is not None
        held += found.ci95[0] <= truth <= found.ci95[1]
    assert 0.92 <= held / 400 <= 0.98


def test_clusters_of_one_size_give_the_mean_of_the_clusters() -> None:
    halves = ratio([1, 2, 3, 4], [2, 2, 2, 2])
    assert halves == mean([0.5, 1, 1.5, 2])


def test_differences_of_independent_figures_are_less_sure_than_either() -> None:
    found = difference(Figure(3, (2, 4), 10), Figure(1, (0, 2), 20))
    assert found.value == 2
    assert found.ci95 == pytest.approx((2 - 2**0.5, 2 + 2**0.5))
    assert found.n == 10
    exact = difference(Figure(3, None, 0, exact=True), Figure(1, None, 0, exact=True))
    assert exact == Figure(2, None, 0, exact=True)


def test_a_figure_that_was_counted_adds_no_doubt_to_a_difference() -> None:
    assert difference(Figure(3, (2, 4), 10), Figure(1, None, 0, exact=True)) == Figure(
        2, (1, 3), 10
    )
    assert difference(Figure(3, (2, 4), 10), Figure(1, None, 1)).ci95 is None


def test_what_two_games_have_in_common_does_not_blur_their_difference() -> None:
    rng = np.random.default_rng(1)
    deals = rng.normal(0, 10, 500)
    one, other = deals + 1 + rng.normal(0, 0.1, 500), deals
    figures = mean(one.tolist()), mean(other.tolist())
    assert figures[0] is not None
    assert figures[1] is not None
    apart = difference(figures[0], figures[1])
    beside = paired(figures[0], residuals(one), figures[1], residuals(other))
    assert apart.ci95 is not None
    assert beside.ci95 is not None
    assert apart.ci95[0] < 0 < apart.ci95[1]
    assert 0.95 < beside.ci95[0] < beside.value < beside.ci95[1] < 1.05


def test_the_interval_of_a_difference_holds_if_one_game_was_played_more_often() -> None:
    """Deals that only one of them has say something about it alone, and are not to be left out."""
    rng, held = np.random.default_rng(2), 0
    for _ in range(400):
        deals = rng.normal(0, 1, 400)
        one, other = deals + rng.normal(0, 0.3, 400), deals[:40] + rng.normal(0, 0.3, 40)
        figures = mean(one.tolist()), mean(other.tolist())
        assert figures[0] is not None
        assert figures[1] is not None
        for found in (
            paired(figures[0], residuals(one), figures[1], residuals(other)),
            paired(figures[1], residuals(other), figures[0], residuals(one)),
        ):
            assert found.ci95 is not None
            held += found.ci95[0] <= 0 <= found.ci95[1]
    assert 0.92 <= held / 800 <= 0.98


def test_who_has_always_won_so_far_need_not_always_win() -> None:
    luck = 0.2646  # (1 - luck)^12 = 1/40
    for value in (0.0, 0.5, 1.0):
        found = mean_share([value] * 12)
        assert found is not None
        assert found.value == value
        low = value * (1 - luck)
        assert found.ci95 == pytest.approx((low, low + luck), abs=1e-4)
    found = mean_share([1.0, 1.0, 0.9])
    assert found is not None
    assert found.ci95 is not None
    assert found.ci95[1] == 1.0
    assert mean_share([1.0]) == mean([1.0])


def test_residuals_say_how_sure_a_ratio_is() -> None:
    above, below = [1.0, 5, 2, 8], [2.0, 6, 9, 9]
    left = residuals(above, below)
    found = ratio(above, below)
    assert found is not None
    assert found.ci95 is not None
    assert left.mean() == pytest.approx(0)
    t_3 = 3.182446
    half = t_3 * float(np.std(left, ddof=1)) / 4**0.5
    assert found.ci95[1] - found.value == pytest.approx(half, rel=2e-3)


def test_figures_survive_json() -> None:
    for figure in (Figure(0.5, (0.4, 0.6), 7), Figure(2.25, None, 0, exact=True)):
        assert Figure.from_json(figure.to_json()) == figure


def test_an_interval_is_cut_to_where_such_a_number_can_lie() -> None:
    assert Figure(0.9, (0.7, 1.1), 5).within(0, 1).ci95 == (0.7, 1)
    assert Figure(0.9, None, 1).within(0, 1) == Figure(0.9, None, 1)
