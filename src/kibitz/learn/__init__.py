"""Learning: networks that play come from here; playing with one needs `kibitz.nets` only.

A training (`training`) goes in rounds. In each of them *actors* play whole games with the network as
it was, in processes of their own; what they decided is kept in a *replay*; meanwhile the *learner*
takes steps on what came in before. How the network is to be changed by it is the *method*: `dqn`,
`montecarlo`, `clone`. From time to time it is *evaluated* against fixed opponents.

JAX is imported by the modules that train and nowhere else: `model` and the methods.
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
