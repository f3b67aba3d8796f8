"""Kripke models as pictures: well-formed, honest, the same every time."""

from __future__ import annotations

import doctest
from types import ModuleType
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.draw import (
    KripkePicture,
    PictureAgent,
    PictureWorld,
    draw_kripke,
    geometry,
    graphviz,
    graphviz_kripke,
    kripke,
    layout,
    seated,
    svg,
)
from kibitz.draw.geometry import convex_hull, inside, spanning_tree
from kibitz.draw.kripke import Relations, world_boxes
from kibitz.draw.layout import clusters
from kibitz.draw.svg import element
from kibitz.errors import KibitzError

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("North", "East", "South", "West")
BOTH: tuple[Relations, ...] = ("lines", "hulls")


def one_card(true: int = 0) -> KripkePicture:
    """A card that each of four may have: they know only whether they have it themselves."""
    agents = []
    for seat, name in enumerate(NAMES):
        others = [k for k in range(4) if k != seat]
        strong = [seat] if seat == true else others
        agents.append(PictureAgent.of_clusters(name, [[seat], others], strong))
    worlds = tuple(PictureWorld((name,), actual=k == true) for k, name in enumerate(NAMES))
    return KripkePicture(worlds, tuple(agents), "Q♥")


def random_picture(count: int, seats: int, seed: int) -> KripkePicture:
    """Seats that see some bits of a world's number."""
    agents = [
        PictureAgent.of_clusters(
            f"seat {seat}",
            [
                [k for k in range(count) if hash((seed, seat, k % (seat + 2))) % 3 == look]
                for look in range(3)
            ],
        )
        for seat in range(seats)
    ]
    worlds = tuple(PictureWorld((f"w{k}", "second line")) for k in range(count))
    return KripkePicture(worlds, tuple(agents))


def classed(svg: str, name: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    return [e for e in ElementTree.fromstring(svg).iter() if name in e.get("class", "").split()]


@pytest.mark.parametrize("relations", BOTH)
def test_a_picture_is_well_formed_named_and_described(relations: Relations) -> None:
    root = ElementTree.fromstring(draw_kripke(one_card(), relations=relations))
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    assert root.findtext(SVG + "title") == "Q♥"
    told = root.findtext(SVG + "desc") or ""
    assert "North (true)" in told
    assert "North considers possible: North." in told
    assert "East considers possible: North; South; West." in told


@pytest.mark.parametrize("relations", BOTH)
@pytest.mark.parametrize("true", range(4))
def test_the_true_world_and_no_other_is_golden(relations: Relations, true: int) -> None:
    svg = draw_kripke(one_card(true), relations=relations, legend=False)
    assert len(classed(svg, "kz-actual")) == 1
    (box,) = classed(svg, "kz-true")
    assert "".join(box.itertext()) == NAMES[true]


def test_every_seat_is_in_the_legend_in_its_colour() -> None:
    bare = draw_kripke(one_card(), legend=False)
    full = draw_kripke(one_card())
    for k, name in enumerate(NAMES):
        assert len(classed(full, f"kz-seat{k}")) == len(classed(bare, f"kz-seat{k}")) + 1
        texts = ["".join(e.itertext()) for e in ElementTree.fromstring(full).iter(SVG + "text")]
        assert texts.count(name) == 2  # Once as a world, once as a seat.


def test_every_pair_of_every_seat_has_its_own_line_and_the_strong_ones_are_heavy() -> None:
    picture = one_card()
    lines = classed(draw_kripke(picture, legend=False), "kz-line")
    assert len(lines) == sum(len(agent.pairs) for agent in picture.agents) == 12
    assert len({line.get("d") for line in lines}) == 12
    assert sum("kz-strong" in line.get("class", "") for line in lines) == 9


def test_whoever_can_tell_a_world_from_all_others_has_a_dot_there() -> None:
    svg = draw_kripke(one_card(), legend=False)
    dots = classed(svg, "kz-knows")
    assert [dot.get("class") for dot in dots if "kz-strong" in dot.get("class", "")] == [
        "kz-knows kz-seat0 kz-strong"
    ]
    assert len(dots) == 4


@pytest.mark.parametrize("relations", BOTH)
def test_impossible_worlds_fade_and_have_no_relations(relations: Relations) -> None:
    worlds = tuple(PictureWorld((n,), weight=float(n != "North")) for n in NAMES)
    agents = (PictureAgent.of_clusters("South", [[1, 3], [2]]),)
    svg = draw_kripke(KripkePicture(worlds, agents), relations=relations, legend=False)
    (faded,) = (
        group
        for group in ElementTree.fromstring(svg).iter(SVG + "g")
        if group.get("opacity") is not None
    )
    assert "".join(faded.itertext()) == "North"
    assert len(classed(svg, "kz-impossible")) == 1
    assert len(classed(svg, "kz-line")) + len(classed(svg, "kz-hull")) == 1
    assert len(classed(svg, "kz-knows")) == 1
    with pytest.raises(KibitzError, match="impossible"):
        KripkePicture(worlds, (PictureAgent("South", frozenset({(0, 1)})),))
    with pytest.raises(KibitzError, match="impossible"):
        KripkePicture(worlds, (PictureAgent("South", strong=frozenset({0})),))


NASTY = "<script>&\"'\x00]]>♥"


@pytest.mark.parametrize("relations", BOTH)
def test_names_cannot_become_markup(relations: Relations) -> None:
    worlds = (PictureWorld((NASTY,), actual=True), PictureWorld((NASTY, NASTY)))
    picture = KripkePicture(worlds, (PictureAgent(NASTY, frozenset({(0, 1)})),), NASTY)
    root = ElementTree.fromstring(draw_kripke(picture, relations=relations))
    assert root.findtext(SVG + "title") == NASTY.replace("\x00", "\ufffd")
    assert not list(root.iter(SVG + "script"))


@given(st.text())
def test_any_text_can_be_written_and_read_back(text: str) -> None:
    read = ElementTree.fromstring(str(element("text", text, title=text)))
    kept = all(ord(c) >= 32 and not 0xD800 <= ord(c) < 0xE000 and c not in "￾￿" for c in text)
    if kept:
        assert (read.text or "") == text
        assert read.get("title") == text


def test_a_colour_cannot_smuggle_in_a_style() -> None:
    def coloured(colour: str) -> str:
        return draw_kripke(
            KripkePicture((PictureWorld(("w",)),), (PictureAgent("A", colour=colour),))
        )

    assert "--kz-seat:#c02" in coloured("#c02")
    for bad in ("red;background:url(x)", "", "#12", "url(x)"):
        with pytest.raises(KibitzError, match="not a colour"):
            coloured(bad)


@pytest.mark.parametrize("relations", BOTH)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 8, 12, 13, 30, 60])
@pytest.mark.parametrize("seats", [0, 1, 3, 9])
def test_any_number_of_worlds_and_seats_can_be_drawn(
    relations: Relations, count: int, seats: int
) -> None:
    picture = random_picture(count, seats, 7)
    svg = draw_kripke(picture, relations=relations)
    ElementTree.fromstring(svg)
    assert svg == draw_kripke(random_picture(count, seats, 7), relations=relations)
    assert len(classed(svg, "kz-world")) == count


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 9, 12, 13, 25, 60, 140])
def test_boxes_do_not_overlap_and_lie_in_the_picture(count: int) -> None:
    for seed in range(5):
        picture = random_picture(count, 3, seed)
        boxes = world_boxes(picture)
        for a in range(count):
            for b in range(a):
                one, other = boxes[a], boxes[b]
                assert abs(one.x - other.x) > one.width or abs(one.y - other.y) > one.height
        svg = ElementTree.fromstring(draw_kripke(picture))
        x, y, width, height = map(float, svg.get("viewBox", "").split())
        for box in boxes:
            assert x < box.x - box.width / 2 < box.x + box.width / 2 < x + width
            assert y < box.y - box.height / 2 < box.y + box.height / 2 < y + height


def test_four_worlds_sit_as_at_a_table() -> None:
    north, east, south, west = world_boxes(one_card())
    assert north.x == south.x == 0 == east.y == west.y
    assert north.y < 0 < south.y
    assert west.x < 0 < east.x


def test_relations_are_lines_or_hulls() -> None:
    with pytest.raises(KibitzError, match="'lines' or 'hulls'"):
        draw_kripke(one_card(), relations="arrows")  # type: ignore[arg-type]


def test_graphviz_text_is_quoted_and_says_the_same() -> None:
    text = graphviz_kripke(one_card())
    assert text.count(" -- ") == 12
    assert text.count("penwidth=2.5") == 9
    assert text.count("gold") == 1
    worlds = (PictureWorld(('a"];evil [x="\\',)),)
    assert 'label="a\\"];evil [x=\\"\\\\"' in graphviz_kripke(KripkePicture(worlds, ()))


def test_clusters_of_an_equivalence_are_its_classes_and_otherwise_cliques() -> None:
    assert clusters(range(5), [(0, 1), (0, 2), (1, 2)]) == [(0, 1, 2), (3,), (4,)]
    assert clusters(range(4), [(0, 1), (1, 2), (2, 3), (0, 3)]) == [(0, 1), (0, 3), (1, 2), (2, 3)]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_nothing_lies_outside_the_convex_hull(points: list[tuple[int, int]]) -> None:
    hull = convex_hull(points)
    assert set(hull) <= set(points)
    assert not any(inside(hull, corner) for corner in hull)
    if len(hull) > 2:
        assert all(p in hull or inside(hull, p) or on_edge(hull, p) for p in points)


def on_edge(hull: list[tuple[float, float]], point: tuple[float, float]) -> bool:
    x, y = point
    return any(
        (bx - ax) * (y - ay) == (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(hull, [*hull[1:], hull[0]], strict=True)
    )


def test_a_spanning_tree_joins_all_by_the_shortest_way() -> None:
    points = [(0.0, 0.0), (5.0, 0.0), (1.0, 0.0), (9.0, 9.0)]
    assert spanning_tree(points, (0, 1, 2)) == [(0, 2), (1, 2)]
    assert spanning_tree(points, (3,)) == []


@pytest.mark.parametrize("module", [geometry, graphviz, kripke, layout, seated, svg])
def test_the_examples_are_true(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
