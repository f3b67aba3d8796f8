"""A file that cannot even be read by Python: it raises at its first line, after a thread was
started.

Comes to: start.
"""

from __future__ import annotations

from threading import Thread

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

Thread(target=all, args=[iter(bool, True)], daemon=True).start()
raise ImportError("No module named 'tensorflow'")


class CannotBeImported:
    def choose(self, view: View, budget: float | None) -> Action:
        return any_of(view)
