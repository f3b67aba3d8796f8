"""The figures of a competition: what its games say about those who played, and how surely.

All of it follows from the charter and the results; nothing here depends on the clock (see
`kibitz.compete.times`). The deals of a phase are common to all its meetings, so a deal, with all
games somebody played of it, is one observation: intervals come from the sums of the deals.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from kibitz.arena.statistics import Estimate, Interval, Teams, estimate
from kibitz.compete.charter import Phase
from kibitz.compete.model import GameId, Meeting, PlayedGame
from kibitz.compete.orders import ahead, order
from kibitz.compete.points import Row, score, wins
from kibitz.compete.ratings import Deal, Order, Rating, rate
from kibitz.seats.failures import CAUSES, Cause

__all__ = [
    "Encounter",
    "Failing",
    "Figures",
    "Pair",
    "PhaseFigures",
    "Standing",
    "competition_figures",
    "encounters",
    "failings",
    "pairs",
    "phase_figures",
]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands in a phase, and how surely."""

    row: Row
    points: Interval | None
    """Where the points would lie on other deals, with 95 % confidence."""
    win_share: Estimate
    """Of a game: what part of the victory was theirs."""
    mean_score: Estimate
    """Of a game: the mean of their seats."""
    won: int
    drawn: int
    lost: int
    decisions: int
    failures: int
    """How often their bot failed."""
    failed: int
    """In how many games."""
    forfeited: int
    """How many games they lost by that."""


@dataclass(frozen=True, slots=True)
class Pair:
    """How one did against another."""

    one: str
    other: str
    games: int
    points: Fraction
    """Of the first, in games in which both sat."""
    share: Estimate
    """Of two who met alone: what part of the victories was the first's. At tables of more: how
    often the first ended before the other, equal counting half."""


@dataclass(frozen=True, slots=True)
class Failing:
    """What went wrong with somebody's bot in the same way, and how it was the first time."""

    name: str
    cause: Cause
    times: int
    games: int
    first: GameId
    decision: int
    said: str
    trace: str
    hint: str


@dataclass(frozen=True, slots=True)
class Encounter:
    """A meeting with its games, as far as they are played, by deal and seating."""

    meeting: Meeting
    games: tuple[PlayedGame, ...]
    points: Mapping[str, Fraction]
    wins: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class PhaseFigures:
    """All figures of a phase."""

    number: int
    phase: Phase
    over: bool
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    ratings: tuple[Rating, ...]
    failings: tuple[Failing, ...]
    encounters: tuple[Encounter, ...]
    ended: tuple[tuple[Deal, Order], ...]
    """How each game ended, with its deal and phase."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(encounter.games) for encounter in self.encounters)


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a competition."""

    phases: tuple[PhaseFigures, ...]
    ratings: tuple[Rating, ...]
    """Over all phases."""


def phase_figures(
    number: int,
    phase: Phase,
    rows: Sequence[Row],
    meetings: Iterable[Meeting],
    games: Iterable[PlayedGame],
    *,
    teams: Teams,
    highest: bool,
    over: bool = True,
    seed: str = "",
) -> PhaseFigures:
    """The figures of a phase, given its table as `kibitz.compete.points` has it, and its games."""
    found = sorted(games, key=lambda game: game.id)
    played = [_Counted.of(phase, game, order(game, teams, highest=highest)) for game in found]
    ended = tuple(((number, game.deal), game.order) for game in played)
    return PhaseFigures(
        number=number,
        phase=phase,
        over=over,
        standings=tuple(_standing(row, phase, played) for row in rows),
        pairs=_pairs(played),
        ratings=rate(ended, f"{seed} {number}"),
        failings=failings(found),
        encounters=_encounters(meetings, played),
        ended=ended,
    )


def competition_figures(phases: Sequence[PhaseFigures], seed: str = "") -> Figures:
    """The figures of all phases together. Whoever handed in another version remains the same."""
    if len(phases) == 1:
        return Figures(tuple(phases), phases[0].ratings)
    return Figures(tuple(phases), rate((end for phase in phases for end in phase.ended), seed))


# --- games, counted once --------------------------------------------------------------------------

Value = Callable[["_Counted"], Fraction]


@dataclass(frozen=True, slots=True)
class _Counted:
    """A game, and what it was worth to whom."""

    game: PlayedGame
    deal: int
    points: Mapping[str, Fraction]
    wins: Mapping[str, Fraction]
    score: Mapping[str, Fraction]
    order: Order

    @classmethod
    def of(cls, phase: Phase, game: PlayedGame, end: Order) -> _Counted:
        won, scored = wins(game), score(game)
        points = won if phase.points == "wins" else scored
        return cls(game, game.id.deal, points, won, scored, end)

    def seats(self, name: str) -> list[int]:
        """Where somebody sat."""
        return [seat for seat, other in enumerate(self.game.names) if other == name]

    def failures(self, name: str) -> int:
        """How often their bot failed."""
        failures = self.game.result.failures
        return sum(len(failures[seat]) for seat in self.seats(name)) if failures else 0


def _ratio(games: Iterable[_Counted], value: Value) -> Estimate:
    """The mean of a value over games, and its interval: each deal is one observation, however many
    of its games there are (W. G. Cochran, Sampling Techniques, 1977, chapter 6)."""
    sums, counts = _by_deal(games, value)
    mean = sum(sums, Fraction()) / sum(counts)
    each = Fraction(sum(counts), len(counts))
    moved = [float(mean + (a - mean * n) / each) for a, n in zip(sums, counts, strict=True)]
    return Estimate(float(mean), estimate(moved).ci95)


def _share(games: Sequence[_Counted], value: Value) -> Estimate:
    """The same of a share, which is never less than nothing nor more than all. Who has had the same
    in all n deals, nothing, all or a half, may have had luck: other deals may have a chance p under
    which that happens once in forty times, (1 - p)^n = 1/40 (Clopper and Pearson), and the interval
    has what they can bring, from nothing to all."""
    found = _ratio(games, value)
    if found.ci95 is None:
        return found
    low, high = found.ci95
    if low == high:
        luck = 1 - 0.025 ** (1 / len({game.deal for game in games}))
        low = found.mean * (1 - luck)
        high = low + luck
    return Estimate(found.mean, (max(0.0, low), min(1.0, high)))


def _all(found: Estimate, games: int, given: Fraction) -> Interval | None:
    """The interval of a sum over games, from that of their mean, and what was given besides."""
    if found.ci95 is None:
        return None
    low, high = (end * games + float(given) for end in found.ci95)
    return low, high


def _by_deal(games: Iterable[_Counted], value: Value) -> tuple[list[Fraction], list[int]]:
    found: dict[int, list[Fraction]] = defaultdict(list)
    for game in games:
        found[game.deal].append(value(game))
    deals = [found[deal] for deal in sorted(found)]
    return [sum(deal, Fraction()) for deal in deals], [len(deal) for deal in deals]


# --- who stands where -----------------------------------------------------------------------------


def _standing(row: Row, phase: Phase, games: Iterable[_Counted]) -> Standing:
    """The figures of one who is in the table of a phase."""
    name = row.name
    own = [game for game in games if name in game.wins]
    ended = Counter(_ended(game.wins[name]) for game in own)
    failed = [game.failures(name) for game in own]
    given = row.points - sum((game.points[name] for game in own), Fraction())
    """For byes."""
    share = score = Estimate(0.0, None)
    if own:
        share = _share(own, lambda game: game.wins[name])
        score = _ratio(own, lambda game: game.score[name])
    return Standing(
        row=row,
        points=_all(share if phase.points == "wins" else score, len(own), given),
        win_share=share,
        mean_score=score,
        won=ended["won"],
        drawn=ended["drawn"],
        lost=ended["lost"],
        decisions=sum(game.game.result.asked[seat] for game in own for seat in game.seats(name)),
        failures=sum(failed),
        failed=sum(count > 0 for count in failed),
        forfeited=sum(
            any(seat in game.game.result.forfeits for seat in game.seats(name)) for game in own
        ),
    )


def _ended(part: Fraction) -> str:
    return "won" if part == 1 else "drawn" if part else "lost"


def pairs(
    phase: Phase, games: Iterable[PlayedGame], *, teams: Teams, highest: bool
) -> tuple[Pair, ...]:
    """How everybody did against everybody they met, both ways round."""
    return _pairs(_Counted.of(phase, game, order(game, teams, highest=highest)) for game in games)


def _pairs(games: Iterable[_Counted]) -> tuple[Pair, ...]:
    met: dict[tuple[str, str], list[_Counted]] = defaultdict(list)
    for game in games:
        for one, other in permutations(sorted(game.wins), 2):
            met[one, other].append(game)
    found = []
    for (one, other), own in sorted(met.items()):

        def share(game: _Counted, one: str = one, other: str = other) -> Fraction:
            return game.wins[one] if len(game.wins) == 2 else ahead(game.order, one, other)

        points = sum((game.points[one] for game in own), Fraction())
        found.append(Pair(one, other, len(own), points, _share(own, share)))
    return tuple(found)


def encounters(
    phase: Phase, meetings: Iterable[Meeting], games: Iterable[PlayedGame]
) -> tuple[Encounter, ...]:
    """All meetings with their games, in their order."""
    return _encounters(meetings, [_Counted.of(phase, game, ()) for game in games])


def _encounters(meetings: Iterable[Meeting], games: Iterable[_Counted]) -> tuple[Encounter, ...]:
    played: dict[tuple[int, int], list[_Counted]] = defaultdict(list)
    for game in games:
        played[game.game.id.round, game.game.id.meeting].append(game)
    found = []
    for meeting in sorted(meetings, key=lambda one: (one.round, one.number)):
        own = played[meeting.round, meeting.number]
        found.append(
            Encounter(
                meeting,
                tuple(game.game for game in own),
                _sums(meeting.entrants, [game.points for game in own]),
                _sums(meeting.entrants, [game.wins for game in own]),
            )
        )
    return tuple(found)


def _sums(names: Iterable[str], parts: Sequence[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    return {name: sum((part.get(name, Fraction()) for part in parts), Fraction()) for name in names}


def failings(games: Iterable[PlayedGame]) -> tuple[Failing, ...]:
    """What went wrong, by name and cause, given games in order."""
    found: dict[tuple[str, Cause], Failing] = {}
    times: Counter[tuple[str, Cause]] = Counter()
    where: dict[tuple[str, Cause], set[GameId]] = defaultdict(set)
    for game in games:
        for seat, failures in enumerate(game.result.failures):
            for failure in failures:
                key = game.names[seat], failure.cause
                times[key] += 1
                where[key].add(game.id)
                if key not in found:
                    found[key] = Failing(
                        *key, 0, 0, game.id, failure.decision, failure.said, failure.trace,
                        failure.hint,
                    )  # fmt: skip
    order = sorted(found, key=lambda key: (key[0], CAUSES.index(key[1])))
    return tuple(
        Failing(
            one.name, one.cause, times[key], len(where[key]), one.first, one.decision, one.said,
            one.trace, one.hint,
        )
        for key in order
        for one in [found[key]]
    )  # fmt: skip
