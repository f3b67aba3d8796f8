"""A sequential test: whether a meeting of two can stop, because it is clear enough who is better.

*Definition.* The deals of a meeting give shares x(1), x(2), ... of the first player, each from 0 to
1 and independent of the others; their mean is m. The organiser says which mean counts as better,
say 0.55. Three answers are possible: the first is better (m > 1/2), the second is (m < 1/2), or
neither is by as much (1 - better < m < better). The test bets against four hypotheses: m <= 1/2,
m >= 1/2, m >= better, and m <= 1 - better. Who bets a part of their capital, at odds that
would be fair if the hypothesis held, has no more than they began with, on average, if it does hold;
so that the capital ever grows k-fold has probability 1/k at most (Ville's inequality). A hypothesis
against which the capital has grown large enough is refuted.

So the errors are bounded whatever the distribution of the shares, and however often one looks:

- if both are equal, one of them is called better with probability at most alpha;
- if one is better by as much as the organiser says, the answer is neither with probability at most
  beta, and the other with probability at most alpha/2.

The method: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by
betting", Journal of the Royal Statistical Society B 86 (2024) 1-27. A test of likelihood ratios
(SPRT, GSPRT) would need about a fifth fewer deals, but has to know or to guess the distribution of
the shares, and keeps its errors only as far as the guess is right. Half of the capital bets on a
mean of just `better`, which is best if it is; the other half on the mean seen so far, which is
best if one is much better.

The deals count in their order, and decisions fall after fixed numbers of them, so that it does not
matter who played which deal when.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import exp, log, log1p
from typing import Literal

from kibitz.compete.charter import Stop
from kibitz.compete.model import Meeting, PlayedGame
from kibitz.compete.points import wins

__all__ = ["Verdict", "deal_shares", "decide", "meeting_decided", "stopped_after"]

Verdict = Literal["go on", "first", "second", "neither"]

BOLDEST = 0.75
"""How much of the capital may be lost in one deal, at most."""
DOUBT = 0.25
"""The variance everybody expects at first: the largest there can be."""


def decide(shares: Sequence[float], stop: Stop) -> Verdict:
    """What can be said after these deals, given the first player's share of each, in order.

    It is looked at after every so many deals only; once decided, it stays so.

    >>> stop = Stop(better=0.55, alpha=0.05, beta=0.05, every=10)
    >>> decide([1.0] * 20, stop), decide([0.5] * 500, stop), decide([0.0, 1.0] * 5, stop)
    ('first', 'neither', 'go on')
    """
    return stopped_after(shares, stop)[0]


def stopped_after(shares: Sequence[float], stop: Stop) -> tuple[Verdict, int]:
    """The same, and after how many deals it was decided; all of them, if it is not."""
    half, better = 0.5, stop.better
    first, second = _Bettor(half, better), _Bettor(half, better)
    """Against the hypotheses that the first is no better, and that the second is not."""
    not_first, not_second = _Bettor(1 - better, half), _Bettor(1 - better, half)
    """Against those that the first, or the second, is better by as much."""
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


def meeting_decided(
    meeting: Meeting, games: Iterable[PlayedGame], stop: Stop
) -> tuple[Verdict, int]:
    """What the games of a meeting of two say, and after how many of its deals that was decided.

    Only the deals before the first that is not complete count; games of deals after the decision,
    which somebody may have played meanwhile, do not.
    """
    unit = len(meeting.seatings) if meeting.alternating else 1
    rare = replace(stop, every=max(1, stop.every // unit))
    verdict, units = stopped_after(deal_shares(meeting, games), rare)
    return verdict, units * unit


def deal_shares(meeting: Meeting, games: Iterable[PlayedGame]) -> list[float]:
    """The first player's share of each deal of a meeting of two, in order, up to the first deal
    that is not complete.

    Where each deal is played in one seating only, in turn, a deal alone favours somebody; so as
    many as there are seatings count as one.
    """
    first = meeting.entrants[0]
    played: dict[int, list[Fraction]] = defaultdict(list)
    for game in games:
        played[game.id.deal].append(wins(game)[first])
    each, unit = (1, len(meeting.seatings)) if meeting.alternating else (len(meeting.seatings), 1)
    found = []
    for start in range(0, len(meeting.deals) - unit + 1, unit):
        together = [played[deal] for deal in meeting.deals[start : start + unit]]
        if any(len(shares) < each for shares in together):
            break
        found.append(float(sum(map(sum, together), Fraction()) / (each * unit)))
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
