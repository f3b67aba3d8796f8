"""How fast knowledge is: deals at random, probabilities, keeping up with the play, formulas.

    python benchmarks/knowledge.py             all sections
    python benchmarks/knowledge.py deals play  some of them
    python benchmarks/knowledge.py --quick     fewer positions, shorter laps
    python benchmarks/knowledge.py --json      everything measured

Everything is measured in CPU time of one core, on positions that random play from given seeds has
reached, most in the middle of a game. Uniform deals are compared, in the same run and turn about,
with the least that any dealer must do: numpy shuffling as many cards as often, whatever is known.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import numpy as np
from bars import Bar, Row

import kibitz
from kibitz import Game, State
from kibitz.engine.race import machine
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.updates import ledger_of
from kibitz.knowledge.views import View, view
from kibitz.knowledge.worlds import Worlds

GAMES = {
    "boerenbridge": Bar(1, 3.8),
    "tarot": Bar(0.5, 1),
    "brisca": Bar(1, 2.2),
    "agram": None,
}
"""The games, and how many million deals a CPU-second they must and should reach."""

BATCH = 1000
"""Deals made at once, into the same array."""

PROBABILITIES = Bar(1, 0.1, more=False)
MANY_COPIES = Bar(50, 25, more=False)
UPDATES = Bar(30, 10, more=False)


@dataclass(frozen=True)
class Effort:
    """How much to measure."""

    deals: int
    """From a position."""
    batches: int
    """Positions from which batches are dealt."""
    positions: int
    """From which a game's probabilities are asked for."""
    games: int
    """Played to the end."""


FULL = Effort(deals=100_000, batches=9, positions=200, games=20)
QUICK = Effort(deals=20_000, batches=3, positions=30, games=3)


# Positions.


def played(game: Game, seed: int) -> list[State]:
    """All states of a game played at random."""
    rng = Random(seed)
    states = [game.new(seed)]
    while not states[-1].over:
        states.append(states[-1].after(rng.choice(states[-1].actions)))
    return states


def positions(game: Game, number: int) -> Iterator[View]:
    """What the seat to move knows, in the middle half of games played at random. Where nothing is
    hidden from it, as in the last trick, there is nothing to measure."""
    seed = 0
    while number:
        seed += 1
        rng = Random(-seed)
        states = played(game, seed)
        middle = states[len(states) // 4 : 3 * len(states) // 4]
        for state in rng.sample(middle, min(4, len(middle))):
            seen = view(state, state.to_move)
            if number and len(seen.knowledge.frame.places) > 1:
                number -= 1
                yield seen


def spent(work: Callable[[], object]) -> float:
    """The CPU-seconds that something takes. As in `timeit`, garbage is collected at other times:
    how much there is depends on all that this benchmark keeps."""
    gc.disable()
    begun = time.process_time()
    work()
    taken = time.process_time() - begun
    gc.enable()
    return taken


# Sections: each takes the effort and gives rows.


def deals(effort: Effort) -> Iterator[Row]:
    """Uniform deals: complete states, one for each deal"""
    for name, bar in GAMES.items():
        game = kibitz.load(name)
        speeds, ratios, single, first = [], [], [], []
        for number, seen in enumerate(positions(game, effort.batches + 1)):
            rng, shuffler = Random(number), np.random.default_rng(number)
            fresh = Deals(seen.knowledge.frame.worlds)
            first.append(1000 * spent(lambda f=fresh: f.sample((1, 2), 0)))  # type: ignore[misc]
            space = seen.samples(BATCH, rng)
            if not number:
                continue  # the first compiles
            cards = np.tile(np.array(seen.knowledge.frame.cards), (BATCH, 1))
            ours = theirs = 0.0
            for _ in range(effort.deals // BATCH):
                ours += spent(partial(seen.samples, BATCH, rng, out=space))
                theirs += spent(partial(shuffler.permuted, cards, axis=1, out=cards))
            speeds.append(effort.deals / ours / 1e6)
            ratios.append(theirs / ours)
            one = spent(lambda s=seen, r=rng: [s.sample(r) for _ in range(100)])  # type: ignore[misc]
            single.append(1e6 * one / 100)
        yield Row(f"{game.title}, native batch", "M/s", tuple(speeds), bar)
        yield Row("... over numpy's shuffle without constraints", "x", tuple(ratios))
        yield Row("... the first of a position, in Python", "ms", tuple(first[1:]))
        yield Row("... each further one, in Python", "µs", tuple(single))


def probabilities(effort: Effort) -> Iterator[Row]:
    """All probabilities of a position, and how many deals it has"""
    for name in GAMES:
        game = kibitz.load(name)
        chances, counts = [], []
        for seen in positions(game, effort.positions):
            worlds, faces = seen.knowledge.frame.worlds, seen.knowledge.deals.faces

            def ask(worlds: object = worlds) -> object:
                return Deals(worlds).probabilities  # type: ignore[arg-type]

            def count(worlds: object = worlds, faces: Sequence[int] = faces) -> object:
                return Deals(worlds, faces).count_faces  # type: ignore[arg-type]

            chances.append(1000 * spent(ask))
            counts.append(1000 * spent(count))
        yield Row(f"{game.title}, probabilities", "ms", tuple(chances), PROBABILITIES)
        late = sorted(chances)[len(chances) * 9 // 10]
        yield Row("... of ten positions the slowest", "ms", (late,), PROBABILITIES)
        yield Row("... the slowest of all", "ms", (max(chances),), PROBABILITIES)
        yield Row("... number of deals", "ms", tuple(counts))


KINDS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "56 cards, 7 kinds, 6 places": ((6, 6, 6, 6, 6, 20), (8, *[7] * 6)),
    "108 cards, 54 kinds, 5 places": ((7, 7, 7, 7, 80), (*[1] * 4, *[2] * 48, *[4] * 2)),
    "108 cards, 54 kinds, 10 places": ((*[7] * 9, 45), (*[1] * 4, *[2] * 48, *[4] * 2)),
    "104 cards, 52 kinds, 4 places": ((26,) * 4, (2,) * 52),
    "162 cards, 13 kinds, 5 places": ((30, 30, 5, 5, 92), (*[12] * 12, 18)),
    "208 cards, 8 kinds, 10 places": ((*[20] * 9, 28), (26,) * 8),
}
"""Many copies: how many cards the places hold, and how many there are of each kind."""


def kinds(effort: Effort) -> Iterator[Row]:
    """Deals of many copies: number, chances of all cards and of all faces together"""
    for name, (sizes, copies) in KINDS.items():
        faces = [face for face, n in enumerate(copies) for _ in range(n)]
        for known in (False, True):
            rng = Random(1)
            full = (1 << len(sizes)) - 1
            lacks = [1 << rng.randrange(len(sizes) - 1) if known else 0 for _ in copies]
            worlds = Worlds(sizes, tuple(full & ~lacks[face] for face in faces))

            def ask(worlds: Worlds = worlds, faces: Sequence[int] = faces) -> Deals:
                deals = Deals(worlds, faces)
                deals.count_faces, deals.probabilities  # noqa: B018
                for face in set(faces):
                    own = [card for card, other in enumerate(faces) if other == face]
                    for place in range(len(worlds.sizes)):
                        deals.presence(own, 1 << place)
                return deals

            how = "counted" if ask().estimate is None else "estimated"
            times = [1000 * spent(ask) for _ in range(max(3, effort.games // 4))]
            what = f"... a place is known to lack each kind, {how}" if known else f"{name}, {how}"
            yield Row(what, "ms", tuple(times), MANY_COPIES)


def play(effort: Effort) -> Iterator[Row]:
    """Keeping up with the play for all seats, a move"""
    for name in GAMES:
        game = kibitz.load(name)
        ledger_of(game.new(0))
        moves, updates, dealt, together = [], [], [], []
        for seed in range(1, effort.games + 1):
            states = played(game, seed)
            history, number = states[-1].history, len(states) - 1
            deal = spent(lambda s=states: ledger_of(s[0]))  # type: ignore[misc]
            update = spent(lambda s=states: [ledger_of(state) for state in s[1:]])  # type: ignore[misc]
            step = spent(
                lambda s=states, h=history: [a.after(b) for a, b in zip(s, h, strict=False)]  # type: ignore[misc]
            )
            dealt.append(1e6 * deal)
            updates.append(1e6 * update / number)
            together.append(1e6 * (deal + update) / number)
            moves.append(1e6 * step / number)
        yield Row(f"{game.title}, knowledge with the deal's share", "µs", tuple(together), UPDATES)
        yield Row("... without the first deal", "µs", tuple(updates))
        yield Row("... the first deal", "µs", tuple(dealt))
        yield Row("... state.after itself", "µs", tuple(moves))


ASKED: dict[str, Callable[[View], object]] = {
    "places": lambda seen: seen.places,
    "events": lambda seen: seen.events,
    "frame of the deals": lambda seen: seen.knowledge.frame,
    "bytes": bytes,
}


def views(effort: Effort) -> Iterator[Row]:
    """What a view costs for the seat to move, and what it is asked for"""
    for name in GAMES:
        game = kibitz.load(name)
        made: list[float] = []
        more: dict[str, list[float]] = {asked: [] for asked in ASKED}
        for seed in range(1, effort.games + 1):
            for state in played(game, seed)[:-1:7]:
                state.actions  # noqa: B018 (found once for everybody)
                ledger_of(state)
                view(state, state.to_move)  # tells the tale so far
                made.append(1e6 * min(spent(lambda s=state: view(s, s.to_move)) for _ in range(3)))  # type: ignore[misc]
                for asked, ask in ASKED.items():
                    seen = view(state, state.to_move)
                    more[asked].append(1e6 * spent(lambda s=seen, a=ask: a(s)))  # type: ignore[misc]
        yield Row(f"{game.title}, a view", "µs", tuple(made))
        for asked, costs in more.items():
            yield Row(f"... more for {asked}", "µs", tuple(costs))


def formulas(effort: Effort) -> Iterator[Row]:
    """Questions about knowledge"""
    from formulas import rows  # only this section needs the extra `logic`

    yield from rows(3 if effort is QUICK else 7)


SECTIONS: dict[str, Callable[[Effort], Iterator[Row]]] = {
    "deals": deals,
    "probabilities": probabilities,
    "kinds": kinds,
    "play": play,
    "views": views,
    "formulas": formulas,
}


# Printing.


def as_text(title: str, rows: Sequence[Row]) -> str:
    """A section as a table: medians, and from where to where in the middle nine tenths."""
    lines = [[title, "at least", "aim", "median", "from - to", ""]]
    for row in rows:
        what, least, aim, _, _ = row.cells()
        low, high = _middle(row.values)
        spread = f"{row.amount(low)} - {row.amount(high)}" if len(row.values) > 1 else ""
        lines.append([what, least, aim, row.amount(row.value), spread, row.verdict])
    widths = [max(len(line[i]) for line in lines) for i in range(6)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i in (0, 5) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _middle(values: Sequence[float]) -> tuple[float, float]:
    if len(values) < 20:
        return min(values), max(values)
    cuts = statistics.quantiles(values, n=20)
    return cuts[0], cuts[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}")
    parser.add_argument("--quick", action="store_true", help="fewer positions, shorter laps")
    parser.add_argument("--json", action="store_true", help="print everything measured as JSON")
    options = parser.parse_args()
    wrong = set(options.sections) - set(SECTIONS)
    if wrong:
        parser.error(f"no section {', '.join(sorted(wrong))}: there are {', '.join(SECTIONS)}")
    effort = QUICK if options.quick else FULL
    about = machine()
    found: dict[str, list[Row]] = {}
    if not options.json:
        print(
            f"Measured on {about['date']} on one of {about['cores']} cores of an "
            f"{about['processor']} (load {about['load']}), Python {about['python']}."
        )
    for name in options.sections or SECTIONS:
        found[name] = list(SECTIONS[name](effort))
        if not options.json:
            print("\n" + as_text(str(SECTIONS[name].__doc__), found[name]), flush=True)
    if options.json:
        rows = {name: [row.as_json() for row in each] for name, each in found.items()}
        print(json.dumps({"machine": about, "sections": rows}, indent=2))


if __name__ == "__main__":
    main()
