"""Pages that are files: what is text stays text, and they look like the table."""

from __future__ import annotations

import re
from pathlib import Path

import kibitz
from kibitz.draw.markup import document, look, table, tag
from kibitz.draw.palette import SEATS


def test_colours_are_those_of_the_table() -> None:
    """Of each by day and by night."""
    source = Path(kibitz.__file__).parent
    page = (source / "table" / "static" / "css" / "base.css").read_text(encoding="utf-8")
    seats = [f"seat-{number}" for number in range(len(SEATS))]
    names = [
        "paper",
        "sheet",
        "ink",
        "quiet",
        "line",
        "felt",
        "gold",
        "accent",
        "bad",
        "serif",
        "sans",
        "mono",
    ]
    for name in (*names, *seats):
        ours, theirs = (re.findall(rf"--{name}: (.*);", text)[:2] for text in (look(), page))
        assert ours == theirs, name
        assert ours, name


def test_seats_have_the_colours_of_our_pictures() -> None:
    for number, (day, night) in enumerate(SEATS):
        assert re.findall(rf"--seat-{number}: (#\w+);", look())[:2] == [day, night]


def test_a_title_cannot_end_its_element() -> None:
    page = document("</title><script>", tag("p", "<b>"))
    assert "<script" not in page
    assert "<b>" not in page
    assert page.startswith("<!doctype html>")


def test_own_rules_come_after_those_of_all_pages() -> None:
    page = document("T", style="p { color: red; }")
    assert page.index("p { color: red; }") > page.index(look().splitlines()[-2])


def test_a_row_is_headed_by_who_it_is_about() -> None:
    made = str(table("Games", [("game", "who"), ("won", "num")], [["Agram & Co", "3"]]))
    assert '<th scope="row" class="who">Agram &amp; Co</th>' in made
    assert 'aria-label="Games"' in made
