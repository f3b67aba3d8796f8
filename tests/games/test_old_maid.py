"""Old Maid: its rules, its variants, and what everybody knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import kibitz


def hands(state: Any) -> list[set[str]]:
    """The cards of every hand."""
    return [set(state.cards(f"HAND {seat}")) for seat in range(state.game.players)]


def walk(seed: int, **parameters: int | str) -> Iterator[tuple[Any, Any]]:
    """Every two positions of a random game that follow each other."""
    rng = random.Random(seed)
    state = kibitz.load("old-maid", **parameters).new(seed=seed)
    while not state.over:
        before, state = state, state.after(rng.choice(state.actions))
        yield before, state


def end(seed: int, **parameters: int | str) -> Any:
    """The end of a random game."""
    return list(walk(seed, **parameters))[-1][1]


def without_pairs(cards: set[str]) -> dict[str, int]:
    """The ranks of which one card is left when pairs are laid down."""
    counts = Counter(card[:-1] for card in cards)
    return {rank: 1 for rank, number in counts.items() if number % 2}


@pytest.mark.parametrize("players", [2, 4, 5])
def test_51_cards_are_dealt_and_pairs_are_laid_down(players: int) -> None:
    state = kibitz.load("old-maid", NUMP=players).new(seed=1)
    laid = [state.cards(f"PAIRS {seat}") for seat in range(players)]
    held = hands(state)
    assert sum(map(len, laid)) + sum(map(len, held)) == 51
    assert state.cards("ASIDE") == ("QC",)
    dealt = [len(pairs) + len(hand) for pairs, hand in zip(laid, held, strict=True)]
    assert max(dealt) - min(dealt) <= 1
    for pairs, hand in zip(laid, held, strict=True):
        assert all(number % 2 == 0 for number in Counter(card[:-1] for card in pairs).values())
        assert without_pairs(hand | set(pairs)) == Counter(card[:-1] for card in hand)


def test_one_draws_any_card_of_the_player_on_the_right_unseen() -> None:
    state = kibitz.load("old-maid").new(seed=1)
    assert state.to_move == 0
    assert len(state.actions) == len(state.cards("HAND 3"))
    assert not any(action.cards for action in state.actions)
    after = [state.after(action) for action in state.actions]
    drawn = {card for each in after for card in set(state.cards("HAND 3")) - hands(each)[3]}
    assert drawn == set(state.cards("HAND 3"))


def following(held: list[set[str]], seat: int, step: int) -> int:
    """The nearest seat with cards on the left (1) or on the right (-1)."""
    while True:
        seat = (seat + step) % len(held)
        if held[seat]:
            return seat


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_whole_games_go_by_the_rules(players: int) -> None:
    for before, after in walk(players, NUMP=players):
        held, seat = hands(before), before.to_move
        source = following(held, seat, -1)
        [card] = held[source] - hands(after)[source]
        held[source].discard(card)
        partner = {other for other in held[seat] if other[:-1] == card[:-1]}
        held[seat] = held[seat] - partner if partner else held[seat] | {card}
        assert hands(after) == held
        if not after.over:
            assert after.to_move == following(held, seat, 1)


def test_whoever_is_left_with_the_queen_has_lost() -> None:
    for seed in range(8):
        state = end(seed)
        assert sorted(state.scores) == [0, 1, 1, 1]
        [last] = state.cards(f"HAND {state.scores.index(0)}")
        assert last in ("QD", "QH", "QS")
        assert state.store("PAIRED") == 25


def test_the_odd_card_may_be_a_jack() -> None:
    state = end(1, MAID="JACK")
    assert state.cards("ASIDE") == ("JC",)
    assert state.cards(f"HAND {state.scores.index(0)}")[0].startswith("J")


def test_the_odd_card_may_be_any_that_nobody_knows() -> None:
    game = kibitz.load("old-maid", MAID="ANY")
    asides = {game.new(seed=seed).cards("HIDDEN")[0] for seed in range(20)}
    assert len({card[:-1] for card in asides}) > 5
    seen = kibitz.view(game.new(seed=1), 0)
    assert seen.places["HIDDEN"] == 1
    state = end(2, MAID="ANY")
    [last] = state.cards(f"HAND {state.scores.index(0)}")
    assert last[:-1] == state.cards("HIDDEN")[0][:-1]


def test_a_game_ends_after_so_many_draws() -> None:
    lengths = [len(end(seed, LONGEST=10).history) for seed in range(5)]
    assert lengths == [10] * 5
    assert sum(end(1, LONGEST=10).scores) < 3


def test_only_the_two_see_which_card_is_drawn() -> None:
    before, after = next(
        (before, after)
        for before, after in walk(1)
        if before.to_move == 0 and before.store("PAIRED") == after.store("PAIRED")
    )
    [card] = hands(after)[0] - hands(before)[0]
    assert kibitz.view(after, 3).knowledge.probability(card, "HAND 0") == 1
    assert kibitz.view(after, 1).knowledge.probability(card, "HAND 0") < 1


def test_what_players_know_is_always_so() -> None:
    for number, (_, after) in enumerate(walk(3)):
        if number % 5 == 0:
            seen = kibitz.view(after, 1).knowledge
            for seat, held in enumerate(hands(after)):
                assert all(f"HAND {seat}" in seen.places(card) for card in held)
