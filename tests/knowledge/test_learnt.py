"""The author of a game is told what others learn from its choices and statements."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import kibitz.recycle.emitter
from kibitz.engine import Game, load
from kibitz.engine.testing import telling_of
from kibitz.knowledge import view
from kibitz.recycle.learnt import HINTS, LONGEST, Learnt, learnt
from kibitz.recycle.notes import NOT, SELDOM

from .between import EXACT, HAND, NEXT, SOUND, WHOLE, game, suited
from .claims import rule, rules
from .small import SMALL, described

HEARTS = suited("HEARTS")
VALUE = "using (game points VALUE)"
ORDER = "using (game points ORDER)"
DRAW = f"(move (top (game iloc STOCK)) (top {HAND}))"


def shown(of: Game) -> list[Learnt]:
    return list(learnt(telling_of(of)))


def by_choice(choice: str) -> list[Learnt]:
    """What others learn from a choice."""
    return shown(described(game("", choice=choice)))


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_all_of_the_house_games_is_followed_as_sets(name: str) -> None:
    found = shown(load(name))
    assert {row.how for row in found} <= {"nothing", "sets"}
    assert [row.line for row in found] == sorted({row.line for row in found})


@pytest.mark.parametrize("path", ["tarot", *SMALL.glob("*.rcy")], ids=str)
def test_every_choice_is_there(path: str | Path) -> None:
    of = load(path)
    choices = {of.source.place(node.at[0])[0] for node in of.program.nodes() if node.op == "choice"}
    assert choices <= {row.line for row in shown(of)}


def test_a_choice_that_depends_on_nothing_hidden_shows_nothing() -> None:
    (found,) = by_choice(f"(any {HAND} 'C (move 'C (top (game vloc PILE))))")
    assert found.how == "nothing"
    assert found.text.startswith("(choice ((any ((current player) iloc HAND) 'C")


def test_a_set_of_cards_and_a_whole_place_may_be_moved_alike() -> None:
    """Some of the pile, or all of it with a heart: who took all may have chosen to."""
    found = by_choice(
        f"""(any {HAND} 'C ((!= (cardatt SUIT 'C) HEARTS)
        (any (filter (subsets (game vloc PILE)) 'S (> (size 'S) 0)) 'S (do (
          (move 'C (top (game vloc TAKEN)))
          (repeat all (move (top 'S) (top (game vloc TAKEN)))))))))
      (any {HEARTS} 'C (do (
        (move 'C (top (game vloc TAKEN)))
        (repeat all (move (top (game vloc PILE)) (top (game vloc TAKEN)))))))"""
    )
    assert {row.how for row in found} == {"tests"}


def on_foreheads(whom: str) -> Game:
    """Everybody sees the other's card, and may say that it is a heart."""
    return described(f"""(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (SUIT (HEARTS, CLUBS)) (RANK (ONE, TWO)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (move (top (game iloc STOCK)) (top ('P oloc HEAD))))))
  (stage player
    (end (== (game sto TURNS) 1))
    (choice (
      (turn pass)
      (any {whom} 'P
        ((any ('P oloc HEAD) 'C (== (cardatt SUIT 'C) HEARTS)) (set (game sto HEART) (pid 'P))))))
    (do ((inc (game sto TURNS)))))
  (scoring max 0))""")


def test_what_the_chooser_sees_of_others_is_no_secret_of_the_options() -> None:
    (found,) = shown(on_foreheads("(other player)"))
    assert found.how == "sets"
    state = on_foreheads("(other player)").new(deal={"HEAD 0": "1C", "HEAD 1": "1H"})
    east = view(state.after(state.actions[1]), 1).knowledge
    assert (east.exact, east.count) == (True, 2)
    (found,) = shown(on_foreheads("player"))
    assert found.how in NOT


def test_following_suit_is_followed_as_sets() -> None:
    (found,) = by_choice(
        f"""(any {HEARTS} 'C (move 'C (top (game vloc PILE))))
      (else (any {HAND} 'C (move 'C (top (game vloc PILE)))))"""
    )
    assert found.how == "sets"


def test_a_statement_between_decisions_is_there_too() -> None:
    found = shown(described(EXACT["two branches"]))
    assert [row.how for row in found] == ["sets", "nothing"]


@pytest.mark.parametrize(
    "of",
    [
        game(
            "",
            choice=f"""(any (range 1 .. 6) 'N
        ((<= 'N (* 2 (sum {HAND} {VALUE}))) (set (game sto BID) 'N)))
      (turn pass)""",
        ),
        EXACT["a sum"],
        EXACT["repeated so often as the hearts are more than the clubs"],
    ],
)
def test_what_no_set_can_say_is_tested(of: str) -> None:
    found = shown(described(of))
    assert "tests" in {row.how for row in found}
    assert not any(row.how in NOT for row in found)


def test_a_clause_that_cannot_be_read_is_tried() -> None:
    tried = [row for row in shown(load(SMALL / "fishing.rcy")) if row.how == "tests"]
    assert {row.why for row in tried} == {"what it offers is tried on each deal"}


@pytest.mark.parametrize("name", ["equal cards", "the best card goes to the neighbour"])
def test_what_is_not_followed_is_said_with_the_reason(name: str) -> None:
    (missed,) = [row for row in shown(described(SOUND[name])) if row.how in NOT]
    assert missed.why
    assert missed.hint == HINTS[missed.why]


def test_the_text_is_that_of_the_line_and_goes_on_if_it_is_short() -> None:
    text = (
        game("")
        .replace("(choice (", "(choice ( ;; a comment\n")
        .replace("'P (repeat", "'P\n(repeat")
    )
    rows = [row.text for row in shown(described(text))]
    assert rows == ["(choice ( (turn pass)))"]
    long = shown(load("tarot"))
    assert all(len(row.text) <= LONGEST for row in long)
    assert any(row.text.endswith("…") for row in long)


def clauses(one: str, two: str) -> str:
    """Two options that lay a card where nobody sees it, and another where everybody does."""
    dark = "(move 'C (top (game iloc DARK)))"
    return f"""
      (any {HEARTS} 'C (do ({one} {dark} (move (max {HAND} {ORDER}) (top (game vloc PILE))))))
      (any {suited("CLUBS")} 'C (do ({two} {dark} (inc (game sto CLUBS)))))
      (any {suited("SPADES")} 'C
        (do ({dark} (move (min {HAND} {ORDER}) (top (game vloc PILE))))))"""


VOID = f"(== (size {HEARTS}) 0)"
HINTED = {
    "which of equal cards is the best is drawn": (
        game(f"(inc ((owner (max {WHOLE} {VALUE})) sto HIGH))"),
        game(f"(inc ((owner (max {WHOLE} {ORDER})) sto HIGH))"),
    ),
    "a number is drawn": (
        game(f"((> (size {HEARTS}) (random 0 .. 2)) (inc (game sto MORE)))"),
        game(
            f"""(set (game sto WANTED) (random 0 .. 2))
          ((> (size {HEARTS}) (game sto WANTED)) (inc (game sto MORE)))"""
        ),
    ),
    "it looks at a card that is only drawn then": (
        game("", f"({VOID} {DRAW}) ({VOID} {DRAW})"),
        game("", f"({VOID} {DRAW}) (set (game sto DONE) 1) ({VOID} {DRAW})"),
    ),
    "it depends on the order of hidden cards": (
        game(f"(set (game sto HEART) (score (top {HEARTS}) {VALUE}))"),
        game(f"(set (game sto HEART) (score (max {HEARTS} {VALUE}) {VALUE}))"),
    ),
    "it depends on a name for hidden cards": (
        game(
            "",
            choice=f"""(any {HAND} 'C (do ((move 'C (top (game hloc ASIDE)))
              ((== (cardatt SUIT 'C) HEARTS) (inc (game sto HEARTED))))))""",
        ),
        game(
            "",
            choice=f"""
      (any {HEARTS} 'C (do ((move 'C (top (game hloc ASIDE))) (inc (game sto HEARTED)))))
      (any (filter {HAND} 'C (!= (cardatt SUIT 'C) HEARTS)) 'C
        (move 'C (top (game hloc ASIDE))))""",
        ),
    ),
    "there are private numbers in the game": (
        game(
            "(set ((current player) isto BID) 1)",
            f"((> (sum {HEARTS} {VALUE}) 0) (inc (game sto HEARTED)))",
        ),
        game(
            "(set ((current player) isto BID) 1)",
            f"((> (size {HEARTS}) 0) (inc (game sto HEARTED)))",
        ),
    ),
    "what is seen of it may be taken for what comes next": (
        game("", f"((> (size {HEARTS}) 0) (inc (game sto TURN)))"),
        game("", f"((> (size {HEARTS}) 0) (inc (game sto TURN))) (set (game sto DONE) 1)"),
    ),
    "another option may look the same": (
        game("", choice=clauses("", "")),
        game("", choice=clauses("(set (game sto OPTION) 1)", "(set (game sto OPTION) 2)")),
    ),
    "which card it is shows something, and not everybody sees it": (
        game(f"(move (max {HAND} {ORDER}) (top {NEXT}))"),
        game(
            "",
            choice=f"""(any (filter {HAND} 'C (== (score 'C {ORDER}) (scoremax {HAND} {ORDER}))) 'C
              (move 'C (top {NEXT})))""",
        ),
    ),
    "the options show it to the chooser alone": (
        game(
            "",
            choice="""(any (filter (other player) 'P
                (any ('P iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))) 'P
              (set (game sto ASKED) (pid 'P))) (turn pass)""",
        ),
        game(
            "",
            f"((> (size {suited('HEARTS', NEXT)}) 0) (inc (game sto FOUND)))",
            "(any (other player) 'P (set (game sto ASKED) (pid 'P))) (turn pass)",
        ),
    ),
    "which card was picked unseen": (
        game(
            "",
            choice=f"""(any {HEARTS} 'C (do ((move 'C (top (game hloc DARK)))
              (any {HAND} 'D (move 'D (top (game vloc PILE))))))) (turn pass)""",
        ),
        game(
            "",
            choice=f"""(any {HEARTS} 'C (any {HAND} 'D ((!= 'C 'D)
              (do ((move 'C (top (game hloc DARK))) (move 'D (top (game vloc PILE))))))))
            (turn pass)""",
        ),
    ),
}
"""Rules that are not followed, by the reason; and as the hint says."""


def test_what_a_definition_shows_is_told_of_where_it_is_used() -> None:
    text = game("", f"((> (sum (mine) {VALUE}) 3) (inc (game sto HIGH)))")
    of = described(text.replace("(game\n", f"(game\n  (define (mine) {HAND})\n", 1))
    (found,) = [row for row in shown(of) if row.how == "tests"]
    assert "(sum (mine)" in of.source.line(found.line)


@pytest.mark.parametrize("why", HINTED)
def test_a_hint_helps(why: str) -> None:
    before, after = (shown(described(text)) for text in HINTED[why])
    assert why in {row.why for row in before if row.how in NOT}
    assert HINTS[why] in {row.hint for row in before}
    assert not [row for row in after if row.how in NOT]


def test_the_reasons_are_those_of_the_emitter() -> None:
    folder = Path(kibitz.recycle.emitter.__file__).parent
    written = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    said = re.sub(r'"\s+"', "", written)  # texts that go on in the next line
    assert [why for why in HINTS if f'"{why}"' not in said] == []


@pytest.mark.parametrize("name", rules())
def test_what_a_game_does_not_follow_was_said_before(name: str) -> None:
    of, rng = rule(name), Random(1)
    said = {row.why for row in shown(of)} | {*SELDOM}
    state = of.new(1)
    while not state.over:
        state = state.after(rng.choice(state.actions))
        if not state.over:
            doubts = view(state, None).knowledge.doubts
            assert {doubt.why for doubt in doubts if doubt.why in HINTS} <= said
