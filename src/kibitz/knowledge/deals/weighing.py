"""Weighing: tests that are sums of points, as laws that the tables of deals can count with.

Whoever said "at least twelve points" has them in every deal that is possible; of deals at random
few are so. Such a test is a law like "at least two hearts", only that some cards count for more
than others: where the rules add up points, the emitter says which (`emitter/weighing.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kibitz.engine.disclosures import Condition, Count, Secret, clauses
from kibitz.engine.testing import compiled_tests
from kibitz.knowledge.worlds import Sum, Weighed, members

if TYPE_CHECKING:
    from kibitz.engine.game import Game
    from kibitz.knowledge.deals.trials import Test

__all__ = ["weighed"]

NO_LIMIT = 1 << 40
"""More points than there are."""

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}


def weighed(game: Game, test: Test) -> tuple[Weighed, ...]:
    """What a world must be like to pass a test, as far as counts and sums say it."""
    found = []
    for clause in clauses(test.condition) or ():
        parts = [_weighed(game, test, each) for each in clause or ()]
        if parts and None not in parts:
            found.append(tuple(one for part in parts for one in part or ()))
    return tuple(found)


def _weighed(game: Game, test: Test, condition: Condition) -> Weighed | None:
    """At least one of these is so if a condition holds; None if that cannot be said."""
    if isinstance(condition, Count):
        return (condition,)
    if not isinstance(condition, Secret) or condition.test.__name__ not in compiled_tests(game):
        return None
    function = game.telling.get(condition.test.__name__.replace("secret_", "weighed_"))
    base = test.base_of(condition)
    said = None if function is None else function(base, [], None, *condition.given)
    if said is None:
        return None
    terms, sign, limit = said
    if limit is None:  # the sum itself was seen
        limit = condition.outcome
    elif condition.outcome not in (0, 1):  # it could not be told whether it holds
        return None
    elif not condition.outcome:
        sign = OPPOSITE[sign]
    places = terms[0][0]
    scores: dict[int, int] = {}
    for where, counted, points, at in terms:
        if where != places:
            return None
        for card in members(counted):
            scores[card] = scores.get(card, 0) + (1 if points is None else points[at + card])
    lay = base[game.layout.where : game.layout.where + len(game.cards)]
    known = sum(n for c, n in scores.items() if lay[c] >= 0 and places >> lay[c] & 1)
    own = tuple(scores.get(card, 0) if card >= 0 else 0 for card in test.cards)
    if min(own, default=0) < 0:
        return None
    here = sum(1 << i for i, p in enumerate(test.then) if p >= 0 and places >> p & 1)
    cards = sum(1 << k for k, n in enumerate(own) if n)
    return tuple(
        Sum(here, cards, max(0, least - known), most - known, own)
        for least, most in _ranges(sign, limit)
    )


def _ranges(sign: str, limit: int) -> Iterable[tuple[int, int]]:
    """Between which numbers one is that compares so with a limit."""
    return {
        "==": [(limit, limit)],
        "!=": [(-NO_LIMIT, limit - 1), (limit + 1, NO_LIMIT)],
        "<": [(-NO_LIMIT, limit - 1)],
        "<=": [(-NO_LIMIT, limit)],
        ">": [(limit + 1, NO_LIMIT)],
        ">=": [(limit, NO_LIMIT)],
    }[sign]
