"""What a network gives a search: `ismcts` with one against `ismcts` without, at equal time.

    python benchmarks/guided.py                       Agram, Boeren Bridge and Brisca, with the
                                                      networks that they bring along
    python benchmarks/guided.py brisca agram          some games only
    python benchmarks/guided.py --nets DIR            with networks DIR/GAME.npz
    python benchmarks/guided.py --parts prior         some parts only: prior playouts leaves all
                                                      default (what the file itself says)
    python benchmarks/guided.py --deals 50            fewer deals: only to see it work
    python benchmarks/guided.py --milliseconds 5      for each decision, instead of 1
    python benchmarks/guided.py --speed               only what an iteration costs
    --markdown, --json                                for a page, for a program

Both sides think for the same time at each decision, in the same process one after the other; what
is measured is the processor time of the thread, so that a busy machine makes both slower and
neither better. Deals are duplicate: both sides have each deal from both sides. Intervals are 95 %,
clustered by deal. Points are of the game, a seat; more is better.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace

from figures import HEADS, Row, cells, row

import kibitz
from kibitz.arena.play import Seated, play
from kibitz.arena.statistics import estimate
from kibitz.bots.searchers import Ismcts
from kibitz.engine import Game
from kibitz.engine.race import machine
from kibitz.engine.simulation import cores, game_key
from kibitz.knowledge.views import View
from kibitz.nets import found
from kibitz.nets.files import beside
from kibitz.search import trees
from kibitz.search.guides import guide

SEED = 5

DEALS = {"agram": 3000, "boerenbridge": 2000, "brisca": 1000}

PARTS: dict[str, tuple[bool | None, bool | None, bool | None]] = {
    "prior": (True, False, False),
    "playouts": (False, True, False),
    "leaves": (False, False, True),
    "all": (True, True, True),
    "default": (None, None, None),
}
"""Whether the network is asked at the nodes, in the playouts, at the leaves; None: as it says."""


@dataclass(frozen=True)
class Contest:
    """Who plays what for how long."""

    game: str
    net: str
    parts: str
    seconds: float


class Timed(Ismcts):
    """A searcher whose decisions are counted, and the time they take."""

    def __init__(self, seconds: float, *, net: str | None, parts: str) -> None:
        prior, playouts, leaves = PARTS[parts] if net else (None, None, None)
        super().__init__(seconds=seconds, net=net, prior=prior, playouts=playouts, leaves=leaves)
        self.decisions, self.spent, self.tries = 0, 0.0, 0

    def choose(self, view: View, budget: float | None) -> kibitz.Action:
        begun = time.thread_time()
        action = super().choose(view, budget)
        self.spent += time.thread_time() - begun
        self.decisions += 1
        thinking = self.thinking()
        self.tries += thinking.iterations if thinking else 0
        return action


@cache
def _game(name: str) -> Game:
    return kibitz.load(name)


def seatings(game: Game) -> list[tuple[int, ...]]:
    """Who has the network (0) and who has not (1): teams, every other seat, or each alone."""
    players, teams = game.players, game.new(SEED).teams
    if len(teams) < players:
        return [tuple(int(seat not in team) for seat in range(players)) for team in teams]
    if players % 2 == 0:
        return [tuple((seat + k) % 2 for seat in range(players)) for k in range(2)]
    return [tuple(int(seat != own) for seat in range(players)) for own in range(players)]


def difference(contest: Contest, deal: int) -> tuple[float, list[float]]:
    """How much more a seat with the network made in a deal than one without, over all seatings; and
    of each side the decisions, the seconds and the tries."""
    trees.time = SimpleNamespace(perf_counter=time.thread_time)  # type: ignore[assignment]
    game = _game(contest.game)
    sign = 1 if game.program.highest_wins else -1
    gains: list[float] = []
    spent = [0.0] * 6
    for seating in seatings(game):
        bots = [
            Timed(contest.seconds, net=None if side else contest.net, parts=contest.parts)
            for side in seating
        ]
        seats = [Seated("", bot, 1000 * deal + seat) for seat, bot in enumerate(bots)]
        scores = play(game, game_key(SEED, deal), seats).state.scores
        own, others = (
            [sign * score for score, side in zip(scores, seating, strict=True) if side == which]
            for which in (0, 1)
        )
        gains.append(sum(own) / len(own) - sum(others) / len(others))
        for bot, side in zip(bots, seating, strict=True):
            for k, number in enumerate((bot.decisions, bot.spent, bot.tries)):
                spent[3 * side + k] += number
    return sum(gains) / len(gains), spent


def contests(
    nets: Path | None, games: Sequence[str], parts: Sequence[str], deals: int | None, ms: float
) -> Iterator[Row]:
    """All that is to be measured."""
    with ProcessPoolExecutor(cores()) as pool:
        for name in games:
            for part in parts:
                contest = Contest(name, _net(nets, name), part, ms / 1000)
                for kernel in ("deals", "trees", "guided"):
                    _game(name).kernel(kernel, "native")
                n = deals or DEALS.get(name, 100)
                played = list(pool.map(partial(difference, contest), range(n)))
                total = [sum(each[1][k] for each in played) for k in range(6)]
                own, others = (
                    f"{1000 * total[k + 1] / total[k]:.2f} ms, {total[k + 2] / total[k]:,.0f}"
                    for k in (0, 3)
                )
                asked = guide(_game(name), found(_game(name), contest.net), *PARTS[part]).words
                what = f"{_game(name).title}, {n:,} deals: {part}"
                what += f" ({asked or 'nothing'})" if part == "default" else ""
                note = f"a decision: {own} tries; without: {others}"
                yield row(what, estimate([each[0] for each in played]), note=note)


def _net(nets: Path | None, name: str) -> str:
    """The network for a game: in the folder, or the one that it brings along."""
    return str(nets / f"{name}.npz" if nets else beside(_game(name)))


def speed(nets: Path | None, games: Sequence[str], parts: Sequence[str]) -> Iterator[Row]:
    """Microseconds an iteration, over the decisions of a game that was played at random."""
    for name in games:
        game, net = _game(name), _net(nets, name)
        for part in ("none", *parts):
            bot = Ismcts(iterations=1000)
            if part != "none":
                prior, playouts, leaves = PARTS[part]
                bot = Ismcts(1000, net=net, prior=prior, playouts=playouts, leaves=leaves)
            costs = [1e3 * seconds for seconds in _decisions(game, bot)]
            middle = sorted(costs)[len(costs) // 2]
            what = f"{game.title}, us an iteration: {part}"
            yield Row(what, middle, min(costs), max(costs), note="median, fastest to slowest")


def _decisions(game: Game, bot: Ismcts) -> Iterator[float]:
    """The processor time of each decision in a game whose cards are played as they are listed."""
    state = game.new(SEED)
    bot.start(game, 0, 1)
    while not state.over:
        if len(state.actions) > 1:
            view = kibitz.view(state, state.to_move)
            begun = time.thread_time()
            bot.choose(view, None)
            yield time.thread_time() - begun
        state = state.after(state.actions[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(DEALS))
    parser.add_argument("--nets", type=Path, help="a folder with GAME.npz")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--deals", type=int)
    parser.add_argument("--milliseconds", type=float, default=1.0)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    given = options.nets, options.games, options.parts
    measured = (
        speed(*given) if options.speed else contests(*given, options.deals, options.milliseconds)
    )
    rows: list[Row] = []
    for each in measured:
        rows.append(each)
        print("  ".join(cells(each)), file=sys.stderr, flush=True)
    if options.json:
        about = {"machine": machine(), "rows": [asdict(each) for each in rows]}
        print(json.dumps(about, indent=1, default=str))
    elif options.markdown:
        lines = [HEADS, ["---", "--:", "--:", "--:", "--:", "---"], *map(cells, rows)]
        print("\n".join("| " + " | ".join(line) + " |" for line in lines))


if __name__ == "__main__":
    main()
