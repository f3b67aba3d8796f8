"""Actions with players: whose turn it is, who is in which team, passing."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.trial import Trial
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.tree import Kind, Node

__all__ = ["Players"]


class Players:
    """Writes turns and teams, and tells of them."""

    def __init__(self, desk: Desk, writers: Writers, trial: Trial) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.trial = trial
        self.by_op: dict[str, Callable[[Node], None]] = {
            "cycle": self._cycle,
            "pass": self._pass,
            "create_teams": self._create_teams,
        }

    def _cycle(self, node: Node) -> None:
        (who,) = node.args
        team = who.kind is Kind.TEAM
        base = (
            self.layout.team_cycles + 2 * self.desk.depth_of_teams
            if team
            else self.layout.cycles + 2 * self.desk.depth_of_cycle
        )
        seat = self.desk.keep(self.scalars.seat(who), "p")
        next_ = int(node.value == "next")
        self.trial.noted("cycle", seat, str(next_))
        self.page.line(f"S[{base + next_}] = {seat}")
        self.desk.tell("cycle", seat, str(next_), str(int(team)))

    def _pass(self, node: Node) -> None:
        self.trial.noted("pass")
        self.desk.tell("pass")
        if not self.desk.log:
            self.page.line("pass")

    def _create_teams(self, node: Node) -> None:
        self.trial.noted("teams", str(node.at[0]))
        self.page.line(f"S[{self.layout.team_count}] = {len(node.teams)}")
        for number, team in enumerate(node.teams):
            for seat in team:
                if seat < self.layout.program.players:
                    self.page.line(f"S[$TEAM_OF + {seat}] = {number}")
        self.desk.tell("teams", str(len(node.teams)))
