"""A report with every measure filled in, without anything being played: for pages, texts and JSON.

Numbers are plausible for Agram with four players, and made so that most findings have something to
find. The two games in it are real ones.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import kibitz.analysis.studies  # noqa: F401  so that all measures are declared
from kibitz.analysis.figures import Figure
from kibitz.analysis.measured import Measure, Measured, Row
from kibitz.analysis.report import About, Report
from kibitz.analysis.study import Sample
from kibitz.engine.descriptions import load
from kibitz.engine.record import Record

SEATS = ("North", "East", "South", "West")
NASTY = '<script>alert("x")</script> & $x^2$ \u202eBob'
"""A text of a stranger's."""


def about(half: float, value: float, n: int = 2000, exact: bool = False) -> Figure:
    """A figure with its interval around it."""
    return Figure(value, None if exact else (value - half, value + half), n, exact)


def rows(figures: dict[str, float], half: float, group: str = "", n: int = 2000) -> tuple[Row, ...]:
    return tuple(Row(label, about(half, value, n), group) for label, value in figures.items())


def seats(*values: float, half: float, n: int = 2000) -> tuple[Row, ...]:
    return rows(dict(zip(SEATS, values, strict=True)), half, n=n)


def numbered(values: list[float], half: float, group: str = "") -> tuple[Row, ...]:
    return rows({str(number): value for number, value in enumerate(values, 1)}, half, group)


@cache
def played(seed: int) -> dict[str, Any]:
    """A game at random, with leads that somebody could have estimated."""
    draw, state = Random(seed), load("agram").new(seed=seed)
    leads: list[list[float]] = []
    decisions: list[int] = []
    movers: list[int] = []
    now = [0.5] * 4
    while state.actions:
        assert state.to_move is not None
        if len(state.actions) > 1:
            now = [min(1.0, max(0.0, lead + draw.uniform(-0.16, 0.16))) for lead in now]
            leads.append([round(lead, 3) for lead in now])
            decisions.append(len(state.history))
            movers.append(state.to_move)
        state = state.after(draw.choice(list(state.actions)))
    return {
        "number": seed,
        "record": Record.of(state, ("searcher",) * 4).to_json(),
        "leads": leads,
        "decisions": decisions,
        "movers": movers,
        "winners": [3],
        "why": "its drama is closest to the median of 2000 games",
    }


def clause(line: int, text: str, offered: int, taken: int) -> dict[str, Any]:
    mattered = offered // 2
    return {"line": line, "text": text, "offered": offered, "taken": taken, "mattered": mattered}


LEAD, FOLLOW, SECOND = "(move any card)", "(move a card of the suit led)", "(turn pass)"

FLOW = {
    "title": "Where the cards of Agram go",
    "places": [
        {"name": "stock", "owner": "", "sight": "hidden"},
        {"name": "hand", "owner": "each player", "sight": "own"},
        {"name": "trick", "owner": "each player", "sight": "open"},
        {"name": "discard", "owner": "", "sight": "open"},
    ],
    "moves": [
        {"source": 0, "target": 1, "cards": 24.0, "all": 0.0, "none": 0.0},
        {"source": 1, "target": 2, "cards": 24.0, "all": 24.0, "none": 0.0},
        {"source": 2, "target": 3, "cards": 24.0, "all": 24.0, "none": 0.0},
    ],
}


@cache
def measured() -> dict[str, Measured]:
    """Every measure of the contract."""
    tenths = [0.02, 0.05, 0.1, 0.18, 0.3, 0.41, 0.55, 0.7, 0.88, 1.0]
    options = [6.0, 2.6, 2.5, 2.4, 5.0, 2.3, 2.2, 2.1, 4.0, 2.0, 1.9, 1.8, 3.0, 1.7, 1.6, 1.5]
    options += [2.0, 1.4, 1.3, 1.2, 1.0, 1.0, 1.0, 1.0]
    leader, followers = [6.0, 5.0, 4.0, 3.0, 2.0, 1.0], [2.5, 2.2, 1.9, 1.6, 1.3, 1.0]
    kinds = [
        {"line": 41, "text": LEAD, "share": 0.25, "options": 3.5},
        {"line": 44, "text": FOLLOW, "share": 0.75, "options": 1.75},
    ]
    clauses = [
        clause(41, LEAD, 50_000, 50_000),
        clause(44, FOLLOW, 50_000, 49_900),
        clause(47, SECOND, 0, 0),
    ]
    clause_rows = {"agram.rcy:41": 1.0, "agram.rcy:44": 0.998, "agram.rcy:47": 0.0}
    secrets = [
        row
        for seat, start in zip(SEATS, (29.1, 29.1, 29.2, 29.1), strict=True)
        for row in numbered([round(start * (1 - k / 24) ** 1.3, 2) for k in range(24)], 0.1, seat)
    ]
    rungs = {"8 tries": 0.63, "64 tries": 0.611, "1024 tries": 0.604}
    found: dict[str, Measured] = {
        "decisions": Measured(
            about(0.002, 23.95, 50_000),
            data={
                "histogram": [[22, 300], [23, 2_000], [24, 47_700]],
                "width": 1,
                "shortest": 22,
                "longest": 24,
            },
        ),
        "choices": Measured(about(0.02, 13.4, 50_000)),
        "options": Measured(about(0.004, 2.31, 50_000), numbered(options, 0.02, "by decision")),
        "options_by_place": Measured(
            None,
            numbered(leader, 0.01, "leader")
            + numbered(followers, 0.02, "followers")
            + rows({"leader": 3.5, "2nd": 1.8, "3rd": 1.75, "4th": 1.7}, 0.01, "place"),
        ),
        "options_by_kind": Measured(
            None,
            rows({"lead a card (agram.rcy:41)": 3.5, "follow suit (agram.rcy:44)": 1.75}, 0.01),
            data={"kinds": kinds},
        ),
        "forced": Measured(about(0.002, 0.44, 50_000)),
        "win_share": Measured(
            about(0.004, 0.262, 50_000), seats(0.262, 0.251, 0.245, 0.242, half=0.004, n=50_000)
        ),
        "fairness": Measured(
            about(0.006, 0.984, 50_000), seats(0.984, 0.999, 0.98, 0.968, half=0.006)
        ),
        "score": Measured(None, seats(0.262, 0.251, 0.245, 0.242, half=0.004)),
        "draws": Measured(Figure(0.0, (0.0, 0.0001), 50_000)),
        "convergence": Measured(about(0.001, 0.561, 50_000)),
        "unfinished": Measured(about(0.0002, 0.0012, 50_000)),
        "dead_wood": Measured(
            None,
            rows(clause_rows, 0.0001, n=50_000),
            data={
                "games": 10_000,
                "clauses": clauses,
                "never_offered": [{"line": 47, "text": SECOND}],
                "never_taken": [],
                "never_matters": [],
                "only_forced": [],
            },
        ),
        "exact_decisions": Measured(about(0, 24.0, 0, exact=True)),
        "exact_wins": Measured(
            about(0, 0.2625, 0, exact=True),
            tuple(
                Row(seat, about(0, value, 0, exact=True))
                for seat, value in zip(SEATS, (0.2625, 0.25, 0.245, 0.2425), strict=True)
            ),
        ),
        "exact_scores": Measured(
            None, tuple(Row(seat, about(0, 0.25, 0, exact=True)) for seat in SEATS)
        ),
        "order": Measured(about(0.02, 0.27)),
        "order_rotated": Measured(about(0.01, 0.25), seats(0.27, 0.25, 0.24, 0.23, half=0.02)),
        "wins_all": Measured(about(0.02, 0.31), seats(0.31, 0.25, 0.22, 0.22, half=0.018)),
        "spread": Measured(about(0.003, 0.052)),
        "leads": Measured(
            None,
            numbered([0.52, 0.54, 0.57, 0.6, 0.63, 0.68, 0.74, 0.82, 0.9, 0.98], 0.01, "winner")
            + numbered([0.49, 0.48, 0.47, 0.46, 0.45, 0.44, 0.42, 0.4, 0.37, 0.34], 0.01, "others"),
            data={
                "games": {
                    "typical": played(7),
                    "dramatic": {**played(11), "why": "it has the most drama of 2000 games"},
                }
            },
        ),
        "lead_changes": Measured(about(0.1, 4.2)),
        "drama": Measured(about(0.01, 0.27)),
        "security": Measured(about(0.01, 0.28)),
        "decisiveness": Measured(about(0.01, 0.83)),
        "coolness": Measured(about(0.01, 0.55)),
        "stakes": Measured(
            about(0.01, 0.09), rows({"nothing": 0.57, "little": 0.31, "a lot": 0.12}, 0.02)
        ),
        "regret": Measured(
            about(0.002, 0.04),
            rows({"lead a card (agram.rcy:41)": 0.07, "follow suit (agram.rcy:44)": 0.03}, 0.004)
            + numbered([0.01, 0.02, 0.03, 0.05, 0.09, 0.0], 0.003, "by tenth"),
        ),
        "secrets": Measured(about(0.05, 29.1), tuple(secrets)),
        "secrets_half": Measured(about(0.01, 0.58)),
        "secrets_gained": Measured(
            about(0.1, 27.9), rows({"seen": 24.0, "inferred": 3.9}, 0.1)
        ),
        "secrets_given": Measured(None, seats(7.1, 6.9, 7.0, 6.9, half=0.1)),
        "secrets_by_rule": Measured(
            None,
            rows({"agram.rcy:44": 3.9, "agram.rcy:41": 0.2}, 0.05),
            data={"rules": [{"line": 44, "text": FOLLOW, "bits": 3.9}]},
        ),
        "secrets_left": Measured(about(0.05, 1.2)),
        "information_flow": Measured(data=FLOW),
        "attention": Measured(
            about(0.02, 0.01), rows({"points": 0.01, "wins": 0.004}, 0.02)
        ),
        "hidden": Measured(about(0.02, 0.14), rows({"points": 0.14, "wins": 0.14}, 0.02)),
        "luck": Measured(
            about(0.03, 0.61),
            rows({"deal": 0.61, "seat": 0.02, "play": 0.37}, 0.03)
            + rows({"deal": 0.55, "seat": 0.02, "play": 0.43}, 0.03, "points"),
            data={"times": 3, "player": "searcher"},
        ),
        "thinking": Measured(
            about(0.2, 4.5),
            rows({"200 tries against 20 tries": 0.5, "200 tries against random": 4.5}, 0.2),
        ),
        "deals_needed": Measured(
            about(40, 310),
            rows({"200 tries : 20 tries": 310.0, "200 tries : random": 25.0}, 4),
            data={
                "confidence": 0.95,
                "power": 0.8,
                "contests": [
                    {
                        "players": ["200 tries", "20 tries"],
                        "deals": 500,
                        "difference": about(0.01, 0.05).to_json(),
                        "deals_needed": about(40, 310).to_json(),
                    }
                ],
            },
        ),
        "depth": Measured(
            Figure(3.0, (2.0, 4.0), 900),
            rows(rungs, 0.02),
            note="the ladder ends at 1,024 tries: there may be more rungs",
            data={"rungs": [], "trials": [], "most_tries": 1024},
        ),
        "decided": Measured(about(0.02, 0.36), numbered(tenths, 0.02)),
        "settled": Measured(about(0.01, 0.09), numbered(tenths[3:] + [1.0] * 3, 0.02)),
        "claims": Measured(about(0.02, 0.66)),
    }  # fmt: skip
    return {
        key: Measured(one.figure, one.rows, one.note, one.data, key) for key, one in found.items()
    }


UNITS = {
    "share": (
        *("forced", "win_share", "draws", "unfinished", "wins_all", "exact_wins", "luck"),
        *("decided", "settled", "claims", "dead_wood", "security", "coolness", "secrets_half"),
        *("decisiveness",),
    ),
    "bits": (
        *("secrets", "secrets_gained", "secrets_given", "secrets_left", "secrets_by_rule"),
    ),
    "points": ("attention", "hidden", "score", "exact_scores", "thinking"),
    "decisions": ("decisions", "choices", "exact_decisions"),
    "deals": ("deals_needed",),
    "rungs": ("depth",),
}  # fmt: skip


def stand_in(key: str) -> Measure:
    """A measure that says little, for texts that must not change if somebody finds better words."""
    unit = next((unit for unit, keys in UNITS.items() if key in keys), "")
    title, asks = key.replace("_", " ").capitalize(), f"What about {key}?"
    definition = f"The definition of {key}.\n\nIn two paragraphs."
    return Measure(key, title, asks, definition, "random", unit)


def sample(key: str, title: str, bot: str, games: int, **more: int) -> Sample:
    return Sample(key, title, (bot,) * 4, games, more.pop("deals", games), 1, **more)


SAMPLES = (
    sample("random", "every seat at random", "random", 50_000, unfinished=60),
    Sample("exact", "all deals and decisions", (), 0, 0, 1),
    Sample("one", "a searcher among random players", ("searcher", *("random",) * 3), 2000, 2000, 1),
    sample("all", "every seat searches", "searcher", 2000),
    sample("secrets", "every seat at random, and what it knows", "random", 400),
    sample("worth", "one seat knows more", "ismcts", 800, deals=200),
    sample("luck", "the same deals again and again", "searcher", 4000, deals=500),
    sample("depth", "a ladder of searchers", "ismcts", 3200, deals=800),
    sample("ends", "all cards open from every decision", "searcher", 300),
)


def fabricate(**changes: Any) -> Report:
    """The report; `changes` are fields of it, or `without=(key, ...)` to leave measures out."""
    without = changes.pop("without", ())
    kept = {key: one for key, one in measured().items() if key not in without}
    given: dict[str, Any] = {
        "about": About.of(load("agram")),
        "seed": 1,
        "effort": "usual",
        "samples": {one.key: one for one in SAMPLES},
        "measured": kept,
        "kibitz": "0.0",
    }
    return Report(**{**given, **changes})
