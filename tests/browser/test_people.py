"""Two people at one table, each in a browser of their own: neither gets the other's cards."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, WebSocket, expect
from table.serving import Server

from browser.conftest import OpenPage
from browser.playing import BOT, GUEST, ME, play_to_the_end, sit, take_turn


def listen(page: Page, heard: list[dict[str, Any]]) -> None:
    """Keep every message the page gets."""

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: heard.append(json.loads(data)))

    page.on("websocket", opened)


def test_an_invitation_seats_one_person_and_the_chair_can_be_freed(
    server: Server, person: OpenPage
) -> None:
    ann, bob, eve = (person(server.address) for _ in range(3))
    invitation = sit(ann, server, "brisca", ME, BOT, GUEST, BOT)[2]
    bob.goto(invitation)
    bob.locator("#name-form input").fill("Bob")
    bob.keyboard.press("Enter")
    expect(ann.locator("#board")).to_contain_text("Bob")
    chair = bob.url
    assert "/at/" in chair
    bob.reload()
    expect(bob.locator("#hand [data-card]").first).to_be_visible()
    tab = bob.context.new_page()  # the same person, once more
    tab.goto(invitation)
    expect(tab).to_have_url(chair)
    tab.close()

    eve.goto(invitation)
    expect(eve.locator("main")).to_contain_text("Somebody sits at South")
    eve.locator("#way").click()
    expect(eve.locator("body")).to_have_attribute("data-role", "watch")
    expect(eve.locator("#hand [data-card]")).to_have_count(0)

    ann.locator("#share").click()
    expect(ann.locator("#share-dialog")).not_to_contain_text(invitation)
    ann.once("dialog", lambda dialog: dialog.accept())
    ann.locator("[data-free='2']").click()
    expect(bob.locator("main")).to_contain_text("freed your chair")
    anew = ann.locator("[data-link='2']").input_value()
    assert anew != invitation
    eve.goto(anew)
    expect(eve.locator("main")).to_contain_text("Somebody sat at South")
    eve.locator("#way").click()
    expect(eve.locator("#hand [data-card]").first).to_be_visible()
    bob.goto(chair)
    expect(bob.locator("main")).to_contain_text("freed your chair")


def test_neither_of_two_people_gets_the_others_cards(server: Server, person: OpenPage) -> None:
    ann, bob = person(server.address), person(server.address)
    heard_by: list[list[dict[str, Any]]] = [[], []]
    links = sit(ann, server, "brisca", ME, BOT, GUEST, BOT)
    for page, heard, seat in zip((ann, bob), heard_by, (0, 2), strict=True):
        listen(page, heard)
        page.goto(links[seat])
    bob.locator("#name-form input").fill("Bob")
    bob.keyboard.press("Enter")
    expect(ann.locator("#board")).to_contain_text("Bob")
    played = 0
    while played < 12:
        for page in (ann, bob):
            if page.locator("body").get_attribute("data-turn") == "yours":
                take_turn(page)
                played += 1
    told = ann.locator("#log")
    expect(told).to_contain_text("Bob")  # people by their names, bots by their seats
    expect(told).to_contain_text("East plays")
    expect(told).not_to_contain_text("South")
    expect(ann.locator("#strip .team").first).to_contain_text("Ann + Bob")
    bob.locator("#share").click()
    bob.locator("#new-name").fill("Rob")
    bob.locator("#rename").click()
    expect(told).to_contain_text("Rob")
    expect(told).not_to_contain_text("Bob")
    for heard, own, other in ((heard_by[0], "HAND 0", "HAND 2"), (heard_by[1], "HAND 2", "HAND 0")):
        moments = [message for message in heard if message["is"] == "moment"]
        assert len(moments) > 10
        for moment in moments:
            assert isinstance(moment["places"].get(own, []), list)
            assert isinstance(moment["places"].get(other, 0), int)
        assert not any("key" in message or "seed" in message for message in heard)


def test_all_hands_are_shown_when_everybody_who_was_asked_says_yes(
    server: Server, person: OpenPage
) -> None:
    ann, bob, eve = (person(server.address) for _ in range(3))
    links = sit(ann, server, "agram", ME, GUEST, BOT, BOT)
    ann.locator("#share").click()
    ann.locator("#agree").click()
    ann.keyboard.press("Escape")
    expect(ann.locator("#agreement")).to_contain_text("Still to agree: East (not here yet)")

    bob.goto(links[1])  # who comes later is asked too
    question = bob.locator("#agreement")
    expect(question).to_contain_text("Ann would like to show all hands.")
    bob.locator("#agree-no").click()
    expect(question).to_have_count(0)
    expect(ann.locator("#agreement")).to_have_count(0)
    expect(ann.locator("#toasts")).to_contain_text("would rather not show all hands")

    ann.locator("#share").click()
    ann.locator("#agree").click()
    ann.keyboard.press("Escape")
    watch = ann.request.get(f"{links[0].replace('/at/', '/api/at/')}/table").json()["watch"]
    eve.goto(f"{server.address}/at/{watch}")
    expect(eve.locator("#agreement")).to_contain_text("Still to agree")
    expect(eve.locator("#agreement button")).to_have_count(0)  # a spectator is not asked
    bob.locator("#agree-yes").click()
    for page in (ann, bob, eve):
        expect(page.locator("body")).to_have_attribute("data-open", "true")
        expect(page.locator("#agreement")).to_have_count(0)


def test_a_finished_table_is_looked_at_and_its_rematch_watched_by_who_only_watches(
    server: Server, person: OpenPage
) -> None:
    ann, eve = person(server.address), person(server.address)
    sit(ann, server, "agram", ME, BOT, BOT, BOT)
    token = ann.url.rpartition("/")[2]
    watch = ann.request.get(f"{server.address}/api/at/{token}/table").json()["watch"]
    ann.goto(server.address)
    expect(ann.locator("#mine a.button").first).to_have_text("Resume")
    ann.go_back()
    eve.goto(f"{server.address}/at/{watch}")
    play_to_the_end(ann)
    ann.locator("#rematch").click()
    ann.wait_for_function("token => !location.pathname.endsWith(token)", arg=token)
    expect(eve.locator("#rematch-go")).to_have_text("Go and watch")
    ann.goto(server.address)
    expect(ann.locator(f'#mine a[href$="{token}"]')).to_have_text("Look at it")
