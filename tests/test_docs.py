"""The documents are up to date, and they find each other."""

from __future__ import annotations

import re
import runpy
import sys
import textwrap
import types
from pathlib import Path

import documents
import games_page
import pytest

import kibitz
from kibitz.engine import entries, house_games
from kibitz.recycle import Source
from kibitz.recycle.decks import MOST_CARDS
from kibitz.recycle.diagnostics import Diagnostics
from kibitz.recycle.elaborator import MOST_PLAYERS
from kibitz.recycle.formatter import format_source
from kibitz.recycle.layout import RESERVE
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.reader import DEEPEST, LONGEST_TEXT, read
from kibitz.recycle.scope import MOST_LOOPS
from kibitz.recycle.vocabulary import FORMS, reference

PAGES = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *(f"docs/{path.name}" for path in documents.DOCS),
)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub links to them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_files_that_pages_name_are_there() -> None:
    for page in PAGES:
        for name in re.findall(r"`((?:benchmarks|src|tests)/[\w/.]+)`", documents.read(page)):
            assert (documents.ROOT / name).exists(), f"{page}: {name}"


def test_the_reference_is_what_the_elaborator_knows() -> None:
    assert documents.read("docs/reference.md") == reference(), "run `make docs`"


def test_the_reference_is_written_by_its_command(tmp_path: Path) -> None:
    assert documents.run("kibitz.recycle", tmp_path) == reference()


def test_the_page_about_sheets_is_what_their_reader_knows(tmp_path: Path) -> None:
    assert documents.read("docs/sheets.md") == entries.reference(), "run `make docs`"
    assert documents.run("kibitz.engine", tmp_path) == entries.reference()


def test_the_page_of_games_is_what_is_on_the_shelf() -> None:
    assert documents.read("docs/games.md") == games_page.page(), "run `make docs`"
    made = {path.name: path.read_text(encoding="utf-8") for path in games_page.PICTURES.iterdir()}
    assert made == games_page.pictures(), "run `make docs`"


def test_every_game_has_a_line_about_how_strong_search_is_in_it() -> None:
    page = documents.read("docs/strength.md")
    assert re.findall(r"^\| ([a-z-]+) \| \d", page, re.MULTILINE) == list(house_games())


def test_the_pictures_of_games_are_small() -> None:
    sizes = [path.stat().st_size for path in games_page.PICTURES.iterdir()]
    assert max(sizes) < 60_000


def test_the_reference_names_every_word() -> None:
    written = documents.read("docs/reference.md")
    missing = [word for _, word in FORMS if word.replace("|", "\\|") not in written]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    path = documents.ROOT / page
    for link in LINK.findall(documents.read(page)):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), f"{page} links to {link}"
        assert not anchor or anchor in anchors(target), f"{page} links to {link}"


@pytest.mark.parametrize("page", PAGES)
def test_lines_end_clean(page: str) -> None:
    for number, line in enumerate(documents.read(page).splitlines(), 1):
        assert line == line.rstrip(), f"{page}:{number} ends in spaces"
        assert "\t" not in line, f"{page}:{number} has a tab"


def test_every_page_is_linked_from_the_readme() -> None:
    linked = set(LINK.findall(documents.read("README.md")))
    assert {f"docs/{path.name}" for path in documents.DOCS} <= linked


def test_the_engine_page_shows_what_is_emitted() -> None:
    page = documents.read("docs/engine.md")
    (block,) = [b for b in documents.blocks(page) if b.words == ("emitted",)]
    emitted = kibitz.load("agram").emitted.text
    offer = emitted[emitted.index("def offer(") : emitted.index("def code")]
    assert textwrap.indent(block.text, " " * 8) in offer, f"what is emitted now:\n{offer}"
    prose = page.partition(block.text)[2].partition("\n\n")[2].partition("\n\n")[0]
    for offset in re.findall(r"`S\[(\d+)", prose):
        assert f"S[{offset}" in block.text


def test_the_examples_of_the_engine_page_are_true(tmp_path: Path) -> None:
    result = documents.session("docs/engine.md", tmp_path)
    assert (result.failed, result.attempted) == (0, 13)


FRAGMENTS = [b for b in documents.blocks(documents.read("docs/language.md")) if b.language]


@pytest.mark.parametrize("block", FRAGMENTS, ids=str)
def test_a_fragment_of_the_language_can_be_read(block: documents.Block) -> None:
    source = Source(block.text)
    found = Diagnostics(source)
    read(source, found)
    assert found.all == []


def test_the_formatter_modernises_as_the_language_page_shows() -> None:
    shown = {block.words: block.text for block in FRAGMENTS}
    assert format_source(Source(shown["old",])) == shown["new",]


def test_the_limits_are_those_of_the_code() -> None:
    section = documents.read("docs/language.md").partition("## Limits")[2].partition("## ")[0]
    shown = [row.replace(",", "") for row in re.findall(r"\| ([\d,]+) \|", section)]
    assert list(map(int, shown)) == [
        MOST_PLAYERS,
        MOST_CARDS,
        RESERVE,
        LIMITS["options"],
        LIMITS["groups"],
        LIMITS["steps"],
        DEEPEST,
        MOST_LOOPS,
        LONGEST_TEXT,
    ]


def test_the_pages_with_pictures_are_true_and_their_pictures_their_own(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    results = {page: documents.session(page, tmp_path) for page in documents.ILLUSTRATED}
    assert results["docs/knowledge.md"].attempted > 30
    assert [result.failed for result in results.values()] == [0, 0]
    kept = documents.ROOT / "docs" / "pictures"
    made = {path.name: path.read_text() for path in (tmp_path / "pictures").iterdir()}
    assert made == {path.name: path.read_text() for path in kept.glob("*.svg")}, "run `make docs`"


def test_the_readme_of_the_package_has_nothing_an_index_cannot_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a package index there is no folder beside it: no pictures, no other pages."""
    hatchling = types.ModuleType("hatchling.metadata.plugin.interface")  # only there in a build
    hatchling.__dict__["MetadataHookInterface"] = object
    monkeypatch.setitem(sys.modules, hatchling.__name__, hatchling)
    shown = runpy.run_path(str(documents.ROOT / "hatch_build.py"))["for_index"](
        documents.read("README.md")
    )
    assert re.findall(r"!?\[[^\]]*\]\((?!https://)[^)]*\)", shown) == []
    assert "kibitz simulate brisca" in shown
    assert "[OpenSpiel](https://openspiel.readthedocs.io)" in shown
    assert "What every player knows (`docs/knowledge.md`)" in shown


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {kibitz.__version__}\n" in documents.read("CITATION.cff")


def test_the_changelog_knows_this_version() -> None:
    assert f"## {kibitz.__version__} " in documents.read("CHANGELOG.md")
