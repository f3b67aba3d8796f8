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
from kibitz.knowledge.views import view
from kibitz.knowledge.worlds import members
from kibitz.table.asking import ask
from kibitz.table.hinting import hint
from kibitz.table.modelling import kripke

__all__ = ["ask", "counts", "hint", "knowledge", "kripke"]

ROUGH = (
    "Not exact: somebody may know more than this says. In that case there are fewer deals, and "
    "the chances are only approximate."
)
SURE = 1 - 1e-9


def knowledge(state: State, eyes: int | None) -> dict[str, Any]:
    """Where the cards may be that not everybody sees, and how likely: for all that a seat knows,
    or all that everybody knows (None)."""
    own = known_to(state, eyes)
    found: dict[str, Any] = {"at": len(state.history), "eyes": "all" if eyes is None else eyes}
    try:
        chances, likely = own.probabilities, own.common.probabilities
        count, exact = own.count, own.exact
    except KibitzError as error:
        note = f"The deals cannot be counted: {error.message}."
        return found | {"columns": [], "rows": [], "count": "", "exact": False, "note": note}
    columns = _columns(own, chances, _settled(own, likely))
    names = [state.game.place_names[place] for place in columns]
    rows = []
    for face in state.game.cards:
        name = face.text + face.mark
        if name in chances and name not in _settled(own, likely):
            row = [chances[name].get(place, 0.0) for place in names]
            rows.append({"card": face.number, "chances": row, "sure": max(row) >= SURE})
    return found | {
        "columns": [
            {
                "key": state.game.place_names[place],
                "name": own.words.holder(1 << place).removeprefix("the "),
                "seat": _holder(own, place),
            }
            for place in columns
        ],
        "rows": rows,
        "count": f"{count:,}",
        "exact": exact,
        "note": None if exact else ROUGH,
    }


def known_to(state: State, eyes: int | None) -> Knowledge:
    """What a seat knows; None: what is common knowledge."""
    own = view(state, eyes).knowledge
    return own.common if eyes is None else own


def _settled(own: Knowledge, likely: dict[str, dict[str, float]]) -> set[str]:
    """The cards of which everybody knows that they are put aside: nobody wonders about those."""
    hands = {own.game.place_names[place] for hand in own.words.hands for place in members(hand)}
    return {
        card for card, places in likely.items() if len(places) == 1 and not hands & places.keys()
    }


def _columns(own: Knowledge, chances: dict[str, dict[str, float]], settled: set[str]) -> list[int]:
    """The places that have a column: all hands, always, and what else may hold such a card."""
    numbers = {name: place for place, name in enumerate(own.game.place_names)}
    hands = [place for hand in own.words.hands for place in members(hand)]
    others = {
        numbers[name]
        for card, places in chances.items()
        if card not in settled
        for name in places
        if numbers[name] not in hands
    }
    return hands + sorted(others)


def _holder(own: Knowledge, place: int) -> int | None:
    """The seat whose hand a place is."""
    for seat, hand in enumerate(own.words.hands):
        if hand >> place & 1:
            return seat
    return None


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
