"""Comparisons: which differences are more than chance."""

from __future__ import annotations

import json

import pytest

from kibitz.analysis import report
from kibitz.analysis.comparison import Comparison, Side, compare, holm
from kibitz.analysis.figures import Figure
from kibitz.analysis.report import Report
from kibitz.engine import load
from kibitz.errors import KibitzError

pytestmark = pytest.mark.usefixtures("tossing")


def hand(cards: int, *, seed: int = 1, games: int = 200, pairing: bool = True) -> Side:
    game = load("agram", HAND=cards)
    found = report(game, seed=seed, games=games, pairing=pairing, workers=1)
    return Side(f"HAND={cards}", found)


def heads(comparison: Comparison, number: int = 1) -> Figure:
    found = next(line for line in comparison.lines if line.key == "heads").differences[number]
    assert found is not None
    return found.figure


def width(figure: Figure) -> float:
    assert figure.ci95 is not None
    return figure.ci95[1] - figure.ci95[0]


def test_coins_that_fall_alike_are_compared_coin_by_coin() -> None:
    common = heads(compare([hand(4), hand(5)]))
    apart = heads(compare([hand(4, pairing=False), hand(5, pairing=False)]))
    assert common.value == apart.value > 0
    assert width(common) < 0.7 * width(apart)


def test_the_interval_is_that_of_the_differences_of_the_coins() -> None:
    """A coin that shows heads with four does so with six; d of n do with six only: the variance is
    d (1 - d) / n."""
    found = heads(compare([hand(4), hand(6)]))
    d = found.value
    assert width(found) / 2 == pytest.approx(1.972 * (d * (1 - d) / 199) ** 0.5, rel=0.001)


def test_other_seeds_and_other_decks_are_not_paired() -> None:
    brisca = Side("Brisca", report(load("brisca"), games=200, pairing=True, workers=1))
    assert compare([hand(5), hand(6)]).paired
    assert not compare([hand(5), hand(6, seed=2)]).paired
    assert not compare([hand(5), brisca]).paired


def test_differences_are_to_the_base() -> None:
    comparison = compare([hand(3), hand(5), hand(7)], base=1)
    line = next(line for line in comparison.lines if line.key == "heads")
    assert line.differences[1] is None
    fewer, _, more = line.differences
    assert fewer is not None
    assert more is not None
    assert fewer.figure.value < 0 < more.figure.value
    assert fewer.figure.ci95 is not None
    assert fewer.figure.ci95[0] < fewer.figure.value < fewer.figure.ci95[1] < 0
    assert (fewer.one, fewer.other) == (0, 1)
    assert (more.one, more.other) == (2, 1)


def test_best_and_worst_are_marked_where_one_is_better_surely() -> None:
    clear = compare([hand(2), hand(7), hand(5)])
    line = next(line for line in clear.lines if line.key == "heads")
    assert (line.best, line.worst) == (1, 0)
    few = compare([hand(5, games=25), hand(6, games=25)])
    line = next(line for line in few.lines if line.key == "heads")
    assert (line.best, line.worst) == (None, None)
    rows = [line for line in clear.lines if line.key == "hands"]
    assert all(line.best is None for line in rows)  # nobody says that tossing is better


def test_rows_are_compared_where_a_measure_has_no_figure() -> None:
    comparison = compare([hand(5), hand(6)])
    titles = [line.title for line in comparison.lines]
    assert titles == [
        "Heads",
        "Edges",
        "Hands: North",
        "Hands: East",
        "Hands: South",
        "Hands: West",
    ]


def test_what_was_counted_is_not_looked_at_for_chance() -> None:
    comparison = compare([hand(4), hand(5), hand(6)])
    assert comparison.looked_at == 3 * (1 + 4)  # three pairs; nothing stands on its edge for sure
    assert comparison.by_chance == pytest.approx(0.75)


def test_many_looks_make_a_small_difference_doubtful() -> None:
    """What is beyond its interval is sure alone, and only perhaps among many."""
    small = hand(5, games=100), hand(6, games=100)
    alone = compare(small)
    others = [hand(5, games=100, seed=seed, pairing=False) for seed in range(2, 12)]
    many = compare([*small, *others])
    (one,) = (line.differences[1] for line in alone.lines if line.key == "heads")
    (other,) = (line.differences[1] for line in many.lines if line.key == "heads")
    assert one is not None
    assert other is not None
    assert one.figure == other.figure
    assert (one.verdict, other.verdict) == ("sure", "perhaps")


def test_holm_stops_at_the_first_that_does_not_hold() -> None:
    assert holm([0.001, 0.013, 0.04, 0.03]) == [True, True, False, False]
    assert holm([0.03, 0.04]) == [False, False]
    assert holm([0.02, 0.04]) == [True, True]
    assert holm([]) == []


def test_what_moved_comes_first() -> None:
    comparison = compare([hand(4), hand(6)])
    assert comparison.moved[0].key == "heads"
    assert {line.key for line in comparison.moved} == {"heads", "edges", "hands"}


def test_a_game_does_not_differ_from_itself() -> None:
    comparison = compare([hand(5), hand(5)])
    assert [line.moved for line in comparison.lines if line.key == "heads"] == [(0, 0.0)]
    assert heads(comparison).value == 0


def test_a_measure_that_one_side_lacks_is_shown_and_not_compared() -> None:
    comparison = compare([hand(5), hand(8)])  # with eight cards no coin is tossed
    line = comparison.lines[0]
    assert line.figures[0] is not None
    assert line.figures[1] is None
    assert line.differences == (None, None)
    assert comparison.looked_at == 0


def test_as_data() -> None:
    comparison = compare([hand(5), hand(6)], title="Agram")
    data = json.loads(json.dumps(comparison.to_json()))
    assert (data["format"], data["version"], data["title"]) == ("kibitz-comparison", 1, "Agram")
    assert [side["label"] for side in data["sides"]] == ["HAND=5", "HAND=6"]
    assert Report.from_json(data["sides"][0]["report"]) == comparison.sides[0].report
    (line,) = (line for line in data["lines"] if line["measure"] == "heads")
    assert line["differences"][1]["paired"] is True
    assert line["differences"][0] is None


def test_one_report_is_not_compared() -> None:
    with pytest.raises(KibitzError, match="one report alone"):
        compare([hand(5)])
