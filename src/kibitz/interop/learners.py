"""What a learner is given, whoever's framework it lives in: numbers for options, a row for what its
seat sees, a reward for how the game ended.

**Actions** are numbers from 0 up to `Terms.most_actions`. Below `game.action_count` they are the
game's own: the same option has the same number in every deal. Options without a number of their own
(groups of cards, cards picked unseen, numbers beyond 63) have the places behind: the k-th of them
on offer, in the order of the rules, is `own + k`. There are `MORE` places where the text shows that
something can be picked unseen or in several steps, or as many chips as one has; as many as rules
allow options where it is groups; and none elsewhere. If `most_actions` is less than the game's own
numbers, all options are numbered by where they stand, from 0. Where nobody has anything to decide,
as in a deal that is over at once, 0 is to look on.

**Observations** are rows of float32, as `view.encode` writes them: made from a view, so no card is
in them that the seat does not see. `game.encoding` has the names of the columns.

**Rewards** come with the end of the game, before it they are 0:

    rank   the share of the opponents one has beaten, less the share that has beaten one: 1 for
           whoever leaves all behind, -1 for the last, 0 if all are equal. Partners are no opponents
    score  what the rules count, negative where fewest wins
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.descriptions import load
from kibitz.engine.encoding import Encoding, Floats, encoding_of
from kibitz.engine.game import Game
from kibitz.engine.numbered import all_numbered, has_groups, has_large_numbers
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view
from kibitz.recycle.prelude import LIMITS
from kibitz.words.position import position
from kibitz.words.sights import sight

__all__ = ["ILLEGAL", "REWARDS", "Terms", "terms", "words"]

REWARDS = ("rank", "score")

ILLEGAL = -1.0
"""The reward of whoever chooses what is not on offer; the game ends with it."""

MORE = 1_024
"""Numbers for options that have none of their own, where there may be some."""


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a game is learnt. Made by `terms`."""

    game: Game
    encoding: Encoding
    reward: str
    most_actions: int
    """How many numbers there are for actions."""
    most_decisions: int
    """After so many a game is left unfinished."""

    @property
    def own(self) -> int:
        """How many of the numbers are the game's own."""
        own = self.game.action_count
        return own if own <= self.most_actions else 0

    def numbered(self, actions: Sequence[Action]) -> dict[int, Action]:
        """What is on offer, by number."""
        own = self.own
        found = {action.id: action for action in actions if action.id < own}
        places = enumerate((action for action in actions if action.id >= own), own)
        found |= dict(places)
        if len(found) > 0 and max(found) >= self.most_actions:
            raise KibitzError(
                f"{self.game.title} has an option for which there is no number left",
                f"most_actions={max(found) + 1} or more has room for it",
            )
        return found

    def mask(self, actions: Sequence[Action], looks_on: bool = False) -> NDArray[np.int8]:
        """For each number whether it is that of an option, or to look on."""
        mask = np.zeros(self.most_actions, np.int8)
        mask[[0] if looks_on else list(self.numbered(actions))] = 1
        return mask

    @property
    def limits(self) -> tuple[Floats, Floats]:
        """The lowest and the highest number of each column."""
        low, high = np.zeros(self.encoding.length), np.ones(self.encoding.length)
        low[self.encoding.parts["stores"]] = -1
        high[self.encoding.parts["sizes"]] = len(self.game.cards)  # shares: of those one may have
        return low.astype(np.float32), high.astype(np.float32)

    def row(self, seen: View) -> Floats:
        """What a seat sees, in numbers."""
        return seen.encode(self.encoding.knowledge)

    def rewards(self, state: State) -> list[float]:
        """What each seat gets for a game that is over."""
        if self.reward == "score":
            sign = 1.0 if self.game.program.highest_wins else -1.0
            return [sign * score for score in state.scores]
        ranks, teams = state.ranks, state.teams
        side = {seat: team for team in teams for seat in team}
        found = []
        for seat, rank in enumerate(ranks):
            others = [r for s, r in enumerate(ranks) if s not in side.get(seat, (seat,))]
            ahead = sum((r > rank) - (r < rank) for r in others)
            found.append(ahead / max(1, len(others)))
        return found

    def ending(self, state: State) -> dict[str, Any]:
        """What is told beside the reward, once the game is over."""
        return {"scores": state.scores, "ranks": state.ranks} if state.over else {}


def terms(
    game: Game | str | Path,
    *,
    knowledge: str = "none",
    reward: str = "rank",
    most_actions: int | None = None,
    most_decisions: int = 10_000,
    **parameters: int | str,
) -> Terms:
    """The terms on which a game is learnt, given by name or path, with its parameters, or as it is.

    >>> terms("agram", NUMP=2).most_actions
    35
    """
    if not isinstance(game, Game):
        game = load(game, **parameters)
    elif parameters:
        raise KibitzError(f"{game.title} is there already: it takes no {', '.join(parameters)}")
    if reward not in REWARDS:
        raise KibitzError(f"there is no reward `{reward}`", f"one of: {', '.join(REWARDS)}")
    for name, given in {"most_actions": most_actions, "most_decisions": most_decisions}.items():
        if given is not None and given < 1:
            raise KibitzError(f"{name} is {given}, and must be at least 1")
    most = derived(game, _most_actions) if most_actions is None else most_actions
    return Terms(game, encoding_of(game, knowledge), reward, most, most_decisions)


def words(state: State, seat: int) -> str:
    """What a seat sees, in words: a text to be printed."""
    return str(position(sight(view(state, seat))))


def _most_actions(game: Game) -> int:
    """So many numbers that each option has one, as far as the text tells."""
    own = game.action_count
    if own > LIMITS["options"]:
        return LIMITS["options"]
    if has_groups(game):
        return own + LIMITS["options"]
    numbered = all_numbered(game) and not has_large_numbers(game)
    return max(1, own) if numbered else own + MORE
