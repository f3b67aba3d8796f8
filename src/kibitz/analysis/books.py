"""The books of a game: what every seat still has to find out, and where it went, in bits.

A seat that cannot exclude N deals has log2 N bits of uncertainty. A decision changes that in three
ways, and for every seat the books balance:

    start + new - seen - inferred = left

*Seen* is what the cards say that the seat sees move, *new* what moves unseen, or is shuffled and
dealt anew. It can be negative: that the last card of the stock went to somebody's hand makes fewer
deals, though nobody learnt anything. To tell the two apart, the moves of a decision are taken one
after the other, as if no rule told anything; after a shuffle everything is new, one's own cards
included. *Inferred* is what the rules tell beyond that: by how much the deals that are left are
fewer than if what the decision announced were not heeded. If several lines of the description
announce something, they are heeded one after the other.

Deals are counted as `Knowledge.count` does, from what is kept for all seats at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2
from typing import NamedTuple

from kibitz.analysis.giveaways import giveaways_of
from kibitz.engine.derived import derived
from kibitz.engine.disclosures import Disclosure
from kibitz.engine.events import WIDTH, walk
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.engine.step import Step
from kibitz.knowledge.drafts import Draft
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.observers import observers_of
from kibitz.knowledge.updates import done, ledger_of
from kibitz.recycle.prelude import EVENTS, SWAPPED

__all__ = ["Bits", "Books", "Change"]

MOVE, DECK, SHUFFLE = EVENTS["move"], EVENTS["deck"], EVENTS["shuffle"]

COSTS = {
    (False, False, False): 2e-4,
    (False, False, True): 6e-4,
    (False, True, False): 2e-3,
    (False, True, True): 0.014,
    (True, False, False): 0.036,
    (True, False, True): 0.036,
    (True, True, False): 0.036,
    (True, True, True): 0.036,
}
"""What counting costs where there are tests, laws, several lots in a place: as it was measured."""

REMEMBERED = 100_000
"""So many counts are kept: positions of a game have much in common."""


class Bits(NamedTuple):
    """How much a seat does not know."""

    bits: float
    exact: bool
    """Whether the deals were counted, and all that the seat can know was followed."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a decision did to what one seat does not know."""

    new: float
    seen: float
    inferred: tuple[tuple[int, float], ...]
    """The lines of the description that told something, and the bits of each."""
    left: Bits

    @property
    def told(self) -> float:
        """All that was inferred."""
        return sum(bits for _, bits in self.inferred)


class _Run(NamedTuple):
    """Events of a step that are the same to a seat."""

    until: int
    """How many events there are up to its end."""
    seen: bool


class Books:
    """The books of one game after the other: `begin` with the deal, then `after` each decision. All
    that is given by them has an entry for each of the seats they are kept for: all, or some."""

    def __init__(self, game: Game, seats: Sequence[int] | None = None) -> None:
        self.game, self.observers = game, observers_of(game)
        self.seats = range(game.players) if seats is None else seats
        self._counts = derived(game, _Counts)
        self.left: list[Bits] = []
        self.labour = 0.0
        """What all the counting is reckoned to have cost, in seconds of a core of 2026."""

    def begin(self, state: State) -> list[Bits]:
        """What every seat does not know after the deal."""
        ledger, where = ledger_of(state), self._where(state)
        self.left = [self._bits(ledger, where, state, seat) for seat in self.seats]
        return self.left

    def after(self, before: State, state: State) -> list[Change]:
        """What the last decision changed, for each seat; `before` is the state it was made in."""
        step = state.last
        runs = self._runs(step)
        if not step.disclosures and not any(runs):
            return [Change(0.0, 0.0, (), left) for left in self.left]
        told = _Told(before, state)
        changes = [
            self._change(told, state, seat, left.bits, own)
            for seat, left, own in zip(self.seats, self.left, runs, strict=True)
        ]
        self.left = [change.left for change in changes]
        return changes

    def _change(
        self, told: _Told, state: State, seat: int, bits: float, runs: list[_Run]
    ) -> Change:
        last = len(told.where) - 1
        new = seen = 0.0
        if not runs or runs[-1].until < last:  # to count at the end as well, before it is heeded
            runs = [*runs, _Run(last, True)]
        for run in runs:
            found = self._bits(told.unheeded(run.until), told.where[run.until], state, seat).bits
            if run.seen:
                seen += bits - found
            else:
                new += found - bits
            bits = found
        left = self._bits(told.heeded, told.where[last], state, seat)
        inferred: list[tuple[int, float]] = []
        if left.bits != bits:
            for line, ledger in told.line_by_line:
                found = self._bits(ledger, told.where[last], state, seat).bits
                if found != bits:
                    inferred.append((line, bits - found))
                bits = found
        return Change(new, seen, tuple(inferred), left)

    def _bits(self, ledger: Ledger, where: array[int], state: State, seat: int) -> Bits:
        sight = self.observers.sights(state.array)
        if not sight:
            return Bits(0.0, True)
        seen = array(
            "q", [-1 if p in sight and not sight[p] >> seat & 1 else p for p in where.tolist()]
        )
        found, labour = self._counts.bits(Knowledge(self.game, seat, ledger, seen, sight, seat))
        self.labour += labour
        return found

    def _where(self, state: State) -> array[int]:
        at = self.game.layout.where
        return state.array[at : at + len(self.game.cards)]

    def _runs(self, step: Step) -> list[list[_Run]]:
        """For each seat the events of a step that have to do with hidden cards, as runs."""
        found: list[list[_Run]] = [[] for _ in self.seats]
        slots, shuffled, swapping = self.observers.slots, False, False
        for number, (kind, one, two, three, seen, last) in enumerate(_events(step), 1):
            if kind == MOVE:
                if slots[two] < 0 and slots[three] < 0:
                    continue
            elif kind in (DECK, SHUFFLE) and slots[one] >= 0:
                shuffled = True
            else:
                continue
            for seat, runs in zip(self.seats, found, strict=True):
                sees = not shuffled and bool(seen >> seat & 1)
                if runs and (runs[-1].seen == sees or swapping):
                    runs[-1] = _Run(number, runs[-1].seen)
                else:
                    runs.append(_Run(number, sees))
            swapping = kind == MOVE and last > SWAPPED // 2  # the next card takes its place
        return found


class _Told:
    """The ledgers of one step: as it was told, and as if some of it had not been heeded."""

    def __init__(self, before: State, state: State) -> None:
        self.earlier, self.state, self.step = before, state, state.last
        self.before, self.heeded = ledger_of(before), ledger_of(state)
        self._parts: dict[int, Ledger] = {}
        layout = state.game.layout
        at = before.array[layout.where : layout.where + len(state.game.cards)]
        self.where = [at]
        """Where all cards are after so many events."""
        for kind, one, two, three, _, _ in _events(self.step):
            if kind == MOVE:
                at = at[:]
                at[one] = three
            elif kind == DECK:
                at = at[:]
                for card in range(two, two + three):
                    at[card] = one
            self.where.append(at)

    def unheeded(self, until: int) -> Ledger:
        """The ledger after so many events, if nothing was announced."""
        if until not in self._parts:
            whole = until == len(self.where) - 1
            if whole and not self.step.disclosures:
                return self.heeded
            first = self.step.action is not None
            events = self.step.events[: WIDTH * (until + first)]
            self._parts[until] = self._with(events, ())
        return self._parts[until]

    @cached_property
    def line_by_line(self) -> list[tuple[int, Ledger]]:
        """The lines of the description that announce something, and the ledgers of the whole step
        in which what they announce is heeded as well: the first, the first two, and so on."""
        disclosures = self.step.disclosures
        lines = giveaways_of(self.state.game).lines(self.earlier, self.state)
        order = sorted(range(len(disclosures)), key=lambda number: disclosures[number].at)
        found: list[tuple[int, Ledger]] = []
        heeded: set[int] = set()
        for line in dict.fromkeys(lines[number] for number in order):
            heeded |= {number for number, own in enumerate(lines) if own == line}
            if len(heeded) == len(disclosures):
                found.append((line, self.heeded))
            else:
                some = tuple(each for n, each in enumerate(disclosures) if n in heeded)
                found.append((line, self._with(self.step.events, some)))
        return found

    def _with(self, events: array[int], disclosures: Sequence[Disclosure]) -> Ledger:
        step = self.step
        told = Step(None, events, tuple(disclosures), step.action, step.seat, step.position)
        return done(Draft(self.before, told))


def _events(step: Step) -> Iterator[tuple[int, int, int, int, int, int]]:
    """The events of a step without the choice itself, which moves nothing."""
    return walk(step.events[WIDTH:] if step.action is not None else step.events)


class _Counts:
    """How many deals there are: what was counted once is kept."""

    def __init__(self, game: Game) -> None:
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...]], Bits] = {}

    def bits(self, knowledge: Knowledge) -> tuple[Bits, float]:
        """What somebody who knows this does not know, and what it costs to count it, by and
        large: that depends on what is known, not on the clock."""
        frame, faces = knowledge.frame, knowledge.deals.faces
        worlds = frame.worlds
        lots = len(set(frame.places)) < len(frame.places)
        if worlds.laws or worlds.tests or lots or frame.ghosts or len(set(faces)) < len(faces):
            found = self._count(knowledge)
            return found, COSTS[bool(worlds.tests), bool(worlds.laws), lots]
        key = worlds.sizes, tuple(sorted(worlds.masks))
        if key not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[key] = self._count(knowledge)
        found = self._known[key]
        return Bits(found.bits, found.exact and knowledge.exact), COSTS[False, False, False]

    def _count(self, knowledge: Knowledge) -> Bits:
        exact = knowledge.exact and knowledge.estimate is None
        return Bits(log2(max(1, knowledge.count)), exact)
