"""Ask every description at hand what PettingZoo and Gymnasium ask of an environment.

    python benchmarks/frameworks.py                 all of tests/ and the house games
    python benchmarks/frameworks.py my/games        those of a folder

PettingZoo's `api_test` and `seed_test`, Gymnasium's `check_env`, and `swaps`: what an agent cannot
see is changed behind its back, and not a bit of what it is shown may differ. What fails says why.
`tests/interop/test_pettingzoo.py` asks some of them the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.interop.frameworks import ASKED  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path)
    folders = parser.parse_args().paths or [ROOT / "tests", ROOT / "src/kibitz/games"]
    paths = sorted(
        each
        for path in folders
        for each in (path.rglob("*.rcy") if path.is_dir() else [path])
        if each.parent.name != "former"
    )
    passed, spent, swaps = Counter[str](), Counter[str](), 0
    for path in paths:
        for name, ask in ASKED.items():
            begun = time.process_time()
            try:
                found = ask(path)
            except Exception as error:  # what we are looking for
                said = str(error).splitlines()[0] if str(error) else ""
                print(f"{path.parent.name}/{path.stem}: {name}: {type(error).__name__}: {said}")
            else:
                passed[name] += 1
                swaps += found if isinstance(found, int) else 0
            spent[name] += time.process_time() - begun
    print(f"\n{len(paths)} descriptions; {swaps} times something hidden was changed")
    for name in ASKED:
        print(f"    {name}: {passed[name]} pass, {spent[name]:.1f} CPU-seconds")


if __name__ == "__main__":
    main()
