"""Where work runs: here, in others that are limited, watched and replaced, or in a cluster.

A job names a function and what it is called with, as JSON; so it can be done anywhere. `Here` does
it in this process, `Pool` shares jobs among some processes, `kibitz.work.ray` among those of a Ray
cluster: each is a `Place`, and `open` gives the one a user asks for. `AsyncPool` is for a program
with an event loop. All give the same answers. Nothing in this package knows of games.
"""

from kibitz.work.async_pool import AsyncPool
from kibitz.work.closing import Closing
from kibitz.work.here import Here
from kibitz.work.job import Died, Job, Late, Refused, Thing
from kibitz.work.places import Place, open
from kibitz.work.pool import Pool

__all__ = [
    "AsyncPool",
    "Closing",
    "Died",
    "Here",
    "Job",
    "Late",
    "Place",
    "Pool",
    "Refused",
    "Thing",
    "open",
]
