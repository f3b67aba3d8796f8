"""Names of compiled code: what the kernel that deals defines, a game's own code does not."""

from __future__ import annotations

import re
from pathlib import Path

import kibitz

PACKAGE = Path(kibitz.__file__).parent


def defined(path: Path) -> set[str]:
    """The functions that a text defines."""
    return set(re.findall(r"^def (\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE))


def test_dealing_takes_no_name_of_the_code_of_games() -> None:
    """A game in which cards are picked unseen calls `pick`, which must stay what it is."""
    common = defined(PACKAGE / "recycle" / "templates" / "common.py.txt")
    assert "pick" in common
    assert not defined(PACKAGE / "engine" / "kernels" / "dealing.py.txt") & common
