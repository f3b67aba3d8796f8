"""Where cards go, as a picture: well-formed, told in words, and nothing upon anything else."""

from __future__ import annotations

import doctest
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.analysis.flowing import flow_of_play
from kibitz.draw import flow as flow_module
from kibitz.draw.flow import SIGHTS, Flow, FlowMove, FlowPlace, Sight, flow_svg
from kibitz.draw.kripke import text_width

SVG = "{http://www.w3.org/2000/svg}"
NARROW = 0.88
"""Widths of texts are rather too wide; names in boxes may come as near as this."""

Rect = tuple[float, float, float, float]


def place(name: str, sight: Sight = "open", owner: str = "") -> FlowPlace:
    return FlowPlace(name, owner, sight)


def simple() -> Flow:
    places = place("stock", "hidden"), place("hand", "own", "each player"), place("table")
    moves = FlowMove(0, 1, 12, 0, 0), FlowMove(1, 2, 12, 12, 0), FlowMove(2, 0, 3, 0, 3)
    return Flow("Where they go", places, moves)


def crowded(places: int = 12, moves: int = 30) -> Flow:
    """An odd game: many places, cards go everywhere."""
    sights: list[Sight] = ["hidden", "own", "open", "others"]
    own = tuple(
        place(f"place number {n}", sights[n % 4], "each player" * (n % 2)) for n in range(places)
    )
    pairs = [(a % places, (5 * a + a // places + 1) % places) for a in range(moves)]
    unique = dict.fromkeys(pairs)
    return Flow("Odd", own, tuple(FlowMove(a, b, 1 + 3 * a, a, 1) for a, b in unique))


def boxes(root: ElementTree.Element) -> list[Rect]:
    found = [each for each in root.iter(f"{SVG}rect") if each.get("class") == "kz-place"]
    x, y, width, height = (
        [float(rect.get(side, 0)) for rect in found] for side in ("x", "y", "width", "height")
    )
    return list(zip(x, y, width, height, strict=True))


def texts(root: ElementTree.Element) -> list[tuple[str, Rect]]:
    found = []
    for each in root.iter(f"{SVG}text"):
        said, size = "".join(each.itertext()), float(each.get("font-size", 0))
        width = NARROW * text_width(said, size)
        x = float(each.get("x", 0)) - (width / 2 if each.get("text-anchor") == "middle" else 0)
        found.append((said, (x, float(each.get("y", 0)) - 0.8 * size, width, size)))
    return found


def meet(one: Rect, two: Rect) -> bool:
    return (
        one[0] < two[0] + two[2]
        and two[0] < one[0] + one[2]
        and one[1] < two[1] + two[3]
        and two[1] < one[1] + one[3]
    )


def within(inner: Rect, outer: Rect) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def ends(path: str) -> list[tuple[float, float]]:
    """The points that a path goes through, without those that only bend it."""
    points = []
    for part in re.findall(r"[MCL][^MCL]*", path):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", part)]
        points.append((numbers[-2], numbers[-1]))
    return points


def look(flow: Flow) -> None:
    """Nothing lies upon anything else, and nothing is cut off."""
    root = ElementTree.fromstring(flow_svg(flow))
    x, y, width, height = map(float, root.get("viewBox", "").split())
    frame = (x, y, width, height)
    rects, said = boxes(root), texts(root)
    assert len(rects) == len(flow.places)
    for one, two in combinations(rects, 2):
        assert not meet(one, two)
    for (a, one), (b, two) in combinations(said, 2):
        assert not meet(one, two), (a, b)
    for text, rect in said:
        assert within(rect, frame), text
        for box in rects:
            assert not meet(rect, box) or within(rect, box), text
    for arrow in root.iter(f"{SVG}path"):
        if arrow.get("class") == "kz-arrow":
            for at, down in ends(arrow.get("d", "")):
                for left, top, wide, high in rects:
                    across = left + 1 < at < left + wide - 1
                    assert not (across and top + 1 < down < top + high - 1)


@pytest.mark.parametrize("name", ["agram", "brisca", "boerenbridge", "tarot"])
def test_nothing_lies_upon_anything_else_in_house_games(name: str) -> None:
    look(flow_of_play(kibitz.load(name)))


@pytest.mark.parametrize("flow", [simple(), crowded(), crowded(5, 9), Flow("Empty", (), ())])
def test_nor_in_odd_ones(flow: Flow) -> None:
    look(flow)


@given(st.data())
@settings(max_examples=15, deadline=None)
def test_nor_in_any(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 8))
    at = st.integers(0, count - 1)
    pairs = data.draw(st.lists(st.tuples(at, at), max_size=14, unique=True))
    cards = data.draw(st.lists(st.integers(1, 400), min_size=14, max_size=14))
    moves = tuple(
        FlowMove(a, b, each / 4, 0, 0) for (a, b), each in zip(pairs, cards, strict=False)
    )
    look(Flow("Any", tuple(place(f"p{n}") for n in range(count)), moves))


def test_the_more_cards_the_wider_the_arrow_and_its_number_says_how_many() -> None:
    moves = FlowMove(0, 1, 5.51, 0, 0), FlowMove(1, 2, 40, 0, 0)
    flow = Flow("", (place("a"), place("b"), place("c")), moves)
    root = ElementTree.fromstring(flow_svg(flow))
    arrows = [each for each in root.iter(f"{SVG}path") if each.get("class") == "kz-arrow"]
    wide, thin = (float(arrow.get("stroke-width", 0)) for arrow in arrows)
    assert wide > 2 * thin
    assert {"5.5", "40"} <= {text for text, _ in texts(root)}


def test_who_sees_a_place_and_a_move_is_said_in_words_and_by_class() -> None:
    root = ElementTree.fromstring(flow_svg(simple()))
    said = [text for text, _ in texts(root)]
    for seen in ("hidden", "own", "open"):
        assert SIGHTS[seen] in said
        assert [g for g in root.iter(f"{SVG}g") if g.get("class") == f"kz-{seen}"]
    classes = [g.get("class", "") for g in root.iter(f"{SVG}g")]
    assert [each for each in classes if each.startswith("kz-seenby")] == [
        "kz-seenbysome", "kz-seenbyall", "kz-seenbynone",
    ]  # fmt: skip


def test_cards_come_from_above_and_what_comes_back_goes_up() -> None:
    flow = simple()
    root = ElementTree.fromstring(flow_svg(flow))
    tops = [rect[1] for rect in boxes(root)]
    assert tops == sorted(tops)
    down, also, back = (
        ends(each.get("d", ""))
        for each in root.iter(f"{SVG}path")
        if each.get("class") == "kz-arrow"
    )
    assert down[0][1] < down[-1][1]
    assert also[0][1] < also[-1][1]
    assert back[0][1] > back[-1][1]


def test_those_who_hear_it_are_told_the_same() -> None:
    root = ElementTree.fromstring(flow_svg(simple()))
    assert root.findtext(f"{SVG}title") == "Where they go"
    told = root.findtext(f"{SVG}desc") or ""
    assert "hand of each player: its owner sees it" in told
    assert "12 from hand of each player to table, all see them" in told


def test_a_name_may_be_anything() -> None:
    flow = Flow("<b> & co", (place('"<stock>"'), place("hand")), (FlowMove(0, 1, 1, 1, 0),))
    assert ElementTree.fromstring(flow_svg(flow)).findtext(f"{SVG}title") == "<b> & co"


def test_the_same_flow_is_the_same_picture_also_from_json() -> None:
    flow = crowded()
    assert Flow.from_json(flow.to_json()) == flow
    assert flow_svg(Flow.from_json(flow.to_json())) == flow_svg(flow)


def test_of_very_many_arrows_the_widest_are_drawn_and_the_others_counted() -> None:
    pairs = [(a, b) for a in range(7) for b in range(7) if a != b]
    moves = tuple(FlowMove(a, b, 1.0 + 10 * a + b, 0, 0) for a, b in pairs)
    svg = flow_svg(Flow("Many", tuple(place(f"p{n}") for n in range(7)), moves))
    assert svg.count('class="kz-arrow"') == 28
    assert "14 smaller arrows are left out" in svg


def test_examples() -> None:
    assert doctest.testmod(flow_module, extraglobs={"kibitz": kibitz}).failed == 0
