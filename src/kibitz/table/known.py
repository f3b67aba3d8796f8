"""What is known at a table, as data for its page: chances, counts, models, answers, hints.

All of this may take a while and is computed in a worker process. Everything that is made for a seat
is made from what that seat has seen: swap the cards it cannot see, and the same comes out. What
cannot be told (too many deals, a question that is too large) is said in a sentence in its place;
what the user can mend, a misspelt formula, is a `KibitzError`.

`states` are all states of a game, `states[k]` the one after k decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import Any

from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.prospects import SURE, Prospects, prospects
from kibitz.knowledge.views import view
from kibitz.table.hints import hint
from kibitz.table.models import kripke
from kibitz.table.questions import ask

__all__ = ["ask", "counts", "hint", "knowledge", "kripke"]

ROUGH = (
    "Not exact: somebody may know more than this says. In that case there are fewer deals, and "
    "the chances are only approximate."
)


def knowledge(state: State, eyes: int | None) -> dict[str, Any]:
    """Where the cards may be that not everybody sees, and how likely: given what a seat knows,
    or all that everybody knows (None)."""
    found = {"at": len(state.history), "eyes": "all" if eyes is None else eyes}
    return found | _prospects(prospects(known_to(state, eyes)))


def _prospects(found: Prospects) -> dict[str, Any]:
    """Prospects for the page."""
    if found.beyond is not None:
        note = f"The deals cannot be counted: {found.beyond}."
        return {"columns": [], "rows": [], "count": "", "exact": False, "note": note}
    return {
        "columns": [{"key": s.key, "name": s.name, "seat": s.seat} for s in found.spots],
        "rows": [
            {
                "card": card,
                "chances": list(chances),
                "sure": all(p <= 0 or p >= SURE for p in chances),
            }
            for card, chances in found.open.items()
        ],
        "count": f"{found.count:,}",
        "exact": found.exact,
        "note": None if found.exact else ROUGH,
    }


def known_to(state: State, eyes: int | None) -> Knowledge:
    """What a seat knows; None: what is common knowledge."""
    own = view(state, eyes).knowledge
    return own.common if eyes is None else own


def counts(states: Sequence[State], since: int, seats: Sequence[int]) -> dict[str, Any]:
    """How many deals each of some seats, and everybody, considers possible at every moment from
    one on: as logarithms for a curve and as digits to be read. None: they cannot be counted."""
    rows = [[_counted(states[k], seat) for seat in seats] for k in range(since, len(states))]
    shared = [_counted(states[k], None) for k in range(since, len(states))]
    return {
        "since": since,
        "seats": list(seats),
        "counts": [[_log(count) for count in row] for row in rows],
        "texts": [[_digits(count) for count in row] for row in rows],
        "common": [_log(count) for count in shared],
        "common_texts": [_digits(count) for count in shared],
    }


def _counted(state: State, seat: int | None) -> int | None:
    try:
        return known_to(state, seat).count
    except KibitzError:
        return None


def _log(count: int | None) -> float | None:
    return None if not count else round(log10(count), 6)


def _digits(count: int | None) -> str | None:
    return None if count is None else f"{count:,}"
