"""Rows of cards: a table in one picture."""

from __future__ import annotations

from xml.etree import ElementTree

import kibitz
from kibitz.draw.cards import Row, rows_svg

SVG = "{http://www.w3.org/2000/svg}"
CARDS = kibitz.load("agram").cards


def parts(*rows: Row) -> ElementTree.Element:
    return ElementTree.fromstring(rows_svg("A table", rows))


def starts(drawn: ElementTree.Element) -> list[tuple[float, ...]]:
    """Where each card lies."""
    places = [group.get("transform", "") for group in drawn.findall(f"{SVG}g")]
    return [tuple(map(float, place[10:].partition(")")[0].split())) for place in places]


def test_cards_of_a_row_overlap_and_rows_follow_each_other() -> None:
    (x, y), (x2, y2), (x3, y3) = starts(parts(Row("A", CARDS[:2]), Row("B", [None])))
    assert (y, x3) == (y2, x)
    assert x < x2 < x + 60
    assert y3 > y + 84


def test_the_cards_lie_beside_the_words_not_upon_them() -> None:
    ((near, _),) = starts(parts(Row("East", CARDS[:1])))
    ((far, _),) = starts(parts(Row("East", CARDS[:1], "guess 2 · tricks 0 · score 14")))
    assert far - near > 100


def test_the_picture_has_room_for_the_longest_row() -> None:
    drawn = parts(Row("A", CARDS[:1]), Row("B", CARDS[:20]))
    assert float(drawn.get("width", "0")) > max(x for x, _ in starts(drawn)) + 60


def test_whoever_is_strong_stands_out() -> None:
    drawn = parts(Row("A", [], strong=True), Row("B", []))
    assert [text.get("font-weight") for text in drawn.findall(f"{SVG}text")] == ["600", None]
