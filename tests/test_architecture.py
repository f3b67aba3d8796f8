"""Data flows one way: a package imports from those above it and never from those below.

The order is that of the house: the language knows nothing of the engine, the engine nothing of
the command line. Imports inside functions and those for type checkers count like all others.
Within a package, too, no module needs one that needs it, but for a few that are named here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from slow import SLOW

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
    "nets",
    "search",
    "bots",
    "interop",
    "seats",
    "arena",
    "learn",
    "compete",
    "analysis",
    "table",
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
        "from kibitz import view",
        "import kibitz",
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


def test_what_is_marked_as_slow_is_there() -> None:
    assert [name for name in SLOW if not (Path(__file__).parent / name).exists()] == []


# --- within a package -----------------------------------------------------------------------------

LATE: Mapping[tuple[str, str], str] = {
    ("recycle.orders", "recycle.layout"): "a layout has its orders, which name its type",
    ("recycle.emitter.comparing", "recycle.emitter.told"): "only the type of its owner is named",
    ("knowledge.logic.formulas", "knowledge.logic.spelling"): "str(formula) spells it",
    ("knowledge.knowledge", "knowledge.questions"): "knowledge.ask, for whoever has it at hand",
    ("knowledge.encoded", "knowledge.views"): "view.encode; only the type is named",
    ("knowledge.reasons", "knowledge.knowledge"): "knowledge.why; only the type is named",
    ("engine.actions", "engine.game"): "only the type of the game whose actions they are is named",
    ("engine.compiled", "engine.game"): "only the type of the game that is played is named",
    ("engine.derived", "engine.game"): "only the type of the game that it is derived from is named",
    ("engine.encoding", "engine.game"): "only the type of the game that is encoded is named",
    ("engine.knowing", "engine.game"): "only the type of the game that is known about is named",
    ("engine.ledgers", "engine.game"): "only the type of the game that is known about is named",
    ("engine.native", "engine.game"): "only the type of the game that is compiled is named",
    ("engine.numbers", "engine.game"): "only the type of the game whose actions they are is named",
    ("engine.observer", "engine.game"): "only the type of the game that is watched is named",
    ("engine.parted", "engine.game"): "only the type of the game that is parted is named",
    ("engine.rules", "engine.game"): "only the type of the game that is played is named",
    ("engine.testing", "engine.game"): "only the type of the game that is told is named",
    ("engine.twins", "engine.state"): "only the type of the state whose options they are is named",
    ("engine.variants", "engine.game"): "only the type of the game that has them is named",
    ("engine.weights", "engine.game"): "only the type of the game that has them is named",
    ("engine.game", "engine.state"): "game.new deals a state",
    ("engine.state", "engine.replay"): "a state is pickled as what was played",
    ("engine.game", "engine.deals"): "game.new deals a state, as given",
    ("engine.game", "engine.batch"): "game.batch makes many states",
    ("engine.game", "engine.encoding"): "game.encoding says how positions are encoded",
    ("engine.game", "engine.simulation"): "game.simulate plays many games",
    ("analysis.report", "analysis.findings"): "print(report) says what was found",
    ("analysis.report", "analysis.page"): "a notebook shows a report as its page",
}
"""Modules that need each other, and why: one of them needs the other late, in a function, or only
for type checkers."""


@cache
def needs(late: bool) -> dict[str, set[str]]:
    """Which modules each needs when it is imported; or also late, and for type checkers."""
    known = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in MODULES}
    found: dict[str, set[str]] = {}
    for path in MODULES:
        own = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        text = (SOURCE / path).read_text(encoding="utf-8")
        now = text if late else _at_import(text)
        names = {name.removeprefix("kibitz.") for _, name in imports(path, now)}
        wanted = {name if name in known else name.rpartition(".")[0] for name in names}
        found[own] = {other for other in wanted & known if other != own}
    return found


def _at_import(text: str) -> str:
    """A module without its functions, and without what is only for type checkers."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [part for part in body if not _later(part)] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.unparse(tree)


def _later(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def cycle(graph: Mapping[str, Set[str]]) -> list[str]:
    """Modules of which each needs the next, and the last the first; none, if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def test_no_module_needs_itself_to_be_imported() -> None:
    assert cycle(needs(late=False)) == []


@pytest.mark.parametrize("package", sorted({path.parts[0] for path in MODULES if path.parts[1:]}))
def test_modules_of_a_package_do_not_need_each_other_but_for_a_reason(package: str) -> None:
    inside = {
        name: {
            other
            for other in others
            if other.startswith(package + ".") and (name, other) not in LATE
        }
        for name, others in needs(late=True).items()
        if name.startswith(package + ".")
    }
    assert cycle(inside) == []


def test_a_cycle_is_found_and_told_in_order() -> None:
    found = cycle({"live": {"messages"}, "messages": {"clockwork"}, "clockwork": {"live"}})
    assert sorted(found[1:]) == ["clockwork", "live", "messages"]
    assert found[0] == found[-1]


@pytest.mark.parametrize(
    ("text", "late", "now"),
    [
        ("from kibitz.table import live", 1, 1),
        ("def f():\n    from kibitz.table import live", 1, 0),
        ("class A:\n    def f(self):\n        import kibitz.table.live", 1, 0),
        ("if TYPE_CHECKING:\n    from kibitz.table import live", 1, 0),
        ("if True:\n    from kibitz.table import live", 1, 1),
    ],
)
def test_late_imports_are_told_from_those_at_import(text: str, late: int, now: int) -> None:
    path = Path("table/messages.py")
    assert len(list(imports(path, text))) == late
    assert len(list(imports(path, _at_import(text)))) == now


# --- classes --------------------------------------------------------------------------------------

MANY = 30
"""Methods of a class, with those it inherits from ours: who needs more has two jobs."""


def test_no_class_has_too_many_methods() -> None:
    classes = {
        node.name: node
        for path in MODULES
        for node in ast.walk(ast.parse((SOURCE / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }

    def methods(node: ast.ClassDef) -> set[str]:
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        found = {part.name for part in node.body if isinstance(part, kinds)}
        bases = {ast.unparse(base).partition("[")[0] for base in node.bases} - {node.name}
        return found.union(*(methods(classes[base]) for base in bases if base in classes))

    assert {name for name, node in classes.items() if len(methods(node)) > MANY} == set()
