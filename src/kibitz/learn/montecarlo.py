"""Monte-Carlo values: what each option is worth, from how the games ended in which it was taken.

The network is the one of `kibitz.learn.dqn`, and so is all else; only what it is moved towards is
the return itself: all the points the seat scored in the rest of the game, and nobody's estimate.
That is noisy, and it is true. With many games from many processes this alone was enough for DouZero
(Zha et al. 2021); where games have one hand, it is what `dqn` does, too.

D. Zha et al.: DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement Learning. ICML 2021.
"""

from __future__ import annotations

from functools import partial

from kibitz.learn.dqn import loss
from kibitz.learn.selfplay import SelfPlay
from kibitz.learn.settings import Settings
from kibitz.learn.sources import Method

__all__ = ["method"]


def method(settings: Settings) -> Method:
    """Monte-Carlo values by self-play."""
    return Method(("q",), loss, partial(SelfPlay, horizon="game"))
