"""What compiled bots are given: the row of a state as a seat sees it, and what follows from sets of
cards, reckoned by kernels. In Python the same is told by views and by `Knowledge`."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from house import HOUSE

from kibitz.engine import Game, State, load
from kibitz.engine.compiled import row_length
from kibitz.knowledge.rows import row_of
from kibitz.knowledge.told import tell
from kibitz.knowledge.updates import ledger_of
from kibitz.knowledge.views import view
from kibitz.recycle.layout import BITS

SMALL = sorted(str(path) for path in (Path(__file__).parents[1] / "games/small").glob("*.rcy"))
GAMES = [*HOUSE, *SMALL]
MILLION, HALF = 1_000_000, 0.5000001


def positions(game: Game, seed: int, most: int = 90) -> Iterator[State]:
    """The positions of a game in which anything is played."""
    draw, state = Random(seed), game.new(seed=seed)
    for _ in range(most):
        if state.over:
            return
        yield state
        state = state.after(draw.choice(state.actions))


@pytest.mark.parametrize("name", GAMES)
def test_a_compiled_bot_sees_what_its_seat_is_told(name: str) -> None:
    game = load(name)
    seen, row = game.kernel("seen")["seen"], array("q", bytes(8 * game.layout.size))
    for state in positions(game, 2):
        for observer in game.observers[: game.players]:
            seen(state.array, row, observer.number)
            assert row == tell(state, observer).numbers


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot", *SMALL])
def test_what_is_possible_and_likely_is_what_knowledge_says(name: str) -> None:
    """Wherever sets of cards say all that is known, and chances can be reckoned at all."""
    game, draw = load(name), Random(1)
    kernel, known = game.kernel("reckon"), array("q", bytes(8 * row_length(game)))
    words, twins = game.layout.words, any(face.mark for face in game.cards)
    memory: Any = game.functions["MEMORY"]
    unable: Any = kernel["UNABLE"]
    places = [p for p in range(game.layout.places) if memory[p] < 0]
    for state in positions(game, 5):
        row = row_of(ledger_of(state))
        if not row[0] or draw.random() < 0.6:
            continue
        seat = state.to_move or 0
        shown = view(state, seat)
        knowledge, numbers = shown.knowledge, tell(state, game.observers[seat]).numbers
        kernel["known_to"](row, known, seat)
        own = row_of(ledger_of(state).as_seen_by(seat))  # nothing of what others see
        assert known[: len(own)] == own
        for p in places:
            found = sum(kernel["possible"](numbers, known, p, w) << BITS * w for w in range(words))
            cards = [c for c in range(len(game.cards)) if p in knowledge.possible_places(c)]
            assert found == sum(1 << card for card in cards)
        if twins:
            continue
        for face in game.cards:
            where = knowledge.probabilities.get(face.text, {})
            for p in places:
                found = kernel["likely"](numbers, known, face.number, p)
                if known[unable]:
                    continue
                chance = where.get(game.place_names[p], 0.0)
                if knowledge.located.get(face.number) == p:
                    chance = 1.0
                assert found == int(chance * MILLION + HALF)
