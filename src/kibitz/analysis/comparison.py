"""Comparisons: reports side by side, and what of their differences is more than chance.

    compare([Side("HAND=5", one), Side("HAND=6", other)])

Where two games have the same cards and players and were dealt from the same seed, differences are
taken deal by deal (if the reports were made for it: `pairing`), and what the deals have in common
does not blur them. Else the reports count as drawn independently of each other.

Many differences are looked at, and one in twenty lies beyond its 95 % interval by chance. So a
difference is called *sure* only if it holds among all that were looked at (Holm's method, at 5 %),
and *perhaps* one if it is merely beyond its own interval.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from kibitz import __version__
from kibitz.analysis.figures import Figure, difference, paired
from kibitz.analysis.measured import MEASURES, Measure, Measured
from kibitz.analysis.outline import OUTLINE
from kibitz.analysis.report import Report
from kibitz.analysis.variants import LeftOut
from kibitz.analysis.wording import listed
from kibitz.arena.statistics import t_chance, t_quantile
from kibitz.errors import KibitzError

__all__ = ["FORMAT", "VERSION", "Comparison", "Difference", "Line", "Side", "compare", "holm"]

FORMAT, VERSION = "kibitz-comparison", 1

SURE, PERHAPS, CHANCE = "sure", "perhaps", ""

LEVEL = 0.05
MOST_ROWS = 8
"""Rows of a measure without a figure of its own that are compared: seats, not decisions."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the reports, and what it is called beside the others."""

    label: str
    report: Report


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more a figure is in one report than in another."""

    one: int
    other: int
    """The sides, by number."""
    figure: Figure
    paired: bool
    """Whether it was taken deal by deal."""
    chance: float
    """How often chance alone makes one as large, if there is none."""
    verdict: str = CHANCE
    """`sure`, `perhaps`, or nothing: see above."""

    @property
    def certain(self) -> bool:
        """Whether chance has no part in it: both figures were counted, or always the same."""
        return self.figure.exact or self.figure.is_point

    @property
    def turned(self) -> Difference:
        """The same the other way round."""
        figure = self.figure
        ci95 = figure.ci95 and (-figure.ci95[1], -figure.ci95[0])
        back = Figure(-figure.value, ci95, figure.n, figure.exact)
        return replace(self, one=self.other, other=self.one, figure=back)

    def to_json(self) -> dict[str, Any]:
        return {
            **self.figure.to_json(),
            "paired": self.paired,
            "chance": self.chance,
            "verdict": self.verdict,
        }


@dataclass(frozen=True, slots=True)
class Line:
    """A measure of all sides."""

    key: str
    label: str
    """The row of the measure; nothing if it is its figure."""
    figures: tuple[Figure | None, ...]
    differences: tuple[Difference | None, ...]
    """Of each side to the one that all are compared with."""
    best: int | None
    worst: int | None
    """The best and the worst side, where one is better than the other, surely."""

    @property
    def measure(self) -> Measure:
        return MEASURES[self.key]

    @property
    def title(self) -> str:
        """What it is called in a table."""
        return f"{self.measure.title}: {self.label}" if self.label else self.measure.title

    @property
    def moved(self) -> tuple[int, float]:
        """How much it moved at most, for sorting: surely, perhaps or not; and by how many
        intervals."""
        there = [each for each in self.differences if each is not None]
        rank = {SURE: 2, PERHAPS: 1, CHANCE: 0}
        return max(((rank[each.verdict], _widths(each)) for each in there), default=(0, 0.0))

    def to_json(self) -> dict[str, Any]:
        return {
            "measure": self.key,
            "row": self.label,
            "figures": [each and each.to_json() for each in self.figures],
            "differences": [each and each.to_json() for each in self.differences],
            "best": self.best,
            "worst": self.worst,
        }


@dataclass(frozen=True)
class Comparison:
    """Reports side by side."""

    title: str
    sides: tuple[Side, ...]
    base: int
    """The side that all others are compared with."""
    lines: tuple[Line, ...]
    looked_at: int
    """Differences that were looked at, in which chance has a part: all pairs of sides, in all
    measures."""
    left_out: tuple[LeftOut, ...] = ()

    @property
    def by_chance(self) -> float:
        """How many of them lie beyond their intervals by chance, if nothing differs at all."""
        return LEVEL * self.looked_at

    @property
    def paired(self) -> bool:
        """Whether any difference was taken deal by deal."""
        return any(
            each is not None and each.paired for line in self.lines for each in line.differences
        )

    @property
    def moved(self) -> tuple[Line, ...]:
        """The lines, those first that moved most."""
        return tuple(sorted(self.lines, key=lambda line: line.moved, reverse=True))

    def to_json(self) -> dict[str, Any]:
        """All of it, as data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "kibitz": __version__,
            "title": self.title,
            "base": self.base,
            "sides": [
                {"label": side.label, "report": side.report.to_json()} for side in self.sides
            ],
            "lines": [line.to_json() for line in self.lines],
            "looked_at": self.looked_at,
            "by_chance": self.by_chance,
            "left_out": [{"label": each.label, "why": each.why} for each in self.left_out],
        }


def compare(
    sides: Sequence[Side],
    *,
    title: str = "",
    base: int = 0,
    left_out: Sequence[LeftOut] = (),
) -> Comparison:
    """Put reports side by side; all are compared with the one whose number is `base`."""
    if len(sides) < 2:
        raise KibitzError("one report alone cannot be compared", "give several games, or --against")
    there = [key for key in MEASURES if any(key in side.report.measured for side in sides)]
    order = [key for question in OUTLINE for key in question.measures]
    keys = [key for key in order if key in there] + [key for key in there if key not in order]
    places = [(key, label) for key in keys for label in _labels(key, sides)]
    pairs = _judged({place: pair for each in places for place, pair in _pairs(each, sides)})
    lines = tuple(_line(place, sides, pairs, base) for place in places)
    return Comparison(
        title=title or listed(list(dict.fromkeys(side.report.about.title for side in sides))),
        sides=tuple(sides),
        base=base,
        lines=lines,
        looked_at=sum(not each.certain for each in pairs.values()),
        left_out=tuple(left_out),
    )


def holm(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Which of many findings hold together, each with how often chance alone would make it: all do
    with 95 % confidence (S. Holm, *A simple sequentially rejective multiple test procedure*, 1979).

    >>> holm([0.01, 0.04, 0.03])
    [True, False, False]
    """
    found = [False] * len(chances)
    for done, number in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[number] > level / (len(chances) - done):
            break
        found[number] = True
    return found


# --- lines ----------------------------------------------------------------------------------------

Place = tuple[str, str]
"""A measure and the label of its row."""

Pair = tuple[Place, int, int]
"""The same, and two sides, the smaller number first."""


def _labels(key: str, sides: Sequence[Side]) -> list[str]:
    """What of a measure is compared: its figure, or its rows if it has none and they are few."""
    there = [found for side in sides if (found := side.report.measured.get(key)) is not None]
    if any(found.figure is not None for found in there):
        return [""]
    labels = dict.fromkeys(row.label for found in there for row in found.rows if not row.group)
    return list(labels) if len(labels) <= MOST_ROWS else []


def _measured(place: Place, side: Side) -> tuple[Measured | None, Figure | None]:
    key, label = place
    found = side.report.measured.get(key)
    if found is None:
        return None, None
    if not label:
        return found, found.figure
    rows = (row.figure for row in found.rows if row.label == label and not row.group)
    return found, next(rows, None)


def _pairs(place: Place, sides: Sequence[Side]) -> Iterator[tuple[Pair, Difference]]:
    """The differences of all pairs of sides that have the figure."""
    for one, other in combinations(range(len(sides)), 2):
        found = _difference(place, sides, one, other)
        if found is not None:
            yield (place, one, other), found


def _difference(place: Place, sides: Sequence[Side], one: int, other: int) -> Difference | None:
    (of_one, first), (of_other, second) = (_measured(place, sides[n]) for n in (one, other))
    if of_one is None or of_other is None or first is None or second is None:
        return None
    residuals = of_one.residuals, of_other.residuals
    common = (
        not place[1]
        and residuals[0] is not None
        and residuals[1] is not None
        and _deal_alike(sides[one].report, sides[other].report)
    )
    if common:
        figure = paired(first, residuals[0], second, residuals[1])  # type: ignore[arg-type]
    else:
        figure = difference(first, second)
    return Difference(one, other, figure, common, _chance(figure))


def _deal_alike(one: Report, other: Report) -> bool:
    """Whether the same number of a deal means the same cards in both."""
    return (one.seed, one.about.players, one.about.cards) == (
        other.seed,
        other.about.players,
        other.about.cards,
    )


def _chance(figure: Figure) -> float:
    """How often chance alone makes a difference as large, if there is none."""
    if figure.value == 0:
        return 1.0
    if figure.ci95 is None:
        return 0.0 if figure.exact else 1.0
    half, freedom = (figure.ci95[1] - figure.ci95[0]) / 2, max(1, figure.n - 1)
    return t_chance(freedom, abs(figure.value) / half * t_quantile(freedom)) if half else 0.0


def _widths(each: Difference) -> float:
    """How large a difference is, in halves of its interval."""
    if each.figure.ci95 is None or each.certain:
        return float("inf") if each.figure.value else 0.0
    return abs(each.figure.value) / ((each.figure.ci95[1] - each.figure.ci95[0]) / 2)


def _judged(pairs: dict[Pair, Difference]) -> dict[Pair, Difference]:
    """All differences, each with what is to be said of it among them all."""
    doubtful = {pair: each for pair, each in pairs.items() if not each.certain}
    holding = dict(zip(doubtful, holm([e.chance for e in doubtful.values()]), strict=True))

    def verdict(pair: Pair, each: Difference) -> str:
        if each.certain:
            return SURE if each.figure.value else CHANCE
        return SURE if holding[pair] else PERHAPS if each.chance < LEVEL else CHANCE

    return {pair: replace(each, verdict=verdict(pair, each)) for pair, each in pairs.items()}


def _line(place: Place, sides: Sequence[Side], pairs: dict[Pair, Difference], base: int) -> Line:
    def apart(one: int, other: int) -> Difference | None:
        found = pairs.get((place, min(one, other), max(one, other)))
        return found if found is None or one < other else found.turned

    figures = tuple(_measured(place, side)[1] for side in sides)
    best, worst = _ends(place[0], figures)
    if best is not None and worst is not None:
        between = apart(best, worst)
        if between is None or between.verdict != SURE:
            best = worst = None
    differences = tuple(apart(number, base) for number in range(len(sides)))
    return Line(place[0], place[1], figures, differences, best, worst)


def _ends(key: str, figures: Sequence[Figure | None]) -> tuple[int | None, int | None]:
    """The sides with the best and the worst figure, where the measure says what is better."""
    better = MEASURES[key].better
    there = [(figure.value, number) for number, figure in enumerate(figures) if figure is not None]
    if better is None or len(there) < 2:
        return None, None
    low, high = min(there)[1], max(there)[1]
    return (high, low) if better == "high" else (low, high)
