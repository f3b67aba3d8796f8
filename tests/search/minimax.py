"""Plain minimax, as one would write it down: no table, no bounds, no two cards alike."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import count, islice
from random import Random

from kibitz.engine import Game, State
from kibitz.engine.buffers import BUFFERS
from kibitz.search.solver import cards_in_hands

__all__ = ["ending", "endings", "plain_values"]


def ending(game: Game, seed: int, cards: int) -> State | None:
    """A position of random play in which the players hold so few cards, and only play them; in
    Brisca none is to be drawn any more."""
    rng = Random(seed)
    state = game.new(seed=seed)
    while not state.over:
        few = cards_in_hands(game, state.array) <= cards
        few = few and not (game.name == "brisca" and state.cards("TRUMP"))
        if few and all(len(action.cards) == 1 for action in state.actions):
            return state
        state = state.after(rng.choice(state.actions))
    return None


def endings(game: Game, cards: int, wanted: int) -> Iterator[State]:
    """So many of them, with something to decide."""
    found = (ending(game, seed, cards) for seed in count(1))
    return islice((state for state in found if state and len(state.actions) > 1), wanted)


def plain_values(state: State, seat: int) -> list[int]:
    """What each action of a state leads to for a seat, with its team as it is now."""
    game = state.game
    layout = game.layout
    teams = state.array[layout.team_of : layout.team_of + game.players]
    friends = {other for other in range(game.players) if teams[other] == teams[seat]}
    high = game.program.highest_wins
    this_round = state.array[layout.ROUND]
    options, apply, turn, scores = (
        game.functions[name] for name in ("options", "apply", "turn", "scores")
    )

    def value(numbers: array[int]) -> int:
        if numbers[0] == 0 or numbers[layout.ROUND] != this_round:
            out = array("q", bytes(8 * game.players))
            scores(array("q", numbers), out)
            return out[seat]
        found = children(numbers)
        return max(found) if (turn(numbers) in friends) == high else min(found)

    def children(numbers: array[int]) -> list[int]:
        count = options(numbers, BUFFERS.codes, array("q", numbers), BUFFERS.work)
        found = []
        for code in BUFFERS.codes[:count]:
            after = array("q", numbers)
            apply(after, code, BUFFERS.work)
            assert after[1] == 0
            found.append(value(after))
        return found

    return children(state.array)
