"""The information flow of a game: between which places cards move, and who sees them there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.draw.flow import Flow, FlowMove, FlowPlace, Sight
from kibitz.engine.derived import derived
from kibitz.engine.events import walk
from kibitz.engine.game import Game
from kibitz.engine.series import states_of_series
from kibitz.engine.step import Step
from kibitz.recycle.layout import Family
from kibitz.recycle.prelude import EVENTS

__all__ = ["Moves", "flow_of", "flow_of_play"]

MOVE, DECK = EVENTS["move"], EVENTS["deck"]

GAMES, DECISIONS = 20, 500
"""So many games are played, so far, for a picture alone."""

KINDS = {"vloc": "open ", "iloc": "", "hloc": "hidden ", "oloc": "shown "}
"""What places of the same name are told apart by."""


@dataclass(slots=True)
class Moves:
    """The moves of some games, by the families of places."""

    game: Game
    order: list[int] = field(default_factory=list)
    """The families in the order in which cards came to them."""
    cards: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """From a family to another: how many cards, those that everybody saw, and nobody."""

    def add(self, step: Step) -> None:
        """What happened by the deal or a decision."""
        family_of = derived(self.game, _families)
        every = (1 << self.game.players) - 1
        for kind, one, two, three, seen, _ in walk(step.events):
            if kind == DECK:
                self._come(family_of[one])
            elif kind == MOVE and two >= 0:
                source, target = family_of[two], family_of[three]
                self._come(source)
                self._come(target)
                tally = self.cards.setdefault((source, target), [0, 0, 0])
                tally[0] += 1
                tally[1] += seen & every == every
                tally[2] += not seen & every

    def _come(self, family: int) -> None:
        if family not in self.order:
            self.order.append(family)

    def to_json(self) -> dict[str, Any]:
        moves = [[*pair, *tally] for pair, tally in self.cards.items()]
        return {"order": self.order, "moves": moves}

    def merge(self, data: Mapping[str, Any]) -> None:
        """Add what was played elsewhere."""
        for family in data["order"]:
            self._come(family)
        for source, target, *tally in data["moves"]:
            own = self.cards.setdefault((source, target), [0, 0, 0])
            for at, cards in enumerate(tally):
                own[at] += cards

    def flow(self, games: int) -> Flow:
        """The same as it is drawn."""
        families = list(self.game.layout.families.values())
        moved = {family for pair in self.cards for family in pair}
        order = [family for family in self.order if family in moved]
        places = tuple(_place(self.game, families[family]) for family in order)
        moves = [
            FlowMove(order.index(source), order.index(target), *(n / games for n in tally))
            for (source, target), tally in self.cards.items()
        ]
        title = f"Where the cards of {self.game.title} go"
        return Flow(title, places, tuple(sorted(moves, key=lambda m: (m.source, m.target))))


def _families(game: Game) -> list[int]:
    """For every place the number of its family."""
    found = [0] * game.layout.places
    for number, family in enumerate(game.layout.families.values()):
        for place in range(family.base, family.base + family.size):
            found[place] = number
    return found


def _place(game: Game, family: Family) -> FlowPlace:
    """A family of places as it is called, and who sees it."""
    alike = [each for each in game.layout.families.values() if each.name == family.name]
    same = [each for each in alike if each.owner == family.owner]
    name = game.sheet.names.get(family.name, family.name.lower())
    if len(same) > 1:
        name = KINDS.get(family.sight, "") + name
    owner = "" if family.owner == "game" or family.owners == 1 else f"each {family.owner}"
    return FlowPlace(name, owner, _sight(game, family))


def _sight(game: Game, family: Family) -> Sight:
    if family.sight == "vloc":
        return "open"
    if family.sight == "oloc":
        return "others"
    return "hidden" if family.sight == "hloc" or family.owner == "game" else "own"


def flow_of(game: Game, steps: Iterable[Step], games: int) -> Flow:
    """The flow of some games, given all their steps."""
    moves = Moves(game)
    for step in steps:
        moves.add(step)
    return moves.flow(games)


def flow_of_play(game: Game, seed: int = 1) -> Flow:
    """The flow of a few games that are played at random."""
    played = (
        state.last
        for number in range(GAMES)
        for state in states_of_series(game, seed, number, limit=DECISIONS)
    )
    return flow_of(game, played, GAMES)
