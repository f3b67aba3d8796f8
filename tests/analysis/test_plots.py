"""Plots: the same bytes each time, in the colours of the page, and told to who does not see."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from analysis.fabricated import NASTY, about
from kibitz.analysis import plots
from kibitz.analysis.figures import Figure
from kibitz.analysis.plots import Bar, Curve, Dot
from kibitz.draw.canvas import COLOURS
from kibitz.draw.curves import beside
from kibitz.draw.markup import Markup, look

Draw = Callable[[str], Markup | None]

FEW = [(float(k), about(0.2, 6.0 - k)) for k in range(1, 7)]
MANY = [(float(k), about(0.2, 30.0 - k / 4)) for k in range(1, 121)]


def bars(key: str) -> Markup | None:
    found = [Bar(f"\x01{NASTY}", about(0.02, 0.31)), Bar("East", Figure(-0.1, None, 1), "seat-1")]
    return plots.bars(key, NASTY, NASTY, found, unit="share", line=(0.25, "even"), x="wins")


DRAWN: dict[str, Draw] = {
    "curves": lambda key: plots.curves(
        key, "Options", "Fewer and fewer.",
        [Curve(NASTY, FEW, "seat-0"), Curve("others", FEW, "seat-1", heavy=True)],
        x="trick", y="options", line=(3.0, "ahead"),
    ),
    "bands": lambda key: plots.curves(key, "Bits", "Down.", [Curve("North", MANY)], steps=True),
    "named": lambda key: plots.curves(
        key, "Order", "Up.", [Curve("HAND", FEW)], ticks={k: f"HAND={k:.0f}" for k, _ in FEW},
        unit="share", high=1.0,
    ),
    "bars": bars,
    "columns": lambda key: plots.columns(key, "Length", "Long.", [(22, 10), (24, 40)], x="n"),
    "stack": lambda key: plots.stack(
        key, "Luck", "Much.", [Bar("deal", about(0.1, 0.6)), Bar("play", about(0.1, 0.4), "seat-2")]
    ),
    "dots": lambda key: plots.dots(
        key, "Games", "Apart.",
        [Dot(f"Game {k}", about(0.02, k / 9), about(0.1, k % 3)) for k in range(9)],
        x="skill", y="length", units=("share", ""),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return {name: str(draw(f"p-{name}")) for name, draw in DRAWN.items()}


@pytest.mark.parametrize("name", DRAWN)
def test_a_plot_is_well_formed_small_and_named(name: str, drawn: dict[str, str]) -> None:
    root = ElementTree.fromstring(drawn[name])
    assert root.attrib["role"] == "img"
    title, told = root[0], root[1]
    assert (title.tag, told.tag) == ("title", "desc")
    assert root.attrib["aria-labelledby"] == f"{title.attrib['id']} {told.attrib['id']}"
    assert len(drawn[name].encode()) < 40_000
    assert "<image" not in drawn[name]
    assert "xmlns" not in drawn[name]


@pytest.mark.parametrize("name", DRAWN)
def test_colours_are_variables_of_the_page(name: str, drawn: dict[str, str]) -> None:
    used = re.findall(r"(?:fill|stroke): ([^;\"]+)", drawn[name])
    for colour in {*used} - {"none"}:
        found = re.fullmatch(r"var\(--([a-z0-9-]+), (#[0-9a-f]{6})\)", colour)
        assert found, colour
        assert COLOURS[found[1]] == found[2]
        assert f"--{found[1]}: {found[2]};" in look()
    assert drawn[name].count("#") == len(re.findall(r', #[0-9a-f]{6}\)|href="#', drawn[name]))


def test_the_same_values_give_the_same_bytes(drawn: dict[str, str]) -> None:
    assert str(DRAWN["curves"]("p-curves")) == drawn["curves"]
    assert not re.search(r"20\d\d-\d\d", drawn["curves"])


def test_ids_are_those_of_no_other_plot(drawn: dict[str, str]) -> None:
    for name, text in drawn.items():
        ids = re.findall(r' id="([^"]+)"', text)
        assert len(set(ids)) == len(ids)
        assert all(id_.startswith(f"p-{name}-") for id_ in ids)
        assert {link[1:] for link in re.findall(r'href="([^"]+)"', text)} <= set(ids)


def test_strange_labels_stay_text(drawn: dict[str, str]) -> None:
    assert "<script" not in drawn["bars"]
    assert "&lt;script&gt;" in drawn["bars"]
    assert "$x^2$" in drawn["curves"].replace("…", "$x^2$")


def test_type_is_that_of_the_page(drawn: dict[str, str]) -> None:
    for text in drawn.values():
        assert text.count("font-family") == 1
        assert "var(--sans" in text


def test_the_threshold_is_named_and_the_winner_heavy(drawn: dict[str, str]) -> None:
    assert ">ahead</text>" in drawn["curves"]
    assert re.search(r"stroke: var\(--seat-1[^;]*; stroke-width: 3.4", drawn["curves"])
    assert ">HAND=3</text>" in drawn["named"]


def test_without_matplotlib_there_is_no_plot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.draw.canvas.find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # an import would fail
    assert [draw("p") for draw in DRAWN.values()] == [None] * len(DRAWN)
    assert 'pip install "kibitz[report]"' in plots.MISSING


def test_nothing_is_no_plot() -> None:
    assert plots.curves("p", "T", "t", []) is None
    assert plots.bars("p", "T", "t", []) is None
    assert plots.stack("p", "T", "t", []) is None
    assert plots.dots("p", "T", "t", []) is None


@pytest.mark.parametrize("value", [0.0, 1.0, 1e9, -5.0])
def test_a_single_value_can_be_drawn_wherever_it_lies(value: float) -> None:
    figure = Figure(value, (value, value), 3)
    assert plots.curves("p", "T", "t", [Curve("c", [(1.0, figure)])]) is not None
    assert plots.bars("p", "T", "t", [Bar("b", figure)]) is not None


def test_a_legend_is_not_wider_than_its_plot() -> None:
    assert beside(["North", "East", "South", "West"]) == 4
    assert beside(["North (won)", "East", "South (won)", "West"]) == 2
    assert beside(["winner", "others"]) == 2
    assert beside(["a name that is as long as anybody's may be, and longer"]) == 1
