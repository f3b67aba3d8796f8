"""Definitions: named conditions, values and statements, written out where they are used."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from kibitz.engine import Game, State
from kibitz.recycle.diagnostics import DescriptionError, Source
from kibitz.recycle.elaborator import elaborate

from .test_language_choices import HAND, outcomes

Rules = Callable[..., State]
Load = Callable[..., Game]


def test_a_condition_with_a_name(rules: Rules) -> None:
    state = rules(
        "(do (((large 3) (inc (game sto X))) ((large 2) (inc (game sto Y)))))",
        declare="(declare 2 'LIMIT) (define (large 'N) (> 'N 'LIMIT))",
    )
    assert (state.store("X"), state.store("Y")) == (1, 0)


def test_any_value_may_have_a_name(rules: Rules) -> None:
    define = """
      (define (worth 'C) (score 'C using (game points VALUE)))
      (define (best 'WHERE) (max 'WHERE using (game points VALUE)))
      (define (hand) ((current player) iloc HAND))
      (define (low 'WHERE) (filter 'WHERE 'C (< (worth 'C) 5)))"""
    body = HAND + "(do ((set (game sto X) (* 10 (worth (best (low (hand)))))) (inc (game sto X))))"
    assert rules(body, declare=define).store("X") == 41


def test_definitions_use_each_other_in_any_order(rules: Rules) -> None:
    define = """(define (four) (double (two))) (define (double 'N) (* 2 'N)) (define (two) 2)"""
    assert rules("(do ((set (game sto X) (four))))", declare=define).store("X") == 4


def test_a_statement_with_a_name(rules: Rules) -> None:
    define = """(define (lay 'C 'WHERE) (do (
        (move 'C (top 'WHERE))
        (inc (game sto X) (score 'C using (game points VALUE))))))"""
    state = rules("(do ((repeat 2 (lay (top (game vloc DECK)) (game vloc PILE)))))", declare=define)
    assert sorted(state.cards("PILE")) == ["4", "5"]
    assert state.store("X") == 9, "the card that was on top, not the one that is"


def test_a_statement_gets_its_values_once(rules: Rules) -> None:
    define = """(define (count 'N) (do (
      (inc (game sto X)) (set (game sto Y) 'N) (inc (game sto Z) 'N))))"""
    state = rules("(do ((count (+ (game sto X) 1))))", declare=define)
    assert (state.store("Y"), state.store("Z")) == (1, 1)
    drawn = rules("(do ((count (random 1..1000))))", declare=define)
    assert drawn.store("Y") == drawn.store("Z")


def test_who_was_current_when_it_began(rules: Rules) -> None:
    define = """(define (pass 'P) (do ((cycle current (next player)) (inc ('P sto X)))))"""
    state = rules("(do ((hand (current player))))", declare=define.replace("(pass", "(hand"))
    assert (state.store("X 0"), state.store("X 1")) == (1, 0)


def test_names_inside_do_not_meet_those_outside(rules: Rules) -> None:
    """The filter binds 'C, which is also what is given, and a parameter of another definition."""
    define = """
      (define (same 'D) (filter (game vloc DECK) 'C (== 'C 'D)))
      (define (alone 'C) (== (size (same 'C)) 1))"""
    body = "(do ((all (game vloc DECK) 'C ((alone 'C) (inc (game sto X))))))"
    assert rules(body, declare=define).store("X") == 5


def test_a_constant_is_the_same_inside_although_its_name_means_something_else_outside(
    rules: Rules,
) -> None:
    define = "(declare 3 'N) (define (limit) 'N)"
    assert rules("(do ((let 9 'N (set (game sto X) (limit)))))", declare=define).store("X") == 3


def test_choices_and_stages_with_names(rules: Rules) -> None:
    define = """
      (define (bid 'STEP) (choice (
        (label "stay" (turn pass))
        (any (range 1..2) 'N (set (game sto BID) (* 'N 'STEP))))))
      (define (auction) (stage player (end (== (game sto TURNS) 2))
        (bid 10)
        (do ((inc (game sto TURNS))))))"""
    state = rules("(auction)", declare=define)
    assert outcomes(state, "BID") == [0, 10, 20]
    state = state.after("stay")
    assert state.to_move == 1
    assert outcomes(state, "BID") == [0, 10, 20]


def test_a_pick_given_to_a_statement_is_still_the_pick(rules: Rules) -> None:
    """So the options are listed from a set of cards, and the action has the number it has."""
    plain = (
        HAND
        + """(choice ((any ((current player) iloc HAND) 'C (do (
      (move 'C (top (game vloc PILE))) (inc (game sto X)))))))"""
    )
    define = "(define (play 'K) (do ((move 'K (top (game vloc PILE))) (inc (game sto X)))))"
    named = HAND + "(choice ((any ((current player) iloc HAND) 'C (play 'C))))"
    one, two = rules(plain), rules(named, declare=define)
    assert one.actions == two.actions
    assert one.game.emitted.text.count("\n") == two.game.emitted.text.count("\n")


@pytest.mark.parametrize("chain", [3, 12])
def test_what_grows_without_measure_gets_a_message(chain: int) -> None:
    names = "abcdefghijklmnopqrst"
    define = "(define (xa) (== 1 1))" + "".join(
        f"(define (x{two}) (and {' '.join([f'(x{one})'] * 20)}))"
        for one, two in pairwise(names[: chain + 1])
    )
    text = f"""(game {define} (setup (create players 2)
      (create deck (game vloc D) (deck (R (A)))))
      (do (((x{names[chain]}) (turn pass)))) (scoring max 0))"""
    if chain == 3:
        program, _ = elaborate(Source(text))
        assert sum(1 for _ in program.nodes()) > 8000
    else:
        with pytest.raises(DescriptionError, match="too long"):
            elaborate(Source(text))
