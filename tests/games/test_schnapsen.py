"""Schnapsen: marriages, the trump jack, the closed talon, and who wins how much."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz

from .perft import moves, play
from .rules_schnapsen import random_deal

DEAL = {
    "HAND 0": "QH KH JS 10S AD",
    "HAND 1": "AH 10H KS QS JD",
    "TALON": "JC QC KC 10C AC QD KD 10D JH",
    "TURNUP": "AS",
}


def fresh(deal: dict[str, str] = DEAL, **parameters: int | str) -> Any:
    """A deal with spades as trumps."""
    return kibitz.load("schnapsen", **parameters).new(deal=deal)


def dealt(north: str, south: str, turnup: str) -> dict[str, str]:
    """A deal with these hands, the other cards in any order."""
    rest = " ".join(random_deal(random.Random(1)).values()).split()
    used = (*north.split(), *south.split(), turnup)
    talon = " ".join(card for card in rest if card not in used)
    return {"HAND 0": north, "HAND 1": south, "TALON": talon, "TURNUP": turnup}


def at_random(seed: int, **parameters: int | str) -> Any:
    """A game played at random to its end."""
    rng = random.Random(seed)
    state = kibitz.load("schnapsen", **parameters).new(seed=seed)
    while not state.over:
        state = state.after(rng.choice(state.actions))
    return state


# The play


def test_five_cards_each_and_the_first_seat_may_do_much() -> None:
    assert fresh().to_move == 0
    assert moves(fresh()) == [
        "10S", "AD", "KH", "QH", "close_the_talon", "declare_the_marriage_in_hearts",
        "exchange_JS_for_the_trump_card", "play_JS",
    ]  # fmt: skip


def test_while_the_talon_is_open_any_card_may_be_played() -> None:
    assert len(moves(play(fresh(), "AD"))) == 5


def test_whoever_takes_the_trick_draws_first() -> None:
    state = play(fresh(), "AD", "JD")
    assert state.to_move == 0
    assert "JC" in state.cards("HAND 0")
    assert "QC" in state.cards("HAND 1")


def test_the_card_turned_up_is_drawn_last() -> None:
    rng = random.Random(1)
    deal = dealt("JC QC JD QD JH", "KC AC KD AD KH", "JS")
    state = fresh(deal)
    while len(state.cards("TURNUP")):
        played = [name for name in moves(state) if len(name) < 4]
        state = play(state, rng.choice(played))
    assert "JS" in state.cards(f"HAND {1 - state.to_move}")


def test_without_a_talon_one_follows_and_beats_and_else_trumps() -> None:
    closed = play(fresh(), "close_the_talon")
    assert moves(play(closed, "AD")) == ["JD"]
    assert moves(play(closed, "QH")) == ["10H", "AH"]
    assert moves(play(closed, "10S")) == ["KS", "QS"]
    deal = dealt("JC QC JD QD JH", "AS 10S KD AD KH", "JS")
    assert moves(play(fresh(deal), "close_the_talon", "JC")) == ["10S", "AS"]


# Marriages and the jack


def test_a_marriage_is_led_and_counts_when_its_player_has_a_trick() -> None:
    state = play(fresh(), "declare_the_marriage_in_hearts")
    assert moves(state) == ["KH", "QH"]
    assert state.store("POINTS 0") == 0
    assert play(state, "QH", "AH").store("POINTS 0") == 0
    assert play(state, "QH", "JD").store("POINTS 0") == 3 + 2 + 20
    lost = play(state, "QH", "AH", "JD", "AD")
    assert lost.store("POINTS 0") == 2 + 11 + 20


def test_a_marriage_in_trumps_counts_forty() -> None:
    deal = dealt("QS KS JC QC KD", "JD JH KH QH QD", "AS")
    state = play(fresh(deal), "declare_the_marriage_in_spades", "KS", "JD")
    assert state.store("POINTS 0") == 4 + 2 + 40


def test_a_declared_marriage_shows_both_cards() -> None:
    state = play(fresh(), "declare_the_marriage_in_hearts")
    south = kibitz.view(state, "South").knowledge
    assert south.exact
    assert south.probabilities["QH"] == {"HAND 0": 1.0}
    assert south.probabilities["KH"] == {"HAND 0": 1.0}


def test_the_jack_of_trumps_is_exchanged_for_the_card_turned_up() -> None:
    state = play(fresh(), "exchange_JS_for_the_trump_card")
    assert state.to_move == 0
    assert state.cards("TURNUP") == ("JS",)
    assert "AS" in state.cards("HAND 0")
    assert kibitz.view(state, "South").knowledge.probabilities["AS"] == {"HAND 0": 1.0}


@pytest.mark.parametrize(("late", "allowed"), [("NO", False), ("YES", True)])
def test_with_two_cards_left_it_is_too_late_to_close(late: str, allowed: bool) -> None:
    state = fresh(dealt("JC QC JD QD JH", "KC AC KD AD KH", "JS"), LATE=late, CLAIM="SAID")
    assert "close_the_talon" in moves(state)
    for _ in range(8):
        state = play(state, next(name for name in moves(state) if len(name) < 4))
    assert len(state.cards("TALON")) == 1
    assert ("close_the_talon" in moves(state)) == allowed


# The count


def test_sixty_six_against_no_trick_is_worth_three() -> None:
    deal = dealt("QS KS AC AD AH", "JD JH JC QD 10C", "AS")
    state = play(fresh(deal), "declare_the_marriage_in_spades", "KS", "10C")
    assert state.store("POINTS 0") == 54
    state = play(state, "AH", "JH")
    assert state.over
    assert state.scores == (3, 0)


def test_a_closer_who_fails_gives_two_or_three() -> None:
    weak = dealt("JC QC JD QD JH", "AC KC AD KD AH", "10S")
    assert end(play(fresh(weak), "close_the_talon")).scores == (0, 3)
    state = fresh(dealt("AH JC QC JD QD", "JH AC KC AD KD", "10S"))
    # South has a trick before the talon is closed.
    state = play(state, "JD", "AD")
    assert state.to_move == 1
    state = play(state, "JH", "AH", "close_the_talon")
    assert end(state).scores == (0, 2)


def test_a_closer_who_is_beaten_to_sixty_six_gives_at_least_two() -> None:
    state = at_random(14)  # found by looking: South closes when North has thirty-three
    assert state.store("CLOSER") == 2
    assert state.store("POINTS 0") >= 66
    assert state.scores == (2, 0)


def end(state: Any) -> Any:
    """The end, if everybody plays the first card they can."""
    while not state.over:
        state = play(state, next(name for name in moves(state) if len(name) < 4))
    return state


def test_the_last_trick_wins_one_point_if_nobody_has_sixty_six() -> None:
    found = 0
    for seed in range(60):
        state = at_random(seed)
        if (
            state.store("CLOSER") == 0
            and max(state.store("POINTS 0"), state.store("POINTS 1")) < 66
        ):
            found += 1
            assert sorted(state.scores) == [0, 1]
    assert found


def test_a_claim_wins_with_sixty_six_and_loses_without() -> None:
    assert "claim_sixty-six" not in moves(fresh())
    assert play(fresh(CLAIM="SAID"), "claim_sixty-six").scores == (0, 3)
    state = play(fresh(CLAIM="SAID"), "10S", "JD", "claim_sixty-six")
    assert state.scores == (0, 3)
    state = play(fresh(CLAIM="SAID"), "AD", "AH", "QH", "KS", "claim_sixty-six")
    assert state.scores == (2, 0)
    deal = dealt("QS KS AC AD AH", "JD JH JC QD 10C", "AS")
    said = play(fresh(deal, CLAIM="SAID"), "declare_the_marriage_in_spades", "KS", "10C")
    said = play(said, "AH", "JH")
    assert not said.over
    assert play(said, "claim_sixty-six").scores == (3, 0)


def test_a_whole_game_goes_to_seven_and_the_first_lead_alternates() -> None:
    for seed in range(4):
        state = at_random(seed, GOAL=7)
        assert 7 <= max(state.scores) <= 9
        assert min(state.scores) < 7
    state = fresh(CLAIM="SAID", GOAL=7)
    assert [state.to_move, play(state, "claim_sixty-six").to_move] == [0, 1]


# What others learn


def test_what_players_know_is_exact_to_the_end() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        state = kibitz.load("schnapsen", CLAIM="SAID" if seed % 2 else "COUNTED").new(seed=seed)
        while not state.over:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in (0, 1))
            state = state.after(rng.choice(state.actions))


def test_whoever_does_not_beat_a_card_of_a_closed_talon_has_none_higher() -> None:
    state = play(fresh(dealt("KH QH JC AC AD", "JH 10D KS QS JD", "AS")), "close_the_talon")
    assert "HAND 1" in kibitz.view(state, "North").knowledge.probabilities["AH"]
    state = play(state, "QH", "JH")
    left = kibitz.view(state, "North").knowledge.probabilities
    assert "HAND 1" not in left["AH"]
    assert "HAND 1" in left["10S"]
