"""The report as a page: one HTML file that needs nothing but `times.svg` beside it.

There is no script in it, and nothing is fetched from elsewhere; it is complete by itself, by day
and by night, on a phone and on paper. Games are links to their records; a server that has a viewer
may answer them with it.
"""

from __future__ import annotations

from importlib.resources import files

from kibitz.compete.naming import phase_title, shown
from kibitz.compete.page import sections
from kibitz.compete.page.markup import Child, Markup, joined, tag
from kibitz.compete.page.phases import phase_section
from kibitz.compete.publication import Publication

__all__ = ["report_page"]

ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
    "%3Crect width='32' height='32' rx='7' fill='%232d6b51'/%3E"
    "%3Cpath d='M16 5l9 11-9 11-9-11z' fill='%23e2b13c'/%3E%3C/svg%3E"
)


def report_page(of: Publication) -> str:
    """The whole page."""
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    phases = of.figures.phases
    warned = of.warned or of.seeded
    links = [(f"#phase-{one.number + 1}", phase_title(one.phase)) for one in phases]
    rated = sections.ratings(of)
    links += [("#ratings", "Ratings")] if rated is not None else []
    links += [("#failures", "Failures"), ("#times", "Time used"), ("#entrants", "Entrants")]
    links += [("#game", "Game and limits"), ("#fair", "How to check it")]
    first: list[Child] = [of.held]
    if of.seeded:
        first.append(" Not secret: the seed was given in the charter.")
    body = [
        tag(
            "header",
            tag("p", *first, class_="held warned" if warned else "held"),
            tag(
                "div",
                sections.heading(of),
                sections.podium(of),
                tag("nav", *(tag("a", text, href=to) for to, text in links), aria_label="Parts"),
                class_="top",
            ),
        ),
        tag(
            "main",
            *(phase_section(of, one) for one in phases),
            rated,
            sections.failures(of),
            sections.times(),
            sections.entrants(of),
            sections.game(of),
            sections.fairness(of),
        ),
        tag(
            "footer",
            tag(
                "p",
                "The same figures as data: ",
                tag("a", "results.json", href="results.json"),
                ". Made by Kibitz.",
                class_="quiet",
            ),
        ),
    ]
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", shown(of.charter.title, 120)),
        tag("link", rel="icon", href=ICON),
        tag("style", Markup("\n" + style)),
    ]
    page = tag("html", tag("head", *head), "\n", tag("body", *_lines(body)), lang="en")
    return f"<!doctype html>\n{page}\n"


def _lines(parts: list[Markup]) -> list[Markup]:
    return [joined((part, "\n")) for part in parts]
