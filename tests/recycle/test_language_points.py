"""Point maps: awards, sums, the best card, and ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from kibitz.engine import Game, State
from kibitz.errors import GameError

Load = Callable[..., Game]
Rules = Callable[..., State]
Value = Callable[..., int]
Truth = Callable[..., bool]

FRENCH = "(SUIT (SPADES, HEARTS)) (RANK (QUEEN, KING, ACE))"
AWARDS = """(do ((set (game points P) (
    ((RANK : KING) 3) ((SUIT : HEARTS) 10) ((RANK : QUEEN) (SUIT : SPADES) 13)
    ((RANK : ACE) (- 0 4))))))"""


@pytest.mark.parametrize(
    ("position", "score"), [(0, 13), (1, 3), (2, -4), (3, 10), (4, 13), (5, 6)]
)
def test_a_card_scores_the_sum_of_the_awards_all_of_whose_pairs_match(
    value: Value, position: int, score: int
) -> None:
    """QS KS AS QH KH AH; hearts are worth ten each, the queen of spades thirteen."""
    expression = f"(score ({position} (game vloc DECK)) using (game points P))"
    assert value(expression, AWARDS, deck=FRENCH) == score


def test_the_older_spelling_of_awards(value: Value) -> None:
    older = """(do ((put points 'P (
        ((RANK (KING)) 3) ((SUIT (HEARTS)) 10) ((RANK (QUEEN)) (SUIT (SPADES)) 13)))))"""
    assert value("(sum (game vloc DECK) using 'P)", older, deck=FRENCH) == 3 + 3 + 30 + 13


def test_sums_and_extremes(value: Value) -> None:
    assert value("(sum (game vloc DECK) using (game points VALUE))") == 15
    assert value("(sum (game vloc NOWHERE) using (game points VALUE))") == 0
    assert value("(scoremax (game vloc DECK) using (game points VALUE))") == 5
    assert value("(scoremin (game vloc DECK) using (game points VALUE))") == 1
    assert value("(scoremin (game vloc DECK) using (game points P))", AWARDS, deck=FRENCH) == -4


def test_the_best_and_the_worst_card(truth: Truth) -> None:
    assert truth("(== (max (game vloc DECK) using (game points VALUE)) (top (game vloc DECK)))")
    assert truth("(== (min (game vloc DECK) using (game points VALUE)) (bottom (game vloc DECK)))")


@pytest.mark.parametrize("word", ["max", "min", "scoremax", "scoremin"])
def test_nothing_is_the_highest_of_an_empty_place(rules: Rules, word: str) -> None:
    expression = f"({word} (game vloc NOWHERE) using (game points VALUE))"
    action = (
        f"(set (game sto X) {expression})"
        if "score" in word
        else f"(move {expression} (top (game vloc PILE)))"
    )
    with pytest.raises(GameError, match=rf"program_0\.rcy:\d+:\d+: `{word}` of an empty place"):
        rules(f"(do ({action}))")


def test_a_map_that_was_never_set_scores_nothing(value: Value) -> None:
    assert value("(sum (game vloc DECK) using (game points NEVER))") == 0


def test_a_map_is_unset_until_it_is_set(rules: Rules) -> None:
    state = rules("""(do (
        (set (game sto BEFORE) (sum (game vloc DECK) using (game points P)))
        (set (game points P) (((RANK : ONE) 7)))
        (set (game sto AFTER) (sum (game vloc DECK) using (game points P)))))""")
    assert (state.store("BEFORE"), state.store("AFTER")) == (0, 7)


def test_setting_a_map_again_replaces_it(value: Value) -> None:
    twice = """(do (
        (set (game points P) (((RANK : ONE) 7)))
        (set (game points P) (((RANK : TWO) 8)))))"""
    assert value("(sum (game vloc DECK) using (game points P))", twice) == 8


def test_a_map_is_frozen_when_it_is_set(rules: Rules) -> None:
    """Neither the name nor the number it was made from can change it afterwards."""
    state = rules("""(do (
        (set (game str LEAD) TWO)
        (set (game sto WORTH) 100)
        (set (game points NAMED) (((RANK : (game str LEAD)) 9)))
        (set (game points NUMBERED) (((RANK : TWO) (game sto WORTH))))
        (set (game str LEAD) THREE)
        (set (game sto WORTH) 200)
        (set (game sto A) (score (1 (game vloc DECK)) using (game points NAMED)))
        (set (game sto B) (score (2 (game vloc DECK)) using (game points NAMED)))
        (set (game sto C) (score (1 (game vloc DECK)) using (game points NUMBERED)))))""")
    assert [state.store(name) for name in "ABC"] == [9, 0, 100]


def test_an_award_may_name_its_attribute_by_a_variable(rules: Rules) -> None:
    state = rules(
        """(do (
        (all (SUIT, RANK) 'A (do (
          (set (game points P) ((('A : HEARTS) 5)))
          (inc (game sto X) (sum (game vloc DECK) using (game points P))))))))""",
        deck=FRENCH,
    )
    assert state.store("X") == 15


def test_an_award_for_a_value_no_card_has_awards_nothing(value: Value) -> None:
    unset = """(do (
        (set (game str LEAD) NONE)
        (set (game points P) (((RANK : (game str LEAD)) 9)))))"""
    assert value("(sum (game vloc DECK) using (game points P))", unset) == 0


def test_an_award_can_be_for_cards_without_an_attribute(value: Value) -> None:
    """The empty name matches the cards that have no suit."""
    awards = "(do ((set (game points P) (((SUIT : (game str NEVERSET)) 1)))))"
    mixed = "(create deck (game vloc DECK) (deck (RANK (ONE)) (SUIT (HEARTS))))"
    assert value("(sum (game vloc DECK) using (game points P))", awards, setup=mixed) == 5


def test_every_owner_has_maps_of_his_own(rules: Rules) -> None:
    state = rules("""(do (
        (set ((0 player) points P) (((RANK : ONE) 1)))
        (set ((1 player) points P) (((RANK : ONE) 20)))
        (set ((1 team) points P) (((RANK : ONE) 300)))
        (set (game points P) (((RANK : ONE) 4000)))
        (all player 'P (inc (game sto X) (sum (game vloc DECK) using ('P points P))))
        (inc (game sto X) (sum (game vloc DECK) using ((1 team) points P)))
        (inc (game sto X) (sum (game vloc DECK) using ((0 team) points P)))
        (inc (game sto X) (sum (game vloc DECK) using (game points P)))))""")
    assert state.store("X") == 4321


def test_every_owner_has_maps_of_his_own_also_with_computed_awards(rules: Rules) -> None:
    state = rules(
        """(do (
        (all player 'P (set ('P points P) (((RANK : ONE) (+ 1 (pid 'P))))))
        (all player 'P (set (game sto X) (+ (* 10 (game sto X))
          (sum (game vloc DECK) using ('P points P)))))))""",
        players=3,
    )
    assert state.store("X") == 123


def test_the_name_of_a_map_can_be_a_variable(rules: Rules) -> None:
    state = rules("""(do (
        (set (game points LOW) (((RANK : ONE) 1)))
        (set (game points HIGH) (((RANK : FIVE) 20)))
        (all (LOW, HIGH) 'M (inc (game sto X) (sum (game vloc DECK) using (game points 'M))))))""")
    assert state.store("X") == 21


def test_a_map_named_by_a_variable_can_be_set(rules: Rules) -> None:
    state = rules("""(do (
        (all (LOW, HIGH) 'M (set (game points 'M) (((RANK : ONE) 3))))
        (set (game sto X) (sum (game vloc DECK) using (game points LOW)))
        (set (game sto Y) (sum (game vloc DECK) using (game points HIGH)))))""")
    assert (state.store("X"), state.store("Y")) == (3, 3)


@pytest.mark.parametrize("word", ["max", "min"])
def test_ties_are_broken_uniformly_at_random(game_of: Load, word: str) -> None:
    """An unset map: all five cards tie. Expected 400 each, with a deviation of 18."""
    game = game_of(f"""(do ((set (game str X)
        (cardatt RANK ({word} (game vloc DECK) using (game points NEVER))))))""")
    winners = Counter(game.new(seed).store("X") for seed in range(2000))
    assert len(winners) == 5
    assert all(abs(times - 400) < 80 for times in winners.values()), winners


def test_only_the_best_tie(game_of: Load) -> None:
    game = game_of("""(do (
        (set (game points P) (((RANK : TWO) 5) ((RANK : FOUR) 5) ((RANK : FIVE) 1)))
        (set (game str X) (cardatt RANK (max (game vloc DECK) using (game points P))))
        (set (game str Y) (cardatt RANK (max (game vloc DECK) using (game points P))))))""")
    pairs = Counter((state.store("X"), state.store("Y")) for state in map(game.new, range(1000)))
    assert set(pairs) == {(a, b) for a in ("TWO", "FOUR") for b in ("TWO", "FOUR")}
    assert all(abs(times - 250) < 70 for times in pairs.values()), pairs
