"""The parted variant: every clause lists its own options, and the game stays the same."""

from __future__ import annotations

from array import array

import pytest
from conftest import LoadText

import kibitz
from kibitz.engine.buffers import BUFFERS
from kibitz.engine.game import Game
from kibitz.engine.parted import parted_of, places_of
from kibitz.engine.state import State

SMALL = "tests/games/small"


def offered(game: Game, state: State) -> list[tuple[int, int]]:
    """What is on offer: the line of the clause, and the code without its clause."""
    functions = game.kernel("clauses")
    numbers = array("q", state.array)
    n = functions["options"](numbers, BUFFERS.codes, array("q", numbers), BUFFERS.work)
    place = places_of(game)[numbers[0]]
    return [
        (game.source.place(place.parts[code % len(place.parts)].at[0])[0], code // len(place.parts))
        for code in BUFFERS.codes[:n]
    ]


def test_who_leads_and_who_follows_is_offered_cards_by_different_clauses() -> None:
    game = kibitz.load("agram", NUMP=2)
    state = game.new(seed=3)
    hand = sorted(state.cards_at(game.place("HAND 0")))
    assert offered(game, state) == [(38, card) for card in hand]
    state = state.after(state.actions[0])
    assert {line for line, _ in offered(game, state)} in ({42}, {47})


def test_what_two_clauses_offer_is_listed_twice(load_text: LoadText) -> None:
    game = load_text("""(game
  (setup (create players 1) (create deck (game vloc ROW) (deck (RANK (A, B)))))
  (choice (
    (any (game vloc ROW) 'C (move 'C (top (game vloc OUT))))
    (any (filter (game vloc ROW) 'C (== (cardatt RANK 'C) B)) 'C (move 'C (top (game vloc OUT))))))
  (scoring max 0))""")
    state = game.new(seed=1)
    assert len(state.actions) == 2
    assert offered(game, state) == [(4, 0), (4, 1), (5, 1)]
    [place] = places_of(game).values()
    assert [part.model for part in place.parts] == [0, 0]


@pytest.mark.parametrize("name", ["agram", "tarot", f"{SMALL}/marriage.rcy", f"{SMALL}/rummy.rcy"])
def test_a_state_is_laid_out_as_in_the_game(name: str) -> None:
    game = kibitz.load(name)
    assert parted_of(game).layout.size == game.layout.size
    assert parted_of(game).choices.keys() == game.emitted.choices.keys()
