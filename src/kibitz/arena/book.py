"""The book of a match: games are entered as they come in, and count when their deal is complete."""

from __future__ import annotations

from pathlib import Path

from kibitz.arena.plan import Outcome, Plan
from kibitz.arena.statistics import Share, shares
from kibitz.engine.folders import prepare, save

__all__ = ["Book"]


class Book:
    """What was played, deal by deal; the records of a complete deal go to a folder, if any."""

    def __init__(self, plan: Plan, folder: Path | None = None) -> None:
        self.plan, self.folder = plan, folder
        self.unfinished = 0
        """Games of complete deals that did not end."""
        self.whole: dict[int, tuple[Share, ...]] = {}
        """The complete deals: how each bot did."""
        self._begun: dict[int, dict[int, Outcome]] = {}
        if folder is not None:
            deals, turns = range(len(plan.numbers)), range(len(plan.seatings))
            paths = (self._path(folder, deal, turn) for deal in deals for turn in turns)
            prepare(folder, plan.games, paths)

    def enter(self, number: int, outcome: Outcome) -> None:
        """Enter a game of the plan."""
        deal, turn = divmod(number, len(self.plan.seatings))
        games = self._begun.setdefault(deal, {})
        games[turn] = outcome
        if len(games) == len(self.plan.seatings):
            self._complete(deal, self._begun.pop(deal))

    def _complete(self, deal: int, games: dict[int, Outcome]) -> None:
        for turn, outcome in games.items():
            if self.folder is not None and outcome.record is not None:
                save(outcome.record, self._path(self.folder, deal, turn))
        results = [games[turn].result for turn in sorted(games)]
        self.unfinished += sum(not result.finished for result in results)
        self.whole[deal] = shares(self.plan.seatings, results)

    def _path(self, folder: Path, deal: int, turn: int) -> Path:
        """Where the record of a game goes: `brisca-000001-2.json`, deal 1 in its second seating."""
        width = len(str(len(self.plan.seatings)))
        game, number = self.plan.game.description.name, self.plan.numbers[deal] + 1
        return folder / f"{game}-{number:06}-{turn + 1:0{width}}.json"
