"""A phone held upright, and other screens: nothing is cut off, everything can be touched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from table.serving import Server

from browser.conftest import OpenPage
from browser.playing import BOT, ME, sit, take_turn, wait_for_turn

Picture = Callable[[Page, str], None]

SEATS = {"boerenbridge": [BOT, BOT, ME, BOT], "tarot": [ME, BOT, BOT]}


@pytest.mark.parametrize("game", SEATS)
def test_a_phone_held_upright(
    server: Server, person: OpenPage, picture: Picture, game: str
) -> None:
    page = person(server.address, width=390, height=844, has_touch=True)
    assert_no_sideways_scrolling(page)
    sit(page, server, game, *SEATS[game])
    wait_for_turn(page)
    option = page.locator("button[data-action]:not([disabled])").first
    expect(option).to_be_visible()
    box = option.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390 + 1
    assert_no_sideways_scrolling(page)
    if game == "boerenbridge":
        take_turn(page)
        wait_for_turn(page)
        picture(page, "phone")


@pytest.mark.parametrize("game", SEATS)
def test_a_phone_held_on_its_side(server: Server, person: OpenPage, game: str) -> None:
    page = person(server.address, width=844, height=390, has_touch=True)
    sit(page, server, game, *SEATS[game])
    wait_for_turn(page)
    seen = "button[data-action]", ".plate.own", ".plate:not(.own)", "#hand button", "#turn"
    boxes = {
        what: page.locator(what).first.bounding_box() or {"y": -1, "height": 0} for what in seen
    }
    for what, box in boxes.items():  # all of it on the screen, without scrolling
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 390 + 12, what
    assert boxes[".plate:not(.own)"]["y"] + 20 < boxes[".plate.own"]["y"]
    assert_no_sideways_scrolling(page)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (360, 640)])
def test_a_hint_and_the_sheet_take_nothing_from_the_table(
    server: Server, person: OpenPage, width: int, height: int
) -> None:
    page = person(server.address, width=width, height=height, has_touch=True)
    sit(page, server, "agram", ME, BOT, BOT, BOT)
    wait_for_turn(page)
    before = page.locator("#stage").bounding_box()
    assert before is not None
    page.locator("#hint").click()
    expect(page.locator("#hint-words")).to_be_visible()
    page.wait_for_function("() => scrollY === 0")
    after = page.locator("#stage").bounding_box()
    assert after is not None
    assert (after["width"], after["height"]) == (before["width"], before["height"])
    hint = page.locator("#hint-words").bounding_box()
    hand = page.locator("#hand button").first.bounding_box()
    assert hint is not None
    assert hand is not None
    assert hint["y"] + hint["height"] <= hand["y"]
    bars = [bar.bounding_box() for bar in page.locator("#hint-words .bar-of").all()]
    assert len(bars) > 1
    assert len({(round(bar["x"]), round(bar["width"])) for bar in bars if bar}) == 1
    page.locator("#know").click()
    expect(page.locator("#side")).to_be_visible()
    page.wait_for_function(
        """() => {  // the slider is what one touches at its place, and the panel ends above it
            const box = document.querySelector("#slider").getBoundingClientRect();
            const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            const side = document.querySelector("#side").getBoundingClientRect();
            return at?.id === "slider" && box.bottom <= innerHeight && side.bottom <= box.top + 60;
        }"""
    )
    assert_no_sideways_scrolling(page)


def assert_no_sideways_scrolling(page: Page) -> None:
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.evaluate("window.innerWidth")


def test_the_page_is_dark_where_people_like_it_dark(
    server: Server, person: OpenPage, picture: Picture
) -> None:
    def brightness(page: Page) -> int:
        colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour[4:-1].split(",")[:3])

    light = person(server.address, color_scheme="light")
    dark = person(server.address, color_scheme="dark")
    assert brightness(dark) < 200 < brightness(light)
