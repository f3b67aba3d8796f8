"""Chance: random numbers, and options that hide what they will bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from kibitz.engine import Game, State
from kibitz.errors import GameError

Load = Callable[..., Game]
Rules = Callable[..., State]

SHUFFLED = """(do (
    (repeat all (move (top (game vloc DECK)) (top (game iloc STOCK))))
    (shuffle (game iloc STOCK))))"""


# Random numbers


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("(random 3)", range(4)),
        ("(random 2..5)", range(2, 6)),
        ("(random (- 0 1)..1)", range(-1, 2)),
        ("(random 4..4)", range(4, 5)),
    ],
)
def test_random_numbers_include_both_ends_and_are_uniform(
    game_of: Load, expression: str, values: range
) -> None:
    game = game_of(f"(do ((set (game sto X) {expression})))")
    drawn = Counter(game.new(seed).store("X") for seed in range(400 * len(values)))
    assert set(drawn) == set(values)
    assert all(abs(times - 400) < 90 for times in drawn.values()), drawn


def test_every_random_number_is_another_one(rules: Rules) -> None:
    state = rules("""(do ((all (range 1..5) 'I
        (set (game sto X) (+ (* 10 (game sto X)) (random 9))))))""")
    assert len(set(str(state.store("X")))) > 1


def test_a_random_number_from_an_empty_range_is_an_error(rules: Rules) -> None:
    with pytest.raises(GameError, match="empty range"):
        rules("(do ((set (game sto X) (random 3..2))))")


# Listing tells nothing and changes nothing

CHANCY = [
    "(set (game sto X) (random 1..1000))",
    "(any (range 1..2) 'N (set (game sto X) (random 'N..1000)))",
    "(move (max (game vloc DECK) using (game points NEVER)) (top (game vloc PILE)))",
    "(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))",
    "(do ((move (top (game iloc STOCK)) (top ((current player) iloc HAND))) (inc (game sto X))))",
    "(do ((shuffle (game iloc STOCK)) (move (top (game iloc STOCK)) (top (game vloc PILE)))))",
    "(do ((move (top (game iloc STOCK)) (top ((current player) iloc HAND))) "
    "((== (cardatt RANK (top ((current player) iloc HAND))) ONE) (inc (game sto X)))))",
]
MIXED = """(do (
    (repeat 3 (move (top (game vloc DECK)) (top (game iloc STOCK))))
    (shuffle (game iloc STOCK))))"""


@pytest.mark.parametrize("clause", CHANCY)
def test_listing_twice_gives_the_same_and_changes_nothing(rules: Rules, clause: str) -> None:
    state = rules(MIXED + f"(choice ((turn pass) {clause}))")
    before = bytes(state)
    first = state.actions
    assert bytes(state) == before
    again = State(state.game, state.array, state.last)
    assert again.actions == first
    assert bytes(again) == before
    assert [bytes(state.after(action)) for action in first] == [
        bytes(again.after(action)) for action in first
    ]


@pytest.mark.parametrize("clause", CHANCY)
def test_the_options_are_the_same_whatever_chance_will_bring(game_of: Load, clause: str) -> None:
    game = game_of(MIXED + f"(choice ((turn pass) {clause}))")
    assert len({game.new(seed).actions for seed in range(30)}) == 1


@pytest.mark.parametrize("clause", CHANCY)
def test_what_chance_brings_differs(game_of: Load, clause: str) -> None:
    game = game_of(MIXED + f"(choice ((turn pass) {clause}))")
    outcomes = set()
    for seed in range(30):
        state = game.new(seed)
        after = state.after(state.actions[-1])
        outcomes.add(
            (
                after.store("X") if "X" in after.stores else 0,
                *(str(after.cards(name)) for name in ("STOCK", "DECK")),
            )
        )
    assert len(outcomes) > 1


def test_a_tie_within_an_option_is_broken_when_it_is_played(game_of: Load) -> None:
    game = game_of("""(choice ((do (
        (move (max (game vloc DECK) using (game points NEVER)) (top (game vloc PILE)))))))""")
    piles = Counter()  # type: Counter[tuple[str, ...]]
    for seed in range(500):
        state = game.new(seed)
        [action] = state.actions
        piles[state.after(action).cards("PILE")] += 1
    assert len(piles) == 5
    assert all(abs(times - 100) < 40 for times in piles.values()), piles


# Hidden cards


def test_hidden_cards_are_picked_by_position(game_of: Load) -> None:
    """Drawing from a neighbour's hand: three options, the same whatever they hold."""
    game = game_of(
        SHUFFLED
        + """(do (
          (repeat 3 (move (top (game iloc STOCK)) (top ((1 player) iloc HAND))))))
        (choice ((any ((1 player) iloc HAND) 'C (move 'C (top ((current player) iloc HAND))))))"""
    )
    offers = set()
    for seed in range(20):
        state = game.new(seed)
        hand = state.cards("HAND 1")
        offers.add(state.actions)
        assert len(state.actions) == 3
        assert all(action.cards == () for action in state.actions)
        assert [state.after(action).cards("HAND 0") for action in state.actions] == [
            (card,) for card in hand
        ]
    assert len(offers) == 1


def test_a_card_can_be_picked_from_a_shuffled_pile(game_of: Load) -> None:
    """Any of five cards, face down: five options that tell nothing, each another card."""
    game = game_of(
        SHUFFLED
        + """(choice ((any (game iloc STOCK) 'C
        (move 'C (top ((current player) iloc HAND))))))"""
    )
    offers, firsts = set(), Counter()  # type: set[object], Counter[tuple[str, ...]]
    for seed in range(300):
        state = game.new(seed)
        before = bytes(state)
        offers.add(state.actions)
        assert bytes(state) == before
        got = [state.after(action).cards("HAND 0") for action in state.actions]
        assert sorted(got) == [("1",), ("2",), ("3",), ("4",), ("5",)]
        firsts[got[0]] += 1
    assert len(offers) == 1
    assert all(abs(times - 60) < 35 for times in firsts.values()), firsts


def test_ones_own_card_that_all_others_see_is_picked_by_position(game_of: Load) -> None:
    game = game_of(
        SHUFFLED
        + """(do (
          (repeat 3 (move (top (game iloc STOCK)) (top ((0 player) oloc HAND))))))
        (choice ((any ((current player) oloc HAND) 'C (move 'C (top (game vloc PILE))))))"""
    )
    assert len({game.new(seed).actions for seed in range(10)}) == 1
    assert all(action.cards == () for action in game.new(1).actions)


@pytest.mark.parametrize("team", [0, 1])
@pytest.mark.parametrize("seat", range(4))
def test_the_hidden_cards_of_a_team_are_known_to_its_members_only(
    game_of: Load, team: int, seat: int
) -> None:
    game = game_of(
        SHUFFLED
        + f"""(do (
          (repeat 3 (move (top (game iloc STOCK)) (top (({team} team) iloc SECRET))))
          (cycle current ({seat} player))))
        (choice ((any (({team} team) iloc SECRET) 'C (move 'C (top (game vloc PILE))))))""",
        players=4,
        teams="(create teams (0, 2) (1, 3))",
    )
    offers = {game.new(number).actions for number in range(20)}
    if seat % 2 == team:
        assert all(len(action.cards) == 1 for actions in offers for action in actions)
        assert len(offers) > 1
    else:
        assert all(action.cards == () for actions in offers for action in actions)
        assert len(offers) == 1


def test_cards_the_chooser_sees_are_picked_by_themselves(rules: Rules) -> None:
    state = rules("""(do ((repeat 2 (move (top (game vloc DECK)) (top ((1 player) vloc HAND))))))
        (choice ((any ((1 player) vloc HAND) 'C (move 'C (top ((current player) iloc HAND))))))""")
    assert sorted(action.cards for action in state.actions) == [("4",), ("5",)]


def test_a_test_on_a_drawn_card_is_made_when_the_option_is_played(game_of: Load) -> None:
    game = game_of(
        SHUFFLED
        + """(choice ((do (
        (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))
        ((== (cardatt RANK (top ((current player) iloc HAND))) ONE) (set (game sto X) 1))))))"""
    )
    drawn = set()
    for seed in range(50):
        state = game.new(seed)
        [action] = state.actions
        after = state.after(action)
        drawn.add((after.cards("HAND 0"), after.store("X")))
        assert after.over
    assert drawn == {(("1",), 1), (("2",), 0), (("3",), 0), (("4",), 0), (("5",), 0)}


DRAW_AND_PLAY = (
    SHUFFLED
    + """
    (do ((all player 'P (repeat 1 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
    (choice (
      (do (
        (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))
        (inc (game sto DONE))))
      (turn pass)))
    (do ((inc (game sto AFTERWARDS))))"""
)


def test_an_any_after_a_hidden_draw_is_a_further_decision_of_the_same_player(
    rules: Rules,
) -> None:
    state = rules(DRAW_AND_PLAY)
    hand = state.cards("HAND 0")
    assert len(state.actions) == 2
    drawn = state.after(state.actions[0])
    assert drawn.to_move == 0
    assert (drawn.store("DONE"), drawn.store("AFTERWARDS")) == (0, 0)
    assert set(hand) < set(drawn.cards("HAND 0"))
    assert {action.cards for action in drawn.actions} == {(c,) for c in drawn.cards("HAND 0")}
    ended = drawn.after(drawn.actions[0])
    assert ended.over
    assert (ended.store("DONE"), ended.store("AFTERWARDS")) == (1, 1)
    assert ended.cards("PILE") == drawn.actions[0].cards


def test_the_first_part_of_such_an_option_hides_the_card(game_of: Load) -> None:
    game = game_of(DRAW_AND_PLAY)
    assert len({game.new(seed).actions for seed in range(20)}) == 1


def test_variables_live_on_into_the_further_decision(rules: Rules) -> None:
    state = rules(
        SHUFFLED
        + """(choice ((any (range 1..2) 'N (do (
        (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))
        (any ((current player) iloc HAND) 'C (do (
          (move 'C (top (game vloc PILE)))
          (set (game sto X) 'N)))))))))"""
    )
    assert len(state.actions) == 2
    for number, action in enumerate(state.actions):
        drawn = state.after(action)
        assert drawn.after(drawn.actions[0]).store("X") == number + 1


def test_a_further_decision_with_nothing_to_pick_goes_on(rules: Rules) -> None:
    """Nobody has a six, whatever was drawn; the option goes on without a pick."""
    state = rules(
        SHUFFLED
        + """(choice ((do (
        (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))
        (any (filter ((current player) iloc HAND) 'C (== (cardatt RANK 'C) SIX)) 'C
          (move 'C (top (game vloc PILE))))
        (inc (game sto DONE))))))"""
    )
    for _ in range(3):
        if state.over:
            break
        assert len(state.actions) == 1
        state = state.after(state.actions[0])
    assert state.over
    assert state.store("DONE") == 1


def test_two_further_decisions_in_one_option(rules: Rules) -> None:
    part = """(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))"""
    state = rules(
        SHUFFLED
        + f"""
        (do ((move (top (game iloc STOCK)) (top ((current player) iloc HAND)))))
        (choice ((do ({part} {part}))))"""
    )
    decisions = 0
    while not state.over:
        state = state.after(state.actions[0])
        decisions += 1
    assert len(state.cards("PILE")) == 2
    assert decisions == 3


def test_an_any_over_a_random_number_of_things_waits_for_it(game_of: Load) -> None:
    game = game_of("""(choice ((do (
        (set (game sto R) (random 1..3))
        (any (range 1..(game sto R)) 'N (set (game sto X) 'N))))))""")
    for seed in range(20):
        state = game.new(seed)
        [action] = state.actions
        rolled = state.after(action)
        assert rolled.to_move == 0
        assert len(rolled.actions) == rolled.store("R")


def test_a_test_on_a_random_number_is_made_when_the_option_is_played(game_of: Load) -> None:
    """The option is there in every game, and brings something in half of them."""
    game = game_of("(choice ((turn pass) ((== (random 1) 0) (set (game sto X) 1))))")
    states = [game.new(seed) for seed in range(40)]
    assert len({state.actions for state in states}) == 1
    assert {state.after(state.actions[-1]).store("X") for state in states} == {0, 1}


def test_options_that_depend_on_hidden_cards_are_listed_truthfully(rules: Rules) -> None:
    """Only the ace of the other hand may be asked for, and it is there."""
    state = rules("""(do ((repeat 3 (move (bottom (game vloc DECK)) (top ((1 player) iloc HAND))))))
        (choice ((turn pass)
          ((any ((1 player) iloc HAND) 'C (== (cardatt RANK 'C) ONE)) (set (game sto X) 1))
          ((any ((1 player) iloc HAND) 'C (== (cardatt RANK 'C) FIVE)) (set (game sto X) 5))))""")
    assert [state.after(action).store("X") for action in state.actions] == [0, 1]


def test_two_draws_from_one_face_down_pile_are_one_option(rules: Rules) -> None:
    draw = "(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))"
    assert len(rules(SHUFFLED + f"(choice ({draw} {draw}))").actions) == 1


def test_draws_from_different_piles_are_different_options(rules: Rules) -> None:
    state = rules(
        MIXED
        + """(choice (
        (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))
        (move (top (game vloc DECK)) (top ((current player) iloc HAND)))))"""
    )
    assert len(state.actions) == 2
    assert len({action.label for action in state.actions}) == 2
