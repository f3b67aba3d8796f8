"""Games that start from a given deal: puzzles, truth files, other people's records.

The rules deal by drawing from shuffled places. So a deal is found by watching a first deal: each
draw ends somewhere; the second time, chance is told to draw the wanted card there.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from kibitz.engine.events import chances
from kibitz.engine.game import Game
from kibitz.engine.keys import Key, derive_key
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError, RecordError, did_you_mean
from kibitz.recycle.layout import BITS

__all__ = ["dealt", "stack"]

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
    first = begin(game, watched)
    swapped: dict[int, int] = {}  # each card of the watched deal, and the one to come instead
    for place, cards in wanted.items():
        there = first.cards_at(place)[::-1]
        if len(cards) > len(there):
            return f"{game.place_names[place]} gets only {len(there)} cards"
        swapped.update(zip(there, cards, strict=False))
    named = {card for cards in wanted.values() for card in cards}
    others = [card for card in range(len(game.cards)) if card not in swapped]
    spare = [card for card in range(len(game.cards)) if card not in named]
    kept = set(others) & set(spare)
    swapped.update({card: card for card in kept})
    moved = (card for card in others if card not in kept)
    swapped.update(zip(moved, (card for card in spare if card not in kept), strict=True))
    outcomes = [
        swapped[outcome] if a_card else outcome for a_card, outcome in chances(first.last.events)
    ]
    try:
        state = begin(game, key, array("q", [0, len(outcomes) or -1, *outcomes]))
    except RecordError:
        return "the named cards do not come from the place the rules deal from"
    piles: dict[int, tuple[int, ...]] = {}
    for place, cards in wanted.items():
        there = state.cards_at(place)
        if not set(cards) <= set(there):
            missing = next(card for card in cards if card not in there)
            return f"{game.cards[missing].text} does not come to {game.place_names[place]}"
        if place in game.layout.pools:
            piles[place] = tuple(cards)
    stack(state, piles)
    return state


def stack(state: State, piles: Mapping[int, Sequence[int]]) -> None:
    """Decide the order of shuffled places, from the top down; for a state not yet shown."""
    layout, numbers = state.game.layout, state.array
    for place, cards in piles.items():
        at = layout.pools[place]
        for card in reversed(cards):
            numbers[at + card // BITS] &= ~(1 << card % BITS)
            numbers[layout.CLOCK] += 1
            numbers[layout.rank + card] = numbers[layout.CLOCK]
    state.last.piles = {place: tuple(cards) for place, cards in piles.items()}
