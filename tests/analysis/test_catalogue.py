"""The catalogue: a table, maps, a page for each game; and going on."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kibitz.analysis import catalogue
from kibitz.analysis.catalogue import (
    Catalogue,
    Column,
    Entry,
    index_page,
    kept,
    prepare,
    write_entry,
)
from kibitz.analysis.report import Report
from kibitz.analysis.run import report
from kibitz.engine import load
from kibitz.errors import KibitzError


@pytest.fixture(autouse=True)
def _columns(tossing: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Coins have their own columns."""
    heads, edges = (
        Column("heads", ("order", "heads"), "of coins"),
        Column("edges", ("edges",), "none"),
    )
    monkeypatch.setattr(catalogue, "COLUMNS", (heads, edges))
    monkeypatch.setattr(catalogue, "MAPS", ((heads, edges),))


def found(cards: int = 6) -> Report:
    return report(load("agram", HAND=cards), games=50, workers=1)


def entry(name: str, title: str, cards: int = 6) -> Entry:
    return Entry(name, title, "made so", found(cards))


class Cells(HTMLParser):
    """The cells of a table: what they are worth when it is sorted."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.worth: list[str | None] = []
        self.links: list[str | None] = []
        self.elsewhere: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "td" or (tag == "th" and given.get("scope") == "row"):
            self.worth.append(given.get("data-v"))
        if tag == "a":
            self.links.append(given.get("href"))
        self.elsewhere += [f"{tag} {key}" for key in ("src", "srcset") if key in given]


def test_games_are_listed_by_title_with_what_they_are_sorted_by() -> None:
    page = index_page(Catalogue.of([entry("b", "Bees", 4), entry("a", "ants", 6)]))
    cells = Cells(page)
    values = [e.figure("heads") for e in (found(6), found(4))]
    assert all(figure is not None for figure in values)
    ants, bees = (repr(figure.value) for figure in values if figure is not None)
    assert cells.worth == ["ants", "4", ants, "0.0", "bees", "4", bees, "0.0"]
    assert cells.links == ["a.html", "b.html"]


def test_nothing_comes_from_elsewhere_and_the_script_is_in_the_page() -> None:
    page = index_page(Catalogue.of([entry("a", "Ants"), entry("b", "Bees", 4)]))
    assert Cells(page).elsewhere == []
    assert not re.search(r"@import|url\((?!data:)|https?://(?!www\.w3\.org)", page)
    assert page.count("<script>") == 1
    assert "aria-sort" in page


def test_a_map_has_a_dot_for_each_game_that_has_both_figures() -> None:
    none = replace(found(), measured={})
    games = [entry("a", "Ants"), entry("b", "Bees", 4), Entry("c", "Cats", "", none)]
    page = index_page(Catalogue.of(games))
    (plot,) = re.findall(r"<svg class=\"plot\".*?</svg>", page, re.DOTALL)
    assert "Ants" in plot
    assert "Bees" in plot
    assert "Cats" not in plot
    assert index_page(Catalogue.of(games[:1])).count('class="plot"') == 0  # one dot is no map


def test_a_broken_game_is_listed_with_its_sentence() -> None:
    games = [
        entry("a", "Ants"),
        Entry("b", "<Bees>", "", error="line 3: it stings"),
        Entry("c", "Cats", ""),
    ]
    page = index_page(Catalogue.of(games))
    assert "<b>&lt;Bees&gt;</b>: line 3: it stings" in page
    assert "<b>Cats</b>: not analysed yet" in page
    assert Cells(page).links == ["a.html"]


def test_reports_are_kept_and_found_again(tmp_path: Path) -> None:
    stopped = Entry("c", "Cats", "x", replace(found(), stopped="interrupted"))
    games = [entry("a", "Ants"), entry("b", "Bees", 4), stopped, Entry("d", "Dogs", "", error="no")]
    for each in games:
        write_entry(tmp_path, each)
    Catalogue.of(games).write(tmp_path)
    assert kept(tmp_path) == {"a": games[0], "b": games[1]}
    (tmp_path / "a.json").write_text("{")
    assert list(kept(tmp_path)) == ["b"]
    assert "All games" in (tmp_path / "b.html").read_text()
    data = json.loads((tmp_path / "index.json").read_text())
    assert data["format"] == "kibitz-catalogue"
    assert [(each["name"], each["error"]) for each in data["games"]] == [
        *(("a", None), ("b", None), ("c", None), ("d", "no"))
    ]


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(KibitzError, match="is not empty, and no catalogue"):
        prepare(tmp_path)
    with pytest.raises(KibitzError, match=r"a folder, not a file like .*x\.html"):
        prepare(tmp_path / "x.html")
    with pytest.raises(KibitzError, match="cannot be a folder"):
        prepare(tmp_path / "thesis.txt")
    prepare(tmp_path / "new" / "site")
    Catalogue(()).write(tmp_path / "new" / "site")
    prepare(tmp_path / "new" / "site")
    assert kept(tmp_path / "new" / "site") == {}
