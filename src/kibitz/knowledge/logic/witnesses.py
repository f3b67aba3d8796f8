"""Witnesses: one deal is enough to show that somebody does not know something.

The other engines work out where a formula is true; in a game of many cards that is long. Asked
about one deal, most questions need less: North does not know that East has no hearts if *there is*
a deal that looks the same to North and in which East has one. What North sees is fixed then, and
`Deals` says at once whether such a deal is left, laws and all. What is common knowledge is true in
all deals; what is not is refuted by a few steps from deal to deal.

Not every question is of this kind: that North knows something of what East knows depends on all
that East may see. Those are left to the other engines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from kibitz.engine.disclosures import MANY
from kibitz.errors import KibitzError
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.evaluation import ANNOUNCEMENTS, no_propositions, of_cards
from kibitz.knowledge.logic.rows import World
from kibitz.knowledge.worlds import Count, Law, Worlds

__all__ = ["Unanswered", "Witnesses"]

MOST_LAWS = 64
"""A condition that falls into more clauses is left to the other engines."""

STEPS = 24
"""How many deals are visited in search of one that shows that something is not common knowledge."""

TRIES = 6
"""How many deals are tried where nothing says which to look for."""

Laws = tuple[Law, ...]


class Unanswered(Exception):
    """The question is not of the kind that one deal answers."""


class Witnesses:
    """Finds deals of a model that show something."""

    def __init__(self, worlds: Worlds, observed: tuple[int, ...]) -> None:
        self.worlds = worlds
        self.observed = observed
        self._found: dict[tuple[object, ...], Deals | None] = {}

    def holds(self, formula: f.Formula, world: World, said: Laws = ()) -> bool:
        """Whether a formula is true in a world, once something has been said."""

        def so(part: f.Formula) -> bool:
            return self.holds(part, world, said)

        match formula:
            case f.Top() | f.Bottom():
                return isinstance(formula, f.Top)
            case f.Holds(places, cards, least):
                return Count(places, cards, least, MANY).holds(world)
            case f.Not(part):
                return not so(part)
            case f.And(parts):
                return all(map(so, parts))
            case f.Or(parts):
                return any(map(so, parts))
            case f.Xor(parts):
                return sum(map(so, parts)) % 2 == 1
            case f.OneOf(parts):
                return sum(map(so, parts)) == 1
            case f.Implies(premise, conclusion):
                return not so(premise) or so(conclusion)
            case f.Iff(left, right):
                return so(left) == so(right)
            case formula if isinstance(formula, ANNOUNCEMENTS):
                return self._announced(formula, world, said)
            case f.Forall() | f.Exists():
                no_propositions()
            case f.Proposition():
                of_cards(formula)
        return self.doubt(formula, world, said) is None

    def _announced(self, formula: Any, world: World, said: Laws) -> bool:
        true = self.holds(formula.announcement, world, said)
        if not true and isinstance(formula, f.Announce | f.CanAnnounce):
            return isinstance(formula, f.Announce)
        return self.holds(formula.formula, world, said + laws(formula.announcement, true))

    def after(self, formula: f.Formula, said: Laws = ()) -> tuple[f.Formula, Laws]:
        """A formula without the announcements in front of it, and what they said."""
        while isinstance(formula, f.Announce):
            said += laws(formula.announcement, True)
            formula = formula.formula
        return formula, said

    # --- knowledge --------------------------------------------------------------------------------

    def doubt(self, formula: f.Formula, world: World, said: Laws = ()) -> World | None:
        """A world that shows that something is not known; None if it is. Of something of which it
        is not known whether it is so, a world in which it is not."""
        match formula:
            case f.Knows(agent, part):
                return self.unlike(part, (agent,), world, said)
            case f.Distributed(group, part):
                return self.unlike(part, group, world, said)
            case f.Everybody(group, part):
                return next(self._each(part, group, world, said), None)
            case f.Common(group, part):
                return self._reached(part, group, world, said)
            case _:
                both = self.differing(formula, world, said)
                return None if both is None else both[1]

    def differing(
        self, formula: f.Formula, world: World, said: Laws = ()
    ) -> tuple[World, World] | None:
        """Two worlds that show that something is not known either way: it is so in the first and
        not in the second."""
        match formula:
            case f.KnowsWhether(agent, part):
                return self._both(part, (agent,), world, said)
            case f.DistributedWhether(group, part):
                return self._both(part, group, world, said)
            case f.EverybodyWhether(group, part):
                each = (self._both(part, (agent,), world, said) for agent in group)
                return next((both for both in each if both is not None), None)
            case f.CommonWhether(group, part):
                if self.holds(part, world, said):
                    other = self._reached(part, group, world, said)
                    return None if other is None else (world, other)
                other = self._reached(f.Not(part), group, world, said)
                return None if other is None else (other, world)
        raise KibitzError(f"{type(formula).__name__} is not a formula")

    def _both(
        self, part: f.Formula, group: tuple[int, ...], world: World, said: Laws
    ) -> tuple[World, World] | None:
        if (other := self.unlike(part, group, world, said)) is None:
            return None
        one = self.unlike(f.Not(part), group, world, said)
        return None if one is None else (one, other)

    def _each(
        self, part: f.Formula, group: tuple[int, ...], world: World, said: Laws
    ) -> Iterator[World]:
        """Worlds in which it is not so, of those of the group who do not know it."""
        for agent in group:
            if (found := self.unlike(part, (agent,), world, said)) is not None:
                yield found

    def unlike(
        self, part: f.Formula, group: tuple[int, ...], world: World, said: Laws
    ) -> World | None:
        """A world that looks the same to each of a group and in which something is not so."""
        seen = self._seen(group)
        try:
            wanted = said + laws(self._settled(part, seen, world, said), False)
        except Unanswered:
            return self._tried(part, seen, world, said)
        if _obeys(world, wanted):
            return world
        deals = self._deals(seen, world, wanted)
        return None if deals is None else deals.sample((0, 0), 0)

    def _tried(self, part: f.Formula, seen: int, world: World, said: Laws) -> World:
        """The same of something that no law says: a few worlds are tried. If it is so in all of
        them, another engine has to say whether there is one."""
        if not self.holds(part, world, said):
            return world
        near = self._deals(seen, world, said)
        for number in range(TRIES if near is not None else 0):
            there = near.sample((0, 0), number)  # type: ignore[union-attr]
            if not self.holds(part, there, said):
                return there
        raise Unanswered

    def _settled(self, part: Any, seen: int, world: World, said: Laws) -> f.Formula:
        """The same without what is known by those who see no more than this: to whoever sees it,
        it is the same in all worlds."""
        if isinstance(part, f.Not):
            return f.Not(self._settled(part.formula, seen, world, said))
        if isinstance(part, f.Everybody | f.EverybodyWhether):
            kind = f.Knows if isinstance(part, f.Everybody) else f.KnowsWhether
            each = f.And(tuple(kind(agent, part.formula) for agent in part.group))
            return self._settled(each, seen, world, said)
        if isinstance(part, f.LISTS):
            inner = tuple(self._settled(each, seen, world, said) for each in part.formulas)
            if isinstance(part, f.And) and f.BOTTOM in inner:
                return f.BOTTOM  # whatever the others say of what somebody else knows
            return f.TOP if isinstance(part, f.Or) and f.TOP in inner else type(part)(inner)
        if isinstance(part, f.Implies | f.Iff):
            return type(part)(*(self._settled(each, seen, world, said) for each in f.parts(part)))
        if isinstance(part, ANNOUNCEMENTS):
            return self._settled_after(part, seen, world, said)
        if self._constant(part, seen):
            return f.TOP if self.holds(part, world, said) else f.BOTTOM
        return part  # type: ignore[no-any-return]

    def _settled_after(self, part: Any, seen: int, world: World, said: Laws) -> f.Formula:
        """The same of something that is so once something else has been announced: where that is
        true, what is known afterwards is the same in all worlds again."""
        announced = self._settled(part.announcement, seen, world, said)
        found = []
        for truly in (True, False):
            more = said + laws(announced, truly)
            there = world if _obeys(world, more) else None
            if there is None and (deals := self._deals(seen, world, more)) is not None:
                there = deals.sample((0, 0), 0)
            found.append(f.TOP if there is None else self._settled(part.formula, seen, there, more))
            if isinstance(part, f.Announce | f.CanAnnounce):
                break
        if isinstance(part, f.Announce):
            return f.Implies(announced, found[0])
        if isinstance(part, f.CanAnnounce):
            return f.And((announced, found[0]))
        return f.And((f.Implies(announced, found[0]), f.Or((announced, found[1]))))

    def _constant(self, part: f.Formula, seen: int) -> bool:
        match part:
            case f.Knows(agent, _) | f.KnowsWhether(agent, _):
                return not self.observed[agent] & ~seen
            case f.Common(group, _) | f.CommonWhether(group, _):
                return any(not self.observed[agent] & ~seen for agent in group)
            case f.Distributed(group, _) | f.DistributedWhether(group, _):
                return not self._seen(group) & ~seen
        return False

    def _reached(
        self, part: f.Formula, group: tuple[int, ...], world: World, said: Laws
    ) -> World | None:
        """A world in which something is not so, some steps away, each to one that looks the same to
        one of a group; None if there is none."""
        if not self.holds(part, world, said):
            return world
        found = next(self._each(part, group, world, said), None)
        if found is not None or not group:
            return found
        if self._deals(0, world, said + laws(part, False)) is None:
            return None  # it is so in all worlds
        waiting = [world]
        for step in range(STEPS):
            here = waiting[step // len(group)]
            agent = group[step % len(group)]
            near = self._deals(self.observed[agent], here, said)
            if near is None:
                break
            there = near.sample((0, 0), step)
            found = next(self._each(part, group, there, said), None)
            if found is not None:
                return found
            waiting.append(there)
        raise Unanswered

    # --- worlds -----------------------------------------------------------------------------------

    def _seen(self, group: tuple[int, ...]) -> int:
        seen = 0
        for agent in group:
            seen |= self.observed[agent]
        return seen

    def _deals(self, seen: int, world: World, more: Laws) -> Deals | None:
        """The worlds with more laws that agree with one on the places seen; None if there are
        none."""
        key = seen, tuple([place if seen >> place & 1 else -1 for place in world]), more
        if key not in self._found:
            self._found[key] = self._made(seen, world, more)
        return self._found[key]

    def _made(self, seen: int, world: World, more: Laws) -> Deals | None:
        if not all(more):
            return None
        masks = [
            1 << place if seen >> place & 1 else mask & ~seen
            for mask, place in zip(self.worlds.masks, world, strict=True)
        ]
        worlds = Worlds(self.worlds.sizes, tuple(masks), self.worlds.laws + more)
        deals = Deals(worlds)
        try:
            return deals if deals.count else None
        except KibitzError:  # too many of too many kinds
            raise Unanswered from None


def _obeys(world: Sequence[int], more: Laws) -> bool:
    return all(any(count.holds(world) for count in law) for law in more)


def laws(formula: f.Formula, truly: bool) -> Laws:
    """What a formula without knowledge says, or its negation, as laws: all of them hold, and of
    each at least one part."""
    match formula:
        case f.Top() | f.Bottom():
            return () if isinstance(formula, f.Top) == truly else ((),)
        case f.Holds(places, cards, least):
            if least <= 0:
                return () if truly else ((),)
            one = Count(places, cards, least, MANY) if truly else Count(places, cards, 0, least - 1)
            return ((one,),)
        case f.Not(part):
            return laws(part, not truly)
        case f.And(parts) | f.Or(parts):
            each = [laws(part, truly) for part in parts]
            return _all(each) if isinstance(formula, f.And) == truly else _one(each)
        case f.Implies(premise, conclusion):
            return laws(f.Or((f.Not(premise), conclusion)), truly)
        case f.Iff(left, right):
            other = right if truly else f.Not(right)
            return laws(f.And((f.Implies(left, other), f.Implies(other, left))), True)
        case f.Xor(parts):
            if not parts:
                return laws(f.BOTTOM, truly)
            first, *rest = parts
            return laws(f.Iff(first, f.Xor(tuple(rest))), not truly) if rest else laws(first, truly)
        case f.OneOf(parts):
            pairs = [
                f.Not(f.And((one, other))) for k, one in enumerate(parts) for other in parts[:k]
            ]
            return laws(f.And((f.Or(parts), *pairs)), truly)
    raise Unanswered


def _all(each: list[Laws]) -> Laws:
    found = tuple(dict.fromkeys(law for some in each for law in some))
    if len(found) > MOST_LAWS:
        raise Unanswered
    return found


def _one(each: list[Laws]) -> Laws:
    number = 1
    for some in each:
        number *= max(1, len(some))
    if number > MOST_LAWS:
        raise Unanswered
    return _all([tuple(tuple(c for law in taken for c in law) for taken in product(*each))])
