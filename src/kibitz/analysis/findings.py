"""What a designer should look at first, found by rules, and marked as such wherever it is shown.

`headlines` answers a designer's questions in a sentence each. `findings` are what stands out: every
rule looks at a report and says nothing, or what it found and how far that is beyond its border (0:
just beyond, 1: as far as can be); the highest go first. A rule claims only what an interval allows:
the whole of it must lie beyond the border, widened so that those of all rules hold together with
95 % confidence, since only what stands out is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.analysis.figures import Figure, Interval
from kibitz.analysis.measured import Measured
from kibitz.analysis.report import Report
from kibitz.analysis.sentences import (
    DEAD,
    at_least,
    even_share,
    line_text,
    outlier,
    sentence,
    wood_games,
)
from kibitz.analysis.wording import among, listed, said

__all__ = ["RULES", "Finding", "findings", "headlines"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that stands out."""

    score: float
    """How far it is beyond the border of its rule: 0 to 1."""
    sentence: str
    key: str
    """The measure that shows it."""
    rule: str
    """The rule that chose it, in words."""


Rule = Callable[[Report], Finding | None]

HEADLINES = (
    *("decisions", "forced", "order|thinking", "wins_all|win_share", "score", "security"),
    *("secrets_gained", "luck", "decided"),
)


def headlines(report: Report) -> list[tuple[str, str]]:
    """The summary: measures and their sentences, those that there are."""
    found = []
    for names in HEADLINES:
        keys = [key for key in names.split("|") if key in report.measured]
        if keys == ["score"] and report.measured["score"].figure is None:
            continue  # only where all have the same it is what they play for
        if keys:
            key = next((key for key in keys if _tells(report.measured[key])), keys[0])
            found.append((key, sentence(report, key)))
    return found


def _tells(found: Measured) -> bool:
    """Whether a seat is sure to be apart: where few games were searched, those at random may tell
    more."""
    apart = outlier(found) if found.key in ("wins_all", "win_share") else None
    return apart is not None and apart[1]


def findings(report: Report, most: int = 3) -> list[Finding]:
    """The most striking findings, no two about one measure."""
    found = [one for one in (rule(report) for rule in RULES) if one is not None]
    kept: dict[str, Finding] = {}
    for one in sorted(found, key=lambda one: -one.score):
        kept.setdefault(one.key, one)
    return list(kept.values())[:most]


# --- what rules look at ---------------------------------------------------------------------------


def _figure(report: Report, key: str) -> tuple[Figure, Interval] | None:
    """A figure of which it is known how sure it is."""
    found = report.measured.get(key)
    return None if found is None else _sure(found.figure)


def _row(report: Report, key: str, label: str) -> tuple[Figure, Interval] | None:
    found = report.measured.get(key)
    rows = () if found is None else found.rows
    return next((_sure(row.figure) for row in rows if row.label == label and not row.group), None)


def _sure(figure: Figure | None) -> tuple[Figure, Interval] | None:
    if figure is None:
        return None
    within = among(figure, len(RULES))
    return None if within is None else (figure, within)


def _beyond(value: float, border: float, end: float) -> float:
    """How far from a border to the end of the scale."""
    return max(0.0, min(1.0, (value - border) / (end - border)))


def _more_games(figure: Figure) -> str:
    """A difference between two shares of wins: `13 (10 to 17) more games of a hundred`."""
    low, high = figure.ci95 or (figure.value, figure.value)
    return f"{said(Figure(100 * figure.value, (100 * low, 100 * high), 0))} more games of a hundred"


# --- the rules ------------------------------------------------------------------------------------


def ends(report: Report) -> Finding | None:
    found = _figure(report, "unfinished")
    if found is None or found[0].value <= 0:
        return None
    told = f"{said(found[0], 'share')} of the games at random did not end in time."
    rule = "some games did not end"
    return Finding(0.5 + 0.5 * _beyond(found[0].value, 0, 0.2), told, "unfinished", rule)


def nothing_to_choose(report: Report) -> Finding | None:
    found = _figure(report, "choices")
    if found is None or found[1][1] >= 0.05:
        return None
    told = f"There is hardly anything to choose: {said(found[0])} choices in a game."
    return Finding(1.0, told, "choices", "fewer than one choice in 20 games")


def forced(report: Report) -> Finding | None:
    found = _figure(report, "forced")
    if found is None or found[1][0] <= 0.5 or nothing_to_choose(report) is not None:
        return None
    told = f"Players are forced most of the time: at {said(found[0], 'share')} of the decisions."
    return Finding(_beyond(found[0].value, 0.5, 1), told, "forced", "more than half is forced")


def seat(report: Report) -> Finding | None:
    """Of good players first: an edge that search takes away matters less."""
    for key, who in (
        ("wins_all", "if all seats search"),
        ("exact_wins", "at random, over all deals"),
        ("win_share", "if all play at random"),
    ):
        found = report.measured.get(key)
        if found is not None and (made := _seat(found, who)) is not None:
            return made
    return None


def _seat(found: Measured, who: str) -> Finding | None:
    even, apart = even_share(found), outlier(found)
    if even is None or apart is None or not apart[1] or len(found.rows) < 2:
        return None
    row = apart[0]
    low, high = among(row.figure, len(found.rows) * len(RULES)) or (even, even)
    gap = max(low - even, even - high) / even
    if gap <= 0:
        return None
    what = "an edge" if row.figure.value > even else "a handicap"
    share = f"it wins {said(row.figure, 'share')} {who}, where {100 * even:.3g} % is even"
    told = f"{row.label} has {what}: {share}."
    rule = "a seat's share of wins is apart from an even one, all seats being looked at together"
    return Finding(_beyond(gap, 0, 0.5), told, found.key, rule)


def skill(report: Report) -> Finding | None:
    found = _figure(report, "order")
    if found is None:
        return None
    figure, (low, high) = found
    if high < 0.1:
        told = f"Skill hardly pays: a searcher among random players has order {said(figure)}."
        return Finding(0.6 + 0.4 * _beyond(-high, -0.1, 0.1), told, "order", "order is below 0.1")
    if low > 0.6:
        told = f"Skill pays very much: a searcher among random players has order {said(figure)}."
        return Finding(_beyond(low, 0.6, 1), told, "order", "order is above 0.6")
    return None


def dead_wood(report: Report) -> Finding | None:
    found = report.measured.get("dead_wood")
    if found is None:
        return None
    parts, count = [], 0
    for name, what in DEAD.items():
        places = [line_text(entry, report) for entry in found.data.get(name, ())]
        count += len(places)
        if places:
            shown = places[:3] + ([f"{len(places) - 3} more"] if len(places) > 3 else [])
            parts.append(f"{listed(shown)} ({what.removeprefix('was ')})")
    if not parts:
        return None
    what = "A clause is" if count == 1 else "Clauses are"
    told = f"{what} dead wood in {wood_games(found)} at random: {'; '.join(parts)}."
    return Finding(min(1.0, 0.4 + 0.1 * count), told, "dead_wood", "a clause never does anything")


def decided_early(report: Report) -> Finding | None:
    found = _figure(report, "decided")
    if found is None or found[1][0] <= 0.3:
        return None
    part = at_least(report.measured["decided"]) + said(found[0], "share")
    told = f"Results are decided early: with {part} of the decisions to come."
    rule = "more than 30 % of the decisions come after the result is decided, all cards being open"
    return Finding(_beyond(found[1][0], 0.3, 0.8), told, "decided", rule)


def attention(report: Report) -> Finding | None:
    found = _row(report, "attention", "wins")
    if found is None:
        return None
    figure, (low, high) = found
    if figure.exact or figure.is_point:  # nothing is hidden, or nothing happened in a few deals
        return None
    if low > 0.03:
        told = f"Attention pays: inferring all that can be wins {_more_games(found[0])}."
        rule = "knowing all that can be inferred wins more games, by at least 3 % of all"
        return Finding(_beyond(low, 0.03, 0.2), told, "attention", rule)
    if -0.03 < low <= 0 <= high < 0.03:
        told = f"Attention hardly pays: who infers all that can be wins {_more_games(found[0])}."
        rule = "what inferring wins is less than 3 % of the games, and may be nothing"
        return Finding(0.2 + 10 * (0.03 - high), told, "attention", rule)
    return None


def hidden(report: Report) -> Finding | None:
    found = _row(report, "hidden", "wins")
    if found is None or found[1][0] <= 0.1:
        return None
    told = f"The hidden cards cost much: who sees them wins {_more_games(found[0])}."
    rule = "seeing all cards wins more games, by at least 10 % of all"
    return Finding(_beyond(found[1][0], 0.1, 0.5), told, "hidden", rule)


def lead_changes(report: Report) -> Finding | None:
    found = _figure(report, "lead_changes")
    if found is None:
        return None
    figure, (_, high) = found
    if high >= 0.5:  # and never that it changes often: noise makes it look so
        return None
    told = f"The lead hardly changes hands: {said(figure)} times in a game."
    return Finding(_beyond(-high, -0.5, 0), told, "lead_changes", "less than 1 in 2 games")


def depth(report: Report) -> Finding | None:
    found = _figure(report, "depth")
    if found is None:
        return None
    figure, (low, high) = found
    if high < 1 and figure.exact:  # there was nothing to search for
        return None
    if high < 1:
        told = "There is no depth to be seen: searching more was not shown to win more."
        return Finding(0.7, told, "depth", "no rung of the ladder of searchers was climbed")
    if low >= 5:
        told = f"It is a deep game: the ladder of searchers has {said(figure, 'rungs')}."
        return Finding(_beyond(low, 4, 10), told, "depth", "at least 5 rungs")
    return None


def deal(report: Report) -> Finding | None:
    found = _row(report, "luck", "deal")
    if found is None:
        return None
    figure, (low, high) = found
    if low > 0.5:
        told = f"The deal decides most: {said(figure, 'share')} of the variance of the result."
        return Finding(_beyond(low, 0.5, 1), told, "luck", "the deal decides more than half")
    if high < 0.1:
        told = f"The deal decides little: {said(figure, 'share')} of the variance of the result."
        return Finding(_beyond(-high, -0.1, 0.1), told, "luck", "the deal decides less than 10 %")
    return None


def behind(report: Report) -> Finding | None:
    found = _figure(report, "security")
    if found is None:
        return None
    figure, (low, high) = found
    if high < 0.3:
        told = f"Winners come from behind: they are ahead for {said(figure, 'share')} of a game."
        rule = "winners are ahead for less than 30 % of a game"
        return Finding(_beyond(-high, -0.3, 0), told, "security", rule)
    if low > 0.7:
        told = f"Who is ahead stays there: winners lead for {said(figure, 'share')} of a game."
        return Finding(_beyond(low, 0.7, 1), told, "security", "winners are ahead for 70 % or more")
    return None


def stakes(report: Report) -> Finding | None:
    found = _row(report, "stakes", "nothing")
    if found is None or found[1][0] <= 0.5:
        return None
    told = f"Most choices hardly matter: options are alike at {said(found[0], 'share')} of them."
    rule = "at more than half of the choices no option is shown to be better than another"
    return Finding(_beyond(found[1][0], 0.5, 1), told, "stakes", rule)


def draws(report: Report) -> Finding | None:
    found = _figure(report, "draws")
    if found is None or found[1][0] <= 0.1:
        return None
    told = f"First place is often shared: in {said(found[0], 'share')} of the games at random."
    return Finding(_beyond(found[1][0], 0.1, 0.6), told, "draws", "shared in more than 10 %")


RULES: tuple[Rule, ...] = (
    *(ends, nothing_to_choose, forced, seat, skill, dead_wood, decided_early, attention, hidden),
    *(lead_changes, depth, deal, behind, stakes, draws),
)
