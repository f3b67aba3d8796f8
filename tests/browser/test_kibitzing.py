"""Stand behind the players: all hands open, what everybody knows, back and forth through a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect
from table.serving import Server

from browser.conftest import OpenPage
from browser.playing import at, last, make_table

Picture = Callable[[Page, str], None]


def watch(page: Page, server: Server, seed: int) -> None:
    """A table of Boeren Bridge with four bots, not begun."""
    table = make_table(
        page,
        server.address,
        game="boerenbridge",
        mode="kibitz",
        pace=0,
        seed=seed,
        seats=[{"who": "bot", "bot": "random"}] * 4,
    )
    page.goto(f"{server.address}/at/{table['go']}")
    page.wait_for_function("() => document.body.dataset.at === '0'")


def step(page: Page) -> None:
    """One decision more, with the space bar."""
    before = last(page)
    page.keyboard.press("Space")
    page.wait_for_function("before => Number(document.body.dataset.at) > before", arg=before)


def worlds(page: Page, moment: int) -> int:
    """How many worlds are drawn as possible in the model of the chosen card at a moment."""
    expect(page.locator("#kripke figure")).to_have_attribute("data-at", str(moment))
    return int(page.locator("#kripke .worlds").get_attribute("data-worlds") or -1)


def announced(page: Page) -> list[dict[str, Any]]:
    """The announcements in the log: at which moment, and in which words."""
    found: list[dict[str, Any]] = page.locator("#log .step").evaluate_all(
        """steps => steps.flatMap(step => [...step.querySelectorAll('.announced')].map(
            said => ({at: Number(step.dataset.at), text: said.textContent})))"""
    )
    return found


def test_the_worlds_of_the_queen_shrink_when_someone_cannot_follow(
    server: Server, person: OpenPage, picture: Picture
) -> None:
    page = person(server.address, width=1400, height=900)
    watch(page, server, seed=24)
    page.locator('#kripke button[data-suit="HEARTS"]').click()
    page.locator('#kripke [data-rank="Q"]').click()
    expect(page.locator("#kripke svg").first).to_be_visible()
    start = worlds(page, 0)
    assert start == 4  # everybody knows that somebody has her, and no more
    shown = {0: start}
    while True:  # until somebody cannot follow hearts while nobody has seen the queen
        step(page)
        moment = at(page)
        assert moment < 60, "nobody ever failed to follow hearts"
        shown[moment] = worlds(page, moment)
        void = any(s["at"] == moment and "no hearts" in s["text"] for s in announced(page))
        if void and shown[moment - 1] > 1:
            break
    assert shown[moment] == shown[moment - 1] - 1
    picture(page, "kibitz")

    slider = page.locator("#slider")
    slider.fill(str(moment - 1))
    assert worlds(page, moment - 1) == shown[moment - 1]
    slider.fill("0")
    assert worlds(page, 0) == start
    assert at(page) == 0
    page.locator("#live").click()
    assert at(page) == last(page) == moment


def test_the_panel_shows_red_suits_in_red(server: Server, person: OpenPage) -> None:
    page = person(server.address, width=1400, height=900)
    watch(page, server, seed=1)
    expect(page.locator("#heat tr[data-card]").first).to_be_visible()
    for cards in ("#kripke button[data-suit]", "#heat tbody th button"):
        colours: dict[str, str] = page.locator(cards).evaluate_all(
            "all => Object.fromEntries(all.map(b => [b.textContent.slice(-1),"
            " getComputedStyle(b).color]))"
        )
        assert colours["♥"] == colours["♦"] != colours["♠"] == colours["♣"]


def test_all_hands_are_open_where_only_bots_play(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    watch(page, server, seed=1)
    expect(page.locator("body")).to_have_attribute("data-open", "true")
    hands = page.locator('#board [data-zone="hand"][data-card]')
    expect(hands).to_have_count(12)  # a round of three cards


def test_a_formula_is_answered_at_every_move(server: Server, person: OpenPage) -> None:
    page = person(server.address, width=1400, height=900)
    watch(page, server, seed=3)
    for _ in range(6):
        step(page)
    line = page.locator("#formula-text")
    line.fill("K N has(N,hearts) | K N ~has(N,hearts)")
    line.press("Enter")
    cells = page.locator('#formula .cell[data-truth="true"]')
    expect(cells).to_have_count(7)  # North always knows that about North's own hand
    line.blur()  # else the space would go into the formula
    step(page)
    line.scroll_into_view_if_needed()  # the parts above may have grown; nothing unseen is asked
    expect(cells).to_have_count(8)


def test_a_late_answer_leaves_the_next_formula_alone(server: Server, person: OpenPage) -> None:
    page = person(server.address, width=1400, height=900)
    watch(page, server, seed=3)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if not held:
            held.append(route)
        else:
            route.fallback()

    page.route("**/ask", hold)
    line, wrong = page.locator("#formula-text"), page.locator("#formula-error")
    line.fill("K N has(N,hearts)")
    line.press("Enter")
    line.fill("K N has(E,heart")
    line.press("Enter")
    expect(wrong).to_be_visible()
    held[0].fallback()
    expect(page.locator("#formula .one")).to_have_count(1)
    expect(wrong).to_be_visible()
    expect(line).to_have_value("K N has(E,heart")


def test_formulas_are_read_as_the_server_reads_them(server: Server, person: OpenPage) -> None:
    """What is wrong is said in its words, at its place; many formulas can be asked, also long ones,
    and each answer is in sight."""
    page = person(server.address, width=1400, height=700)
    watch(page, server, seed=3)
    line, wrong = page.locator("#formula-text"), page.locator("#formula-error")
    line.fill("K N has(N,hearts) &\nK N has(E,heartz)")
    line.press("Enter")
    expect(wrong).to_contain_text("did you mean heart? (line 2, character 11)")
    expect(wrong.locator("small")).to_contain_text("write a card like")
    expect(wrong).to_be_in_viewport()
    chosen = "t => t.value.slice(t.selectionStart, t.selectionEnd)"
    assert line.evaluate(chosen) == "heartz"
    long = " & ".join(["K North ~K East has(South,diamonds)"] * 16)
    line.fill(long)
    line.press("Enter")
    expect(page.locator("#formula .one")).to_have_count(1)
    line.fill(long * 4)
    line.press("Enter")
    expect(wrong).to_contain_text("a formula has at most 2,000 characters")
    for number, card in enumerate(("2H", "3H", "4H", "5H", "6H", "7H"), start=2):
        line.fill(f"K N has(E,{card})")
        line.press("Enter")
        expect(page.locator("#formula .one")).to_have_count(number)
        newest = page.locator("#formula .one").first
        expect(newest).to_have_attribute("data-formula", f"K N has(E,{card})")
        expect(newest.locator(".truth")).to_be_in_viewport()
    expect(wrong).to_be_hidden()
    page.reload()
    expect(page.locator("#formula .one")).to_have_count(7)


def test_the_record_opens_the_same_game_at_the_same_move(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    watch(page, server, seed=2)
    for _ in range(5):
        step(page)
    token = page.url.rpartition("/")[2]
    record = page.request.get(f"{server.address}/api/at/{token}/record")
    assert record.ok
    opened = page.request.post(
        f"{server.address}/api/records",
        data=record.text(),
        headers={"Content-Type": "application/json"},
    ).json()
    page.goto(f"{server.address}/at/{opened['go']}?move=3")
    page.wait_for_function("() => document.body.dataset.at === '3'")
    assert last(page) == 5
