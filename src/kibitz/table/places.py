"""The cards on the table just before a trick was gathered."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.engine.events import Event
from kibitz.words import Words
from kibitz.words.position import There, lying
from kibitz.words.story import Chapter

__all__ = ["before"]


def before(words: Words, places: Mapping[str, There], chapter: Chapter) -> dict[str, There] | None:
    """The places that were otherwise when all cards of the chapter lay open, if they do no more.

    That is when a trick was complete and not gathered yet, or when the dog was shown: what comes
    later is taken back, event by event. None if there was nothing to be seen, or it cannot be told.
    """
    at = _shown_until(words, places, chapter.events)
    if at is None or any(event.kind == "deck" for event in chapter.events[at:]):
        return None
    names = words.game.place_names
    earlier: dict[str, There] = {}
    for event in reversed(chapter.events[at:]):
        if event.kind != "move" or event.source < 0:
            continue
        source, target = names[event.source], names[event.target]
        for key, more in ((target, False), (source, True)):
            now = earlier.get(key, places[key])
            changed = _changed(now, event.card, more)
            if changed is None:
                return None
            earlier[key] = changed
    by_key = {name: words.places[number] for number, name in enumerate(names)}
    return {
        key: lying(words, by_key[key], there)
        for key, there in earlier.items()
        if words.setting.roles[by_key[key].number] != "unshown" and there != places[key]
    }


def _changed(there: There, card: int, more: bool) -> There | None:
    """A place with a card more or less; None if that cannot be."""
    if isinstance(there, int):
        return there + 1 if more else there - 1
    if more:
        return (*there, card) if card >= 0 else None
    if card not in there:
        return None
    at = len(there) - 1 - there[::-1].index(card)
    return there[:at] + there[at + 1 :]


def _shown_until(words: Words, places: Mapping[str, There], events: list[Event]) -> int | None:
    """The number of the first event that takes a card away which everybody could see for a moment:
    one of the trick, or of an open place that it had only just come to."""
    arrived: set[int] = set()
    for number, event in enumerate(events):
        if event.kind != "move":
            continue
        if event.source in words.setting.trick:
            return number
        if event.source in arrived and not places[words.places[event.source].key]:
            return number
        place = words.places[event.target]
        if place.sight == "vloc" and words.setting.roles[event.target] not in ("unshown", "pile"):
            arrived.add(event.target)
    return None
