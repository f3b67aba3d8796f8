"""Every message a description can cause, word for word; see `snippets.py`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import kibitz.recycle
from kibitz.errors import KibitzError, did_you_mean
from kibitz.recycle.diagnostics import HOPELESS, MOST_ERRORS, DescriptionError, Diagnostics, Source
from kibitz.recycle.elaborator import elaborate

from .snippets import SNAPSHOTS, UPDATE, Snippet, messages, read_snippets, sound, write_snippets

FILES = sorted(SNAPSHOTS.glob("*.txt"))


def all_snippets() -> list[Snippet]:
    return [snippet for path in FILES for snippet in read_snippets(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_messages_are_those_of_the_snapshots(path: Path) -> None:
    snippets = read_snippets(path)
    if UPDATE:
        write_snippets(path, [replace(s, expected=s.messages()) for s in snippets])
    for snippet in read_snippets(path):
        assert snippet.messages() == snippet.expected, snippet.title


def test_a_snapshot_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    snippets = [Snippet("one", "action", {}, "(a)\n(b)", "x\n  y"),
                Snippet("two: more", "declare", {"N": "1"}, "", "z")]  # fmt: skip
    write_snippets(tmp_path / "some.txt", snippets)
    assert read_snippets(tmp_path / "some.txt") == snippets


def test_no_two_snippets_share_a_title() -> None:
    titles = [(snippet.where, snippet.title) for snippet in all_snippets()]
    assert len(set(titles)) == len(titles)


# --- every message in the code has a snippet ------------------------------------------------------

MESSAGE_OPERAND = {
    "error": 2, "warning": 2, "wrong": 1, "once": 3, "warn": 1, "_trailing": 2, "KibitzError": 0,
}  # fmt: skip
"""Which operand of a call is the message."""

MODULES = (
    "reader", "scope", "elaboration", "places", "lists", "values", "decks", "statements",
    "actions", "labels", "otherwise", "unfolding", "elaborator", "lint",
)  # fmt: skip


def wordings(node: ast.expr) -> list[str]:
    """Patterns of the texts an expression can be."""
    if isinstance(node, ast.Constant):
        return [re.escape(str(node.value))]
    if isinstance(node, ast.JoinedStr):
        parts = [wordings(v)[0] if isinstance(v, ast.Constant) else ".*" for v in node.values]
        return ["".join(parts)]
    if isinstance(node, ast.BinOp):
        return [a + b for a in wordings(node.left) for b in wordings(node.right)]
    if isinstance(node, ast.IfExp):
        return wordings(node.body) + wordings(node.orelse)
    return []


def messages_in_the_code() -> Iterator[tuple[str, str]]:
    folder = Path(next(iter(kibitz.recycle.__path__)))
    for module in MODULES:
        tree = ast.parse((folder / f"{module}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                operand = MESSAGE_OPERAND.get(name)
                if operand is not None and len(node.args) > operand:
                    for pattern in wordings(node.args[operand]):
                        yield f"{module}.py:{node.lineno}", pattern


def test_every_message_is_in_a_snapshot() -> None:
    expected = [snippet.expected for snippet in all_snippets()]
    expected.append(messages("(game" + " " * 500_000 + ")"))
    told = re.findall(r": (?:error|warning): (.*)", "\n".join(expected))
    told += [text.partition("\n")[0] for text in expected]
    patterns = list(messages_in_the_code())
    assert len(patterns) > 130
    missing = [
        f"{where}: {pattern}"
        for where, pattern in patterns
        if not any(re.fullmatch(pattern, message) for message in told)
    ]
    assert missing == []


# --- the messages themselves ----------------------------------------------------------------------


def test_a_place_is_a_line_and_a_column() -> None:
    source = Source("ab\ncd\r\n\nef")
    assert [source.place(i) for i in (0, 1, 3, 8)] == [(1, 1), (1, 2), (2, 1), (4, 1)]
    assert [source.line(n) for n in (1, 2, 3, 4)] == ["ab", "cd", "", "ef"]


def test_a_message_shows_its_line_and_what_is_meant() -> None:
    found = Diagnostics(Source("one\n\ttwo three\n", "some.rcy"))
    found.error(9, 14, "not three", "four")
    (error,) = found.errors
    assert str(error) == (
        "some.rcy:2:6: error: not three\n    2 | \ttwo three\n      | \t    ^^^^^\n  hint: four"
    )
    assert error.as_json() == {
        "file": "some.rcy", "line": 2, "column": 6, "severity": "error", "message": "not three",
        "hint": "four",
    }  # fmt: skip


def test_of_a_very_long_line_only_a_window_is_shown() -> None:
    found = Diagnostics(Source("x" * 5000 + "here" + "y" * 5000, "long.rcy"))
    found.error(5000, 5004, "look")
    _, shown, marks = str(found.errors[0]).splitlines()
    assert len(shown) < 130
    at = marks.index("^")
    assert shown[at : at + 4] == "here"


def test_messages_come_in_the_order_of_the_text_and_once() -> None:
    found = Diagnostics(Source("abc"))
    found.error(2, 3, "late")
    found.warning(1, 2, "middle")
    found.error(0, 1, "early")
    found.error(0, 1, "early")
    assert [d.message for d in found.all] == ["early", "middle", "late"]
    assert [d.message for d in found.errors] == ["early", "late"]
    assert [d.message for d in found.warnings] == ["middle"]


def test_many_errors_are_counted() -> None:
    text = sound("action", "\n".join(["(turn past)"] * (MOST_ERRORS + 10)))
    with pytest.raises(DescriptionError) as caught:
        elaborate(Source(text))
    assert len(caught.value.diagnostics) == MOST_ERRORS + 10
    assert str(caught.value).endswith("... and 10 more errors")
    assert isinstance(caught.value, KibitzError)


def test_reading_stops_when_it_is_hopeless() -> None:
    text = sound("action", "\n".join(["(turn past)"] * (HOPELESS * 3)))
    with pytest.raises(DescriptionError) as caught:
        elaborate(Source(text))
    assert len(caught.value.diagnostics) == HOPELESS + 1


def test_suggestions() -> None:
    assert did_you_mean("mvoe", ["move", "swap"]) == "; did you mean `move`?"
    assert did_you_mean("xyz", ["move", "swap"]) == ""
    assert did_you_mean("A" * 1000, ["A" * 999]) == ""
    assert did_you_mean("move", (f"move{i}" for i in range(100_000))) == ""
