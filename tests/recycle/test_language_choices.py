"""Choices: which options there are, what they are called, what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from kibitz.engine import Game, State
from kibitz.errors import GameError, IllegalAction

Load = Callable[..., Game]
Rules = Callable[..., State]

HAND = "(do ((repeat 3 (move (top (game vloc DECK)) (top ((current player) iloc HAND))))))"
"""Seat 0 gets 5 4 3."""


def outcomes(state: State, *stores: str) -> list[object]:
    """What some stores hold after each option."""
    after = [state.after(action) for action in state.actions]
    if len(stores) == 1:
        return [then.store(stores[0]) for then in after]
    return [tuple(then.store(name) for name in stores) for then in after]


# Who decides


def test_in_the_game_body_seat_0_decides(rules: Rules) -> None:
    assert rules("(choice ((turn pass) (inc (game sto X))))", players=3).to_move == 0


def test_the_current_player_decides(rules: Rules) -> None:
    state = rules("(do ((cycle current (2 player)))) (choice ((turn pass)))", players=3)
    assert state.to_move == 2
    body = "(stage player (end (== (game sto N) 4)) (choice ((inc (game sto N)))))"
    state = rules(body, players=3)
    seats = []
    while not state.over:
        seats.append(state.to_move)
        state = state.after(state.actions[0])
    assert seats == [0, 1, 2, 0]
    assert state.to_move is None


# Ways through a clause


def test_every_clause_contributes_options(rules: Rules) -> None:
    state = rules(
        "(choice ((turn pass) (set (game sto X) 1) (any (range 2..4) 'N (set (game sto X) 'N))))"
    )
    assert outcomes(state, "X") == [0, 1, 2, 3, 4]


def test_any_branches_over_cards_numbers_names_players_and_teams(rules: Rules) -> None:
    state = rules(
        HAND
        + """(choice (
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))
        (any (range 1..2) 'N (set (game sto N) 'N))
        (any (RED, BLACK) 'S (set (game str S) 'S))
        (any (other player) 'P (inc ('P sto P)))
        (any team 'T (inc ('T sto T)))))""",
        players=3,
    )
    assert len(state.actions) == 3 + 2 + 2 + 2 + 3
    assert Counter(action.cards for action in state.actions)[("4",)] == 1
    assert sorted(n for action in state.actions for n in action.numbers) == [1, 2]


def test_all_runs_for_every_member_within_one_option(rules: Rules) -> None:
    state = rules("(choice ((all (range 1..3) 'N (inc (game sto X) 'N))))")
    assert outcomes(state, "X") == [6]


def test_do_runs_on_and_nested_anys_multiply(rules: Rules) -> None:
    state = rules("""(choice ((do (
        (any (range 1..2) 'A (set (game sto A) 'A))
        (any (range 3..5) 'B (set (game sto B) 'B))))))""")
    assert sorted(map(str, outcomes(state, "A", "B"))) == sorted(
        str((a, b)) for a in (1, 2) for b in (3, 4, 5)
    )


def test_a_later_any_sees_the_effects_of_an_earlier_one(rules: Rules) -> None:
    """Two different cards: the second is picked from what the first left."""
    state = rules(
        HAND
        + """(choice ((do (
        (any ((current player) iloc HAND) 'A (move 'A (top (game vloc FIRST))))
        (any ((current player) iloc HAND) 'B (move 'B (top (game vloc SECOND))))))))"""
    )
    assert sorted(action.cards for action in state.actions) == [
        ("3", "4"),
        ("3", "5"),
        ("4", "3"),
        ("4", "5"),
        ("5", "3"),
        ("5", "4"),
    ]
    after = state.after(state.actions[0])
    assert len(after.cards("FIRST")) == len(after.cards("SECOND")) == 1


def test_the_number_of_picks_can_depend_on_an_earlier_pick(rules: Rules) -> None:
    state = rules("""(choice ((any (range 1..3) 'A (any (range 1..'A) 'B (do (
        (set (game sto A) 'A) (set (game sto B) 'B)))))))""")
    assert sorted(map(str, outcomes(state, "A", "B"))) == [
        "(1, 1)",
        "(2, 1)",
        "(2, 2)",
        "(3, 1)",
        "(3, 2)",
        "(3, 3)",
    ]


def test_a_condition_after_an_effect_sees_it(rules: Rules) -> None:
    state = rules("""(choice ((do (
        (any (range 1..3) 'A (set (game sto A) 'A))
        ((== (game sto A) 2) (set (game sto B) 1))))))""")
    assert outcomes(state, "A", "B") == [(1, 0), (2, 1), (3, 0)]


def test_a_false_condition_is_skipped_and_the_option_goes_on(rules: Rules) -> None:
    state = rules("""(choice ((do (
        ((== 1 2) (any (range 1..3) 'A (set (game sto A) 'A)))
        (set (game sto B) 1)))))""")
    assert outcomes(state, "A", "B") == [(0, 1)]


def test_an_any_over_nothing_is_skipped_and_the_option_goes_on(rules: Rules) -> None:
    state = rules("""(choice ((do (
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))
        (set (game sto B) 1)))))""")
    assert outcomes(state, "B") == [1]


def test_an_inner_any_over_nothing_is_skipped_for_that_member_only(rules: Rules) -> None:
    """For A = 0 there is no B; the option goes on without one."""
    state = rules("""(choice ((any (range 0..2) 'A (do (
        (set (game sto A) 'A)
        (any (range 1..'A) 'B (set (game sto B) 'B)))))))""")
    assert sorted(map(str, outcomes(state, "A", "B"))) == ["(0, 0)", "(1, 1)", "(2, 1)", "(2, 2)"]


def test_an_option_that_does_nothing_is_dropped(rules: Rules) -> None:
    """The card one can play, and no second option made of nothing."""
    state = rules(
        HAND
        + """(choice (
        ((== 1 2) (turn pass))
        (do (((== 1 2) (set (game sto X) 9))))
        (any (filter ((current player) iloc HAND) 'C (== (cardatt RANK 'C) ONE)) 'C
          (move 'C (top (game vloc PILE))))
        (any (range 1..3) 'N ((> 'N 2) (set (game sto X) 'N)))))"""
    )
    assert outcomes(state, "X") == [3]


def test_an_action_that_changes_nothing_counts(rules: Rules) -> None:
    state = rules("(choice ((turn pass) (set (game sto X) 0)))")
    assert len(state.actions) == 2


def test_no_option_at_all_is_an_error_that_names_the_place(rules: Rules) -> None:
    state = rules("""(choice (
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))""")
    with pytest.raises(GameError, match=r"program_0\.rcy:\d+:\d+: .*no option"):
        _ = state.actions


def test_an_option_that_is_not_on_offer_is_refused(rules: Rules) -> None:
    state = rules("(choice ((any (range 1..3) 'N (set (game sto X) 'N))))")
    later = state.after(state.actions[0])
    assert later.over
    with pytest.raises(IllegalAction, match="over"):
        later.after(state.actions[0])
    other = rules("(choice ((any (range 7..8) 'N (set (game sto X) 'N))))")
    with pytest.raises(IllegalAction, match="not on offer"):
        other.after(state.actions[0])


# The same option


@pytest.mark.parametrize(
    ("clauses", "count"),
    [
        ("(turn pass) (turn pass)", 1),
        ("(set (game sto X) 1) (set (game sto X) 1)", 1),
        ("(set (game sto X) 1) (set (game sto X) 2)", 2),
        ("(set (game sto X) 1) (set (game sto Y) 1)", 2),
        (
            "(any (range 0..2) 'N (set (game sto X) 'N)) "
            "(any (range 1..3) 'M (set (game sto X) 'M))",
            4,
        ),
        ("(any (range 0..2) 'N (set (game sto X) 'N)) (set (game sto X) 1)", 3),
        ("(any (range 0..3) 'N (set (game sto X) (% 'N 2)))", 2),
        ("(any player 'P (set (game sto X) 4))", 1),
        (
            "(any {hand} 'C (move 'C (top (game vloc PILE)))) "
            "(any (filter {hand} 'C (== (cardatt RANK 'C) FIVE)) 'C "
            "(move 'C (top (game vloc PILE))))",
            3,
        ),
        (
            "(any {hand} 'C (move 'C (top (game vloc PILE)))) "
            "(any {hand} 'D (move 'D (top (game vloc OTHER))))",
            6,
        ),
        (
            "(any {hand} 'C (move 'C (top (game vloc PILE)))) "
            "(move (top {hand}) (top (game vloc PILE)))",
            3,
        ),
        (
            "(any {hand} 'C (move 'C (top ((current player) vloc PILE)))) "
            "(any {hand} 'C (move 'C (top ((0 player) vloc PILE))))",
            3,
        ),
        (
            "(any {hand} 'C (do ((move 'C (top (game vloc PILE))) (inc (game sto X))))) "
            "(any {hand} 'C (do ((inc (game sto X)) (move 'C (top (game vloc PILE))))))",
            6,
        ),
        (
            "(any {hand} 'C (let 'C 'D (move 'D (top (game vloc PILE))))) "
            "(any {hand} 'C (move 'C (top (game vloc PILE))))",
            3,
        ),
        ("(do ((set (game sto X) 1) ((== 1 2) (set (game sto Y) 1)))) (set (game sto X) 1)", 1),
        ("(any (range 1..2) 'A (any (range 1..2) 'B (set (game sto X) (+ 'A 'B))))", 3),
    ],
)
def test_options_that_do_the_same_are_listed_once(rules: Rules, clauses: str, count: int) -> None:
    text = clauses.replace("{hand}", "((current player) iloc HAND)")
    state = rules(HAND + f"(choice ({text}))")
    assert len(state.actions) == count
    assert len({action.id for action in state.actions}) == count
    assert len({action.label for action in state.actions}) == count


def test_equal_looking_copies_are_different_options(rules: Rules) -> None:
    state = rules(
        "(choice ((any (game vloc DECK) 'C (move 'C (top (game vloc PILE))))))",
        deck="(RANK (ONE))",
        setup="(create deck (game vloc DECK) (deck (RANK (ONE))))",
    )
    assert [action.cards for action in state.actions] == [("1",), ("1",)]
    assert len({action.label for action in state.actions}) == 2
    assert len({bytes(state.after(action)) for action in state.actions}) == 2


def test_a_repeated_any_picks_every_time(rules: Rules) -> None:
    """Two cards one after the other, each from what is left."""
    state = rules(
        HAND
        + """(choice ((repeat 2
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))))"""
    )
    piles = [state.after(action).cards("PILE") for action in state.actions]
    assert len(piles) == 3 * 2
    assert {len(pile) for pile in piles} == {2}
    assert len({action.id for action in state.actions}) == 6


def test_an_any_inside_an_all_picks_for_every_member(rules: Rules) -> None:
    state = rules(
        """(choice ((all player 'P
        (any (range 0..1) 'N (set ('P sto X) 'N)))))""",
        players=3,
    )
    assert sorted(map(str, outcomes(state, "X 0", "X 1", "X 2"))) == [
        str((a, b, c)) for a in (0, 1) for b in (0, 1) for c in (0, 1)
    ]
    assert len({action.label for action in state.actions}) == 8


def test_what_an_option_does_goes_on_after_the_choice(rules: Rules) -> None:
    state = rules("""(choice ((cycle current (1 player)) (turn pass)))
        (choice ((turn pass)))""")
    assert [state.after(action).to_move for action in state.actions] == [1, 0]


# Let


def test_a_let_around_a_choice_keeps_its_value(rules: Rules) -> None:
    state = rules("""(do ((set (game sto X) 7)))
        (let (game sto X) 'V (choice (
          (any (range 1..2) 'N (do ((set (game sto X) 'N) (set (game sto Y) (+ 'V 'N))))))))""")
    assert outcomes(state, "X", "Y") == [(1, 8), (2, 9)]


def test_a_let_around_a_choice_can_be_a_place(rules: Rules) -> None:
    state = rules("""(let ((1 player) vloc PILE) 'L (choice (
          (any (game vloc DECK) 'C (move 'C (top 'L))))))""")
    assert len(state.actions) == 5
    assert state.after(state.actions[2]).cards("PILE 1") == ("3",)


def test_a_let_around_a_choice_can_be_a_snapshot_of_cards(rules: Rules) -> None:
    state = rules("""(let (filter (game vloc DECK) 'C (!= (cardatt RANK 'C) TWO)) 'S (choice (
          (any 'S 'C (do (
            (move 'C (top (game vloc PILE)))
            (set (game sto X) (size 'S))))))))""")
    assert [action.cards[0] for action in state.actions] == ["1", "3", "4", "5"]
    assert state.after(state.actions[0]).store("X") == 4


@pytest.mark.parametrize(
    ("what", "count"),
    [("(range 1..3)", 3), ("(RED, BLACK)", 2), ("(other player)", 2), ("player", 3), ("team", 3)],
)
def test_a_let_around_a_choice_can_be_any_collection(rules: Rules, what: str, count: int) -> None:
    change = {
        "(range 1..3)": "(set (game sto X) 'V)",
        "(RED, BLACK)": "(set (game str X) 'V)",
    }.get(what, "(inc ('V sto X))")
    state = rules(f"(let {what} 'ALL (choice ((any 'ALL 'V {change}))))", players=3)
    assert len(state.actions) == count
    assert len({bytes(state.after(action)) for action in state.actions}) == count


def test_a_let_around_a_choice_can_be_a_list_of_groups(rules: Rules) -> None:
    state = rules(
        """(let (partition SUIT (game vloc DECK)) 'GS (choice (
        (any 'GS 'G (all 'G 'C (move 'C (top (game vloc PILE))))))))""",
        deck="(SUIT (SPADES, HEARTS)) (RANK (ONE, TWO))",
    )
    assert [set(action.cards) for action in state.actions] == [{"1S", "2S"}, {"1H", "2H"}]
    assert set(state.after(state.actions[1]).cards("PILE")) == {"1H", "2H"}


def test_a_let_around_a_choice_can_be_a_list_of_places(rules: Rules) -> None:
    state = rules("""(do (
          (move (top (game vloc DECK)) (top (game vloc ROW 1)))
          (move (top (game vloc DECK)) (top (game vloc ROW 3)))))
        (let (indexed game vloc ROW) 'ROWS (choice (
          (any 'ROWS 'L (move (top (game vloc DECK)) (top 'L))))))""")
    sizes = [
        [len(state.after(action).cards(f"ROW#{i}")) for i in range(4)] for action in state.actions
    ]
    assert sizes == [[0, 2, 0, 1], [0, 1, 0, 2]]


def test_a_let_inside_an_option(rules: Rules) -> None:
    state = rules("""(choice ((any (range 1..3) 'N (let (* 'N 'N) 'SQUARE
        (set (game sto X) 'SQUARE)))))""")
    assert outcomes(state, "X") == [1, 4, 9]


def test_choices_within_lets_within_stages(rules: Rules) -> None:
    state = rules("""(stage player (end (== (game sto N) 2))
        (let (+ 10 (pid (current player))) 'A
          (let (* 'A 2) 'B
            (choice ((any (range 0..1) 'C (do (
              (set ((current player) sto X) (+ 'A 'B 'C)) (inc (game sto N)))))))))
        (do ((inc (game sto DONE)))))""")
    state = state.after(state.actions[1])
    state = state.after(state.actions[0])
    assert state.over
    assert [state.store(name) for name in ("X 0", "X 1", "DONE")] == [31, 33, 2]


# Groups


def test_groups_as_options(rules: Rules) -> None:
    state = rules(
        """(choice ((any (partition SUIT (game vloc DECK)) 'G
        (repeat all (move (top 'G) (top (game vloc PILE)))))))""",
        deck="(SUIT (SPADES, HEARTS)) (RANK (ONE, TWO))",
    )
    assert [set(action.cards) for action in state.actions] == [{"1S", "2S"}, {"1H", "2H"}]
    assert set(state.after(state.actions[0]).cards("PILE")) == {"1S", "2S"}
    assert set(state.after(state.actions[1]).cards("PILE")) == {"1H", "2H"}


def test_a_subset_of_no_cards_does_nothing_and_is_dropped(rules: Rules) -> None:
    state = rules("""(choice ((any (subsets (game vloc DECK)) 'S
        (all 'S 'C (move 'C (top (game vloc PILE)))))))""")
    assert len(state.actions) == 2**5 - 1


def test_a_filter_of_subsets(rules: Rules) -> None:
    """Ways to make five of one to five: 5, 1+4, 2+3."""
    state = rules("""(choice ((any (filter (subsets (game vloc DECK)) 'S
          (== (sum 'S using (game points VALUE)) 5)) 'S
        (all 'S 'C (move 'C (top (game vloc PILE)))))))""")
    assert sorted(action.cards for action in state.actions) == [("1", "4"), ("2", "3"), ("5",)]


def test_runs_and_tuples_as_options(rules: Rules) -> None:
    play = "(all 'G 'C (move 'C (top (game vloc PILE))))"
    state = rules(f"""(choice (
        (any (runs all 4 (game vloc DECK) using (game points VALUE)) 'G {play})
        (any (tuples 2 (game vloc DECK) using (game points NEVER)) 'G {play})))""")
    assert Counter(len(action.cards) for action in state.actions) == {4: 2, 5: 1, 2: 10}


def test_an_indexed_place_can_be_picked(rules: Rules) -> None:
    state = rules("""(do (
          (move (top (game vloc DECK)) (top (game vloc ROW 1)))
          (move (top (game vloc DECK)) (top (game vloc ROW 3)))))
        (choice ((any (indexed game vloc ROW) 'L (move (top (game vloc DECK)) (top 'L)))))""")
    assert [len(state.after(action).cards("ROW#1")) for action in state.actions] == [2, 1]
    assert len({action.label for action in state.actions}) == 2


# Subsets of a given size, card by card


def chosen(state: State) -> list[frozenset[str]]:
    """All subsets that can be reached by going on picking."""
    if state.over:
        return [frozenset(state.cards("PILE"))]
    return [pile for action in state.actions for pile in chosen(state.after(action))]


@pytest.mark.parametrize(("number", "count"), [(1, 5), (2, 10), (3, 10), (4, 5), (5, 1)])
def test_every_subset_of_that_many_cards_is_reached_in_exactly_one_way(
    rules: Rules, number: int, count: int
) -> None:
    state = rules(f"""(choice ((any (subsets {number} (game vloc DECK)) 'S
        (all 'S 'C (move 'C (top (game vloc PILE)))))))""")
    found = chosen(state)
    assert len(found) == len(set(found)) == count
    assert {len(subset) for subset in found} == {number}


def test_the_cards_of_a_subset_move_only_when_it_is_complete(rules: Rules) -> None:
    state = rules("""(choice ((any (subsets 3 (game vloc DECK)) 'S
        (all 'S 'C (move 'C (top (game vloc PILE)))))))""")
    for _ in range(2):
        state = state.after(state.actions[0])
        assert state.to_move == 0
        assert state.cards("PILE") == ()
    assert len(state.after(state.actions[0]).cards("PILE")) == 3


def test_a_subset_larger_than_the_place_is_no_option(rules: Rules) -> None:
    state = rules("""(choice ((turn pass) (any (subsets 6 (game vloc DECK)) 'S
        (all 'S 'C (move 'C (top (game vloc PILE)))))))""")
    assert len(state.actions) == 1


def test_a_subset_beside_other_options(rules: Rules) -> None:
    state = rules("""(choice ((turn pass) (any (subsets 2 (game vloc DECK)) 'S
        (all 'S 'C (move 'C (top (game vloc PILE)))))))""")
    found = chosen(state)
    assert Counter(map(len, found)) == {0: 1, 2: 10}


# --- many options ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "clauses",
    [
        "(any (range 1..40000) 'I (set (game sto A) 'I))"
        " (any (range 1..40000) 'I (set (game sto B) 'I))",
        "(any (range 0..65536) 'I (set (game sto A) 'I))",
        "(any (range 0..300) 'I (any (range 0..300) 'J (set (game sto A) (+ (* 'I 1000) 'J))))",
    ],
)
@pytest.mark.parametrize("game_of", ["few cards"], indirect=True)  # it is about numbers
def test_a_choice_has_at_most_65536_options(rules: Rules, clauses: str) -> None:
    with pytest.raises(GameError, match="more than 65,536 options"):
        assert rules(f"(choice ({clauses}))").actions


def test_clauses_that_offer_the_same_do_not_count_twice(rules: Rules) -> None:
    clause = "(any (range 1..60000) 'I ((<= 'I {}) (set (game sto A) 'I)))"
    state = rules(f"(choice ({clause.format(300)} {clause.format(500)}))")
    assert len(state.actions) == 500


@pytest.mark.parametrize(
    "clauses",
    [
        "(all (range 1..70) 'I (any (range 0..1) 'J (inc (game sto A) 'J)))",
        "(all (range 1..2100) 'I (any (range 0..0) 'J (inc (game sto A) 'J)))",
        "(turn pass) (inc (game sto A) 1) (inc (game sto A) 2)"
        " (all (range 1..60) 'I (any (range 0..1) 'J ((== 'I 61) (inc (game sto A) 'J))))",
        "(any (range 0..999) 'A (any (range 0..999) 'B (any (range 0..999) 'C"
        " (any (range 0..999) 'D (any (range 0..999) 'E (any (range 0..999) 'F"
        " (any (range 0..999) 'G (inc (game sto A)"
        " (+ 'A 'B 'C 'D 'E 'F 'G)))))))))",
    ],
)
def test_picks_that_do_not_fit_one_number_are_an_error(rules: Rules, clauses: str) -> None:
    with pytest.raises(GameError, match="more options than can be told apart"):
        assert rules(f"(choice ({clauses}))").actions
    assert rules(
        "(choice ((all (range 1..3) 'I (any (range 0..1) 'J (inc (game sto A) 'J)))))"
    ).actions
