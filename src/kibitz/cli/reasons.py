"""Why a card may be where it may be, in the eyes of everybody whose knowledge may be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.reasons import Reason

if TYPE_CHECKING:
    from kibitz.cli.moments import Moment

__all__ = ["EVERYBODY", "reasons"]

EVERYBODY = "everybody"


def reasons(moment: Moment, card: str) -> dict[str, list[Reason]]:
    """What led to what everybody knows about a card, and to what each seat does."""
    common = moment.knowledge(None)
    found = {EVERYBODY: _about(common, card)}
    for seat in moment.seats:
        found[moment.state.game.seats[seat]] = _about(moment.knowledge(seat), card)
    return found


def _about(knowledge: Knowledge, card: str) -> list[Reason]:
    """The reasons for all places together, each once; what is concluded comes last."""
    game = knowledge.game
    found: dict[str, Reason] = {}
    for place in knowledge.unseen:
        if knowledge.sizes.get(place):
            for reason in knowledge.why(card, game.place_names[place]):
                kept = found.pop(reason.words, reason)
                found[reason.words] = kept
    if not found:  # it sees all places that hold cards
        for reason in knowledge.why(card, knowledge.places(card)[0]):
            found[reason.words] = reason
    sure = len(knowledge.places(card)) == 1
    return sorted(
        found.values(), key=lambda r: r.words.startswith("so ") if sure else ": " in r.words
    )
