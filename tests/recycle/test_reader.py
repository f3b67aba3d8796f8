"""Text to forms: tokens, comments, and what touches what."""

from __future__ import annotations

import pytest

import kibitz.recycle.elaborator  # noqa: F401  (fills the table of words)
from kibitz.recycle.diagnostics import Diagnostics, Source
from kibitz.recycle.reader import DEEPEST, LONGEST_TEXT, Atom, Comment, Form, read

from .mutations import descriptions


def form(text: str) -> Form:
    """The form of a text without errors."""
    found = Diagnostics(Source(text))
    item, _ = read(found.source, found)
    assert found.all == []
    assert item is not None
    return item


def atoms(text: str) -> list[tuple[str, str]]:
    """Kind and text of what stands in a pair of brackets."""
    items = form(f"({text})").items
    return [(item.kind, item.text) for item in items if isinstance(item, Atom)]


def errors(text: str) -> list[str]:
    found = Diagnostics(Source(text))
    read(found.source, found)
    return [error.message for error in found.errors]


def comments(text: str) -> list[Comment]:
    found = Diagnostics(Source(text))
    _, comments = read(found.source, found)
    return comments


# --- tokens ---------------------------------------------------------------------------------------


def test_the_kinds_of_atoms() -> None:
    assert atoms("move HEARTS 'C 14 : , ..") == [
        ("word", "move"), ("name", "HEARTS"), ("variable", "'C"), ("number", "14"), ("mark", ":"),
        ("mark", ","), ("mark", ".."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "word", ["==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "//", "%", "^", "and"]
)
def test_operators_are_words(word: str) -> None:
    assert atoms(f"{word} 1 2")[0] == ("word", word)


def test_operators_are_as_long_as_they_can_be() -> None:
    assert atoms("<=1") == [("word", "<="), ("number", "1")]
    assert atoms("<1") == [("word", "<"), ("number", "1")]


def test_a_division_is_no_comment() -> None:
    assert str(form("(//\n 4 2)")) == "(// 4 2)"
    assert str(form("(+ (//\n 4\n 2) 1)")) == "(+ (// 4 2) 1)"


def test_a_number_has_no_leading_zeros() -> None:
    assert atoms("007") == [("number", "7")]
    assert atoms("2147483647") == [("number", "2147483647")]


def test_forms_nest_and_know_where_they_stand() -> None:
    text = "(game (size 'C))"
    outer = form(text)
    inner = outer.items[1]
    assert isinstance(inner, Form)
    assert text[inner.start : inner.end] == "(size 'C)"
    assert (outer.head, inner.head) == ("game", "size")
    assert str(outer) == text


def test_a_form_without_a_leading_word_has_no_head() -> None:
    assert form("((a) b)").head == ""
    assert form("()").head == ""


# --- touching -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'OPvloc HAND", ["'OP", "vloc", "HAND"]),
        ("'Psto X", ["'P", "sto", "X"]),
        ("range 1..5", ["range", "1", "..", "5"]),
        ("range 'A..'B", ["range", "'A", "..", "'B"]),
        ("A,B,C", ["A", ",", "B", ",", "C"]),
        ("RANK:ACE", ["RANK", ":", "ACE"]),
        ("0player", ["0", "player"]),
        ("top3", ["top", "3"]),
        ("HANDusing", ["HAND", "using"]),
        ("-1 2", ["-", "1", "2"]),
    ],
)
def test_tokens_may_touch(text: str, expected: list[str]) -> None:
    assert [text for _, text in atoms(text)] == expected


def test_brackets_may_touch_everything() -> None:
    assert str(form("(top('P hloc PILE))")) == "(top ('P hloc PILE))"


def test_a_number_that_touches_a_name_is_no_number() -> None:
    assert errors("(2H)") == ["`2H` is neither a name nor a word of the language"]


# --- space and comments ---------------------------------------------------------------------------


def test_a_byte_order_mark_is_tolerated() -> None:
    assert str(form("\ufeff(game)")) == "(game)"


def test_line_ends_of_all_kinds() -> None:
    assert str(form("(game\r\n  A\r  B\n\tC)")) == "(game A B C)"


def test_comments_are_kept_with_their_place() -> None:
    text = ";; first\n(game ; second\r\n  ;; third  \n)\n;;last"
    found = comments(text)
    assert [comment.text for comment in found] == [";; first", "; second", ";; third", ";;last"]
    assert [comment.alone for comment in found] == [True, False, True, True]
    assert [text[c.start : c.start + 3] for c in found] == [";; ", "; s", ";; ", ";;l"]


def test_brackets_in_comments_do_not_count() -> None:
    assert str(form("(game ;; ) (\n A)")) == "(game A)"


def test_a_surplus_bracket_after_the_end_is_a_warning() -> None:
    found = Diagnostics(Source("(game)) )\n;; end"))
    item, _ = read(found.source, found)
    assert item is not None
    assert len(found.warnings) == 1
    assert found.errors == []


def test_the_games_are_read_without_a_message() -> None:
    for text in descriptions().values():
        assert form(text).head == "game"


# --- errors go on ---------------------------------------------------------------------------------


def test_one_slip_is_reported_once_and_repaired() -> None:
    found = Diagnostics(Source("(all player 'p ('p sto X) ('p sto Y))"))
    item, _ = read(found.source, found)
    assert len(found.errors) == 1
    assert str(item) == "(all player 'P ('P sto X) ('P sto Y))"


def test_several_errors_are_found_in_one_run() -> None:
    assert len(errors("(game @ 'p Hearts 99999999999)")) == 4


def test_depth_is_bounded() -> None:
    assert errors("(" * DEEPEST + ")" * DEEPEST) == []
    deeper = errors("(" * 100_000 + ")" * 100_000)
    assert deeper == [f"brackets are nested more than {DEEPEST} deep here"]


def test_length_is_bounded() -> None:
    assert errors("(game" + " " * (LONGEST_TEXT - 6) + ")") == []
    assert len(errors("(game" + " " * (LONGEST_TEXT - 5) + ")")) == 1


# --- brackets that do not match -------------------------------------------------------------------

LINES = """\
(game
  (setup (create players 2))
  (do (
    (inc (game sto A))
    (inc (game sto B))))
  (stage player
    (end (== 1 1))
    (do (
      (inc (game sto C)))))
  (scoring max 0))
"""


@pytest.mark.parametrize("line", [2, 3, 4, 5, 6, 7, 8, 9])
def test_a_missing_bracket_is_looked_for_where_the_indentation_changes(line: int) -> None:
    lines = LINES.splitlines(keepends=True)
    if ")" not in lines[line - 1]:
        return
    lines[line - 1] = lines[line - 1].replace(")\n", "\n")
    found = Diagnostics(Source("".join(lines)))
    assert read(found.source, found)[0] is None
    (error,) = found.errors
    assert error.message == "this bracket is never closed, it seems"
    assert error.hint is not None
    assert error.line <= line < int(error.hint.split()[1])


@pytest.mark.parametrize("line", [2, 4, 5, 7, 9])
def test_a_surplus_bracket_is_found_by_the_indentation(line: int) -> None:
    lines = LINES.splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace("\n", ")\n")
    found = Diagnostics(Source("".join(lines)))
    assert read(found.source, found)[0] is None
    (error,) = found.errors
    assert error.message == "this `)` closes too much, it seems"
    assert error.line == line
