"""What does a Kripke model give a learner? The question of docs/learn.md, asked and answered.

    python benchmarks/learning.py train DIR [--steps 3000] [--seeds 5]   goes on where it was
    python benchmarks/learning.py meet DIR                               ...and so does this
    python benchmarks/learning.py page DIR

`train` makes Q-networks for Boeren Bridge and Tarot that are told of the hidden cards nothing, who
may own them as the Kripke models have it, or the exact probabilities; all else is the same, for
each of some seeds. `meet` has each of them meet a searcher, and those that know the ones that do
not, and looks for decisions that differ. `page` writes what came out to docs/learning.json, and
from that the tables of docs/learn.md and its pictures; a test sees to it that they say the same.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from learning_page import write_answer

import kibitz
from kibitz import work
from kibitz.engine.encoding import KNOWLEDGE
from kibitz.engine.game import Game
from kibitz.learn import curve
from kibitz.learn.differences import compared, judged
from kibitz.learn.evaluation import evaluate, usual
from kibitz.learn.settings import Settings
from kibitz.learn.training import train
from kibitz.nets import Network, read
from kibitz.work import Place

GAMES = ("boerenbridge", "tarot")
SEARCHERS = {
    "boerenbridge": ("ismcts:iterations=200", 240),
    "tarot": ("ismcts:iterations=100", 60),
}
"""Whom the networks of a game meet, and in how many games: most of the time goes there."""

EVALUATED = 2000
COMPARED = 4000
"""Games in which decisions are compared."""

SHOWN = 6
"""Differences that are judged by a search."""

DOCS = Path(__file__).parent.parent / "docs"


def runs(folder: Path, seeds: int) -> Iterator[tuple[str, str, int, Path]]:
    """All trainings: seed by seed, so that an unfinished series is one with fewer seeds."""
    for seed in range(1, seeds + 1):
        for game in GAMES:
            for knowledge in KNOWLEDGE:
                yield game, knowledge, seed, folder / f"{game}-{knowledge}-{seed}"


def settings_of(game: Game, knowledge: str, seed: int, steps: int) -> Settings:
    """The same for all but for what they know."""
    return Settings.of(
        game,
        method="dqn",
        knowledge=knowledge,
        steps=steps,
        seed=seed,
        horizon="alone",
        every=steps // 8,
        opponents=usual(game),
        games=EVALUATED,
    )


def train_all(folder: Path, seeds: int, steps: int, workers: int) -> None:
    """Train what is not trained yet."""
    for name, knowledge, seed, path in runs(folder, seeds):
        points = curve.read(path / "curve.jsonl") if (path / "curve.jsonl").exists() else []
        if points and points[-1].step >= steps:
            continue
        settings = settings_of(kibitz.load(name), knowledge, seed, steps)
        with work.open(workers=workers) as place:
            train(settings, path, place=place, resume=bool(points))
        last = curve.read(path / "curve.jsonl")[-1]
        said = ", ".join(f"{each.opponent} {each.over:+.2f}" for each in last.against)
        print(f"{path.name}: {last.seconds:.0f} s, over {said}", flush=True)


def meet_all(folder: Path, seeds: int, workers: int) -> None:
    """Let the networks meet a searcher and each other."""
    with work.open(workers=workers) as place:
        for name, knowledge, seed, path in runs(folder, seeds):
            if not (path / "network.npz").exists():
                continue
            game, plain = kibitz.load(name), folder / f"{name}-none-{seed}"
            meet(game, path, plain, place)
            if knowledge == "none":  # how much the seed alone changes
                plain = folder / f"{name}-none-{seed % seeds + 1}"
            if (plain / "network.npz").exists() and not (path / "differences.json").exists():
                networks = read(path / "network.npz"), read(plain / "network.npz")
                keep(path / "differences.json", differing(game, *networks))


def meet(game: Game, path: Path, plain: Path, place: Place) -> None:
    """Let a network meet a searcher and the one of the same seed that knows nothing."""
    network, other = read(path / "network.npz"), plain / "network.npz"
    searcher, games = SEARCHERS[game.name]
    for what, opponent, often in (
        ("searcher", searcher, games),
        ("plain", f"net:file={other}", games),
    ):
        if not (path / f"{what}.json").exists() and (what == "searcher" or path != plain):
            keep(
                path / f"{what}.json",
                asdict(*evaluate(game, network, [opponent], often, place=place)),
            )


def keep(path: Path, found: Any) -> None:
    """Write something down."""
    path.write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(path.parent.name, path.stem, "done", flush=True)


def differing(game: Game, knowing: Network, plain: Network) -> dict[str, Any]:
    """Where a network that knows and one that does not decide differently."""
    found = compared(game, knowing, plain, games=COMPARED, seed=77, most=SHOWN)
    shown = []
    for each in found.largest:
        thoughts = judged(game, each).thoughts
        said = {thought.action.text: (thought.value, thought.visits) for thought in thoughts}
        shown.append(
            {
                **{key: getattr(each, key) for key in ("seed", "number", "options", "seat")},
                "knowing": each.knowing.text,
                "without": each.without.text,
                "loss": each.loss,
                "values": each.values,
                "judged": said,
            }
        )
    return {"kinds": {word: asdict(kind) for word, kind in found.kinds.items()}, "shown": shown}


def gathered(folder: Path, seeds: int) -> dict[str, Any]:
    """All that came out."""
    found: dict[str, Any] = {name: {each: [] for each in KNOWLEDGE} for name in GAMES}
    for name, knowledge, seed, path in runs(folder, seeds):
        if not (path / "curve.jsonl").exists():
            continue
        entry: dict[str, Any] = {
            "seed": seed,
            "points": [point.to_json() for point in curve.read(path / "curve.jsonl")],
        }
        for more in ("searcher", "plain", "differences"):
            if (path / f"{more}.json").exists():
                entry[more] = json.loads((path / f"{more}.json").read_text(encoding="utf-8"))
        found[name][knowledge].append(entry)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["train", "meet", "page"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    if given.what == "train":
        train_all(given.folder, given.seeds, given.steps, given.workers)
    elif given.what == "meet":
        meet_all(given.folder, given.seeds, given.workers)
    else:
        write_answer(gathered(given.folder, given.seeds), DOCS)


if __name__ == "__main__":
    sys.exit(main())
