"""What a description says does not depend on how it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.recycle.diagnostics import Source
from kibitz.recycle.formatter import format_source
from kibitz.recycle.meaning import meaning

ROOT = Path(__file__).parents[2]
FILES = [*ROOT.glob("src/kibitz/games/*.rcy"), *ROOT.glob("tests/games/small/*.rcy")]

GAME = """(game
  (declare 2 'N)
  (setup (create players 'N) (create deck (game vloc DECK) (deck (RANK (ONE, TWO)))))
  (stage player (end (== (game sto X) 3)) (choice ((inc (game sto X) 1) (turn pass))))
  (scoring max (game sto X)))"""


def said(text: str, **parameters: int | str) -> str:
    return meaning(Source(text), parameters)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_description_in_house_style_and_without_comments_says_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    bare = "\n".join(line.partition(";")[0].strip() for line in text.splitlines())
    assert said(text) == said(format_source(Source(text))) == said(bare)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("(inc (game sto X) 1)", "(inc\n;; once\n(game sto X) ; more\n\t1)"),
        ("(RANK (ONE, TWO))", "(RANK (ONE TWO))"),
        ("(inc (game sto X) (random 1..6))", "(inc (game sto X) (random 1 .. ;; a die\n 6))"),
        ("(% (game sto X) 3)", "(mod (game sto X) 3)"),
    ],
)
def test_white_space_comments_and_older_spellings_make_no_difference(new: str, old: str) -> None:
    inside = GAME.replace("(inc (game sto X) 1)", "{}") if "RANK" not in new else None
    if inside is None:
        assert said(GAME) == said(GAME.replace(new, old))
    else:
        assert said(inside.format(new)) == said(inside.format(old))


@pytest.mark.parametrize(
    ("this", "other"),
    [("max", "min"), ("X) 3", "X) 4"), ("ONE, TWO", "TWO, ONE"), ("vloc", "hloc")],
)
def test_other_rules_say_something_else(this: str, other: str) -> None:
    assert said(GAME) != said(GAME.replace(this, other, 1))


def test_a_parameter_that_is_given_hides_the_one_that_is_declared() -> None:
    three = GAME.replace("declare 2", "declare 3")
    assert said(GAME) != said(three)
    assert said(GAME, N=3) == said(three) == said(three, N=3)
