"""The front door: what `import kibitz` offers, with its types, and at what price."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import documents
import front_door
import pytest

import kibitz

NAMES = tuple(kibitz.HOMES)
FUNCTIONS = ("ask", "load", "match", "solve", "think", "view")


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout


def test_what_a_program_needs_is_there() -> None:
    wanted = {"Game", "State", "Action", "View", "Knowledge", "Face", "Record", "Bot", *FUNCTIONS}
    assert wanted <= set(NAMES)
    assert sorted(kibitz.__all__) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_what_its_module_has(name: str) -> None:
    assert getattr(kibitz, name).__module__ == kibitz.HOMES[name]


def test_the_names_are_listed_before_they_are_asked_for() -> None:
    assert run("import kibitz; print(set(kibitz.__all__) <= set(dir(kibitz)))") == "True\n"


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'kibitz' has no attribute 'lead'"):
        getattr(kibitz, "lead")  # noqa: B009


def test_importing_kibitz_imports_nothing_else() -> None:
    """Not even `typing`: whoever wants `kibitz.__version__` should not wait."""
    code = "import sys; before = set(sys.modules); import kibitz; print({*sys.modules} - before)"
    assert run(code) == "{'kibitz'}\n"


def test_a_type_checker_is_told_the_same_names() -> None:
    tree = ast.parse(Path(kibitz.__file__).read_text(encoding="utf-8"))
    (told,) = [n for n in tree.body if isinstance(n, ast.If) and isinstance(n.test, ast.Name)]
    homes = {
        alias.asname: node.module
        for node in told.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert homes == kibitz.HOMES


PROGRAM = """
import kibitz

game = kibitz.load("agram", NUMP=3)
state = game.new(seed=1)
seen = kibitz.view(state, "North")
reveal_type(game)
reveal_type(state.actions)
reveal_type(seen)
reveal_type(seen.knowledge)
reveal_type(seen.cards("HAND 0")[0])
reveal_type(kibitz.ask(seen, "has(E,AH)").truth)
reveal_type(kibitz.think(seen, iterations=10).best)
reveal_type(kibitz.solve(state).value)
reveal_type(kibitz.match(game, ["random", "first"], deals=1).games)
reveal_type(kibitz.Record.of(state))
bot: kibitz.Bot
error: kibitz.KibitzError
kibitz.laod
"""

REVEALED = [
    "Game",
    "tuple[Action, ...]",
    "View",
    "Knowledge",
    "Face",
    "bool | None",
    "Action",
    "int",
    "int",
    "Record",
]


def test_a_users_program_has_its_types(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=documents.ROOT,
    )
    notes = [line.partition(": note: Revealed type is ")[2] for line in done.stdout.splitlines()]
    revealed = [re.sub(r"(\w+\.)+", "", note.strip('"')) for note in notes if note]
    assert revealed == REVEALED, done.stdout + done.stderr
    (error,) = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert 'has no attribute "laod"' in error


# --- the page about it ----------------------------------------------------------------------------


def test_the_page_is_what_the_docstrings_say() -> None:
    assert documents.read("docs/api.md") == front_door.page(), "run `make docs`"


def test_every_name_is_on_the_page() -> None:
    assert sorted(name for room in front_door.ROOMS.values() for name in room) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_says_what_it_is_and_shows_it(name: str) -> None:
    text = front_door.docstring(name)
    assert not text.startswith(">>>")
    test = doctest.DocTestParser().get_doctest(text, {"kibitz": kibitz}, name, name, 0)
    assert test.examples, f"kibitz.{name} has no example"
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


@pytest.mark.parametrize("name", [name for name in NAMES if name not in FUNCTIONS])
def test_every_method_says_what_it_does(name: str) -> None:
    silent = [m.written for m in front_door.members(name) if "(" in m.written and not m.about]
    assert silent == []
