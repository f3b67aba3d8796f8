"""Who sits at a table in the terminal: you, other people, and bots by name."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from kibitz.bots import guests
from kibitz.bots.guests import SIMPLE, Guest, opponent
from kibitz.bots.names import Candidate, find, is_foreign, split
from kibitz.cli.common import compiling, stderr
from kibitz.cli.readying import Readying
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.hidden import must_be_imaginable
from kibitz.search.thoughts import Thinking
from kibitz.seats.embassy import Embassy
from kibitz.seats.emissary import emissary

__all__ = ["YOU", "Opponents", "candidate", "prepare", "seat_names", "usual"]

YOU = "you"


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
        must_be_imaginable(game)
    except KibitzError as error:
        return SIMPLE, f"{error.message}; random ones play instead."
    return opponent(game), None


def prepare(game: Game, candidates: Iterable[Candidate]) -> None:
    """Have compiled what these bots need before they are measured, and say so if it takes a
    while."""

    def say(kernels: list[str]) -> None:
        if sys.stderr.isatty():
            stderr().print(compiling(game, *kernels), style="dim")

    guests.prepare(game, candidates, say)


def candidate(name: str, game: Game, embassy: Embassy) -> Candidate:
    """A bot of the house; or what stands here for a foreign one, in a process of its own: there it
    can neither end the game nor read what you type."""
    return emissary(name, embassy, game) if is_foreign(name) else find(name, game)


class Opponents:
    """Everybody at a table, by seat: people, of whom one is you, and bots."""

    def __init__(
        self,
        game: Game,
        names: tuple[str, ...],
        embassy: Embassy,
        readying: Readying,
        budget: float | None = None,
    ) -> None:
        self.names, self.readying = names, readying
        candidates = {
            seat: candidate(name, game, embassy) for seat, name in enumerate(names) if name != YOU
        }
        bots = {seat: candidate for seat, candidate in candidates.items() if not candidate.person}
        self.people = tuple(seat for seat in range(game.players) if seat not in bots)
        self.guests = {seat: Guest(candidate, budget, "play") for seat, candidate in bots.items()}
        for guest in self.guests.values():
            readying.take(guest.bot)

    def after(self, state: State) -> tuple[State, Thinking | None]:
        """The state after what the bot whose turn it is decides, and what it thought."""
        if len(state.actions) == 1:
            return state.after(state.actions[0]), None
        assert state.to_move is not None
        guest = self.guests[state.to_move]
        found = guest.after(state)
        self.readying.heard(guest.bot)
        return found

    def finish(self, state: State) -> None:
        """Tell the bots that have played how the game ended."""
        scores, ranks = state.scores, state.ranks
        for guest in self.guests.values():
            if guest.player is not None:
                guest.player.finish(scores, ranks)
