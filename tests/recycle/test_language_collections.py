"""Collections of cards and groups: filters, unions, sorts, partitions, tuples, runs, subsets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from kibitz.engine import Game, State
from kibitz.errors import GameError

Load = Callable[..., Game]
Rules = Callable[..., State]
Value = Callable[..., int]
Groups = Callable[..., list[str]]

DECK = "(game vloc DECK)"
PILE = "(game vloc PILE)"
NOTHING = "(do ((turn pass)))"
SUITS = "(SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE))"

TURNED = """(do (
    (move (top (game vloc DECK)) (top (game vloc PILE)))
    (move (bottom (game vloc DECK)) (top (game vloc PILE)))
    (move (top (game vloc DECK)) (top (game vloc PILE)))))"""
"""PILE is 5 1 4 from the bottom up, DECK is 2 3."""


# Sets of cards


def test_a_filter_keeps_the_order(rules: Rules) -> None:
    place = "(filter (game vloc PILE) 'C (!= (cardatt RANK 'C) ONE))"
    assert rules(TURNED, spell=place).store("ORDER") == 54


def test_a_filter_of_a_filter(rules: Rules) -> None:
    inner = "(filter (game vloc DECK) 'C (!= (cardatt RANK 'C) ONE))"
    place = f"(filter {inner} 'C (< (score 'C using (game points VALUE)) 4))"
    assert rules(NOTHING, spell=place).store("ORDER") == 23


def test_a_filter_may_look_at_other_cards(rules: Rules) -> None:
    """Those cards of the deck that are one above some card of the pile."""
    place = """(filter (game vloc DECK) 'C (any (game vloc PILE) 'D
        (== (score 'C using (game points VALUE)) (+ (score 'D using (game points VALUE)) 1))))"""
    assert rules(TURNED, spell=place).store("ORDER") == 2


def test_a_filter_of_numbers_names_players_and_places(rules: Rules) -> None:
    state = rules(
        """(do (
        (all (filter (range 1..9) 'N (== (% 'N 3) 0)) 'N (inc (game sto A) 'N))
        (all (filter (HEARTS, SPADES, CLUBS) 'S (!= 'S SPADES)) 'S (inc (game sto B)))
        (all (filter player 'P (> (pid 'P) 1)) 'P (inc ('P sto D)))
        (all (filter team 'T (!= 'T (0 team))) 'T (inc ('T sto E)))
        (repeat 2 (move (top (game vloc DECK)) (top (game vloc ROW 1))))
        (repeat 3 (move (top (game vloc DECK)) (top (game vloc ROW 2))))
        (all (filter (indexed game vloc ROW) 'L (> (size 'L) 2)) 'L (inc (game sto F) (size 'L)))))
        """,
        players=4,
    )
    assert (state.store("A"), state.store("B"), state.store("F")) == (18, 2, 3)
    assert [state.store(f"D {seat}") for seat in range(4)] == [0, 0, 1, 1]
    assert [state.store(f"E team {seat}") for seat in range(4)] == [0, 1, 1, 1]


def test_the_condition_of_a_filter_is_tested_anew_for_every_card(game_of: Load) -> None:
    """A coin is thrown for each of five cards: usually some pass and some do not."""
    game = game_of(
        "(do ((set (game sto X) (size (filter (game vloc DECK) 'C (== (random 0..1) 1))))))"
    )
    passed = Counter(game.new(seed).store("X") for seed in range(320))
    assert set(passed) == set(range(6))
    assert 60 < passed[2] < 140


@pytest.mark.parametrize(
    ("place", "order"),
    [
        ("(union (game vloc DECK) (game vloc PILE))", 23514),
        ("(union (game vloc PILE) (game vloc DECK))", 51423),
        ("(union (game vloc PILE) (game vloc PILE))", 514),
        ("(union (game vloc PILE))", 514),
        ("(union (game vloc NOWHERE) (game vloc NOWHERE))", 0),
        ("(union (filter (game vloc PILE) 'C (== (cardatt RANK 'C) ONE)) (game vloc PILE))", 154),
        ("(union (all (range 0..1) 'I (game vloc ROW 'I)))", 0),
        ("(intersect (game vloc DECK) (game vloc PILE))", 0),
        (
            "(intersect (game vloc PILE) (filter (game vloc PILE) 'C (!= (cardatt RANK 'C) ONE)))",
            54,
        ),
        ("(intersect (game mem M) (game vloc PILE))", 45),
        ("(disjunction (game mem M) (game vloc PILE))", 21),
        ("(disjunction (game mem M) (game vloc PILE) (game vloc DECK))", 13),
    ],
)
def test_unions_intersections_and_disjunctions_keep_the_first_order(
    rules: Rules, place: str, order: int
) -> None:
    """The memory holds 2 4 5."""
    remember = """(do (
        (remember (bottom (game vloc DECK)) (top (game mem M)))
        (remember (top (game vloc PILE)) (top (game mem M)))
        (remember (bottom (game vloc PILE)) (top (game mem M)))))"""
    assert rules(TURNED + remember, spell=place).store("ORDER") == order


def test_a_union_over_players(rules: Rules) -> None:
    deal = "(do ((all player 'P (move (top (game vloc DECK)) (top ('P vloc HAND))))))"
    place = "(union (all player 'P ('P vloc HAND)))"
    assert rules(deal, players=3, spell=place).store("ORDER") == 543
    place = "(union (all (other player) 'P ('P vloc HAND)))"
    assert rules(deal, players=3, spell=place).store("ORDER") == 43


def test_the_union_of_no_places_is_empty(value: Value) -> None:
    assert value("(size (union))") == 0


def test_a_disjunction_of_three_holds_what_is_in_exactly_one(value: Value) -> None:
    """Odd cards, cards below four, cards above one: only the five... is in two; none is in one
    but 1 (twice), 2 (twice), 3 (three times), 4 (once), 5 (twice)."""
    odd = "(filter (game vloc DECK) 'C (== (% (score 'C using (game points VALUE)) 2) 1))"
    low = "(filter (game vloc DECK) 'C (< (score 'C using (game points VALUE)) 4))"
    high = "(filter (game vloc DECK) 'C (> (score 'C using (game points VALUE)) 1))"
    total = "(sum (disjunction {}) using (game points VALUE))"
    assert value(total.format(f"{odd} {low} {high}")) == 4
    assert value(total.format(f"{odd} {low}")) == 2 + 5


def test_sorting_puts_the_highest_on_top_and_leaves_equals_in_order(rules: Rules) -> None:
    assert (
        rules(TURNED, spell="(sort (game vloc PILE) using (game points VALUE))").store("ORDER")
        == 145
    )
    odd = """(do ((set (game points ODD) (
        ((RANK : ONE) 1) ((RANK : THREE) 1) ((RANK : FIVE) 1)))))"""
    place = "(sort (game vloc DECK) using (game points ODD))"
    assert rules(odd, spell=place).store("ORDER") == 24135


@pytest.mark.parametrize(
    ("place", "order"),
    [
        ("(top 2 (game vloc DECK))", 45),
        ("(bottom 2 (game vloc DECK))", 12),
        ("(top 9 (game vloc DECK))", 12345),
        ("(top 0 (game vloc DECK))", 0),
        ("(bottom 1 (top 3 (game vloc DECK)))", 3),
    ],
)
def test_the_first_cards_from_one_end(rules: Rules, place: str, order: int) -> None:
    assert rules(NOTHING, spell=place).store("ORDER") == order


# Partitions


@pytest.mark.parametrize("form", ["(partition SUIT {})", "(partition {} SUIT)"])
def test_a_partition_groups_by_attribute_in_both_dialects(groups: Groups, form: str) -> None:
    assert groups(form.format(DECK), deck=SUITS) == ["1S 2S 3S", "1H 2H 3H"]


def test_groups_come_in_the_order_of_first_appearance(value: Value, rules: Rules) -> None:
    """The pile begins with a heart, then come two spades, a heart and a spade."""
    turned = """(do (
        (move (top (game vloc DECK)) (top (game vloc PILE)))
        (repeat 2 (move (bottom (game vloc DECK)) (top (game vloc PILE))))
        (move (top (game vloc DECK)) (top (game vloc PILE)))
        (move (bottom (game vloc DECK)) (top (game vloc PILE)))))"""
    assert value("(size (0 (partition SUIT (game vloc PILE))))", turned, deck=SUITS) == 2
    assert value("(size (top (partition SUIT (game vloc PILE))))", turned, deck=SUITS) == 3
    sizes = """(do ((all (partition SUIT (game vloc PILE)) 'G
        (set (game sto X) (+ (* 10 (game sto X)) (size 'G))))))"""
    assert rules(turned + sizes, deck=SUITS).store("X") == 23


def test_a_partition_of_several_places(groups: Groups) -> None:
    split = "(do ((repeat 4 (move (top (game vloc DECK)) (top (game vloc PILE))))))"
    found = groups("(partition RANK (game vloc DECK) (game vloc PILE))", split, deck=SUITS)
    assert [set(group.split()) for group in found] == [{"1S", "1H"}, {"2S", "2H"}, {"3H", "3S"}]
    each = "(partition RANK (all (range 0..1) 'I (game vloc ROW 'I)))"
    rows = "(do ((all (game vloc DECK) 'C (move 'C (top (game vloc ROW 1))))))"
    assert groups(each, rows, deck=SUITS) == ["1S 1H", "2S 2H", "3S 3H"]


def test_a_partition_of_nothing_has_no_groups(value: Value) -> None:
    assert value("(size (partition SUIT (game vloc NOWHERE)))", deck=SUITS) == 0


@pytest.mark.parametrize(("which", "size"), [("top", 1), ("bottom", 3), ("1", 2)])
def test_one_group_of_a_list(value: Value, which: str, size: int) -> None:
    """Three, two and one card of a suit."""
    deck = "(SUIT (SPADES, HEARTS, CLUBS)) (RANK (ONE, TWO, THREE))"
    away = """(do (
        (repeat 2 (move (top (game vloc DECK)) (top (game vloc PILE))))
        (move (5 (game vloc DECK)) (top (game vloc PILE)))))"""
    group = f"({which} (partition SUIT (game vloc DECK)))"
    assert value(f"(size {group})", away, deck=deck) == size


def test_there_is_no_group_beyond_the_last(value: Value) -> None:
    with pytest.raises(GameError, match="no such group"):
        value("(size (9 (partition SUIT (game vloc DECK))))", deck=SUITS)


def test_a_list_of_groups_read_as_a_place_is_all_their_cards(rules: Rules) -> None:
    deck = "(SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE))"
    state = rules(NOTHING, spell="(union (partition RANK (game vloc DECK)))", deck=deck)
    assert state.store("ORDER") == 112233


# Tuples


def test_tuples_are_all_combinations_of_equal_score(groups: Groups) -> None:
    deck = "(RANK (ONE, TWO)) (SUIT (SPADES, HEARTS, CLUBS))"
    pairs = groups("(tuples 2 (game vloc DECK) using (game points VALUE))", deck=deck)
    assert sorted(pairs) == ["1H 1C", "1S 1C", "1S 1H", "2H 2C", "2S 2C", "2S 2H"]
    triples = groups("(tuples 3 (game vloc DECK) using (game points VALUE))", deck=deck)
    assert sorted(triples) == ["1S 1H 1C", "2S 2H 2C"]


def test_there_are_no_four_of_a_kind_among_three(value: Value) -> None:
    deck = "(RANK (ONE, TWO)) (SUIT (SPADES, HEARTS, CLUBS))"
    assert value("(size (tuples 4 (game vloc DECK) using (game points VALUE)))", deck=deck) == 0
    assert value("(size (tuples 1 (game vloc DECK) using (game points VALUE)))", deck=deck) == 6


# Runs


def test_three_four_five_six_have_three_runs_of_three_or_more(groups: Groups) -> None:
    runs = groups(
        "(runs all 3 (game vloc DECK) using (game points VALUE))",
        deck="(RANK (THREE, FOUR, FIVE, SIX))",
    )
    assert sorted(runs) == ["3 4 5", "3 4 5 6", "4 5 6"]


def test_four_ranks_in_two_suits_have_sixteen_largest_runs(groups: Groups) -> None:
    deck = "(RANK (THREE, FOUR, FIVE, SIX)) (SUIT (SPADES, HEARTS))"
    runs = groups("(runs largest 3 (game vloc DECK) using (game points VALUE))", deck=deck)
    assert len(set(runs)) == len(runs) == 16
    assert all([card[0] for card in run.split()] == list("3456") for run in runs)


def test_six_seven_seven_eight_have_two_largest_runs(groups: Groups) -> None:
    more = "(create deck (game vloc DECK) (deck (RANK (SEVEN)) (SUIT (HEARTS))))"
    runs = groups(
        "(runs largest 3 (game vloc DECK) using (game points VALUE))",
        deck="(RANK (SIX, SEVEN, EIGHT)) (SUIT (SPADES))",
        setup=more,
    )
    assert sorted(runs) == ["6S 7H 8S", "6S 7S 8S"]


def test_a_gap_ends_a_run(groups: Groups) -> None:
    deck = "(RANK (ONE, TWO, FOUR, FIVE, SIX, EIGHT))"
    largest = "(runs largest {} (game vloc DECK) using (game points VALUE))"
    assert groups(largest.format(2), deck=deck) == ["1 2", "4 5 6"]
    assert groups(largest.format(1), deck=deck) == ["1 2", "4 5 6", "8"]
    assert groups(largest.format(3), deck=deck) == ["4 5 6"]
    every = groups("(runs all 2 (game vloc DECK) using (game points VALUE))", deck=deck)
    assert sorted(every) == ["1 2", "4 5", "4 5 6", "5 6"]


def test_there_may_be_no_run(value: Value) -> None:
    assert value("(size (runs all 6 (game vloc DECK) using (game points VALUE)))") == 0
    assert value("(size (runs largest 2 (game vloc NOWHERE) using (game points VALUE)))") == 0


def test_a_run_rises_however_the_cards_lie(groups: Groups) -> None:
    """The pile is 5 1 4."""
    assert groups("(runs largest 2 (game vloc PILE) using (game points VALUE))", TURNED) == ["4 5"]


@pytest.mark.parametrize(
    ("end", "least", "order"),
    [("top", 1, 54), ("top", 2, 54), ("top", 3, 0), ("bottom", 1, 2), ("bottom", 2, 0)],
)
def test_the_longest_run_at_one_end_of_a_place(
    rules: Rules, end: str, least: int, order: int
) -> None:
    """The pile is 2 5 4: the top two are a run in any order, the bottom two are not."""
    moves = """(do (
        (move (1 (game vloc DECK)) (top (game vloc PILE)))
        (repeat 2 (move (top (game vloc DECK)) (top (game vloc PILE))))))"""
    place = f"(run {end} {least} (game vloc PILE) using (game points VALUE))"
    assert rules(moves, spell=place).store("ORDER") == order


def test_the_longest_run_is_found_even_if_a_shorter_stretch_is_none(rules: Rules) -> None:
    """The pile is 4 3 5 from the bottom up: 3 5 is no run, 4 3 5 is one."""
    moves = """(do (
        (move (3 (game vloc DECK)) (top (game vloc PILE)))
        (repeat 2 (move (2 (game vloc DECK)) (top (game vloc PILE))))))"""
    place = "(run top 2 (game vloc PILE) using (game points VALUE))"
    assert rules(moves, spell=place).store("ORDER") == 435


def test_a_pair_is_no_run(value: Value) -> None:
    deck = "(RANK (ONE)) (SUIT (SPADES, HEARTS))"
    assert value("(size (run top 2 (game vloc DECK) using (game points VALUE)))", deck=deck) == 0


# Subsets


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("(== (sum 'S using (game points VALUE)) 6)", ["1 2 3", "2 4", "1 5"]),
        ("(== (size 'S) 4)", ["1 2 3 4", "1 2 3 5", "1 2 4 5", "1 3 4 5", "2 3 4 5"]),
        (
            "(and (== (size 'S) 2) (== (score (top 'S) using (game points VALUE)) 3))",
            ["1 3", "2 3"],
        ),
        (
            "(and (== (sum 'S using (game points VALUE)) 6) (== (size 'S) 2))",
            ["2 4", "1 5"],
        ),
    ],
    ids=["a sum", "a size", "its top card", "a sum and a size"],
)
def test_some_of_all_subsets(groups: Groups, condition: str, found: list[str]) -> None:
    assert groups(f"(filter (subsets (game vloc DECK)) 'S {condition})") == found


def test_three_cards_have_eight_subsets(groups: Groups) -> None:
    found = groups("(subsets (game vloc DECK))", deck="(RANK (ONE, TWO, THREE))")
    assert sorted(found) == ["", "1", "1 2", "1 2 3", "1 3", "2", "2 3", "3"]


def test_the_empty_place_has_one_subset(value: Value) -> None:
    assert value("(size (subsets (game vloc NOWHERE)))") == 1


@pytest.mark.parametrize(("number", "count"), [(0, 1), (1, 5), (2, 10), (3, 10), (5, 1), (6, 0)])
def test_subsets_of_a_given_size(value: Value, number: int, count: int) -> None:
    assert value(f"(size (subsets {number} (game vloc DECK)))") == count
    sized = f"(filter (subsets (game vloc DECK)) 'S (== (size 'S) {number}))"
    assert value(f"(size {sized})") == count


def test_too_many_subsets_are_an_error_not_a_crash(value: Value) -> None:
    deck = "(RANK (ONE, TWO, THREE)) (SUIT (A, B, C, D, E, F, G, H, I, J))"
    with pytest.raises(GameError, match="groups"):
        value("(size (subsets (game vloc DECK)))", deck=deck)
    with pytest.raises(GameError, match="groups"):
        value("(size (filter (subsets (game vloc DECK)) 'S (== (size 'S) 1)))", deck=deck)


def test_a_filter_of_groups_keeps_their_order(groups: Groups) -> None:
    found = groups(
        """(filter (partition RANK (game vloc DECK)) 'G
        (> (sum 'G using (game points VALUE)) 2))""",
        deck=SUITS,
    )
    assert found == ["2S 2H", "3S 3H"]


# Indexed places

ROWS = """(do (
    (move (top (game vloc DECK)) (top (game vloc ROW 3)))
    (repeat 2 (move (top (game vloc DECK)) (top (game vloc ROW 1))))))"""


def test_indexed_are_the_places_that_hold_cards_in_the_order_of_their_index(
    groups: Groups, value: Value
) -> None:
    assert groups("(indexed game vloc ROW)", ROWS) != []
    assert value("(size (indexed game vloc ROW))", ROWS) == 2
    assert value("(size (bottom (indexed game vloc ROW)))", ROWS) == 2
    assert value("(size (top (indexed game vloc ROW)))", ROWS) == 1


def test_one_can_move_into_an_indexed_place(rules: Rules) -> None:
    state = rules(
        ROWS
        + """(do ((all (indexed game vloc ROW) 'L
        (move (top (game vloc DECK)) (bottom 'L)))))"""
    )
    assert len(state.cards("ROW#1")) == 3
    assert set(state.cards("ROW#3")) == {"5", "1"}
    assert state.cards("ROW#2") == ()


def test_all_over_indexed_places_is_over_those_that_held_cards_at_the_start(rules: Rules) -> None:
    state = rules(
        ROWS
        + """(do ((all (indexed game vloc ROW) 'L (do (
        (move (top (game vloc DECK)) (top (game vloc ROW 2)))
        (inc (game sto X)))))))"""
    )
    assert state.store("X") == 2
    assert len(state.cards("ROW#2")) == 2


def test_players_have_indexed_places_of_their_own(value: Value) -> None:
    moves = """(do (
        (move (top (game vloc DECK)) (top ((1 player) vloc ROW 0)))
        (move (top (game vloc DECK)) (top ((1 player) vloc ROW 2)))
        (move (top (game vloc DECK)) (top ((0 player) vloc ROW 1)))))"""
    assert value("(size (indexed (1 player) vloc ROW))", moves) == 2
    assert value("(size (indexed (0 player) vloc ROW))", moves) == 1


def test_a_place_for_every_group_of_a_list(groups: Groups, value: Value) -> None:
    moves = """(do ((all (partition RANK (game vloc DECK)) 'G
        (move (top 'G) (top (game vloc ROW (score (top 'G) using (game points VALUE))))))))"""
    rows = "(all (partition RANK (union (all (range 1..5) 'I (game vloc ROW 'I)))) 'G {})"
    row = "(game vloc ROW (score (top 'G) using (game points VALUE)))"
    assert value(f"(size {rows.format(row)})", moves) == 5
    assert value(f"(size (union {rows.format(row)}))", moves) == 5
    pairs = "(all (subsets 2 (game vloc DECK)) 'G 'G)"
    assert len(groups(pairs)) == 10


def test_groups_are_snapshots(rules: Rules) -> None:
    """The cards move while the groups are gone through; the groups stay as they were."""
    state = rules(
        """(do ((all (partition SUIT (game vloc DECK)) 'G (do (
        (repeat all (move (top (game vloc DECK)) (top (game vloc PILE))))
        (set (game sto X) (+ (* 10 (game sto X)) (size 'G))))))))""",
        deck=SUITS,
    )
    assert state.store("X") == 33


def test_moving_out_of_a_group_moves_the_real_card(rules: Rules) -> None:
    state = rules(
        """(do ((all (partition SUIT (game vloc DECK)) 'G
        (move (top 'G) (top (game vloc PILE))))))""",
        deck=SUITS,
    )
    assert set(state.cards("PILE")) == {"3S", "3H"}
