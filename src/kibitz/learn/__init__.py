"""Bots that learn: games to learn from, what is kept of them, and how a network learns from it.

A training (`training`) goes in rounds. In each of them *actors* play whole games with the network
as it was, in processes of their own; what they decided is kept in a *replay*; meanwhile the
*learner* takes steps on what came in before. How the network is to be changed by it is the
*method*: `dqn`, `montecarlo`, `clone`. From time to time it is *evaluated* against fixed opponents.

Playing needs none of this: see `kibitz.nets`. What trains needs `kibitz[learn]`, and is imported by
name: `kibitz.learn.training`. JAX is imported by `xla` alone, for the modules that train.
"""

from kibitz.learn.actors import act, acting, told
from kibitz.learn.lots import Lot
from kibitz.learn.packing import Packing, packing_of
from kibitz.learn.replay import Drawn, Replay, Sample
from kibitz.learn.seating import Company
from kibitz.learn.stage import Stage

__all__ = [
    "Company",
    "Drawn",
    "Lot",
    "Packing",
    "Replay",
    "Sample",
    "Stage",
    "act",
    "acting",
    "packing_of",
    "told",
]
