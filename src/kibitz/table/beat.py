"""The beat of a bot: how long each of its moves takes, as far as others can see.

Whoever has no choice need not think. Could the others tell, they would know something of its cards:
that it has one card of the suit led, say. So where cards are hidden, a bot that has no choice takes
as long as when it has one, and a bot that was quick for once waits until its usual time.
"""

from __future__ import annotations

import math
from collections import deque
from statistics import median_low

__all__ = ["Beat"]

LATELY = 8
"""Moves of which the slowest says how long a move takes."""
SHORTEST, STEP = 0.03, 1.25
"""Seconds of the shortest beat that counts, and by how much each is longer than the one before."""
SPARE = 1.1
"""How much slower than lately a decision can be without being late."""
AT_ONCE = 0.005
"""Seconds that nobody notices."""


class Beat:
    """How long a bot at a seat takes for a move; at first, as long as it took to rehearse one.

    >>> beat = Beat(0.4)
    >>> before = beat.seconds
    >>> beat.thought(0.1)
    >>> beat.seconds == before > 0.4
    True
    """

    def __init__(self, rehearsed: float) -> None:
        self._lately = deque([rehearsed], LATELY)

    def thought(self, seconds: float) -> None:
        """It has decided something, after so many seconds."""
        self._lately.append(seconds)

    def had_no_choice(self) -> None:
        """It counts as an ordinary decision. Were it not counted, the beat would get faster only
        after a decision, and those who look would know that there was one."""
        self._lately.append(median_low(self._lately))

    @property
    def seconds(self) -> float:
        """How long a move takes. There are only so many lengths, so that small differences between
        decisions are not seen either."""
        slowest = max(self._lately) * SPARE
        if slowest <= AT_ONCE:
            return 0.0
        steps = math.ceil(math.log(max(slowest, SHORTEST) / SHORTEST, STEP))
        return float(SHORTEST * STEP**steps)
