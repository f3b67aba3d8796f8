"""The typical game and the dramatic one: lead history, a short telling, and ways to see it all."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from typing import Any

from kibitz.analysis.page.charts import history
from kibitz.analysis.report import Report
from kibitz.analysis.wording import finished, listed
from kibitz.draw.markup import Child, Markup, joined, tag
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.errors import KibitzError
from kibitz.words import plain
from kibitz.words.telling import tell_all

__all__ = ["VIEWER", "games", "packed"]

VIEWER = "http://localhost:8017/open"
"""The page of `kibitz table` that opens a record; it reads it from behind the `#`."""

CHOSEN = {"typical": "A typical game", "dramatic": "The most dramatic game"}
TURNS = 3
"""Moments that a short telling picks."""


def packed(record: str) -> str:
    """A record's JSON for an address: deflated, base64url without padding. The page `/open` undoes
    it."""
    deflated = zlib.compress(record.encode("utf-8"), 9)
    return base64.urlsafe_b64encode(deflated).decode("ascii").rstrip("=")


def games(report: Report, game: Game | None, viewer: str) -> Markup | None:
    """Both games, if there are any; told if the game is at hand."""
    found = report.measured.get("leads")
    chosen = found.data.get("games") if found is not None else None
    if not isinstance(chosen, dict):
        return None
    parts = [
        _game(report, game, viewer, key, title, chosen[key])
        for key, title in CHOSEN.items()
        if isinstance(chosen.get(key), dict)
    ]
    if not parts:
        return None
    title = tag("h2", "Two games" if len(parts) == 2 else "A game")
    return tag("section", title, tag("div", *parts, class_="plots two"), id="games")


def _game(
    report: Report, game: Game | None, viewer: str, key: str, title: str, of: dict[str, Any]
) -> Markup:
    seats = report.about.seats
    won = [seats[seat] for seat in of.get("winners", ()) if seat < len(seats)]
    number = f" It is game {of['number']:,} of the sample." if "number" in of else ""
    told = f"{listed(won)} won." if won else ""
    said = " ".join(filter(None, (finished(str(of.get("why", ""))), told))) + number
    drawn = history(report, f"game-{key}", title, said, of)
    record = of.get("record")
    return tag(
        "article",
        tag("h3", title),
        tag("p", said, class_="says"),
        drawn,
        *(_record(report, game, viewer, key, record, of) if isinstance(record, str) else ()),
        class_="panel",
    )


def _record(
    report: Report, game: Game | None, viewer: str, key: str, text: str, of: dict[str, Any]
) -> Iterator[Child]:
    encoded = base64.b64encode(text.encode("utf-8")).decode("ascii")
    running = (
        None
        if viewer.startswith("/")
        else joined((" while ", tag("code", "kibitz table"), " is running"))
    )
    yield tag(
        "p",
        tag("a", "Watch it in the viewer", href=f"{viewer}#{packed(text)}"),
        running,
        ", or ",
        tag(
            "a",
            "keep its record",
            href=f"data:application/json;base64,{encoded}",
            download=f"{report.about.name}-{key}.json",
        ),
        ".",
        class_="links",
    )
    lines = _told(game, text)
    if lines is None:
        try:
            actions = Record.from_json(text).actions
        except KibitzError:
            return
        yield _fold("All decisions", [[action] for action in actions])
        return
    deal, *chapters = lines
    yield tag("ul", *(tag("li", sentence) for sentence in deal), class_="told")
    turns = [number for number in _turns(of) if number < len(chapters)]
    last = len(chapters) - 1
    for number in turns if last in turns else [*turns, last]:
        what = "The end: " if number == last else f"Decision {number + 1}: "
        yield tag("p", tag("b", what), " ".join(chapters[number]), class_="told")
    yield _fold("The whole game", chapters)


def _fold(title: str, chapters: list[list[str]]) -> Markup:
    lines = [tag("li", " ".join(sentences)) for sentences in chapters]
    return tag("details", tag("summary", title), tag("ol", *lines, class_="told"))


def _turns(of: dict[str, Any]) -> list[int]:
    """The decisions before which the winner's lead changed most, by their number in the game."""
    leads, decisions, winners = of.get("leads"), of.get("decisions"), of.get("winners")
    if not leads or not decisions or not winners:
        return []
    own = [lead[winners[0]] for lead in leads]
    jumps = [(abs(own[k + 1] - own[k]), decisions[k]) for k in range(len(own) - 1)]
    return sorted(number for _, number in sorted(jumps, reverse=True)[:TURNS])


def _told(game: Game | None, text: str) -> list[list[str]] | None:
    """The sentences for the deal and for every decision, if the game is at hand."""
    if game is None:
        return None
    try:
        state = Record.from_json(text).replay(game)[-1]
    except KibitzError:
        return None
    return [[plain(each.pieces) for each in chapter] for chapter in tell_all(state)]
