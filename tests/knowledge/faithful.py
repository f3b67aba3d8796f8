"""Whether what is told of a decision is what it shows: by the definition, without any ledger.

Before the decision the cards may lie in many ways. In each of them the options are played: some
look to everybody like what was done. The condition that is told must hold where there is such an
option, and nowhere else.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kibitz.engine import State
from kibitz.engine.disclosures import (
    All,
    Condition,
    Count,
    Disclosure,
    Log,
    One,
    Picked,
    Secret,
    untold,
    without_untold,
)
from kibitz.engine.events import Event, chances, decode, seen_part, walk
from kibitz.engine.observer import observer
from kibitz.engine.state import NO_CHANCE
from kibitz.errors import KibitzError
from kibitz.recycle.prelude import EVENTS

from .oracle import histories


@dataclass
class Verdict:
    """How often what is told of a decision was right, over all ways the cards may lie."""

    excluded: int = 0
    """It was so, and what is told says it was not."""
    allowed: int = 0
    """It was not so, and what is told says it may have been."""
    untold: bool = False
    """It is said that something is not told."""

    @property
    def right(self) -> bool:
        """All that was shown is told, and nothing else."""
        return not (self.excluded or self.allowed or self.untold)

    @property
    def honest(self) -> bool:
        """Nothing is excluded, and if something is allowed that was not so, that is said."""
        return not self.excluded and (self.untold or not self.allowed)


def verdict(before: State, after: State) -> Verdict:
    """What is told of the last decision, compared with what it shows to the next seat."""
    found = Verdict()
    told = after.last.disclosures
    found.untold = any(True for each in told for _ in untold(each.condition))
    seen, sources = _looks(after), _sources(after)
    assert before.to_move is not None
    for history in histories(before, (before.to_move + 1) % before.game.players):
        world = history.state
        where = [world.array[world.game.layout.where + c] for c in range(len(world.game.cards))]
        if any(where[card] != place for card, place in sources.items()):
            continue  # what moved openly came from elsewhere
        so = set(_alike(world, seen))
        for picked in _pickable(after, where):
            said = all(_holds(each, world, where, picked) for each in told)
            found.excluded += picked in so and not said
            found.allowed += said and picked not in so
    return found


def _looks(state: State) -> tuple[Event, ...]:
    """What everybody sees of the last step."""
    return tuple(decode(seen_part(state.last.events, observer(state.game, None))))


def _alike(world: State, seen: tuple[Event, ...]) -> Iterator[int]:
    """What is picked unseen in each option that looks so."""
    for action in world.actions:
        try:
            after = world.after(action)
        except KibitzError:
            continue
        if _looks(after) == seen:
            yield _unseen(after)


def _moves(state: State) -> Iterator[tuple[int, int, bool]]:
    """The cards that moved in the last step, where from, and whether everybody saw them; but not
    what was drawn, which nobody picked."""
    drawn = {outcome for card, outcome in chances(state.last.events) if card}
    for kind, card, source, _, seen, _ in walk(state.last.events):
        if kind == EVENTS["move"] and card not in drawn:
            yield card, source, bool(seen >> state.game.players & 1)


def _sources(state: State) -> dict[int, int]:
    """Where each card that everybody saw move came from."""
    found: dict[int, int] = {}
    for card, source, open_ in _moves(state):
        if open_:
            found.setdefault(card, source)
    return found


def _unseen(state: State) -> int:
    """The cards that moved unseen, as a set."""
    return sum({1 << card for card, _, open_ in _moves(state) if not open_})


def _pickable(state: State, where: list[int]) -> Iterator[int]:
    """All sets of cards that may have moved unseen from where some did."""
    places = {source for _, source, open_ in _moves(state) if not open_}
    cards = [card for card, place in enumerate(where) if place in places]
    for chosen in combinations(cards, _unseen(state).bit_count()):
        yield sum(1 << card for card in chosen)


def _holds(told: Disclosure, world: State, where: list[int], picked: int) -> bool:
    if told.picked and told.shown and told.places:
        cards = [card for card in range(len(where)) if told.picked >> card & 1]
        if not all(told.places >> where[card] & 1 for card in cards):
            return False
    if told.picked and not told.shown and told.allowed >= 0 and picked & ~told.allowed:
        return False
    return _is_so(without_untold(told.condition), world, where, picked)


def _is_so(condition: Condition, world: State, where: list[int], picked: int) -> bool:
    if isinstance(condition, bool):
        return condition
    if isinstance(condition, All):
        return all(_is_so(part, world, where, picked) for part in condition.parts)
    if isinstance(condition, One):
        return any(_is_so(part, world, where, picked) for part in condition.parts)
    if isinstance(condition, Count):
        return condition.holds(where)
    if isinstance(condition, Picked):
        return not picked & ~condition.cards
    assert isinstance(condition, Secret)
    found = condition.test(array("q", world.array), Log(), NO_CHANCE, *condition.given)
    return bool(found == condition.outcome)
