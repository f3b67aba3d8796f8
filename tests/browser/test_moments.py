"""What is to be seen before it is gone: full tricks, the end of a round, the line of the log."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from table.serving import Server

from browser.conftest import OpenPage
from browser.playing import BOT, ME, at, make_table, take_turn, wait_for_turn
from kibitz.engine.descriptions import load
from kibitz.engine.record import Record
from kibitz.engine.series import play_of_series

TRICK = '#cards [data-zone="trick"][data-card]'
IN_SIGHT = """() => {
  const log = document.getElementById("log").getBoundingClientRect();
  const line = document.querySelector(".step.now").getBoundingClientRect();
  return line.top >= log.top && line.bottom <= log.bottom;
}"""


def open_record(page: Page, server: Server) -> str:
    """A game of Boeren Bridge that was recorded, opened; its address."""
    states = play_of_series(load("boerenbridge"), 4, 0)
    answer = page.request.post(
        f"{server.address}/api/records",
        data=Record.of(states[-1], ("random",) * 4).to_json(),
        headers={"Content-Type": "application/json"},
    )
    address = f"{server.address}/at/{answer.json()['go']}"
    page.goto(address)
    return address


def look(page: Page) -> str | None:
    return page.locator("body").get_attribute("data-look")


def chips(page: Page) -> str:
    """What is said of the table and of every seat."""
    return "\n".join(page.locator("#strip .chip, .plate .chip").all_text_contents())


def test_a_full_trick_is_seen_before_it_is_gathered(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    address = open_record(page, server)
    expect(page.locator(TRICK)).to_have_count(4)  # not the empty table after it
    assert (at(page), look(page)) == (96, "full")
    expect(page.locator("#result")).to_be_visible()
    page.keyboard.press(".")
    expect(page.locator(TRICK)).to_have_count(0)
    assert (at(page), look(page)) == (96, "after")
    expect(page.locator("#forward")).to_be_disabled()

    page.locator("#slider").fill("4")
    expect(page.locator("body")).to_have_attribute("data-at", "4")
    first_trick = [(5, "after", 1), (6, "after", 2), (7, "after", 3), (8, "full", 4)]
    for move, way, cards in [*first_trick, (8, "after", 0), (9, "after", 1)]:
        page.keyboard.press(".")
        expect(page.locator(TRICK)).to_have_count(cards)
        assert (at(page), look(page)) == (move, way)
    slider = page.locator("#slider")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert (at(page), look(page), slider.input_value()) == (8, "full", "7.5")
    assert "the trick is full" in (slider.get_attribute("aria-valuetext") or "")
    page.keyboard.press("ArrowLeft")  # there are no two looks at the third card
    assert (at(page), look(page), slider.input_value()) == (7, "after", "7")

    page.goto(f"{address}?move=41")
    expect(page.locator("body")).to_have_attribute("data-at", "41")
    expect(page.locator("body")).to_have_attribute("data-panel", "shown")
    expect(page.locator('.step.now[data-at="41"]')).to_be_visible()
    page.wait_for_function(IN_SIGHT)
    for place in ("3", "90", "17"):
        slider.fill(place)
        expect(page.locator(f'.step.now[data-at="{place}"]')).to_be_visible()
        page.wait_for_function(IN_SIGHT)

    page.locator("#scores").click()  # after 17 moves the first round is over, in the end all are
    expect(page.locator("#score-sheet tbody tr")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    page.keyboard.press("s")
    expect(page.locator("#score-sheet tbody tr")).to_have_count(5)
    totals = page.locator("#score-sheet tfoot b").all_text_contents()
    assert sorted(totals) == sorted(page.locator("#result b").all_text_contents())


def test_a_round_ends_with_its_own_chips_and_a_pause_to_read_its_result(
    server: Server, person: OpenPage
) -> None:
    page = person(server.address)
    table = make_table(
        page,
        server.address,
        game="boerenbridge",
        parameters={"FIRST": 1, "PEAK": 2},
        mode="play",
        pace=0,
        seats=[ME, BOT, BOT, BOT],
    )
    page.goto(f"{server.address}/at/{table['go']}")
    expect(page.locator("#scores")).to_be_hidden()
    for _ in range(2):  # a guess, and the only card
        assert wait_for_turn(page) == "yours"
        take_turn(page)
    result = page.locator("#round")
    expect(result).to_be_visible()
    expect(result).to_contain_text("Round 1 is over")
    expect(page.locator(TRICK)).to_have_count(4)
    assert "round 1" in chips(page)
    assert "cards 1" in chips(page)
    assert "–" not in chips(page)  # the guesses are still there
    assert page.locator("#round .made, #round .missed").count() == 4
    told = page.locator("#log .step").last
    expect(told).to_contain_text("Score:")
    expect(told.locator(".next")).to_have_count(0)  # of the next deal nothing yet
    expect(told).not_to_contain_text("trumps")
    expect(page.locator("#round-on")).to_be_focused()
    page.keyboard.press("2")  # closes it, and guesses nothing
    expect(result).to_be_hidden()
    expect(page.locator("#strip")).to_contain_text("round 2")
    expect(page.locator("#log .step:has-text('Score:')")).to_have_count(1)
    expect(page.locator("#log .step:has-text('Score:')")).to_contain_text("trumps")
    expect(page.locator("button[data-action]").first).to_be_visible()
    page.locator("#scores").click()
    expect(page.locator("#score-sheet tbody tr")).to_have_count(1)
