"""The parts of the report that are about the whole competition."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.compete.drawings import span, whisker
from kibitz.compete.figures import Failing, PhaseFigures
from kibitz.compete.model import HOUSE, Version
from kibitz.compete.naming import plain, shown
from kibitz.compete.page.markup import named, scaled
from kibitz.compete.page.phases import called, counted
from kibitz.compete.publication import Publication
from kibitz.draw.markup import Child, Markup, table, tag
from kibitz.seats.failures import Cause

__all__ = ["entrants", "failures", "fairness", "game", "heading", "podium", "ratings", "times"]

CAUSES: dict[Cause, str] = {
    "start": "did not start",
    "late": "late",
    "died": "died",
    "raised": "an exception",
    "illegal": "illegal action",
    "nothing": "no answer",
    "garbage": "garbage",
    "large": "too large",
}
"""What causes are called."""


def heading(of: Publication) -> Markup:
    """The title, what is played, and how far it is."""
    charter, status = of.charter, of.status
    played = counted(sum(phase.games for phase in of.figures.phases), "game")
    who = f"{of.game.title}; {counted(len(charter.entrants), 'entrant')}, {played}"
    parts: list[Child] = [tag("h1", shown(charter.title, 120)), tag("p", who + ".")]
    if status.state != "finished":
        said = "It is not over: what is here is as it stood when this page was written."
        parts.append(tag("p", said, class_="notice"))
    return tag("div", *parts)


def podium(of: Publication) -> Markup | None:
    """The first three of the last phase, if it is over."""
    last = of.figures.phases[-1] if of.figures.phases else None
    if last is None or of.status.state != "finished":
        return None
    places = [
        tag("li", f"{word} place", tag("b", named(one.row.name)), _team(of, one.row.name))
        for word, one in zip(("First", "Second", "Third"), last.standings, strict=False)
    ]
    return tag("ol", *places, class_="podium", aria_label="The first three")


def _team(of: Publication, name: str) -> Child:
    team = next((one.team for one in of.charter.entrants if one.name == name), ())
    return tag("span", shown(", ".join(team), 80), class_="quiet") if team else None


def fairness(of: Publication) -> Markup:
    """That everything random was decided before, and how to check it."""
    status = of.status
    parts: list[Child] = [tag("h2", "Fair, and how to check it")]
    if of.seeded:
        said = (
            "Not secret: the seed was written in the charter, so whoever had read it could work "
            "out every deal before it was played."
        )
        parts.append(tag("p", said, class_="notice"))
    parts.append(
        tag(
            "p",
            "All deals, lots and seeds of bots follow from a secret. Its hash, the commitment, was "
            "published before the first game"
            + (", the secret after the last." if status.secret else "."),
        )
    )
    pairs: list[Child] = [
        tag("dt", "Commitment"),
        tag("dd", tag("code", status.commitment)),
        tag("dt", "Secret"),
        tag("dd", tag("code", status.secret) if status.secret else "published at the end"),
    ]
    parts.append(tag("dl", *pairs))
    if status.secret:
        parts.append(tag("p", "That the one belongs to the other:"))
        parts.append(tag("pre", f"printf %s {status.secret} | sha256sum"))
    parts.append(
        tag("p", "To deal every game again, replay every record and recompute every table:")
    )
    parts.append(tag("pre", "kibitz compete verify FOLDER"))
    return tag("section", *parts, id="fair")


def ratings(of: Publication) -> Markup | None:
    """How strong everybody is, over all phases."""
    found = of.figures.ratings
    if not found:
        return None
    ends = [end for one in found for end in (*(one.ci95 or ()), one.rating)]
    on = span(ends, 100)
    rows: list[list[Child]] = [
        [
            str(place),
            named(one.name),
            f"{one.rating:.0f}",
            whisker(one.rating, one.ci95, on),
            "" if one.ci95 is None else f"{one.ci95[0]:.0f} to {one.ci95[1]:.0f}",
            f"{one.games:,}",
        ]
        for place, one in enumerate(found, 1)
    ]
    several = len(of.figures.phases) > 1
    said = (
        "How strong each must be for all games to have ended as they did: by the model of Bradley "
        "and Terry for two, of Plackett and Luce for more, fitted to all games at once, so that "
        "their order does not matter. 400 points more are odds of ten to one; the mean is 1500. "
        "Everybody is given one drawn game against a player of mean strength, so that who won "
        "everything has a rating too."
    )
    if several:
        said += " All phases count; an entrant stays the same whatever version they played with."
    heads: list[tuple[Child, str | None]] = [
        *(("#", "num rank"), ("player", "who"), ("rating", "num"), (scaled(on), None)),
        *(("95 %", "fine"), ("games", "num")),
    ]
    return tag(
        "section",
        tag("h2", "Ratings"),
        tag("p", said, class_="quiet"),
        table("Ratings, with intervals by a bootstrap over deals", heads, rows),
        id="ratings",
    )


def failures(of: Publication) -> Markup:
    """What went wrong with whose bot."""
    phases = [phase for phase in of.figures.phases if phase.failings]
    title = tag("h2", "Failures")
    if not phases:
        return tag("section", title, tag("p", "No bot failed."), id="failures")
    strikes = counted(of.charter.terms.strikes, "failure")
    said = (
        f"Where a bot failed, a random action was played for it; after {strikes} in a game, the "
        "game was forfeited."
    )
    return tag(
        "section",
        title,
        tag("p", said, class_="quiet"),
        *(_phase_failures(of, phase) for phase in phases),
        id="failures",
    )


def _phase_failures(of: Publication, phase: PhaseFigures) -> Markup:
    heads: list[tuple[Child, str | None]] = [
        *(("bot", "who"), ("cause", None), ("times", "num"), ("in games", "num")),
        *(("the first time", "text"), ("in", None)),
    ]
    rows: list[list[Child]] = [
        [
            named(one.name),
            CAUSES[one.cause],
            f"{one.times:,}",
            f"{one.games:,}",
            tag("div", *_said(one)),
            _link(of, one),
        ]
        for one in phase.failings
    ]
    return table(f"Failures in {called(phase)}", heads, rows, look="wide")


def _said(one: Failing) -> Iterator[Child]:
    """What a failure was like; its trace is folded."""
    line = shown(one.said, 300)
    if not one.trace:
        yield line
    else:
        yield tag("details", tag("summary", line), tag("pre", one.trace))
    if one.hint:
        yield tag("div", shown(one.hint, 300), class_="fine")


def _link(of: Publication, one: Failing) -> Markup:
    where = "at the start" if one.decision < 0 else f"decision {one.decision + 1}"
    if not of.charter.records:
        return tag("span", f"{one.first}, {where}", class_="fine")
    link = tag("a", str(one.first), href=f"records/{one.first}.json")
    return tag("span", link, f", {where}", class_="fine")


def times() -> Markup:
    """Time used: a drawing of its own, since it is otherwise each time."""
    told = "Time used: seconds a decision of every bot, the median over games and the slowest"
    said = (
        "Seconds a decision: the dot is the median over games, the line leaves out one game in "
        "twenty at each end, the ring is the slowest game. Nothing else in this report depends on "
        "the clock."
    )
    return tag(
        "section",
        tag("h2", "Time used"),
        tag("p", said, class_="quiet"),
        tag(
            "div",
            tag("img", src="times.svg", alt=told),
            class_="drawing",
            tabindex="0",
            role="region",
            aria_label="Time used",
        ),
        id="times",
    )


def entrants(of: Publication) -> Markup:
    """Who entered, and with which versions."""
    rows: list[list[Child]] = []
    for one in of.charter.entrants:
        versions = [version for version in of.versions if version.name == one.name]
        rows.append([named(one.name), shown(", ".join(one.team), 200) if one.team else ""])
        rows[-1].append(tag("div", *_versions(versions)))
    house = dict.fromkeys(one.name for one in of.versions if one.name.startswith(HOUSE))
    for name in house:
        versions = [version for version in of.versions if version.name == name]
        rows.append([named(name), "of the organiser"])
        rows[-1].append(tag("div", *_versions(versions)))
    heads: list[tuple[Child, str | None]] = [
        *(("entrant", "who"), ("team", "text"), ("versions, by hash", None)),
    ]
    said = "Who played, with the hash of the files of every version"
    return tag("section", tag("h2", "Entrants"), table(said, heads, rows), id="entrants")


def _versions(found: list[Version]) -> Iterator[Child]:
    by_hash: dict[str, list[int]] = {}
    for version in found:
        by_hash.setdefault(version.hash, []).append(version.phase + 1)
    for hash_, phases in by_hash.items():
        where = f"phase {', '.join(map(str, phases))}"
        code = tag("code", hash_[:16], title=hash_)
        yield tag(
            "div", code, tag("span", f" {where}", class_="fine") if len(by_hash) > 1 else None
        )


def game(of: Publication) -> Markup:
    """The game that was played, and what bots might take."""
    terms, made = of.charter.terms, of.game
    limits: list[tuple[str, str]] = [
        ("A decision", "as long as it takes" if terms.move is None else f"{terms.move:g} s"),
        ("Bank, for a game", f"{terms.bank:g} s"),
        ("Start", f"{terms.start:g} s"),
        ("Failures until a game is forfeited", f"{terms.strikes:,}"),
        ("Memory", f"{plain(terms.memory / (1 << 20))} MiB"),
        ("Processes", f"{terms.processes:,}"),
    ]
    parameters: list[Child] = []
    for name, value in made.parameters.items():
        said = made.sheet.parameters.get(name)
        title = f" ({said.title})" if said is not None and said.title else ""
        parameters += [tag("dt", f"{name}{title}"), tag("dd", str(value))]
    rules = [tag("p", part) for part in made.sheet.rules.split("\n\n") if part.strip()]
    return tag(
        "section",
        tag("h2", "The game and the limits"),
        tag("h3", "What a bot might take"),
        tag("dl", *(cell for word, told in limits for cell in (tag("dt", word), tag("dd", told)))),
        tag("h3", made.title),
        tag(
            "dl",
            tag("dt", "Description"),
            tag("dd", made.name, " ", tag("code", made.hash)),
            *parameters,
        ),
        tag("div", *rules, class_="rules"),
        id="game",
    )
