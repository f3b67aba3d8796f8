"""Names: declarations, `let`, and what a variable stands for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz.engine import Game, State

Load = Callable[..., Game]
Rules = Callable[..., State]

DECK = "(game vloc DECK)"
PILE = "(game vloc PILE)"


# Declarations


def test_a_declaration_is_a_parameter(rules: Rules) -> None:
    body = "(do ((set (game sto X) 'SIZE) (set (game str Y) 'MODE)))"
    declare = "(declare 3 'SIZE) (declare FAST 'MODE)"
    state = rules(body, declare=declare)
    assert (state.store("X"), state.store("Y")) == (3, "FAST")
    state = rules(body, declare=declare, SIZE=9, MODE="SLOW")
    assert (state.store("X"), state.store("Y")) == (9, "SLOW")


def test_declarations_are_evaluated_in_order(rules: Rules) -> None:
    body = "(do ((set (game sto X) (+ 'A 'B))))"
    declare = "(declare 3 'A) (declare (* 'A 10) 'B)"
    assert rules(body, declare=declare).store("X") == 33
    assert rules(body, declare=declare, A=4).store("X") == 44


def test_players_and_decks_can_depend_on_parameters(run_program: Rules) -> None:
    text = """(game (declare 3 'NUMP) (declare 2 'DECKS)
        (setup (create players 'NUMP)
          (repeat 'DECKS (create deck (game vloc DECK) (deck (RANK (ONE, TWO))))))
        (do ((turn pass))) (scoring max 0))"""
    state = run_program(text, NUMP=5, DECKS=4)
    assert state.game.players == 5
    assert len(state.cards("DECK")) == 8


def test_collections_players_and_places_can_be_declared(rules: Rules) -> None:
    declare = """(declare (ONE, TWO) 'LOW) (declare (range 2..4) 'MIDDLE)
        (declare (1 player) 'DEALER) (declare (game vloc DECK) 'TABLE)"""
    state = rules(
        """(do (
        (all 'LOW 'R (inc (game sto A)))
        (all 'MIDDLE 'N (inc (game sto B) 'N))
        (inc ('DEALER sto D))
        (set (game sto E) (size 'TABLE))))""",
        declare=declare,
    )
    assert [state.store(name) for name in ("A", "B", "D 0", "D 1", "E")] == [2, 9, 0, 1, 5]


def test_a_declared_random_number_is_drawn_for_every_game(game_of: Load) -> None:
    game = game_of(
        "(do ((set (game sto X) 'R) (set (game sto Y) 'R)))",
        declare="(declare (random 1..1000) 'R)",
    )
    states = [game.new(seed) for seed in range(20)]
    assert all(state.store("X") == state.store("Y") for state in states)
    assert len({state.store("X") for state in states}) > 15


# Let


def test_let_of_a_number_is_its_value_at_that_moment(rules: Rules) -> None:
    state = rules("""(do (
        (set (game sto X) 5)
        (let (game sto X) 'V (do (
          (set (game sto X) 6)
          (set (game sto Y) 'V))))))""")
    assert (state.store("X"), state.store("Y")) == (6, 5)


def test_let_of_a_name_a_card_or_a_player_is_its_value_at_that_moment(rules: Rules) -> None:
    state = rules("""(do (
        (set (game str S) SPADES)
        (let (game str S) 'S (let (top (game vloc DECK)) 'C (let (current player) 'P (do (
          (set (game str S) HEARTS)
          (move (top (game vloc DECK)) (top (game vloc PILE)))
          (cycle current (1 player))
          (set (game str T) 'S)
          (set (game str RANK) (cardatt RANK 'C))
          (inc ('P sto N)))))))))""")
    assert (state.store("T"), state.store("RANK")) == ("SPADES", "FIVE")
    assert (state.store("N 0"), state.store("N 1")) == (1, 0)


def test_let_of_a_place_is_the_place_itself(rules: Rules) -> None:
    state = rules(
        """(do (
        (let (game vloc PILE) 'L (do (
          (move (top (game vloc DECK)) (top 'L))
          (move (top (game vloc DECK)) (bottom 'L))
          (set (game sto X) (size 'L)))))))""",
        spell=PILE,
    )
    assert (state.store("X"), state.store("ORDER")) == (2, 45)


def test_let_of_a_place_fixes_its_owner(rules: Rules) -> None:
    state = rules("""(do (
        (let ((current player) vloc HAND) 'H (do (
          (cycle current (1 player))
          (move (top (game vloc DECK)) (top 'H)))))))""")
    assert (state.cards("HAND 0"), state.cards("HAND 1")) == (("5",), ())


def test_let_of_a_filter_is_a_snapshot(rules: Rules) -> None:
    """Cards that leave the place by another way stay in the snapshot."""
    state = rules("""(do (
        (let (filter (game vloc DECK) 'C (!= (cardatt RANK 'C) ONE)) 'S (do (
          (move (top (game vloc DECK)) (top (game vloc PILE)))
          (set (game sto X) (size 'S))
          (set (game sto Y) (sum 'S using (game points VALUE))))))))""")
    assert (state.store("X"), state.store("Y")) == (4, 14)


@pytest.mark.parametrize(("end", "order"), [("top", 532), ("bottom", 235)])
def test_a_snapshot_loses_a_card_that_is_moved_out_through_it(
    rules: Rules, end: str, order: int
) -> None:
    state = rules(
        f"""(do (
        (let (filter (game vloc DECK) 'C (and (!= (cardatt RANK 'C) ONE)
                                              (!= (cardatt RANK 'C) FOUR))) 'S (do (
          (repeat all (move ({end} 'S) (top (game vloc PILE))))
          (set (game sto X) (size 'S)))))))""",
        spell=PILE,
    )
    assert (state.store("X"), state.store("ORDER")) == (0, order)


def test_a_snapshot_loses_its_best_card_too(rules: Rules) -> None:
    state = rules(
        """(do (
        (let (union (game vloc DECK)) 'S (do (
          (repeat 2 (move (max 'S using (game points VALUE)) (top (game vloc PILE))))
          (set (game sto X) (sum 'S using (game points VALUE))))))))""",
        spell=PILE,
    )
    assert (state.store("X"), state.store("ORDER")) == (6, 54)


def test_a_group_that_is_gone_through_loses_its_cards_one_by_one(rules: Rules) -> None:
    state = rules(
        """(do ((all (partition SUIT (game vloc DECK)) 'G (do (
          (repeat all (move (top 'G) (top (game vloc PILE))))
          (inc (game sto X) (size 'G)))))))""",
        deck="(SUIT (SPADES, HEARTS)) (RANK (ONE, TWO))",
    )
    assert state.store("X") == 0
    assert len(state.cards("PILE")) == 4


def test_let_of_a_list_of_groups(rules: Rules) -> None:
    state = rules(
        """(do ((let (partition SUIT (game vloc DECK)) 'GS (do (
          (set (game sto N) (size 'GS))
          (all 'GS 'G (inc (game sto SUM) (sum 'G using (game points VALUE))))
          (set (game sto TOP) (size (top 'GS))))))))""",
        deck="(SUIT (SPADES, HEARTS)) (RANK (ONE, TWO))",
    )
    assert [state.store(name) for name in ("N", "SUM", "TOP")] == [2, 6, 2]


def test_let_of_a_range_and_of_players(rules: Rules) -> None:
    state = rules(
        """(do (
        (let (range 2..4) 'R (all 'R 'N (inc (game sto X) 'N)))
        (let (other player) 'O (all 'O 'P (inc ('P sto Y))))
        (let (ONE, TWO) 'NAMES (all 'NAMES 'N (inc (game sto Z))))))""",
        players=3,
    )
    assert (state.store("X"), state.store("Z")) == (9, 2)
    assert [state.store(f"Y {seat}") for seat in range(3)] == [0, 1, 1]


def test_a_group_taken_from_a_list_is_a_snapshot(rules: Rules) -> None:
    state = rules(
        """(do ((let (top (partition SUIT (game vloc DECK))) 'G (do (
          (repeat all (move (bottom (game vloc DECK)) (top (game vloc PILE))))
          (set (game sto X) (sum 'G using (game points VALUE)))
          (repeat all (move (top 'G) (top (game vloc BACK)))))))))""",
        deck="(SUIT (SPADES, HEARTS)) (RANK (ONE, TWO))",
    )
    assert state.store("X") == 3
    assert set(state.cards("BACK")) == {"1H", "2H"}


# Shadows


def test_an_inner_name_hides_an_outer_one(rules: Rules) -> None:
    state = rules("""(do ((all (range 1..2) 'N (do (
          (all (range 10..11) 'N (inc (game sto X) 'N))
          (inc (game sto Y) 'N))))))""")
    assert (state.store("X"), state.store("Y")) == (42, 3)


def test_a_name_hides_a_declaration(rules: Rules) -> None:
    state = rules(
        """(do (
        (let 5 'N (set (game sto X) 'N))
        (set (game sto Y) 'N)))""",
        declare="(declare 7 'N)",
    )
    assert (state.store("X"), state.store("Y")) == (5, 7)


def test_a_filter_inside_a_filter_may_use_the_same_name(rules: Rules) -> None:
    """Cards of the deck that are not lower than all: the inner C is another card."""
    state = rules("""(do ((set (game sto X) (size (filter (game vloc DECK) 'C
        (and (any (filter (game vloc DECK) 'C (== (cardatt RANK 'C) TWO)) 'C
               (== (cardatt RANK 'C) TWO))
             (== (cardatt RANK 'C) THREE)))))))""")
    assert state.store("X") == 1


def test_a_let_in_a_loop_is_bound_anew_each_time(rules: Rules) -> None:
    state = rules("""(do ((all (range 1..3) 'N (let (* 'N 'N) 'SQUARE
        (inc (game sto X) 'SQUARE)))))""")
    assert state.store("X") == 14


def test_variables_may_change_their_type_when_hidden(rules: Rules) -> None:
    state = rules("""(do ((all player 'V (all (range 3..4) 'V (all (game vloc DECK) 'V
        (inc (game sto X) (score 'V using (game points VALUE))))))))""")
    assert state.store("X") == 2 * 2 * 15
