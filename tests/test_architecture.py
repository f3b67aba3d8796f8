"""Data flows one way: a package imports from those above it and never from those below.

The order is that of the house: the language knows nothing of the engine, the engine nothing of
the command line. Imports inside functions and those for type checkers count like all others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz

SOURCE = Path(__file__).parent.parent / "src" / "kibitz"

ORDER = (
    "work",
    "recycle",
    "engine",
    "draw",
    "knowledge",
    "words",
    "games",
    "search",
    "bots",
    "learn",
    "arena",
    "analyse",
    "table",
    "interop",
    "cli",
)

FREE = {"kibitz.errors", "kibitz.__version__"}
"""What everybody may import."""

MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))


def imports(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """The dotted names of our own that a module imports, and the lines that do."""
    package = ("kibitz", *path.parent.parts)
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if not isinstance(node, ast.Import | ast.ImportFrom | ast.Call):
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(package[: len(package) + 1 - node.level]) if node.level else ""
            module = ".".join(filter(None, (start, node.module)))
            names = [f"{module}.{alias.name}" for alias in node.names]
        elif node.args and isinstance(node.args[0], ast.Constant):
            called = ast.unparse(node.func).split(".")[-1]
            if called in ("import_module", "__import__"):
                names = [str(node.args[0].value)]
        for name in names:
            if name == "kibitz" or name.startswith("kibitz."):
                yield node.lineno, name


def package_of(name: str) -> str | None:
    """The package a dotted name belongs to; None if everybody may import it."""
    if any(name == free or name.startswith(free + ".") for free in FREE):
        return None
    part = name.partition(".")[2].partition(".")[0]
    if part in kibitz.HOMES:  # through the front door
        return package_of(kibitz.HOMES[part])
    return part if part in ORDER else ORDER[-1]  # the front door as a whole leads everywhere


def upward(path: Path, text: str) -> list[str]:
    """The imports of a module that go against the order."""
    own = path.parts[0]
    wrong = []
    for line, name in imports(path, text):
        other = package_of(name)
        if other is not None and ORDER.index(other) > ORDER.index(own):
            wrong.append(f"{path}:{line} imports {name}: {other} comes after {own}")
    return wrong


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_module_imports_only_from_packages_above_its_own(path: Path) -> None:
    text = (SOURCE / path).read_text(encoding="utf-8")
    if len(path.parts) > 1:
        assert upward(path, text) == []
    elif path.name == "errors.py":
        assert list(imports(path, text)) == []


def test_every_package_has_its_place_in_the_order() -> None:
    packages = {path.parts[0] for path in MODULES if len(path.parts) > 1}
    assert packages <= set(ORDER)


@pytest.mark.parametrize(
    "text",
    [
        "import kibitz.engine",
        "from kibitz.engine.state import State",
        "from kibitz import engine",
        "from kibitz import load",
        "from ..engine import game",
        "def late():\n    from kibitz.cli import main",
        "import importlib\nimportlib.import_module('kibitz.engine')",
    ],
)
def test_the_language_cannot_hide_an_import_of_the_engine(text: str) -> None:
    assert len(upward(Path("recycle/reader.py"), text)) == 1


def test_the_engine_cannot_get_at_views_through_the_front_door() -> None:
    assert upward(Path("engine/state.py"), "from kibitz import load") == []
    assert upward(Path("knowledge/views.py"), "from kibitz import view") == []
    for text in ("from kibitz import view", "import kibitz"):
        assert len(upward(Path("engine/state.py"), text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "from kibitz.errors import KibitzError",
        "from kibitz import __version__",
        "from kibitz.recycle import emit",
        "from . import tree",
        "import re",
    ],
)
def test_the_language_may_import_errors_and_itself(text: str) -> None:
    assert upward(Path("recycle/reader.py"), text) == []
