"""The page as somebody meets it who does not see it: names, roles, and where the focus is."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect
from table.serving import Server

from browser.conftest import OpenPage
from browser.playing import make_table, take_turn, wait_for_turn

BOT = {"who": "bot", "bot": "first"}
ME = {"who": "me", "name": "Ann"}

NAMELESS = """() => [...document.querySelectorAll('button, a, input, select, [role=slider]')]
    .filter(one => one.checkVisibility() && !one.ariaLabel && !one.textContent.trim()
        && !one.labels?.length).map(one => one.outerHTML.slice(0, 90))"""
"""What can be clicked and has nothing to call it by."""


def test_the_table_can_be_read_aloud(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    seats = [BOT, BOT, ME, BOT]
    table = make_table(page, server.address, game="boerenbridge", mode="play", pace=0, seats=seats)
    page.goto(f"{server.address}/at/{table['go']}")
    wait_for_turn(page)
    expect(page.locator("#turn")).to_have_text("Your turn to guess")
    take_turn(page)
    wait_for_turn(page)
    expect(page.locator("#hand [data-action]").first).to_be_visible()
    expect(page.locator("#stage")).to_match_aria_snapshot(
        """
        - group "The table":
          - img /^North, 2 cards, guess 0, tricks 0, score 0$/
          - img /^East, 2 cards, .*$/
          - img /^South, Ann, 3 cards, .*, to move$/
          - img /^West, 3 cards, .*$/
          - img /^.* of .*, played by North, led.*$/
          - img /^.* of .*, played by East.*$/
          - group "Your hand":
            - button /^.* of .*, playable$/
        """
    )
    expect(page.locator("#say")).to_have_text("Your turn to play.")
    expect(page.get_by_role("list", name="What happened")).to_contain_text("North leads")
    expect(page.locator("#log [tabindex='0']")).to_have_count(1)  # not a stop for every move
    page.locator("#know").click()
    expect(page.get_by_role("complementary")).to_be_focused()
    assert page.evaluate(NAMELESS) == []


def test_a_dialog_keeps_the_focus_and_gives_it_back(server: Server, person: OpenPage) -> None:
    page = person(server.address)

    def open_and_leave(name: str) -> None:
        opener = page.locator(f'[data-game="agram"] [data-do="{name}"]')
        opener.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        for _ in range(4):
            page.keyboard.press("Tab")
            assert in_dialog(page)
        assert page.evaluate(NAMELESS) == []
        page.keyboard.press("Escape")
        expect(opener).to_be_focused()

    open_and_leave("rules")
    open_and_leave("setup")


def in_dialog(page: Page) -> bool:
    """Whether the focus is in a dialog, or in the browser's own bar, and not behind it."""
    inside: bool = page.evaluate(
        "document.activeElement.closest('dialog') !== null"
        " || document.activeElement === document.body"
    )
    return inside


def test_a_bot_is_given_settings(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    page.locator('[data-game="agram"] [data-do="setup"]').click()
    row = page.locator(".seat-row").first
    row.locator("[name=bot]").select_option(label="Searcher (ismcts)")
    row.get_by_text("Settings").click()
    expect(row).to_contain_text("how many times to try at each decision")
    row.locator("[name=iterations]").fill("many")
    page.locator("#start").click()
    expect(page.get_by_role("alert")).to_contain_text("North: iterations of ismcts cannot be")
    row.locator("[name=iterations]").fill("7")
    with page.expect_request("**/api/tables") as order:
        page.locator("#start").click()
    seats = json.loads(order.value.post_data or "")["seats"]
    assert seats[0] == {"who": "bot", "bot": "ismcts:iterations=7"}
    page.wait_for_url(re.compile("/at/"))
    expect(page.locator('.plate[data-seat="0"]')).to_contain_text("Searcher")
    page.locator("#rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("their own cards only; iterations=7")


def test_a_spectator_sees_what_everybody_knows(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    seats = [ME, BOT, BOT, BOT]
    table = make_table(page, server.address, game="agram", mode="play", pace=0, seats=seats)
    page.goto(f"{server.address}/at/{table['watch']}")
    page.locator("#know").click()
    expect(page.locator("#heat tr[data-card]").first).to_be_visible()
    expect(page.locator("#curve")).to_be_visible()
    expect(page.locator("#formula")).to_have_count(0)  # for those who see a hand
