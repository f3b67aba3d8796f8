"""Bots that learn: games to learn from, what is kept of them, and how a network learns from it.

Playing needs none of this: see `kibitz.nets`. What trains needs `kibitz[learn]`, and is imported by
name: `kibitz.learn.training`.
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
