"""Weighing: tests that are sums of points, as laws that the tables of deals can count with.

Whoever said "at least twelve points" has them in every deal that is possible; of deals at random
few are so. Such a test is a law like "at least two hearts", only that some cards count for more
than others: where the rules add up points, the emitter says which (`emitter/weighing.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kibitz.engine.disclosures import Count, Secret, clauses
from kibitz.knowledge.worlds import Sum, Weighed, members

if TYPE_CHECKING:
    from kibitz.engine.game import Game
    from kibitz.knowledge.deals.trials import Test

__all__ = ["weighed"]

NO_LIMIT = 1 << 40
"""More points than there are."""

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}


def weighed(game: Game, cards: tuple[int, ...], test: Test) -> tuple[Weighed, ...]:
    """What a world must be like to pass a test, as far as counts and sums say it. `cards` are those
    of the worlds."""
    scales = _Scales(game, cards, test)
    found = []
    for clause in clauses(test.condition):
        parts = [scales.weighed(each) for each in clause or ()]
        if parts and None not in parts:
            found.append(tuple(one for part in parts for one in part or ()))
    return tuple(found)


class _Scales:
    """Weighs the conditions of one test: in the numbers of the worlds."""

    def __init__(self, game: Game, cards: tuple[int, ...], test: Test) -> None:
        self.game, self.cards, self.then, self.base = game, cards, test.then, test.base
        where = game.layout.where
        self.lay = self.base[where : where + len(game.cards)]
        """Where every card lay then; negative for those of the worlds."""

    def weighed(self, condition: Count | Secret) -> Weighed | None:
        """At least one of these is so if a condition holds; None if that cannot be said."""
        if isinstance(condition, Count):
            scores = dict.fromkeys(members(condition.cards), 1)
            return self._sum(condition.places, scores, condition.least, condition.most)
        name = condition.test.__name__.replace("secret_", "weighed_")
        function = self.game.telling.get(name)
        said = None if function is None else function(self.base, [], None, *condition.given)
        if said is None:
            return None
        terms, sign, limit = said
        if limit is None:  # the sum itself was seen
            limit = condition.outcome
        elif not condition.outcome:
            sign = OPPOSITE[sign]
        places = terms[0][0]
        if any(term[0] != places for term in terms):
            return None
        scores = {}
        for _, counted, points, at in terms:
            for card in members(counted):
                scores[card] = scores.get(card, 0) + (1 if points is None else points[at + card])
        if min(scores.values(), default=0) < 0:
            return None
        found: list[Count | Sum] = []
        for least, most in _ranges(sign, limit):
            found += self._sum(places, scores, least, most)
        return tuple(found)

    def _sum(self, places: int, scores: dict[int, int], least: int, most: int) -> Weighed:
        known = sum(
            points
            for card, points in scores.items()
            if self.lay[card] >= 0 and places >> self.lay[card] & 1
        )
        here = sum(1 << i for i, p in enumerate(self.then) if p >= 0 and places >> p & 1)
        points = [scores.get(card, 0) if self.lay[card] < 0 else 0 for card in self.cards]
        own = sum(1 << k for k, n in enumerate(points) if n)
        limits = max(0, least - known), most - known
        if max(points, default=0) <= 1:
            return (Count(here, own, *limits),)
        return (Sum(here, own, *limits, tuple(points)),)


def _ranges(sign: str, limit: int) -> Iterable[tuple[int, int]]:
    """Between which numbers one is that compares so with a limit."""
    return {
        "==": [(limit, limit)],
        "!=": [(0, limit - 1), (limit + 1, NO_LIMIT)],
        "<": [(0, limit - 1)],
        "<=": [(0, limit)],
        ">": [(limit + 1, NO_LIMIT)],
        ">=": [(limit, NO_LIMIT)],
    }[sign]
