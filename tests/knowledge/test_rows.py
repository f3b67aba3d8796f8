"""A row of numbers says what the ledger says, and native code reads it as Python does."""

from __future__ import annotations

from array import array

import pytest

from kibitz.engine.knowing import shape_of
from kibitz.engine.native import kernel_text
from kibitz.knowledge.observers import observers_of
from kibitz.knowledge.rows import row_of
from kibitz.knowledge.updates import ledger_of

from .small import any_game
from .test_ledger import played

GAMES = ("agram", "boerenbridge", "brisca", "tarot", "eights", "rummy", "caravan")


@pytest.mark.parametrize("name", GAMES)
def test_a_row_says_what_the_ledger_says(name: str) -> None:
    game = any_game(name)
    shape, observers = shape_of(game), observers_of(game)
    ask: dict[str, object] = {"table": tuple, "WORDS": game.layout.words}
    exec(f"{shape.text}\n\n{kernel_text('ledger')}", ask)
    held, size_of = ask["held"], ask["size_of"]
    assert callable(held)
    assert callable(size_of)
    assert ask["LEDGER"] == shape.length
    seen = set()
    for state in played(name, seed=3):
        ledger = ledger_of(state)
        row = row_of(ledger)
        assert len(row) == shape.length
        assert row[0] == (ledger[4:12] == observers.plain)
        seen.add(row[0])
        assert {p: size_of(row, p) for p in shape.hidden} == ledger.counts()
        for observer in range(shape.observers):
            found = {p: _whole(row, held, observer, p, shape.words) for p in shape.hidden}
            assert found == ledger.sets_of(observer)
    assert 1 in seen or name in ("rummy", "caravan")


def _whole(row: array[int], held: object, observer: int, place: int, words: int) -> int:
    assert callable(held)
    return sum(held(row, observer, place, w) << 62 * w for w in range(words))
