"""Older spellings and what they become."""

from __future__ import annotations

import pytest

from kibitz.recycle.diagnostics import Source
from kibitz.recycle.formatter import format_source


def modern(statement: str) -> str:
    """A statement in the current dialect, on one line."""
    text = format_source(Source(f"(game (setup) {statement} (scoring max 0))"))
    inner = text.removeprefix("(game\n\n  (setup)\n\n").removesuffix("(scoring max 0))\n")
    return " ".join(inner.split()).replace("( ", "(")


@pytest.mark.parametrize(
    ("older", "current"),
    [
        ("(put points 'P (((RANK (ACE)) 14)))", "(set (game points P) (((RANK : ACE) 14)))"),
        ("(put points ('X points P) ())", "(set ('X points P) ())"),
        ("(set (game points P) (((RANK ACE) 1)))", "(set (game points P) (((RANK : ACE) 1)))"),
        ("(set (game points P) (((RANK:ACE) 1)))", "(set (game points P) (((RANK : ACE) 1)))"),
        (
            "(set (game points P) (((SUIT (cardatt SUIT 'C)) 100)))",
            "(set (game points P) (((SUIT : (cardatt SUIT 'C)) 100)))",
        ),
        (
            "(set (game points P) (((SUIT ((cardatt SUIT 'C))) 100)))",
            "(set (game points P) (((SUIT : (cardatt SUIT 'C)) 100)))",
        ),
        (
            "(set (game points P) (((RANK (Q)) (SUIT (SPADES)) 13)))",
            "(set (game points P) (((RANK : Q) (SUIT : SPADES) 13)))",
        ),
        (
            "(set (game points P) (((R (A, B)) (S (C,D)) 1)))",
            "(set (game points P) (((R : A) (S : C) 1) ((R : A) (S : D) 1) "
            "((R : B) (S : C) 1) ((R : B) (S : D) 1)))",
        ),
        (
            "(set (game points P) (((R (A, B)) (size (C, D)))))",
            "(set (game points P) (((R : A) (size (C, D))) ((R : B) (size (C, D)))))",
        ),
        ("(x (sum 'L using 'P))", "(x (sum 'L using (game points P)))"),
        ("(x (mod 7 2))", "(x (% 7 2))"),
        ("(x (actual (top (game vloc A))))", "(x (top (game vloc A)))"),
        ("(x (actual (actual 'C)))", "(x 'C)"),
        ("(x (actual (game mem A)))", "(x (top (game mem A)))"),
        ("(create teams (0 2) (1,3))", "(create teams (0, 2) (1, 3))"),
        ("(any (A B,C) 'N (turn pass))", "(any (A, B, C) 'N (turn pass))"),
        ("(any (range 1 .. 'N) 'I (turn pass))", "(any (range 1..'N) 'I (turn pass))"),
        ("(x (random 1..6))", "(x (random 1..6))"),
        ("(x (range (size 'L)..6))", "(x (range (size 'L) .. 6))"),
        ("(inc (game sto X) 1)", "(inc (game sto X) 1)"),
        ("(do (turn pass))", "(do ((turn pass)))"),
        ("(shuffle ('Pvloc HAND))", "(shuffle ('P vloc HAND))"),
    ],
)
def test_older_spellings(older: str, current: str) -> None:
    assert modern(older) == current
    assert modern(current) == current


@pytest.mark.parametrize(
    ("older", "current"),
    [
        ("(x (partition (game vloc A) SUIT))", "(x (partition SUIT (game vloc A)))"),
        ("(x (partition 'L (cardatt A 'C)))", "(x (partition (cardatt A 'C) 'L))"),
        ("(x (partition 'L (game str A)))", "(x (partition (game str A) 'L))"),
        ("(let SUIT 'A (x (partition 'L 'A)))", "(let SUIT 'A (x (partition 'A 'L)))"),
        ("(any (R, S) 'A (x (partition 'L 'A)))", "(any (R, S) 'A (x (partition 'A 'L)))"),
        (
            "(let (R, S) 'N (any (filter 'N 'M (!= 'M R)) 'A (x (partition 'L 'A))))",
            "(let (R, S) 'N (any (filter 'N 'M (!= 'M R)) 'A (x (partition 'A 'L))))",
        ),
        # The attribute is first already: both are names, or the last is none.
        ("(x (partition SUIT 'L))", "(x (partition SUIT 'L))"),
        ("(let R 'A (let S 'B (x (partition 'A 'B))))",) * 2,
        ("(let SUIT 'A (let (game vloc X) 'A (x (partition 'L 'A))))",) * 2,
    ],
)
def test_the_attribute_of_a_partition_comes_first(older: str, current: str) -> None:
    assert modern(older) == current


def test_comments_of_what_is_dropped_go_to_its_neighbours() -> None:
    older = """
      (put ;; a
        points ;; b
        'P ;; c
        (((RANK ;; d
             (ACE ;; e
             )) 1)))"""
    text = format_source(Source(f"(game (setup) {older} (scoring max 0))"))
    assert [note for note in "abcde" if f";; {note}\n" in text] == list("abcde")


def test_comments_among_the_values_of_an_award_go_before_it() -> None:
    older = "(set (game points P) (((RANK (ACE, ;; high\n KING)) 1)))"
    assert ";; high" in modern(older)
    assert modern(older).replace(";; high ", "") == (
        "(set (game points P) (((RANK : ACE) 1) ((RANK : KING) 1)))"
    )
