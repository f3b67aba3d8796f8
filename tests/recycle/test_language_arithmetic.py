"""Numbers and conditions: what they come to, worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz.engine import Game, State
from kibitz.errors import GameError, KibitzError

LoadText = Callable[..., Game]
Rules = Callable[..., State]
Value = Callable[..., int]
Truth = Callable[..., bool]


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("7", 7),
        ("(+ 2 3)", 5),
        ("(+ 1 2 3 4)", 10),
        ("(* 2 3 4)", 24),
        ("(- 3 10)", -7),
        ("(// 7 2)", 3),
        ("(// (- 0 7) 2)", -3),
        ("(// 7 (- 0 2))", -3),
        ("(// (- 0 7) (- 0 2))", 3),
        ("(% 7 2)", 1),
        ("(% (- 0 7) 2)", -1),
        ("(% 7 (- 0 2))", 1),
        ("(% (- 0 7) (- 0 2))", -1),
        ("(mod 17 5)", 2),
        ("(^ 2 10)", 1024),
        ("(^ (- 0 3) 3)", -27),
        ("(^ 5 0)", 1),
        ("(tri 1)", 1),
        ("(tri 4)", 10),
        ("(tri 0)", 0),
        ("(fib 1)", 1),
        ("(fib 2)", 1),
        ("(fib 10)", 55),
        ("(max 2 3)", 3),
        ("(min 2 3)", 2),
        ("(max (- 0 4) (- 0 9) (- 0 6))", -4),
        ("(min 5 1 3 2)", 1),
        ("(- (max 2 7) (min (max 1 4) 9))", 3),
        ("(max (size (game vloc DECK)) (size player) 4)", 5),
        ("(score (max (game vloc DECK) using (game points VALUE)) using (game points VALUE))", 5),
        ("(+ (* 2 (- 9 4)) (// 9 (% 7 4)))", 13),
        ("-3", -3),
        ("-0", 0),
        ("-2147483648", -2147483648),
        ("(+ -3 2 -4)", -5),
        ("(- -3 -4)", 1),
        ("(- 3 -4)", 7),
        ("(-3 2)", 1),
        ("(-3 -2)", 5),
        ("(* -3 -4)", 12),
        ("(// -7 2)", -3),
        ("(// 7 -2)", -3),
        ("(% -7 -2)", -1),
        ("(^ -3 3)", -27),
        ("(max -4 -9)", -4),
        ("(size (range -2..2))", 5),
        ("(size (range -2 .. -1))", 2),
        ("(random -5..-5)", -5),
    ],
)
def test_arithmetic(value: Value, expression: str, result: int) -> None:
    assert value(expression) == result


def test_negative_numbers_wherever_a_number_may_stand(rules: Rules) -> None:
    state = rules(
        """(do (
      (set (game points LOSS) (((RANK : FIVE) -5) ((RANK : FOUR) -4) ((RANK : ONE) 2)))
      (set (game sto SUM) (sum (game vloc DECK) using (game points LOSS)))
      (set (game sto WORST) (scoremin (game vloc DECK) using (game points LOSS)))
      (move (min (game vloc DECK) using (game points LOSS)) (top (game vloc LOST)))
      (all (filter (game vloc DECK) 'C (< (score 'C using (game points LOSS)) -3)) 'C
        (move 'C (top (game vloc BAD))))
      (inc (game sto CHIPS) -3)
      (dec (game sto CHIPS) -1)
      (repeat -1 (inc (game sto NEVER)))
      ((== (game sto CHIPS) -2) (set (game sto RIGHT) 'DEBT))))
     (choice ((any (range -2..1) 'N (set (game sto BID) 'N))))""",
        declare="(declare -7 'DEBT)",
        scoring="max -1",
    )
    assert [state.store(name) for name in ("SUM", "WORST", "CHIPS", "NEVER")] == [-7, -5, -2, 0]
    assert state.store("RIGHT") == -7
    assert (state.cards("LOST"), state.cards("BAD")) == (("5",), ("4",))
    assert [action.numbers for action in state.actions] == [(-2,), (-1,), (0,), (1,)]
    assert [state.after(action).store("BID") for action in state.actions] == [-2, -1, 0, 1]
    assert state.after(state.actions[0]).scores == (-1, -1)
    assert state.game.parameters == {"DEBT": -7}


@pytest.mark.parametrize("place", ["(game vloc ROW -1)", "(game vloc ROW (- 0 1))"])
def test_no_place_has_a_negative_index(rules: Rules, place: str) -> None:
    with pytest.raises(GameError, match="index"):
        rules(f"(do ((move (top (game vloc DECK)) (top {place}))))")


def test_a_store_is_zero_until_it_is_set(value: Value) -> None:
    assert value("(+ 5 (game sto NOTHING))", "(do ((set (game sto OTHER) 3)))") == 5


def test_repeat_three_times_inc_gives_three(rules: Rules) -> None:
    assert rules("(do ((repeat 3 (inc (game sto X) 1))))").store("X") == 3


def test_inc_and_dec_are_by_one_unless_they_say_otherwise(rules: Rules) -> None:
    state = rules(
        "(do ((inc (game sto X)) (inc (game sto X) 10) (dec (game sto X)) (dec (game sto Y) 4)))"
    )
    assert (state.store("X"), state.store("Y")) == (10, -4)


@pytest.mark.parametrize("times", ["0", "(- 0 2)"])
def test_repeating_no_times_or_fewer_does_nothing(rules: Rules, times: str) -> None:
    assert rules(f"(do ((repeat {times} (inc (game sto X)))))").store("X") == 0


def test_how_often_is_decided_before_the_first_time(rules: Rules) -> None:
    state = rules("(do ((set (game sto X) 3) (repeat (game sto X) (inc (game sto X)))))")
    assert state.store("X") == 6


def test_the_sum_over_a_range_from_2_to_5_is_14(rules: Rules) -> None:
    assert rules("(do ((all (range 2..5) 'N (inc (game sto X) 'N))))").store("X") == 14


def test_a_range_that_goes_down_is_empty(rules: Rules, value: Value) -> None:
    assert rules("(do ((all (range 5..2) 'N (inc (game sto X)))))").store("X") == 0
    assert value("(size (range 5..2))") == 0


def test_sizes(value: Value) -> None:
    assert value("(size (range 2..5))") == 4
    assert value("(size (HEARTS, SPADES, CLUBS))") == 3
    assert value("(size player)", players=5) == 5
    assert value("(size (other player))", players=5) == 4
    assert value("(size team)", players=4, teams="(create teams (0, 2) (1, 3))") == 2
    assert value("(size (0 team))", players=3, teams="(create teams (0, 2) (1))") == 2
    assert value("(size (game vloc DECK))") == 5
    assert value("(size (subsets (game vloc DECK)))") == 32
    assert value("(size (filter (range 1..9) 'N (== (% 'N 2) 0)))") == 4


def test_the_largest_and_smallest_of_the_same_numbers_drawn_lie_apart_as_they_do(
    rules: Rules,
) -> None:
    """Each is drawn once, whatever is made of it."""
    for seed in range(6):
        state = rules(
            """(do (
            (let (random 1..9) 'A (let (random 1..9) 'B (do (
              (set (game sto SPAN) (- (max 'A 'B) (min 'A 'B)))
              (set (game sto ONE) (- 'A 'B))))))))""",
            seed,
        )
        assert state.store("SPAN") == abs(int(state.store("ONE")))


def test_how_many_play_may_be_the_larger_of_two_numbers(load_text: LoadText) -> None:
    text = """(game (declare 2 'N) (setup (create players (max 3 'N)))
      (do ((set (game sto X) 1))) (scoring max 0))"""
    assert load_text(text).players == 3
    assert load_text(text, N=5).players == 5


# 32 bits


@pytest.mark.parametrize(
    "expression",
    [
        "(+ 2147483647 1)",
        "(- (- 0 2147483647) 2)",
        "(* 65536 32768)",
        "(* 65536 65536 65536 65536)",
        "(* (- 0 65536) 65536)",
        "(^ 2 31)",
        "(^ (- 0 3) 21)",
        "(fib 47)",
        "(tri 65536)",
    ],
)
def test_a_number_that_does_not_fit_32_bits_is_an_error_when_stored(
    value: Value, expression: str
) -> None:
    with pytest.raises(GameError, match="32 bits"):
        value(expression)


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("(+ 2147483646 1)", 2**31 - 1),
        ("(- (- 0 2147483647) 1)", -(2**31)),
        ("(* 65535 32768)", 65535 * 32768),
        ("(* (- 0 65536) 32768)", -(2**31)),
        ("(^ (- 0 2) 31)", -(2**31)),
        ("(fib 46)", 1836311903),
        ("(tri 65535)", 2147450880),
    ],
)
def test_the_largest_numbers_that_fit(value: Value, expression: str, result: int) -> None:
    assert value(expression) == result


def test_a_number_written_down_that_does_not_fit_is_refused(value: Value) -> None:
    with pytest.raises(KibitzError):
        value("3000000000")


def test_inc_and_dec_too_stay_within_32_bits(rules: Rules) -> None:
    with pytest.raises(GameError, match="32 bits"):
        rules("(do ((set (game sto X) 2147483647) (inc (game sto X))))")
    with pytest.raises(GameError, match="32 bits"):
        rules("(do ((dec (game sto X) 2147483647) (dec (game sto X) 2)))")


@pytest.mark.parametrize("word", ["//", "%"])
def test_division_by_zero_is_an_error_that_says_where(value: Value, word: str) -> None:
    with pytest.raises(GameError, match=r"program_0\.rcy:\d+:\d+: division by zero"):
        value(f"({word} 1 (game sto ZERO))", "(do ((set (game sto ONE) 1)))")


# Conditions


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(< 1 2)", True),
        ("(< 2 2)", False),
        ("(> 3 2)", True),
        ("(>= 2 2)", True),
        ("(<= 3 2)", False),
        ("(== 2 2)", True),
        ("(!= 2 2)", False),
        ("(== KING KING)", True),
        ("(== KING QUEEN)", False),
        ("(!= KING QUEEN)", True),
        ("(== (0 player) (current player))", True),
        ("(== (1 player) (current player))", False),
        ("(!= (1 team) (0 team))", True),
        ("(== (team (1 player)) (1 team))", True),
        ("(== (top (game vloc DECK)) (4 (game vloc DECK)))", True),
        ("(== (top (game vloc DECK)) (bottom (game vloc DECK)))", False),
        ("(not (== 1 2))", True),
        ("(and (== 1 1) (== 2 2) (== 3 3))", True),
        ("(and (== 1 1) (== 2 2) (== 3 4))", False),
        ("(or (== 1 2) (== 2 3) (== 3 3))", True),
        ("(or (== 1 2) (== 2 3))", False),
        ("(not (or (== 1 1) (== 1 2)))", False),
        ("(any (range 1..5) 'N (== 'N 3))", True),
        ("(any (range 1..5) 'N (== 'N 6))", False),
        ("(all (range 1..5) 'N (< 'N 6))", True),
        ("(all (range 1..5) 'N (< 'N 5))", False),
        ("(any (range 2..1) 'N (== 1 1))", False),
        ("(all (range 2..1) 'N (== 1 2))", True),
        ("(any (game vloc NOWHERE) 'C (== 1 1))", False),
        ("(all (game vloc NOWHERE) 'C (== 1 2))", True),
        ("(any (game vloc DECK) 'C (== (cardatt RANK 'C) FOUR))", True),
        ("(all (game vloc DECK) 'C (!= (cardatt RANK 'C) SIX))", True),
        ("(all (game vloc DECK) 'C (!= (cardatt RANK 'C) ONE))", False),
        ("(all player 'P (== ('P sto X) 0))", True),
        ("(any (other player) 'P (== 'P (current player)))", False),
        ("(any (HEARTS, SPADES) 'S (== 'S SPADES))", True),
        ("(all (subsets (game vloc DECK)) 'S (<= (size 'S) 5))", True),
        ("(any (subsets (game vloc DECK)) 'S (== (sum 'S using (game points VALUE)) 15))", True),
    ],
)
def test_conditions(truth: Truth, condition: str, holds: bool) -> None:
    assert truth(condition) is holds


NOTHING_THERE = "(== (scoremax (game vloc NOWHERE) using (game points VALUE)) 1)"


def test_what_decides_nothing_any_more_is_not_evaluated(truth: Truth) -> None:
    """The right half would be an error: there is no highest card of an empty place."""
    assert truth(f"(or (== 1 1) {NOTHING_THERE})")
    assert not truth(f"(and (== 1 2) {NOTHING_THERE})")
    with pytest.raises(GameError, match="scoremax"):
        truth(f"(and (== 1 1) {NOTHING_THERE})")
    with pytest.raises(GameError, match="scoremax"):
        truth(f"(or (== 1 2) {NOTHING_THERE})")


def test_a_quantifier_stops_at_the_first_member_that_decides(truth: Truth) -> None:
    """6 // (N - 3) would be a division by zero for the third number."""
    assert truth("(any (range 1..3) 'N (== (// 6 (- 'N 3)) (- 0 6)))")
    assert not truth("(all (range 1..3) 'N (== (// 6 (- 'N 3)) 6))")
    with pytest.raises(GameError, match="division by zero"):
        truth("(all (range 1..3) 'N (< (// 6 (- 'N 3)) 0))")


@pytest.mark.parametrize(
    "what", ["(any {} 'C {})", "(all {} 'C {})", "(> (size (filter {} 'C {})) 0)"]
)
@pytest.mark.parametrize(
    "guarded",
    [
        f"(and (> (size (game vloc NOWHERE)) 0) {NOTHING_THERE})",
        f"(and (== (cardatt RANK 'C) SIX) {NOTHING_THERE})",
        "(and (!= (game sto ZERO) 0) (== (// 1 (game sto ZERO)) 1))",
    ],
)
def test_conditions_stop_early_for_every_card_of_a_filter_too(
    truth: Truth, what: str, guarded: str
) -> None:
    """No card passes the first half, so the second, an error, is never looked at."""
    assert not truth(what.format("(game vloc DECK)", guarded))


@pytest.mark.parametrize(
    ("what", "holds"),
    [
        ("(any {} 'C {})", False),
        ("(all {} 'C {})", True),
        ("(> (size (filter {} 'C {})) 0)", False),
    ],
)
def test_a_condition_on_the_cards_of_an_empty_place_is_never_evaluated(
    truth: Truth, what: str, holds: bool
) -> None:
    assert truth(what.format("(game vloc NOWHERE)", NOTHING_THERE)) is holds


def test_a_skipped_statement_is_skipped_and_the_others_run(rules: Rules) -> None:
    state = rules("""(do (
        ((== 1 2) (set (game sto A) 1))
        ((== 1 1) (set (game sto B) 1))
        (set (game sto C) 1)))""")
    assert [state.store(name) for name in "ABC"] == [0, 1, 1]


def test_every_statement_sees_the_effects_of_the_earlier_ones(rules: Rules) -> None:
    state = rules("""(do (
        (set (game sto A) 1)
        ((== (game sto A) 1) (set (game sto A) 2))
        ((== (game sto A) 1) (set (game sto B) 1))
        ((== (game sto A) 2) (set (game sto B) 2))))""")
    assert state.store("B") == 2


@pytest.mark.parametrize("word", ["max", "*"])
def test_many_operands_in_many_operands(value: Value, word: str) -> None:
    ones = " ".join(["1"] * 97)
    assert value(f"({word} ({word} ({word} 1 2 {ones}) {ones}) {ones})") == 2
