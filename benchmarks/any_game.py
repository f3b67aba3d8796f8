"""Analyse every description at hand with tiny numbers: does anything fail, and what does it cost?

    python benchmarks/any_game.py                       all of tests/ and the house games
    python benchmarks/any_game.py my/games --native     those of a folder; compiled

`tests/analysis/test_any_game.py` tries some of them in the same way.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import kibitz
import kibitz.analysis
from kibitz.analysis.studies import STUDIES
from kibitz.engine.game import Game
from kibitz.errors import KibitzError

ROOT = Path(__file__).parents[1]
NORMAL = Game.kernel


def plain(game: Game, name: str, mode: str = "python", starting: Any = None) -> Any:
    """A kernel as on a machine where nothing can be compiled."""
    if mode == "native":
        raise KibitzError("nothing is compiled here")
    return NORMAL(game, name)


def tried(path: Path, spent: dict[str, float]) -> list[str]:
    """What is to be said about a description; the seconds of each study are added to `spent`."""
    said = []
    game = kibitz.load(path)
    for study in STUDIES:
        begun = time.process_time()
        try:
            found = kibitz.analysis.report(
                game,
                effort="quick",
                games=1,
                random=3,
                limit=60,
                studies=(study.key,),
                workers=1,
            )
        except KibitzError as error:
            said.append(f"{study.key}: refused: {error.message}")
        except Exception as error:  # what we are looking for
            said.append(f"{study.key}: FAILS: {type(error).__name__}: {error}")
        else:
            said += [f"{key}: {why}" for key, why in found.skipped.items()]
        spent[study.key] += time.process_time() - begun
    return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--native", action="store_true", help="compile, as usual")
    asked = parser.parse_args()
    if not asked.native:
        Game.kernel = plain  # type: ignore[assignment,method-assign]
    folders = asked.paths or [ROOT / "tests", ROOT / "src/kibitz/games"]
    paths = sorted(
        {each for path in folders for each in (path.rglob("*.rcy") if path.is_dir() else [path])}
    )
    spent: dict[str, float] = defaultdict(float)
    for path in paths:
        before = sum(spent.values())
        try:
            said = tried(path, spent)
        except KibitzError as error:
            said = [f"cannot be read: {error.message}"]
        print(f"{path.parent.name}/{path.stem}: {sum(spent.values()) - before:.1f} s")
        for line in said:
            print(f"    {line}")
    print(f"\n{len(paths)} descriptions, seconds by study:")
    for key, seconds in sorted(spent.items(), key=lambda item: -item[1]):
        print(f"    {key}: {seconds:.1f}")


if __name__ == "__main__":
    main()
