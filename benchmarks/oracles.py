"""Our descriptions beside OpenSpiel's own games, over thousands of games.

`python benchmarks/oracles.py [--games N] [GAME...]` plays as many games of each variant at random,
from the same deals, compares every decision, and prints what was compared.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from games.oracles import ORACLES


def main() -> None:
    """Compare, and say what was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each variant")
    parser.add_argument("names", nargs="*", metavar="GAME", default=[])
    asked = parser.parse_args()
    wrong = 0
    print(f"{'game':<16}{'variants':>9}{'games':>9}{'decisions':>12}  differences")
    for name in asked.names or ORACLES:
        oracle = ORACLES[name]
        decisions, differences = 0, []
        for number, variant in enumerate(oracle.VARIANTS):
            try:
                decisions += oracle.beside(variant, asked.games, seed=number)
            except AssertionError as error:
                differences.append(f"{variant}: {str(error) or 'see the test'}".splitlines()[0])
        wrong += len(differences)
        games = asked.games * len(oracle.VARIANTS)
        said = "; ".join(differences) or "none"
        print(f"{name:<16}{len(oracle.VARIANTS):>9}{games:>9,}{decisions:>12,}  {said}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
