"""A swiss phase: some rounds, in each of which those meet who have done about equally well.

Nobody meets anybody again while that can be avoided. If somebody is left over, that is the last of
those who were left over least often; such a bye is worth what the others made in that round on
average.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from kibitz.compete.model import Meeting
from kibitz.compete.phases.matching import fewest_again
from kibitz.compete.phases.stage import Results, Stage
from kibitz.compete.points import Row, Tally, tallies

__all__ = ["meetings", "table"]


def meetings(stage: Stage, results: Results) -> list[Meeting]:
    """The rounds so far: the next one is certain when all games of those before are in."""
    return [meeting for round in _rounds(stage, results)[0] for meeting in round]


def table(stage: Stage, results: Results) -> tuple[Row, ...]:
    """Everybody by their points, byes among them."""
    rounds, byes = _rounds(stage, results)
    return _table(stage, results, rounds, byes)


def _rounds(stage: Stage, results: Results) -> tuple[list[list[Meeting]], dict[int, str]]:
    """All meetings that are certain, round by round, and who has a bye in each."""
    rounds: list[list[Meeting]] = []
    byes: dict[int, str] = {}
    met: Counter[frozenset[str]] = Counter()
    for round in range(stage.phase.rounds):
        if round == 0:
            order: Sequence[str] = stage.field
        else:
            order = [row.name for row in _table(stage, results, rounds, byes)]
        if len(order) % 2:
            often = Counter(byes.values())
            least = min(often[name] for name in order)
            byes[round] = [name for name in order if often[name] == least][-1]
        playing = [name for name in order if name != byes.get(round)]
        pairs = _first(playing) if round == 0 else fewest_again(playing, met)
        met.update(map(frozenset, pairs))
        rounds.append(
            [
                stage.meeting(
                    pair, number, round=round, title=f"round {round + 1}", results=results
                )
                for number, pair in enumerate(pairs)
            ]
        )
        if not all(map(results.are_in, rounds[-1])):
            break
    return rounds, byes


def _first(order: Sequence[str]) -> list[tuple[str, str]]:
    """The first round: the better half against the other, as in chess."""
    half = len(order) // 2
    return list(zip(order[:half], order[half:], strict=True))


def _table(
    stage: Stage, results: Results, rounds: Sequence[Sequence[Meeting]], byes: Mapping[int, str]
) -> tuple[Row, ...]:
    sums: dict[str, Tally] = {}
    for number, round in enumerate(rounds):
        found = tallies(stage.phase, results.among(round))
        bye = byes.get(number)
        if bye is not None and found:
            found[bye] = Tally(
                points=sum((tally.points for tally in found.values()), Fraction()) / len(found)
            )
        for name, tally in found.items():
            whole = sums.setdefault(name, Tally())
            for part in ("games", "points", "wins", "score", "margin"):
                setattr(whole, part, getattr(whole, part) + getattr(tally, part))
    notes: dict[str, str] = {}
    for number, name in byes.items():
        notes[name] = (
            f"bye in round {number + 1}" if name not in notes else f"{notes[name]}, {number + 1}"
        )
    return stage.ranked(sums, notes)
