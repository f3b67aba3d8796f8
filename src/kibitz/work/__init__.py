"""Where work runs: in this process, or in others that are limited, watched and replaced.

A job names a function and what it is called with, as JSON; so it can be done anywhere. `Here` does
it in this process, `Pool` shares jobs among some processes, `AsyncPool` does so for a program with
an event loop. All give the same answers. Nothing in this package knows of games.
"""

from kibitz.work.async_pool import AsyncPool
from kibitz.work.here import Here
from kibitz.work.job import Died, Job, Late, Refused, Thing
from kibitz.work.pool import Pool

__all__ = ["AsyncPool", "Died", "Here", "Job", "Late", "Pool", "Refused", "Thing"]
