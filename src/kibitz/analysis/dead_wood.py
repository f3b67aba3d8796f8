"""Dead wood: clauses of a description that are never used, or never matter.

A clause is a rule of what may be chosen. What no game shows is no proof: it is said in how many
games it did not happen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kibitz.analysis.bench import Bench
from kibitz.analysis.clauses import Clause, Uses, clauses_of
from kibitz.analysis.figures import share
from kibitz.analysis.lots import lots
from kibitz.analysis.measured import Measured, Row, measure
from kibitz.analysis.study import Asked, Pilot
from kibitz.analysis.switches import settings, switched
from kibitz.errors import KibitzError

__all__ = ["Wood", "dead_wood", "gather_wood"]

EFFORT = 10
"""How much longer games take in which clauses are told apart."""

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wood:
    """The clauses of a game, and in how many games they were used."""

    clauses: tuple[tuple[Clause, Uses], ...] = ()
    games: int = 0
    switched: Mapping[int, str] = field(default_factory=dict)
    """Lines that were never offered, but are with such a setting."""


class HasWood(Protocol):
    """Evidence with clauses in it."""

    @property
    def wood(self) -> Wood: ...


def gather_wood(bench: Bench, asked: Asked, pilot: Pilot) -> Wood:
    """In how many games at random each clause was used. What goes wrong there is no reason to go
    without other measures: listing what each clause offers may take more room than listing what
    all of them do."""
    plan = lots(bench.game, asked, pilot, 0.02, asked.effort.random // 5, EFFORT)
    games = 0
    try:
        found = tuple((clause, Uses()) for clause in clauses_of(bench.game))
        if not found:
            return Wood()
        for answer in bench.lots(
            "kibitz.analysis.clauses:played",
            range(plan.games),
            plan.size,
            limit=asked.limit,
            native=plan.native,
        ):
            games += answer["games"]
            for (_, uses), more in zip(found, answer["uses"], strict=True):
                uses.add(*more)
        unoffered = games > 0 and not all(uses.offered for _, uses in found)
        switched = _switched(bench) if unoffered else {}
    except KibitzError:
        return Wood()
    return Wood(found, games, switched)


def _switched(bench: Bench) -> dict[int, str]:
    """Which settings bring in clauses that this game does not offer."""
    tried = range(len(settings(bench.game)))
    lines: list[list[int]] = []
    for answer in bench.lots("kibitz.analysis.switches:played", tried, 4):
        lines += answer
    return switched(bench.game, lines)


@measure(
    "dead_wood",
    "Clauses in use",
    asks="Which rules are never used, or never matter?",
    sample="random",
    unit="share",
)
def dead_wood(games: HasWood) -> Measured | None:
    """For each clause of each choice of the description, the share of games in which it was taken.
    `games` is the number of those that were looked at. `never_offered` and `never_taken`: not once
    in these games, which is no proof; the interval says how rare it may still be. `never_matters`:
    it was offered, but whatever it offered came to the same as what another clause did.
    `only_forced`: whenever it was offered there was nothing else to do, which is no dead wood: a
    game may need it. Neither is what is `switched_off`: never offered, but in 20 games in which one
    parameter has another value, `with`."""
    found, n = games.wood.clauses, games.wood.games
    if n == 0:
        return None
    rows = tuple(
        Row(clause.where, figure)
        for clause, uses in found
        if (figure := share(uses.taken, n)) is not None
    )
    other = games.wood.switched
    never = [clause for clause, uses in found if not uses.offered]
    unoffered = [_told(clause) for clause in never if clause.line not in other]
    off = [
        {**_told(clause), "with": other[clause.line]} for clause in never if clause.line in other
    ]
    untaken = [_told(clause) for clause, uses in found if uses.offered and not uses.taken]
    idle = [(clause, uses) for clause, uses in found if uses.offered and not uses.mattered]
    same = [_told(clause) for clause, uses in idle if uses.beside]
    forced = [_told(clause) for clause, uses in idle if not uses.beside]
    data = {
        "games": n,
        "clauses": [
            {
                **_told(clause),
                "offered": uses.offered,
                "taken": uses.taken,
                "mattered": uses.mattered,
            }
            for clause, uses in found
        ],
        "never_offered": unoffered,
        "switched_off": off,
        "never_taken": untaken,
        "never_matters": same,
        "only_forced": forced,
    }
    return Measured(rows=rows, note=_note(n, unoffered, off), data=data)


def _told(clause: Clause) -> Told:
    return {"line": clause.line, "text": clause.text}


def _note(n: int, unoffered: Sequence[Told], off: Sequence[Told]) -> str | None:
    """How sure it is that what was never offered never is; and what another setting brings in."""
    said = []
    never = share(0, n)
    if unoffered and never is not None and never.ci95 is not None:
        said.append(
            f"never offered in {n:,} games at random, so in fewer than one of "
            f"{int(1 / never.ci95[1]):,} games (95 %): {_lines(unoffered)}"
        )
    for setting in dict.fromkeys(each["with"] for each in off):
        said.append(f"only with {setting}: {_lines([e for e in off if e['with'] == setting])}")
    return "; ".join(said) or None


def _lines(clauses: Sequence[Told]) -> str:
    numbers = [str(clause["line"]) for clause in clauses]
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
