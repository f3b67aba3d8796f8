"""Analysing a game in the lobby: press the button, see how far it is, read the report, open a game
of it; and links with a game in them, from anywhere."""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from table.fabricated import COMMAND, GATE, record_of
from table.serving import Server, serving

from browser.conftest import OpenPage
from browser.playing import last
from browser.test_axe import assert_well_made
from browser.test_phone import assert_no_sideways_scrolling
from kibitz.engine import load

Picture = Callable[[Page, str], None]

AGRAM = load("agram")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("analysing")
    os.mkfifo(folder / GATE)
    return folder


@pytest.fixture(scope="module")
def analysing(data: Path) -> Iterator[Server]:
    """A server with analyses that go on when the gate is opened."""
    mine = data / "mine.rcy"
    mine.write_text(AGRAM.source.text)
    with serving(data, mine, command=COMMAND) as server:
        yield server


def link(text: str) -> str:
    """What a report writes behind /open#."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


def open_gate(data: Path) -> None:
    """Let the analysis that is under way go on."""
    (data / GATE).open("wb").close()


@pytest.mark.parametrize(("game", "width"), [("agram", 1400), ("mine", 390)])
def test_a_game_is_analysed_and_its_report_read(
    analysing: Server, data: Path, person: OpenPage, game: str, width: int
) -> None:
    page = person(analysing.address, width=width, height=860)
    tile = page.locator(f'[data-game="{game}"]')
    tile.locator('[data-do="analyse"]').focus()
    page.keyboard.press("Enter")
    bar = tile.get_by_role("progressbar")
    expect(bar).to_have_attribute("aria-valuenow", "37")
    expect(bar).to_have_attribute("aria-valuetext", "37 per cent: lead histories")
    expect(tile.locator(".doing")).to_have_text("37 % · lead histories")
    expect(tile.locator('[data-do="analyse"]')).to_have_count(0)
    expect(tile.locator('[data-do="cancel"]')).to_be_focused()
    waiting = page.locator('[data-game="tarot"]')
    waiting.locator('[data-do="analyse"]').click()
    expect(waiting.locator(".doing")).to_have_text("Waiting: 1 before it")
    assert_well_made(page)
    assert_no_sideways_scrolling(page)
    waiting.locator('[data-do="cancel"]').click()
    expect(waiting.locator('[data-do="analyse"]')).to_be_focused()
    open_gate(data)
    report = tile.locator('[data-do="report"]')
    expect(report).to_contain_text("Report of ")
    expect(page.locator("#say")).to_contain_text("is there")
    assert_well_made(page)
    page.reload()  # it is kept
    report.click()
    expect(page.locator("h1").first).to_contain_text("Agram" if game == "agram" else "Mine")
    assert_no_sideways_scrolling(page)
    page.locator('a[href^="/open#"]').first.click()  # the typical game, without a question
    expect(page.locator("#result")).to_be_visible()
    assert last(page) == len(record_of(AGRAM).actions)
    page.go_back()
    expect(page.locator("h1").first).to_be_visible()
    assert "/analysis/" in page.url


def test_what_goes_wrong_is_a_sentence_on_the_tile(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    sentence = {"state": "failed", "report": None, "error": "mine.rcy:7: no `card` is left"}
    told = {"agram": {**sentence, "hint": None}}
    page.route("**/api/games/agram/analysis", lambda route: route.fulfill(json=told))
    page.locator('[data-game="agram"] [data-do="analyse"]').click()
    tile = page.locator('[data-game="agram"] .analysis')
    expect(tile).to_have_text("Not analysed: mine.rcy:7: no card is left")
    expect(page.locator("#say")).to_contain_text("Agram could not be analysed")
    expect(page.locator('[data-game="agram"] [data-do="analyse"]')).to_be_visible()
    assert_well_made(page)


def test_a_former_report_stands_beside_the_button(server: Server, person: OpenPage) -> None:
    page = person("about:blank")
    lobby = page.request.get(f"{server.address}/api/lobby").json()
    report = {"id": "agram-0", "when": 1_700_000_000, "current": False}
    lobby["analyses"]["agram"] = {"state": "none", "report": report}
    page.route("**/api/lobby", lambda route: route.fulfill(json=lobby))
    page.goto(server.address)
    tile = page.locator('[data-game="agram"]')
    expect(tile.locator(".report")).to_have_text("Report of 14 Nov 2023 before a change")
    expect(tile.locator('[data-do="analyse"]')).to_be_visible()


# --- links ----------------------------------------------------------------------------------------


def tables(page: Page, address: str) -> int:
    return len(page.request.get(f"{address}/api/lobby").json()["tables"])


def test_a_link_from_elsewhere_does_nothing_until_it_is_told_to(
    analysing: Server, person: OpenPage, tmp_path: Path
) -> None:
    address = f"{analysing.address}/open#{link(record_of(AGRAM).to_json())}"
    report = tmp_path / "report.html"
    report.write_text(f'<!doctype html><title>Report</title><a href="{address}">typical</a>')
    page = person(report.as_uri(), width=390, height=844)
    before = tables(page, analysing.address)
    page.locator("a").click()
    button = page.get_by_role("button", name="Open this game")
    expect(button).to_be_visible()
    assert_well_made(page)
    assert tables(page, analysing.address) == before
    button.click()
    expect(page.locator("#result")).to_be_visible()
    assert tables(page, analysing.address) == before + 1


BOMB = link(" " * 30_000_000)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("", "There is no game in this link."),
        ("%%%", "The game in this link cannot be read."),
        (link(record_of(AGRAM).to_json())[:200], "The game in this link cannot be read."),
        (BOMB, "The game in this link cannot be read."),
        (link("{}"), "record"),
        (link("<script>alert(1)</script>"), "This is not a record"),
        (
            link(json.dumps({**json.loads(record_of(AGRAM).to_json()), "game": "<b>hearts</b>"})),
            "of a game <b>hearts</b> that this server does not have",
        ),
    ],
    ids=["nothing", "garbage", "cut off", "bomb", "empty", "script", "unknown game"],
)
def test_a_bad_link_is_a_sentence_and_a_way_back(
    server: Server, person: OpenPage, data: str, said: str
) -> None:
    page = person(f"{server.address}/open#{data}")
    main = page.locator("#main")
    expect(main.get_by_role("link", name="To the lobby")).to_be_visible()
    if page.locator("#open").is_visible():
        page.locator("#open").click()
    expect(main).to_contain_text(said)
    if "hearts" in said:
        expect(main).to_contain_text("kibitz table FILE.rcy")
        assert_well_made(page)  # and so are all others
    main.get_by_role("link", name="To the lobby").click()
    expect(page.locator("#games .tile").first).to_be_visible()
