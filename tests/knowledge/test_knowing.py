"""The ledger that the rules keep in numbers, against the one that Python keeps of the same games.

Wherever a row promises to say everything it is the row of the ledger; everywhere else it excludes
nothing that is so. The knowing variant of the rules does to the state what the rules do.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kibitz.engine import Game, State, load
from kibitz.engine.buffers import BUFFERS
from kibitz.engine.knowing import SURE, first_row, shape_of
from kibitz.engine.simulation import series_key
from kibitz.errors import KibitzError
from kibitz.knowledge.observers import observers_of
from kibitz.knowledge.rows import row_of
from kibitz.knowledge.updates import ledger_of

from .small import any_game

HERE = Path(__file__).parent
RULES = sorted(f"rules/{path.stem}" for path in (HERE / "rules").glob("*.rcy"))
SMALL = (
    "caravan", "eights", "fishing", "gofish", "guesses", "kuhn", "marriage", "rummy", "twopacks",
)  # fmt: skip
HOUSE = ("agram", "boerenbridge", "brisca", "tarot")
MOST = 60
"""Decisions of a game that are looked at."""


@cache
def game_of(name: str) -> Game:
    return load(HERE / f"{name}.rcy") if name in RULES else any_game(name)


def played(game: Game, seed: int, most: int = MOST) -> Iterator[tuple[State, array[int]]]:
    """A game at random: each state as it is told, and the row that the knowing rules keep."""
    rng, state = Random(seed), game.new(seed)
    functions, numbers, row = game.kernel("knowing"), array("q", game.blank), first_row(game)
    key = game.layout.KEY
    numbers[key : key + 2] = state.array[key : key + 2]
    functions["run"](numbers, 1, row)
    for _ in range(most):
        assert numbers == state.array
        yield state, row
        if state.over:
            return
        option = rng.randrange(len(state.actions))
        functions["apply"](numbers, state.codes[option], BUFFERS.work, row)
        state = state.after(state.actions[option])


def assert_row(state: State, row: array[int]) -> bool:
    """A row is that of the ledger if it is sure, and excludes nothing that is so; whether it is."""
    game, ledger = state.game, ledger_of(state)
    shape, expected = shape_of(game), row_of(ledger)
    assert row[shape.size_at : shape.held_at] == expected[shape.size_at : shape.held_at]
    if row[SURE]:
        assert expected[SURE] == 1
        assert row[shape.held_at : shape.tail_at] == expected[shape.held_at : shape.tail_at]
    for slot, place in enumerate(shape.hidden):
        for word in range(shape.words):
            cards = state.array[game.layout.sets + place * shape.words + word]
            for observer in range(shape.observers):
                at = shape.held_at + slot * shape.block + observer * shape.words + word
                assert cards & ~row[at] == 0
    return bool(row[SURE])


@pytest.mark.parametrize("name", [*SMALL, *RULES])
def test_a_row_that_is_sure_is_the_row_of_the_ledger(name: str) -> None:
    for seed in (1, 2):
        for state, row in played(game_of(name), seed):
            assert_row(state, row)


@pytest.mark.parametrize("name", HOUSE)
def test_in_the_house_games_a_row_is_sure_wherever_the_ledger_is_plain(name: str) -> None:
    game = game_of(name)
    plain = observers_of(game).plain
    found = [assert_row(s, r) == (ledger_of(s)[4:12] == plain) for s, r in played(game, 3, 200)]
    assert all(found)


@pytest.mark.parametrize("name", ["fishing", "marriage", "twopacks", "rules/talon", "rules/follow"])
def test_games_that_pass_draw_and_meld_are_followed_all_through(name: str) -> None:
    assert all(assert_row(state, row) for state, row in played(game_of(name), 4))


# --- batches --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*HOUSE, "eights", "marriage"])
def test_native_code_keeps_the_same_rows(name: str) -> None:
    one, two = (
        any_game(name).batch(4, seed=5, mode=mode, knowledge=True) for mode in ("python", "native")
    )
    rng = np.random.default_rng(1)
    for _ in range(30):
        assert (one.states == two.states).all()
        end = shape_of(one.game).tail_at
        assert (one.ledgers[:, :end] == two.ledgers[:, :end]).all()
        if one.over.all():
            break
        offer = one.offer()
        chosen = rng.integers(0, np.maximum(offer.counts, 1))
        codes = np.where(one.over, -1, offer.codes[np.arange(len(one)), chosen])
        one.apply(codes)
        two.apply(codes)


def test_a_batch_with_knowledge_says_where_cards_may_be() -> None:
    game = any_game("boerenbridge")
    batch = game.batch(3, seed=2, mode="python", knowledge=True)
    plain = game.batch(3, seed=2, mode="python")
    assert (batch.states == plain.states).all()
    assert batch.exact.all()
    hand = game.place("HAND 1")
    where = batch.states[:, game.layout.where : game.layout.where + len(game.cards)]
    assert batch.possible.shape == (3, 4, len(game.cards), game.layout.places)
    assert (batch.possible[:, 1, :, hand] == (where == hand)).all()
    assert (batch.possible[:, 0, :, hand] & (where == game.place("HAND 0"))).sum() == 0
    assert (batch.sizes[:, hand] == (where == hand).sum(axis=1)).all()
    kept = batch.states.copy(), batch.ledgers.copy()
    batch.apply(batch.offer().codes[:, 0])
    batch.restore(*kept)
    assert (batch.ledgers == kept[1]).all()


def test_random_games_with_ledgers_are_those_without() -> None:
    game = any_game("boerenbridge")
    state, scratch = (array("q", game.blank) for _ in range(2))
    tally, row, first = array("q", bytes(64)), first_row(game), first_row(game)
    work = state, row, BUFFERS.codes, scratch, BUFFERS.work, tally
    play = game.kernel("knowing_playouts")["knowing_playouts"]
    assert play(game.blank, first, 0, 2, *series_key(1), *work) == -1
    assert tally[0] == tally[1] == game.simulate(2, seed=1, mode="python").decisions


def test_what_a_batch_does_not_keep_cannot_be_asked_for() -> None:
    game = any_game("agram")
    plain, knowing = (game.batch(2, mode="python", knowledge=k) for k in (False, True))
    with pytest.raises(KibitzError, match="keeps no ledgers"):
        _ = plain.possible
    with pytest.raises(KibitzError, match="ledgers belong to a batch with knowledge"):
        knowing.restore(plain.states)
    with pytest.raises(KibitzError, match="ledgers of the shape"):
        knowing.restore(plain.states, knowing.ledgers[:, :3])
