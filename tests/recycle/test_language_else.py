"""`else`: what is done, or offered, when nothing before it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz.engine import Game, State

from .test_language_choices import HAND, outcomes

Rules = Callable[..., State]
Load = Callable[..., Game]


# In a do


@pytest.mark.parametrize(
    ("a", "b", "expected"), [(1, 1, 11), (1, 0, 1), (0, 1, 10), (0, 0, 100), (1, 2, 1)]
)
def test_it_is_done_if_none_of_the_conditions_before_it_held(
    rules: Rules, a: int, b: int, expected: int
) -> None:
    state = rules(f"""(do (
      ((== {a} 1) (inc (game sto X) 1))
      ((== {b} 1) (inc (game sto X) 10))
      (else (inc (game sto X) 100))))""")
    assert state.store("X") == expected


def test_what_is_done_does_not_change_which_it_was(rules: Rules) -> None:
    """After the first, its own condition no longer holds."""
    state = rules("""(do (
      (set (game sto N) 1)
      ((> (game sto N) 0) (dec (game sto N)))
      (else (set (game sto X) 7))))""")
    assert (state.store("N"), state.store("X")) == (0, 0)
    state = rules("""(do (
      ((> (game sto N) 0) (set (game sto X) 1))
      ((> (game sto N) 5) (set (game sto X) 2))
      (else (set (game sto N) 9))))""")
    assert (state.store("N"), state.store("X")) == (9, 0)


def test_it_belongs_to_the_conditions_directly_before_it(rules: Rules) -> None:
    state = rules("""(do (
      ((== 1 1) (inc (game sto X) 1))
      (turn pass)
      ((== 1 2) (inc (game sto X) 10))
      (else (inc (game sto X) 100))
      ((== 1 2) (inc (game sto X) 1000))
      (else (inc (game sto X) 10000))))""")
    assert state.store("X") == 10101


def test_one_in_another(rules: Rules) -> None:
    body = """(do (
      ((== 1 2) (set (game sto X) 1))
      (else (do (
        ((== 1 2) (set (game sto X) 2))
        (else (all player 'P (do (
          ((== (pid 'P) 0) (inc (game sto X) 3))
          (else (inc (game sto X) 40)))))))))))"""
    assert rules(body).store("X") == 43


def test_after_one_condition_chance_is_asked_once(load_text: Load) -> None:
    """Exactly one of the two is done, whatever comes out."""
    game = load_text("""(game (setup (create players 2)
      (create deck (game vloc DECK) (deck (RANK (ONE)))))
      (do ((repeat 50 (do (((== (random 1) 0) (inc (game sto A))) (else (inc (game sto B))))))))
      (scoring max 0))""")
    state = game.new(3)
    a, b = int(state.store("A")), int(state.store("B"))
    assert a + b == 50
    assert min(a, b) > 5


def test_in_an_option_it_is_a_part_of_the_option(rules: Rules) -> None:
    state = rules("""(choice (
      (any (range 1..4) 'N (do (
        ((> 'N 2) (set (game sto X) 'N))
        (else (set (game sto Y) 'N)))))))""")
    assert outcomes(state, "X", "Y") == [(0, 1), (0, 2), (3, 0), (4, 0)]


def test_its_picks_are_options(rules: Rules) -> None:
    body = """(choice (
      (do (
        ((== {} 1) (any (range 1..2) 'N (set (game sto X) 'N)))
        (else (any (range 3..5) 'N (set (game sto X) 'N)))))))"""
    assert outcomes(rules(body.format(1)), "X") == [1, 2]
    assert outcomes(rules(body.format(2)), "X") == [3, 4, 5]


# In a choice


def test_it_is_offered_if_nothing_else_is(rules: Rules) -> None:
    body = (
        HAND
        + """(choice (
      (any (filter ((current player) iloc HAND) 'C
             (== (score 'C using (game points VALUE)) {})) 'C
        (move 'C (top (game vloc PILE))))
      (else (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))))"""
    )
    assert [action.cards for action in rules(body.format(4)).actions] == [("4",)]
    free = rules(body.format(2)).actions
    assert sorted(action.cards for action in free) == [("3",), ("4",), ("5",)]


@pytest.mark.parametrize(
    ("clause", "offered"),
    [
        ("((== 1 2) (turn pass))", False),
        ("((== 1 1) ((== 1 1) (set (game sto X) 1)))", True),
        ("(any (range 1..0) 'N (set (game sto X) 'N))", False),
        ("(any (range 1..3) 'N ((> 'N 3) (set (game sto X) 'N)))", False),
        ("(any (range 1..3) 'N ((> 'N 2) (set (game sto X) 'N)))", True),
        ("(let 2 'N ((> 'N 2) (set (game sto X) 'N)))", False),
        ("(let 3 'N (any (range 1..'N) 'M ((> 'M 2) (set (game sto X) 'M))))", True),
        ("(do (((== 1 2) (turn pass)) ((== 1 3) (set (game sto X) 1))))", False),
        ("(do (((== 1 2) (turn pass)) ((== 1 1) (set (game sto X) 1))))", True),
        ("(do ((any (range 1..0) 'N (turn pass)) (turn pass)))", True),
        ("(all player 'P ((== (pid 'P) 2) (turn pass)))", False),
        ("(all player 'P ((== (pid 'P) 1) (turn pass)))", True),
        ("(repeat 0 (turn pass))", False),
        ("(repeat 1 (turn pass))", True),
        ("(repeat all (move (top (game vloc NONE)) (top (game vloc PILE))))", False),
        ("(repeat all (move (top (game vloc DECK)) (top (game vloc PILE))))", True),
        ("(any (subsets 1 (game vloc DECK)) 'S (all 'S 'C (move 'C (top (game vloc P)))))", True),
        ("(any (subsets 3 (game vloc DECK)) 'S (all 'S 'C (move 'C (top (game vloc P)))))", True),
        ("(any (subsets 0 (game vloc DECK)) 'S (all 'S 'C (move 'C (top (game vloc P)))))", False),
        ("(any (subsets 6 (game vloc DECK)) 'S (all 'S 'C (move 'C (top (game vloc P)))))", False),
        ("(any (subsets (game vloc NONE)) 'S (all 'S 'C (move 'C (top (game vloc P)))))", False),
        (
            "(any (tuples 2 (game vloc DECK) using (game points VALUE)) 'S"
            " (all 'S 'C (move 'C (top (game vloc P)))))",
            False,
        ),
        ("(do (((== 1 2) (turn pass)) (else ((== 1 2) (turn pass)))))", False),
        ("(do (((== 1 2) (turn pass)) (else ((== 1 1) (turn pass)))))", True),
    ],
)
def test_whether_a_clause_offers_something(rules: Rules, clause: str, offered: bool) -> None:
    state = rules(f"(choice ({clause} (else (set (game sto LAST) 1))))")
    last = [then for then in map(state.after, state.actions) if then.store("LAST")]
    assert bool(last) is not offered
    assert not last or len(state.actions) == 1


def test_it_is_offered_only_if_no_clause_offers_anything(rules: Rules) -> None:
    body = """(choice (
      ((== {} 1) (set (game sto X) 1))
      (any (range 2..{}) 'N (set (game sto X) 'N))
      (else (set (game sto X) 9))))"""
    assert outcomes(rules(body.format(1, 1)), "X") == [1]
    assert outcomes(rules(body.format(0, 3)), "X") == [2, 3]
    assert outcomes(rules(body.format(0, 1)), "X") == [9]


def test_it_may_be_labelled(rules: Rules) -> None:
    state = rules('(choice (((== 1 2) (turn pass)) (else (label "give in" (turn pass)))))')
    assert [action.text for action in state.actions] == ["give in"]
