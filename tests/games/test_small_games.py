"""Small complete games of other kinds: shedding, fishing, asking."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kibitz

SMALL = Path(__file__).parent / "small"


def load(name: str, **parameters: int | str) -> Any:
    """One of the small games."""
    return kibitz.load(str(SMALL / f"{name}.rcy"), **parameters)


@pytest.mark.parametrize("name", ["eights", "fishing", "gofish", "guesses", "marriage", "twopacks"])
def test_every_game_comes_to_an_end(name: str) -> None:
    result = load(name).simulate(500, seed=1)
    assert result.games == 500
    assert result.unfinished == 0
    assert sum(result.win_share) == pytest.approx(1)


# Written guesses


def test_guesses_are_written_in_secret_and_shown_at_the_end() -> None:
    state = load("guesses").new(deal={
        "HAND 0": "AS KS QS JS", "HAND 1": "AH KH QH JH", "HAND 2": "AC KC QC JC",
    })  # fmt: skip
    for guess in ("4", "hearts", "0", "spades", "1", "clubs"):
        state = state.after(next(a for a in state.actions if guess in a.text.lower()))
    for other in (1, 2, None):
        seen = kibitz.view(state, other)
        assert not {"GUESS 0", "LAST 0"} & set(seen.stores)
        assert all(
            event.value == -1 for event in seen.events if (event.kind, event.seat) == ("choice", 0)
        )
    while not state.over:
        state = state.after(state.actions[0])
    shown = kibitz.view(state, None).stores
    assert [shown[f"SHOWN {seat}"] for seat in range(3)] == [4, 0, 1]
    assert [shown[f"NAMED {seat}"] for seat in range(3)] == ["HEARTS", "SPADES", "CLUBS"]
    assert state.scores == (14, 10 + 1, 0)


# Two packs


def test_of_two_equal_cards_the_first_wins_and_in_the_last_trick_the_last() -> None:
    state = load("twopacks").new(deal={
        "HAND 0": "AH KH JC JC QC AS", "HAND 1": "AH KH KC KC AC AS", "HAND 2": "QS QS JS JH QC AC",
    })  # fmt: skip

    def played(*cards: str) -> None:
        nonlocal state
        for card in cards:
            state = state.after(next(a for a in state.actions if card in a.cards))

    played("AH", "AH", "JH")
    assert state.to_move == 0
    assert state.store("POINTS 0") == -3
    played("KH", "KH", "QS", "JC", "KC", "AC")
    assert state.to_move == 2
    played("QC", "QC", "KC")
    assert state.to_move == 1
    played("AC", "QS", "JC")
    played("AS", "JS", "AS")
    assert state.store("POINTS 0") == -3 - 2 - 5, "the last ace of spades won nothing"
    assert state.store("POINTS 1") == 1 - 5, "no trick in hearts"
    assert state.over


# Eights

EIGHTS = {
    "HAND 0": "8S 6H 7C 9D",
    "HAND 1": "10S 10C 7H AD",
    "HAND 2": "6S 6C 9S AH",
    "PILE": "10H",
}


def test_one_matches_the_suit_or_plays_an_eight_and_names_a_suit_or_draws() -> None:
    """The six of hearts; the eight with each of four suits; a card from the stock."""
    state = load("eights").new(deal=EIGHTS)
    assert state.to_move == 0
    assert len(state.actions) == 1 + 4 + 1
    assert Counter(action.cards for action in state.actions)[("8S",)] == 4


def test_one_matches_the_rank_too() -> None:
    """On the six of hearts seat 1 has the seven of hearts; then seat 2 has the ace of hearts."""
    state = load("eights").new(deal=EIGHTS)
    [six] = [action for action in state.actions if action.cards == ("6H",)]
    state = state.after(six)
    assert {action.cards for action in state.actions if action.cards} == {("7H",)}
    [draw] = [action for action in state.actions if not action.cards]
    state = state.after(draw)
    playable = {action.cards for action in state.actions if action.cards}
    assert playable == {("6S",), ("6C",), ("AH",)}


def test_the_suit_named_with_an_eight_must_be_matched() -> None:
    state = load("eights").new(deal=EIGHTS)
    replies = Counter(
        len([reply for reply in state.after(action).actions if reply.cards])
        for action in state.actions
        if action.cards == ("8S",)
    )
    # Seat 1 holds one card of each suit.
    assert replies == Counter({1: 4})


def test_a_last_card_played_ends_the_game() -> None:
    deal = {"HAND 0": "6H", "HAND 1": "7S", "HAND 2": "9S", "PILE": "10H"}
    state = load("eights", HAND=1).new(deal=deal)
    [six] = [action for action in state.actions if action.cards == ("6H",)]
    ended = state.after(six)
    assert ended.over
    assert list(ended.scores) == [0, 1, 1]
    assert ended.ranks[0] < ended.ranks[1] == ended.ranks[2]


@pytest.mark.parametrize("reshuffles", [0, 1, 3])
def test_the_end_comes_however_often_the_pile_is_reshuffled(reshuffles: int) -> None:
    for players in (2, 3, 4):
        game = load("eights", NUMP=players, RESHUFFLES=reshuffles)
        assert game.simulate(300, seed=3).unfinished == 0


def test_more_reshuffles_make_longer_games() -> None:
    lengths = [
        load("eights", RESHUFFLES=times).simulate(1000, seed=4).decisions_mean
        for times in (0, 1, 3)
    ]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[2]


# Fishing

FISHING = {"TABLE": "2S 3H AC QD", "HAND 0": "5C QH KS", "HAND 1": "4C 3S KH"}


def test_a_card_catches_its_rank_or_a_sum_or_is_laid_down() -> None:
    """Five catches two and three, the queen the queen; any of three cards may be laid down."""
    state = load("fishing").new(deal=FISHING)
    assert len(state.actions) == 1 + 1 + 3


def test_there_may_be_several_ways_to_catch() -> None:
    """Five: 2+3, A+4, or 5 alone. Three: the three, or A+2. Four: the four, or A+3."""
    deal = {"TABLE": "2S 3H AC 4D", "HAND 0": "5C 3C 4S", "HAND 1": "QC QS KH"}
    assert len(load("fishing").new(deal=deal).actions) == 2 + 2 + 2 + 3
    deal = {"TABLE": "QD QH AC 4D", "HAND 0": "QC KC AS", "HAND 1": "QS KS KH"}
    assert len(load("fishing").new(deal=deal).actions) == 2 + 0 + 1 + 3


def test_all_28_cards_are_won_in_24_decisions() -> None:
    result = load("fishing").simulate(300, seed=5)
    assert result.decisions_mean == 24
    assert sum(result.score_mean) == pytest.approx(28)


# Go fish

GOFISH = {"HAND 0": "9S 9H KD AC", "HAND 1": "9C 9D 10S 10H", "HAND 2": "QS QH QC JD"}


def test_one_asks_another_player_for_a_rank_one_holds() -> None:
    """Nines, kings and aces, from either of the others."""
    state = load("gofish").new(deal=GOFISH)
    assert len(state.actions) == 3 * 2


def test_who_gets_cards_asks_again_and_who_does_not_draws() -> None:
    """Only the nines of seat 1 are there; with them seat 0 has a book, and two ranks left."""
    state = load("gofish").new(deal=GOFISH)
    after = [state.after(action) for action in state.actions]
    lucky = [reached for reached in after if reached.to_move == 0]
    assert len(lucky) == 1
    assert len(lucky[0].actions) == 2 * 2
    assert all(reached.to_move == 1 for reached in after if reached is not lucky[0])


def test_two_players_make_all_six_books() -> None:
    """When the stock is gone, whatever one of them lacks is with the other."""
    assert sum(load("gofish", NUMP=2).simulate(300, seed=6).score_mean) == pytest.approx(6)


@pytest.mark.parametrize("players", [3, 4])
def test_there_are_six_books_at_most(players: int) -> None:
    result = load("gofish", NUMP=players).simulate(300, seed=7)
    assert result.unfinished == 0
    assert 3 < sum(result.score_mean) < 6
