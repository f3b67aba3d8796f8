"""axe finds nothing wrong with any page, by day and by night.

It looks at a page in the states that people bring it into; where several can be seen at the same
time, at all of them at once.
"""

from __future__ import annotations

import json
import re

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect
from table.serving import Server

from browser.conftest import OpenPage
from browser.playing import BOT, GUEST, ME, make_table, take_turn, wait_for_turn

AXE = Axe().axe_script
BY_NIGHT = ["color-contrast"]
"""What may differ when only the colours do."""

STILL = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const painted = async () => { await frame(); await frame(); };
    await painted();
    for (const one of document.getAnimations()) {
        if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish();
    }
    await painted();
}"""
"""Colours change in a fraction of a second: go to the end of it."""

LOOK = """async rules => (await axe.run({exclude: [['#sprite']]},
        {resultTypes: ['violations'], ...(rules ? {runOnly: rules} : {})}))
    .violations.flatMap(found => found.nodes.map(node => `${found.id}: ${node.html.slice(0, 120)}`
        + ` (${node.failureSummary.replace(/\\s+/g, ' ').slice(0, 240)})`))"""
"""Where cards are drawn for later use nobody sees, hears or reaches anything."""


def assert_well_made(page: Page) -> None:
    """Nothing is found in a page as it is now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for scheme, rules in (("dark", BY_NIGHT), ("light", None)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(STILL)
        assert page.evaluate(LOOK, rules) == [], scheme


def test_the_lobby(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    make_table(page, server.address, game="agram", mode="kibitz", running=False, seats=[BOT] * 4)
    page.reload()
    expect(page.locator('[data-game="tarot"] .players')).to_have_text("3 players")
    expect(page.locator("#going li").first).to_contain_text("Agram")
    assert_well_made(page)
    page.locator('[data-game="boerenbridge"] [data-do="setup"]').click()
    settings = page.locator("#setup-dialog details").first
    settings.locator("summary").click()
    settings.locator("input").first.fill("many")
    page.locator("#start").click()
    expect(page.locator("#setup-dialog .error")).to_be_visible()
    assert_well_made(page)
    page.keyboard.press("Escape")
    page.locator('[data-game="tarot"] [data-do="rules"]').click()
    assert_well_made(page)
    page.set_content(page.request.get(f"{server.address}/at/nowhere").text())
    assert_well_made(page)


def test_a_player_at_the_table(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    seats = [ME, BOT, BOT, GUEST]
    table = make_table(page, server.address, game="boerenbridge", mode="play", pace=0, seats=seats)
    page.goto(f"{server.address}/at/{table['go']}")
    wait_for_turn(page)
    page.locator("#hint").click()
    expect(page.locator("#hint-words")).to_be_visible()
    assert_well_made(page)  # options in their box, a hint, somebody is waited for
    page.locator("#know").click()
    page.locator("#formula-text").fill("K N has(E,hearts)")
    page.keyboard.press("Enter")
    expect(page.locator("#knowing .truth")).to_be_visible()
    page.locator("#formula-text").fill("K N has(E,heart")
    page.keyboard.press("Enter")
    expect(page.locator("#formula-error")).to_be_visible()
    expect(page.locator("#knowing [data-card] .sure").first).to_be_visible()
    assert_well_made(page)  # the panel, with all its parts
    for dialog in ("share", "keys"):
        page.locator(f"#{dialog}").click()
        assert_well_made(page)
        page.keyboard.press("Escape")
    invitation = f"{server.address}/sit/{table['invitations'][3]}"
    guest = person(invitation)
    expect(guest.locator("#name-form")).to_be_visible()
    page.locator("#share").click()
    page.locator("#agree").click()
    expect(guest.locator("#agreement")).to_be_visible()
    assert_well_made(guest)  # asked for a name, and whether all hands are to be shown
    late = person(invitation)
    expect(late.locator("#way")).to_be_visible()
    assert_well_made(late)  # the chair is taken


def test_behind_the_players(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    seats = [BOT] * 4
    table = make_table(page, server.address, game="agram", mode="kibitz", pace=0, seats=seats)
    record = f"{server.address}/api/at/{table['go']}/record"
    page.goto(f"{server.address}/at/{table['go']}")
    result = page.locator("#result")
    expect(page.locator("#run").or_(result).first).to_be_visible()
    if page.locator("#run").is_visible():
        page.locator("#run").click()
    expect(result).to_be_visible()
    expect(page.locator("#knowing svg")).not_to_have_count(0)
    assert_well_made(page)  # all is shown, and the game is over
    page.locator("#slider").fill("9")
    page.wait_for_function("() => document.body.dataset.at === '9'")
    page.locator("#last-trick").click()
    for formula in ("K N has(E,hearts)", "K N has(E,heart"):
        page.locator("#formula-text").fill(formula)
        page.keyboard.press("Enter")
    expect(page.locator("#formula-error")).to_be_visible()
    expect(page.locator("#knowing .truth").first).to_be_visible()
    assert_well_made(page)  # every panel, with all its parts
    page.locator("#share").click()
    assert_well_made(page)
    text = page.request.get(record).text()
    opened = page.request.post(f"{server.address}/api/records", data=text)
    page.goto(f"{server.address}/at/{json.loads(opened.text())['go']}")
    expect(page.locator("#log li").first).to_be_visible()
    assert_well_made(page)


def test_cards_to_be_picked(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    table = make_table(
        page, server.address, game="tarot", mode="play", pace=0, seats=[ME, BOT, BOT],
        parameters={"AUCTION": "NO"},
    )  # fmt: skip
    page.goto(f"{server.address}/at/{table['go']}")
    wait_for_turn(page)
    for number in (7, 2):
        page.locator("#hand button[data-pick]").nth(number).click(position={"x": 9, "y": 20})
    expect(page.locator(".picked-list")).to_contain_text("2 of 6 picked")
    page.locator("#hint").click()
    expect(page.locator("#hint-words")).to_be_visible()
    assert_well_made(page)  # two are picked, six hinted, some cannot be


def test_a_phone(server: Server, person: OpenPage) -> None:
    page = person(server.address, width=390, height=844, has_touch=True)
    expect(page.locator('[data-game="tarot"] .players')).to_have_text(re.compile("players"))
    assert_well_made(page)
    table = make_table(
        page, server.address, game="boerenbridge", mode="play", pace=0, seats=[BOT, BOT, ME, BOT]
    )
    page.goto(f"{server.address}/at/{table['go']}")
    wait_for_turn(page)
    take_turn(page)
    wait_for_turn(page)
    assert_well_made(page)
    page.locator("#know").click()
    expect(page.locator("#knowing details").first).to_be_visible()
    assert_well_made(page)  # what is known, in a sheet
    page.locator("#know-close").click()
    for _ in range(3):  # the cards of the first round
        wait_for_turn(page)
        take_turn(page)
    page.locator("#round-on").wait_for()
    assert_well_made(page)  # how the round ended
    page.locator("#round-sheet").click()
    assert_well_made(page)  # the scores so far
