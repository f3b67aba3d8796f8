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
from kibitz.knowledge.prospects import SURE, Prospects, between, prospects
from kibitz.knowledge.views import view
from kibitz.table.hints import advice, hint
from kibitz.table.models import kripke
from kibitz.table.questions import ask

__all__ = ["advice", "ask", "counts", "hint", "knowledge", "kripke"]

NOT_FOLLOWED = (
    "Not all of it is followed: what is public may tell more than is taken into account here. In "
    "that case there are fewer deals, and the chances are only approximate."
)


def knowledge(state: State, eyes: int | None, truth: bool = False) -> dict[str, Any]:
    """Where the cards may be that not everybody sees, and how likely: given what a seat knows,
    or what is common knowledge (None). For whoever stands behind the players, `truth` says where
    each of them is."""
    found: dict[str, Any] = {"at": len(state.history), "eyes": "all" if eyes is None else eyes}
    found |= _prospects(prospects(known_to(state, eyes)))
    if truth:
        found["truth"] = _truth(state, found["rows"])
    return found


def _prospects(found: Prospects) -> dict[str, Any]:
    """Prospects for the page: what is known, what is believed, and what is not followed.

    A chance of 0 or 1 is known; what is between is likely or not, all deals being equally likely;
    with an `estimate` it was found by samples. `unfollowed` are the rules whose public outcome may
    tell more, and `note` says so.
    """
    if found.beyond is not None:
        note = f"The deals cannot be counted: {found.beyond}."
        return {"columns": [], "rows": [], "count": "", "exact": False, "note": note} | _doubted(
            found
        )
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
        "note": None if found.exact else NOT_FOLLOWED,
    } | _doubted(found)


def _doubted(found: Prospects) -> dict[str, Any]:
    """How far it can be trusted."""
    estimate = found.estimate
    return {
        "estimate": None
        if estimate is None
        else {
            "low": f"{estimate.low:,}",
            "high": f"{estimate.high:,}",
            "samples": f"{estimate.samples:,}",
            "text": f"{between(estimate)}",
        },
        "unfollowed": [each.data() for each in found.unfollowed],
    }


def _truth(state: State, rows: Sequence[dict[str, Any]]) -> dict[int, str]:
    """Where each of the cards in some rows really is."""
    game, at = state.game, state.game.layout.where
    return {row["card"]: game.place_names[state.array[at + row["card"]]] for row in rows}


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
