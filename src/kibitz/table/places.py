"""The table just before a trick was gathered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.engine.events import Event
from kibitz.words import Words
from kibitz.words.position import There, lying
from kibitz.words.rounds import KEPT
from kibitz.words.story import Chapter, Story

__all__ = ["Eve", "eve", "shown_until"]


@dataclass(frozen=True, slots=True)
class Eve:
    """The table between a decision and what followed it."""

    places: dict[str, There]
    """Those that are otherwise now."""
    stores: dict[int, int]
    """What the rules kept, by slot."""
    decided: frozenset[int]


def shown_until(words: Words, events: Sequence[Event]) -> int | None:
    """The number of the first event that takes a card away which everybody could see for a moment:
    one of the trick, or of an open place that it had only just come to; or of those before it that
    gather other cards to the same place. None: there is none."""
    arrived: set[tuple[int, int]] = set()
    for number, event in enumerate(events):
        if event.kind != "move":
            continue
        if event.source in words.setting.trick or (event.source, event.card) in arrived:
            while number and _gathers(events[number - 1], event.target):
                number -= 1
            return number
        place = words.places[event.target]
        if place.sight == "vloc" and words.setting.roles[event.target] not in ("unshown", "pile"):
            arrived.add((event.target, event.card))
    return None


def _gathers(event: Event, place: int) -> bool:
    return event.kind == "move" and event.target == place != event.source


def eve(story: Story, places: Mapping[str, There], chapter: Chapter) -> Eve | None:
    """The table when all cards of the chapter lay open, if they do no more; `story` has come to the
    chapter, `places` are those after it.

    That is when a trick was complete and not gathered yet, or when the dog was shown: what comes
    later is taken back, event by event. None if there was nothing to be seen, or it cannot be told.
    """
    at = shown_until(story.words, chapter.events)
    if at is None:
        return None
    earlier = _places_before(story.words, places, chapter.events, at)
    if earlier is None:
        return None
    stores, decided = dict(story.stores), set(story.decided)
    for number, event in enumerate(chapter.events[:at]):
        if event.kind in KEPT:
            stores[event.slot] = event.value
            if number == 0 and chapter.seat is not None:
                decided.add(event.slot)
    return Eve(earlier, stores, frozenset(decided))


def _places_before(
    words: Words, places: Mapping[str, There], events: Sequence[Event], at: int
) -> dict[str, There] | None:
    """The places that were otherwise before the events from this one on; None if that cannot be
    told."""
    if any(event.kind == "deck" for event in events[at:]):
        return None
    names = words.game.place_names
    earlier: dict[str, There] = {}
    for event in reversed(events[at:]):
        if event.kind != "move" or event.source < 0:
            continue
        source, target = names[event.source], names[event.target]
        for key, more in ((target, False), (source, True)):
            now = earlier.get(key, places[key])
            changed = _changed(now, event.card, more)
            if changed is None:
                return None
            earlier[key] = changed
    # Cards that leave together are told in the order of the deck: the last to come lay on top.
    for event in events[:at]:
        key = names[event.target] if event.kind == "move" else ""
        there = earlier.get(key, ())
        if not isinstance(there, int) and event.card in there:
            earlier[key] = (*(card for card in there if card != event.card), event.card)
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
