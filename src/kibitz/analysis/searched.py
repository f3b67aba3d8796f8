"""Games by searchers: one against random players, at every seat in turn, and all among themselves.

The searcher is that of the published figures: 10 random playouts of each option, each in a fresh
deal of the cards it cannot see (see `kibitz.analysis.surveys`). All settings are played on the same
deals, those of `kibitz simulate` with the same seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.analysis import leads, skill, stakes
from kibitz.analysis.bench import Bench
from kibitz.analysis.histories import TENTHS, History, tenths, winners
from kibitz.analysis.measured import TOGETHER
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.analysis.surveyed import LONGEST, SEARCHER, Resurveyed, Searched
from kibitz.analysis.surveys import (
    AGAIN,
    FRESH,
    GAP,
    LEVEL,
    LOOKED_AT,
    MADE,
    POSITION,
    SQUARES,
    UNFINISHED,
    WHOLE,
    Manner,
    Played,
    Surveyor,
)
from kibitz.analysis.watched import is_past_needed, watched
from kibitz.bots.names import find
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.knowledge.hidden import must_be_imaginable

__all__ = ["STUDY", "gather", "groups_cards", "played_by_all", "played_by_one"]

SHARE = 0.20
"""Of the time of an analysis."""

PLAYOUTS, FEW, MANY = 10, 30, 300
"""Of an option; and of those decisions that are surveyed again: of each option to find the best and
the worst, and of these two to find what lies between them."""

AGAIN_PART = 0.2
"""Of the time goes to surveys that are made again..."""

MOST_AGAIN, EARLIER = 2_000, 1.5
"""...of at most so many decisions. As they have several options, they are rather early ones."""

PLAYOUT, CARD, DECISION, GROUPING, BEGIN = 3e-7, 4e-9, 5e-8, 1.5e-6, 3e-5
"""Seconds for a playout, for each card that is dealt for it, for each decision of it (or for one
for which cards have to be grouped), and for a game."""

GROUPED = {"partition", "runs", "subsets", "tuples"}
"""How rules group cards."""

SLOWLY = 0.03
"""Seconds for a decision that is made outside the kernel, by another bot or with deals that cannot
be excluded: about."""

GAME = 1.0
"""Seconds a game may take: playouts are cut short if it would take more."""

SHORTEST = 20
"""No playout is taken as it stands after fewer decisions."""

LOT = 0.4
"""Seconds that a lot should take."""


# --- what a worker does ---------------------------------------------------------------------------


def played_by_one(
    game: Game, first: int, last: int, seed: int, how: dict[str, Any], bots: list[str]
) -> dict[str, Any]:
    """Play each deal once for every seat, with the searcher there: what it won, what a seat wins if
    all decide at random, and how many games did not end."""
    won, even, left = [], [], 0
    for number in range(first, last):
        row = []
        for seat in range(game.players):
            played = _play(game, seed, number, 1 << seat, how, bots)
            row.append(float(winners(played, game.program.highest_wins)[seat]))
            left += played.end == UNFINISHED
        won.append(row)
        at_random = _play(game, seed, number, 0, how, bots)
        even.append(float(winners(at_random, game.program.highest_wins).mean()))
    return {"won": won, "even": even, "unfinished": left}


def played_by_all(
    game: Game, first: int, last: int, seed: int, how: dict[str, Any], bots: list[str]
) -> dict[str, Any]:
    """Play deals with searchers at all seats: who won, what each game was like, sums over tenths of
    games, and what surveys that were made again say."""
    manner = Manner(**how)
    everybody = (1 << game.players) - 1
    won, told, again = [], [], list[list[float]]()
    moments = np.zeros((3, 2, TENTHS))
    for number in range(first, last):
        played = _play(game, seed, number, everybody, how, bots)
        share = winners(played, game.program.highest_wins)
        won.append(share.tolist())
        told.append(History.of(number, played, manner.playouts, share).told())
        means = tenths(played.leads / manner.playouts, share)
        there = ~np.isnan(means)
        means = np.where(there, means, 0.0)
        moments += np.stack([there, means, means * means])
        again += _resurveyed(number, played, manner)
    return {"won": won, "told": told, "moments": moments.tolist(), "again": again}


def _resurveyed(number: int, played: Played, how: Manner) -> Iterator[list[float]]:
    """The numbers of each `Resurveyed` of a game."""
    scale = WHOLE * how.many
    for row in played.rows[played.rows[:, AGAIN] > 0].tolist():
        gap = row[GAP] / scale
        squares = row[SQUARES] / (WHOLE * scale)
        error = (max(0.0, squares - gap * gap) / max(1, how.many - 1)) ** 0.5
        level = row[LEVEL] / (WHOLE * how.few * row[LOOKED_AT])
        tenth = row[MADE] * TENTHS // len(played.choices)
        yield [number, row[POSITION], tenth, gap, error, row[FRESH] / scale - level]


def _play(
    game: Game, seed: int, number: int, searchers: int, how: dict[str, Any], bots: Sequence[str]
) -> Played:
    surveyor = Surveyor.of(game)
    return watched(surveyor, seed, number, searchers, Manner(**how), bots)


# --- gathering ------------------------------------------------------------------------------------


def gather(bench: Bench, asked: Asked, pilot: Pilot) -> Searched | None:
    """Have all games played."""
    game, seed, bots = bench.game, bench.seed, asked.bots
    if pilot.decisions == 0:
        return None
    if game.players < 2:
        raise KibitzError(f"{game.title} is a game for one: there is nobody to rank above")
    if game.program.together:
        raise KibitzError(f"in {game.title} {TOGETHER}: nobody ranks above anybody")
    must_be_imaginable(game)
    for name in bots:
        find(name, game)
    how, deals, cost = _reckoned(game, seed, asked, pilot)
    size = max(1, min(500, int(LOT / cost)))
    once = {"how": _told(replace(how, again=0)), "bots": list(bots)}
    one, even, left = list[list[float]](), list[float](), 0
    for answer in bench.lots(f"{__name__}:played_by_one", range(deals), size, **once):
        one += answer["won"]
        even += answer["even"]
        left += answer["unfinished"]
    wins, histories, again = list[list[float]](), list[History](), list[Resurveyed]()
    moments = np.zeros((3, 2, TENTHS))
    given = {"how": _told(how), "bots": list(bots)}
    for answer in bench.lots(f"{__name__}:played_by_all", range(deals), size, **given):
        wins += answer["won"]
        histories += [History(*told) for told in answer["told"]]
        moments += np.array(answer["moments"])
        again += [Resurveyed(*told) for told in answer["again"]]
    if not one:
        return None
    unfinished = sum(not each.finished for each in histories)
    names = tuple(bots) or (SEARCHER,)
    return Searched(
        game,
        seed,
        tuple(bots),
        how,
        asked.pairing,
        np.array(one),
        np.array(even),
        np.array(wins).reshape(-1, game.players),
        tuple(histories),
        moments,
        tuple(again),
        (
            Sample(
                "one",
                "one searches, at each seat in turn, and the others decide at random",
                (*names, "random"),
                len(one) * game.players,
                len(one),
                seed,
                left,
            ),
            Sample("all", "all search", names, len(wins), len(wins), seed, unfinished),
        ),
    )


def groups_cards(game: Game) -> bool:
    """Whether options have to be made up one by one, of groups of cards."""
    general = any(choice.general for choice in game.emitted.choices.values())
    return general and any(node.op in GROUPED for node in game.program.nodes())


def _told(how: Manner) -> dict[str, Any]:
    return {name: getattr(how, name) for name in how.__slots__}


def _reckoned(game: Game, seed: int, asked: Asked, pilot: Pilot) -> tuple[Manner, int, float]:
    """How to search, how many deals to play, and what one of them costs in each setting."""
    step = (
        GROUPING
        if groups_cards(game)
        else DECISION * (1 + game.layout.words) / 2 * (1 + pilot.options / 10)
    )
    tries = pilot.decisions * pilot.options * PLAYOUTS
    deal = PLAYOUT + CARD * len(game.cards)
    affordable = (GAME / tries - deal) / step
    longest = min(LONGEST, asked.limit)
    if pilot.decisions / 2 > affordable:
        longest = max(SHORTEST, min(longest, int(affordable)))
    playout = deal + step * min(pilot.decisions / 2, longest)
    cost = tries * playout + BEGIN
    if asked.bots or is_past_needed(game, seed):
        cost += pilot.decisions * SLOWLY
    budget = 2 * cost / (1 - AGAIN_PART)
    deals = asked.games or asked.effort.games(SHARE, budget, least=10)
    again = (pilot.options * FEW + 2 * MANY) * playout * EARLIER
    spare = AGAIN_PART * asked.effort.seconds * SHARE
    wanted = min(MOST_AGAIN, max(50, spare / again))
    share = min(1.0, wanted / max(1.0, deals * pilot.choices))
    how = Manner(
        playouts=PLAYOUTS,
        longest=longest,
        again=round(share * 1_000_000),
        few=FEW,
        many=MANY,
        limit=asked.limit,
    )
    return how, deals, cost


STUDY = Study(
    "searched",
    "games by searchers",
    100 * SHARE,
    gather,
    (
        skill.order,
        skill.order_rotated,
        skill.wins_all,
        stakes.spread,
        leads.leads,
        leads.lead_changes,
        leads.drama,
        leads.security,
        leads.decisiveness,
        leads.coolness,
        stakes.stakes,
        stakes.regret,
    ),
)
