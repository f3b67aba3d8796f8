"""A report as a page: one HTML file that needs nothing else, without any script.

    Path("agram.html").write_text(report_page(report))

`report_fragment` is the same for a notebook, with a style of its own that touches nothing else.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from importlib.resources import files

from kibitz.analysis.notices import notices
from kibitz.analysis.outline import answered
from kibitz.analysis.page.game import at_hand, game_section
from kibitz.analysis.page.games import VIEWER, games
from kibitz.analysis.page.panels import missing_plots, panels
from kibitz.analysis.page.summary import summary
from kibitz.analysis.report import Report
from kibitz.analysis.wording import sample_text
from kibitz.draw.markup import Child, Markup, document, joined, look, tag
from kibitz.engine.game import Game

__all__ = ["VIEWER", "report_fragment", "report_page", "style"]


def report_page(report: Report, *, viewer: str = VIEWER, game: Game | None = None) -> str:
    """The whole page. `viewer` is the page that opens records: relative where a table serves the
    report itself. With the game at hand its cards are drawn and its games told; a game of the house
    is found."""
    body = joined(_parts(report, viewer, game))
    return document(f"{report.about.title}: what it is like", body, style=style())


def report_fragment(report: Report) -> str:
    """The page as a part of another: for notebooks."""
    parts = joined(_parts(report, VIEWER, None))
    scoped = re.sub(r":root|(?<![-\w])body(?![-\w])", "&", look() + style())
    return str(
        tag(
            "div",
            tag("style", Markup(f".kibitz-report {{\n{scoped}}}")),
            parts,
            class_="kibitz-report",
        )
    )


def style() -> str:
    """What reports have beside what all pages have."""
    return files(__package__).joinpath("report.css").read_text(encoding="utf-8")


def _parts(report: Report, viewer: str, game: Game | None) -> list[Child]:
    about = report.about
    game = game or at_hand(report)
    sections: list[Child] = [summary(report), missing_plots(report)]
    links = [("#summary", "In short")] if sections[0] is not None else []
    for question, keys in answered(report):
        heading = tag("h2", question.asks)
        sections.append(tag("section", heading, panels(report, keys), id=question.key))
        links.append((f"#{question.key}", question.asks))
    if (two := games(report, game, viewer)) is not None:
        sections.append(two)
        links.append(("#games", "Two games"))
    sections += [game_section(report, game), _played(report)]
    links += [("#game", "The game"), ("#played", "What was played")]
    warned = [tag("p", said, class_="notice") for said in notices(report)]
    return [
        tag(
            "header",
            tag(
                "div",
                tag("h1", about.title),
                tag("p", about.summary) if about.summary else None,
                *warned,
                tag("nav", *(tag("a", text, href=to) for to, text in links), aria_label="Parts"),
                class_="top",
            ),
        ),
        "\n",
        tag("main", *(joined((section, "\n")) for section in sections if section is not None)),
        "\n",
        tag("footer", tag("p", f"Made by Kibitz {report.kibitz}.", class_="quiet")),
    ]


def _played(report: Report) -> Markup:
    """What all figures rest on, and the figures as data."""
    data = json.dumps(report.to_json(), ensure_ascii=False)
    address = f"data:application/json;base64,{b64encode(data.encode('utf-8')).decode('ascii')}"
    return tag(
        "section",
        tag("h2", "What was played"),
        tag("ul", *(tag("li", f"{sample_text(one)}.") for one in report.samples.values())),
        tag(
            "p",
            "Intervals, in brackets, as whiskers or as bands, hold with 95\u00a0% confidence. "
            f"Effort: {report.effort}; seed {report.seed}. The same seed gives the same figures. ",
            tag(
                "a",
                "All figures as data",
                href=address,
                download=f"{report.about.name}-report.json",
            ),
            ".",
            class_="quiet",
        ),
        id="played",
    )
