"""Games at random, measured: on games whose answers are known."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.analysis.figures import Figure, difference, paired
from kibitz.analysis.random_games import fair
from kibitz.analysis.report import Report
from kibitz.analysis.run import pilot, report

from .known import known


def measured(name: str, games: int = 400, **parameters: int) -> Report:
    """A report on games at random of one of the known games."""
    return report(known(name, **parameters), random=games, studies=("random",), workers=1)


def figure(found: Report, key: str) -> Figure:
    value = found.figure(key)
    assert value is not None
    return value


def test_a_constant_game_converges_exactly_half() -> None:
    found = measured("constant")
    assert figure(found, "convergence") == Figure(0.5, (0.5, 0.5), 400)
    assert figure(found, "options").value == 5
    assert figure(found, "forced").value == 0


def test_a_hand_that_is_played_out_converges() -> None:
    assert figure(measured("alone"), "convergence") == Figure(1, (1, 1), 400)


def test_a_rigged_seat_is_found() -> None:
    found = measured("rigged")
    wins = {row.label: row.figure for row in found.measured["win_share"].rows}
    assert [each.value for each in wins.values()] == [0, 1, 0]
    fair = [row.figure for row in found.measured["fairness"].rows]
    assert [each.value for each in fair] == [0, 0, 0]
    assert all(each.ci95 is not None and each.ci95[1] < 0.05 for each in fair)
    other = measured("rigged", LUCKY=0)
    assert figure(other, "win_share").value == 1
    assert figure(other, "fairness").value == 0


def test_pure_luck_is_fair() -> None:
    found = measured("luck", 2000)
    for row in found.measured["fairness"].rows:
        assert row.figure.ci95 is not None
        assert row.figure.ci95[1] == 1
        assert row.figure.ci95[0] < row.figure.value <= 1
    for row in found.measured["win_share"].rows:
        assert row.figure.value == pytest.approx(0.25, abs=0.03)


def test_fairness_is_the_share_of_a_fair_part() -> None:
    """0.4 of the games where a quarter is fair: (1 - 0.4) * 4/3 = 0.8; 0.2 of them: 0.2 * 4."""
    often, seldom = (fair(Figure(share, None, 1), 1 / 4) for share in (0.4, 0.2))
    assert often.value == pytest.approx(0.8)
    assert seldom.value == pytest.approx(0.8)
    assert fair(Figure(0.24, (0.2, 0.3), 9), 1 / 4).ci95 == pytest.approx((0.8, 1))
    assert fair(Figure(0.5, (0.4, 0.6), 9), 1 / 4).ci95 == pytest.approx((1.6 / 3, 0.8))


def test_a_game_that_never_ends_is_reported() -> None:
    found = report(known("endless"), studies=("random", "exact"), workers=1, limit=300)
    left = figure(found, "unfinished")
    assert (left.value, left.n) == (1, 200)
    assert left.ci95 == pytest.approx((0.981, 1), abs=1e-3)
    assert found.measured["unfinished"].note == "200 of 200 games were left after 300 decisions"
    assert found.samples["random"].unfinished == 200
    assert figure(found, "decisions").value == 300


def test_a_game_that_ends_says_nothing_of_it() -> None:
    assert measured("constant", 20).figure("unfinished") is None


def test_nobody_decides_anything() -> None:
    found = measured("nobody")
    assert figure(found, "decisions") == Figure(0, (0, 0), 400)
    for key in ("options", "forced", "options_by_kind", "options_by_place", "dead_wood"):
        assert found.figure(key) is None
    assert figure(found, "convergence").value == 0.5
    assert figure(found, "win_share").value == pytest.approx(0.25, abs=0.06)


def test_one_player_always_wins() -> None:
    found = measured("alone")
    assert figure(found, "win_share").value == 1
    assert figure(found, "fairness").value == 1
    assert [row.figure.value for row in found.measured["options"].rows] == [5, 4, 3, 2, 1]


def test_partners_have_half_of_the_games_each() -> None:
    found = measured("partners", 1000)
    wins = [row.figure.value for row in found.measured["win_share"].rows]
    assert wins[:2] == wins[2:]
    assert sum(wins) == pytest.approx(2)
    assert figure(found, "fairness").value > 0.9


def test_secret_choices_are_often_a_draw() -> None:
    assert figure(measured("secretly", 3000), "draws").value == pytest.approx(1 / 3, abs=0.03)


def test_rules_that_fail_are_said_and_do_not_end_the_report() -> None:
    found = report(known("stuck"), random=60, studies=("random", "exact"), workers=1)
    assert set(found.skipped) == {"random", "exact"}
    assert "no option at this choice" in found.skipped["random"]


def test_a_pilot_says_what_games_cost() -> None:
    cost = pilot(known("constant"), 1, 10_000)
    assert (cost.decisions, cost.options, cost.choices, cost.unfinished) == (10, 5, 10, 0)
    assert pilot(known("endless"), 1, 50).unfinished == 1


def test_a_histogram_has_all_games_in_at_most_60_bins() -> None:
    data = measured("dice", 500).measured["decisions"].data
    assert sum(games for _, games in data["histogram"]) == 500
    assert len(data["histogram"]) <= 60
    assert data["histogram"][0][0] == data["shortest"] >= 2


def test_who_leads_may_play_what_they_like() -> None:
    found = report(kibitz.load("agram"), random=300, studies=("random",), workers=1)
    rows = found.measured["options_by_place"].rows
    assert [row.figure.value for row in rows if row.group == "leader"] == [6, 5, 4, 3, 2, 1]
    followers = [row.figure.value for row in rows if row.group == "followers"]
    assert all(1 <= each < 2.7 for each in followers)
    assert [row.label for row in rows if row.group == "place"] == ["leader", "2nd", "3rd", "4th"]
    [kind] = found.measured["options_by_kind"].rows
    assert kind.label == "play (agram.rcy:36)"
    assert found.measured["options_by_kind"].data["kinds"][0]["share"] == 1


def test_variants_on_the_same_deals_are_told_apart_more_surely() -> None:
    """Seven cards each, and the first trick decides or the second: much is the same."""
    one, other = (
        report(
            kibitz.load("agram", NUMP=2, HAND=7, TRICKS=tricks),
            random=400,
            studies=("random",),
            workers=1,
            pairing=True,
        )
        for tricks in (6, 7)
    )
    for key in ("decisions", "choices", "options", "forced", "convergence", "win_share", "draws"):
        mine, theirs = one.measured[key], other.measured[key]
        assert mine.figure is not None
        assert theirs.figure is not None
        assert mine.residuals is not None
        assert theirs.residuals is not None
        assert len(mine.residuals) == 400
        apart = difference(mine.figure, theirs.figure)
        beside = paired(mine.figure, mine.residuals, theirs.figure, theirs.residuals)
        assert beside.value == apart.value
        if key in ("options", "choices"):
            assert beside.ci95 is not None
            assert apart.ci95 is not None
            assert beside.ci95[1] - beside.ci95[0] < apart.ci95[1] - apart.ci95[0]
    assert one.measured["fairness"].residuals is not None
