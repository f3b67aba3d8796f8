"""Which plot a measure gets: curves where its rows are numbered, bars where they are named, one bar
of parts where they add up to a whole. Without matplotlib: none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz.analysis import plots
from kibitz.analysis.figures import Figure
from kibitz.analysis.measured import Measured, Row
from kibitz.analysis.plots import Bar, Curve
from kibitz.analysis.report import Report
from kibitz.analysis.sentences import even_share, sentence
from kibitz.analysis.wording import measure_of
from kibitz.draw.markup import Markup
from kibitz.draw.palette import SEATS

__all__ = ["charts", "history", "threshold"]

MOST_BARS = 20
MOST_COLUMNS = 60


@dataclass(frozen=True, slots=True)
class Look:
    """What the axes of a measure are called, where its title does not say it."""

    x: str = ""
    y: str = ""
    unit: str | None = None
    high: float | None = None


LOOKS = {
    "options": Look("decision of the game", "options"),
    "options_by_place": Look("trick", "options"),
    "options_by_kind": Look("", "options"),
    "leads": Look("tenth of the game", "lead", high=1.0),
    "decided": Look("tenth of the game", "games decided", "share", 1.0),
    "score": Look("", "points", ""),
    "exact_scores": Look("", "points", ""),
    "deals_needed": Look("", "deals", ""),
    "settled": Look("tenth of the game", "games settled", "share", 1.0),
    "secrets": Look("decision of the game", "bits", ""),
    "secrets_gained": Look("", "bits a game", ""),
    "secrets_left": Look("", "bits", ""),
    "secrets_given": Look("", "bits a game", ""),
    "secrets_by_rule": Look("", "bits a game", ""),
    "regret": Look("", "of a rank"),
    "depth": Look("", "wins against the rung below", "share", 1.0),
    "dead_wood": Look("", "games in which it was taken", "share", 1.0),
    "fairness": Look(high=1.0),
    "win_share": Look("", "wins", "share"),
    "wins_all": Look("", "wins", "share"),
    "exact_wins": Look("", "wins", "share"),
}
WHOLE = {"luck", "stakes"}
"""Measures whose rows may be parts of a whole."""
PARTS_OF = {
    ("luck", ""): "of the variance of a result",
    ("luck", "points"): "of the variance of points",
    ("stakes", ""): "of the decisions with a choice",
}
"""What whole they are parts of."""
MIXED = {"attention", "hidden"}
"""Measures whose rows have different units: tables show them better."""
EVEN = {"win_share", "wins_all", "exact_wins"}


def charts(report: Report, key: str) -> Iterator[Markup]:
    """The plots of a measure."""
    found = report.measured[key]
    title, told = measure_of(found).title, sentence(report, key)
    if key in MIXED:
        return
    if (drawn := _histogram(found, title, told)) is not None:
        yield drawn
    numbered = {group: rows for group, rows in _groups(found) if _is_numbered(rows)}
    if numbered and (drawn := _curves(report, found, numbered, title, told)) is not None:
        yield drawn
    for number, (group, rows) in enumerate(_groups(found)):
        if group not in numbered and len(rows) <= MOST_BARS:
            name = f"m-{key}-bars{number or ''}"
            drawn = _bars(report, found, rows, name, f"{title}: {group}" if group else title, told)
            if drawn is not None:
                yield drawn


def _groups(found: Measured) -> list[tuple[str, list[Row]]]:
    groups: dict[str, list[Row]] = {}
    for row in found.rows:
        groups.setdefault(row.group, []).append(row)
    return list(groups.items())


def _is_numbered(rows: Sequence[Row]) -> bool:
    return len(rows) > 1 and all(row.label.isdigit() for row in rows)


def _look(found: Measured) -> tuple[Look, str]:
    look, of = LOOKS.get(found.key, Look()), measure_of(found)
    return look, of.unit if look.unit is None else look.unit


def _colour(report: Report, name: str, number: int) -> str:
    seats = report.about.seats
    return f"seat-{(seats.index(name) if name in seats else number) % len(SEATS)}"


def _curves(
    report: Report, found: Measured, groups: dict[str, list[Row]], title: str, told: str
) -> Markup | None:
    look, unit = _look(found)
    drawn = [
        Curve(
            group or title,
            [(float(row.label), row.figure) for row in rows],
            _colour(report, group, number),
            heavy=group == "winner",
        )
        for number, (group, rows) in enumerate(groups.items())
    ]
    trick = next((group[3:] for group in groups if group.startswith("by ")), "")
    border = threshold(report) if found.key == "leads" else None
    return plots.curves(
        f"m-{found.key}",
        title,
        told,
        drawn,
        x=look.x or trick,
        y=look.y,
        unit=unit,
        high=look.high,
        line=None if border is None else (border, "ahead"),
    )


def _bars(
    report: Report, found: Measured, rows: list[Row], key: str, title: str, told: str
) -> Markup | None:
    look, unit = _look(found)
    whole = found.key in WHOLE and _adds_up(rows)
    seated = any(row.label in report.about.seats for row in rows)
    parts = [
        Bar(row.label, row.figure, _colour(report, row.label, number if whole else 0))
        for number, row in enumerate(rows)
    ]
    if whole:
        return plots.stack(key, title, told, parts, x=PARTS_OF.get((found.key, rows[0].group), ""))
    even = even_share(found) if found.key in EVEN else 0.6 if found.key == "depth" else None
    name = "60 : 40" if found.key == "depth" else "even"
    return plots.bars(
        key,
        title,
        told,
        parts,
        x=look.y,
        unit=unit,
        high=look.high,
        line=None if even is None or (found.key in EVEN and not seated) else (even, name),
    )


def _adds_up(rows: Sequence[Row]) -> bool:
    values = [row.figure.value for row in rows]
    return abs(sum(values) - 1) < 0.02 and min(values) >= 0


def _histogram(found: Measured, title: str, told: str) -> Markup | None:
    bins = found.data.get("histogram")
    if found.key != "decisions" or not isinstance(bins, list) or not 1 < len(bins) <= MOST_COLUMNS:
        return None
    width = found.data.get("width", 1)
    return plots.columns(
        "m-decisions", title, told, [(float(at), float(count)) for at, count in bins],
        x="decisions of a game" if width == 1 else f"decisions of a game, {width} to a column",
        y="games", wide=width,
    )  # fmt: skip


# --- lead histories -------------------------------------------------------------------------------


def threshold(report: Report) -> float | None:
    """The lead from which somebody is more likely to be first than not: halfway between first and
    second. Seats whose leads are always the same are partners, and one side."""
    found = report.measured.get("leads")
    games = found.data.get("games", {}) if found is not None else {}
    columns = {
        column
        for game in list(games.values())[:1]
        for column in zip(*game.get("leads", ()), strict=False)
    }
    n = report.about.players
    if found is not None and n % max(1, len(columns)) == 0 and len(columns) > 1:
        n = len(columns)
    return None if n < 2 else (1 + (n - 2) / (n - 1)) / 2


def history(
    report: Report, key: str, title: str, told: str, game: dict[str, object]
) -> Markup | None:
    """The lead history of a game: a line for each seat, the winners' heavy."""
    leads, decisions, winners = (game.get(name) for name in ("leads", "decisions", "winners"))
    if not isinstance(leads, list) or not isinstance(decisions, list):
        return None
    won = winners if isinstance(winners, list) else []
    drawn = [
        Curve(
            name + (" (won)" if seat in won else ""),
            [
                (float(at), Figure(float(lead[seat]), None, 1))
                for at, lead in zip(decisions, leads, strict=False)
            ],
            _colour(report, name, seat),
            heavy=seat in won,
        )
        for seat, name in enumerate(report.about.seats)
    ]
    border = threshold(report)
    return plots.curves(
        key,
        title,
        told,
        drawn,
        x="decision of the game",
        y="lead",
        high=1.0,
        line=None if border is None else (border, "ahead"),
    )
