"""The panel of what is known: known, believed and not followed are told apart, and the truth is
marked for those who stand behind the players."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Request, Route, expect
from table.serving import Server

from browser.conftest import OpenPage
from browser.playing import BOT, ME, sit, wait_for_turn
from browser.test_axe import assert_well_made
from browser.test_kibitzing import step, watch

RULE = "(set (game sto BEST) (max (union ('P iloc HAND)) using 'RANK))"
WORDS = "after decision 2: what line 76 shows about a hand is not followed (it is drawn)"

EACH_IN_ONE_PLACE = """() => {
  const rows = [...document.querySelectorAll("#heat tr[data-card]")];
  return rows.length > 0 && rows.every((row) => row.querySelectorAll("td.here").length === 1);
}"""
"""Whether every card that is listed is marked where it really is."""


def watched(person: OpenPage, server: Server, moves: int) -> Page:
    """A table of bots after some moves."""
    page = person(server.address, width=1400, height=1000)
    watch(page, server, seed=24)
    for _ in range(moves):
        step(page)
    page.locator("#heat").scroll_into_view_if_needed()
    return page


def doubted(route: Route) -> None:
    """What the server knows, as it would say it of another game."""
    answer = route.fetch()
    found: dict[str, Any] = answer.json()
    reason = {"decision": 2, "times": 1, "line": 76, "rule": RULE, "why": "", "words": WORDS}
    about = {"low": "900", "high": "1,200", "samples": "400", "text": "from 900 to 1,200"}
    found |= {"exact": False, "note": "More may be known.", "unfollowed": [reason]}
    route.fulfill(response=answer, json=found | {"estimate": about})


def test_the_truth_can_be_marked_behind_the_players(server: Server, person: OpenPage) -> None:
    page = watched(person, server, 6)
    marked, switch = page.locator("#heat td.here"), page.locator('#heat [data-do="truth"]')
    rows = page.locator("#heat tr[data-card]")
    expect(rows.first).to_be_visible()
    expect(marked).to_have_count(0)
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(EACH_IN_ONE_PLACE)
    page.locator('#heat [data-eyes="1"]').click()
    for number in range(rows.count()):
        sure = rows.nth(number).locator("td.sure")
        if sure.count():  # nobody knows what is not so
            expect(sure).to_have_class("sure here")
    page.reload()
    expect(marked.first).to_be_visible()  # the switch stays as it was
    page.locator('#heat [data-do="truth"]').click()
    expect(marked).to_have_count(0)


def test_nobody_who_sits_there_has_the_truth_marked(server: Server, person: OpenPage) -> None:
    page = person(server.address, width=1400, height=1000)
    sit(page, server, "boerenbridge", ME, BOT, BOT, BOT)
    wait_for_turn(page)
    page.evaluate("localStorage.setItem('kibitz.truth', 'true')")
    page.reload()
    wait_for_turn(page)
    page.locator("#know").click()
    expect(page.locator("#heat tr[data-card]").first).to_be_visible()
    expect(page.locator('#heat [data-do="truth"]')).to_have_count(0)
    expect(page.locator("#heat td.here")).to_have_count(0)


def test_known_believed_and_not_followed_look_different(server: Server, person: OpenPage) -> None:
    page = watched(person, server, 6)
    page.locator('#heat [data-eyes="1"]').click()
    marks, note = page.locator("#heat .marks"), page.locator("#heat .note")
    expect(marks).to_contain_text("known: it follows from the rules")
    expect(marks).to_contain_text("believed: per cent, all deals being equally likely")
    expect(note).to_be_hidden()
    expect(page.locator("#heat td.sure").first).to_be_visible()  # East's own cards have come
    colours = "cells => new Set(cells.map(cell => getComputedStyle(cell).backgroundColor)).size"
    kinds = ":is(td.sure, td.no, td.likely)"
    assert page.locator(f"#heat tr:has(td.sure) {kinds}").evaluate_all(colours) >= 2
    page.route("**/knowledge?*", doubted)
    page.locator('#heat [data-eyes="2"]').click()
    expect(note).to_contain_text(f"A{WORDS[1:]}.")
    expect(note.locator("code")).to_have_text(RULE)
    expect(note.locator("code")).to_have_attribute("data-line", "line 76")
    expect(page.locator("#heat caption")).to_contain_text("about")
    expect(page.locator("#heat td.likely").first).to_contain_text("~")
    expect(marks).to_contain_text("estimated from 400 samples (from 900 to 1,200)")
    page.locator('#heat [data-do="truth"]').click()
    page.locator("#formula-text").fill("Kw E has(S,clubs)")
    page.keyboard.press("Enter")
    expect(page.locator("#formula .differing")).to_be_visible()
    assert_well_made(page)


def test_who_does_not_know_whether_is_shown_the_two_deals(server: Server, person: OpenPage) -> None:
    page = watched(person, server, 6)
    page.locator("#formula-text").fill("Kw E has(S,clubs)")
    page.keyboard.press("Enter")
    deals = page.locator("#formula .differing dd")
    expect(deals).to_have_count(2)
    of_east = [text.split("; ")[1] for text in deals.all_inner_texts()]
    assert of_east[0] == of_east[1]  # East sees the same in both
    of_south = [text.split("; ")[2] for text in deals.all_inner_texts()]
    assert "♣" in of_south[0]
    assert "♣" not in of_south[1]


def test_the_strip_is_filled_from_the_moment_looked_at(server: Server, person: OpenPage) -> None:
    page = watched(person, server, 50)
    asked: list[dict[str, Any]] = []

    def heard(request: Request) -> None:
        if request.url.endswith("/ask"):
            asked.append(request.post_data_json or {})

    page.on("request", heard)
    page.locator("#slider").fill("25")
    page.wait_for_function("() => document.body.dataset.at === '25'")
    page.locator("#formula-text").fill("K N ~has(E,hearts)")
    page.keyboard.press("Enter")
    expect(page.locator("#formula .cell")).to_have_count(51)
    waiting = page.locator('#formula .cell[data-truth="waiting"]')
    expect(waiting).to_have_count(0)
    first, *others = asked
    assert (first["since"], first["until"]) == (25, 25)
    reached = {25}
    for more in others:  # each begins with the nearest of those that are left
        nearest = min(abs(k - 25) for k in set(range(51)) - reached)
        new = set(range(more["since"], more["until"] + 1))
        assert min(abs(k - 25) for k in new) == nearest
        assert more["at"] == 25
        reached |= new
    assert reached == set(range(51))
    sides = [more["since"] > 25 for more in others]
    assert sides[:4] == [True, False, True, False]
