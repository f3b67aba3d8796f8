"""OpenSpiel as a peer: its own card games, played at random, to measure speed against.

OpenSpiel writes each game by hand in C++. It can be asked to play in three ways, and each function
here prepares one of them: it returns what plays n games and tells how many decisions players made.

- `with_deal`: its C++ plays whole games (`evaluate_bots` with uniformly random bots).
- `rollouts`: its C++ plays on from positions already dealt (`RandomRolloutEvaluator`).
- `in_python`: a Python program asks for the legal actions, chooses, and applies, deal included.

The deal is a series of chance nodes, one for each card, and chance decides nothing: only what
players do is counted. OpenSpiel is optional, and nothing here imports it before it is needed;
nor has it types: what it gives is `Any`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module, metadata
from random import Random
from typing import Any

from kibitz.engine.race import Play
from kibitz.errors import KibitzError

__all__ = [
    "HEARTS",
    "OH_HELL",
    "SPADES",
    "TAROK",
    "TAROK_FREE",
    "Peer",
    "in_python",
    "pyspiel",
    "rollouts",
    "version",
    "with_deal",
]

POSITIONS = 16
"""How many dealt positions rollouts start from."""

SAMPLE = 500
"""Games played from each of them to know how long a rollout is."""

MOST_ROLLOUTS = 1 << 30
"""In one call."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A game of OpenSpiel, as it spells it, and how to come to the first card played.

    The `opening` is the first decisions by name, the same in every game. Then `auction` more come
    before the first card is played: bids, discards. Rollouts start there.
    """

    name: str
    spec: str
    opening: tuple[str, ...] = ()
    auction: int = 0


OH_HELL = Peer("Oh Hell", "oh_hell(players=4,num_tricks_fixed=5,num_cards_per_suit=6)", auction=4)
"""Four players with five cards. Of a deck of 24, the smallest that leaves a card to turn up as
trump, and the fastest: with 52 cards to deal from it is slower by a fifth."""

TAROK_FREE = Peer("tarok, random bids", "tarok(players=3)")
"""Slovenian tarok for three. Random bids nearly always end in a contract that is lost with the
first trick, so that there are 11 decisions to a deal."""

TAROK = Peer("tarok", "tarok(players=3)", opening=("Pass", "Pass", "Three"), auction=4)
"""The same with the bids given, so that all sixteen tricks are played: 55 decisions to a deal, and
more decisions a second, in both ways."""

SPADES = Peer("spades", "spades", auction=4)
"""One deal of spades; faster than hearts, in both ways."""

HEARTS = Peer("hearts", "hearts")


def version() -> str:
    """The version of OpenSpiel that is installed."""
    pyspiel()
    return metadata.version("open_spiel")


def with_deal(peer: Peer, seed: int = 1) -> Play:
    """Whole games in C++: chance deals, uniformly random bots play."""
    spiel = pyspiel()
    game = spiel.load_game(peer.spec)
    bots = _bots(spiel, game, seed)
    dealt = _deal(game, Random(seed))
    chance: int = dealt.move_number()  # chance comes first in all of these games, as often in each
    opening = _opening(dealt, peer)
    if opening and chance != 1:
        raise ValueError(f"{peer.spec}: an opening can be given only where one chance node deals")
    numbers = iter(range(seed, 1 << 31))
    evaluate, new = spiel.evaluate_bots, game.new_initial_state

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            state = new()
            if opening:
                state.apply_action(0)
                for action in opening:
                    state.apply_action(action)
            evaluate(state, bots, next(numbers))  # leaves the state as it is at the end
            moves += state.move_number()
        return moves - games * chance

    return play


def rollouts(peer: Peer, seed: int = 1) -> Play:
    """Games in C++ from the first card on; from positions dealt beforehand, one after the other.

    Python cannot call the evaluator itself. A tree search of one simulation does: it evaluates the
    root, by as many rollouts as asked for, and is done. How many decisions there are in a rollout
    is measured beforehand, for each position; in most games it is always the same.
    """
    spiel = pyspiel()
    game = spiel.load_game(peer.spec)
    rng = Random(seed)
    positions = [_position(game, peer, rng) for _ in range(POSITIONS)]
    bots = _bots(spiel, game, seed)
    lengths = [_length(spiel, position, bots) for position in positions]

    def play(games: int) -> int:
        decisions = 0.0
        for i, position in enumerate(positions):
            share = games * (i + 1) // POSITIONS - games * i // POSITIONS
            while share > 0:
                some = min(share, MOST_ROLLOUTS)
                evaluator = spiel.RandomRolloutEvaluator(some, rng.getrandbits(30))
                searcher = spiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, seed, False)
                searcher.mcts_search(position)
                decisions += some * lengths[i]
                share -= some
        return round(decisions)

    return play


def in_python(peer: Peer, seed: int = 1) -> Play:
    """Whole games through the Python interface, chance and decisions alike."""
    game = pyspiel().load_game(peer.spec)
    rng = Random(seed)
    opening = _opening(_deal(game, rng), peer)

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = _deal(game, rng)
            chance = state.move_number()
            for action in opening:
                state.apply_action(action)
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            decisions += state.move_number() - chance
        return decisions

    return play


def pyspiel() -> Any:
    """OpenSpiel itself, if it is installed."""
    try:
        return import_module("pyspiel")
    except ModuleNotFoundError:
        raise KibitzError("OpenSpiel is not installed", 'pip install "kibitz[bench]"') from None


def _bots(spiel: Any, game: Any, seed: int) -> list[Any]:
    return [spiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]


def _deal(game: Any, rng: Random) -> Any:
    """A state after all chance nodes."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def _opening(dealt: Any, peer: Peer) -> list[int]:
    """The actions with the names of the opening."""
    state = dealt.clone()
    actions: list[int] = []
    for name in peer.opening:
        seat = state.current_player()
        names = {state.action_to_string(seat, action): action for action in state.legal_actions()}
        actions.append(names[name])
        state.apply_action(names[name])
    return actions


def _position(game: Any, peer: Peer, rng: Random) -> Any:
    """A state dealt at random, before the first card is played."""
    state = _deal(game, rng)
    for action in _opening(state, peer):
        state.apply_action(action)
    for _ in range(peer.auction):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def _length(spiel: Any, position: Any, bots: list[Any]) -> float:
    """The mean number of decisions from here to the end."""
    moves: int = 0
    before: int = position.move_number()
    for seed in range(SAMPLE):
        state = position.clone()
        spiel.evaluate_bots(state, bots, seed)
        moves += state.move_number()
    return moves / SAMPLE - before
