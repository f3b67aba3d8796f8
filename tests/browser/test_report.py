"""The report of a competition, opened as a file: no message, and nothing sticks out."""

from __future__ import annotations

import pytest
from compete.fabricated import NASTY, charter, fabricate
from playwright.sync_api import ConsoleMessage, expect

from browser.conftest import OpenPage
from browser.test_axe import assert_well_made
from kibitz.compete.charter import Phase
from kibitz.compete.report import PAGE, write


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("report") / "cup"
    of = charter(
        (*NASTY[:3], "Ann", "Bob"),
        Phase("gauntlet", 2, opponents=("rule",)),
        Phase("league", 2, best=4),
        Phase("cup", 2),
        seed=None,
    )
    with fabricate(folder, of, failing={NASTY[0]: 0.5}, sandbox="limits") as store:
        write(store)
    return (folder / PAGE).as_uri()


def test_the_report_opens_without_a_message(address: str, person: OpenPage) -> None:
    page = person("about:blank")
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        said.append(message.text)

    page.on("console", hear)
    page.goto(address)
    expect(page.locator(".held")).to_contain_text("Limits alone")
    expect(page.locator("#phase-3 svg").first).to_be_visible()
    assert page.locator("#times img").evaluate("image => image.complete && image.naturalWidth > 0")
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 0)")
    meeting = page.locator("#phase-2 .meetings details").first
    meeting.locator("summary").click()
    link = meeting.locator("a").first
    expect(link).to_be_visible()
    assert (link.get_attribute("href") or "").startswith("records/2-1-")
    assert said == []
    assert_well_made(page)


def test_on_a_phone_nothing_sticks_out(address: str, person: OpenPage) -> None:
    page = person(address, width=390, height=844)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
