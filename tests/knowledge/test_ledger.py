"""The ledger against the truth: it never excludes what is so, and never forgets without cause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kibitz.engine import State
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.observers import observers_of
from kibitz.knowledge.updates import LEDGER, ledger_of
from kibitz.knowledge.views import view
from kibitz.recycle.prelude import EVENTS

from .small import any_game

GAMES = (
    "agram", "boerenbridge", "brisca", "tarot",
    "gofish", "eights", "rummy", "caravan", "fishing", "kuhn", "marriage",
    "twopacks", "guesses",
)  # fmt: skip
IMAGINED = tuple(name for name in GAMES if name != "guesses")
"""Games whose hidden part can be drawn; of private numbers nothing is (test_language_private)."""
MOST = 150
"""Decisions of a game that are looked at."""


def played(name: str, seed: int) -> Iterator[State]:
    """The states of a game played at random."""
    rng = Random(seed)
    state = any_game(name).new(seed)
    yield state
    for _ in range(MOST):
        if state.over:
            return
        state = state.after(rng.choice(state.actions))
        yield state


def places(state: State) -> list[int]:
    """Where every card truly is."""
    game = state.game
    return [state.array[game.layout.where + card] for card in range(len(game.cards))]


def assert_true_world(state: State) -> None:
    """The cards as they truly lie can have come about as the ledger has it, laws and tests
    included, in everybody's eyes."""
    ledger, where = ledger_of(state), places(state)
    if not (ledger.laws or ledger.predicates or ledger.more):
        return
    for seat in range(state.game.players):
        for knowledge in (view(state, seat).knowledge, view(state, seat).knowledge.common):
            frame = knowledge.frame
            masks = [
                sum(
                    1 << i
                    for i, place in enumerate(frame.places)
                    if mask >> i & 1 and place == frame.ghosts.get(card, where[card])
                )
                for card, mask in zip(frame.cards, frame.worlds.masks, strict=True)
            ]
            if frame.cards:
                Deals(replace(frame.worlds, masks=tuple(masks))).sample((0, 0), 0)


@pytest.mark.parametrize("name", GAMES)
def test_the_truth_is_never_excluded(name: str) -> None:
    for seed in range(4):
        for state in played(name, seed):
            where = places(state)
            ledger = ledger_of(state)
            for observer in range(ledger.observers.common + 1):
                sets = ledger.sets_of(observer)
                for card, place in enumerate(where):
                    assert place not in sets or sets[place] >> card & 1
            assert_true_world(state)


@pytest.mark.parametrize("name", GAMES)
def test_sizes_are_right_and_nothing_is_held_by_empty_places(name: str) -> None:
    for state in played(name, 7):
        ledger = ledger_of(state)
        for place, size in ledger.counts().items():
            assert size == state.count_at(place)
        for size, held in zip(ledger.sizes, ledger.may_hold, strict=True):
            assert size or not held


@pytest.mark.parametrize("name", GAMES)
def test_whoever_sees_a_place_knows_its_cards(name: str) -> None:
    for state in played(name, 5):
        ledger = ledger_of(state)
        for seat in range(state.game.players):
            for place, cards in ledger.sets_of(seat).items():
                if ledger.observers.sight[place] >> seat & 1:
                    assert cards == sum(1 << card for card in state.cards_at(place))


@pytest.mark.parametrize("name", GAMES)
def test_keeping_up_is_the_same_as_catching_up(name: str) -> None:
    kept = [ledger_of(state) for state in played(name, 3)]
    *_, last = played(name, 3)
    assert ledger_of(last) == kept[-1]
    steps = [LEDGER.of(step) for step in last.steps()]
    assert steps == kept
    assert all(isinstance(step, Ledger) for step in steps)


def unseen_move(state: State) -> bool:
    """Whether in the last step a card moved before the eyes of only some, or cards were mixed."""
    raw = state.last.events
    everybody = (1 << state.game.players) - 1
    return any(
        raw[at] == EVENTS["shuffle"]
        or (raw[at] == EVENTS["move"] and raw[at + 4] & everybody != everybody)
        for at in range(0, len(raw), 6)
    )


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "tarot"])
def test_knowledge_never_shrinks_while_all_is_seen(name: str) -> None:
    compared = 0
    for seed in range(2):
        before: dict[int, int] = {}
        for state in played(name, seed):
            if state.over:
                break
            if unseen_move(state):
                before = {}
            for seat in range(state.game.players):
                count = view(state, seat).knowledge.count
                assert 0 < count <= before.get(seat, count)
                compared += seat in before
                before[seat] = count
    assert compared > 100


@pytest.mark.parametrize("name", GAMES)
def test_all_together_know_no_more_than_each(name: str) -> None:
    """What is common knowledge, every seat knows."""
    for state in played(name, 11):
        ledger = ledger_of(state)
        common = ledger.sets_of(ledger.observers.common)
        for seat in range(state.game.players):
            for place, cards in ledger.sets_of(seat).items():
                assert not cards & ~common[place]


def test_observers_are_found_once() -> None:
    game = any_game("agram")
    assert observers_of(game) is observers_of(game)
    assert ledger_of(game.new(1)).observers is observers_of(game)
