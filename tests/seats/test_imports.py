"""What the files of a bot import, found without running them."""

from __future__ import annotations

from pathlib import Path

from kibitz.seats.imports import imported


def test_imports_are_followed_through_the_bots_own_files(tmp_path: Path) -> None:
    players = tmp_path / "Players"
    (players / "deep").mkdir(parents=True)
    (players / "My.py").write_text(
        "import numpy as np, Players.Helper\nfrom math import inf\nfrom . import near\n"
        "def late():\n    import torch.nn\nraise SystemExit\n"
    )
    (players / "Helper.py").write_text("from numpy.random import *\nfrom deep import inner\n")
    (players / "near.py").write_text("import Players.My, sklearn\n")
    (players / "deep" / "inner.py").write_text("from ..near import x\nimport pandas\n")
    (players / "Other.py").write_text("import tensorflow\n")
    found = imported(tmp_path, players / "My.py")
    assert set(found) == {"numpy", "math", "torch.nn", "numpy.random", "sklearn", "pandas"}
    assert imported(players, players / "near.py") == ("Players.My", "sklearn")


def test_a_module_beside_the_bot_is_its_own_whatever_else_has_that_name(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text("import numpy, yaml.nodes\n")
    (tmp_path / "numpy.py").write_text("print('mine')\n")
    (tmp_path / "yaml").mkdir()
    assert imported(tmp_path, tmp_path / "my.py") == ()


def test_what_cannot_be_read_imports_nothing(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text("import math, broken, deep, zeros, gone, large\n")
    (tmp_path / "broken.py").write_text("import os\nthis is no Python\n")
    (tmp_path / "deep.py").write_text("import os\n" + "(" * 10_000 + ")" * 10_000)
    (tmp_path / "zeros.py").write_bytes(b"\0\xff\xfe import os")
    (tmp_path / "gone.py").symlink_to(tmp_path / "my.py")
    (tmp_path / "large.py").write_text("import os\n" + "#" * (1 << 20))
    assert imported(tmp_path, tmp_path / "my.py") == ("math",)


def test_modules_that_do_something_are_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text("import this, antigravity, math, typer.__main__\n")
    assert imported(tmp_path, tmp_path / "my.py") == ("math",)
