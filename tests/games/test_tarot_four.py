"""French Tarot for four: one against three, the poignées, the score."""

from __future__ import annotations

import random
from typing import Any

import kibitz

from .perft import moves, play
from .rules_tarot import DECK, ordered
from .tarot_tables import FOUR, dealt

CONTRE = ("garde_contre", "pass", "pass", "pass")
TRUMPS = [f"T{number}" for number in range(2, 22)]


def deal(*own: str, seed: int = 1) -> dict[str, str]:
    """A deal in which North has some cards."""
    return dealt(FOUR, random.Random(seed), own)


def begun(cards: dict[str, str], *words: str, **parameters: Any) -> Any:
    """The engine's state after some decisions."""
    return play(kibitz.load("tarot-four", **parameters).new(deal=cards), *words)


def finished(state: Any) -> Any:
    """The end, if everybody takes the last of their options."""
    while not state.over:
        state = state.after(state.actions[-1])
    return state


def test_eighteen_cards_each_and_six_in_the_dog() -> None:
    state = begun(deal())
    assert [len(state.cards(f"HAND {seat}")) for seat in range(4)] == [18] * 4
    assert len(state.cards("DOG")) == 6
    assert ordered(card for place in deal().values() for card in place.split()) == list(DECK)


def test_everybody_speaks_once_and_bids_higher() -> None:
    state = begun(deal())
    assert len(moves(state)) == 5
    state = play(state, "garde")
    assert moves(state) == ["garde_contre", "garde_sans", "pass"]
    state = play(state, "garde_sans", "pass")
    assert moves(state) == ["garde_contre", "pass"]
    assert play(state, "pass").store("TAKER") == 1


def test_if_all_pass_the_next_dealer_deals() -> None:
    state = begun(deal(), "pass", "pass", "pass", "pass", PETITSEC="NO")
    assert (state.to_move, state.store("PLAYED")) == (1, 0)
    assert [len(state.cards(f"HAND {seat}")) for seat in range(4)] == [18] * 4


def test_the_taker_plays_against_three() -> None:
    state = begun(deal(), "pass", "pass", "prise", "pass")
    assert [set(team) for team in state.teams] == [{2}, {0, 1, 3}]


def test_six_cards_are_laid_aside() -> None:
    state = begun(deal(), "prise", "pass", "pass", "pass")
    for _ in range(6):
        assert not {"T1", "T21", "EX", "KH", "KD", "KC", "KS"} & set(moves(state))
        state = state.after(state.actions[0])
    assert (len(state.cards("DISCARD 0")), len(state.cards("HAND 0"))) == (6, 18)


def test_small_trumps_go_openly_if_there_is_nothing_else() -> None:
    state = begun(deal(*TRUMPS[:16], "KH", "EX"), "prise", "pass", "pass", "pass")
    assert all("openly" in option.label for option in state.actions)
    assert all(move.startswith("T") for move in moves(state))


def test_without_an_auction_north_takes_as_a_garde() -> None:
    state = kibitz.load("tarot-four", AUCTION="NO").new(seed=1)
    assert (state.store("TAKER"), state.store("CONTRACT")) == (0, 2)
    assert len(state.cards("HAND 0")) == 24


def test_poignees_begin_with_ten_trumps() -> None:
    for number, sizes in ((9, []), (10, ["10"]), (14, ["10", "13"]), (15, ["10", "13", "15"])):
        plain = [card for card in DECK if card[0] not in "TE"]
        cards = deal(*TRUMPS[:number], *plain[: 18 - number])
        offered = moves(begun(cards, *CONTRE, SLAM="NO"))
        assert [m.rpartition("_")[2] for m in offered if m.startswith("poi")] == sizes


def test_each_of_the_three_pays_the_taker() -> None:
    state = finished(begun(deal(), *CONTRE, SLAM="NO"))
    stake = state.store("STAKE")
    assert stake != 0
    assert list(state.scores) == [3 * stake, -stake, -stake, -stake]


def test_an_announced_chelem_lets_the_taker_lead() -> None:
    state = begun(deal(), "pass", "garde_contre", "pass", "pass")
    assert play(state, "chelem_announced").to_move == 1
    assert play(state, "pass").to_move == 0


def test_a_garde_sans_counts_the_dog_for_the_taker_and_a_contre_for_the_others() -> None:
    dog = set(deal()["DOG"].split())
    for bid, place in (("garde_sans", "ATTACK"), ("garde_contre", "DEFENCE")):
        words = (bid, "pass", "pass", "pass")
        assert dog <= set(finished(begun(deal(), *words, SLAM="NO")).cards(place))


def test_points_and_scores_add_up() -> None:
    for seed in range(4):
        state = finished(begun(deal(seed=seed), *CONTRE))
        assert len(state.cards("ATTACK")) + len(state.cards("DEFENCE")) == 78
        assert state.store("HALVES") % 2 == 0  # tricks of four, and a dog of six
        assert sum(state.scores) == 0


def test_what_players_know_is_exact_to_the_end() -> None:
    state = begun(deal(), "prise", "pass", "pass", "pass")
    while not state.over:
        state = state.after(state.actions[len(state.history) % 2 - 1])
        if len(state.history) % 9 == 0:
            assert all(kibitz.view(state, seat).knowledge.exact for seat in range(4))
