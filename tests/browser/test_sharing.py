"""What people share: positions, links, records, agreement to open the cards, another game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from table.serving import Server

from browser.conftest import OpenPage
from browser.playing import BOT, GUEST, ME, last, play_to_the_end, sit, take_turn, wait_for_turn

Picture = Callable[[Page, str], None]


def copied(page: Page) -> str:
    """The text that was copied, or is shown to be copied by hand."""
    text: str = page.evaluate("() => navigator.clipboard.readText()")
    return text


def test_the_position_that_is_copied_is_what_one_sees(server: Server, person: OpenPage) -> None:
    page = person(server.address, permissions=["clipboard-read", "clipboard-write"])
    sit(page, server, "agram", ME, BOT, BOT, BOT)
    wait_for_turn(page)
    mine = page.locator("#hand [data-card]").evaluate_all("cards => cards.map(c => c.dataset.card)")
    faces = page.request.get(f"{page.url.replace('/at/', '/api/at/')}/table").json()
    page.locator("#share").click()
    page.locator("#copy-position").click()
    expect(page.locator("#toasts")).to_contain_text("Copied")
    text = copied(page)
    cards = {card["symbol"] for card in faces["game"]["cards"]}
    assert {faces["game"]["cards"][int(number)]["symbol"] for number in mine} == {
        word for word in re.findall(r"\S+", text) if word in cards
    }
    expect(page.locator("#download")).to_have_count(0)  # no record before the end
    refused = page.request.get(f"{page.url.replace('/at/', '/api/at/')}/record")
    assert refused.status == 403


def test_after_the_end_a_link_opens_the_same_game_at_the_same_move(
    server: Server, person: OpenPage
) -> None:
    page = person(server.address, permissions=["clipboard-read", "clipboard-write"])
    sit(page, server, "agram", ME, BOT, BOT, BOT)
    play_to_the_end(page)
    page.locator("#slider").fill("9")
    page.wait_for_function("() => document.body.dataset.at === '9'")
    page.locator("#share").click()
    page.locator("#copy-link").click()
    expect(page.locator("#toasts")).to_contain_text("Copied")
    friend = person(copied(page))
    friend.wait_for_function("() => document.body.dataset.at === '9'")
    assert last(friend) == last(page) == 24
    with page.expect_download() as found:
        page.locator("#download").click()
    record = json.loads(found.value.path().read_text(encoding="utf-8"))
    assert len(record["actions"]) == 24

    friend.goto(server.address)
    friend.locator("input[type=file]").set_input_files(found.value.path())
    friend.wait_for_url(re.compile("/at/"))
    friend.wait_for_function("() => document.body.dataset.last === '24'")


def test_cards_are_opened_when_all_people_agree(server: Server, person: OpenPage) -> None:
    ann, bob = person(server.address), person(server.address)
    links = sit(ann, server, "agram", ME, BOT, GUEST, BOT)
    bob.goto(links[2])
    wait_for_turn(ann)
    for page in (ann, bob):
        expect(page.locator("body")).to_have_attribute("data-open", "false")
        page.locator("#share").click()
        page.locator("#agree").click()
    for page in (ann, bob):
        expect(page.locator("body")).to_have_attribute("data-open", "true")


def test_a_rematch_takes_everybody_to_the_next_table(server: Server, person: OpenPage) -> None:
    ann, bob = person(server.address), person(server.address)
    links = sit(ann, server, "agram", ME, BOT, GUEST, BOT)
    bob.goto(links[2])
    while ann.locator("body").get_attribute("data-turn") != "over":
        for page in (ann, bob):
            if page.locator("body").get_attribute("data-turn") == "yours":
                take_turn(page)
    before = ann.url
    ann.locator("#rematch").click()
    expect(ann).not_to_have_url(before)
    bob.locator("#rematch-go").click()
    for page in (ann, bob):
        expect(page.locator("body")).to_have_attribute("data-turn", re.compile("yours|theirs"))
        assert last(page) < 24


def test_the_hint_and_what_i_know_are_about_my_seat_only(
    server: Server, person: OpenPage, picture: Picture
) -> None:
    page = person(server.address, width=1400, height=900)
    sit(page, server, "boerenbridge", BOT, BOT, ME, BOT)
    wait_for_turn(page)
    page.locator("#know").click()
    expect(page.locator("#heat tr[data-card]").first).to_be_visible()
    expect(page.locator("#heat [data-eyes]")).to_have_count(0)  # nobody else is to be chosen
    page.locator("#hint").click()
    expect(page.locator("#hint-words")).to_be_visible(timeout=120_000)  # it may have to compile
    picture(page, "play")


def test_invitations_say_who_can_open_them(server: Server, person: OpenPage) -> None:
    """The server of the tests listens to its own computer only; then it is made to say that others
    find it under two addresses."""
    page = person(server.address)
    sit(page, server, "agram", ME, BOT, GUEST, BOT)
    page.locator("#invite").click()
    expect(page.locator("#reach")).to_contain_text("Only this computer can open these links")
    expect(page.locator("#reach code")).to_have_text("kibitz table --host 0.0.0.0")
    link = page.locator('[data-link="2"]')
    assert link.input_value().startswith(server.address)

    elsewhere = ["http://192.168.1.5:8017/", "http://[fd00::5]:8017/"]
    page.route("**/api/addresses", lambda route: route.fulfill(json={"addresses": elsewhere}))
    page.keyboard.press("Escape")
    page.locator("#invite").click()
    expect(page.locator("#reach")).to_contain_text("Everybody on your network can open these links")
    expect(link).to_have_value(re.compile(r"^http://192\.168\.1\.5:8017/sit/\S+$"))
    page.locator('#reach select[name="origin"]').select_option("http://[fd00::5]:8017")
    for key in ("2", "watch"):
        expect(page.locator(f'[data-link="{key}"]')).to_have_value(
            re.compile(r"^http://\[fd00::5\]:8017/(at|sit)/")
        )


@pytest.mark.parametrize(
    ("measure", "value", "shown"), [("points", 1.5, "1.50"), ("share", 0.25, "25 %")]
)
def test_a_hint_tells_what_the_network_says_of_each_option(
    server: Server, person: OpenPage, measure: str, value: float, shown: str
) -> None:
    """The network is made up: what it says is what the page is told."""
    page = person(server.address)
    sit(page, server, "agram", ME, BOT, BOT, BOT)
    wait_for_turn(page)
    said = {"visits": None, "low": None, "high": None, "value": value}
    thoughts = [{"text": "play 3S", "label": ["play 3♠"], **said},
                {"text": "play 4S", "label": ["play 4♠"], **said}]  # fmt: skip
    network = {"best": "play 3S", "cards": None, "method": "Network", "iterations": 0, "note": None,
               "fewer": False, "measure": measure, "thoughts": thoughts}  # fmt: skip
    search = {**network, "method": "Searcher", "note": "Nobody searched.", "measure": "score",
              "best": None, "thoughts": []}  # fmt: skip
    answer = {**search, "network": network}
    page.route("**/hint*", lambda route: route.fulfill(json=answer))
    page.locator("#hint").click()
    box = page.locator("#hint-words .network")
    expect(box.locator("strong")).to_have_text("The network would play 3♠")
    expect(box.locator("p")).to_have_text(f"play 3♠ {shown} · play 4♠ {shown}")
    expect(box.locator("small")).to_contain_text("it tries nothing")
    expect(page.locator("#hint-words .bar-of")).to_have_count(0)
