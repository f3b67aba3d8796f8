"""Stages, turns and teams."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz.engine import State
from kibitz.errors import GameError

Rules = Callable[..., State]
Value = Callable[..., int]

TURN = "(set (game sto TURNS) (+ (* 10 (game sto TURNS)) (+ 1 (pid (current player)))))"
"""Writes the seat, counted from 1, as the next digit."""

COUNT = "(inc (game sto N))"


def test_players_take_turns_from_seat_0(rules: Rules) -> None:
    state = rules(f"(stage player (end (== (game sto N) 5)) (do ({TURN} {COUNT})))", players=3)
    assert state.store("TURNS") == 12312


def test_the_end_is_tested_on_arrival(rules: Rules) -> None:
    state = rules(f"(stage player (end (== 1 1)) (do ({TURN}))) (do ((set (game sto X) 1)))")
    assert (state.store("TURNS"), state.store("X")) == (0, 1)


def test_the_end_is_tested_after_every_turn_with_the_player_of_that_turn(rules: Rules) -> None:
    state = rules(
        f"""(stage player (end (and (> (game sto N) 0) (== (pid (current player)) 2)))
        (do ({TURN} {COUNT})))""",
        players=4,
    )
    assert state.store("TURNS") == 123


def test_the_first_turn_of_a_stage_belongs_to_the_outer_current_player(rules: Rules) -> None:
    """Three rounds of two turns; each begins with the player of the round."""
    state = rules(
        f"""(stage player (end (== (game sto ROUND) 3))
        (do ((set (game sto N) 0)))
        (stage player (end (== (game sto N) 2)) (do ({TURN} {COUNT})))
        (do ((inc (game sto ROUND)))))""",
        players=3,
    )
    assert state.store("TURNS") == 122331


def test_after_a_stage_the_outer_cycle_is_as_it_was(rules: Rules) -> None:
    state = rules(
        f"""(stage player (end (== (game sto ROUND) 2))
        (stage player (end (== (game sto N) 3)) (do ({COUNT})))
        (do ({TURN} (inc (game sto ROUND)))))""",
        players=4,
    )
    assert state.store("TURNS") == 12


def test_cycle_next_names_the_next_leader(rules: Rules) -> None:
    state = rules(
        f"""(stage player (end (== (game sto N) 4))
        (do ({TURN} {COUNT} ((== (game sto N) 2) (cycle next (0 player))))))""",
        players=3,
    )
    assert state.store("TURNS") == 1212


def test_a_queue_is_used_once(rules: Rules) -> None:
    state = rules(
        f"""(stage player (end (== (game sto N) 4))
        (do ({TURN} {COUNT} ((== (game sto N) 1) (cycle next (3 player))))))""",
        players=4,
    )
    assert state.store("TURNS") == 1412


def test_a_stage_does_not_inherit_the_queue(rules: Rules) -> None:
    """Seat 2 is queued outside; the inner stage goes on from seat 0 to seat 1."""
    state = rules(
        f"""(stage player (end (== (game sto ROUND) 2))
        (do (((== (game sto ROUND) 0) (cycle next (2 player))) (set (game sto N) 0)))
        (stage player (end (== (game sto N) 2)) (do ({TURN} {COUNT})))
        (do ((inc (game sto ROUND)))))""",
        players=4,
    )
    assert state.store("TURNS") == 1234


def test_a_stage_whose_end_is_true_on_arrival_leaves_a_queued_next_player_in_force(
    rules: Rules,
) -> None:
    state = rules(
        f"""(stage player (end (== (game sto N) 2))
        (do ({TURN} {COUNT} (cycle next (2 player))))
        (stage player (end (== 1 1)) (do ((inc (game sto NEVER))))))""",
        players=4,
    )
    assert state.store("TURNS") == 13
    assert state.store("NEVER") == 0


def test_a_queue_inside_a_stage_dies_with_it(rules: Rules) -> None:
    state = rules(
        f"""(stage player (end (== (game sto ROUND) 2))
        (do ((set (game sto N) 0)))
        (stage player (end (== (game sto N) 1)) (do ({COUNT} (cycle next (3 player)))))
        (do ({TURN} (inc (game sto ROUND)))))""",
        players=4,
    )
    assert state.store("TURNS") == 12


def test_cycle_current_takes_effect_at_once(rules: Rules) -> None:
    state = rules(
        f"""(stage player (end (== (game sto N) 3))
        (do (((== (game sto N) 0) (cycle current (2 player))) {TURN} {COUNT})))""",
        players=4,
    )
    assert state.store("TURNS") == 341


def test_cycle_current_in_the_game_makes_the_first_player_of_a_stage(rules: Rules) -> None:
    state = rules(
        f"""(do ((cycle current (2 player))))
        (stage player (end (== (game sto N) 2)) (do ({TURN} {COUNT})))""",
        players=3,
    )
    assert state.store("TURNS") == 31


def test_cycle_current_in_a_stage_does_not_change_the_outer_cycle(rules: Rules) -> None:
    state = rules(
        f"""(stage player (end (== (game sto N) 1))
        (do ((cycle current (2 player)) {COUNT})))
        (do ({TURN}))""",
        players=3,
    )
    assert state.store("TURNS") == 1


@pytest.mark.parametrize(
    ("target", "turns"),
    [
        ("current", 11),
        ("next", 12),
        ("previous", 13),
        ("(previous player)", 13),
        ("(next player)", 12),
        ("((+ 1 1) player)", 13),
    ],
)
def test_targets_of_a_cycle(rules: Rules, target: str, turns: int) -> None:
    state = rules(
        f"""(stage player (end (== (game sto N) 2))
        (do ({TURN} {COUNT} (cycle next {target}))))""",
        players=3,
    )
    assert state.store("TURNS") == turns


def test_the_target_of_a_cycle_can_be_the_owner_of_a_card(rules: Rules) -> None:
    state = rules(
        f"""(do ((move (top (game vloc DECK)) (top ((2 player) vloc HAND)))))
        (stage player (end (== (game sto N) 2))
          (do ({TURN} {COUNT} (cycle next (owner (top ((2 player) vloc HAND)))))))""",
        players=4,
    )
    assert state.store("TURNS") == 13


def test_the_next_player_is_the_queued_one_and_the_previous_always_the_seat_before(
    rules: Rules,
) -> None:
    state = rules(
        """(do ((cycle current (1 player))))
        (stage player (end (== (game sto N) 1))
        (do (
          (set (game sto A) (pid (next player)))
          (set (game sto B) (pid (previous player)))
          (cycle next (0 player))
          (set (game sto C) (pid (next player)))
          (set (game sto D) (pid (previous player)))
          (inc (game sto N)))))""",
        players=4,
    )
    assert [state.store(name) for name in "ABCD"] == [2, 0, 0, 0]


def test_seats_go_round(value: Value) -> None:
    assert value("(pid (previous player))", players=5) == 4
    last = "(do ((cycle current (4 player))))"
    assert value("(pid (next player))", last, players=5) == 0


def test_stages_in_a_row(rules: Rules) -> None:
    state = rules(
        f"""(stage player (end (== (game sto N) 2)) (do ({TURN} {COUNT})))
        (stage player (end (== (game sto N) 4)) (do ({TURN} {COUNT})))""",
        players=3,
    )
    assert state.store("TURNS") == 1212


def test_one_player_alone_takes_all_turns(rules: Rules) -> None:
    state = rules(f"(stage player (end (== (game sto N) 3)) (do ({TURN} {COUNT})))", players=1)
    assert state.store("TURNS") == 111


def test_deep_nesting(rules: Rules) -> None:
    """Each level runs two turns of the one below it."""
    inner = "(do ((inc (game sto TOTAL)) (inc (game sto A))))"
    for outer, reset in (("A", "B"), ("B", "C"), ("C", "D")):
        inner = f"""(do ((set (game sto {outer}) 0)))
          (stage player (end (== (game sto {outer}) 2)) {inner})
          (do ((inc (game sto {reset}))))"""
    assert rules(f"(stage player (end (== (game sto D) 2)) {inner})").store("TOTAL") == 16


@pytest.mark.parametrize(
    "endless",
    [
        "(stage player (end (== 1 2)) (do ((inc (game sto X)))))",
        "(stage player (end (== 1 2)) (stage player (end (== 1 1)) (do ((turn pass)))))",
        "(stage team (end (== 1 2)) (do ((turn pass))))",
    ],
)
def test_100_000_turns_without_a_decision_are_an_error_that_says_where(
    rules: Rules, endless: str
) -> None:
    with pytest.raises(GameError, match=r"program_0\.rcy:\d+:\d+: 100,000 .*stage"):
        rules(endless)


def test_repeating_more_than_100_000_times_is_an_error(rules: Rules) -> None:
    with pytest.raises(GameError, match="100,000"):
        rules("(do ((set (game sto N) 100001) (repeat (game sto N) (turn pass))))")


# Teams

TEAM_TURN = """(all team 'T ((== 'T (current team))
    (set (game sto TURNS) (+ (* 10 (game sto TURNS)) ('T sto NAME)))))"""
NAMES = "(do ((set ((0 team) sto NAME) 1) (set ((1 team) sto NAME) 2) (set ((2 team) sto NAME) 3)))"
THREE = {"players": 6, "teams": "(create teams (0, 3) (1, 4) (2, 5))"}


def test_teams_take_turns_from_team_0(rules: Rules) -> None:
    state = rules(
        f"{NAMES} (stage team (end (== (game sto N) 4)) (do ({TEAM_TURN} {COUNT})))", **THREE
    )
    assert state.store("TURNS") == 1231


def test_a_team_stage_moves_only_the_cycle_of_teams(rules: Rules) -> None:
    state = rules(
        f"""{NAMES}
        (stage team (end (== (game sto N) 3))
          (do ((inc (game sto SEATS) (pid (current player))) {COUNT})))""",
        **THREE,
    )
    assert state.store("SEATS") == 0


def test_a_player_stage_leaves_the_cycle_of_teams_alone(rules: Rules) -> None:
    state = rules(
        f"{NAMES} (stage player (end (== (game sto N) 3)) (do ({TEAM_TURN} {COUNT})))", **THREE
    )
    assert state.store("TURNS") == 111


@pytest.mark.parametrize(
    ("target", "turns"), [("(2 team)", 13), ("current", 11), ("next", 12), ("previous", 13)]
)
def test_the_next_team_can_be_named(rules: Rules, target: str, turns: int) -> None:
    state = rules(
        f"""{NAMES} (stage team (end (== (game sto N) 2))
        (do ({TEAM_TURN} {COUNT} (cycle next {target}))))""",
        **THREE,
    )
    assert state.store("TURNS") == turns


def test_next_previous_and_other_teams(rules: Rules) -> None:
    state = rules(
        """(do (
        (inc ((next team) sto A)) (inc ((previous team) sto B))
        (all (other team) 'T (inc ('T sto C)))))""",
        **THREE,
    )
    assert [state.store(f"A team {i}") for i in range(3)] == [0, 1, 0]
    assert [state.store(f"B team {i}") for i in range(3)] == [0, 0, 1]
    assert [state.store(f"C team {i}") for i in range(3)] == [0, 1, 1]


def test_without_teams_everyone_is_a_team(rules: Rules) -> None:
    state = rules("(do ((all player 'P (inc ((team 'P) sto X) (+ 1 (pid 'P))))))", players=3)
    assert state.teams == ((0,), (1,), (2,))
    assert [state.store(f"X team {i}") for i in range(3)] == [1, 2, 3]


def test_teams_counted_from_1(rules: Rules) -> None:
    state = rules("(do ((turn pass)))", players=4, teams="(create teams (1, 3) (2, 4))")
    assert state.teams == ((0, 2), (1, 3))


def test_teams_counted_from_0_and_the_order_of_the_lists(rules: Rules) -> None:
    state = rules(
        "(do ((inc ((team (3 player)) sto X))))", players=4, teams="(create teams (1, 3) (0, 2))"
    )
    assert state.teams == ((1, 3), (0, 2))
    assert [state.store(f"X team {i}") for i in range(2)] == [1, 0]


def test_the_members_of_a_team_in_seat_order(rules: Rules) -> None:
    state = rules(
        """(do ((all (1 team) 'P
        (set (game sto X) (+ (* 10 (game sto X)) (pid 'P))))))""",
        **THREE,
    )
    assert state.store("X") == 14


def test_teams_have_places_of_their_own(rules: Rules) -> None:
    state = rules(
        """(do ((all player 'P
        (move (top (game vloc DECK)) (top ((team 'P) vloc WON))))))""",
        players=4,
        teams="(create teams (0, 2) (1, 3))",
    )
    assert [set(state.cards(f"WON team {i}")) for i in range(2)] == [{"5", "3"}, {"4", "2"}]


def test_teams_can_be_made_in_play(rules: Rules) -> None:
    state = rules(
        """(do (
        (inc ((team (2 player)) sto X))
        (create teams (0, 1) (2, 3))
        (inc ((team (2 player)) sto X) 10)
        (set (game sto MEMBERS) (size (1 team)))))""",
        players=4,
    )
    assert state.teams == ((0, 1), (2, 3))
    assert [state.store(f"X team {i}") for i in range(4)] == [0, 10, 1, 0]
    assert state.store("MEMBERS") == 2


def test_there_is_no_team_with_a_number_no_team_has(value: Value) -> None:
    with pytest.raises(GameError, match="no such team"):
        value("((5 team) sto X)", "(do ((inc ((0 team) sto X))))")
