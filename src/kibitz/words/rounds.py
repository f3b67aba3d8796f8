"""The rounds of a game, from what was seen to happen: when each ended, and how it stood then.

A round begins with a shuffle while no player holds a card, as the engine counts it. What ends one
round deals the next in the same breath, so the table never stands still in between: here what a
round came to is picked out of the events, before the rules have set it back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from kibitz.engine.derived import derived
from kibitz.engine.events import Event
from kibitz.engine.game import Game
from kibitz.words.words import Store, Words

__all__ = [
    "KEPT",
    "NAMELESS",
    "Family",
    "Round",
    "Rounds",
    "family_of",
    "means_nothing",
    "set_back",
]

KEPT = ("number", "name")
"""The events by which a store is set."""

NAMELESS = ("", "NONE")
"""Names that stand for nothing."""

Family = tuple[str, bool, str]
"""A store that every seat (player) or team has: whose, whether it is a name, what it is called."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was played."""

    number: int
    last: int
    """The decision that ended it."""
    values: Mapping[int, int]
    """What the rules kept at its end, by slot."""
    decided: frozenset[int]
    """The stores whose value was a decision."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds so far. A value: `follow` gives the next one."""

    dealt: int = 0
    """How many were dealt, also those in which nobody had anything to decide."""
    held: int = 0
    """How many cards the players have."""
    opening: Mapping[int, int] = field(default_factory=dict)
    """What the rules kept before the first deal."""
    own: frozenset[Family] | None = None
    """What belongs to a round: the rules have set it back for every deal. None: no deal yet."""
    played: tuple[Round, ...] = ()

    def follow(
        self,
        words: Words,
        number: int,
        events: Sequence[Event],
        stores: Mapping[int, int],
        decided: Set[int],
    ) -> Rounds:
        """After the events of a decision (0: the deal), before which the stores were these."""
        held, deals = _deals(words.game, self.held, events)
        if not deals:
            return self if held == self.held else replace(self, held=held)
        back = set_back(words, events, number)
        own = frozenset(back) if self.own is None else self.own & back.keys()
        values = _values(words, stores, events, deals[0], {family: back[family] for family in own})
        opening, played = self.opening, self.played
        if number == 0:
            opening = values
        else:
            played = (*played, Round(len(played) + 1, number, values, frozenset(decided)))
        return Rounds(self.dealt + len(deals), held, opening, own, played)

    def closed(self, number: int, stores: Mapping[int, int], decided: Set[int]) -> Rounds:
        """The same when the game is over: the last round has ended too."""
        if self.own is None or (self.played and self.played[-1].last == number):
            return self
        last = Round(len(self.played) + 1, number, dict(stores), frozenset(decided))
        return replace(self, played=(*self.played, last))


def means_nothing(game: Game, text: bool, value: int) -> bool:
    """Whether a store has what it begins with: 0, or no name."""
    return game.name_list[value] in NAMELESS if text else value == 0


def family_of(store: Store) -> Family:
    return store.owner, store.text, store.family


def set_back(words: Words, events: Sequence[Event], number: int) -> dict[Family, int]:
    """The stores of seats and teams that the rules have set to nothing, for all of them one after
    another; and the number of the event where that begins. The first event of a decision (`number`
    is not 0) is what a player did, not the rules."""
    game = words.game
    members = derived(game, _members)
    found: dict[Family, int] = {}
    runs: dict[Family, dict[int, int]] = {}
    for at, event in enumerate(events):
        store = words.stores.get(event.slot) if event.kind in KEPT else None
        if store is None or store.owner == "game" or (at == 0 and number):
            continue
        family = family_of(store)
        run = runs.setdefault(family, {})
        if not means_nothing(game, store.text, event.value):
            run.clear()
            continue
        run[event.slot] = at
        if len(run) == members[family]:
            found.setdefault(family, min(run.values()))
    return found


def _members(game: Game) -> Counter[Family]:
    """How many seats or teams have a store."""
    return Counter(map(family_of, Words(game, None).stores.values()))


def _players(game: Game) -> frozenset[int]:
    """The places of players; what is only remembered is not held."""
    return frozenset(
        place.number
        for place in Words(game, None).places
        if place.owner == "player" and place.sight != "mem"
    )


def _deals(game: Game, held: int, events: Sequence[Event]) -> tuple[int, list[int]]:
    """How many cards the players have afterwards, and the numbers of the shuffles that begin a
    round."""
    players = derived(game, _players)
    deals: list[int] = []
    for at, event in enumerate(events):
        if event.kind == "move":
            held += (event.target in players) - (event.source in players)
        elif event.kind == "deck" and event.target in players:
            held += event.value
        elif event.kind == "shuffle" and not held:
            deals.append(at)
    return held, deals


def _values(
    words: Words,
    stores: Mapping[int, int],
    events: Sequence[Event],
    deal: int,
    back: Mapping[Family, int],
) -> dict[int, int]:
    """What the rules kept when a round ended: before the deal, and before they set it back."""
    values = dict(stores)
    for at, event in enumerate(events):
        if event.kind in KEPT and event.slot in words.stores:
            if at < back.get(family_of(words.stores[event.slot]), deal):
                values[event.slot] = event.value
    return values
