"""Cards and places: decks, positions, moves, swaps, shuffles, memory."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable

import pytest

from kibitz.engine import Game, State
from kibitz.errors import GameError

Load = Callable[..., Game]
Rules = Callable[..., State]
Value = Callable[..., int]
Truth = Callable[..., bool]

DECK = "(game vloc DECK)"
PILE = "(game vloc PILE)"


# Decks


def test_a_deck_is_the_product_of_its_attributes_the_first_varying_slowest(rules: Rules) -> None:
    state = rules("(do ((turn pass)))", deck="(SUIT (SPADES, HEARTS)) (RANK (ACE, KING, TWO))")
    assert state.cards("DECK") == ("AS", "KS", "2S", "AH", "KH", "2H")


def test_a_deck_lies_in_order_its_last_card_on_top(value: Value) -> None:
    assert value("(score (bottom (game vloc DECK)) using (game points VALUE))") == 1
    assert value("(score (top (game vloc DECK)) using (game points VALUE))") == 5


def test_an_attribute_that_is_a_tree_sets_both(value: Value) -> None:
    tree = "(COLOUR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK (SUIT (CLUBS)))) (RANK (ONE, TWO))"
    count = "(size (filter (game vloc DECK) 'C (and (== (cardatt COLOUR 'C) RED) {})))"
    assert value("(size (game vloc DECK))", deck=tree) == 6
    assert value(count.format("(== (cardatt SUIT 'C) HEARTS)"), deck=tree) == 2
    assert value(count.format("(== (cardatt SUIT 'C) CLUBS)"), deck=tree) == 0


def test_a_deck_can_be_repeated_in_the_setup(run_program: Rules) -> None:
    state = run_program("""(game
        (setup (create players 2)
          (repeat 3 (create deck (game vloc DECK) (deck (RANK (ONE, TWO))))))
        (do ((set (game sto SIZE) (size (game vloc DECK)))))
        (scoring max 0))""")
    assert state.store("SIZE") == 6
    assert Counter(state.cards("DECK")) == {"1": 3, "2": 3}


def test_decks_may_lie_with_players_and_have_a_back(run_program: Rules) -> None:
    state = run_program("""(game
        (setup (create players 2)
          (create deck BLUE ((0 player) iloc HAND) (deck (RANK (ONE, TWO))))
          (create deck RED ((1 player) iloc HAND) (deck (RANK (THREE)))))
        (do ((turn pass)))
        (scoring max 0))""")
    assert state.cards("HAND 0") == ("1", "2")
    assert state.cards("HAND 1") == ("3",)
    assert [card.back for card in state.game.layout.cards] == ["BLUE", "BLUE", "RED"]


def test_a_deck_can_be_created_in_play(rules: Rules) -> None:
    state = rules("(do ((create deck (game vloc PILE) (deck (RANK (EIGHT, NINE))))))", spell=PILE)
    assert state.store("ORDER") == 89


def test_a_deck_can_be_created_several_times(rules: Rules) -> None:
    state = rules("""(stage player (end (== (size (game vloc PILE)) 6))
        (do ((create deck (game vloc PILE) (deck (RANK (EIGHT, NINE)))))))""")
    assert state.cards("PILE") == ("8", "9") * 3


def test_equal_looking_cards_are_different_cards(truth: Truth) -> None:
    two = {"setup": "(create deck (game vloc DECK) (deck (RANK (ONE))))", "deck": "(RANK (ONE))"}
    assert truth("(== (size (game vloc DECK)) 2)", **two)
    assert truth("(!= (top (game vloc DECK)) (bottom (game vloc DECK)))", **two)


def test_a_missing_attribute_reads_as_the_empty_name(truth: Truth) -> None:
    assert truth("(== (cardatt SUIT (top (game vloc DECK))) (game str NEVERSET))")


# Positions


@pytest.mark.parametrize(
    ("card", "rank"),
    [("top", 5), ("bottom", 1), ("0", 1), ("1", 2), ("4", 5), ("(+ 1 1)", 3)],
)
def test_positions_count_from_the_bottom(value: Value, card: str, rank: int) -> None:
    assert value(f"(score ({card} (game vloc DECK)) using (game points VALUE))") == rank


@pytest.mark.parametrize("card", ["(top {})", "(bottom {})", "(0 {})", "(7 (game vloc DECK))"])
def test_the_attributes_of_no_card_are_empty(truth: Truth, card: str) -> None:
    assert truth(f"(== (cardatt RANK {card.format('(game vloc NOWHERE)')}) (game str NEVERSET))")


@pytest.mark.parametrize(
    "statement",
    [
        "(move (top (game vloc NOWHERE)) (top (game vloc PILE)))",
        "(move (7 (game vloc DECK)) (top (game vloc PILE)))",
        "(remember (top (game vloc NOWHERE)) (top (game mem M)))",
        "(swap (top (game vloc NOWHERE)) (top (game vloc DECK)))",
        "(set (game sto X) (score (top (game vloc NOWHERE)) using (game points VALUE)))",
        "(set (game sto X) (pid (owner (top (game vloc NOWHERE)))))",
        "(let (top (game vloc NOWHERE)) 'C (move 'C (top (game vloc PILE))))",
        "(let (7 (game vloc DECK)) 'C (remember 'C (top (game mem M))))",
        "(let (bottom (game vloc NOWHERE)) 'C (swap (top (game vloc DECK)) 'C))",
        "(let (top (game vloc NO)) 'C (let 'C 'D (repeat all (move 'D (top (game vloc PILE))))))",
        "(let (top (game mem M)) 'C (set (game sto X) (score 'C using (game points VALUE))))",
        "(let (top (game vloc NOWHERE)) 'C (set (game sto X) (pid (owner 'C))))",
    ],
)
def test_anything_else_done_with_no_card_is_an_error(rules: Rules, statement: str) -> None:
    with pytest.raises(GameError, match=r"program_0\.rcy:\d+:\d+: .*no card"):
        rules(f"(do ({statement}))")


# Moves


def test_a_card_moved_to_the_top_lies_above_one_moved_to_the_bottom_below(rules: Rules) -> None:
    state = rules(
        """(do (
        (move (top (game vloc DECK)) (top (game vloc PILE)))
        (move (top (game vloc DECK)) (top (game vloc PILE)))
        (move (bottom (game vloc DECK)) (bottom (game vloc PILE)))))""",
        spell=PILE,
    )
    assert state.store("ORDER") == 154


@pytest.mark.parametrize(("place", "order"), [("0", 5123), ("1", 1523), ("3", 1235), ("9", 1235)])
def test_a_card_can_be_moved_to_any_position(rules: Rules, place: str, order: int) -> None:
    """PILE is 1 2 3; the five goes in so that so many cards lie below it."""
    state = rules(
        f"""(do (
        (repeat 3 (move (bottom (game vloc DECK)) (top (game vloc PILE))))
        (move (top (game vloc DECK)) ({place} (game vloc PILE)))))""",
        spell=PILE,
    )
    assert state.store("ORDER") == order


def test_a_move_within_a_place_changes_its_order(rules: Rules) -> None:
    state = rules(
        "(do ((repeat 2 (move (top (game vloc DECK)) (bottom (game vloc DECK))))))", spell=DECK
    )
    assert state.store("ORDER") == 45123


def test_moving_to_a_position_of_its_own_place(rules: Rules) -> None:
    state = rules("(do ((move (top (game vloc DECK)) (2 (game vloc DECK)))))", spell=DECK)
    assert state.store("ORDER") == 12534


def test_repeat_all_moves_as_many_cards_as_there_are(rules: Rules) -> None:
    state = rules(
        "(do ((repeat all (move (top (game vloc DECK)) (top (game vloc PILE))))))", spell=PILE
    )
    assert state.store("ORDER") == 54321


def test_repeat_all_counts_the_cards_at_the_start(rules: Rules) -> None:
    state = rules(
        "(do ((repeat all (move (top (game vloc DECK)) (bottom (game vloc DECK))))))", spell=DECK
    )
    assert state.store("ORDER") == 12345


@pytest.mark.parametrize(
    ("source", "rest"),
    [
        ("(max (game vloc DECK) using (game points VALUE))", 1234),
        ("(min (game vloc DECK) using (game points VALUE))", 2345),
        ("(top (filter (game vloc DECK) 'C (!= (cardatt RANK 'C) FIVE)))", 1235),
        ("(bottom (union (game vloc NOWHERE) (game vloc DECK)))", 2345),
        ("(top (1 (partition RANK (game vloc DECK))))", 1345),
        ("(bottom (top 2 (game vloc DECK)))", 1235),
        ("(top (sort (game vloc DECK) using (game points NOTSET)))", 1234),
        ("(actual (top (game vloc DECK)))", 1234),
    ],
)
def test_a_card_taken_out_of_a_collection_is_the_real_one(
    rules: Rules, source: str, rest: int
) -> None:
    state = rules(f"(do ((move {source} (top (game vloc PILE)))))", spell=DECK)
    assert state.store("ORDER") == rest
    assert len(state.cards("PILE")) == 1


def test_places_differ_by_owner_kind_name_and_index(rules: Rules) -> None:
    state = rules("""(do (
        (move (top (game vloc DECK)) (top (game vloc X)))
        (move (top (game vloc DECK)) (top (game iloc X)))
        (move (top (game vloc DECK)) (top (game vloc X 1)))
        (move (top (game vloc DECK)) (top ((1 player) vloc X)))
        (set (game sto SIZES) (+ (size (game vloc X)) (* 10 (size (game iloc X)))
          (* 100 (size (game vloc X 1))) (* 1000 (size ((1 player) vloc X)))
          (* 10000 (size ((0 player) vloc X))) (* 100000 (size (game vloc DECK)))))))""")
    assert state.store("SIZES") == 101111


def test_index_0_is_the_place_without_an_index(value: Value) -> None:
    moves = "(do ((move (top (game vloc DECK)) (top (game vloc X 0)))))"
    assert value("(size (game vloc X))", moves) == 1


def test_an_index_can_be_computed(rules: Rules) -> None:
    state = rules("""(do (
        (all (range 0..3) 'I
          (repeat (% (+ 'I 1) 3) (move (top (game vloc DECK)) (top (game vloc ROW 'I)))))))""")
    assert [len(state.cards(f"ROW#{i}")) for i in range(4)] == [1, 2, 0, 1]


@pytest.mark.parametrize("index", ["(- 0 1)", "(game sto HUGE)"])
def test_an_impossible_index_is_an_error(rules: Rules, index: str) -> None:
    with pytest.raises(GameError, match="index"):
        rules(
            f"(do ((set (game sto HUGE) 100000) (move (top {DECK}) (top (game vloc X {index})))))"
        )


def test_the_name_of_a_place_can_be_a_variable(rules: Rules) -> None:
    state = rules(
        "(do ((all (LEFT, RIGHT) 'N (move (top (game vloc DECK)) (top (game vloc 'N))))))"
    )
    assert (state.cards("LEFT"), state.cards("RIGHT")) == (("5",), ("4",))


def test_places_named_by_a_variable_may_differ_in_their_indices(rules: Rules) -> None:
    state = rules(
        """(do ((move (top (game vloc DECK)) (top ((2 player) vloc LONG 7)))
        (all (LONG, SHORT) 'N (move (top (game vloc DECK)) (top ((1 player) vloc 'N 2))))))""",
        players=3,
    )
    places = ("LONG 1#2", "SHORT 1#2", "LONG 2#7")
    assert [state.cards(place) for place in places] == [("4",), ("3",), ("5",)]


def test_the_name_of_a_store_can_be_a_variable(rules: Rules) -> None:
    state = rules("""(do (
        (all (LEFT, RIGHT) 'N (do (
          (set (game sto 'N) (size (game vloc DECK)))
          (move (top (game vloc DECK)) (top (game vloc PILE))))))
        (set (game sto SUM) (+ (* 10 (game sto LEFT)) (game sto RIGHT)))))""")
    assert state.store("SUM") == 54


def test_names_are_kept_and_compared(rules: Rules) -> None:
    state = rules("""(do (
        (set (game str TRUMP) (cardatt RANK (top (game vloc DECK))))
        (set ((1 player) str SAYS) (game str TRUMP))))""")
    assert (state.store("TRUMP"), state.store("SAYS 0"), state.store("SAYS 1")) == (
        "FIVE",
        "",
        "FIVE",
    )


# Owners


def test_the_owner_of_a_card_is_the_player_it_lies_with(value: Value) -> None:
    moves = "(do ((move (top (game vloc DECK)) (top ((1 player) iloc HAND)))))"
    owner = "(pid (owner (max (union (all player 'P ('P iloc HAND))) using (game points VALUE))))"
    assert value(owner, moves) == 1


def test_a_card_on_the_table_has_no_owner(value: Value) -> None:
    with pytest.raises(GameError, match="does not lie with a player"):
        value("(pid (owner (top (game vloc DECK))))")


def test_there_is_no_player_with_a_number_that_nobody_has(value: Value) -> None:
    assert value("(pid ((+ 0 1) player))") == 1
    with pytest.raises(GameError, match="no such player"):
        value("(pid ((+ 1 1) player))")


# Swaps


def test_two_cards_swapped_take_each_others_exact_position(rules: Rules) -> None:
    swap = "(do ((swap (1 (game vloc DECK)) (3 (game vloc DECK)))))"
    assert rules(swap, spell=DECK).store("ORDER") == 14325


def test_cards_of_two_places_are_swapped_in_their_positions(rules: Rules) -> None:
    body = """(do (
        (repeat 3 (move (bottom (game vloc DECK)) (top (game vloc PILE))))
        (swap (1 (game vloc PILE)) (bottom (game vloc DECK)))))"""
    assert rules(body, spell=PILE).store("ORDER") == 143
    assert rules(body, spell=DECK).store("ORDER") == 25


def test_places_swap_their_contents_and_keep_the_order(rules: Rules) -> None:
    body = """(do (
        (repeat 2 (move (top (game vloc DECK)) (top (game vloc PILE))))
        (swap (game vloc PILE) (game vloc DECK))))"""
    assert rules(body, spell=PILE).store("ORDER") == 123
    assert rules(body, spell=DECK).store("ORDER") == 54


def test_a_swapped_card_is_owned_by_its_new_owner(value: Value) -> None:
    moves = """(do (
        (move (top (game vloc DECK)) (top ((0 player) vloc HAND)))
        (move (top (game vloc DECK)) (top ((1 player) vloc HAND)))
        (swap (top ((0 player) vloc HAND)) (top ((1 player) vloc HAND)))))"""
    assert value("(score (top ((0 player) vloc HAND)) using (game points VALUE))", moves) == 4
    assert value("(pid (owner (top ((1 player) vloc HAND))))", moves) == 1


def test_a_card_swapped_into_a_shuffled_pile_lies_anywhere_in_it(game_of: Load) -> None:
    """The one goes where the five was: on top in a quarter of the deals."""
    game = game_of("""(do (
        (move (bottom (game vloc DECK)) (top (game vloc PILE)))
        (shuffle (game vloc DECK))
        (swap (max (game vloc DECK) using (game points VALUE)) (top (game vloc PILE)))
        (set (game str TOP) (cardatt RANK (top (game vloc DECK))))))""")
    tops = Counter(game.new(seed).store("TOP") for seed in range(2000))
    assert set(tops) == {"ONE", "TWO", "THREE", "FOUR"}
    assert all(abs(times - 500) < 100 for times in tops.values()), tops


@pytest.mark.parametrize("more", ["", "(LETTER (A, B, C, D, E, F, G, H, I, J, K, L, M, N, O))"])
def test_cards_moved_as_a_set_lie_where_they_would_one_by_one(game_of: Load, more: str) -> None:
    """Only the variant that tells nothing moves them so; with 75 cards, a set is two words."""
    game = game_of(
        """(do (
        (shuffle (game vloc DECK))
        (all (filter (game vloc DECK) 'C (!= (cardatt RANK 'C) FIVE)) 'C
          (move 'C (top (game vloc PILE))))))""",
        deck=f"(RANK (ONE, TWO, THREE, FOUR, FIVE)) {more}",
    )
    assert "shift(S, " in game.emitted.text
    state = array("q", game.blank)
    state[game.layout.KEY : game.layout.KEY + 2] = array("q", (1, 2))
    game.functions["run"](state, 1)
    assert state == game.new(key=(1, 2)).array


# Shuffles


def test_a_shuffled_deck_comes_in_every_order_equally_often(game_of: Load) -> None:
    game = game_of("(do ((shuffle (game vloc DECK))))", spell=DECK, deck="(RANK (ONE, TWO, THREE))")
    orders = Counter(game.new(seed).store("ORDER") for seed in range(3000))
    assert set(orders) == {123, 132, 213, 231, 312, 321}
    assert all(abs(times - 500) < 100 for times in orders.values()), orders


def test_both_ends_of_a_shuffled_deck_are_different_cards(game_of: Load) -> None:
    game = game_of("""(do (
        (shuffle (game vloc DECK))
        (set (game str TOP) (cardatt RANK (top (game vloc DECK))))
        (set (game str BOTTOM) (cardatt RANK (bottom (game vloc DECK))))
        (set (game str AGAIN) (cardatt RANK (top (game vloc DECK))))))""")
    pairs = set()
    for seed in range(200):
        state = game.new(seed)
        assert state.store("TOP") == state.store("AGAIN") != state.store("BOTTOM")
        pairs.add((state.store("TOP"), state.store("BOTTOM")))
    assert len(pairs) == 5 * 4


def test_a_card_laid_on_a_shuffled_deck_is_on_top_of_it(game_of: Load) -> None:
    game = game_of(
        """(do (
        (move (top (game vloc DECK)) (top (game vloc PILE)))
        (move (bottom (game vloc DECK)) (bottom (game vloc PILE)))
        (shuffle (game vloc DECK))
        (move (top (game vloc PILE)) (top (game vloc DECK)))
        (move (top (game vloc PILE)) (bottom (game vloc DECK)))))""",
        spell=DECK,
    )
    orders = {game.new(seed).store("ORDER") for seed in range(200)}
    assert orders == {12345, 12435, 13245, 13425, 14235, 14325}


def test_a_second_shuffle_is_another_one(game_of: Load) -> None:
    game = game_of("""(do (
        (shuffle (game vloc DECK))
        (set (game str FIRST) (cardatt RANK (top (game vloc DECK))))
        (shuffle (game vloc DECK))
        (set (game str SECOND) (cardatt RANK (top (game vloc DECK))))))""")
    states = [game.new(seed) for seed in range(1000)]
    same = sum(state.store("FIRST") == state.store("SECOND") for state in states)
    assert abs(same - 200) < 60


def test_a_shuffled_place_can_be_swapped_and_stays_shuffled(game_of: Load) -> None:
    game = game_of(
        """(do (
        (shuffle (game vloc DECK))
        (swap (game vloc DECK) (game vloc PILE))))""",
        spell=PILE,
    )
    orders = {game.new(seed).store("ORDER") for seed in range(50)}
    assert len(orders) > 30
    assert all(sorted(str(order)) == list("12345") for order in orders)


# Memory


def test_a_remembered_card_stays_where_it_is(rules: Rules) -> None:
    state = rules(
        """(do (
        (remember (top (game vloc DECK)) (top (game mem LEAD)))
        (remember (bottom (game vloc DECK)) (top (game mem LEAD)))))""",
        spell="(game mem LEAD)",
    )
    assert state.store("ORDER") == 51
    assert len(state.cards("DECK")) == 5


def test_a_remembered_card_is_the_same_card_wherever_it_goes(truth: Truth) -> None:
    moves = """(do (
        (remember (top (game vloc DECK)) (top (game mem LEAD)))
        (move (top (game vloc DECK)) (top ((1 player) vloc TRICK)))))"""
    assert truth("(== (top (game mem LEAD)) (top ((1 player) vloc TRICK)))", moves)
    assert truth("(== (pid (owner (top (game mem LEAD)))) 1)", moves)
    assert truth("(== (cardatt RANK (top (game mem LEAD))) FIVE)", moves)


def test_moving_a_remembered_card_moves_the_card_and_keeps_the_reference(rules: Rules) -> None:
    state = rules(
        """(do (
        (remember (1 (game vloc DECK)) (top (game mem M)))
        (move (top (game mem M)) (top (game vloc PILE)))))""",
        spell=DECK,
    )
    assert state.store("ORDER") == 1345
    assert (state.cards("PILE"), state.cards("M")) == (("2",), ("2",))


def test_cards_are_remembered_at_either_end_or_in_between(rules: Rules) -> None:
    state = rules(
        """(do (
        (remember (0 (game vloc DECK)) (top (game mem M)))
        (remember (1 (game vloc DECK)) (top (game mem M)))
        (remember (2 (game vloc DECK)) (bottom (game mem M)))))""",
        spell="(game mem M)",
    )
    assert state.store("ORDER") == 312


def test_a_card_is_remembered_at_a_position(rules: Rules) -> None:
    state = rules(
        """(do (
        (repeat 2 (remember (0 (game vloc DECK)) (top (game mem M))))
        (remember (4 (game vloc DECK)) (1 (game mem M)))))""",
        spell="(game mem M)",
    )
    assert state.store("ORDER") == 151


@pytest.mark.parametrize(("what", "order"), [("top", 123), ("bottom", 234), ("1", 134)])
def test_forgetting_drops_one_reference(rules: Rules, what: str, order: int) -> None:
    state = rules(
        f"""(do (
        (all (range 0..3) 'I (remember ('I (game vloc DECK)) (top (game mem M))))
        (forget ({what} (game mem M)))))""",
        spell="(game mem M)",
    )
    assert state.store("ORDER") == order
    assert len(state.cards("DECK")) == 5


def test_everything_can_be_forgotten_at_once(value: Value) -> None:
    moves = """(do (
        (all (range 0..3) 'I (remember ('I (game vloc DECK)) (top (game mem M))))
        (set (game sto BEFORE) (size (game mem M)))
        (repeat all (forget (top (game mem M))))))"""
    assert value("(+ (* 10 (game sto BEFORE)) (size (game mem M)))", moves) == 40


def test_a_filter_of_remembered_cards(value: Value) -> None:
    moves = "(do ((all (game vloc DECK) 'C (remember 'C (top (game mem M))))))"
    assert value("(size (filter (game mem M) 'C (!= (cardatt RANK 'C) TWO)))", moves) == 4
    assert value("(sum (game mem M) using (game points VALUE))", moves) == 15


def test_players_have_memories_of_their_own(value: Value) -> None:
    moves = "(do ((remember (top (game vloc DECK)) (top ((1 player) mem M)))))"
    assert value("(size ((1 player) mem M))", moves) == 1
    assert value("(size ((0 player) mem M))", moves) == 0


# All


def test_all_runs_for_every_card_as_the_place_was_at_the_start(rules: Rules) -> None:
    state = rules(
        """(do ((all (game vloc DECK) 'C (do (
        (move 'C (top (game vloc PILE)))
        (inc (game sto LEFT) (size (game vloc DECK))))))))""",
        spell=PILE,
    )
    assert state.store("ORDER") == 12345
    assert state.store("LEFT") == 4 + 3 + 2 + 1 + 0


def test_all_goes_from_the_bottom_up(rules: Rules) -> None:
    """What is seen of the cards tells the order, though none is moved."""
    state = rules("""(do (
        (repeat 5 (move (top (game vloc DECK)) (top (game vloc PILE))))
        (all (game vloc PILE) 'C
          (set (game sto X) (+ (* 10 (game sto X)) (score 'C using (game points VALUE)))))))""")
    assert state.store("X") == 54321


def test_all_goes_through_a_sorted_place_in_its_order(rules: Rules) -> None:
    state = rules("""(do (
        (set (game points DOWN) (
          ((RANK : ONE) 9) ((RANK : TWO) 8) ((RANK : THREE) 7) ((RANK : FOUR) 6)))
        (all (sort (game vloc DECK) using (game points DOWN)) 'C
          (set (game sto X) (+ (* 10 (game sto X)) (score 'C using (game points VALUE)))))))""")
    assert state.store("X") == 54321


def test_outside_a_choice_any_does_the_same_as_all(rules: Rules) -> None:
    state = rules("(do ((any (game vloc DECK) 'C (move 'C (top (game vloc PILE))))))", spell=PILE)
    assert state.over
    assert state.store("ORDER") == 12345


def test_all_players_in_seat_order_and_all_others(rules: Rules) -> None:
    spell = "(set (game sto X) (+ (* 10 (game sto X)) (pid 'P)))"
    body = "(do ((inc (game sto X)) (cycle current (1 player)) (all {} 'P " + spell + ")))"
    assert rules(body.format("player"), players=4).store("X") == 10123
    assert rules(body.format("(other player)"), players=4).store("X") == 1023
