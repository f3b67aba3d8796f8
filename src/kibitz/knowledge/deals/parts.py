"""Parts: the deals that masks and laws allow, taken apart as far as that goes.

Cards with one place are fixed. Places that may hold the same cards, and that no law tells apart,
are one *pile* until a last shuffle deals them out. Cards with the same places, and in the same
laws, are one *group*. Groups and piles that have nothing to do with each other are separate
*parts*: how many cards of each group lie in each pile is a table, and the tables of one part are
independent of those of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from math import comb, factorial, prod
from operator import itemgetter, or_
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.deals.counters import Counters, Tally, chosen
from kibitz.knowledge.deals.estimates import Estimate, Guess, guessed, whole
from kibitz.knowledge.deals.grids import Grid, Line
from kibitz.knowledge.deals.laws import bits, by_places, within
from kibitz.knowledge.deals.plans import plan
from kibitz.knowledge.deals.sums import FewTables
from kibitz.knowledge.deals.tables import Floats, ManyTables, fillings
from kibitz.knowledge.worlds import Count, Sum, Worlds

__all__ = ["Division", "Part", "divided", "labour"]

T = TypeVar("T")

SMALL = 2500
"""Tables that are so little work, as `plan` reckons, are summed up in plain Python."""

QUICK = 16_000_000
"""Grids that are so many additions are summed up: some 20 ms."""

IN_AND_OUT = 12
"""Of so many copies the chance that none lies somewhere is found from the chances that one does,
that two do... With more, rounding would spoil it."""

AS_DEAR = 70
"""So many additions take as long as a unit of work as `plan` reckons it."""

BEARABLE = 400_000
"""Tables that are so much work, as `plan` reckons, are summed up where laws make grids too large;
beyond that a number of deals is estimated."""

Pile = tuple[tuple[int, int], ...]
"""Some places, and how many cards each holds; the largest comes last."""


Shape = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""How many cards the groups have, to which piles each may go, how many cards the piles have."""

Plan = tuple[float, bool, list[int]]
"""How much work tables are, whether their rows are the piles, the order of the rows."""

REMEMBERED = 1024
"""So many small tables are kept: in a game the same shapes come again and again."""


def _turned(masks: Sequence[int], piles: int) -> list[int]:
    """For each pile the set of groups that may go there."""
    return [sum([1 << g for g, mask in enumerate(masks) if mask >> x & 1]) for x in range(piles)]


@lru_cache(REMEMBERED)
def _planned(sizes: Sequence[int], masks: Sequence[int], heights: Sequence[int]) -> Plan:
    """The plan of a shape without laws: these are about groups."""
    work, order = plan(sizes, masks, heights)
    work_across, order_across = plan(heights, _turned(masks, len(heights)), sizes)
    if work_across < work:
        return work_across, True, order_across
    return work, False, order


@lru_cache(REMEMBERED)
def _few_tables(
    sizes: tuple[int, ...], masks: tuple[int, ...], heights: tuple[int, ...]
) -> FewTables:
    """The tables of a shape without laws that is little work."""
    planned = (1, False, [0]) if len(sizes) == 1 else _planned(sizes, masks, heights)
    found = _tables(sizes, masks, heights, planned)
    assert isinstance(found, FewTables)
    return found


def _tables(
    sizes: Sequence[int],
    masks: Sequence[int],
    heights: Sequence[int],
    planned: Plan,
    laws: tuple[tuple[Tally, ...], ...] = (),
) -> FewTables | ManyTables:
    """How many cards of each group can lie in each pile."""
    work, by_pile, order = planned
    rows, allowed, columns = sizes, masks, heights
    if by_pile:
        rows, allowed, columns = heights, _turned(masks, len(heights)), sizes
    limits = [[n if allowed[i] >> j & 1 else 0 for j, n in enumerate(columns)] for i in order]
    counters = Counters(laws, order, rows) if laws else None
    rows = [rows[i] for i in order]
    if work <= SMALL:
        return FewTables(rows, limits, columns, counters)
    choices = [fillings(n, limit) for n, limit in zip(rows[:-1], limits[:-1], strict=True)]
    return ManyTables(choices, list(columns), limits[-1], counters)


@dataclass(frozen=True)
class Part:
    """Groups of cards that go to the same piles, and the tables of how many go where."""

    groups: tuple[tuple[int, ...], ...]
    masks: tuple[int, ...]
    """For each group the set of piles it may go to."""
    piles: tuple[Pile, ...]
    laws: tuple[tuple[Tally, ...], ...]

    @cached_property
    def sizes(self) -> list[int]:
        """The number of cards of every group."""
        return [len(group) for group in self.groups]

    @cached_property
    def heights(self) -> list[int]:
        """The number of cards of every pile."""
        return [sum([size for _, size in pile]) for pile in self.piles]

    @cached_property
    def _plan(self) -> Plan:
        """How much work the tables are, whether their rows are the piles, the order of the rows."""
        if len(self.groups) == 1:
            return 1, False, [0]
        if not self.laws:
            return _planned(*self._shape)
        work, order = plan(self.sizes, self.masks, self.heights, self.laws)
        return work, False, order

    @property
    def _shape(self) -> Shape:
        """All that tables depend on where there are no laws: not which cards and places they are
        of, so that most have been needed before."""
        return tuple(self.sizes), self.masks, tuple(self.heights)

    @cached_property
    def _across(self) -> list[int]:
        return _turned(self.masks, len(self.piles))

    @property
    def work(self) -> float:
        """About how much work the tables are."""
        return self._plan[0]

    @property
    def by_pile(self) -> bool:
        """Whether the rows of the tables are the piles."""
        return self._plan[1]

    @property
    def order(self) -> list[int]:
        """In which order the rows are filled."""
        return self._plan[2]

    @cached_property
    def tables(self) -> FewTables | ManyTables:
        """How many cards of each group can lie in each pile."""
        if not self.laws and self._plan[0] <= SMALL:
            return _few_tables(*self._shape)
        return _tables(*self._shape, self._plan, self.laws)

    # --- counting -------------------------------------------------------------------------------

    @cached_property
    def _few(self) -> bool:
        """Whether the tables are few enough to be summed up one by one. Where points are added up,
        there is no other way."""
        if any(tally.points for law in self.laws for tally in law):
            return True
        if self._grid is None:
            return self._plan[0] <= BEARABLE or self._weighed
        return self._plan[0] <= max(SMALL, self._grid[0].work / AS_DEAR)

    @property
    def _weighed(self) -> bool:
        """Whether some cards count for more than others in a law, which only tables know of."""
        return any(tally.points for law in self.laws for tally in law)

    @cached_property
    def _grid(self) -> tuple[Grid, bool, list[int]] | None:
        """All tables at once, if that is quickly done; whether the rows are the piles, and their
        order."""
        if self._plan[0] <= SMALL or self._weighed:
            return None
        found = [(self._grid_of(self.sizes, self.masks, self.heights, self.laws), False)]
        if not self.laws:
            found.append((self._grid_of(self.heights, self._across, self.sizes), True))
        (grid, order), by_pile = min(found, key=lambda each: each[0][0].work)
        return (grid, by_pile, order) if grid.work <= QUICK else None

    def _grid_of(
        self,
        rows: Sequence[int],
        masks: Sequence[int],
        columns: Sequence[int],
        laws: tuple[tuple[Tally, ...], ...] = (),
    ) -> tuple[Grid, list[int]]:
        _, order = plan(rows, masks, columns, laws)
        lines = [Line(rows[i], masks[i]) for i in order]
        told = [[tally._replace(rows=chosen(tally.rows, order)) for tally in law] for law in laws]
        return Grid(lines, columns, told), order

    @cached_property
    def _guess(self) -> Guess:
        """An estimate, if the tables are too many for all else."""
        return guessed(
            [Line(n, mask) for n, mask in zip(self.sizes, self.masks, strict=True)],
            self.heights,
            self.laws,
        )

    @property
    def feasible(self) -> bool:
        """Whether there is a way to deal these cards; if it is only guessed at, there is one."""
        if self._few:
            return self.tables.feasible
        return self._grid is None or self._grid[0].count > 0

    @cached_property
    def count(self) -> int:
        """The number of ways to deal these cards; about that, if there is an estimate."""
        if self._few or self._grid is not None:
            by_pile, found = self.by_pile, self.tables.exact[0] if self._few else 0
            if self._grid is not None and not self._few:
                by_pile, found = self._grid[1], self._grid[0].count
            if by_pile:
                found *= prod(map(factorial, self.sizes))
                found //= prod(map(factorial, self.heights))
            return found * self._piled
        return self._piled * whole(self._guess.count)

    @cached_property
    def estimate(self) -> Estimate | None:
        """Within which bounds the number lies, if it could not be counted."""
        if self._few or self._grid is not None:
            return None
        low, high = (self._piled * whole(bound) for bound in (self._guess.low, self._guess.high))
        return Estimate(low, high, self._guess.samples)

    @property
    def _piled(self) -> int:
        """In how many ways the cards of the piles can be dealt to their places."""
        return prod(
            factorial(height) // prod(factorial(size) for _, size in pile)
            for pile, height in zip(self.piles, self.heights, strict=True)
        )

    @cached_property
    def shares(self) -> list[list[float]]:
        """[group, pile]: the chance that a card of the group lies in the pile."""
        if self._few:
            means = self._oriented(self.tables.means)
        elif self._grid is None:
            return self._guess.shares
        else:
            grid, by_pile, order = self._grid
            found = [line for _, line in sorted(zip(order, grid.shares, strict=True))]
            if not by_pile:
                return found
            means = [[n * share for n, share in zip(self.heights, line, strict=True)]
                     for line in zip(*found, strict=True)]  # fmt: skip
        return [[n / size for n in line] for size, line in zip(self.sizes, means, strict=True)]

    @cached_property
    def used(self) -> list[list[bool]]:
        """[group, pile]: whether any card of the group can lie in the pile."""
        if self._few:
            return self._oriented(self.tables.used)
        if self._grid is None:  # as far as can be told
            return [[bool(mask >> x & 1) for x in range(len(self.piles))] for mask in self.masks]
        return [[share > 0 for share in line] for line in self.shares]

    def absent(self, group: int, cards: int, pile: int, room: int) -> float | None:
        """How likely it is that none of some cards of a group lies in so many cards of a pile; None
        if that is too much work."""
        n, height = len(self.groups[group]), self.heights[pile]
        if len(self.groups) == 1:
            return comb(n - cards, room) / comb(n, room)
        if cards > IN_AND_OUT:
            return None
        together = self._together(group, cards, pile)
        if together is None:
            return None
        found = 0.0  # in and out: all less those where one lies there, plus those with two...
        within = 1.0
        for k, chance in enumerate(together):
            found += (-1) ** k * comb(cards, k) * chance * within
            within *= max(0, room - k) / max(1, height - k)
        return min(1.0, max(0.0, found))

    def _together(self, group: int, cards: int, pile: int) -> list[float] | None:
        if not self._few and self._grid is None:
            return self._guess.together(group, cards, pile)
        grid, order = self._rows
        if grid.additions > QUICK:
            return None
        return grid.together(order.index(group), cards, pile)

    @cached_property
    def _rows(self) -> tuple[Grid, list[int]]:
        """A grid whose rows are the groups, and their order."""
        if self._grid is not None and not self._grid[1]:
            return self._grid[0], self._grid[2]
        return self._grid_of(self.sizes, self.masks, self.heights, self.laws)

    def dealt(self, n: int, draw: np.random.Generator) -> NDArray[np.int64] | None:
        """[deal, card]: the places of the cards, group by group, in n deals at random, of which
        each has the same chance; None if that is too much work."""
        grid, order = self._rows
        if grid.additions > QUICK:
            return None
        rows = dict(zip(order, grid.deals(n, draw), strict=True))
        piles = np.concatenate([rows[g] for g in range(len(self.groups))], axis=1)
        # The cards of each pile, in an order drawn by lot, fill its places one after the other.
        ranked = np.argsort(np.argsort(piles + draw.random(piles.shape), axis=1), axis=1)
        slots = [place for pile in self.piles for place, size in pile for _ in range(size)]
        found: NDArray[np.int64] = np.array(slots)[ranked]
        return found

    def _oriented(self, lines: list[list[T]]) -> list[list[T]]:
        """What was found for the steps, by groups and piles."""
        found = [line for _, line in sorted(zip(self.order, lines, strict=True))]
        return [list(line) for line in zip(*found, strict=True)] if self.by_pile else found

    def exact_share(self, group: int, pile: int) -> Fraction:
        """The chance that a card of the group lies in the pile."""
        if not self._few:
            return Fraction(self._with_one_at(group, pile), self.count)
        whole, sums = self.tables.exact
        row, column = (pile, group) if self.by_pile else (group, pile)
        return Fraction(sums[self.order.index(row)][column], whole * len(self.groups[group]))

    def _with_one_at(self, group: int, pile: int) -> int:
        """The number of ways to deal these cards that put the first of a group into a pile."""
        if not self.masks[group] >> pile & 1:
            return 0
        first, *rest = self.groups[group]
        masks, groups = list(self.masks), list(self.groups)
        if rest:
            groups[group] = tuple(rest)
            groups.append((first,))
            masks.append(1 << pile)
        else:
            masks[group] = 1 << pile
        both = [
            [tally._replace(rows=tally.rows | (tally.rows >> group & 1) << len(self.groups))
             if rest else tally for tally in law]
            for law in self.laws
        ]  # fmt: skip
        split = Part(tuple(groups), tuple(masks), self.piles, tuple(map(tuple, both)))
        return split.count if split.feasible else 0


@dataclass(frozen=True, eq=False)
class Division:
    """Worlds as parts that are dealt independently."""

    fixed: dict[int, int]
    """The place of every card that can only be there."""
    parts: tuple[Part, ...]

    @cached_property
    def count(self) -> int:
        return prod(part.count for part in self.parts)

    @cached_property
    def estimate(self) -> Estimate | None:
        """Within which bounds the number lies, if it could not be counted."""
        guesses = [part.estimate for part in self.parts]
        if not any(guesses):
            return None
        bounds = [
            (part.count, part.count) if guess is None else guess[:2]
            for part, guess in zip(self.parts, guesses, strict=True)
        ]
        low, high = (prod(side) for side in zip(*bounds, strict=True))
        return Estimate(low, high, min(guess.samples for guess in guesses if guess is not None))

    def probabilities(self, places: int) -> Floats:
        """[card, place]: how likely each is."""
        rows: dict[int, list[float]] = {}
        for card, home in self.fixed.items():
            rows[card] = [float(place == home) for place in range(places)]
        for part in self.parts:
            for group, line in zip(part.groups, part.shares, strict=True):
                chances = [0.0] * places
                for pile, height, share in zip(part.piles, part.heights, line, strict=True):
                    for place, size in pile:
                        chances[place] += share * size / height
                rows.update(dict.fromkeys(group, chances))
        return np.array([rows[card] for card in range(len(rows))])

    def absent(self, cards: Sequence[int], place: int) -> float | None:
        """How likely it is that none of some cards lies in a place; None if that cannot be told so
        easily, as different things are known of them."""
        found = 1.0
        where: dict[tuple[int, int], int] = {}
        for card in cards:
            if card in self.fixed:
                found *= self.fixed[card] != place
            else:
                at = self._where[card]
                where[at] = where.get(at, 0) + 1
        for x, part in enumerate(self.parts):
            own = [(g, copies) for (p, g), copies in where.items() if p == x]
            for i, pile in enumerate(part.piles):
                room = sum([size for other, size in pile if other == place])
                if room and own:
                    if len(own) > 1:
                        return None
                    chance = part.absent(*own[0], i, room)
                    if chance is None:
                        return None
                    found *= chance
        return found

    @cached_property
    def _where(self) -> dict[int, tuple[int, int]]:
        """The part and the group of every card that is not fixed."""
        return {
            card: (x, g)
            for x, part in enumerate(self.parts)
            for g, group in enumerate(part.groups)
            for card in group
        }

    def likeness(self, cards: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """The same for cards of which the same is known."""
        return tuple(
            sorted([self._where.get(card, (-1, self.fixed.get(card, -1))) for card in cards])
        )

    def dealt(self, n: int, draw: np.random.Generator) -> NDArray[np.int64] | None:
        """[deal, card]: the places of all cards in n deals at random, each with the same chance;
        None if that is too much work."""
        cards = len(self.fixed) + sum([sum(part.sizes) for part in self.parts])
        found = np.zeros((n, cards), np.int64)
        for card, place in self.fixed.items():
            found[:, card] = place
        for part in self.parts:
            own = part.dealt(n, draw)
            if own is None:
                return None
            found[:, [card for group in part.groups for card in group]] = own
        return found

    def fraction(self, card: int, place: int) -> Fraction:
        """How likely a card lies in a place, exactly."""
        if card in self.fixed:
            return Fraction(self.fixed[card] == place)
        part, g = self._find(card)
        found = Fraction(0)
        for x, (pile, height) in enumerate(zip(part.piles, part.heights, strict=True)):
            held = sum(size for p, size in pile if p == place)
            if held:
                found += part.exact_share(g, x) * Fraction(held, height)
        return found

    def possible(self, card: int) -> int:
        """The places a card can be in."""
        if card in self.fixed:
            return 1 << self.fixed[card]
        part, g = self._find(card)
        found = 0
        for pile, used in zip(part.piles, part.used[g], strict=True):
            if used:
                for place, _ in pile:
                    found |= 1 << place
        return found

    def _find(self, card: int) -> tuple[Part, int]:
        x, g = self._where[card]
        return self.parts[x], g


def divided(worlds: Worlds) -> Division | None:
    """The worlds of masks and laws, taken apart; None if there is none."""
    found = _fixed(worlds)
    if found is None:
        return None
    fixed, sizes, groups = found
    parts = _parts(worlds, sizes, groups)
    if parts is None or not all(part.feasible for part in parts):
        return None
    return Division(fixed, parts)


def labour(worlds: Worlds) -> float:
    """About how much work the tables of some worlds are."""
    found = _fixed(worlds)
    parts = None if found is None else _parts(worlds, *found[1:])
    return sum([part.work for part in parts or ()])


def _fixed(worlds: Worlds) -> tuple[dict[int, int], list[int], dict[int, list[int]]] | None:
    """The place of every card that can only be there; how much room they leave in each place; all
    other cards by the places they may be in. None if that cannot be."""
    sizes = list(worlds.sizes)
    groups: dict[int, list[int]] = {}
    for card, mask in enumerate(worlds.masks):
        groups.setdefault(mask, []).append(card)
    fixed: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        room = sum([1 << p for p, size in enumerate(sizes) if size])
        closer: dict[int, list[int]] = {}
        for mask, cards in groups.items():
            places = mask & room
            if not places:
                return None
            if places & (places - 1):
                closer.setdefault(places, []).extend(cards)
                continue
            place = places.bit_length() - 1
            if sizes[place] < len(cards):
                return None
            sizes[place] -= len(cards)
            fixed.update(dict.fromkeys(cards, place))
            changed = True
        groups = closer
    return fixed, sizes, groups


def _parts(
    worlds: Worlds, sizes: list[int], by_mask: dict[int, list[int]]
) -> tuple[Part, ...] | None:
    """Join like places into piles, and separate what is independent."""
    groups = list(by_mask.items())
    laws: list[list[Count | Sum]] = []
    if worlds.laws or worlds.sums:
        sets = by_places(worlds.masks).items()
        laws = [[within(count, sets) for count in law] for law in (*worlds.laws, *worlds.sums)]
        groups = _told_apart(
            groups, [cards for law in laws for count in law for cards in _alike(count)]
        )
    counts = [count for law in laws for count in law]
    piles: dict[tuple[int, ...], list[int]] = {}
    for place, size in enumerate(sizes):
        if size:
            column = sum([1 << g for g, (mask, _) in enumerate(groups) if mask >> place & 1])
            if not column:
                return None
            told = [count.places >> place & 1 for count in counts]
            piles.setdefault((column, *told), []).append(place)
    firsts = [cards[0] for _, cards in groups]
    tied = [chosen(reduce(or_, [count.cards for count in law]), firsts) for law in laws]
    parts = []
    for joined in _components([*[column for column, *_ in piles], *tied]):
        members = [groups[g] for g in bits(joined)]
        own = sorted([places for (column, *_), places in piles.items() if column & joined])
        if sum([len(cards) for _, cards in members]) != sum([sizes[p] for ps in own for p in ps]):
            return None
        rows, columns = [cards[0] for _, cards in members], [places[0] for places in own]
        mine = [law for law, groups_of in zip(laws, tied, strict=True) if groups_of & joined]
        parts.append(
            Part(
                tuple([tuple(sorted(cards)) for _, cards in members]),
                tuple([chosen(mask, columns) for mask, _ in members]),
                tuple([_pile(places, sizes) for places in own]),
                tuple([tuple([Tally.of(count, rows, columns) for count in law]) for law in mine]),
            )
        )
    return tuple(sorted(parts, key=lambda part: part.groups))


def _alike(count: Count | Sum) -> list[int]:
    """The cards that count, as sets of those that count the same."""
    if isinstance(count, Count):
        return [count.cards]
    by_points: dict[int, int] = {}
    for card in bits(count.cards):
        points = count.points[card]
        by_points[points] = by_points.get(points, 0) | 1 << card
    return list(by_points.values())


def _told_apart(
    groups: list[tuple[int, list[int]]], counted: Iterable[int]
) -> list[tuple[int, list[int]]]:
    """Cards with the same places, cut into groups that are in the same counts."""
    sets = [(mask, sum([1 << card for card in cards])) for mask, cards in groups]
    for cards in counted:
        cut = [(mask, part) for mask, own in sets for part in (own & cards, own & ~cards)]
        sets = [(mask, part) for mask, part in cut if part]
    return [(mask, list(bits(part))) for mask, part in sets]


def _pile(places: Sequence[int], sizes: Sequence[int]) -> Pile:
    return tuple(sorted([(place, sizes[place]) for place in places], key=itemgetter(1)))


def _components(sets: Iterable[int]) -> list[int]:
    """Sets with common members joined, until no two have any."""
    found: list[int] = []
    for each in sets:
        apart = []
        for other in found:
            if other & each:
                each |= other
            else:
                apart.append(other)
        found = [*apart, each]
    return found
