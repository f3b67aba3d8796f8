"""Contests: two kinds of players meet on duplicate deals, quickly, in this process.

Players of the house need no sandbox, no clock and no budget: each is a function of a state and of
what its seat sees of it. What only one option is left for is played without asking anybody.

A deal is played twice: once in a seating, and once with the kinds exchanged, so that each kind has
every seat once with the same cards. Which seating it is goes round with the number of the deal,
until there has been every one in which both kinds sit (where there are teams, a whole team is of
one kind). So a deal is one observation, and more deals are worth more than all seatings of few.
Where all win or lose together, one kind has all seats, and then the other.

Game i of a seed is dealt as everywhere else; the same seed gives the same contest, whoever plays
it, in however many lots.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from random import Random as Dice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.analysis.bench import Bench
from kibitz.analysis.study import Asked, Pilot
from kibitz.arena.seatings import seatings
from kibitz.arena.statistics import winning_teams
from kibitz.bots.plain import Random
from kibitz.engine.game import Game
from kibitz.engine.keys import derive_key
from kibitz.engine.simulation import game_key
from kibitz.engine.singles import warm_up
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError, OutOfReach
from kibitz.knowledge.views import View, dealer_of, view
from kibitz.search.trees import Method, think, think_openly, usual_policy

__all__ = [
    "LOTS",
    "RANDOM",
    "TRIES",
    "Contest",
    "Cost",
    "Kind",
    "Played",
    "exchanged",
    "hold",
    "is_contest",
    "never_decided",
    "normalised",
    "pairs",
    "play",
    "played",
]

TRIES = 200
"""What the usual searcher of a contest tries at each decision."""

MODE = "native"
"""How searchers run: both modes give the same."""

LOT, LOTS = 0.7, 4
"""Seconds that a lot is to take at most; and so many there are at least, for as many workers."""

FEWEST = 12
"""Deals below which nothing can be said: rather a study takes longer than its share..."""

OVERDRAWN = 4.0
"""...but not so many times as long: then it is refused."""

ENDLESS = 100.0
"""Seconds for a deal that nobody waits for, not even who asked for it."""

Numbers = NDArray[np.float64]
Seating = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player.

    >>> Kind.of("search:200").title
    '200 tries'
    """

    how: str
    """`random`; `search`, with exact knowledge; `heedless`, the same search by what is in sight
    alone; `open`, the same seeing all cards."""
    tries: int = 0

    @property
    def text(self) -> str:
        return f"{self.how}:{self.tries}" if self.tries else self.how

    @classmethod
    def of(cls, text: str) -> Kind:
        """The kind with a text."""
        how, _, tries = text.partition(":")
        return cls(how, int(tries or 0))

    @property
    def title(self) -> str:
        """What reports call it."""
        if self.how == "random":
            return "random"
        number = "1 try" if self.tries == 1 else f"{self.tries:,} tries"
        more = {"search": "", "heedless": " without attention", "open": " seeing all cards"}
        return number + more[self.how]


RANDOM = Kind("random")


# --- a game ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """How a game ended, for each seat."""

    scores: tuple[int, ...]
    wins: tuple[float, ...]
    """1 for the winners; where k teams share the victory, 1/k."""
    ranks: tuple[float, ...]
    """Normalised: 1 is first, 0 is last."""
    rounds: int
    """In how many rounds it was played."""
    finished: bool


def normalised(ranks: Sequence[int]) -> tuple[float, ...]:
    """Ranks from 1, the first, to 0, the last: the share of the others that a seat has left behind;
    of those who have the same rank, half.

    >>> normalised([1, 2, 2, 4])
    (1.0, 0.5, 0.5, 0.0)
    """
    others = len(ranks) - 1
    if not others:
        return (1.0,)
    return tuple(
        sum(1.0 if other > rank else 0.5 if other == rank else 0.0 for other in ranks) / others
        - 0.5 / others  # oneself
        for rank in ranks
    )


def play(
    game: Game, number: int, seed: int, players: Sequence[Kind], *, turn: int, limit: int
) -> Played:
    """Game `number` of a seed with these players at the seats. What they draw depends on the
    `turn`, too: on the same deal they play differently in every turn."""
    chance = Random()
    chance.start(game, 0, derive_key("contest", seed, number, turn)[0])
    state, made = begin(game, game_key(seed, number)), 0
    while (seat := state.to_move) is not None and made < limit:
        made += 1
        if len(state.codes) == 1:
            state = state.after(state.actions[0])
            continue
        seen, kind = view(state, seat), players[seat]
        if kind.how == "random":
            state = state.after(chance.choose(seen, None))
        else:
            own = derive_key("contest", seed, number, turn, made)[0]
            state = state.after(_thought(kind, state, seen, own))
    warm_up(game, made)
    return _ended(state)


def _thought(kind: Kind, state: State, seen: View, seed: int) -> Any:  # an action
    """What a searcher plays."""
    if kind.how == "open":
        method = Method("ismcts", usual_policy(state.game, state.teams))
        return think_openly(state, method, iterations=kind.tries, seed=seed, mode=MODE).best
    heedless = kind.how == "heedless"
    return think(seen, iterations=kind.tries, seed=seed, mode=MODE, heedless=heedless).best


def _ended(state: State) -> Played:
    ranks = state.ranks
    winners = winning_teams(ranks, state.teams)
    won = {seat for team in winners for seat in team}
    wins = tuple(1 / len(winners) if seat in won else 0.0 for seat in range(len(ranks)))
    rounds = state.array[state.game.layout.ROUND]
    return Played(state.scores, wins, normalised(ranks), rounds, state.over)


# --- a deal ---------------------------------------------------------------------------------------


def is_contest(game: Game) -> bool:
    """Whether there is anybody to beat, or to do better than with the same cards."""
    return game.program.together or len(begin(game, game_key(1, 0)).teams) > 1


def exchanged(game: Game) -> str:
    """How a deal is played a second time, in words."""
    return ", by each at all seats" if game.program.together else " with the seats exchanged"


def never_decided(game: Game) -> bool:
    """Whether its rules have nobody decide anything, ever; not only in the games that were seen."""
    return not game.emitted.choices


def pairs(teams: Sequence[Sequence[int]]) -> list[tuple[Seating, Seating]]:
    """All seatings of two kinds, each with the one in which they have changed seats.

    >>> pairs([(0, 2), (1, 3)])
    [((0, 1, 0, 1), (1, 0, 1, 0))]
    """
    players = sum(map(len, teams))
    sides = seatings(2, [(number,) for number in range(len(teams))])
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    whole = [tuple(side[team_of[seat]] for seat in range(players)) for side in sides]
    return [(one, tuple(1 - kind for kind in one)) for one in whole if one[0] == 0]


ROW = ("points", "wins", "ranks", "victories", "unfinished")
"""What is kept of a deal. The first three are by how much the first kind had more, on average over
the seats; then the share of the victories that it had, one that is shared being split; and games
that were left."""


def duel(game: Game, number: int, seed: int, kinds: Sequence[Kind], limit: int) -> list[float]:
    """A deal, played by two kinds in both ways: a row."""
    if game.program.together:
        return _in_turn(game, number, seed, kinds, limit)
    teams = begin(game, game_key(seed, number)).teams
    all_pairs = pairs(teams)
    row = [0.0] * len(ROW)
    sign = 1 if game.program.highest_wins else -1
    for turn, seating in enumerate(all_pairs[number % len(all_pairs)]):
        players = [kinds[kind] for kind in seating]
        found = play(game, number, seed, players, turn=turn, limit=limit)
        for seat, kind in enumerate(seating):
            part = (1 - 2 * kind) / game.players
            row[0] += part * sign * found.scores[seat]
            row[1] += part * found.wins[seat]
            row[2] += part * found.ranks[seat]
        first = sum(won for won, kind in zip(found.wins, seating, strict=True) if kind == 0)
        row[3] += first / sum(found.wins) / 2
        row[4] += not found.finished
    return row


def _in_turn(game: Game, number: int, seed: int, kinds: Sequence[Kind], limit: int) -> list[float]:
    """A deal, played by one kind at all seats, and then by the other: a row. Whose score is better
    has won."""
    both = [
        play(game, number, seed, [kind] * game.players, turn=turn, limit=limit)
        for turn, kind in enumerate(kinds)
    ]
    sign = 1 if game.program.highest_wins else -1
    one, other = (sign * sum(found.scores) / game.players for found in both)
    better = float(one > other) - float(one < other)
    unfinished = sum(not found.finished for found in both)
    return [one - other, better, better, (1 + better) / 2, unfinished]


def played(
    game: Game, first: int, last: int, seed: int, kinds: Sequence[str], limit: int
) -> list[list[float]]:
    """A lot: a row for each deal."""
    both = [Kind.of(text) for text in kinds]
    return [duel(game, number, seed, both, limit) for number in range(first, last)]


# --- a contest ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contest:
    """What two kinds did on some deals."""

    kinds: tuple[Kind, Kind]
    rows: Numbers
    """[deal, what]"""

    def __len__(self) -> int:
        return len(self.rows)

    def of(self, what: str) -> Numbers:
        """A number for each deal: see `ROW`."""
        found: Numbers = self.rows[:, ROW.index(what)]
        return found

    @property
    def unfinished(self) -> int:
        return int(self.of("unfinished").sum())

    @property
    def title(self) -> str:
        one, other = self.kinds
        return f"{one.title} against {other.title}"

    def and_more(self, more: Contest) -> Contest:
        """The same with more deals."""
        return Contest(self.kinds, np.concatenate([self.rows, more.rows]))


def hold(bench: Bench, kinds: tuple[Kind, Kind], deals: range, limit: int, size: int) -> Contest:
    """Let two kinds meet on these deals, or as many of them as there is time for."""
    rows: list[list[float]] = []
    size = max(1, min(size, -(-len(deals) // LOTS)))
    for lot in bench.lots(
        f"{__name__}:played", deals, size, kinds=[kind.text for kind in kinds], limit=limit
    ):
        rows += lot
    return Contest(kinds, np.array(rows, np.float64).reshape(len(rows), len(ROW)))


# --- what it costs --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cost:
    """What games of searchers cost, reckoned from games at random."""

    game: Game
    pilot: Pilot

    DEAL, DECISION = 0.2e-3, 30e-6
    """Seconds for a game, and for a decision that nobody searches."""
    CHOICE, CARDS = 0.3e-3, 0.2e-6
    """For one that is searched, beside the tries; and for each pair of cards of the game, since
    with more of them there is more to know."""
    TRY = 0.5e-6
    """For a try..."""
    STEP = 0.12e-6
    """...and for each decision of it."""

    TEST, PROBES = 0.05e-3, 12
    """For a test whether a deal goes with all that is known, where native code cannot do it; and
    for so many choices of a game it is tried how many that takes."""

    @cached_property
    def sifting(self) -> float:
        """Seconds until a deal is found that agrees with all that is known, beyond what a try costs
        where that is quick: tried at some choices of a game at random."""
        game, chance, rng = self.game, Random(), Dice(1)
        chance.start(game, 0, derive_key("contest", 1, 0, 0)[0])
        state, made, tested, asked = begin(game, game_key(1, 0)), 0, 0, 0
        stride = max(1, int(self.pilot.decisions) // self.PROBES)
        while (seat := state.to_move) is not None and asked < self.PROBES:
            if made == self.pilot.limit:
                break
            seen, made = view(state, seat), made + 1
            if made % stride == 0 and len(state.codes) > 1:
                asked += 1
                with suppress(OutOfReach):
                    seen.sample(rng)
                tested += dealer_of(seen).tested
            state = state.after(chance.choose(seen, None))
        return self.TEST * tested / max(1, asked)

    @cached_property
    def rounds(self) -> int:
        """In how many rounds the game is played: a try ends with its round."""
        found = play(self.game, 0, 1, [RANDOM] * self.game.players, turn=0, limit=self.pilot.limit)
        return max(1, found.rounds)

    def choice(self, kind: Kind) -> float:
        """Seconds for a choice of a kind of player."""
        if kind.how == "random":
            return 0.0
        steps = self.pilot.decisions / self.rounds / 2
        imagined = self.sifting if kind.how == "search" else 0.0
        known = self.CHOICE + len(self.game.cards) ** 2 * self.CARDS
        return known + kind.tries * (self.TRY + steps * self.STEP + imagined)

    def play(self, players: Sequence[Kind]) -> float:
        """Seconds for a game by these kinds of players, as many of each."""
        each = sum(map(self.choice, players)) / len(players)
        return self.DEAL + self.pilot.decisions * self.DECISION + self.pilot.choices * each

    def lot(self, seconds: float) -> int:
        """How many of something that takes so many seconds are a lot."""
        return max(1, min(64, int(LOT / seconds)))

    def deals(self, asked: Asked, share: float, games: int, players: Sequence[Kind]) -> int:
        """How many deals can be played in a share of the seconds there are, if each is played in so
        many games by these kinds; or as many as somebody asked for. It is refused if hardly any
        can."""
        each, seconds = games * self.play(players), asked.effort.seconds * share
        wanted = asked.games is not None and each < ENDLESS
        if FEWEST * each > OVERDRAWN * seconds and not wanted:
            title, hint = self.game.title, "a larger effort has more time"
            if each > 2 * games * self.play([Kind("open", kind.tries) for kind in players]):
                raise KibitzError(
                    f"deals that agree with all that is known in {title} are too hard to find", hint
                )
            raise KibitzError(
                f"a game of {title} is too long for searchers: it has about "
                f"{self.pilot.choices:,.0f} choices",
                hint,
            )
        if asked.games is not None:
            return max(1, asked.games // games)
        return max(FEWEST, min(asked.effort.searched, int(seconds / each)))
