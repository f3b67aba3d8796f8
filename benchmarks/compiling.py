"""What compiling costs: CPU-seconds for each kernel of the house games, into an empty folder.

    python benchmarks/compiling.py [GAME ...]

Each kernel is compiled in a process of its own. What a start costs, `import kibitz` and to read the
game, is left out; what loading the compiler costs is not.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

KERNELS = ("playouts", "steps", "deals", "trees", "trials", "solver")

FIRST = 4
"""So many of them the aims are about: 10 CPU-seconds for Tarot, 4 for the others."""

GAMES = ("agram", "boerenbridge", "brisca", "tarot")

ONE = """
import json, sys, time
import kibitz
from kibitz.engine.native import native
game, kernel = kibitz.load(sys.argv[1]), sys.argv[2]
game.kernel_text(kernel)
begun = time.process_time()
native(game, kernel)
print(json.dumps(time.process_time() - begun))
"""


def seconds(game: str, kernel: str) -> float:
    """CPU-seconds to compile a kernel."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", ONE, game, kernel],
            env={**os.environ, "KIBITZ_CACHE": folder},
            check=True,
            capture_output=True,
            text=True,
        )
    return float(json.loads(done.stdout))


def main() -> None:
    print(f"{'CPU-seconds':14}" + "".join(f"{kernel:>10}" for kernel in (*KERNELS, "first 4")))
    for game in sys.argv[1:] or GAMES:
        found = [seconds(game, kernel) for kernel in KERNELS]
        row = (*found, sum(found[:FIRST]))
        print(f"{game:14}" + "".join(f"{each:10.2f}" for each in row), flush=True)


if __name__ == "__main__":
    main()
