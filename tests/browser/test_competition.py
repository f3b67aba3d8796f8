"""A competition of sixteen is watched while it is played."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from table.contest import NASTY, Contest, charter_of
from table.serving import COMMAND, Server, serving

from browser.conftest import OpenPage
from browser.playing import last
from browser.test_axe import assert_well_made
from kibitz.compete.charter import Phase
from kibitz.compete.report import write
from kibitz.seats.failures import Failure

Picture = Callable[[Page, str], None]

PHASES = (
    Phase("gauntlet", 2, "Gauntlet", opponents=("rule", "osla"), best=8),
    Phase("cup", 2, "Cup"),
)
BROKEN = Failure(3, "raised", "it raised ValueError: <b>no</b>", "Traceback:\n  line 1")

ORDER = "() => [...document.querySelectorAll('.standings .entrant')].map(one => one.textContent)"
MOVED = f"before => JSON.stringify(({ORDER})()) !== before"
GLIDES = "() => document.getAnimations().some(one => one.id === 'glide')"
WIDE = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def contest(tmp_path: Path) -> Iterator[Contest]:
    found = Contest(tmp_path / "cup", charter_of(16, "brisca", *PHASES))
    yield found
    found.close()


@pytest.fixture
def server(tmp_path: Path, contest: Contest) -> Iterator[Server]:
    with serving(tmp_path / "data", tmp_path / "cup") as server:
        yield server


def test_a_competition_is_watched_while_it_is_played(
    server: Server, contest: Contest, person: OpenPage, picture: Picture
) -> None:
    contest.play(6)
    page = person(server.address, width=1400, height=1000)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.locator('[data-competition="cup"] a').click()
    expect(page.locator(".standings tbody tr")).to_have_count(16)
    expect(page.locator("#title")).to_have_text("The autumn cup")
    expect(page.locator("#secret")).to_have_count(0)

    # the standings move, and the rows glide where somebody has nothing against it
    before = page.evaluate(f"JSON.stringify(({ORDER})())")
    page.emulate_media(reduced_motion="no-preference")
    contest.play(30)
    page.wait_for_function(MOVED, arg=before)
    page.wait_for_function(GLIDES)
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("#played")).to_have_text("36 of 64 games")

    # a game being played opens, and goes on
    contest.play(2, BROKEN)
    game, state = contest.begin()
    for _ in range(5):
        state = contest.step(game, state)
    page.locator(f'#now [data-game="{game.id}"]').click()
    expect(page.locator("body")).to_have_attribute("data-at", "5")
    expect(page.locator("body")).to_have_attribute("data-open", "true")
    for number in (6, 7):
        state = contest.step(game, state)
        expect(page.locator("body")).to_have_attribute("data-at", str(number))
    expect(page.locator("#knowing svg")).not_to_have_count(0)
    contest.end(game, state)
    expect(page.locator("#result")).to_be_visible()
    assert last(page) == 40

    # from there back, and on to a finished game
    page.locator("#home").click()
    page.locator("#entrant").select_option(NASTY)
    expect(page.locator("#games [data-game]").first).to_contain_text(NASTY)
    page.locator("#games [data-game]").first.click()
    expect(page.locator("#result")).to_be_visible()
    page.go_back()

    # the cup, by day and by night, on a screen and on a phone
    while not any(meeting.round for meeting in contest.store.meetings(1)):
        contest.play(1)
    expect(page.locator("#bracket svg")).to_contain_text("semi-final 1")
    game, state = contest.begin()
    for _ in range(9):
        state = contest.step(game, state)
    expect(page.locator("#now .at")).to_have_text("9 decisions")
    page.locator("#failures summary").first.click()
    expect(page.locator("#failures pre").first).to_be_visible()
    assert_well_made(page)
    page.evaluate("scrollTo(0, 0)")
    picture(page, "competition")
    assert page.evaluate(WIDE) <= 0
    phone = person(f"{server.address}/competition/cup", width=390, height=844, has_touch=True)
    expect(phone.locator(".standings tbody tr")).to_have_count(8)
    assert_well_made(phone)
    assert phone.evaluate(WIDE) <= 0

    # the end, and the report
    contest.play()
    expect(page.locator("#secret")).to_have_text(contest.lots.secret)
    assert page.locator("body").get_attribute("data-state") == "over"
    write(contest.store)
    page.locator("#report").click()
    expect(page.locator("h1")).to_contain_text("The autumn cup")
    expect(page.locator("svg").first).to_be_visible()
    assert said == []


CHARTER = """
title = "Sixteen"
game = "agram"
[parameters]
NUMP = 2
[[phases]]
kind = "gauntlet"
opponents = ["random"]
games = 2
best = 4
[[phases]]
kind = "cup"
games = 2
"""
BOTS = ["random", "first", "slow:seconds=0.01", "own.py:Own"]
OWN = """class Own:
    def choose(self, view, budget):
        print("<script>alert(1)</script>")
        return view.actions[-1]
"""


def test_the_page_beside_kibitz_compete(tmp_path: Path, person: OpenPage) -> None:
    entrants = [
        f'[[entrants]]\nname = "Bot {number}"\nbot = "{BOTS[-1 if number == 16 else number % 3]}"\n'
        for number in range(1, 17)
    ]
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "sixteen.toml").write_text(CHARTER + "".join(entrants))
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "compete", "sixteen.toml", "--watch", "--workers", "2"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        address = next(found[0] for line in process.stderr if (found := re.search("http.*", line)))
        page = person(address)
        expect(page.locator("body")).to_have_attribute("data-state", "over")
        expect(page.locator(".standings .fate.first")).to_have_count(1)
        page.locator("#games [data-game]").first.click()
        expect(page.locator("#result")).to_be_visible()
        page.go_back()
        page.locator("#report").click()
        expect(page.locator("h1")).to_contain_text("Sixteen")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
