"""Damaged descriptions through `kibitz check`, in one process: none may end in a traceback.

    python benchmarks/damage.py 6000

The damage is that of tests/recycle/mutations.py, by kind and seed. Whatever is not a sentence about
the description is printed, with the number by which it can be made again.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parent.parent))

from kibitz.cli.main import app
from tests.recycle.mutations import KINDS, damaged


def checked(count: int, seed: int) -> Counter[str]:
    """How so many checks ended."""
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.rcy"
        for number, text in enumerate(damaged(count, KINDS, seed)):
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            result = CliRunner().invoke(app, ["check", str(path)])
            said = result.output
            end = {0: "sound", 1: "errors", 2: "refused"}.get(result.exit_code, "crashed")
            if "inside Kibitz" in said or not isinstance(result.exception, SystemExit | None):
                end = "crashed"
                print(f"number {number}, seed {seed}: {said[-300:]}\n{result.exception!r}")
            ends[end] += 1
    return ends


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    for end, times in checked(wanted, seed=int(sys.argv[2]) if len(sys.argv) > 2 else 14).items():
        print(f"{end:>8} {times:6,}")
