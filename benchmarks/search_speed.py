"""How fast search is: simulations a CPU-second beside OpenSpiel's, and milliseconds a move.

A part of `strength.py`. Needs the extra `bench`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from figures import Row

import kibitz
from kibitz.bots.names import find
from kibitz.engine import Game
from kibitz.engine.race import Runner, race

__all__ = ["speed"]


def speed(laps: int) -> Iterator[Row]:
    """Simulations a CPU-second, 1,000 a move: one round of five cards against OpenSpiel's."""
    import pyspiel

    from kibitz.interop.openspiel_peers import OH_HELL

    ours = kibitz.load("boerenbridge", FIRST=5, PEAK=5)
    theirs = pyspiel.load_game(OH_HELL.spec)
    runs = race(
        [
            Runner("ours", lambda n: _simulations(ours, n)),
            Runner("theirs", lambda n: _their_simulations(pyspiel, theirs, n)),
        ],
        seconds=1.0,
        rounds=laps,
    )
    ratios = runs[0].over(runs[1])
    middle = sorted(ratios)[len(ratios) // 2]
    note = f"{runs[0].median / 1e3:,.0f} k and {runs[1].median / 1e3:,.0f} k a second; from - to"
    what = "Simulations a CPU-second over OpenSpiel's ISMCTSBot"
    yield Row(what, middle, min(ratios), max(ratios), 8, None, note)
    game = kibitz.load("tarot")
    times = sorted(_seconds_a_move(game))
    least, most = 1000 * times[len(times) // 2], 1000 * times[-1]
    yield Row("Tarot, ms a move at 1,000 iterations", least, least, most, note="median to slowest")


def _simulations(game: Game, n: int) -> int:
    """Play games, 1,000 simulations a decision; how many that were."""
    bot = find("ismcts:iterations=1000", game).make()
    made = 0
    for number in range(n):
        state = game.new(number)
        while not state.over:
            if len(state.actions) == 1:
                state = state.after(state.actions[0])
                continue
            state = state.after(bot.choose(kibitz.view(state, state.to_move), None))
            made += 1000
    return made


def _their_simulations(pyspiel: object, game: object, n: int) -> int:
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)  # type: ignore[attr-defined]
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT  # type: ignore[attr-defined]
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, 1000, -1, policy, False, False)  # type: ignore[attr-defined]
    made = 0
    for number in range(n):
        state = game.new_initial_state()  # type: ignore[attr-defined]
        draws = iter(range(number, number + 10_000))
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                outcomes = [action for action, _ in state.chance_outcomes()]
                state.apply_action(outcomes[next(draws) * 7919 % len(outcomes)])
            elif len(legal) == 1:
                state.apply_action(legal[0])
            else:
                state.apply_action(bot.step(state))
                made += 1000
    return made


def _seconds_a_move(game: Game) -> Iterator[float]:
    """How long each move of some games takes, all that is done for it included."""
    bot = find("ismcts:iterations=1000", game).make()
    bot.choose(kibitz.view(game.new(1), game.new(1).to_move), None)  # compiles it
    for number in range(3):
        state = game.new(number)
        while not state.over:
            if len(state.actions) > 1:
                begun = time.perf_counter()
                action = bot.choose(kibitz.view(state, state.to_move), None)
                yield time.perf_counter() - begun
                state = state.after(action)
            else:
                state = state.after(state.actions[0])
