"""What games by searchers say: published figures, and games whose answers are known."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.analysis import report
from kibitz.analysis.figures import Figure
from kibitz.analysis.report import Report
from kibitz.analysis.skill import order_rotated
from kibitz.analysis.stakes import stakes
from kibitz.analysis.surveyed import Resurveyed, Searched
from kibitz.analysis.surveys import Manner

from .known import known


def searched(name: str, games: int, **more: Any) -> Report:
    """The study of one game."""
    game = kibitz.load(name) if name == "agram" else known(name)
    return report(game, studies=("searched",), games=games, workers=1, effort="quick", **more)


@cache
def agram() -> Report:
    return searched("agram", 250)


def is_within(figure: Figure | None, value: float) -> bool:
    assert figure is not None
    assert figure.ci95 is not None
    low, high = figure.ci95
    return low <= value <= high


def value(found: Report, key: str) -> float:
    figure = found.figure(key)
    assert figure is not None
    return figure.value


def rows(found: Report, key: str, group: str = "") -> dict[str, float]:
    each = found.measured[key].rows
    return {row.label: row.figure.value for row in each if row.group == group}


def made_up(**given: Any) -> Searched:
    """Games of Agram that nobody has played."""
    nothing = {"one", "even", "wins", "moments"} - given.keys()
    fields: dict[str, Any] = {name: np.zeros((0, 4)) for name in nothing}
    fields |= {"histories": (), "again": (), "samples": (), **given}
    return Searched(kibitz.load("agram"), seed=1, bots=(), how=Manner(), pairing=False, **fields)


def test_agram_comes_out_as_published() -> None:
    found = agram()
    assert value(found, "spread") == pytest.approx(0.05, abs=0.005)
    assert value(found, "drama") == pytest.approx(0.27, abs=0.02)
    assert value(found, "security") == pytest.approx(0.27, abs=0.04)
    assert is_within(found.figure("order"), 0.19)


def test_winners_of_agram_pull_away_at_the_end() -> None:
    winner = list(rows(agram(), "leads", "winner").values())
    others = list(rows(agram(), "leads", "others").values())
    assert len(winner) == len(others) == 10
    assert winner[0] - others[0] < 0.05
    assert winner[9] > 0.95
    assert others[9] < 0.7


def test_examples_can_be_replayed() -> None:
    shown = agram().measured["leads"].data["games"]
    assert set(shown) == {"typical", "dramatic"}
    for each in shown.values():
        record = kibitz.Record.from_json(each["record"])
        states = record.replay(kibitz.load("agram"))
        assert states[-1].over
        assert [seat for seat in range(4) if states[-1].ranks[seat] == 1] == each["winners"]
        assert len(each["leads"]) == len(each["decisions"]) == len(each["movers"]) == 24
        for made, mover in zip(each["decisions"], each["movers"], strict=True):
            assert states[made].to_move == mover
        assert each["leads"][-1][each["winners"][0]] == 1
        assert "games" in each["why"]


def test_every_seat_searches_in_turn() -> None:
    found = agram()
    one, all_ = found.samples["one"], found.samples["all"]
    assert (one.games, one.deals) == (1000, 250)
    assert (all_.games, all_.deals) == (250, 250)
    order = rows(found, "order_rotated")
    assert list(order) == ["North", "East", "South", "West"]
    assert order["North"] == pytest.approx(value(found, "order"))
    assert value(found, "order_rotated") == pytest.approx(sum(order.values()) / 4)
    assert sum(rows(found, "wins_all").values()) == pytest.approx(1)


def test_in_a_game_of_luck_searching_does_not_help_and_nothing_is_at_stake() -> None:
    found = searched("luck", 100)
    assert is_within(found.figure("order"), 0)
    assert is_within(found.figure("order_rotated"), 0)
    assert value(found, "spread") > 0.03
    assert is_within(found.figure("stakes"), 0)
    assert rows(found, "stakes")["nothing"] > 0.95


def test_options_differ_only_if_that_is_more_than_chance() -> None:
    def decision(number: int, gap: float, error: float) -> Resurveyed:
        return Resurveyed(number, 0, 0, gap, error, gap / 2)

    again = decision(0, 0.04, 0.01), decision(1, 0.3, 0.2), decision(2, 0.1, 0.04)
    found = stakes(made_up(again=(*again, decision(3, 0.3, 0.1))))
    assert found is not None
    assert [row.figure.value for row in found.rows] == [0.5, 0.25, 0.25]


def test_what_was_always_so_may_have_had_luck() -> None:
    again = tuple(Resurveyed(number, 0, 0, 0.0, 0.1, 0.0) for number in range(12))
    found = stakes(made_up(again=again))
    assert found is not None
    nothing = found.rows[0].figure
    assert nothing.value == 1
    assert nothing.ci95 == pytest.approx((0.025 ** (1 / 12), 1))


def test_a_searcher_who_always_wins_may_still_lose_some_day() -> None:
    found = order_rotated(made_up(one=np.ones((12, 4)), even=np.full(12, 0.25)))
    assert found is not None
    for figure, low in ((found.figure, 0.647), (found.rows[0].figure, 0.677)):
        assert figure is not None
        assert figure.value == 1
        assert figure.ci95 == pytest.approx((low, 1), abs=0.001)


def test_where_the_better_option_is_plain_searching_wins() -> None:
    found = searched("constant", 60)
    assert value(found, "order_rotated") > 0.9
    assert rows(found, "stakes")["a lot"] > 0.9
    assert value(found, "regret") > 0.2


def test_what_seats_win_by_themselves_cancels_out() -> None:
    found = searched("rigged", 20)
    seats = {"North": -0.5, "East": 1, "West": -0.5}
    assert rows(found, "order_rotated") == pytest.approx(seats)
    assert value(found, "order_rotated") == pytest.approx(0)


def test_where_all_is_drawn_everybody_has_won() -> None:
    found = searched("alldrawn", 20)
    assert rows(found, "order") == {"a shared victory counts whole": 1}
    assert value(found, "order") == 0
    assert value(found, "security") == 1
    assert value(found, "drama") == value(found, "spread") == 0


def test_regret_is_told_by_kind_of_decision() -> None:
    kinds = rows(agram(), "regret")
    assert list(kinds) == ["play (agram.rcy:36)"]
    assert rows(agram(), "regret", "by tenth").keys() <= {str(n) for n in range(1, 11)}


def test_a_game_for_one_and_one_with_private_notes_are_left_out_with_a_sentence() -> None:
    assert "a game for one" in searched("alone", 5).skipped["searched"]
    assert "only one player sees" in searched("private", 5).skipped["searched"]
    assert "no option" in searched("stuck", 20).skipped["searched"]
    nobody = searched("nobody", 5)
    assert not nobody.skipped
    assert not nobody.measured


def test_games_that_are_left_are_counted() -> None:
    found = searched("endless", 2, limit=30)
    assert found.samples["one"].unfinished == 6
    assert found.samples["all"].unfinished == 2
    assert not found.measured["leads"].data["games"]


def test_other_bots_take_the_seats_of_the_searcher() -> None:
    found = searched("rigged", 3, bots=("first",))
    assert found.samples["one"].bots == ("first", "random")
    assert rows(found, "wins_all") == {"North": 0, "East": 1, "West": 0}


def test_a_bot_that_nobody_knows_is_refused() -> None:
    assert "nobodyy" in searched("rigged", 3, bots=("nobodyy",)).skipped["searched"]


def test_the_same_comes_out_whoever_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.analysis.searched.LOT", 0.001)
    game = known("rigged")
    one, two = (
        report(game, studies=("searched",), games=20, workers=workers, effort="quick")
        for workers in (1, 2)
    )
    assert json.dumps(one.to_json()) == json.dumps(two.to_json())


def test_residuals_are_by_deal() -> None:
    found = searched("luck", 30, pairing=True)
    for key in ("order", "order_rotated", "spread", "drama", "security"):
        residuals = found.measured[key].residuals
        assert residuals is not None
        assert len(residuals) == 30
        assert abs(residuals.mean()) < 1e-9
