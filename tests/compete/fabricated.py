"""A competition nobody played: games end as strengths and a generator have it, so that a store with
many of them is there at once; for tests of whoever reads one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import exp
from pathlib import Path

from kibitz.arena.statistics import GameResult
from kibitz.compete.charter import Charter, Entrant, Phase
from kibitz.compete.lots import Lots
from kibitz.compete.model import GameId, Meeting, PlayedGame, Version
from kibitz.compete.phases import is_over, meetings, table
from kibitz.compete.store import Store
from kibitz.engine.descriptions import load
from kibitz.seats.failures import CAUSES, Failure
from kibitz.seats.terms import Terms

NASTY = (
    "</title></style><script>alert(1)</script>",
    "A very long name indeed, which goes on & on & on until nobody reads it any more" * 3,
    "\u202etfel ot thgir",
    "Zalgo" + "\u0336\u0321\u0322\u0316" * 12 + " bot",
    "quote \" and ' and | pipe",
    "bell \x07 escape \x1b[2J nul \x00",
)
"""Names only a stranger could have."""


def charter(names: tuple[str, ...], *phases: Phase, seed: str | None = "fabricated") -> Charter:
    """A competition of these in Brisca."""
    return Charter(
        "A fabricated cup",
        "brisca",
        tuple(Entrant(name, "random", ("Ann", "Bob"), "secret@example.org") for name in names),
        phases,
        seed=seed,
        terms=Terms(move=1.0, bank=5.0, strikes=3),
    )


def fabricate(
    folder: Path,
    of: Charter,
    strengths: Mapping[str, float] | None = None,
    *,
    failing: Mapping[str, float] | None = None,
    sandbox: str = "",
    until: int | None = None,
) -> Store:
    """The store of such a competition. Strengths are logarithms of worths; `failing` is how likely
    a bot fails in a game; `until`: only so many games of it."""
    lots = Lots.seeded(of.seed or "secret")
    store = Store.create(folder, of, load(of.game, **of.parameters), lots)
    store.note(sandbox=sandbox)
    field = tuple(lots.drawn((one.name for one in of.entrants), "field"))
    chance = random.Random(1)
    left = until
    for number, phase in enumerate(of.phases):
        names = (*field, *(f"bot:{one}" for one in phase.opponents))
        hashes = [f"{number}{place}" * 16 for place in range(len(names))]
        store.begin(
            number,
            field,
            [Version(number, *pair) for pair in zip(names, names, hashes, strict=True)],
        )
        stage = store.stage(number)
        assert stage is not None
        while not is_over(found := meetings(stage, store.results(number)), store.results(number)):
            store.draw(found)
            there = store.results(number).games
            games = [
                (game, None)
                for meeting in found
                for at in meeting.ids()
                if at not in there
                for game in [_game(meeting, at, strengths or {}, failing or {}, chance)]
            ]
            store.enter(games[:left])
            if left is not None:
                left -= len(games)
                if left <= 0:
                    return store
        store.draw(found)
        rows = table(stage, store.results(number))
        store.finish(number, rows)
        field = tuple(row.name for row in rows)[: phase.best]
    store.note(state="finished")
    return store


def _game(
    meeting: Meeting,
    at: GameId,
    strengths: Mapping[str, float],
    failing: Mapping[str, float],
    chance: random.Random,
) -> PlayedGame:
    """A game of Brisca that might have been."""
    names = meeting.names(at.turn)
    ahead = strengths.get(names[0], 0.0) - strengths.get(names[1], 0.0)
    won = chance.random() < 1 / (1 + exp(-ahead))
    points = chance.randrange(61, 100)
    if won:
        scores, winners = (points, 120 - points) * 2, ((0, 2),)
    else:
        scores, winners = (120 - points, points) * 2, ((1, 3),)
    failures: list[tuple[Failure, ...]] = []
    for seat, name in enumerate(names):
        fails = chance.random() < failing.get(name, 0.0)
        failures.append((_failure(name, chance),) * (1 + seat) if fails else ())
    forfeits = tuple(seat for seat, found in enumerate(failures) if len(found) >= 3)
    seconds = [chance.lognormvariate(len(name) % 7 - 8, 1) for name in names]
    result = GameResult(
        scores, winners, (10,) * 4, seconds, (0,) * 4, True,
        tuple(failures) if any(failures) else (), forfeits,
    )  # fmt: skip
    return PlayedGame(at, names, meeting.seatings[at.turn], result)


def _failure(name: str, chance: random.Random) -> Failure:
    cause = chance.choice(CAUSES)
    return Failure(
        chance.randrange(-1, 30),
        cause,
        f"{name} <b>did</b> something: {cause}",
        'Traceback (most recent call last):\n  File "bot.py", line 7, in choose\n'
        "    return self.cards[<9>]\nIndexError: list index out of range"
        if cause == "raised"
        else "",
        "bot.py, line 7" if cause == "raised" else "",
    )
