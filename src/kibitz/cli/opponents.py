"""Who sits at a table in the terminal: you, other people, and bots by name.

A decision can be taken back here and a game resumed, and the bots then play as they did before. So
a bot is started anew for every decision, with a seed made from the game and the position.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from kibitz.bots.asking import Player, Seated
from kibitz.bots.names import Entry, find, split
from kibitz.bots.searching import KERNELS, Searching
from kibitz.cli.common import compiling, stderr
from kibitz.engine.game import Game, derive_key
from kibitz.engine.native import is_compiled
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.search.thinking import Thinking

__all__ = ["USUAL", "YOU", "Guest", "Opponents", "prepare", "seat_names", "usual"]

YOU = "you"

USUAL, SIMPLE = "ismcts", "random"
"""Who plays if nobody is named; and who, where nothing can be compiled."""


def seat_names(text: str, players: int, seat: int) -> tuple[str, ...]:
    """The name of who sits where: one bot for all seats but yours, or one for each of them."""
    names = split(text)
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise KibitzError(
            f"{len(names)} bots for {players - 1} seats", "give one for all, or one for each"
        )
    return (*names[:seat], YOU, *names[seat:])


def usual(game: Game) -> tuple[str, str | None]:
    """The bot that plays a game if nobody is named; and what is to be said about it."""
    try:
        prepare(game, [find(USUAL, game)])
    except KibitzError as error:
        return SIMPLE, f"{error.message}; random ones play instead."
    return USUAL, None


def prepare(game: Game, entries: Iterable[Entry]) -> None:
    """Have compiled what these bots need, and say so if it takes a while."""
    if not any(issubclass(entry.kind, Searching) for entry in entries):
        return
    try:
        missing = [kernel for kernel in KERNELS if not is_compiled(game, kernel)]
        if missing and sys.stderr.isatty():
            stderr().print(compiling(game, *missing), style="dim")
        for kernel in KERNELS:
            game.kernel(kernel, "native")
    except KibitzError as error:
        raise KibitzError(
            f"bots cannot search here: {error.message}", "--bots random needs nothing compiled"
        ) from None


class Guest:
    """A bot that is asked now and then, about any position: its answer depends on nothing else."""

    def __init__(self, entry: Entry, budget: float | None, purpose: str) -> None:
        self.entry, self.budget, self.purpose = entry, budget, purpose
        self.bot = entry.make()
        self.player: Player | None = None
        """As it was asked last."""

    def after(self, state: State) -> tuple[State, Thinking | None]:
        """The state after what it decides, and what it thought."""
        seat, made = state.to_move, len(state.history)
        assert seat is not None
        at = state.game.layout.KEY
        seed, _ = derive_key(self.purpose, *state.array[at : at + 2], seat, made)
        seated = Seated(self.entry.name, self.bot, seed)
        self.player = Player(seated, state.game, seat, budget=self.budget)
        following = self.player.after(state, made)
        return following, self.player.thinking() if self.player.asked else None


class Opponents:
    """Everybody at a table, by seat: people, of whom one is you, and bots."""

    def __init__(self, game: Game, names: tuple[str, ...], budget: float | None = None) -> None:
        self.names = names
        entries = {seat: find(name, game) for seat, name in enumerate(names) if name != YOU}
        bots = {seat: entry for seat, entry in entries.items() if not entry.person}
        self.people = tuple(seat for seat in range(game.players) if seat not in bots)
        self.guests = {seat: Guest(entry, budget, "play") for seat, entry in bots.items()}
        prepare(game, bots.values())

    def after(self, state: State) -> tuple[State, Thinking | None]:
        """The state after what the bot whose turn it is decides, and what it thought."""
        if len(state.actions) == 1:
            return state.after(state.actions[0]), None
        assert state.to_move is not None
        return self.guests[state.to_move].after(state)

    def finish(self, state: State) -> None:
        """Tell the bots that have played how the game ended."""
        scores, ranks = state.scores, state.ranks
        for guest in self.guests.values():
            if guest.player is not None:
                guest.player.finish(scores, ranks)
