"""The plain rules by game, and the truth files that were found with them.

A game `my-game` has its plain rules in `rules_my_game.py`: `start(deal, **parameters)`, which gives
a position as `perft` wants it; `random_deal(rng, **parameters)`; `VARIANTS`, the parameters with
which the engine is compared to them; and `truths()`, which finds the lines of `truth/my-game.txt`.
`python -m games.truth [GAME...]`, from the folder `tests`, writes these files anew.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from .counting import Truth, parse_truth

HERE = Path(__file__).parent
FOLDER = HERE / "truth"
RULES: dict[str, ModuleType] = {
    path.stem.removeprefix("rules_").replace("_", "-"): import_module(f".{path.stem}", __package__)
    for path in sorted(HERE.glob("rules_*.py"))
    if path.stem != "rules_tarot"  # which has truth files of another kind
}


def truths(game: str) -> list[Truth]:
    """All that is known about a game."""
    lines = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return [parse_truth(line) for line in lines if line.strip() and not line.startswith("#")]


def write(games: list[str]) -> None:
    """Write truth files."""
    header = "# parameters | deal | counts by depth | endings | moves played before\n"
    for game in games:
        lines = "".join(f"{truth}\n" for truth in RULES[game].truths())
        (FOLDER / f"{game}.txt").write_text(header + lines, encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1:] or list(RULES))
