"""Games beside those of OpenSpiel, which others have written in C++: the same deals, the same
options in every position, the same results.

A game `my-game` has its comparison in `my_game.py`: `VARIANTS`, the rules that both have; and
`beside(variant, games, seed)`, which plays so many games at random in both, and tells how many
decisions were the same: an AssertionError where they differ. What differs between the two by rule
is said in the module's docstring. The tests play a few games, `benchmarks/oracles.py` thousands.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

__all__ = ["ORACLES"]

ORACLES: dict[str, ModuleType] = {
    path.stem.replace("_", "-"): import_module(f".{path.stem}", __package__)
    for path in sorted(Path(__file__).parent.glob("*.py"))
    if path.stem != "__init__"
}
