"""How many positions a second are encoded for learning, beside OpenSpiel's tensors.

    python benchmarks/encoding.py                     the house games, a table
    python benchmarks/encoding.py boerenbridge        one of them
    python benchmarks/encoding.py --seconds 3 --json  longer, and as data

Random games are played in a batch with knowledge, and all positions of it are encoded again and
again as whoever is to move sees them, into one array: `encode` alone, and with what is on offer
listed anew each time. What is counted are positions for each second of CPU time, on one core.
OpenSpiel is asked for the tensors of a state of its own, in the same run, from Python, as its
learners do: `information_state_tensor`, or `observation_tensor` where a game has no other. Its rows
are other ones than ours, so it is told how many numbers they have.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

import kibitz
from kibitz.engine.batch import Batch
from kibitz.engine.encoding import KNOWLEDGE
from kibitz.interop.openspiel_peers import OH_HELL, SPADES

BATCH = 512
PEERS = (OH_HELL, SPADES)


@dataclass(frozen=True)
class Measured:
    """How quickly rows are written."""

    game: str
    what: str
    columns: int
    rate: float
    """Positions for each second of CPU time."""
    offered: float = 0.0
    """The same, if what is on offer is listed each time."""
    exact: float = 1.0
    """In how many of them sets of cards say all that is known."""


def rate(encode: Callable[[], None], n: int, seconds: float) -> float:
    """How many positions a CPU-second something encodes that does n at a time."""
    encode()
    done, start = 0, time.process_time()
    while (taken := time.process_time() - start) < seconds:
        encode()
        done += n
    return done / taken


def positions(name: str, seed: int = 1) -> Batch:
    """Games of a batch, at different moments."""
    games = kibitz.load(name).batch(BATCH, seed, mode="native", knowledge=True)
    rng = np.random.default_rng(seed)
    stop = rng.integers(0, 48, BATCH)
    for number in range(48):
        offer = games.offer()
        picked = rng.integers(0, np.maximum(offer.counts, 1))
        codes = offer.codes[np.arange(BATCH), picked]
        games.apply(np.where(games.over | (number >= stop), -1, codes))
        games.deal(games.over)
    return games


def ours(name: str, seconds: float) -> Iterator[Measured]:
    games = positions(name)
    for knowledge in KNOWLEDGE:
        out = games.encode(knowledge=knowledge)

        def encode(knowledge: str = knowledge, out: Any = out) -> None:
            games.encode(knowledge=knowledge, out=out)

        def anew(knowledge: str = knowledge, out: Any = out) -> None:
            games._offer = None
            games.encode(knowledge=knowledge, out=out)

        found = [rate(each, BATCH, seconds) for each in (encode, anew)]
        exact = float(games.exact.mean())
        yield Measured(games.game.title, knowledge, out.shape[1], *found, exact)


def theirs(spec: str, name: str, seconds: float) -> Measured:
    """OpenSpiel's own, at positions of random games."""
    pyspiel = import_module("pyspiel")
    game, rng = pyspiel.load_game(spec), Random(1)
    states = []
    while len(states) < BATCH:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                states.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
    states = rng.sample(states, BATCH)
    kind = game.get_type()
    what = "information_state_tensor"
    if not kind.provides_information_state_tensor:
        what = "observation_tensor"

    def encode() -> None:
        for state in states:
            getattr(state, what)(state.current_player())

    columns = len(getattr(states[0], what)(0))
    return Measured(f"OpenSpiel {name}", what, columns, rate(encode, BATCH, seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["agram", "boerenbridge", "brisca", "tarot"])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each row of the table")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = [each for name in given.games for each in ours(name, given.seconds)]
    found += [theirs(peer.spec, peer.name, given.seconds) for peer in PEERS]
    if given.json:
        print(json.dumps([asdict(each) for each in found], indent=2))
        return
    for each in found:
        anew = f"{each.offered / 1e6:6.3f} with offer, exact {each.exact:.0%}"
        print(
            f"{each.game:18} {each.what:25} {each.columns:5} columns {each.rate / 1e6:7.3f} M/s"
            + (f"  {anew}" if each.offered else "")
        )


if __name__ == "__main__":
    main()
