"""A sequential test: whether a meeting of two can stop, because it is clear enough who is better.

*Definition.* The deals of a meeting give shares x(1), x(2), ... of the first player, each from 0 to
1 and independent of the others; their mean is m. The organiser says which mean counts as better,
say 0.55. Three answers are possible: the first is better (m > 1/2), the second is (m < 1/2), or
neither is by as much (1 - better < m < better). The test bets against each of four hypotheses:
m <= 1/2, m >= 1/2, m >= better and m <= 1 - better. Who bets a fraction of their capital at the odds
that would be fair if the hypothesis held has, if it does hold, no more than they began with, on
average; so the capital ever grows k-fold with probability 1/k at most (Ville's inequality). A
hypothesis against which the capital has grown large enough is refuted.

So the errors are bounded whatever the distribution of the shares, and however often one looks:

- if both are equal, one of them is called better with probability at most alpha;
- if one is better by as much as the organiser says, the answer is neither with probability at most
  beta, and the other with probability at most alpha/2.

The method: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by
betting", Journal of the Royal Statistical Society B 86 (2024) 1-27. A test of likelihood ratios
(SPRT, GSPRT) would need about a fifth fewer deals, but has to know or to guess the distribution of
the shares, and keeps its errors only as far as the guess is right. Half of the capital bets on a mean that is just `better`, which is best if it is; the
other half on the mean seen so far, which is best if one is much better.

The deals count in their order, and decisions fall after fixed numbers of them, so that it does not
matter who played which deal when.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, fsum, log, log1p
from typing import Literal

from kibitz.compete.model import PlayedGame
from kibitz.errors import KibitzError

__all__ = ["Stop", "Verdict", "decide", "deal_shares", "share_of", "stopped_after"]

Verdict = Literal["go on", "first", "second", "neither"]

BOLDEST = 0.75
"""How much of the capital may be lost in one deal, at most."""
DOUBT = 0.25
"""The variance everybody expects at first: the largest there can be."""


@dataclass(frozen=True, slots=True)
class Stop:
    """When a meeting of two may stop early."""

    better: float = 0.55
    """The mean share that counts as better."""
    alpha: float = 0.05
    """How likely one of two equal players may be called better."""
    beta: float = 0.05
    """How likely a better player may be overlooked."""
    every: int = 10
    """After how many deals it is looked at again."""

    def __post_init__(self) -> None:
        if not 0.5 < self.better < 1:
            raise KibitzError(
                f"stop.better cannot be {self.better:g}: it is a share of the points",
                "more than 0.5 and less than 1; 0.55 is usual",
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise KibitzError(
                    f"stop.{name} cannot be {value:g}: it is the probability of an error",
                    "more than 0 and less than 0.5; 0.05 is usual",
                )
        if self.every < 1:
            raise KibitzError(f"stop.every cannot be {self.every}", "a number of deals, at least 1")


def decide(shares: Sequence[float], stop: Stop) -> Verdict:
    """What can be said after these deals, given the first player's share of each, in order.

    Looks are after every so many deals only; once decided, it stays so. Deals after the last look
    do not count.

    >>> decide([1.0] * 20, Stop()), decide([0.5] * 500, Stop()), decide([0.0, 1.0] * 5, Stop())
    ('first', 'neither', 'go on')
    """
    return stopped_after(shares, stop)[0]


def stopped_after(shares: Sequence[float], stop: Stop) -> tuple[Verdict, int]:
    """The same, and after how many deals it was clear; all of them, if it is not."""
    first, second = _Bettor(0.5, stop.better), _Bettor(0.5, stop.better)
    """Against the hypotheses that the first is no better, and that the second is not."""
    not_first, not_second = _Bettor(1 - stop.better, 0.5), _Bettor(1 - stop.better, 0.5)
    """Against those that the first, or the second, is better by as much: on the other's share."""
    for number, share in enumerate(shares, 1):
        first.see(share)
        second.see(1 - share)
        not_first.see(1 - share)
        not_second.see(share)
        if number % stop.every == 0:
            if first.gain >= log(2 / stop.alpha):
                return "first", number
            if second.gain >= log(2 / stop.alpha):
                return "second", number
            if min(not_first.gain, not_second.gain) >= log(1 / stop.beta):
                return "neither", number
    return "go on", len(shares)


def share_of(game: PlayedGame, player: int = 0) -> float:
    """Which share of the victory a player of the seating has: all shares of a game are 1 together.

    Where one wins alone, that is 1 or 0; a victory shared by k teams is 1/k for each.
    """
    winners = game.result.winners
    return sum(
        sum(game.seating[seat] == player for seat in team) / len(team) for team in winners
    ) / len(winners)


def deal_shares(
    games: Iterable[PlayedGame], deals: Sequence[int], each: int, together: int = 1
) -> list[float]:
    """The first player's share of each deal of a meeting of two, in order, as far as all deals are
    played.

    A deal has `each` games. Where a deal alone favours somebody, being played in one seating only,
    so many deals `together` count as one: with who opens in turn, two.
    """
    played: dict[int, list[float]] = defaultdict(list)
    for game in games:
        played[game.id.deal].append(share_of(game))
    found = []
    for start in range(0, len(deals) - together + 1, together):
        unit = [share for deal in deals[start : start + together] for share in played[deal]]
        if len(unit) < each * together:
            break
        found.append(fsum(sorted(unit)) / len(unit))
    return found


class _Bettor:
    """Bets that a mean is above `fair`; `hoped` is the mean for which they are best prepared."""

    def __init__(self, fair: float, hoped: float) -> None:
        self.fair, self.hoped = fair, hoped
        self.capitals = [log(0.5), log(0.5)]
        self.seen = 1
        self.total = hoped
        self.squares = DOUBT

    @property
    def gain(self) -> float:
        """The logarithm of the capital, which was 0 at first."""
        one, other = self.capitals
        return max(one, other) + log1p(exp(-abs(one - other)))

    def see(self, share: float) -> None:
        """Bet, then see how a deal ended."""
        mean = self.total / self.seen
        spread = self.squares / self.seen
        for which, hope in enumerate((self.hoped, mean)):
            more = hope - self.fair
            stake = max(0.0, more / (spread + more * more))
            stake = min(stake, BOLDEST / self.fair)
            self.capitals[which] += log1p(stake * (share - self.fair))
        self.seen += 1
        self.total += share
        self.squares += (share - self.total / self.seen) ** 2
