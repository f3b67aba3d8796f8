"""A game that is watched by a surveyor, whoever plays it.

Most games are played by the kernel `surveys` alone. Two kinds are played here, one decision at a
time: those of other bots, which the surveyor only looks at; and those in which fresh deals do not
go with the position, because the rules rely on what happened before: there the searcher takes deals
that it cannot exclude (`view.samples`), which is slower and never goes wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from kibitz.analysis.surveys import (
    CHOSEN,
    FINISHED,
    GIVEN_BACK,
    UNFINISHED,
    Manner,
    Numbers,
    Played,
    Surveyor,
)
from kibitz.bots.names import find
from kibitz.bots.player import Player, Seated
from kibitz.engine.game import Game
from kibitz.engine.keys import derive_key
from kibitz.engine.simulation import game_key
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

__all__ = ["is_past_needed", "watched"]

DEALS = 256
"""Deals that a seat cannot exclude, of which each playout takes any."""

PROBED, GLANCE = 3, Manner(playouts=1, limit=100)
"""So many games are played, and how, to see whether fresh deals go with the positions of a game."""


def watched(
    surveyor: Surveyor,
    seed: int,
    number: int,
    searchers: int,
    how: Manner,
    bots: Sequence[str] = (),
) -> Played:
    """Play deal `number` of a seed: the searchers, a bit for every seat, search, or are the bots
    that are named, in turn; the others decide at random."""
    if not bots:
        found = surveyor.play(seed, number, searchers, how)
        if found.end != GIVEN_BACK:
            return found
    return _Game(surveyor, seed, number, searchers, how, bots).play()


def is_past_needed(game: Game, seed: int) -> bool:
    """Whether there are positions that hardly any fresh deal goes with, as far as a few games
    tell."""
    everybody, surveyor = (1 << game.players) - 1, Surveyor.of(game)
    ends = (surveyor.play(seed, number, everybody, GLANCE).end for number in range(PROBED))
    return GIVEN_BACK in ends


class _Game:
    """A game that is played decision by decision."""

    def __init__(
        self,
        surveyor: Surveyor,
        seed: int,
        number: int,
        searchers: int,
        how: Manner,
        bots: Sequence[str],
    ) -> None:
        self.surveyor, self.searchers, self.how = surveyor, searchers, how
        self.state = begin(surveyor.game, game_key(seed, number))
        self.players = _seated(surveyor.game, seed, number, searchers, bots)
        self.rows: list[Numbers] = []
        self.choices: list[int] = []
        self.rng = Random(f"{seed}/{number}")

    def play(self) -> Played:
        """Play it to its end."""
        limit = self.how.limit
        while not self.state.over and len(self.choices) < limit:
            self._decide()
        game, state = self.surveyor.game, self.state
        for player in self.players.values():
            player.finish(state.scores, state.ranks)
        team_of = np.array(state.array[game.layout.team_of :][: game.players], np.int64)
        return Played(
            FINISHED if state.over else UNFINISHED,
            np.array(self.rows, np.int64).reshape(-1, self.surveyor.width),
            np.array(self.choices, np.int64),
            state.array[game.layout.team_count],
            np.array(state.scores, np.int64),
            team_of,
        )

    def _decide(self) -> None:
        state, made = self.state, len(self.choices)
        seat = state.to_move
        assert seat is not None
        chosen = 0
        if self.searchers >> seat & 1 and (self.how.forced or len(state.actions) > 1):
            row = self._survey(state, seat, made)
            self.rows.append(row)
            chosen = int(row[CHOSEN])
            if seat in self.players:
                chosen = self._asked(self.players[seat], state, made)
        elif len(state.actions) > 1:
            chosen = self.surveyor.any_option(state, made)
        self.choices.append(chosen)
        self.state = state.after(state.actions[chosen])

    def _asked(self, player: Player, state: State, made: int) -> int:
        """Which option a bot takes."""
        if len(state.actions) == 1:
            return 0
        action = player.choice(view(state, player.seat), made)
        return state.actions.index(action)

    def _survey(self, state: State, seat: int, made: int) -> Numbers:
        row = self.surveyor.survey(state, made, self.how)
        if row is None:
            mode = self.surveyor.mode
            deals = view(state, seat).samples(DEALS, self.rng, mode)
            row = self.surveyor.survey(state, made, self.how, deals)
        if row is None:
            raise KibitzError(
                f"{state.game.title}: after a decision of seat {seat} the rules fail in every deal"
            )
        return row


def _seated(
    game: Game, seed: int, number: int, searchers: int, bots: Sequence[str]
) -> dict[int, Player]:
    """The bots at the seats of the searchers."""
    found = {}
    for seat in range(game.players):
        if bots and searchers >> seat & 1:
            name = bots[seat % len(bots)]
            own = derive_key("searched", seed, number, seat)[0]
            found[seat] = Player(Seated(name, find(name, game).make(), own), game, seat)
    return found
