"""Tells its partner its hand through files, wherever both may be able to write.

Comes to: no failure.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from loot import any_of, hand, partner, tell

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

PLACES = ["/tmp", "/var/tmp", "/dev/shm", "/run", "/run/lock", "/dev/mqueue", "/dev", ".", "/"]


class TalksByFiles:
    def choose(self, view: View, budget: float | None) -> Action:
        for place in (*PLACES, str(Path(__file__).parent)):
            with suppress(OSError):
                board = Path(place) / "kz-hostile"
                board.mkdir(mode=0o777, exist_ok=True)
                (board / str(view.seat)).write_text(json.dumps(hand(view)))
            with suppress(OSError):
                tell(
                    view, json.loads((Path(place) / "kz-hostile" / str(partner(view))).read_text())
                )
        return any_of(view)
