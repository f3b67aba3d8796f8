"""Learning curves as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from kibitz.arena.statistics import t_quantile
from kibitz.learn.plots import Plot, curves, over_seeds, picture, plots
from learn.fabricated import NASTY, curve, met, point


@pytest.fixture(scope="module")
def found() -> list[Plot]:
    return plots(curve())


def test_all_there_is_to_see_is_drawn_and_told(found: list[Plot]) -> None:
    assert [plot.key for plot in found] == ["over", "wins", "score", "loss", "rate"]
    for plot in found:
        root = ElementTree.fromstring(str(plot.svg))
        assert root[0].text == plot.title
        assert root[1].text == f"{plot.about} {plot.last}"
    assert found[0].last == "At last random: +9.82 ± 0.50 points; rule: +3.82 ± 0.50 points."
    assert found[1].last == "At last random: 34.8% (30 to 40); rule: 28.8% (24 to 34)."
    assert found[4].last == "At last 102,000."
    over = str(found[0].svg)
    assert ">equal</text>" in over  # where it is as good as they are
    assert ">random</text>" in over
    assert "fill-opacity: 0.22" in over or "opacity: 0.22" in over  # its band


@pytest.mark.usefixtures("bare")
def test_what_nobody_has_measured_is_not_drawn() -> None:
    assert plots([]) == []
    assert [plot.key for plot in plots([point(1), point(2)])] == ["loss", "rate"]
    assert [plot.key for plot in plots([point(0, met())])] == ["over", "wins", "score"]


def test_a_long_training_is_drawn_with_as_many_points_as_can_be_told_apart() -> None:
    drawn = str(curves({"long": [curve(points=3000)]}, "random"))
    assert len(drawn) < 60_000
    assert "At last long: +10.00" in drawn


def test_a_picture_of_all_of_them_is_a_file_of_its_own(found: list[Plot]) -> None:
    root = ElementTree.fromstring(picture(found) or "")
    inner = [child for child in root if child.tag.endswith("svg")]
    assert len(inner) == 5
    tops = [float(child.attrib["y"]) for child in inner]
    ends = [top + float(child.attrib["height"]) for top, child in zip(tops, inner, strict=True)]
    assert tops[0] == 0
    assert all(top > end for top, end in zip(tops[1:], ends, strict=False))


def test_the_band_of_several_trainings_is_that_of_their_seeds() -> None:
    tops = [8.0, 10.0, 12.0, 9.0, 11.0]
    line = over_seeds([curve(top) for top in tops], "over", "random")
    share = line[-1][1].value / 10.0  # all go up in the same way
    half = share * t_quantile(4) * (2.5**0.5) / 5**0.5
    assert [at for at, _ in line] == [100.0 * k for k in range(21)]
    assert line[-1][1].ci95 == pytest.approx((10 * share - half, 10 * share + half))


def test_only_steps_that_all_seeds_have_are_compared() -> None:
    one, other = curve(), curve(points=11)
    assert [at for at, _ in over_seeds([one, other], "wins", "rule")][-1] == 1000
    assert over_seeds([one, [point(7, met())]], "over", "random") == []
    assert over_seeds([], "over", "random") == []


def test_settings_are_lines_beside_each_other() -> None:
    runs = {"blind": [curve(6), curve(7)], NASTY: [curve(9), curve(10)], "nobody": []}
    drawn = str(curves(runs, "random"))
    root = ElementTree.fromstring(drawn)
    assert root[0].text == "Better than the opponent, against random"
    told = root[1].text or ""
    assert "blind: +6.4 ± 6.2" in told
    assert "nobody" not in told
    assert ">blind</text>" in drawn
    assert "<script" not in drawn
    assert curves(runs, "somebody else") is None
    assert "Loss" in str(curves(runs, "", "loss"))


@pytest.mark.usefixtures("bare")
def test_without_matplotlib_there_is_no_plot_but_what_it_says() -> None:
    found = plots(curve())
    assert [plot.svg for plot in found] == [None] * 5
    assert found[0].last.startswith("At last random: +9.8")
    assert picture(found) is None
    assert curves({"a": [curve()]}, "random") is None
