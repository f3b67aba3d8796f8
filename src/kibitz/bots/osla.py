"""One step ahead: a bot for any game that tries each of its actions in a few sampled deals.

In each deal the action is played, the others play on at random until it is the bot's turn again or
the score has moved, and the position is judged: how much better does the bot's side stand than the
best of the others? For the house games a small table says what to look at before the score does.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Annotated

from kibitz.bots.parameters import at_least
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.knowledge.hidden import must_be_imaginable
from kibitz.knowledge.views import View

__all__ = ["Osla"]

Standing = Callable[[State, int], float]
"""How well a seat stands."""

LONGEST = 12
"""So many decisions of others are made at most before a position is judged."""


def _number(state: State, name: str) -> int:
    value = state.store(name)
    return value if isinstance(value, int) else 0


def _score(state: State, seat: int) -> float:
    """The score as the rules count it so far."""
    scores = state.scores
    return float(scores[seat] if state.game.program.highest_wins else -scores[seat])


def _agram(state: State, seat: int) -> float:
    """How high the cards are that are left for the last trick, which alone counts; and who leads
    to it, having won the latest."""
    hand = state.faces(f"HAND {seat}")
    if not hand:
        return 20 * _score(state, seat)
    heights = [AGRAM_RANKS.index(face.attributes["RANK"]) for face in hand]
    return sum(heights) / len(hand) + 4 * _score(state, seat) / len(hand)


AGRAM_RANKS = ("THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ACE")


def _brisca(state: State, seat: int) -> float:
    """The points of the partnership."""
    return float(_number(state, f"POINTS team {seat % 2}"))


def _boerenbridge(state: State, seat: int) -> float:
    """The score, and how near the tricks are to the guess in view of those that are left."""
    guess, won = _number(state, f"GUESS {seat}"), _number(state, f"TRICKS {seat}")
    left = _number(state, "CARDS") - _number(state, "PLAYED")
    fair = won + left / 4
    return _score(state, seat) - 2 * abs(guess - fair) - 4 * max(0, won - guess)


def _tarot(state: State, seat: int) -> float:
    """The half points in the tricks of the seat's side."""
    if not _number(state, "CONTRACT"):
        return 0.0
    pile = "ATTACK" if _number(state, "TAKER") == seat else "DEFENCE"
    return float(sum(HALVES.get(face.attributes["RANK"], 1) for face in state.faces(pile)))


HALVES = {
    "KING": 9, "QUEEN": 7, "KNIGHT": 5, "JACK": 3, "TRUMPONE": 9, "TRUMPTWENTYONE": 9, "EXCUSE": 9,
}  # fmt: skip

STANDINGS: dict[str, Standing] = {
    "agram": _agram,
    "brisca": _brisca,
    "boerenbridge": _boerenbridge,
    "tarot": _tarot,
}
"""What to look at in the house games; elsewhere it is the score."""


class Osla:
    """Tries each action in `deals` sampled deals and takes the one it stands best after."""

    def __init__(self, deals: Annotated[int, "deals it imagines at each decision"] = 8) -> None:
        at_least(1, deals=deals)
        self.deals = deals

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at any table where what is hidden can be imagined."""
        must_be_imaginable(game)
        self.seat = seat
        self.seed = seed
        self.standing = STANDINGS.get(game.name, _score)

    def choose(self, view: View, budget: float | None) -> Action:
        """The action with the best mean; of equal ones the first."""
        rng = Random(f"{self.seed} {len(view.events)}")
        totals = [0.0] * len(view.actions)
        for _ in range(self.deals):
            deal = view.sample(rng)
            luck = rng.getrandbits(32)
            for i, action in enumerate(view.actions):
                totals[i] += self.lead(self.played_on(deal.after(action), Random(luck)))
        return view.actions[max(range(len(totals)), key=totals.__getitem__)]

    def played_on(self, state: State, rng: Random) -> State:
        """The position when it is my turn again, or when a score has changed."""
        before = state.scores
        for _ in range(LONGEST):
            if state.over or state.to_move == self.seat or state.scores != before:
                break
            state = state.after(rng.choice(state.actions))
        return state

    def lead(self, state: State) -> float:
        """How much better my side stands than the best of the others."""
        mine = next((team for team in state.teams if self.seat in team), (self.seat,))
        others = [seat for seat in range(state.game.players) if seat not in mine]
        own = self.standing(state, self.seat)
        return own - max((self.standing(state, seat) for seat in others), default=0.0)
