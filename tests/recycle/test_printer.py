"""How a module is printed: by name, for people and for the compiler, and quick, for Python."""

from __future__ import annotations

import pytest

from kibitz.engine.descriptions import load
from kibitz.recycle.printer import Function, Module, called, cut, short

NUMBERS = {"WHERE": 40, "GONE": -2}


def module(text: str, steady: bool = True) -> Module:
    return Module("a game", tuple(cut(text)), NUMBERS, steady)


@pytest.mark.parametrize(
    ("marked", "named", "quick"),
    [
        ("S[$WHERE + c]", "S[WHERE + c]", "S[40 + c]"),
        ("x == $GONE", "x == GONE", "x == -2"),
        ("$lowest(m) + 62", "lowest(m) + 62", "((m & -m).bit_length() - 1) + 62"),
        ("$popcount(m)", "popcount(m)", "(m).bit_count()"),
        ("$popcount(S[$WHERE] & 5)", "popcount(S[WHERE] & 5)", "(S[40] & 5).bit_count()"),
        ("$sees(S, p)", "sees(S, p)", "SIGHT[p]"),
        ("$sees(S, S[$WHERE + c])", "sees(S, S[WHERE + c])", "SIGHT[S[40 + c]]"),
        ("# 7: it costs 5$$", "# 7: it costs 5$", "# 7: it costs 5$"),
    ],
)
def test_marks_are_printed_by_name_or_as_what_they_stand_for(
    marked: str, named: str, quick: str
) -> None:
    assert module(marked).named() == named
    assert module(marked).quick() == quick


def test_who_sees_a_place_is_asked_where_it_depends_on_the_teams() -> None:
    assert module("$sees(S, S[$WHERE])", steady=False).quick() == "sees(S, S[40])"


def test_a_number_without_a_name_is_not_printed() -> None:
    unknown = module("S[$NOWHERE]")
    for printed in (unknown.named, unknown.quick):
        with pytest.raises(KeyError, match="NOWHERE"):
            printed()


@pytest.mark.parametrize(
    ("call", "operand", "text"),
    [
        ("lowest", "m", "$lowest(m)"),
        ("lowest", "m & k", "lowest(m & k)"),
        ("popcount", "S[4] & m", "$popcount(S[4] & m)"),
        ("popcount", "(a | b) & m", "popcount((a | b) & m)"),
        ("sees", "12", "$sees(S, 12)"),
    ],
)
def test_a_short_call_is_marked_if_it_can_be_written_out(
    call: str, operand: str, text: str
) -> None:
    assert short(call, operand) == text


TEXT = '''GAMES = 0


def add(S, n):
    """Add
    something."""
    S[GAMES] += n
    return count(S)


def count(S):
    return total(S[0], max(1, 2))
'''


def test_a_text_is_cut_into_functions_and_nothing_is_lost() -> None:
    head, add, count = cut(TEXT)
    assert head == "GAMES = 0\n\n\n"
    assert isinstance(add, Function)
    assert isinstance(count, Function)
    assert (add.name, add.parameters, add.doc) == ("add", ["S", "n"], "Add\n    something.")
    assert count.doc == ""
    assert count.calls == {"total", "max"}
    assert "".join(map(str, cut(TEXT))) == TEXT


def test_a_text_without_functions_is_one_piece() -> None:
    assert cut("GAMES = 0\n") == ["GAMES = 0\n"]


def test_calls_are_names_before_brackets() -> None:
    assert called("x = put(S, top(S, p)) + (a, b)[1]") == {"put", "top", ""}


@pytest.mark.parametrize("name", ["agram", "tarot"])
def test_python_runs_no_named_number_and_no_short_call_of_a_name(name: str) -> None:
    emitted = load(name).emitted
    _, _, rules = emitted.module.quick().partition("def ")  # numbers are defined before
    for number in emitted.module.numbers:
        assert f"[{number} " not in rules
    assert "lowest(m)" in emitted.text
    assert "lowest(m)" not in rules
    assert "$" not in emitted.text
