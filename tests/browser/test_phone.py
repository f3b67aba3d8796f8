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
