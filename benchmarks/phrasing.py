"""How phrasing changes speed: the same rules written in several ways, in decisions per CPU-second.

    python benchmarks/phrasing.py               every phrasing, and its share of the quickest
    python benchmarks/phrasing.py --markdown    as it stands in docs/speed.md
    python benchmarks/phrasing.py --quick       shorter laps, fewer of them

The game is a little bridge (`phrasing/bridge.rcy`); each phrasing replaces a piece of it by another
that means the same (`phrasings.py`). Love Letter stands by itself. All take turns in one
run (`kibitz.engine.race`).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from phrasings import BASE, LETTER, phrasings

import kibitz
from kibitz.engine.race import Result, Runner, machine, race
from kibitz.engine.runners import with_deal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="shorter laps, fewer of them")
    parser.add_argument("--markdown", action="store_true", help="print a table for the docs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runners = []
        for number, (name, text) in enumerate(phrasings().items()):
            file = Path(folder, f"phrasing{number}.rcy")
            file.write_text(text, encoding="utf-8")
            runners.append(Runner(name, with_deal(kibitz.load(file))))
        runners.append(Runner("Love Letter", with_deal(kibitz.load(LETTER))))
        seconds, rounds = (0.1, 3) if options.quick else (0.4, 7)
        results = race(runners, seconds=seconds, rounds=rounds)
    base = next(result for result in results if result.name == BASE)
    for line in _table(results, base, options.markdown):
        print(line)
    if not options.markdown:
        print(", ".join(f"{what} {value}" for what, value in machine().items()))


def _table(results: list[Result], base: Result, markdown: bool) -> list[str]:
    """A line for each phrasing: its name, M decisions per CPU-second, its share of the base."""
    rows = [
        (result.name, f"{result.median / 1e6:.1f}", f"{result.median / base.median:.0%}")
        for result in results
    ]
    if markdown:
        return [f"| {name} | {speed} M | {share} |" for name, speed, share in rows]
    width = max(len(name) for name, _, _ in rows)
    return [f"{name:{width}}  {speed:>6} M  {share:>5}" for name, speed, share in rows]


if __name__ == "__main__":
    main()
