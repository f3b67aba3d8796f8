"""Games that start from a given deal: puzzles, truth files, other people's records.

The rules deal by drawing from shuffled places. So a deal is found by watching a first deal: each
draw ends somewhere; the second time, chance is told to draw the wanted card there.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING

from kibitz.engine.game import Game, Key, derive_key
from kibitz.errors import KibitzError, RecordError
from kibitz.recycle.diagnostics import did_you_mean
from kibitz.recycle.prelude import EVENTS

if TYPE_CHECKING:
    from kibitz.engine.state import State

__all__ = ["dealt"]

TRIES = 40


def dealt(game: Game, deal: Mapping[str, str | list[str]], key: Key) -> State:
    """A game whose places hold the given cards, from the top down, when play begins."""
    wanted = _wanted(game, deal)
    problem = "the rules do not deal like that"
    for attempt in range(TRIES):
        watched = key if attempt == 0 else derive_key(key, attempt)
        state = _try(game, wanted, watched, key)
        if isinstance(state, str):
            problem = state
        else:
            return state
    raise RecordError(f"this deal does not come out of the rules of {game.title}: {problem}")


def _wanted(game: Game, deal: Mapping[str, str | list[str]]) -> dict[int, list[int]]:
    used: set[int] = set()
    wanted: dict[int, list[int]] = {}
    for name, cards in deal.items():
        if name not in game.place_names:
            near = did_you_mean(name, game.place_names)
            raise KibitzError(
                f"{game.title} has no place `{name}`{near}",
                "places are written `STOCK`, or `HAND 0` for a seat's own",
            )
        place = wanted.setdefault(game.place_names.index(name), [])
        for text in cards.split() if isinstance(cards, str) else cards:
            free = [face.number for face in game.copies(text) if face.number not in used]
            if not free:
                raise KibitzError(f"the card {text} is dealt twice")
            used.add(free[0])
            place.append(free[0])
    return wanted


def _try(game: Game, wanted: dict[int, list[int]], watched: Key, key: Key) -> State | str:
    """Watch one deal, then have it dealt with the wanted cards."""
    from kibitz.engine.state import begin

    first = begin(game, watched)
    where = game.layout.where
    script: list[tuple[int, int, int]] = []  # kind, card drawn (or number), home of the card
    for raw in first.log():
        for at in range(0, len(raw), 6):
            if raw[at] == EVENTS["chance"]:
                kind, outcome = raw[at + 1], raw[at + 2]
                home = first.array[where + outcome] if kind == 0 else -1
                script.append((kind, outcome, home))
    left = {place: list(cards) for place, cards in wanted.items()}
    named = {card for cards in wanted.values() for card in cards}
    drawn = [card for kind, card, _ in script if kind == 0]
    spare = [card for card in drawn if card not in named]
    spare += [card for card in range(len(game.cards)) if card not in named and card not in drawn]
    chance = array("q", [0, len(script)])
    for kind, outcome, home in script:
        if kind != 0:
            chance.append(outcome)
        elif left.get(home):
            chance.append(left[home].pop(0))
        elif spare:
            chance.append(spare.pop(0))
        else:
            return "more cards are named than the deal has room for"
    try:
        state = begin(game, key, chance)
    except RecordError:
        return "the named cards do not come from the place the rules deal from"
    for place, cards in wanted.items():
        problem = _arrange(game, state, place, cards)
        if problem:
            return problem
    return state


def _arrange(game: Game, state: State, place: int, cards: list[int]) -> str | None:
    """See that a place holds its cards, in order if it keeps one."""
    layout = game.layout
    there = state.cards_at(place)
    if not set(cards) <= set(there):
        missing = next(card for card in cards if card not in there)
        return f"{game.cards[missing].text} does not come to {game.place_names[place]}"
    if place in layout.pools:
        at = layout.pools[place]
        for card in reversed(cards):
            state.array[at + card // 62] &= ~(1 << card % 62)
            state.array[layout.CLOCK] += 1
            state.array[layout.rank + card] = state.array[layout.CLOCK]
        if len(cards) == len(there):  # the whole order is known
            for w in range(layout.words):
                state.array[at + w] = 0
    return None
