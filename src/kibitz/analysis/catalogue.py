"""A catalogue: a site of many games, with a table that can be sorted, maps, and a page for each.

    index.html          the table and the maps
    index.json          the same as data, and how each report was made
    agram.html          what Agram is like
    agram.json          the same as data

The site is complete after every game, so that one can stop and go on. A game that cannot be
analysed is listed with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from kibitz import __version__
from kibitz.analysis import plots
from kibitz.analysis.damage import must_be
from kibitz.analysis.figures import Figure
from kibitz.analysis.files import Shown, is_ours, json_text
from kibitz.analysis.files import write as write_file
from kibitz.analysis.measured import MEASURES
from kibitz.analysis.page import report_page
from kibitz.analysis.report import Report
from kibitz.analysis.wording import interval_text, value_text
from kibitz.draw.markup import Child, Markup, document, joined, tag
from kibitz.engine.game import Game
from kibitz.errors import KibitzError

__all__ = [
    "COLUMNS",
    "FORMAT",
    "INDEX",
    "VERSION",
    "Catalogue",
    "Entry",
    "kept",
    "prepare",
    "write_entry",
]

FORMAT, VERSION = "kibitz-catalogue", 1
INDEX = "index.html"
DATA = "index.json"


@dataclass(frozen=True, slots=True)
class Column:
    """A measure as it stands in the table; the first of several that a report has."""

    title: str
    keys: tuple[str, ...]
    about: str

    def figure(self, report: Report) -> tuple[Figure, str] | None:
        """What a report has to say, and its unit."""
        for key in self.keys:
            found = report.measured.get(key)
            if found is not None and found.figure is not None:
                return found.figure, MEASURES[key].unit
        return None


LENGTH = Column("length", ("decisions",), "decisions in a game")
CHOICES = Column("choices", ("choices",), "decisions in a game with more than one option")
SKILL = Column("skill", ("order_rotated", "order"), "what a search bot wins against random ones")
LUCK = Column("luck", ("luck",), "share of the result that the deal decides")
DRAMA = Column("drama", ("drama",), "how far behind the later winner has been")
SECRETS = Column("secrets", ("secrets",), "bits that a player does not know after the deal")
COLUMNS = (LENGTH, CHOICES, SKILL, LUCK, DRAMA, SECRETS)
MAPS = ((LENGTH, SKILL), (LUCK, DRAMA), (CHOICES, SECRETS))


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the catalogue."""

    name: str
    """What its files are called."""
    title: str
    made: str
    """Tells the analysis apart from others of the same game: its seed, its settings."""
    report: Report | None = None
    error: str | None = None
    """Why there is no report; None where it is still to come."""

    def to_json(self) -> dict[str, Any]:
        figures = {} if self.report is None else {
            column.title: found and found[0].to_json()
            for column in COLUMNS
            for found in [column.figure(self.report)]
        }  # fmt: skip
        return {
            "name": self.name,
            "title": self.title,
            "made": self.made,
            "report": None if self.report is None else f"{self.name}.json",
            "stopped": None if self.report is None else self.report.stopped,
            "error": self.error,
            "figures": figures,
        }


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Games, in the order of their titles."""

    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> Catalogue:
        return cls(tuple(sorted(entries, key=lambda entry: (entry.title.lower(), entry.name))))

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "kibitz": __version__,
            "games": [entry.to_json() for entry in self.entries],
        }

    def write(self, folder: Path) -> None:
        """Write the index; the pages of the games are there already."""
        shown = Shown(lambda: index_page(self), lambda: "", self.to_json)
        shown.write(folder / INDEX)
        shown.write(folder / DATA)


def write_entry(folder: Path, entry: Entry, game: Game | None = None) -> None:
    """Write the page of a game, and the same as data; with the game at hand its cards are drawn."""
    if entry.report is None:
        return
    back = tag("p", tag("a", "All games", href=INDEX), class_="held paperless")
    page = report_page(entry.report, game=game).replace("<body>", f"<body>{back}", 1)
    write_file(folder / f"{entry.name}.json", json_text(entry.report.to_json()))
    Shown(lambda: page, lambda: "", dict).write(folder / f"{entry.name}.html")


# --- going on -------------------------------------------------------------------------------------


def prepare(folder: Path) -> None:
    """Make the folder of a catalogue, or say why it cannot be one."""
    if folder.suffix in (".html", ".json", ".md"):
        raise KibitzError(f"a catalogue is a folder, not a file like {folder}", "--out DIR")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = any(folder.iterdir()) and not is_ours(folder / DATA)
    except OSError as error:
        raise KibitzError(f"{folder} cannot be a folder: {error.strerror}") from None
    if others:
        raise KibitzError(f"{folder} is not empty, and no catalogue", "give another folder")


def kept(folder: Path) -> dict[str, Entry]:
    """The games of a catalogue that was begun, by the names of their files: those with a whole
    report."""
    try:
        games = json.loads((folder / DATA).read_text(encoding="utf-8"))["games"]
        listed = [(each["name"], each["title"], each["made"]) for each in games if each["report"]]
        must_be(str, *(text for each in listed for text in each))
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    found = {}
    for name, title, made in listed:
        try:
            report = Report.read(folder / f"{name}.json")
        except KibitzError:
            continue
        if report.stopped != "interrupted":
            found[name] = Entry(name, title, made, report)
    return found


# --- the index ------------------------------------------------------------------------------------


def index_page(catalogue: Catalogue) -> str:
    """The page of all games."""
    script = files(__package__).joinpath("catalogue.js").read_text(encoding="utf-8")
    there = [entry for entry in catalogue.entries if entry.report is not None]
    top = tag(
        "header",
        tag("h1", "What these games are like"),
        tag("p", f"{len(there)} games, measured by Kibitz. Every figure has its interval of 95 %."),
        class_="top",
    )
    main = tag("main", _table(catalogue), _maps(there), _others(catalogue))
    foot = tag("footer", tag("p", f"Kibitz {__version__}", class_="quiet"))
    return document("Card games", top, main, foot, tag("script", Markup(script)), style=STYLE)


STYLE = """
th button { all: unset; cursor: pointer; color: inherit; font: inherit; }
th button:focus-visible { outline: 3px solid var(--gold); outline-offset: 2px; }
th[aria-sort=ascending] button::after { content: " ▲"; }
th[aria-sort=descending] button::after { content: " ▼"; }
td .fine { display: block; }
.maps { display: grid; gap: 18px 28px; }
.maps { grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)); }
.maps figure { margin: 0; }
"""


def _table(catalogue: Catalogue) -> Markup:
    heads = [
        tag("th", "game", scope="col", class_="who"),
        tag("th", "players", scope="col", class_="num"),
    ]
    heads += [tag("th", c.title, scope="col", class_="num", title=c.about) for c in COLUMNS]
    rows = [
        joined((tag("tr", *_cells(entry, entry.report)), Markup("\n")))
        for entry in catalogue.entries
        if entry.report is not None
    ]
    inside = tag(
        "table",
        tag("caption", "All games; a click on a heading sorts them"),
        tag("thead", tag("tr", *heads)),
        tag("tbody", *rows),
        class_="wide sortable",
    )
    explained = [joined((tag("dt", c.title), tag("dd", f"{c.about}"))) for c in COLUMNS]
    return tag(
        "section",
        tag("h2", "The table"),
        tag("div", inside, class_="scroll", tabindex="0", role="region", aria_label="All games"),
        tag("details", tag("summary", "How to read this"), tag("dl", *explained), class_="fold"),
    )


def _cells(entry: Entry, report: Report) -> list[Markup]:
    link = tag("a", entry.title, href=f"{entry.name}.html")
    early = tag("span", " ended early", class_="fine") if report.stopped else None
    cells = [
        tag("th", link, early, scope="row", class_="who", data_v=entry.title.lower()),
        tag("td", str(report.about.players), class_="num", data_v=str(report.about.players)),
    ]
    for column in COLUMNS:
        found = column.figure(report)
        if found is None:
            cells.append(tag("td", "–", class_="num"))
            continue
        figure, unit = found
        unit = "share" if unit == "share" else ""
        between = "exact" if figure.exact else interval_text(figure, unit)
        cells.append(
            tag(
                "td",
                value_text(figure, unit),
                tag("span", between, class_="fine"),
                class_="num",
                data_v=repr(figure.value),
            )
        )
    return cells


def _maps(entries: Sequence[Entry]) -> Markup | None:
    drawn: list[Child] = []
    for x, y in MAPS:
        dots, units = _dots(entries, x, y)
        if len(dots) < 2:
            continue
        told = f"Each dot is a game. To the right: {x.about}; upwards: {y.about}."
        title = f"{x.title} and {y.title}".capitalize()
        plot = plots.dots(f"map-{x.title}", title, told, dots, x=x.title, y=y.title, units=units)
        if plot is not None:
            drawn.append(tag("figure", tag("h3", title), plot, tag("figcaption", told)))
    if not drawn:
        return None if plots.ready() else tag("section", tag("p", plots.MISSING))
    return tag("section", tag("h2", "Maps of games"), tag("div", *drawn, class_="maps"))


def _dots(
    entries: Sequence[Entry], x: Column, y: Column
) -> tuple[list[plots.Dot], tuple[str, str]]:
    """The games that have both figures, and the units of the axes."""
    dots, units = [], ("", "")
    for entry in entries:
        assert entry.report is not None
        one, other = x.figure(entry.report), y.figure(entry.report)
        if one is not None and other is not None:
            dots.append(plots.Dot(entry.title, one[0], other[0]))
            units = one[1], other[1]
    return dots, units


def _others(catalogue: Catalogue) -> Markup | None:
    """Games without a report."""
    listed = [
        tag("li", tag("b", entry.title), f": {entry.error or 'not analysed yet'}")
        for entry in catalogue.entries
        if entry.report is None
    ]
    if not listed:
        return None
    return tag("section", tag("h2", "Games without a report"), tag("ul", *listed))
