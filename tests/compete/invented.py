"""Games that nobody has played: as many victories for whom a test wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kibitz.arena.statistics import GameResult
from kibitz.compete.charter import Phase
from kibitz.compete.lots import Lots
from kibitz.compete.model import GameId, Meeting, PlayedGame
from kibitz.compete.phases import Results, Stage, meetings

PARTNERS = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,))


def stage(
    phase: Phase, field: Iterable[str], teams: tuple[tuple[int, ...], ...] = PARTNERS
) -> Stage:
    """A phase of these, the best first."""
    return Stage(0, phase, tuple(field), teams, True, Lots.seeded("invented"))


def won(meeting: Meeting, game: GameId, *winners: str) -> PlayedGame:
    """A game of a meeting that these have won."""
    names = meeting.names(game.turn)
    teams = PARTNERS if len(names) == 4 else tuple((seat,) for seat in range(len(names)))
    best = tuple(team for team in teams if names[team[0]] in winners)
    scores = [int(name in winners) for name in names]
    return PlayedGame(
        game,
        names,
        meeting.seatings[game.turn],
        GameResult(scores, best, [1] * 4, [0.0] * 4, [0] * 4),
    )


def better(*order: str) -> Callable[[Meeting, GameId], PlayedGame]:
    """Whoever comes first wins all games."""
    return lambda meeting, game: won(meeting, game, min(meeting.entrants, key=order.index))


def play(
    of: Stage, results: Results, how: Callable[[Meeting, GameId], PlayedGame]
) -> list[Meeting]:
    """Play all that is certain by now and was not played; what that was."""
    found = [meeting for meeting in meetings(of, results) if not results.are_in(meeting)]
    for meeting in found:
        for game in meeting.ids():
            if game not in results.games:
                results.add(how(meeting, game))
    return found
