"""The report of an analysis, opened as a file: at every width, by day and by night, on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from analysis.fabricated import fabricate
from playwright.sync_api import ConsoleMessage, Page, Request, expect

from browser.conftest import OpenPage
from browser.test_axe import assert_well_made
from kibitz.analysis.page import report_fragment, report_page

CUT_OFF = """() => [...document.querySelectorAll('svg.plot')].flatMap(svg => {
    const box = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')].filter(text => {
        const own = text.getBoundingClientRect();
        return own.left < box.left - .5 || own.right > box.right + .5
            || own.top < box.top - .5 || own.bottom > box.bottom + .5;
    }).map(text => `${svg.querySelector('title').textContent}: ${text.textContent}`);
})"""
"""Texts of plots that stick out of them."""

SMALLEST = """() => Math.min(...[...document.querySelectorAll('svg.plot text')]
    .map(text => Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b)
        * parseFloat(getComputedStyle(text).fontSize)))"""
"""The size of the smallest letters in plots, in pixels."""

STICKING_OUT = """() => [...document.querySelectorAll('main *')].filter(one => {
    if (one.closest('svg, .scroll, .drawing, pre')) return false;
    const box = one.getBoundingClientRect();
    return box.width && box.right > document.documentElement.clientWidth + .5;
}).map(one => `${one.tagName}.${one.className}`)"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    report = fabricate(stopped="clock", skipped={"exact": "the tree is too large"})
    path = tmp_path_factory.mktemp("analysis") / "agram.html"
    path.write_text(report_page(report), encoding="utf-8")
    return path.as_uri()


def opened(address: str, person: OpenPage, width: int, scheme: str) -> Page:
    """The page, which says nothing and asks nobody."""
    page = person("about:blank", width=width, height=900, color_scheme=scheme)
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        said.append(message.text)

    def see(request: Request) -> None:
        if request.url != address and not request.url.startswith("data:"):
            said.append(request.url)

    page.on("console", hear)
    page.on("request", see)
    page.goto(address)
    expect(page.locator("h1")).to_have_text("Agram")
    page.evaluate("document.fonts.ready")
    assert said == []
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 390])
def test_nothing_sticks_out_or_is_cut_off(
    address: str, person: OpenPage, pictures: Path, width: int, scheme: str
) -> None:
    page = opened(address, person, width, scheme)
    expect(page.locator("svg.plot").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(SMALLEST) > 9
    assert page.evaluate(STICKING_OUT) == []
    page.screenshot(path=pictures / f"analysis-{width}-{scheme}.png", full_page=True)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(STICKING_OUT) == []


def test_plots_change_with_the_night(address: str, person: OpenPage) -> None:
    page = opened(address, person, 1400, "light")
    look = "one => getComputedStyle(one).fill"
    bar = page.locator("#m-wins_all-panel svg.plot path").nth(-1)
    label = page.locator("#m-wins_all-panel svg.plot text").first
    by_day = bar.evaluate(look), label.evaluate(look)
    page.emulate_media(color_scheme="dark")
    by_night = bar.evaluate(look), label.evaluate(look)
    assert by_day[1] != by_night[1]
    assert "rgb(0, 0, 0)" not in (*by_day, *by_night)


@pytest.mark.parametrize("width", [1400, 390])
def test_axe_finds_nothing(address: str, person: OpenPage, width: int) -> None:
    page = opened(address, person, width, "light")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert_well_made(page)


def test_on_paper_it_has_several_pages(address: str, person: OpenPage, pictures: Path) -> None:
    page = opened(address, person, 1400, "dark")
    path = pictures / "analysis.pdf"
    page.pdf(path=path, format="A4")
    assert path.read_bytes().count(b"/Type /Page\n") > 1
    page.set_viewport_size({"width": 688, "height": 1000})  # what A4 has between its margins
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") == 688
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate(CUT_OFF) == []
    ink = page.locator("#m-wins_all-panel svg.plot text").first
    assert ink.evaluate("one => getComputedStyle(one).fill") in ("rgb(0, 0, 0)", "rgb(68, 68, 68)")


def test_in_a_notebook_it_leaves_the_rest_alone(
    person: OpenPage, tmp_path: Path, picture: Callable[[Page, str], None]
) -> None:
    path = tmp_path / "notebook.html"
    around = '<!doctype html><html lang="en"><title>N</title><h1>Mine</h1><p>Text</p>'
    path.write_text(around + report_fragment(fabricate()), encoding="utf-8")
    page = person(path.as_uri(), width=900)
    own = page.locator("h1").first
    assert own.evaluate("one => getComputedStyle(one).fontFamily") != page.locator(
        ".kibitz-report h1"
    ).evaluate("one => getComputedStyle(one).fontFamily")
    sheet = page.locator(".kibitz-report section").first
    assert sheet.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 253, 248)"
    assert page.evaluate("document.documentElement.scrollWidth") == 900
    picture(page, "analysis-notebook")
