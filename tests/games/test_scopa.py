"""Scopa: what captures what, sweeps, the points of a deal, and its variants."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kibitz
from kibitz.words import Words, tell

from . import rules_scopa as rules
from .perft import moves, play


def table(cards: str, hand: str = "7D 6D 1D", **parameters: int | str) -> Any:
    """North's first decision: the table, and North's hand."""
    return kibitz.load("scopa", **parameters).new(seed=1, deal={"TABLE": cards, "HAND 0": hand})


@pytest.mark.parametrize(("players", "hand"), [(2, 3), (3, 3), (4, 3), (4, 9)])
def test_a_deal_is_forty_cards_less_four_on_the_table(players: int, hand: int) -> None:
    game = kibitz.load("scopa", NUMP=players, HAND=hand)
    assert game.simulate(5, seed=1, mode="python").decisions_mean == 36


def test_scopone_with_ten_cards_each_begins_with_an_empty_table() -> None:
    state = kibitz.load("scopa", NUMP=4, HAND=10, TABLE=0).new(seed=1)
    assert state.cards("TABLE") == ()
    assert len(moves(state)) == 10


def test_the_cards_must_come_out_even() -> None:
    with pytest.raises(kibitz.KibitzError, match="come out even"):
        kibitz.load("scopa", NUMP=3, HAND=9)


def test_a_card_captures_one_of_its_rank() -> None:
    state = play(table("7C RC FC 2S"), "play_7D_to_capture_7C")
    assert set(state.cards("WON team 0")) == {"7D", "7C"}
    assert set(state.cards("TABLE")) == {"RC", "FC", "2S"}


def test_one_of_two_equal_cards_is_chosen() -> None:
    assert moves(table("7C 7S FC RS", "7D 6D 5D")) == [
        "5D", "6D", "play_7D_to_capture_7C", "play_7D_to_capture_7S",
    ]  # fmt: skip


def test_a_card_of_the_rank_goes_before_several_that_add_up() -> None:
    assert "play_7D_to_capture_7C" in moves(table("7C 4C 3C RC"))
    assert not any("4C" in move for move in moves(table("7C 4C 3C RC")))


def test_any_cards_that_add_up_may_be_captured() -> None:
    found = moves(table("4C 3C 2S 1S"))
    assert sum("play_7D" in move for move in found) == 2  # 4 and 3, or 4, 2 and 1
    assert sum("play_6D" in move for move in found) == 2  # 4 and 2, or 3, 2 and 1


def test_a_knave_is_eight_a_knight_nine_and_a_king_ten() -> None:
    found = moves(table("5C 3C 1S 1B", "FD CD RD"))
    assert [sum(f"play_{card}" in move for move in found) for card in ("FD", "CD", "RD")] == [
        1, 2, 1,
    ]  # fmt: skip


def test_a_card_that_can_capture_must_but_need_not_be_played() -> None:
    found = moves(table("7C RC FC CS"))
    assert "7D" not in found
    assert {"6D", "1D"} <= set(found)


def test_clearing_the_table_is_a_sweep() -> None:
    state = play(table("4C 1C 1S 1B"), "play_7D_to_capture_1B_1S_1C_4C")
    assert state.cards("TABLE") == ()
    assert state.store("SWEEPS team 0") == 1


def test_capturing_only_some_of_the_table_is_no_sweep() -> None:
    state = play(table("4C 3C RS RB"), "play_7D_to_capture_3C_4C")
    assert state.store("SWEEPS team 0") == 0


def test_an_ace_that_takes_everything_makes_no_sweep() -> None:
    cards = "4C 2C FS RB"
    assert "1D" in moves(table(cards))
    state = play(table(cards, ACE="YES"), "play_1D_to_capture_RB_FS_2C_4C")
    assert state.cards("TABLE") == ()
    assert state.store("SWEEPS team 0") == 0


def test_such_an_ace_takes_only_the_other_ace_if_there_is_one() -> None:
    found = moves(table("4C 1C FS RB", ACE="YES"))
    assert [move for move in found if "play_1D" in move] == ["play_1D_to_capture_1C"]


def at_the_end(seed: int, **parameters: int | str) -> tuple[Any, Any]:
    """The last position but one of a random game, and the last."""
    rng = Random(seed)
    before = state = kibitz.load("scopa", **parameters).new(seed=seed)
    while not state.over:
        before, state = state, state.after(rng.choice(state.actions))
    return before, state


ENDS = [at_the_end(seed) for seed in range(40)]


def test_the_last_card_makes_no_sweep() -> None:
    rng = Random(4)
    before = state = kibitz.load("scopa").new(seed=4)
    while not state.over:
        captures = [action for action in state.actions if "capture" in action.text]
        before, state = state, state.after(rng.choice(captures or state.actions))
    assert before.cards("TABLE") == ("2C",)
    assert state.history[-1].label == "play 2● to capture 2∪"
    for team in (0, 1):
        assert state.store(f"SWEEPS team {team}") == before.store(f"SWEEPS team {team}")


def test_what_is_left_goes_to_whoever_captured_last() -> None:
    for before, end in ENDS:
        if end.history[-1].label.startswith("lay"):
            taker = before.store("TAKER")
            assert set(before.cards("TABLE")) <= set(end.cards(f"WON team {taker}"))
        assert end.cards("TABLE") == ()


@pytest.mark.parametrize("name", ["CARDS", "COINS"])
def test_all_forty_cards_and_ten_coins_are_somebodys(name: str) -> None:
    for _, end in ENDS:
        counts = [end.store(f"{name} team {team}") for team in (0, 1)]
        assert sum(counts) == (40 if name == "CARDS" else 10)


def test_the_points_are_sweeps_settebello_cards_coins_and_primiera() -> None:
    for _, end in ENDS:
        for team in (0, 1):
            own, other = (
                [end.store(f"{name} team {side}") for name in ("CARDS", "COINS", "PRIMIERA")]
                for side in (team, 1 - team)
            )
            points = end.store(f"SWEEPS team {team}") + ("7D" in end.cards(f"WON team {team}"))
            points += sum(mine > theirs for mine, theirs in zip(own, other, strict=True))
            assert end.scores[team] == points


def test_a_primiera_is_the_best_card_of_each_suit() -> None:
    for _, end in ENDS:
        for team in (0, 1):
            assert end.store(f"PRIMIERA team {team}") == rules.primiera(
                end.cards(f"WON team {team}")
            )


def test_three_kings_are_not_left_on_the_table() -> None:
    game = kibitz.load("scopa")
    tables = [game.new(seed=seed).cards("TABLE") for seed in range(300)]
    assert max(sum(card[0] == "R" for card in cards) for cards in tables) == 2


def test_partners_sit_opposite_and_score_alike() -> None:
    _, end = at_the_end(1, NUMP=4)
    assert end.teams == ((0, 2), (1, 3))
    assert end.scores[:2] == end.scores[2:]


def test_a_longer_game_goes_on_until_one_side_alone_is_ahead() -> None:
    for seed in range(4):
        _, end = at_the_end(seed, GOAL=5)
        assert max(end.scores) >= 5
        assert end.scores[0] != end.scores[1]
        assert end.store("ROUNDNO") > 1


def test_the_others_are_told_what_was_captured_with_what() -> None:
    state = play(table("4C 3C RS RB"), "play_7D_to_capture_3C_4C")
    view = kibitz.view(state, 1)
    words = Words(state.game, 1)
    words.teams = view.teams
    told = tell(words, view.events, 0, state.game.namer.by_number, to_move=view.to_move)
    assert "North plays 7● to capture 3∪ 4∪." in [str(sentence) for sentence in told]


def test_what_players_know_is_exact_to_the_end() -> None:
    rng = Random(4)
    for parameters in ({}, {"NUMP": 4}):
        state = kibitz.load("scopa", **parameters).new(seed=4)
        while not state.over:
            state = state.after(rng.choice(state.actions))
            if len(state.history) % 9 == 0:
                assert kibitz.view(state, 0).knowledge.exact
