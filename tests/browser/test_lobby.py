"""Finding a game in the lobby: by families, words and choices, without asking the server."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Request, expect
from table.serving import Server

from browser.conftest import OpenPage
from kibitz.engine.shelf import by_family, shelf


def shown(page: Page) -> list[str]:
    return [one.get_attribute("data-game") or "" for one in page.locator("#games .tile").all()]


def test_games_stand_under_the_headings_of_their_families(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    expect(page.locator("#games .tile")).to_have_count(len(shelf()))
    families = by_family(shelf())
    found = [one.get_attribute("data-family") for one in page.locator("#games .shelf").all()]
    assert found == list(families)
    assert shown(page) == [each.name for those in families.values() for each in those]
    tile = page.locator('[data-family="counting"] [data-game="ninety-eight"]')
    expect(tile.locator(".facts")).to_have_text("2 to 6 players quick 52 French cards")
    page.get_by_role("heading", name="Tricks").wait_for()


def test_what_is_typed_is_found_without_the_server_and_can_be_shared(
    server: Server, person: OpenPage
) -> None:
    page = person(server.address)
    page.locator("#games .tile").first.wait_for()
    page.wait_for_load_state("networkidle")
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/api/games/" in request.url and "cover" not in request.url:
            asked.append(request.url)

    page.on("request", note)
    page.get_by_role("searchbox", name="Find a game").type("sínk s")
    expect(page.locator("#games .tile")).to_have_count(1)
    assert shown(page) == ["agram"]
    expect(page.get_by_role("status")).to_contain_text(f"1 of {len(shelf())} games")
    page.get_by_label("How many play").select_option("6")
    expect(page).to_have_url(re.compile(r"\?q=s%C3%ADnk\+s&players=6$"))
    assert asked == []
    other = person(page.url)
    expect(other.locator("#games .tile")).to_have_count(1)
    expect(other.locator("#q")).to_have_value("sínk s")
    expect(other.get_by_label("How many play")).to_have_value("6")


def test_choices_leave_what_fits_and_nothing_found_offers_all(
    server: Server, person: OpenPage
) -> None:
    page = person(f"{server.address}/?deck=spanish")
    page.locator("#games .tile").first.wait_for()
    expected = [each.name for each in shelf() if each.pack == "spanish"]
    assert sorted(shown(page)) == expected
    page.get_by_label("How long it takes").select_option("quick")
    page.locator("#q").fill("no such game")
    expect(page.locator("#games .nothing")).to_contain_text("answers to “no such game”")
    page.get_by_role("button", name="Show all games").press("Enter")
    expect(page.locator("#games .tile")).to_have_count(len(shelf()))
    expect(page.locator("#q")).to_be_focused()
    assert page.url == f"{server.address}/"


def test_one_shelf_alone_can_be_looked_at(server: Server, person: OpenPage) -> None:
    page = person(server.address, width=390, height=844)
    page.get_by_label("What one does").select_option("Betting")
    expect(page.locator("#games .tile")).to_have_count(3)
    assert sorted(shown(page)) == [each.name for each in shelf() if each.family == "betting"]
    assert page.url == f"{server.address}/?family=betting"
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_covers_far_down_are_not_fetched_before_they_are_near(
    server: Server, person: OpenPage
) -> None:
    page = person(server.address, width=390, height=600)
    page.locator("#games .tile").first.wait_for()
    lazy = page.locator('#games img[loading="lazy"]')
    expect(lazy).to_have_count(len(shelf()))


def test_on_a_phone_nothing_is_wider_than_the_page(server: Server, person: OpenPage) -> None:
    page = person(f"{server.address}/?players=4&q=e", width=390, height=844)
    page.locator("#games .tile").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_lists_in_the_rules_are_lists_on_the_page(server: Server, person: OpenPage) -> None:
    page = person(server.address)
    page.locator('[data-game="casino"] [data-do="rules"]').click()
    lists = page.locator("dialog[open] ul, [role=dialog] ul")
    expect(lists).to_have_count(1)
    expect(lists.locator("li")).to_have_count(2)
    expect(lists.locator("li").first).to_have_text(re.compile("^cards of its own rank"))
    expect(page.locator("dialog[open]")).to_contain_text("It may take several such groups at once")
