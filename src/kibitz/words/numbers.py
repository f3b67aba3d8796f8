"""What the rules keep and have changed, in words.

A sheet may have a sentence for a store that the rules set; of the others, those that the table
shows are told in one line, and without a sheet all of them.
"""

from __future__ import annotations

import re

from kibitz.engine.events import Event
from kibitz.engine.shown import AGAIN, Item
from kibitz.words.chips import QUIET, worded
from kibitz.words.pieces import Piece, Sentence, capital, joined
from kibitz.words.rounds import means_nothing
from kibitz.words.story import Chapter, Story
from kibitz.words.words import Store, Words

__all__ = ["again", "changes", "said_by_rules"]

KEPT = ("number", "name")


def said_by_rules(
    words: Words, chapter: Chapter, followed: list[Event]
) -> list[tuple[int, Sentence]]:
    """The sheet's sentences for what the rules have set."""
    says = words.game.sheet.table.says
    if not says:
        return []
    own = chapter.events[0].slot if chapter.seat is not None and chapter.events else -1
    last = {event.slot: at for at, event in enumerate(followed) if event.kind in KEPT}
    found = []
    for slot, at in last.items():
        event = followed[at]
        store = words.stores.get(slot)
        if store is None or store.family not in says or _value(words, event) in QUIET:
            continue
        if store.owner != "player" or slot == own:  # else they only make ready for the next round
            value = words.value(_value(words, event))
            found.append((at, _filled(words, says[store.family], store.who, value)))
    return found


def again(words: Words, chapter: Chapter, events: list[Event]) -> list[Sentence]:
    """That somebody must decide once more, if the sheet has a sentence for it."""
    says = words.game.sheet.table.says
    if not says or chapter.seat is None or chapter.following != chapter.seat or not events:
        return []
    store = words.stores.get(events[0].slot)
    back = any(event.kind == "cycle" and event.seat == chapter.seat for event in events)
    if store is None or not back or store.family + AGAIN not in says:
        return []
    return [_filled(words, says[store.family + AGAIN], chapter.seat, "")]


def _value(words: Words, event: Event) -> int | str:
    return event.value if event.kind == "number" else words.game.name_list[event.value]


def _filled(words: Words, phrase: str, who: int, value: str) -> Sentence:
    """A phrase of the sheet with its holes filled."""
    pieces: list[Piece] = []
    for part in re.split(r"(\{\w*\})", phrase):
        if part == "{who}":
            pieces.append(words.seat_piece(who))
        elif part == "{whose}":
            pieces.append(words.whose(who))
        elif part == "{their}":
            pieces.append("your" if who == words.seat else "their")
        else:
            pieces.append(value if part == "{}" else part)
    return Sentence("followed", joined(capital(joined(*pieces)), "."))


def changes(
    story: Story, before: dict[int, int], said: set[int], chapter: Chapter, followed: list[Event]
) -> list[tuple[int, Sentence]]:
    """How the numbers and names everybody can see have changed, in one line; with the number of
    the last event in it."""
    words, after = story.words, story.stores
    slots = {event.slot: at for at, event in enumerate(followed) if event.kind in KEPT}
    changed = [
        words.stores[slot]
        for slot in sorted(slots)
        if slot in words.stores
        and slot not in said
        and (after[slot] != before.get(slot, 0) or (after[slot] and _anew(words, slot)))
        and not _still_nothing(words, words.stores[slot], before.get(slot, 0), after[slot])
    ]
    if not changed:
        return []
    if words.game.sheet.table.given:
        told = _listed_changes(story, before, changed, chapter.following is None)
        listed = [store for store in changed if _is_told(words, store)]
        return [(max(slots[store.slot] for store in listed), line) for line in told]
    return [(len(followed), line) for line in _all_changes(words, changed, after)]


def _still_nothing(words: Words, store: Store, before: int, after: int) -> bool:
    """Whether a name that was empty has only been called so."""
    return store.text and all(means_nothing(words.game, True, value) for value in (before, after))


def _is_told(words: Words, store: Store) -> bool:
    """Whether the changes of a store are told because the table shows it."""
    shown = words.game.sheet.table
    item = shown.items[store.owner].get(store.family)
    return item is not None and item.told and store.family not in shown.says


def _anew(words: Words, slot: int) -> bool:
    """Whether a store is counted anew in every deal, so that as much as before is news, too."""
    store, items = words.stores[slot], words.game.sheet.table.items
    item = items.get(store.owner, {}).get(store.family)
    return item is not None and item.anew


def _listed_changes(
    story: Story, before: dict[int, int], changed: list[Store], over: bool
) -> list[Sentence]:
    """Those that the table shows, with how much they have changed: "Score: North 26 (+12)"."""
    words, shown = story.words, story.words.game.sheet.table
    parts: list[str] = []
    for owner, items in shown.items.items():
        for family, item in items.items():
            members = [
                store
                for store in changed
                if (store.owner, store.family) == (owner, family) and _is_told(words, store)
            ]
            pairs = [
                f"{_holder(words, store)}{_changed(story, before, store, item, over)}"
                for store in members
                if not (store.slot in words.setting.decided and store.slot not in story.decided)
            ]
            if pairs:
                parts.append(f"{item.name}{'' if owner == 'game' else ':'} {', '.join(pairs)}")
    text = "; ".join(parts)
    return [Sentence("numbers", capital((f"{text}.",)))] if parts else []


def _holder(words: Words, store: Store) -> str:
    if store.owner == "game":
        return ""
    return f"{words.who(store.who) if store.owner == 'player' else words.team(store.who)} "


def _changed(story: Story, before: dict[int, int], store: Store, item: Item, over: bool) -> str:
    value = story.stores[store.slot]
    if store.text:
        return story.words.name(value)
    said = worded(story.words, value, item, over)
    by = value - before.get(store.slot, 0)
    return said if store.owner == "game" or item.anew else f"{said} ({by:+})".replace("-", "−")


def _all_changes(words: Words, changed: list[Store], after: dict[int, int]) -> list[Sentence]:
    parts: list[str] = []
    families = dict.fromkeys((store.owner, store.name, store.text) for store in changed)
    for owner, name, text in families:
        members = [s for s in changed if (s.owner, s.name, s.text) == (owner, name, text)]
        values = [words.name(after[s.slot]) if text else str(after[s.slot]) for s in members]
        if owner == "game":
            if values[0] not in ("none", "nothing"):
                parts.append(f"{name} {values[0]}")
        elif len(set(values)) == 1 and owner == "player" and len(members) == words.game.players:
            parts.append(f"{name} {values[0]} for all")
        else:
            whose = [words.who(s.who) if owner == "player" else words.team(s.who) for s in members]
            pairs = ", ".join(f"{w} {v}" for w, v in zip(whose, values, strict=True))
            parts.append(f"{name}: {pairs}")
    return [Sentence("numbers", (f"({'; '.join(parts)})",))] if parts else []
