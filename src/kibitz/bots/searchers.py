"""Bots that search: they try what may happen, in deals they cannot exclude.

A search runs in compiled code. Where somebody measures, as in a match, what must be compiled is
before the game begins. Where people wait for an answer, at a table, a bot that is `at_once` goes on
in python mode until somebody has it compiled, with fewer tries.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Annotated, Any, Literal

from kibitz.bots.bot import Bot
from kibitz.bots.parameters import at_least
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.native import is_at_hand
from kibitz.errors import KibitzError
from kibitz.knowledge.dealer import kernels_to_deal
from kibitz.knowledge.hidden import must_be_imaginable
from kibitz.knowledge.views import View, dealer_of
from kibitz.nets import found
from kibitz.search.endings import solve_ending
from kibitz.search.guides import Guide, guide
from kibitz.search.thoughts import Thinking
from kibitz.search.trees import Method, think, usual

__all__ = [
    "HASTE",
    "Ismcts",
    "ParanoidClassic",
    "Pimc",
    "Searching",
    "at_ease",
    "at_once",
    "kernels_of",
]

Policy = Literal["auto", "maxn", "paranoid"]

Iterations = Annotated[
    int | None, "how many times to try at each decision; 1,000, if no time is given either"
]
Seconds = Annotated[float | None, "how long to try at each decision"]
Others = Annotated[
    Policy,
    "what it thinks of the others: maxn, all want the most for themselves; paranoid, all are "
    "against its side; auto, paranoid where there are two sides that do not win together",
]
Exploration = Annotated[float, "how readily it tries what looks worse"]
Endings = Annotated[
    int,
    "with so few cards left in all hands, and two sides, deals are solved instead of tried; "
    "0: never",
]
Part = Annotated[
    bool | None, "whether the network is asked there; none: as it is best for this network"
]
Threads = Annotated[int, "how many trees are grown at the same time, and added up"]

DEALS = 50
"""Deals that are solved in an ending."""

FEWEST_DEALS = 10
"""So many deals are looked at however few iterations there are."""

DEFAULT = 1000
"""Iterations where neither they nor a time are given."""

HURRY = 0.2
"""With fewer seconds nothing is solved: that takes as long as it takes."""

RESERVE = 0.9
"""The share of a budget that is thought away; the rest is for what comes before and after."""

HASTE = 0.5
"""Seconds for a choice at a table while what it needs is being compiled."""

HASTY = 100
"""Iterations that can be expected in that time."""

TRIES, MOST_TRIES = 4, 64
"""However slow a game is, each option is tried about so often then; all together, at most."""


def kernels_of(game: Game, kernel: str = "trees") -> tuple[str, ...]:
    """What a search has compiled that grows its tree in this kernel."""
    return (*kernels_to_deal(game), kernel)


class Searching(ABC):
    """What all of them share: how long to think, and what they thought."""

    def __init__(
        self,
        iterations: int | None,
        seconds: float | None,
        policy: Policy,
        threads: int,
        endings: int = 0,
    ) -> None:
        at_least(1, iterations=iterations, threads=threads)
        at_least(0, endings=endings, seconds=seconds)
        self.iterations = iterations
        self.seconds = seconds
        self.policy = policy
        self.threads = threads
        self.endings = endings
        self.waits = True
        """Whether what must be compiled is compiled first; else see `at_once`."""
        self.haste: float | None = None
        """Seconds for a choice in python mode; None: it makes all its iterations there, too."""
        self.lacking: tuple[str, ...] = ()
        """What it would have needed for its last choice and was not compiled yet."""
        self._seed = 1
        self._choices = 0
        self._thinking: Thinking | None = None

    @property
    def kernel(self) -> str:
        """The kernel its tree grows in."""
        return "trees"

    def start(self, game: Game, seat: int, seed: int) -> None:
        """A new game: the seed is for the deals to be imagined. What must be compiled or loaded is,
        so that the first choice is no slower than the others; but not if people wait."""
        must_be_imaginable(game)
        self._seed = seed
        self._choices = 0
        self._thinking = None
        self.lacking = ()
        if self.waits:
            for kernel in self.kernels(game):
                game.kernel(kernel, "native")

    def kernels(self, game: Game) -> tuple[str, ...]:
        """What it has compiled for a game."""
        return (*kernels_of(game, self.kernel), *(["solver"] if self.endings else []))

    def choose(self, view: View, budget: float | None) -> Action:
        """Think, and play what was best."""
        self._choices += 1
        seed = self._seed + self._choices
        if not self.waits:
            needed = dealer_of(view).kernel, self.kernel
            self.lacking = tuple(k for k in needed if not is_at_hand(view.game, k))
        mode = "python" if self.lacking else "native"
        solved = None
        if self._may_solve(view, budget):
            solved = solve_ending(view, DEALS, self.endings, seed)
        self._thinking = solved or self._search(view, budget, seed, mode)
        return self._thinking.best

    def _may_solve(self, view: View, budget: float | None) -> bool:
        """Whether there is time to solve an ending, if it is one."""
        if not self.endings or len(view.teams) != 2 or (budget is not None and budget < HURRY):
            return False
        if self.waits or self.haste is None:  # then it does what it does at any other time
            return True
        if not is_at_hand(view.game, "solver"):
            self.lacking = (*self.lacking, "solver")
        return not self.lacking

    def _search(self, view: View, budget: float | None, seed: int, mode: str) -> Thinking:
        haste = self.haste if mode == "python" else None
        limits = [s for s in (self.seconds, budget and budget * RESERVE, haste) if s is not None]
        iterations = self.iterations
        if iterations is None and not limits:
            iterations = DEFAULT
        expected = iterations if haste is None else min(HASTY, iterations or HASTY)
        return think(
            view,
            self.method(view, expected),
            iterations=iterations,
            seconds=min(limits, default=None),
            seed=seed,
            threads=self.threads,
            mode=mode,
            least=1 if haste is None else min(TRIES * len(view.actions), MOST_TRIES),
        )

    def thinking(self) -> Thinking | None:
        """What it thought at its last choice."""
        return self._thinking

    @abstractmethod
    def method(self, view: View, iterations: int | None) -> Method:
        """How to search this position."""

    def _policy(self, view: View) -> str:
        return usual(view).policy if self.policy == "auto" else self.policy


def at_ease(bot: Bot) -> Bot:
    """A bot that thinks as long as it usually does: for a table, where the time it may have is a
    limit, and people wait. In a match a search takes all the time there is."""
    if isinstance(bot, Searching) and bot.iterations is None and bot.seconds is None:
        bot.iterations = DEFAULT
    return bot


def at_once(bot: Bot, haste: float | None = HASTE) -> Bot:
    """A bot that never waits for a compiler: what is not compiled yet it does in python mode, in so
    many seconds for each choice. With no such limit it makes all its iterations and so chooses the
    same as ever, only more slowly. Nothing is compiled for it: `lacking` says what should be."""
    if isinstance(bot, Searching):
        bot.waits, bot.haste = False, haste
    return bot


class Ismcts(Searching):
    """One tree over all deals the seat cannot exclude; a network may help."""

    def __init__(
        self,
        iterations: Iterations = None,
        seconds: Seconds = None,
        policy: Others = "auto",
        exploration: Exploration = 1.0,
        endings: Endings = 0,
        threads: Threads = 1,
        net: Annotated[
            str | None, "a network that helps, in a file; yes: the one the game brings along"
        ] = None,
        prior: Part = None,
        playouts: Part = None,
        leaves: Part = None,
    ) -> None:
        super().__init__(iterations, seconds, policy, threads, endings)
        at_least(0, exploration=exploration)
        self.exploration = exploration
        self.net = None if net is not None and net.lower() == "no" else net
        self.prior, self.playouts, self.leaves = prior, playouts, leaves
        for asked in ("prior", "playouts", "leaves") if self.net is None else ():
            if getattr(self, asked):
                raise KibitzError(f"{asked} is what a network is asked for", "give one: net=FILE")
        self._guide: tuple[Game, Guide] | None = None

    @classmethod
    def must_fit(cls, game: Game, **settings: Any) -> None:
        """Complain if there is to be a network that cannot help in this game."""
        helps = cls(**settings).guide(game)
        if helps is not None and not helps.words:
            raise KibitzError(
                f"a search of {game.title} would ask this network nothing",
                "prior=yes and playouts=yes ask for its policy, leaves=yes for its value",
            )

    @property
    def kernel(self) -> str:
        return "trees" if self.net is None else "guided"

    def guide(self, game: Game) -> Guide | None:
        """The network that helps in a game."""
        if self.net is None:
            return None
        if self._guide is None or self._guide[0] is not game:
            network = found(game, None if self.net.lower() == "yes" else self.net)
            parts = self.prior, self.playouts, self.leaves
            self._guide = game, guide(game, network, *parts)
        return self._guide[1]

    def method(self, view: View, iterations: int | None) -> Method:
        helped = self.guide(view.game)
        return Method("ismcts", self._policy(view), self.exploration, guide=helped)


class Pimc(Searching):
    """A tree for each of some deals, as if all cards were open."""

    def __init__(
        self,
        iterations: Iterations = None,
        seconds: Seconds = None,
        policy: Others = "auto",
        exploration: Exploration = 1.0,
        group: Annotated[int, "tries for each imagined deal"] = 50,
        flat: Annotated[bool, "no tree: all options in turn, and random play after them"] = False,
        endings: Endings = 12,
        threads: Threads = 1,
    ) -> None:
        super().__init__(iterations, seconds, policy, threads, endings)
        at_least(2, group=group)
        at_least(0, exploration=exploration)
        self.exploration = exploration
        self.group = group
        self.flat = flat

    def method(self, view: View, iterations: int | None) -> Method:
        few = max(2, (iterations or DEFAULT) // FEWEST_DEALS)
        group = len(view.actions) if self.flat else min(self.group, few)
        return Method("pimc", self._policy(view), self.exploration, group=group, flat=self.flat)


class ParanoidClassic(Searching):
    """The policy the Tarot project began with: won or lost, C = 2, the visits of the parent."""

    def __init__(
        self, iterations: Iterations = None, seconds: Seconds = None, threads: Threads = 1
    ) -> None:
        super().__init__(iterations, seconds, "paranoid", threads)

    def method(self, view: View, iterations: int | None) -> Method:
        return Method("paranoid-classic", "paranoid", 2.0, classic=True)
