"""Lines of the truth files: exact numbers of option sequences and endings, one deal on each line.

A line has three to five fields, divided by `|`:

    parameters | deal | counts by depth | endings | moves played before the counting

Counts are the numbers of option sequences of length 1, 2, 3 and so on. Endings are given when
the counts reach the end of the game: the scores by seat, and how many sequences lead to them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .perft import Position, Scores, census, moves, play

Parameters = dict[str, Any]
Deal = dict[str, str]


@dataclass(frozen=True)
class Truth:
    """One line: a deal and what is true of it."""

    parameters: Parameters
    deal: Deal
    counts: list[int]
    endings: Counter[Scores] = field(default_factory=Counter)
    before: tuple[str, ...] = ()

    def __str__(self) -> str:
        fields = [
            " ".join(f"{name}={value}" for name, value in self.parameters.items()),
            " ; ".join(f"{place}: {cards}" for place, cards in self.deal.items()),
            " ".join(map(str, self.counts)),
            ", ".join(
                f"{' '.join(map(str, scores))} x{count}"
                for scores, count in sorted(self.endings.items(), reverse=True)
            ),
            " ".join(self.before),
        ]
        while not fields[-1]:
            fields.pop()
        return " | ".join(fields)


def parse_truth(line: str) -> Truth:
    """Read one line of a truth file."""
    parameters, deal, counts, endings, before = (*line.split("|"), "", "")[:5]
    pairs = (pair.split("=") for pair in parameters.split())
    places = (place.split(":") for place in deal.split(";"))
    results = (ending.split("x") for ending in endings.split(",") if ending.strip())
    return Truth(
        {name: int(value) if value.isdigit() else value for name, value in pairs},
        {place.strip(): cards.strip() for place, cards in places},
        [int(count) for count in counts.split()],
        Counter({tuple(map(int, scores.split())): int(times) for scores, times in results}),
        tuple(before.split()),
    )


def count(
    start: Callable[..., Position],
    parameters: Parameters,
    deal: Deal,
    depth: int,
    before: tuple[str, ...] = (),
) -> Truth:
    """Find the truth by plain rules."""
    position: Position = play(start(deal, **parameters), *before)
    counts, endings = census(position, depth)
    while not counts[-1]:
        counts.pop()
    return Truth(parameters, deal, counts, endings, before)


def random_moves(position: Position, number: int, rng: random.Random) -> tuple[str, ...]:
    """Some legal moves, one after another."""
    chosen = []
    for _ in range(number):
        chosen.append(rng.choice(moves(position)))
        position = play(position, chosen[-1])
    return tuple(chosen)


def counted(
    start: Callable[..., Any],
    deal: Callable[..., Deal],
    samples: Iterable[tuple[Parameters, int, int]],
    seed: int = 1,
) -> Iterator[Truth]:
    """Lines for random deals: their parameters, how many random moves come before the counting, and
    how deep it goes."""
    rng = random.Random(seed)
    for parameters, before, depth in samples:
        cards = deal(rng, **parameters)
        moved = random_moves(start(cards, **parameters), before, rng)
        yield count(start, parameters, cards, depth, moved)
