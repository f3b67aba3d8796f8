"""Luck and skill: the shares of made-up results are found again, and those of games where they are
plain."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.analysis import contest, luck
from kibitz.analysis.contest import ROW, Contest, Kind
from kibitz.analysis.luck import STUDY, Luck, deals_needed, shares
from kibitz.analysis.study import Sample

from .skilful import ALONE, CHANCE, LUCK, NIM, PRIVATE, figure_of, gathered


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Python, with few tries: these games are small."""
    monkeypatch.setattr(contest, "MODE", "python")
    monkeypatch.setattr(luck, "TRIES", 10)


def made_up(deals: int, deal: float, seat: float, play: float, seed: int) -> luck.Numbers:
    """[deal, time, seat]: results with these standard deviations."""
    rng = np.random.default_rng(seed)
    seats = np.array([1.0, -1.0, 1.0, -1.0]) * seat
    found: luck.Numbers = (
        rng.normal(0, deal, (deals, 1, 4)) + seats + rng.normal(0, play, (deals, 3, 4))
    )
    return found


def test_the_shares_of_deal_seat_and_play_are_found_again() -> None:
    found = shares(made_up(4000, 1.0, 0.5, 2.0, seed=1))
    assert found is not None
    values = [figure.value for figure in found.figures]
    assert values == pytest.approx([1 / 5.25, 0.25 / 5.25, 4 / 5.25], abs=0.015)
    assert sum(values) == pytest.approx(1)


def test_the_interval_holds_about_as_often_as_it_says() -> None:
    held = 0
    for seed in range(200):
        found = shares(made_up(40, 1.0, 0.5, 1.5, seed))
        assert found is not None
        low, high = found.figures[0].ci95 or (0, 0)
        held += low <= 1 / 3.5 <= high
    assert 180 <= held <= 198


def test_estimates_of_shares_are_not_too_high_on_average_where_there_is_no_luck() -> None:
    lows = []
    for seed in range(50):
        found = shares(made_up(30, 0.0, 0.5, 1.0, seed))
        assert found is not None
        lows.append((found.figures[0].ci95 or (1, 1))[0])
    assert lows.count(0.0) >= 45


def test_seats_that_are_alike_are_not_found_to_differ_because_there_are_few_deals() -> None:
    found = [shares(made_up(6, 1.0, 0.0, 1.0, seed)) for seed in range(60)]
    seat = [each.figures[1].value for each in found if each is not None]
    assert len(seat) == 60
    assert 20 <= seat.count(0.0) <= 50  # an estimate without bias is below 0 about as often as not


def test_if_only_one_deal_differs_nobody_knows_how_sure_that_is() -> None:
    results = np.zeros((4, 3, 2))
    results[2, :, 0] = 1.0
    found = shares(results)
    assert found is not None
    assert [figure.ci95 for figure in found.figures] == [None] * 3


def test_games_that_end_alike_whoever_thinks_have_no_play_in_them() -> None:
    ranks = np.random.default_rng(1).choice([0.0, 1 / 3, 2 / 3, 1.0], (20, 1, 4))
    found = shares(np.repeat(ranks, 3, axis=1))
    assert found is not None
    assert found.figures[2].value == 0
    assert found.figures[2].ci95 == (0, 0)


def test_residuals_have_the_variance_of_the_figure() -> None:
    found = shares(made_up(300, 1.0, 0.5, 1.5, seed=3))
    assert found is not None
    figure, pulls = found.figures[0], found.pulls[0]
    assert pulls.mean() == pytest.approx(0, abs=1e-9)
    low, high = figure.ci95 or (0, 0)
    assert 1.96 * np.std(pulls) / len(pulls) ** 0.5 == pytest.approx((high - low) / 2, rel=0.02)


def test_results_that_never_differ_have_no_shares() -> None:
    assert shares(np.ones((5, 3, 2))) is None
    assert shares(np.zeros((1, 3, 2))) is None


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("text", [CHANCE, LUCK], ids=["nothing to decide", "nothing that counts"])
def test_in_a_game_of_pure_luck_play_decides_nothing(text: str) -> None:
    measured = luck.luck(gathered(STUDY, text, 45, pairing=True))
    assert measured is not None
    parts = {row.label: row.figure.value for row in measured.rows if row.group == ""}
    assert parts["play"] == 0
    assert parts["deal"] > 0.8
    assert sum(parts.values()) == pytest.approx(1)
    assert figure_of(measured).value == parts["deal"]
    assert measured.residuals is not None
    assert len(measured.residuals) == 15


@pytest.mark.usefixtures("quickly")
def test_in_an_open_game_that_is_always_dealt_the_same_there_is_no_luck() -> None:
    found = figure_of(luck.luck(gathered(STUDY, NIM, 36)))
    assert found.value < 0.2
    assert (found.ci95 or (1, 1))[0] == 0


@pytest.mark.usefixtures("quickly")
def test_nobody_is_told_apart_where_the_deal_decides() -> None:
    measured = deals_needed(gathered(STUDY, LUCK, 12))
    assert measured is not None
    assert measured.figure is None
    assert measured.rows == ()
    told = "10 tries were not shown to be better than 1 try in 6 deals"
    assert told in (measured.note or "")


@pytest.mark.usefixtures("quickly")
def test_where_numbers_are_private_the_searchers_see_them() -> None:
    found = gathered(STUDY, PRIVATE, 6)
    assert found.kind.how == "open"
    measured = luck.luck(found)
    assert measured is None or "no search can imagine" in (measured.note or "")


def test_nobody_to_play_against() -> None:
    assert gathered(STUDY, ALONE, 8) is None


def contest_of(gains: list[float]) -> Luck:
    """A contest in which the better player gained so many ranks on each deal."""
    rows = np.zeros((len(gains), len(ROW)))
    rows[:, ROW.index("ranks")] = gains
    held = Contest((Kind("search", 200), Kind("search", 20)), rows)
    sample = Sample("luck", "", (), 0, 0, 1)
    nothing = np.zeros((0, 3, 2))
    return Luck((sample,), nothing, nothing, (held,), Kind("search", 200), False)


def test_deals_needed_are_those_of_the_textbook() -> None:
    """With a spread of 1 and a difference of a half: (1.96 + 0.84)^2 / 0.25 = 31 deals."""
    found = figure_of(deals_needed(contest_of([0.5 + 1.0, 0.5 - 1.0] * 5000)))
    assert found.value == pytest.approx(31.4, abs=0.1)
    low, high = found.ci95 or (0, 0)
    assert low < found.value < high


def test_who_always_wins_is_seen_in_one_deal() -> None:
    assert figure_of(deals_needed(contest_of([0.5] * 20))).value == 1


def test_more_tries_that_do_worse_are_not_better_in_any_number_of_deals() -> None:
    measured = deals_needed(contest_of([-0.5, -0.4] * 20))
    assert measured is not None
    assert measured.figure is None
    assert "200 tries were not shown to be better" in (measured.note or "")
