"""The report as a page: one HTML file that needs nothing but `times.svg` beside it.

There is no script in it, and nothing is fetched from elsewhere; it is complete by itself, by day
and by night, on a phone and on paper. Games are links to their records; a server that has a viewer
may answer them with it.
"""

from __future__ import annotations

from importlib.resources import files

from kibitz.compete.naming import phase_title, shown
from kibitz.compete.page import sections
from kibitz.compete.page.phases import phase_section
from kibitz.compete.publication import Publication
from kibitz.draw.markup import Child, document, tag

__all__ = ["report_page"]


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
    return document(shown(of.charter.title, 120), *body, style=style)
