"""What people do at the page: sit down, click on the next card that can be played, look."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from table.serving import Server

__all__ = [
    "BOT", "GUEST", "ME", "at", "last", "make_table", "play_to_the_end", "set_up", "sit",
    "take_turn", "wait_for_turn",
]  # fmt: skip

ME = {"who": "me", "name": "Ann"}
BOT = {"who": "bot", "bot": "random"}
GUEST = {"who": "invite"}


def at(page: Page) -> int:
    """The moment that is shown: how many decisions came before it."""
    return int(page.locator("body").get_attribute("data-at") or -1)


def last(page: Page) -> int:
    """How many decisions have been made."""
    return int(page.locator("body").get_attribute("data-last") or -1)


def make_table(page: Page, address: str, **wishes: Any) -> dict[str, Any]:
    """A new table, made as the lobby makes it; its links."""
    answer = page.request.post(f"{address}/api/tables", data=wishes)
    assert answer.ok, answer.text()
    links: dict[str, Any] = answer.json()
    return links


def sit(
    page: Page, server: Server, game: str, *seats: dict[str, str], **parameters: int | str
) -> list[str]:
    """Sit down at a table with these seats, at which bots lose no time; the links to all seats."""
    table = make_table(
        page,
        server.address,
        game=game,
        parameters=parameters,
        mode="play",
        pace=0,
        seats=seats,
    )
    page.goto(f"{server.address}/at/{table['go']}")
    mine = f"{server.address}/at/{table['go']}"
    return [
        mine if seat["who"] == "me" else f"{server.address}/sit/{token}" if token else ""
        for seat, token in zip(seats, table["invitations"], strict=True)
    ]


def set_up(page: Page, game: str) -> None:
    """Sit down by clicking in the lobby: with bots that play at random and lose no time."""
    page.locator(f'[data-game="{game}"] [data-do="setup"]').click()
    bots = page.locator('#setup-dialog select[name="bot"]')
    for number in range(bots.count()):
        bots.nth(number).select_option("random")
    page.locator('#setup-dialog select[name="pace"]').select_option("0")
    page.locator("#start").click()
    page.wait_for_url(re.compile("/at/"))


def wait_for_turn(page: Page) -> str:
    """Wait until something can be done here, or the game is over: `yours` or `over`."""
    page.wait_for_function("() => ['yours', 'over'].includes(document.body.dataset.turn)")
    return page.locator("body").get_attribute("data-turn") or ""


def take_turn(page: Page) -> str:
    """Click on the first thing that can be done; what it was. Of a card in a fan, its left edge is
    sure to be seen. If a round is over, its result is closed first."""
    before = last(page)
    option = page.locator("button[data-action]:not([disabled])").first
    on = page.locator("#round-on")
    option.or_(on).first.wait_for()
    if on.is_visible():
        on.click()
    action = option.get_attribute("data-action") or ""
    option.click(position={"x": 9, "y": 20})
    page.wait_for_function(
        "before => Number(document.body.dataset.last) > before"
        " || document.body.dataset.turn === 'over'",
        arg=before,
    )
    return action


def play_to_the_end(page: Page) -> list[str]:
    """Click until the game is over; what was clicked."""
    done = []
    while wait_for_turn(page) != "over":
        done.append(take_turn(page))
    expect(page.locator("body")).to_have_attribute("data-open", "true")
    return done
