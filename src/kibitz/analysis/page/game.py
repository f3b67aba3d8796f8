"""The game that a report is about: rules, parameters, cards."""

from __future__ import annotations

from collections import Counter

from kibitz.analysis.report import Report
from kibitz.draw.cards import sheet_svg
from kibitz.draw.markup import Child, Markup, tag
from kibitz.engine.descriptions import house_games, load
from kibitz.engine.game import Game
from kibitz.errors import KibitzError

__all__ = ["at_hand", "game_section"]

MOST_DRAWN = 120
"""Cards of a deck that is drawn."""


def at_hand(report: Report) -> Game | None:
    """The game itself if it is one of the house, unchanged; a report never makes us read a file."""
    about = report.about
    if about.name not in house_games():
        return None
    try:
        game = load(about.name, **about.parameters)
    except KibitzError:
        return None
    return game if game.hash == about.hash else None


def game_section(report: Report, game: Game | None) -> Markup:
    """What was played."""
    about = report.about
    facts: list[Child] = [
        tag("dt", "Description"),
        tag("dd", about.name, " ", tag("code", about.hash)),
    ]
    facts += [tag("dt", "Seats"), tag("dd", ", ".join(about.seats))]
    facts += [
        tag("dt", "Who wins"),
        tag("dd", "most points" if about.highest_wins else "fewest points"),
    ]
    for name, value in about.parameters.items():
        facts += [tag("dt", name), tag("dd", str(value))]
    rules = [tag("p", part) for part in about.rules.split("\n\n") if part.strip()]
    return tag(
        "section",
        tag("h2", "The game"),
        tag("div", *rules, class_="rules") if rules else None,
        tag("dl", *facts),
        tag("h3", f"The cards: {len(about.cards)}"),
        _cards(report, game),
        id="game",
    )


def _cards(report: Report, game: Game | None) -> Markup:
    about = report.about
    if game is not None and 0 < len(game.cards) <= MOST_DRAWN:
        drawn = Markup(sheet_svg(game.cards, f"The cards of {about.title}"))
        return tag("div", drawn, class_="deck")
    faces = Counter(about.cards)
    texts = [face if count == 1 else f"{count} × {face}" for face, count in faces.items()]
    return tag("p", ", ".join(texts), class_="faces")
