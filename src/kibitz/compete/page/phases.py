"""The part of the report about one phase: its table, its bracket, who beat whom, and every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from kibitz.arena.wording import score_text, share_text
from kibitz.compete.drawings import draw_bracket, draw_pairs, span, whisker
from kibitz.compete.figures import Encounter, Pair, PhaseFigures, Standing
from kibitz.compete.model import PlayedGame
from kibitz.compete.naming import between, phase_title, plain, shown
from kibitz.compete.page.markup import named, scaled
from kibitz.compete.points import wins
from kibitz.compete.publication import Publication
from kibitz.draw.markup import Child, Markup, joined, table, tag

__all__ = ["called", "counted", "phase_section"]

Heads = list[tuple[Child, str | None]]

MOST_PAIRS = 60
"""With more players than this, a map of pairs is too large to be read."""


TABLES = " At tables of more than two: how often one ended before the other, equal counting half."


def phase_section(of: Publication, figures: PhaseFigures) -> Markup:
    """All about a phase."""
    title = phase_title(figures.phase)
    prefix = f"Phase {figures.number + 1}: " if len(of.charter.phases) > 1 else ""
    parts: list[Child] = [
        tag("h2", prefix + title),
        tag("p", how_played(of, figures), class_="quiet"),
    ]
    if not figures.over:
        parts.append(tag("p", "It is not over: all of this is as it stood.", class_="notice"))
    if figures.phase.kind == "cup" and figures.encounters:
        rows = [one.row for one in figures.standings]
        drawn = draw_bracket(figures.encounters, rows)
        parts += [tag("h3", "The bracket"), _drawing(drawn, f"The bracket of {called(figures)}")]
    parts += [tag("h3", "Standings"), standings(of, figures)]
    parts += list(_pairs(figures))
    parts += [tag("h3", "Meetings and games", class_="paperless"), *_meetings(of, figures)]
    return tag("section", *parts, id=f"phase-{figures.number + 1}")


def called(figures: PhaseFigures) -> str:
    """A phase told from all others."""
    return f"phase {figures.number + 1}, {phase_title(figures.phase)}"


def _drawing(drawn: Child, told: str) -> Markup:
    return tag("div", drawn, class_="drawing", tabindex="0", role="region", aria_label=told)


def how_played(of: Publication, figures: PhaseFigures) -> str:
    """What is played in a phase, in words."""
    phase = figures.phase
    games = f"{counted(phase.games, 'game')} in each meeting"
    kinds = {
        "gauntlet": f"Everybody met {_listed(phase.opponents)}",
        "league": "Everybody met everybody" if phase.meet == "pairs" else "All met at tables",
        "swiss": f"{counted(phase.rounds, 'round')} of meetings between those who stood alike",
        "cup": "Who lost was out",
    }
    scheme = {
        "duplicate": "every deal was played in all seatings",
        "robobrisca": "every deal was played once, with the sides changing each time",
    }
    points = {"wins": "a point for a win, shared if the victory was", "score": "the score counted"}
    ties = {"lot": "lots parted equals", "score": "equals were parted by their scores, then by lot"}
    said = [kinds[phase.kind], games, scheme[phase.scheme], points[phase.points], ties[phase.ties]]
    if phase.stop is not None:
        said.append(
            f"a meeting could stop once it was clear who was better (a share of "
            f"{phase.stop.better:g}, with errors of {phase.stop.alpha:g} and {phase.stop.beta:g})"
        )
    return "; ".join(said) + f". {counted(figures.games, 'game')} in all."


def _listed(names: Sequence[str]) -> str:
    found = [shown(name) for name in names]
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


# --- the table ------------------------------------------------------------------------------------


def standings(of: Publication, figures: PhaseFigures) -> Markup:
    """Who stands where, with intervals."""
    found, phase = figures.standings, figures.phase
    ends = [end for one in found for end in (one.points or (float(one.row.points),) * 2)]
    on = span(ends)
    notes, drawn = any(one.row.note for one in found), phase.kind != "cup"
    failed = any(one.failures for one in found)
    heads: Heads = [("#", "num rank"), ("entrant", "who")]
    heads += [("came to", None)] if notes else []
    heads += [("points", "num")]
    heads += [(scaled(on), None), ("95 %", "fine")] if drawn else []
    heads += [("games", "num"), ("won, drawn, lost", "num")]
    heads += [("share of victories", None), ("mean score", "num")]
    heads += [("failures", "num"), ("forfeits", "num")] if failed else []
    rows = []
    for one in found:
        row = one.row
        cells: list[Child] = [str(row.rank) + ("*" if row.lot else ""), named(row.name)]
        cells += [shown(row.note) if row.note else ""] if notes else []
        cells += [plain(row.points)]
        line = whisker(float(row.points), one.points, on)
        cells += [line, between(one.points)] if drawn else []
        cells += [f"{row.games:,}", f"{one.won:,} – {one.drawn:,} – {one.lost:,}"]
        cells += [share_text(one.win_share.mean, one.win_share.ci95), _score(one)]
        cells += [_some(one.failures), _some(one.forfeited)] if failed else []
        rows.append(cells)
    last = figures.number + 1 == len(of.charter.phases)
    best = None if last else phase.best
    marked = ["through" if best is not None and one.row.rank <= best else None for one in found]
    said = "Intervals hold with 95 % confidence; a deal is one observation."
    if best is not None:
        said += f" The best {best} go on, marked at the left."
    if any(one.row.lot for one in found):
        said += " * parted from an equal by lot."
    title = f"Standings of {called(figures)}"
    return joined(
        (
            tag("p", said, class_="quiet"),
            table(title, heads, rows, look="wide standings", marked=marked),
        )
    )


def _score(one: Standing) -> str:
    mean, interval = one.mean_score.mean, one.mean_score.ci95
    return score_text(mean, interval, 1 if abs(mean) >= 10 else 2)


def _some(count: int) -> Child:
    return tag("span", f"{count:,}", class_="bad") if count else "0"


def counted(count: int, what: str) -> str:
    """A number of things."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


# --- who beat whom --------------------------------------------------------------------------------


def _pairs(figures: PhaseFigures) -> Iterator[Child]:
    """The map of pairs, and the same as a table."""
    if len(figures.pairs) < 2 * 2 or figures.phase.kind == "cup":
        return
    names = [one.row.name for one in figures.standings]
    names += sorted({pair.one for pair in figures.pairs} - set(names))
    yield tag("h3", "Who beat whom")
    if len(names) <= MOST_PAIRS:
        yield tag(
            "p",
            "In each row the share of the victories, in per cent, of one against the others: blue "
            "where it is more than half, orange where it is less."
            + (TABLES if any(len(one.meeting.entrants) > 2 for one in figures.encounters) else ""),
            class_="quiet",
        )
        yield _drawing(draw_pairs(names, figures.pairs), f"Who beat whom in {called(figures)}")
    place = {name: k for k, name in enumerate(names)}
    once = sorted(
        (pair for pair in figures.pairs if place[pair.one] < place[pair.other]),
        key=lambda pair: (place[pair.one], place[pair.other]),
    )
    points = {(pair.one, pair.other): pair.points for pair in figures.pairs}
    heads: Heads = [("one", "who"), ("other", "who"), ("games", "num"), ("points", "num")]
    heads += [("points of the other", "num"), ("share of the one", None)]
    rows = [_pair(pair, points[pair.other, pair.one]) for pair in once]
    yield tag(
        "details",
        tag("summary", f"All {counted(len(once), 'pair')}, with intervals"),
        table(f"The pairs of {called(figures)}, the one that stands higher first", heads, rows),
        class_="fold",
    )


def _pair(pair: Pair, theirs: Fraction) -> list[Child]:
    return [
        named(pair.one),
        named(pair.other),
        f"{pair.games:,}",
        plain(pair.points),
        plain(theirs),
        share_text(pair.share.mean, pair.share.ci95),
    ]


# --- every game -----------------------------------------------------------------------------------


def _meetings(of: Publication, figures: PhaseFigures) -> Iterator[Child]:
    """Every meeting, and in it every game."""
    if not figures.encounters:
        yield tag("p", "Nobody has met yet.", class_="quiet")
        return
    yield tag(
        "p",
        "The numbers are deals, coloured by how they ended for the one named first: filled if "
        "won, pale if lost, dashed if the victory was shared; ! where a bot failed."
        + (" Each leads to the record of its game." if of.charter.records else ""),
        class_="quiet paperless",
    )
    found = [joined((_meeting(of, one), "\n")) for one in figures.encounters]
    yield tag("div", *found, class_="meetings")


def _meeting(of: Publication, encounter: Encounter) -> Markup:
    meeting = encounter.meeting
    sides: list[Child] = [f"{shown(meeting.title)}: " if meeting.title else None]
    if meeting.round and not meeting.title:
        sides.append(f"round {meeting.round + 1}: ")
    for k, name in enumerate(meeting.entrants):
        sides += [", " if k else None, named(name), f" {plain(encounter.points[name])}"]
    played = counted(len(encounter.games), "game")
    if len(encounter.games) < meeting.games:
        played = f"{len(encounter.games):,} of {counted(meeting.games, 'game')}"
    sides.append(tag("span", f" · {played}", class_="fine"))
    by_turn = sorted(encounter.games, key=lambda game: (game.id.turn, game.id.deal))
    body = [
        tag("li", tag("p", *_seated(of, next_)), *(_game(of, encounter, game) for game in games))
        for _, group in groupby(by_turn, key=lambda game: game.id.turn)
        for games in [list(group)]
        for next_ in [games[0]]
    ]
    return tag("details", tag("summary", *sides), tag("ul", *body, class_="games"))


def _seated(of: Publication, game: PlayedGame) -> Iterator[Child]:
    """Who sat where."""
    for k, name in enumerate(dict.fromkeys(game.names)):
        seats = [seat for seat, other in enumerate(game.names) if other == name]
        yield "; " if k else None
        yield named(name)
        yield f" at {', '.join(of.game.seats[seat] for seat in seats)}"


def _game(of: Publication, encounter: Encounter, game: PlayedGame) -> Markup:
    """A game: a link to its record."""
    part = wins(game).get(encounter.meeting.entrants[0], Fraction())
    look = "w" if part == 1 else "d" if part else "l"
    look += " f" if any(game.result.failures) else ""
    deal, scores = str(game.id.deal + 1), _scores(of, game)
    if not of.charter.records:
        return tag("i", deal, class_=look, title=scores)
    return tag("a", deal, class_=look, title=scores, href=f"records/{game.id}.json")


def _scores(of: Publication, game: PlayedGame) -> str:
    """The scores of all teams, or of all seats if those of a team have different ones."""
    found = [[game.result.scores[seat] for seat in team] for team in of.teams]
    if any(len(set(team)) > 1 for team in found):
        return "–".join(map(str, game.result.scores))
    return "–".join(str(team[0]) for team in found)
