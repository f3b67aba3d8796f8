"""Every game on the shelf is played to its end: begun at a desk, ended on a phone."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect
from table.serving import Server

from browser.conftest import OpenPage
from browser.playing import BOT, ME, last, sit, wait_for_turn
from kibitz.engine import house_games, load

CLICKS = 3
"""Decisions made by real clicks, which fail if something lies upon what is to be clicked."""

SHORT: dict[str, dict[str, int | str]] = {"cheat": {"LONGEST": 15}}
"""Games that would take hundreds of clicks between players who choose at random."""

TRIES = (20, 20, 60, 20, 90, 20, 20, 60, 20, 20, 90, 20)
"""How far down something is clicked on: several cards may have to be picked for a decision."""

CHOICE = ".option.confirm:not([aria-disabled]), #round-on, button[data-action]:not([disabled])"
PICK = "#hand button[data-pick][aria-pressed=false]"

REST = """async ([choice, pick]) => {
  // Everything that can be done is as likely, from a counter instead of chance. It is looked
  // whenever something on the page has changed. Nobody looks at full tricks: they stay briefly.
  const wait = window.setTimeout;
  window.setTimeout = (what, milliseconds, ...told) => wait(what, milliseconds / 5, ...told);
  let count = 0;
  const seen = (one) => one.offsetParent !== null;
  const body = document.body.dataset;
  let changed;
  const observer = new MutationObserver(() => changed(true));
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  const change = (patience) =>
    new Promise((resolve) => { changed = resolve; wait(resolve, patience, false); });
  while (body.turn !== "over") {
    const open = body.turn === "yours" ? [...document.querySelectorAll(choice)].filter(seen) : [];
    const first = open.filter((one) => one.id === "round-on" || one.dataset.confirm);
    const cards = body.turn === "yours" ? [...document.querySelectorAll(pick)].filter(seen) : [];
    const can = first.length ? first : open.length ? open : cards;
    if (can.length) {
      count += 1;
      const after = change(1000);
      can[(count * 7919) % can.length].click();
      await after;
    } else if (!(await change(60000))) break;
  }
  observer.disconnect();
  window.setTimeout = wait;
  return body.turn;
}"""


def take_turn(page: Page) -> None:
    """Click on something that can be done, or on cards until they can be confirmed."""
    before = last(page)
    for y in TRIES:
        if last(page) != before or wait_for_turn(page) == "over":
            return
        page.locator(CHOICE).or_(page.locator(PICK)).first.wait_for()
        done = page.locator(CHOICE).first
        target = done if done.is_visible() else page.locator(PICK).first
        # Of a card in a fan only some of its left edge need be seen; and whoever sits there may
        # have gone on in the meantime.
        with suppress(TimeoutError):
            target.click(position={"x": 9, "y": y}, timeout=3000)
        page.wait_for_timeout(30)
    raise AssertionError("nothing that was clicked was a decision")


@pytest.mark.parametrize("name", house_games())
def test_a_game_is_played_to_its_end(name: str, server: Server, person: OpenPage) -> None:
    page = person(server.address)
    sit(page, server, name, ME, *[BOT] * (load(name).players - 1), **SHORT.get(name, {}))
    wait_for_turn(page)
    for _ in range(CLICKS):
        take_turn(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(REST, [CHOICE, PICK]) == "over"
    expect(page.locator("#say")).to_contain_text("The game is over")
    expect(page.locator("body")).to_have_attribute("data-open", "true")
    assert last(page) > 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
