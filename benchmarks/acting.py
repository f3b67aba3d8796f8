"""How many decisions a second come from actors to the replay, and what each of them costs.

    python benchmarks/acting.py                        what a decision costs, in the house games
    python benchmarks/acting.py tarot --hidden 256,256 one of them, with a larger network
    python benchmarks/acting.py --learning 30          all at once, for so many seconds: actors in
                                                       a process of their own, and a learner here
    python benchmarks/acting.py --json                 as data

A decision has two options or more; those with one are played on the way. The first table is in
microseconds of CPU time, on one core: *rules* is what random games cost, *seen* is to encode the
position, to pack it and to note the score, *net* is what the network takes, *sent* is to send it to
another process and to take it into the replay. The last column is how many of all that a core does
in a second.

With `--learning` the learner takes steps of double DQN on what has come so far, in JAX if that is
installed, as fast as it can, while one process plays with weights it was told, lot after lot. What
counts is how many decisions come to the replay in a second of wall time; on a machine that is busy
otherwise, in a second of the CPU time of the process that plays.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

ONE_THREAD = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}
os.environ |= {name: os.environ.get(name, value) for name, value in ONE_THREAD.items()}

import numpy as np  # noqa: E402

import kibitz  # noqa: E402
from kibitz.engine import Game  # noqa: E402
from kibitz.engine.encoding import KNOWLEDGE  # noqa: E402
from kibitz.learn import Company, Lot, Replay, Stage, act, acting, told  # noqa: E402
from kibitz.nets import Network, blank  # noqa: E402
from kibitz.work import Pool  # noqa: E402
from kibitz.work.answers import read, written  # noqa: E402

DECISIONS = 15_000
"""About so many of them are in a lot."""

BATCH = 256
ROOM = 200_000


@dataclass(frozen=True)
class Cost:
    """Microseconds of CPU time for each decision."""

    game: str
    knowledge: str
    columns: int
    bytes: int
    """That a row takes when it is packed."""
    decisions: float
    """In a game."""
    rules: float
    seen: float
    net: float
    sent: float

    @property
    def rate(self) -> float:
        """Decisions for each second of CPU time."""
        return 1e6 / (self.rules + self.seen + self.net + self.sent)

    def __str__(self) -> str:
        return (
            f"{self.game:14} {self.knowledge:11} {self.columns:5} columns {self.bytes:5} bytes"
            f" {self.decisions:5.1f} a game: rules {self.rules:5.2f}  seen {self.seen:5.2f}"
            f"  net {self.net:5.2f}  sent {self.sent:5.2f}  {self.rate:9,.0f} a second"
        )


def least(work: Callable[[], Any], times: int = 5) -> tuple[float, Any]:
    """The least CPU time something takes, and what comes of it."""
    best = float("inf")
    for _ in range(times):
        begun = time.process_time()
        found = work()
        best = min(best, time.process_time() - begun)
    return best, found


def lot_size(game: Game, network: Network) -> int:
    """Games that have about as many decisions as a lot is to have."""
    few = act(game, range(20), seed=1, networks=[network], company=SELF, knowledge=known(network))
    return max(1, DECISIONS * 20 // len(few))


SELF = Company({"self": 1})


def known(network: Network) -> str:
    return network.purpose.knowledge


def cost(game: Game, knowledge: str, hidden: tuple[int, ...]) -> Cost:
    network = blank(game, knowledge, hidden)
    n = lot_size(game, network)
    numbers, seats = np.arange(n), np.zeros((n, game.players), np.int64)

    def games(who: Network | str, recorded: bool) -> Callable[[], int]:
        stage = Stage(game, [who], recorded=[0] if recorded else [], knowledge=knowledge)
        return lambda: sum(len(part.decisions) for part in stage.play(numbers, seats, 1))

    def lot() -> Lot:
        return act(game, range(n), seed=1, networks=[network], company=SELF, knowledge=knowledge)

    rules, _ = least(games("random", False))
    seen, noted = least(games("random", True))
    whole, made = least(lot)
    played = lot()
    answer, text = least(lambda: written(played.answer()))
    replay = Replay(game, ROOM, knowledge)
    for _ in range(2 + ROOM // len(played)):  # its memory is there then
        replay.add(played)
    added, _ = least(lambda: replay.add(Lot.from_json(read(text))))
    micro = 1e6 / noted
    return Cost(
        game.title,
        knowledge,
        network.purpose.columns,
        played.rows.shape[1],
        made_per_game(made),
        rules * micro,
        (seen - rules) * micro,
        whole * 1e6 / len(made) - seen * micro,
        (answer + added) * 1e6 / len(made),
    )


def made_per_game(lot: Lot) -> float:
    return len(lot) / len(lot.scores)


# --- while somebody learns ------------------------------------------------------------------------


@dataclass(frozen=True)
class Flow:
    """What came of actors and a learner at work together."""

    game: str
    knowledge: str
    company: str
    decisions: int
    seconds: float
    acted: float
    """CPU time of the process that plays..."""
    learnt: float
    """...and of the one that learns, waits for decisions and keeps them."""
    steps: int
    """Of the learner."""
    step: float
    """Seconds that one takes when nobody else works."""

    @property
    def rate(self) -> float:
        """Decisions a second, by the clock."""
        return self.decisions / self.seconds

    @property
    def rate_alone(self) -> float:
        """The same if whoever plays had a core of its own."""
        return self.decisions / self.acted

    def __str__(self) -> str:
        return (
            f"{self.game:14} {self.knowledge:11} with {self.company}: {self.rate:9,.0f} decisions"
            f" a second; {self.rate_alone:9,.0f} for each second of CPU time (playing"
            f" {self.acted:.1f} s, learning {self.learnt:.1f} s of {self.seconds:.1f});"
            f" {self.steps:,} steps of {1e3 * self.step:.1f} ms"
        )


def flow(
    game: Game, knowledge: str, hidden: tuple[int, ...], company: Company, seconds: float
) -> Flow:
    network = blank(game, knowledge, hidden)
    replay, rng = Replay(game, ROOM, knowledge), np.random.default_rng(1)
    size = lot_size(game, network)
    given: dict[str, Any] = {"company": company, "epsilon": 0.05, "knowledge": knowledge}
    replay.add(act(game, range(size), seed=1, networks=[network], **given))
    learn = learner(network)
    learn(replay, rng)
    step, _ = least(lambda: learn(replay, rng), 20)
    things = [told(network)]
    given["seed"] = 2
    with Pool(1) as pool:

        def job(number: int) -> Any:
            span = {"first": number * size, "last": (number + 1) * size}
            return pool.hand_out(acting(game, things, **span, **given))

        read(job(0).result())  # everything is compiled and told
        worker = worker_of(pool)
        waiting, number = [job(1), job(2)], 2
        decisions = steps = 0
        acted, learnt, begun = cpu(worker), time.process_time(), time.perf_counter()
        while (gone := time.perf_counter() - begun) < seconds:
            learn(replay, rng)
            steps += 1
            if waiting[0].done():
                lot = Lot.from_json(read(waiting.pop(0).result()))
                number += 1
                waiting.append(job(number))
                replay.add(lot)
                decisions += len(lot)
        acted, learnt = cpu(worker) - acted, time.process_time() - learnt
    names = ", ".join(company.weights)
    return Flow(game.title, knowledge, names, decisions, gone, acted, learnt, steps, step)


def worker_of(pool: Pool) -> int:
    """The process that does the jobs of a pool of one: the child of its keeper."""
    keeper: Any = pool._pool.workers[0].process
    with open(f"/proc/{keeper.process.pid}/task/{keeper.process.pid}/children") as file:
        return int(file.read().split()[0])


def cpu(process: int) -> float:
    """The CPU time of a process so far."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


Learn = Callable[[Replay, np.random.Generator], object]


def learner(network: Network) -> Learn:
    """One step of double DQN, as plain as it can be."""
    try:
        import jax
        import jax.numpy as jnp
        import optax
    except ImportError:
        return in_numpy(network)
    layers = [*network.hidden, network.heads["q"]]
    weights = [(jnp.asarray(w), jnp.asarray(b)) for w, b in layers]
    optimiser = optax.adam(1e-3)

    def q(weights: Any, x: Any) -> Any:
        for w, b in weights[:-1]:
            x = jax.nn.relu(x @ w + b)
        return x @ weights[-1][0] + weights[-1][1]

    def loss(weights: Any, target: Any, x: Any, action: Any, reward: Any, rest: Any) -> Any:
        next_x, next_mask, more = rest
        best = jnp.where(next_mask, q(weights, next_x), -jnp.inf).argmax(axis=1)
        later = jnp.take_along_axis(q(target, next_x), best[:, None], axis=1)[:, 0]
        wanted = jax.lax.stop_gradient(reward + jnp.where(more, later, 0))
        said = jnp.take_along_axis(q(weights, x), action[:, None], axis=1)[:, 0]
        return optax.huber_loss(said, wanted).mean()

    @jax.jit
    def step(weights: Any, state: Any, *batch: Any) -> Any:
        slope = jax.grad(loss)(weights, weights, *batch)
        change, state = optimiser.update(slope, state)
        return optax.apply_updates(weights, change), state

    kept = [weights, optimiser.init(weights)]

    def learn(replay: Replay, rng: np.random.Generator) -> None:
        s = replay.sample(rng, BATCH)
        rest = s.next_x, s.next_mask, s.more
        kept[:] = step(*kept, s.x, s.action, s.reward / network.scale, rest)
        jax.block_until_ready(kept)

    return learn


def in_numpy(network: Network) -> Learn:
    """About the work of a step, where there is no JAX."""

    def learn(replay: Replay, rng: np.random.Generator) -> None:
        sample = replay.sample(rng, BATCH)
        for _ in range(3):
            network.answers(sample.x)
            network.answers(sample.next_x)

    return learn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["agram", "boerenbridge", "brisca", "tarot"])
    parser.add_argument("--knowledge", nargs="*", default=list(KNOWLEDGE), choices=KNOWLEDGE)
    parser.add_argument("--hidden", default="128,128")
    parser.add_argument("--company", default="self")
    parser.add_argument("--learning", type=float, metavar="SECONDS", help="for each row")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    hidden = tuple(map(int, filter(None, given.hidden.split(","))))
    company, found = Company.read(given.company), []
    for name in given.games:
        for knowledge in given.knowledge:
            game = kibitz.load(name)
            row: Cost | Flow = (
                cost(game, knowledge, hidden)
                if given.learning is None
                else flow(game, knowledge, hidden, company, given.learning)
            )
            found.append(row)
            if not given.json:
                print(row)
    if given.json:
        print(json.dumps([{**asdict(each), "rate": each.rate} for each in found], indent=2))


if __name__ == "__main__":
    main()
