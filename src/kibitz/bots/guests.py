"""Guests: bots that are asked about a position, each time as if for the first time.

At a table with people a decision can be taken back, a game resumed, a server restarted, and the
bots then play as they did before. So a bot is started anew for every decision, with a seed made
from the game and the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kibitz.bots.house import HOUSE
from kibitz.bots.names import Candidate
from kibitz.bots.player import Player, Seated
from kibitz.bots.searchers import Searching, kernels_of
from kibitz.engine.game import Game
from kibitz.engine.keys import derive_key
from kibitz.engine.native import is_compiled
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.search.thoughts import Thinking

__all__ = ["SIMPLE", "USUAL", "Guest", "opponent", "prepare", "seed_of"]

USUAL, SIMPLE = "ismcts", "random"
"""Who plays if nobody is named; and who, where nothing can be compiled."""


def opponent(game: Game) -> str:
    """Who sits down if nobody is named: the bot of the house that the sheet recommends, if it plays
    the game; else a search, if it can imagine what is hidden. A sheet may be a stranger's: other
    bots than ours are run only if somebody asks for them."""
    recommended = HOUSE.get(game.sheet.opponent)
    if recommended is not None and recommended.kind_for(game.name) and not recommended.person:
        return game.sheet.opponent
    return SIMPLE if game.layout.private else USUAL


class Guest:
    """A bot that is asked now and then, about any position: its answer depends on nothing else."""

    def __init__(self, candidate: Candidate, budget: float | None, purpose: str) -> None:
        self.candidate, self.budget, self.purpose = candidate, budget, purpose
        self.bot = candidate.make()
        self.player: Player | None = None
        """As it was asked last."""

    def after(self, state: State) -> tuple[State, Thinking | None]:
        """The state after what it decides, and what it thought."""
        seat, made = state.to_move, len(state.history)
        assert seat is not None
        seated = Seated(self.candidate.name, self.bot, seed_of(state, self.purpose))
        self.player = Player(seated, state.game, seat, budget=self.budget)
        following = self.player.after(state, made)
        return following, self.player.thinking() if self.player.asked else None


def seed_of(state: State, purpose: str) -> int:
    """The seed of a bot that is asked about a position. The key of the game cannot be found from
    it."""
    at = state.game.layout.KEY
    key = state.array[at : at + 2]
    return derive_key(purpose, *key, state.to_move, len(state.history))[0]


def prepare(
    game: Game, candidates: Iterable[Candidate], starting: Callable[[list[str]], None] | None = None
) -> None:
    """Have compiled what these bots need; `starting` is told what, if it will take a while."""
    searching = [each.make() for each in candidates if issubclass(each.kind, Searching)]
    grown = [bot.kernel for bot in searching if isinstance(bot, Searching)]
    if not grown:
        return
    try:
        kernels = dict.fromkeys(each for kernel in grown for each in kernels_of(game, kernel))
        missing = [kernel for kernel in kernels if not is_compiled(game, kernel)]
        if missing and starting is not None:
            starting(missing)
        for kernel in kernels:
            game.kernel(kernel, "native")
    except KibitzError as error:
        raise KibitzError(
            f"bots cannot search here: {error.message}", "--bots random needs nothing compiled"
        ) from None
