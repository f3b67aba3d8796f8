"""Stores of a server with one place damaged each, and all their pages: none may be a fault.

    python benchmarks/damaged_stores.py 300

The damage is that of tests/table/damaged.py, by seed. Whatever is no sentence is printed.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.table.damaged import Sound, damage, visits


def main(count: int, first: int) -> None:
    ends = Counter[int]()
    with tempfile.TemporaryDirectory() as name:
        sound = Sound.made(Path(name) / "sound")
        for seed in range(first, first + count):
            folder = sound.copied(Path(name) / str(seed))
            done = damage(folder, Random(seed))
            faults = []
            for path, status, said in visits(folder, sound):
                ends[status] += 1
                if status >= 500:
                    faults.append(f"seed {seed}, {done}: {path}: {said:.100}")
            for fault in faults[:1]:
                print(fault, flush=True)
    print(f"{count:,} stores; answers by status: {dict(sorted(ends.items()))}")


if __name__ == "__main__":
    wanted, first, *_ = [int(given) for given in sys.argv[1:]] + [300, 1][len(sys.argv) - 1 :]
    main(wanted, first)
