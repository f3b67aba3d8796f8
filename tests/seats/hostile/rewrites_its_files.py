"""Replaces its own files, for the next game: the bot that is judged is not the one that plays.

Comes to: no failure.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from loot import CAGED, any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class RewritesItsFiles:
    def choose(self, view: View, budget: float | None) -> Action:
        own = Path(__file__)
        if CAGED:
            for attempt in (
                lambda: own.with_name("rewritten.py").write_text("# another"),
                lambda: own.rename(own.with_name("gone.py")),
                lambda: os.truncate(own, 0),
                lambda: os.chmod(own, 0o777),
                lambda: (own.parent / "__pycache__").mkdir(exist_ok=False),
            ):
                with suppress(OSError):
                    attempt()
                    found("that it can change its files")
        return any_of(view)
