"""How well the bots play: against each other, against published figures, against OpenSpiel.

    python benchmarks/strength.py                 everything; about an hour and a half on two cores
    python benchmarks/strength.py --quick         few deals, some minutes: only to see it work
    python benchmarks/strength.py agents speed    some parts only: agents scaling tarot brisca agram
                                                  boerenbridge speed
    python benchmarks/strength.py --markdown      for a page; --json for a program

All figures are means over duplicate deals with 95 % intervals clustered by deal. The part `speed`
needs the extra `bench`. Results depend on the seeds only; how long they take, on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from figures import HEADS, Row, cells, row
from search_speed import speed

import kibitz
from kibitz.arena.match import match
from kibitz.arena.play import Seated, play
from kibitz.arena.statistics import Estimate, estimate
from kibitz.bots.names import find
from kibitz.bots.tarot import would_bid
from kibitz.engine import Game
from kibitz.engine.race import machine
from kibitz.engine.simulation import cores, game_key
from kibitz.search import Method, think

SEED = 5
CHEATER = f"{Path(__file__).parent / 'cheater.py'}:Cheater"


@dataclass(frozen=True)
class Effort:
    """How many deals each part plays."""

    agents: int
    scaling: int
    tarot: int
    games: int
    laps: int


FULL = Effort(agents=50_000, scaling=600, tarot=2_000, games=1_000, laps=7)
QUICK = Effort(agents=500, scaling=40, tarot=60, games=60, laps=3)


# --- the classic agents of Boeren Bridge ----------------------------------------------------------

AGENTS = ("greedy", "greedy-kripke", "full-kripke", "random")
PUBLISHED_SCORES = (21.04, 20.52, 23.57, -3.65)
PUBLISHED_TRICKS = (4.66, 5.00, 4.99, 4.35)
SEATINGS = ((2, 1, 0, 3), (3, 0, 1, 2))
"""Full, greedy kripke, greedy, random for one half of the games, reversed for the other."""


def agents(effort: Effort) -> Iterator[Row]:
    """Mean scores, tricks where everybody only wants tricks, and games a second."""
    game = kibitz.load("boerenbridge")
    yield from _scores(game, effort.agents, "mean score")
    original = kibitz.load("boerenbridge", OPENER="WINNER", DEALER="FREE")
    yield from _scores(original, effort.agents // 10, "rules of the original program")
    tricks = pooled(_tricks, range(effort.agents))
    for number, (bot, published) in enumerate(zip(AGENTS, PUBLISHED_TRICKS, strict=True)):
        yield row(
            f"Boeren Bridge, tricks if everybody only wants tricks: {bot}",
            estimate([each[number] for each in tricks]),
            published=published,
        )
    few = max(100, effort.agents // 50)
    begun = time.process_time()
    match(game, AGENTS, few, SEED, seatings=SEATINGS, workers=1)
    rate = 2 * few / (time.process_time() - begun)
    yield Row("Boeren Bridge agents, games a CPU-second", rate, rate, rate, 330, 330)


def _scores(game: Game, deals: int, what: str) -> Iterator[Row]:
    found = match(game, AGENTS, deals, SEED, seatings=SEATINGS)
    for standing, published in zip(found.bots, PUBLISHED_SCORES, strict=True):
        yield row(
            f"Boeren Bridge, {found.games:,} games, {what}: {standing.name}",
            Estimate(standing.mean_score, standing.ci95),
            published=published,
        )


def _tricks(deal: int) -> list[float]:
    """Tricks of each agent in a game, the mean of both seatings."""
    game = _game("boerenbridge")
    names = [n + ":only_tricks=yes" if n == "full-kripke" else n for n in AGENTS]
    slots = {game.layout.stores["player", "sto", "TRICKS"] + seat: seat for seat in range(4)}
    won = [0.0] * 4
    for seating in SEATINGS:
        events = played(game, deal, [names[bot] for bot in seating]).events
        for event in events:
            if event.kind == "number" and event.value > 0 and event.slot in slots:
                won[seating[slots[event.slot]]] += 0.5
    return won


# --- does more thinking help? ---------------------------------------------------------------------


def scaling(effort: Effort) -> Iterator[Row]:
    """One seat (or team) thinks more or less than the others, who have 200 iterations."""
    for name, parameters in (
        ("agram", {}),
        ("boerenbridge", {}),
        ("brisca", {}),
        ("tarot", {"AUCTION": "NO"}),
    ):
        game = kibitz.load(name, **parameters)
        deals = max(20, effort.scaling // {"boerenbridge": 4, "tarot": 4}.get(name, 1))
        for bot in ("50", "1000", "5000", "cheater"):
            own = f"ismcts:iterations={bot}" if bot != "cheater" else f"{CHEATER}:iterations=1000"
            found = match(
                game,
                [own, "ismcts:iterations=200"],
                deals,
                SEED,
                seatings=_alone(game),
                cheats=bot == "cheater",
            )
            assert found.difference is not None
            what = f"{game.title}, {found.deals:,} deals: {bot} against 200 iterations"
            yield row(what, found.difference, note="points a seat")


def _alone(game: Game) -> list[tuple[int, ...]]:
    """Bot 0 in each seat in turn, bot 1 in all others; in partnerships, a team each."""
    teams = game.new(SEED).teams
    if len(teams) < game.players:
        return [tuple(int(seat not in team) for seat in range(game.players)) for team in teams]
    return [tuple(int(seat != own) for seat in range(game.players)) for own in range(game.players)]


# --- French Tarot ---------------------------------------------------------------------------------


def tarot(effort: Effort) -> Iterator[Row]:
    """Card points above the target, on deals in which the rule bot would bid garde."""
    deals = _worth_a_garde(effort.tarot)
    rule = _points(deals, "rule", "rule")
    yield row(f"Tarot, {len(deals):,} deals: rule taker, rule defence", estimate(rule))
    for taker, defence, sign, least, share in (
        ("ismcts:iterations=400", "rule", 1, 4.0, 1),
        ("rule", "ismcts:iterations=400", -1, 0.0, 1),
        ("ismcts:iterations=400,policy=maxn", "rule", 1, None, 4),
        ("ismcts:iterations=400,policy=paranoid", "rule", 1, None, 4),
        ("paranoid-classic:iterations=400", "rule", 1, None, 4),
        ("pimc:iterations=400", "rule", 1, None, 4),
    ):
        points = _points(deals[: len(deals) // share], taker, defence)
        gain = [sign * (own - before) for own, before in zip(points, rule, strict=False)]
        who = f"{taker} takes" if sign > 0 else f"{defence} defends"
        yield row(f"Tarot: {who}, points gained over rule", estimate(gain), least=least)


def _worth_a_garde(n: int) -> list[int]:
    """The first n deals in which the rule bot would bid garde with the taker's hand."""
    found: list[int] = []
    for first in range(0, sys.maxsize, 2000):
        deals = range(first, first + 2000)
        found += [i for i, good in zip(deals, pooled(_is_garde, deals), strict=True) if good]
        if len(found) >= n:
            return found[:n]
    raise AssertionError


def _is_garde(deal: int) -> bool:
    game = _game("tarot", AUCTION="NO")
    state = game.new(key=game_key(SEED, deal))
    dog = {e.card for e in state.events if e.kind == "move" and e.source == game.place("DOG")}
    taker = state.store("TAKER")
    hand = {face.number for face in state.faces(f"HAND {taker}")} - dog
    return would_bid(game, hand) in ("garde", "garde sans")


def _points(deals: Sequence[int], taker: str, defence: str) -> list[float]:
    return pooled(_points_of_deal, [(deal, taker, defence) for deal in deals])


def _points_of_deal(task: tuple[int, str, str]) -> float:
    deal, taker, defence = task
    game = _game("tarot", AUCTION="NO")
    own = game.new(key=game_key(SEED, deal)).store("TAKER")
    state = played(game, deal, [taker if seat == own else defence for seat in range(3)])
    return (int(state.store("HALVES")) - int(state.store("TARGET"))) / 2


# --- the other games ------------------------------------------------------------------------------


def brisca(effort: Effort) -> Iterator[Row]:
    """Partnerships of the same bot: games won, a draw counting half."""
    game = kibitz.load("brisca")
    for one, other, least in (
        ("rule", "random", 0.72),
        ("ismcts:iterations=1000", "random", 0.80),
        ("ismcts:iterations=1000", "rule", 0.55),
    ):
        found = match(game, [one, other], effort.games, SEED).bots[0]
        what = f"Brisca, {one} against {other}: games won"
        yield row(what, Estimate(found.win_share, found.win_ci95), least=least)


def agram(effort: Effort) -> Iterator[Row]:
    """One seat that searches against three random ones, and the two policies against each other."""
    game = kibitz.load("agram")
    for bot, published in (
        ("pimc:iterations=1000,flat=yes", 0.43),
        ("ismcts:iterations=1000", None),
        ("ismcts:iterations=5000", None),
    ):
        found = match(game, [bot, "random"], effort.games, SEED, seatings=_alone(game)).bots[0]
        least = 0.46 if bot.endswith("5000") else None
        yield row(
            f"Agram, {bot} in one seat against three random: games won",
            Estimate(found.win_share, found.win_ci95),
            least=least,
            published=published,
        )
    yield from _policies_apart()
    two = [f"ismcts:iterations=1000,policy={policy}" for policy in ("paranoid", "maxn")]
    duel = match(game, two, effort.games // 4, SEED).difference
    assert duel is not None
    yield row("Agram, paranoid over maxn, points a seat", duel)


def _policies_apart() -> Iterator[Row]:
    """At how many decisions of random games paranoid and maxn choose differently."""
    for name, parameters in (("agram", {}), ("tarot", {"AUCTION": "NO"})):
        game = _game(name, **parameters)
        found = []
        for number in range(20):
            for state in _decisions(game, number):
                view = kibitz.view(state, state.to_move)
                one, other = (
                    think(view, Method("ismcts", policy), iterations=500, seed=number).best
                    for policy in ("paranoid", "maxn")
                )
                found.append(float(one != other))
        yield row(f"{game.title}: paranoid and maxn choose differently, share", estimate(found))


def _decisions(game: Game, number: int) -> Iterator[kibitz.State]:
    """The states of a random game in which a card is to be chosen."""
    rng = Random(number)
    state = game.new(number)
    while not state.over:
        if len(state.actions) > 1:
            yield state
        state = state.after(rng.choice(state.actions))


def boerenbridge(effort: Effort) -> Iterator[Row]:
    """Search against the best of the classic agents."""
    game = kibitz.load("boerenbridge")
    bots = ["ismcts:iterations=1000", "full-kripke"]
    found = match(game, bots, effort.games // 4, SEED, seatings=_alone(game)).difference
    assert found is not None
    yield row(
        "Boeren Bridge, ismcts:iterations=1000 over full-kripke, points a game", found, least=5
    )


# --- playing --------------------------------------------------------------------------------------


@cache
def _game(name: str, **parameters: str) -> Game:
    return kibitz.load(name, **parameters)


def played(game: Game, deal: int, bots: Sequence[str]) -> kibitz.State:
    """A deal, played by bots given by name."""
    seats = [
        Seated(name, find(name, game).make(), 1000 * deal + seat) for seat, name in enumerate(bots)
    ]
    return play(game, game_key(SEED, deal), seats).state


def pooled(work: Callable[[Any], Any], tasks: Sequence[Any]) -> list[Any]:
    """Do something for all tasks, on all cores."""
    with ProcessPoolExecutor(cores()) as pool:
        return list(pool.map(work, tasks, chunksize=max(1, min(50, len(tasks) // 20))))


# --- the table ------------------------------------------------------------------------------------

PARTS = {
    "speed": lambda effort: speed(effort.laps),
    "boerenbridge": boerenbridge,
    "agram": agram,
    "brisca": brisca,
    "tarot": tarot,
    "agents": agents,
    "scaling": scaling,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="few deals")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; there are {', '.join(PARTS)}")
    effort = QUICK if options.quick else FULL
    rows: list[Row] = []
    for part in options.parts or PARTS:
        begun = time.perf_counter()
        for found in PARTS[part](effort):
            rows.append(found)
            print("  ".join(cells(found)), file=sys.stderr, flush=True)
        print(f"{part}: {time.perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)
    if options.json:
        about = {"machine": machine(), "rows": [asdict(found) for found in rows]}
        print(json.dumps(about, indent=1, default=str))
    elif options.markdown:
        lines = [HEADS, ["---", "--:", "--:", "--:", "--:", "---"], *map(cells, rows)]
        print("\n".join("| " + " | ".join(line) + " |" for line in lines))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", str(Path(__file__).parent))
    main()
