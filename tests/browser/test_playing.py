"""Sit down and play, by clicking and with the keyboard, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from table.serving import Server, serving

from browser.conftest import OpenPage
from browser.playing import (
    BOT,
    ME,
    at,
    last,
    make_table,
    play_to_the_end,
    set_up,
    sit,
    take_turn,
    wait_for_turn,
)
from kibitz.engine.descriptions import house_games

Picture = Callable[[Page, str], None]


def test_a_whole_game_of_boeren_bridge_by_clicking(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    set_up(page, "boerenbridge")
    done = play_to_the_end(page)
    guesses = [action for action in done if action.startswith("guess")]
    cards = [action for action in done if action.startswith("play")]
    assert len(cards) == 19  # a game of five rounds has 19 tricks
    assert len(guesses) in range(5, 7)  # one a round, and one more where the dealer must change
    log = page.locator("#log")
    expect(log).to_contain_text("trump")
    expect(log).to_contain_text("takes the trick")


def test_a_whole_game_of_brisca_by_clicking(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    set_up(page, "brisca")
    assert len(play_to_the_end(page)) == 10
    assert last(page) == 40


def test_one_click_in_the_lobby_sits_you_down(
    server: Server, person: OpenPage, picture: Picture
) -> None:
    page = person(server.address)
    expect(page.locator(".tile .players")).to_have_count(len(house_games()))
    page.wait_for_load_state("networkidle")
    picture(page, "lobby")
    page.locator('[data-game="agram"] [data-do="play"]').click()
    page.wait_for_url(re.compile(r"/at/"))
    assert wait_for_turn(page) == "yours"
    take_turn(page)


def test_a_whole_game_of_agram_without_a_mouse(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    sit(page, server, "agram", ME, BOT, BOT, BOT)
    wait_for_turn(page)
    page.keyboard.press("1")
    page.wait_for_function("() => Number(document.body.dataset.last) >= 4")
    while wait_for_turn(page) != "over":  # the rest with the arrows: the focus is never lost
        before = last(page)
        page.locator("button[data-action]").first.wait_for()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#hand button:focus[data-action]")).to_have_count(1)
        page.keyboard.press("Enter")
        page.wait_for_function("before => Number(document.body.dataset.last) > before", arg=before)
        assert page.evaluate("document.activeElement !== document.body")
    expect(page.locator("#say")).to_contain_text("The game is over")


def test_a_reload_in_mid_game_goes_on(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    sit(page, server, "brisca", ME, BOT, BOT, BOT)
    for _ in range(3):
        wait_for_turn(page)
        take_turn(page)
    wait_for_turn(page)
    before, log = last(page), page.locator("#log .step").count()
    page.reload()
    assert wait_for_turn(page) == "yours"
    assert last(page) == before
    assert page.locator("#log .step").count() == log
    play_to_the_end(page)


def test_a_lost_connection_goes_on_when_the_server_is_back(
    person: OpenPage, tmp_path: Path
) -> None:
    with serving(tmp_path) as server:
        page = person(server.address)
        sit(page, server, "agram", ME, BOT, BOT, BOT)
        wait_for_turn(page)
        take_turn(page)
        page.wait_for_function("() => Number(document.body.dataset.last) >= 4")
        wait_for_turn(page)
        before = last(page)
        server.kill()
        expect(page.locator("#lost")).to_be_visible()
    with serving(tmp_path, port=int(server.address.rpartition(":")[2])):
        page.wait_for_function("() => document.body.dataset.connected === 'true'")
        expect(page.locator("#lost")).to_be_hidden()
        assert last(page) == before
        take_turn(page)
        assert last(page) > before


def test_a_users_own_description_is_in_the_lobby(person: OpenPage, tmp_path: Path) -> None:
    own = Path(__file__).parent.parent / "games" / "small" / "caravan.rcy"
    copy = tmp_path / "mine.rcy"
    copy.write_text(own.read_text(encoding="utf-8"), encoding="utf-8")
    with serving(tmp_path / "data", copy) as server:
        page = person(server.address)
        page.locator('[data-game="mine"] [data-do="play"]').click()
        page.wait_for_url(re.compile(r"/at/"))
        wait_for_turn(page)
        take_turn(page)
        assert at(page) >= 1


def test_a_card_that_can_be_played_in_two_ways_leads_to_its_buttons(
    person: OpenPage, tmp_path: Path
) -> None:
    game = Path(__file__).parent.parent / "games" / "small" / "marriage.rcy"
    with serving(tmp_path / "data", game) as server:
        page = person(server.address)
        for _ in range(100):  # until a king and a queen of one suit are dealt to North, who leads
            table = make_table(
                page, server.address, game="marriage", mode="play", pace=0, seats=[ME, BOT]
            )
            address = f"{server.address}/api/at/{table['go']}/moment?at=0"
            if "declare a marriage" in page.request.get(address).text():
                break
        page.goto(f"{server.address}/at/{table['go']}")
        queen = page.locator("#hand button[data-ways]").first
        expect(queen).to_have_attribute("title", re.compile("more than one way"))
        queen.click(position={"x": 9, "y": 20})
        button = page.locator("#options button:focus")
        expect(button).to_have_text(re.compile("^play Q"))
        button.click()
        page.wait_for_function("() => Number(document.body.dataset.last) > 0")


def test_the_last_trick_can_be_looked_at(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    sit(page, server, "agram", ME, BOT, BOT, BOT)
    wait_for_turn(page)
    take_turn(page)
    page.wait_for_function("() => Number(document.body.dataset.last) >= 4")
    page.locator("#last-trick").click()
    expect(page.locator("#last-trick-cards svg.card")).to_have_count(4)


def test_several_cards_are_picked_in_any_order_put_back_and_confirmed(
    server: Server, person: OpenPage
) -> None:
    """The taker's six discards; nothing is done with them before they are confirmed."""
    page = person(server.address)
    table = make_table(
        page, server.address, game="tarot", mode="play", pace=0, seats=[ME, BOT, BOT],
        parameters={"AUCTION": "NO"},
    )  # fmt: skip
    page.goto(f"{server.address}/at/{table['go']}")
    wait_for_turn(page)
    count, hand = page.locator(".picked-list"), page.locator("#hand button[data-pick]")
    expect(count).to_contain_text("0 of 6 picked")
    never = page.locator("#hand button:not([data-pick])").first
    expect(never).to_have_attribute("title", "cannot be picked here")
    cards = [one.get_attribute("data-card") for one in hand.all()]

    def click(*numbers: int) -> None:
        for number in numbers:
            place = page.locator(f'#hand [data-card="{cards[number]}"]')
            place.click(position={"x": 9, "y": 20})

    click(-1, 2, 0)
    expect(count).to_contain_text("3 of 6 picked")
    click(2)
    expect(count).to_contain_text("2 of 6 picked")
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(count).to_contain_text("0 of 6 picked")
    click(-1)
    page.reload()
    wait_for_turn(page)
    expect(count).to_contain_text("0 of 6 picked")
    assert last(page) == 0
    click(-1, 4, 2, 3, 0)
    expect(page.locator("[data-confirm]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowRight")  # the last one without a mouse
    page.keyboard.press("Space")
    expect(count).to_contain_text("6 of 6 picked")
    picked = {one.get_attribute("data-card") for one in page.locator("#hand .picked").all()}
    page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.body.dataset.last) === 6")
    expect(page.locator("#log .step:visible").last).to_contain_text("discard")
    left = {one.get_attribute("data-card") for one in page.locator("#hand button").all()}
    assert len(picked) == 6
    assert not picked & left


def test_bids_stand_in_columns_with_no_trump_last(server: Server, person: OpenPage) -> None:
    page = person(server.address, width=390, height=844)
    sit(page, server, "bridge", ME, BOT, BOT, BOT)
    wait_for_turn(page)

    def place(bid: str) -> tuple[float, float]:
        box = page.locator(f'.option[data-action="{bid}"]').bounding_box()
        assert box
        return box["x"], box["y"]

    assert place("pass")[1] < place("1♣")[1] == place("1 NT")[1] < place("2♣")[1]
    assert place("1♣")[0] == place("2♣")[0] < place("1♠")[0] < place("1 NT")[0]
    assert page.locator('.option[data-action="1♦"] .ink-red').is_visible()
    tall = page.locator('.option[data-action="pass"]').bounding_box()
    assert tall
    assert tall["height"] < 40, "so many take less room each"
