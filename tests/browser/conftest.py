"""A real browser at a real server: what the tests of the page share.

Each worker of a test run has one browser and one server, with an empty data folder; each test has
contexts of its own, as different people have. Pictures are taken on the way and kept where
`--pictures` says (`make docs` keeps those of the README), else they are gone with the run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from table.serving import Server, serving

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PATIENCE = 60_000
"""Milliseconds after which something that should happen on a page is held not to: long enough to
compile a game on a machine that has much else to do."""

EXPECTED = re.compile("WebSocket connection|Failed to load resource: .* (400|410) ")
"""What a browser writes into its console if a server ends, refuses what a person typed, or
has nothing for them any more."""

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("table")) as server:
        yield server


@pytest.fixture
def person(browser: Browser) -> Iterator[OpenPage]:
    """Opens a page as another person: nothing is shared with the pages of others. What the page
    complains about in its console is a failure."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(address: str, width: int = 1280, height: int = 860, **options: object) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            **options,  # type: ignore[arg-type]
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        page.goto(address)
        return page

    yield come
    for context in contexts:
        context.close()
    assert [text for text in complaints if not EXPECTED.match(text)] == []


@pytest.fixture
def picture(pictures: Path) -> Callable[[Page, str], None]:
    """Takes a picture of a page, under a name."""

    def take(page: Page, name: str) -> None:
        assert re.fullmatch(r"[a-z-]+", name)
        page.screenshot(path=pictures / f"{name}.png", animations="disabled")

    return take


@pytest.fixture(scope="session")
def pictures(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    wanted = request.config.getoption("--pictures")
    folder = Path(wanted) if wanted else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
