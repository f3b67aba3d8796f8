"""One sentence for each measure that says what was found, made from its numbers.

A sentence says no more than the intervals allow: what lies on both sides of a border is said to be
open. Measures without a sentence of their own say their title and figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import fsum, inf, isclose
from typing import Any

from kibitz.analysis.figures import Figure, Interval
from kibitz.analysis.measured import Measured, Row
from kibitz.analysis.report import Report
from kibitz.analysis.wording import (
    among,
    listed,
    measure_of,
    roughly,
    said,
    sentence_case,
    value_text,
)

__all__ = ["at_least", "even_share", "line_text", "outlier", "sentence", "wood_games"]

HARDLY = 0.5
"""Options from the first decision to the last that nobody misses."""

Say = Callable[[Report, Measured], str | None]
SAYINGS: dict[str, Say] = {}

TEMPLATES = {
    "exact_decisions": ("decisions", "Over all deals, a game takes {}."),
    "choices": ("", "In a game, {} decisions have more than one option."),
    "order_rotated": ("", "Over all seats, order is {}."),
    "lead_changes": ("", "The lead changes hands {} times in a game."),
    "drama": ("", "Drama is {}: 0 if winners are never behind."),
    "security": ("share", "Winners are ahead for {} of a game."),
    "decisiveness": ("share", "Winners are ahead for good for the last {} of a game."),
    "coolness": ("share", "From one decision to the next, {} of the leads do not drop."),
    "decided": ("share", "With all cards open, a result is decided with {} of a game to come."),
    "claims": ("share", "In {} of the games, the winners could have claimed before it was over."),
    "secrets": ("bits", "After the deal, a seat lacks {} about where the cards are."),
    "secrets_half": ("share", "Half way through a game, {} of the secrets are out."),
}
"""Sentences about a figure alone: its unit, and what stands around it."""


def sentence(report: Report, key: str) -> str:
    """What a measure found, in a sentence."""
    found = report.measured[key]
    own = SAYINGS[key](report, found) if key in SAYINGS else None
    if own is None and key in TEMPLATES and found.figure is not None:
        unit, template = TEMPLATES[key]
        own = template.format(at_least(found) + said(found.figure, unit))
    return own or _plain(found)


def at_least(found: Measured) -> str:
    """What stands before a figure that may be larger."""
    return "at least " if (found.note or "").startswith("at least") else ""


def _plain(found: Measured) -> str:
    of = measure_of(found)
    if found.figure is not None:
        return f"{of.title}: {said(found.figure, of.unit)}."
    if found.rows:
        low = min(found.rows, key=lambda row: row.figure.value)
        high = max(found.rows, key=lambda row: row.figure.value)
        if low.figure.value == high.figure.value:
            return f"{of.title}: {value_text(low.figure, of.unit)} throughout."
        ends = f"{value_text(low.figure, of.unit)} ({_name(low)})"
        return f"{of.title}: from {ends} to {value_text(high.figure, of.unit)} ({_name(high)})."
    return of.title + "."


def _name(row: Row) -> str:
    return f"{row.group} {row.label}".strip()


def says(key: str) -> Callable[[Say], Say]:
    def keep(function: Say) -> Say:
        SAYINGS[key] = function
        return function

    return keep


def _within(figure: Figure) -> Interval:
    """Where a figure may lie: anywhere, if there was too little to tell."""
    return figure.ci95 or ((figure.value,) * 2 if figure.exact else (-inf, inf))


def _foremost(rows: Sequence[Row]) -> Row | None:
    """The row with the highest figure, if it is sure to be the highest, all being looked at
    together."""
    if not rows:
        return None
    first, *others = sorted(rows, key=lambda row: -row.figure.value)
    own, *rest = (among(row.figure, len(rows)) for row in (first, *others))
    sure = own is not None and all(each is not None and each[1] < own[0] for each in rest)
    return first if sure else None


def line_text(entry: Mapping[str, Any], report: Report) -> str:
    """Where a clause stands: `agram.rcy:47`."""
    return f"{report.about.name}.rcy:{entry.get('line', '?')}"


# --- seats ----------------------------------------------------------------------------------------


def even_share(found: Measured) -> float | None:
    """What every seat would win if all were alike: with teams, more than one in so many."""
    values = [row.figure.value for row in found.rows]
    return fsum(values) / len(values) if values else None


def outlier(found: Measured) -> tuple[Row, bool] | None:
    """The seat furthest from an even share, and whether it is sure to be apart from it."""
    even = even_share(found)
    if even is None:
        return None
    # of two the one that wins more, which is what one looks for
    row = max(
        found.rows, key=lambda row: (round(abs(row.figure.value - even), 9), row.figure.value)
    )
    within = among(row.figure, len(found.rows))
    apart = within is not None and not within[0] <= even <= within[1]
    return row, apart and not isclose(row.figure.value, even)


def _seats(found: Measured, who: str) -> str | None:
    even, apart = even_share(found), outlier(found)
    if even is None or apart is None:
        return None
    row, sure = apart
    if len(found.rows) == 1:
        return "There is nobody to win against."
    share = f"{row.label} wins {said(row.figure, 'share')} {who}, where {100 * even:.3g} % is even"
    if not sure:
        shown = "" if row.figure.exact else "shown to be "
        return f"{share}: no seat is {shown}favoured."
    return f"{share}: this seat has {'an edge' if row.figure.value > even else 'a handicap'}."


@says("win_share")
def _(report: Report, found: Measured) -> str | None:
    return _seats(found, "of the games at random")


@says("wins_all")
def _(report: Report, found: Measured) -> str | None:
    return _seats(found, "if all seats search")


@says("exact_wins")
def _(report: Report, found: Measured) -> str | None:
    return _seats(found, "at random, over all deals")


@says("fairness")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    seat = report.about.seats[0] if report.about.seats else "the first seat"
    return f"Fairness is {said(found.figure)}; it would be 1 if {seat} won an even share."


@says("draws")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    if found.figure.value == 0 and not found.figure.exact:
        return f"First place was never shared in {found.figure.n:,} games."
    return f"First place is shared in {said(found.figure, 'share')} of the games."


# --- length and choices ---------------------------------------------------------------------------


@says("decisions")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    left = report.measured.get("unfinished")
    if left is not None and left.figure is not None and left.figure.value == 1:
        return f"No game had ended when it was left, after {said(found.figure, 'decisions')}."
    if found.figure.value == 0 and found.figure.is_point:
        return "Nobody decides anything."
    if left is not None and left.figure is not None:
        lasted = said(found.figure, "decisions")
        return f"A game takes more than {lasted}: some had not ended when they were left."
    each = "Every game that was played took" if found.figure.is_point else "A game takes"
    return f"{each} {said(found.figure, 'decisions')}."


@says("forced")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    if found.figure.value == 0:
        return "No decision is forced: there was always more than one option."
    return f"{said(found.figure, 'share')} of the decisions are forced: there is one option only."


@says("unfinished")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    return (
        f"{said(found.figure, 'share')} of the games at random did not end in time and were left."
    )


@says("options")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    told = f"There are {said(found.figure)} options at a decision"
    course = [row for row in found.rows if row.label.isdigit()]
    if len(course) > 1:
        first, last = (roughly(row.figure) for row in (course[0], course[-1]))
        told += f": {first} at the first, {last} at decision {course[-1].label}"
    return told + "."


@says("options_by_place")
def _(report: Report, found: Measured) -> str | None:
    first = {row.group: row for row in found.rows if row.label == "1"}
    if not {"leader", "followers"} <= first.keys():
        return None
    leader, others = (roughly(first[name].figure) for name in ("leader", "followers"))
    options = "option" if leader == "1" else "options"
    return f"In the first trick, the leader has {leader} {options} and each follower {others}."


@says("options_by_kind")
def _(report: Report, found: Measured) -> str | None:
    most = _foremost(found.rows)
    if most is None or len(found.rows) < 2:
        return None
    return f"Most options are offered at “{most.label}”: {said(most.figure)}."


@says("convergence")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    low, high = _within(found.figure)
    length = report.measured.get("decisions")
    course = "stay as many" if low == high else "are not shown to become fewer or more"
    if low > 0.5 or high < 0.5:
        course = "become fewer" if low > 0.5 else "become more"
        if length is not None and length.figure is not None:
            change = 2 * abs(found.figure.value - 0.5) * length.figure.value
            course = "stay nearly as many" if change < HARDLY else course
    return f"Convergence is {said(found.figure)}: options {course} as a game goes on."


@says("stakes")
def _(report: Report, found: Measured) -> str | None:
    parts = [f"by {row.label} at {value_text(row.figure, 'share')}" for row in found.rows]
    return f"Where there is a choice, the options differ {listed(parts)} of the decisions."


@says("spread")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    return f"The best and the worst option of a choice are {said(found.figure)} of a rank apart."


@says("regret")
def _(report: Report, found: Measured) -> str | None:
    kinds = [row for row in found.rows if not row.label.isdigit()] or list(found.rows)
    most = _foremost(kinds)
    if most is not None and len(kinds) > 1:
        told = f"Random play loses most at “{_name(most)}”"
        return f"{told}: {said(most.figure)} of a rank a decision."
    if found.figure is None:
        return None
    return f"Where there is a choice, random play loses {said(found.figure)} of a rank."


# --- skill and luck -------------------------------------------------------------------------------


@says("order")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    low, high = _within(found.figure)
    if low <= 0 <= high:
        end = "a searcher is not shown to beat random players"
    else:
        end = "0 is no better than random players, 1 wins every game"
    return f"Order is {said(found.figure)}: {end}."


@says("thinking")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    worth = said(found.figure, "points")
    who = next((row.label.partition(" against ")[0] for row in found.rows[-1:]), "searchers")
    low, high = _within(found.figure)
    if low <= 0 <= high:
        return f"{sentence_case(who)} are not shown to do better than random play: {worth} a game."
    if low > 0:
        return f"{sentence_case(who)} gain {worth} a game over random play."
    lost = said(found.figure.negated, "points")
    return f"{sentence_case(who)} lose {lost} a game against random play."


@says("score")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    return f"All win or lose together: at random they score {said(found.figure, 'points')}."


@says("luck")
def _(report: Report, found: Measured) -> str | None:
    parts = {row.label: row.figure for row in found.rows if not row.group}
    if not {"deal", "seat", "play"} <= parts.keys():
        return None
    told = [f"the {name} {said(parts[name], 'share')}" for name in ("seat", "play")]
    share = said(parts["deal"], "share")
    return f"The deal decides {share} of the variance of a result, {listed(told)}."


@says("deals_needed")
def _(report: Report, found: Measured) -> str | None:
    for contest in found.data.get("contests", ()):
        if contest.get("deals_needed"):
            players = listed([str(player) for player in contest.get("players", ())])
            deals = said(Figure.from_json(contest["deals_needed"]), "deals")
            return f"To tell {players} apart with 95 % confidence takes {deals}."
    return "In the deals that were played, more tries were not shown to be better."


@says("depth")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    if found.figure.value == 0:
        return "No rung of the ladder was climbed: searching more was not shown to win more."
    last = f" The last is {found.rows[-1].label}." if found.rows else ""
    return f"The ladder of searchers has {said(found.figure, 'rungs')}.{last}"


# --- leads and ends -------------------------------------------------------------------------------


@says("leads")
def _(report: Report, found: Measured) -> str | None:
    winner = [row for row in found.rows if row.group == "winner"]
    if len(winner) < 2:
        return None
    start, end = (roughly(row.figure) for row in (winner[0], winner[-1]))
    return f"Those who will win are estimated at {start} in the first tenth, at {end} in the last."


# --- secrets --------------------------------------------------------------------------------------


@says("secrets_gained")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    total = sum(row.figure.value for row in found.rows)
    if found.figure.value == 0:
        return "There is nothing to learn about where the cards are."
    told = f"In a game a seat learns {said(found.figure, 'bits')}"
    if total <= 0:
        return told + "."
    parts = [f"{100 * row.figure.value / total:.0f} % {row.label}" for row in found.rows]
    return f"{told}: {listed(parts)}."


@says("secrets_left")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    if found.figure.value == 0:
        return "At the end every seat knows where all cards are."
    return f"At the end a seat still lacks {said(found.figure, 'bits')}."


@says("secrets_given")
def _(report: Report, found: Measured) -> str | None:
    if found.rows and all(row.figure.value == 0 for row in found.rows):
        return "No decision tells the others anything about where the cards are."
    most = _foremost(found.rows)
    if most is not None:
        return (
            f"{most.label} gives most away by what it decides: {said(most.figure, 'bits')} a game."
        )
    if found.figure is None:
        return None
    told = f"By what a seat decides, each of the others learns {said(found.figure, 'bits')} a game"
    return f"{told}; no seat is shown to give most away."


@says("secrets_by_rule")
def _(report: Report, found: Measured) -> str | None:
    if not found.rows:
        return "No rule lets anybody infer anything."
    row = _foremost(found.rows)
    if row is None:
        return None
    return f"The rule at {row.label} gives most away: {said(row.figure, 'bits')} a game."


@says("information_flow")
def _(report: Report, found: Measured) -> str | None:
    return "Which places cards move between, and who sees them there."


def _worth(found: Measured, of: str) -> str | None:
    if found.figure is None:
        return None
    low, high = _within(found.figure)
    worth = said(found.figure, "points")
    if found.figure.exact and found.figure.value == 0:
        return sentence_case(f"{of} is worth nothing.")
    if low <= 0 <= high:
        return sentence_case(f"{of} was not shown to be worth anything: {worth} a game and seat.")
    if low > 0:
        return sentence_case(f"{of} is worth {worth} a game and seat.")
    lost = said(found.figure.negated, "points")
    return sentence_case(f"{of} costs {lost} a game and seat.")


@says("attention")
def _(report: Report, found: Measured) -> str | None:
    return _worth(found, "knowing all that can be inferred")


@says("hidden")
def _(report: Report, found: Measured) -> str | None:
    return _worth(found, "seeing all cards")


# --- the end --------------------------------------------------------------------------------------


@says("settled")
def _(report: Report, found: Measured) -> str | None:
    if found.figure is None:
        return None
    last = f"{at_least(found)}the last {said(found.figure, 'share')}"
    return f"Nothing that anybody plays matters for {last} of a game."


# --- dead wood ------------------------------------------------------------------------------------

DEAD = {
    "never_offered": "was never offered",
    "never_taken": "was offered and never taken",
    "never_matters": "was always the same as another",
}


@says("dead_wood")
def _(report: Report, found: Measured) -> str | None:
    parts = []
    for name, what in DEAD.items():
        places = [line_text(entry, report) for entry in found.data.get(name, ())]
        if places:
            parts.append(f"{listed(places)} {what if len(places) == 1 else _plural(what)}")
    if not parts:
        return "Every clause was offered, taken, and mattered at some time."
    return f"In {wood_games(found)} at random, {'; '.join(parts)}."


def wood_games(found: Measured) -> str:
    """In how many games it was looked for dead wood: fewer than are played at random."""
    games = found.data.get("games")
    return f"{games:,} games" if isinstance(games, int) else "games"


def _plural(what: str) -> str:
    return what.replace("was ", "were ")
