"""The house style: what a description means and says stays, how it is laid out does not matter."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.recycle import formatter
from kibitz.recycle.diagnostics import DescriptionError, Diagnostics, Source
from kibitz.recycle.elaborator import elaborate
from kibitz.recycle.formatter import format_source
from kibitz.recycle.reader import Comment, read
from kibitz.recycle.tree import Binding, Node

ROOT = Path(__file__).parents[2]
FILES = [*ROOT.glob("src/kibitz/games/*.rcy"), *ROOT.glob("tests/games/small/*.rcy")]

LED = """\
;; A trick in the oldest dialect.
(game
 (declare 2 'NUMP) ;; players
 (setup (create players 'NUMP)
        (create teams (0) (1))
        (create deck (game iloc STOCK) (deck (RANK (ACE, KING, QUEEN))
                                             (SUIT (HEARTS, SPADES)))))
 (do ((shuffle (game iloc STOCK))
      (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
   (stage player (end (all player 'P (> (size ('P vloc TRICK)) 0)))
     (choice (
       ((== (size (game mem LEAD)) 0) ;; the leader
         (any ((current player) iloc HAND) 'C
           (do ((move 'C (top ((current player) vloc TRICK)))
                (remember (top ((current player) vloc TRICK)) (top (game mem LEAD)))))))
       ((== (size (game mem LEAD)) 1)
         (any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc TRICK))))))))
   (do (
     (put points 'PRECEDENCE (
       ((SUIT (cardatt SUIT (top (game mem LEAD)))) 100)
       ;; the ranks
       ((RANK (ACE)) 14)
       ((RANK (KING, QUEEN)) (SUIT (HEARTS)) 5))) ;; two at once
     (forget (top (game mem LEAD)))
     (cycle next (owner (actual (max (union (all player 'P ('P vloc TRICK)))
                                     using 'PRECEDENCE))))
     (inc ((owner (max (union (all player 'P ('P vloc TRICK))) using 'PRECEDENCE)) sto WON) 1)
     (all player 'P (move (top ('P vloc TRICK)) (top (game vloc DISCARD)))))))
 (scoring max (mod ((current player) sto WON) 4))) ) ;; one bracket too many
"""

GROUPS = """\
(game (declare RANK 'BY) (declare (game mem NOTE) 'SHOWN)
 (setup (create players 4) (create teams (1 3)(2,4))
  (repeat 2 (create deck BLUE (game iloc STOCK)
    (deck (RANK(A,B,C)) (COLOR (RED (SUIT(HEARTS,DIAMONDS))) (BLACK (SUIT (SPADES))))))))
 (choice (
   (any (partition ((current player) iloc HAND) RANK) 'G (turn pass))
   (any (partition (game iloc STOCK) (game vloc PILE) 'BY) 'G (turn pass))
   (any (RANK, SUIT) 'A
     (let (game iloc STOCK) 'L (any (partition 'L 'A) 'G (turn pass))))
   (any (partition SUIT (game iloc STOCK)) 'G (turn pass))
   (let (actual (game mem NOTE)) 'C (remember (actual 'C) (top (game mem OTHER))))
   (let (actual 'SHOWN) 'C (remember (actual (actual 'C)) (top (game mem OTHER))))
   (any (range 1..(random 2 .. 5)) 'N (set (game sto X) (random 3)))))
 (do (all player 'P (set ('P points MINE) (((RANK:A) (SUIT:('P str TRUMP)) 1)))))
 (scoring min 0))
"""

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in FILES} | {
    "led": LED,
    "groups": GROUPS,
}


def formatted(text: str) -> str:
    return format_source(Source(text))


def comments(text: str) -> list[Comment]:
    return read(Source(text), Diagnostics(Source(text)))[1]


def said(text: str) -> list[str]:
    return [comment.text for comment in comments(text)]


def meaning(text: str) -> object:
    """The elaborated program; variables are numbered in the order in which they are bound."""
    program, _ = elaborate(Source(text))
    bindings: dict[Binding, int] = {}

    def tree(node: Node) -> object:
        number = bindings.setdefault(node.var, len(bindings)) if node.var else None
        value = None if node.op == "points" else node.value
        return node.op, node.kind, value, number, *map(tree, node.args)

    declared = [(b.name, b.kind, tree(b.value)) for b in program.declarations if b.value]
    return (
        *(declared, program.players, program.teams, program.highest_wins, program.fixed),
        *map(tree, (*program.decks, *program.body, program.score)),
    )


MEANINGS = {name: meaning(text) for name, text in TEXTS.items()}


# What always holds


@pytest.mark.parametrize("name", TEXTS)
def test_formatting_twice_changes_nothing(name: str) -> None:
    once = formatted(TEXTS[name])
    assert formatted(once) == once


@pytest.mark.parametrize("name", TEXTS)
def test_the_meaning_is_kept(name: str) -> None:
    assert meaning(formatted(TEXTS[name])) == MEANINGS[name]


@pytest.mark.parametrize("name", TEXTS)
def test_comments_are_kept_in_order(name: str) -> None:
    assert said(formatted(TEXTS[name])) == said(TEXTS[name])


@pytest.mark.parametrize("name", TEXTS)
def test_lines_are_not_too_long(name: str) -> None:
    for line in formatted(TEXTS[name]).splitlines():
        assert len(line.partition(";")[0].rstrip()) <= formatter.WIDTH
        assert line == line.rstrip()


TOKEN = re.compile(
    r"[()]|\"[^\"\n]*\"|(?<=[\s.])-[0-9]+|'?[A-Za-z]+|[0-9]+|\.\.|[,:]|[^\s()\w',:.]+"
)


def scattered(text: str, random: Random) -> str:
    """The same description with other lines and other comments."""
    often = random.choice([0, 0.02, 0.2])
    gaps = [" ;; at the end of {}\n", "\n;; before {}\n", "\n\n;; apart {}\n\n", "\n", "\n\n", " "]
    weights = [often, often, often / 3, 0.2, 0.03, 1]
    pieces: list[str] = []
    quiet = False
    tokens = TOKEN.findall(re.sub(";.*", "", text))
    for i, (token, following) in enumerate(zip(tokens, [*tokens[1:], ""], strict=True)):
        # A line that begins with //, or goes on without a bracket, is taken for a comment.
        quiet = "//" in (token, following) or (quiet and token not in "()")
        gap = " " if quiet else random.choices(gaps, weights)[0].format(i)
        pieces += token, gap
    return "".join(pieces)


@given(st.sampled_from(sorted(TEXTS)), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_all_this_holds_however_a_description_is_laid_out(name: str, seed: int) -> None:
    text = scattered(TEXTS[name], Random(seed))
    once = formatted(text)
    assert formatted(once) == once
    assert meaning(once) == MEANINGS[name]
    assert sorted(said(once)) == sorted(said(text))


@given(st.sampled_from(["agram", "gofish", "fishing"]), st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_the_lines_of_the_author_do_not_matter(name: str, seed: int) -> None:
    """All but the blank ones, and rows of awards, which these descriptions do not break."""
    plain = re.sub(";.*", "", TEXTS[name])
    plain = re.sub(r"\(set \(game points(.|\n)*?\)\)\)\n", "(turn pass)", plain)
    tokens = TOKEN.findall(plain.replace("//", "+"))
    random = Random(seed)
    text = "".join(token + random.choice([" ", "\n", "\t", " \n  "]) for token in tokens)
    assert formatted(text) == formatted(" ".join(tokens))


# Lines


def in_a_game(text: str) -> str:
    """Some statements, formatted; the lines between the setup and the scoring."""
    lines = formatted(f"(game (setup (create players 2)) {text} (scoring max 0))").splitlines()
    return dedent("\n".join(lines[5:-2]))


def test_an_example_of_everything() -> None:
    assert formatted(LED) == dedent("""\
        ;; A trick in the oldest dialect.
        (game

          (declare 2 'NUMP)  ;; players

          (setup
            (create players 'NUMP)
            (create teams (0) (1))
            (create deck (game iloc STOCK)
              (deck (RANK (ACE, KING, QUEEN)) (SUIT (HEARTS, SPADES)))))

          (do (
            (shuffle (game iloc STOCK))
            (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))

          (stage player
            (end (all player 'P (== (size ('P iloc HAND)) 0)))
            (stage player
              (end (all player 'P (> (size ('P vloc TRICK)) 0)))
              (choice (
                ((== (size (game mem LEAD)) 0)  ;; the leader
                  (any ((current player) iloc HAND) 'C
                    (do (
                      (move 'C (top ((current player) vloc TRICK)))
                      (remember (top ((current player) vloc TRICK)) (top (game mem LEAD)))))))
                ((== (size (game mem LEAD)) 1)
                  (any ((current player) iloc HAND) 'C
                    (move 'C (top ((current player) vloc TRICK))))))))
            (do (
              (set (game points PRECEDENCE) (
                ((SUIT : (cardatt SUIT (top (game mem LEAD)))) 100)
                ;; the ranks
                ((RANK : ACE) 14)
                ((RANK : KING) (SUIT : HEARTS) 5) ((RANK : QUEEN) (SUIT : HEARTS) 5)))  ;; two at once
              (forget (top (game mem LEAD)))
              (cycle next (owner (max (union (all player 'P ('P vloc TRICK)))
                                   using (game points PRECEDENCE))))
              (inc ((owner (max (union (all player 'P ('P vloc TRICK)))
                             using (game points PRECEDENCE))) sto WON) 1)
              (all player 'P (move (top ('P vloc TRICK)) (top (game vloc DISCARD)))))))

          (scoring max (% ((current player) sto WON) 4)))  ;; one bracket too many
        """)  # noqa: E501


@pytest.mark.parametrize(
    "lines",
    [
        "(do ((turn pass)))",
        "(do (\n  (turn pass)\n  (turn pass)))",
        "(choice (\n  (turn pass)))",
        "(all player 'P (do (\n  (inc ('P sto A))\n  (inc ('P sto B)))))",
        "(all (other player) 'P\n  (do (\n    (inc ('P sto A))\n    (inc ('P sto B)))))",
        "(stage player\n  (end (> (game sto A) 0))\n  (do ((inc (game sto A)))))",
    ],
)
def test_blocks(lines: str) -> None:
    assert in_a_game(" ".join(lines.split())) == lines


def test_long_conditions_have_one_part_on_each_line() -> None:
    parts = " ".join(f"(== (game sto NUMBER) {number})" for number in range(100, 103))
    assert in_a_game(f"(do (((or {parts}) (turn pass))))") == dedent("""\
        (do (
          ((or (== (game sto NUMBER) 100)
               (== (game sto NUMBER) 101)
               (== (game sto NUMBER) 102))
            (turn pass))))""")


def awards(*names: str) -> list[str]:
    return [f"((RANK : {name}) {number})" for number, name in enumerate(names)]


def test_awards_fill_their_lines_and_a_new_attribute_begins_one() -> None:
    lines = "\n".join([*awards("TWO", "THREE", "FOUR", "FIVE", "SIX"), "((SUIT : CLUBS) 10)"])
    assert in_a_game(f"(do ((set (game points P) ({lines}))))") == dedent("""\
        (do (
          (set (game points P) (
            ((RANK : TWO) 0) ((RANK : THREE) 1) ((RANK : FOUR) 2) ((RANK : FIVE) 3) ((RANK : SIX) 4)
            ((SUIT : CLUBS) 10)))))""")


def test_rows_of_awards_are_kept() -> None:
    two, three, four, five, six = awards("TWO", "THREE", "FOUR", "FIVE", "SIX")
    rows = f"{two} {three}\n{four}\n{five} {six}))))"
    lines = in_a_game(f"(do ((set (game points P) ({rows}").splitlines()
    assert [line.strip() for line in lines[2:]] == rows.splitlines()


def test_long_lists_of_names_fill_their_lines() -> None:
    names = ["LONGNAME"] * 12
    (line, more, *_) = in_a_game(f"(all ({','.join(names)}) 'N (turn pass))").splitlines()
    assert line == "(all (" + "LONGNAME, " * 8 + "LONGNAME,"
    assert more == "      LONGNAME, LONGNAME, LONGNAME) 'N"


def test_blank_lines_between_statements_are_kept_one_at_a_time() -> None:
    text = "(do (\n\n\n(turn pass)\n\n\n\n(turn\n\npass)\n(turn pass)\n\n))"
    assert in_a_game(text) == "(do (\n  (turn pass)\n\n  (turn pass)\n  (turn pass)))"


# Comments


@pytest.mark.parametrize(
    "lines",
    [
        ";; before\n(do ((turn pass)))",
        "(do ((turn pass)))  ;; after",
        "(do (  ;; at the opening\n  (turn pass)))",
        "(do (\n  ;; the first\n  (turn pass)\n  ;; the second\n  (turn pass)))",
        "(do (\n  (turn pass)\n  ;; nothing follows\n))",
        "(do (\n  (turn pass)   ;; these\n  (shuffle 'L)  ;; are aligned\n  (turn pass)))",
        "(do (\n  (turn pass))  ;; one\n)  ;; two",
        "(shuffle  ;; what?\n         (game iloc STOCK))",
        "(any (A,  ;; first\n      B) 'N\n  (turn pass))",
        "((and (== 1 1)\n      ;; and besides\n      (== 2 2))\n  (turn pass))",
        ";; one\n\n;; two\n\n(do ((turn pass)))",
    ],
)
def test_comments_stay_where_they_are(lines: str) -> None:
    assert in_a_game(f"\n\n{lines}\n") == lines


def test_a_comment_between_a_word_and_its_block_goes_into_the_block() -> None:
    text = "(do ;; why\n;; and how\n( (turn pass)))"
    assert in_a_game(text) == "(do (  ;; why\n  ;; and how\n  (turn pass)))"


def test_comments_around_the_game() -> None:
    text = "\ufeff\n\n;; title\n;;\n;; more\n\n(game ;; here\n(setup)) ) ;; there\n\n;; the end\n\n"
    assert formatted(text) == (
        ";; title\n;;\n;; more\n\n(game  ;; here\n\n  (setup))  ;; there\n\n;; the end\n"
    )


def test_comments_keep_their_kind() -> None:
    """Those on lines of their own, and those at the end of a line."""
    for text in TEXTS.values():
        kinds = [(comment.text, comment.alone) for comment in comments(text)]
        assert [(comment.text, comment.alone) for comment in comments(formatted(text))] == kinds


# Errors


def test_all_errors_of_the_reader_are_told() -> None:
    with pytest.raises(DescriptionError) as caught:
        formatted("(game (set (game sto X3) 99999999999) ('c))")
    assert len(caught.value.diagnostics) == 3


def test_only_a_game_can_be_formatted() -> None:
    with pytest.raises(DescriptionError, match="begins with `\\(game`"):
        formatted("(actual 'C)")


def test_what_makes_no_sense_is_formatted_all_the_same() -> None:
    text = "(game\n\n  (mvoe (A (B,) : .. 'C) , 3 ())\n\n  (set))\n"
    assert formatted(text) == formatted(formatted(text))


def test_the_example_in_the_module() -> None:
    result = doctest.testmod(formatter)
    assert result.attempted == 1
    assert result.failed == 0
