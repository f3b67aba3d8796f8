"""The page of a training, opened as a file: at every width, by day and by night, on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from learn.fabricated import curve

import kibitz
from browser.conftest import OpenPage
from browser.test_analysis_report import CUT_OFF, SMALLEST, STICKING_OUT
from browser.test_axe import assert_well_made
from kibitz.learn.page import run_page
from kibitz.learn.settings import Settings


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    names = ("random", "greedy", "greedy-kripke", "full-kripke", "ismcts:iterations=1000")
    settings = Settings.of(kibitz.load("boerenbridge"), steps=50_000, opponents=names)
    path = tmp_path_factory.mktemp("training") / "index.html"
    path.write_text(run_page(settings, curve(30, names=names), "a/folder"), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize(("width", "scheme"), [(1400, "light"), (390, "dark")])
def test_nothing_sticks_out_or_is_cut_off(
    address: str, person: OpenPage, pictures: Path, width: int, scheme: str
) -> None:
    page = person(address, width=width, height=900, color_scheme=scheme)
    page.evaluate("document.fonts.ready")
    assert page.locator("svg.plot").count() == 5
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(SMALLEST) > 9
    assert page.evaluate(STICKING_OUT) == []
    page.screenshot(path=pictures / f"training-{width}-{scheme}.png", full_page=True)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(STICKING_OUT) == []
    assert_well_made(page)


def test_on_paper_everything_has_room(address: str, person: OpenPage) -> None:
    page = person(address, width=688, height=1000, color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") == 688
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate(CUT_OFF) == []
