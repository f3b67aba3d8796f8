"""Before and after the play: `setup` and `scores`."""

from __future__ import annotations

from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.flow import Flow
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.printer import Function
from kibitz.recycle.tree import Node

__all__ = ["scores", "setup"]


def setup(desk: Desk, writers: Writers, flow: Flow) -> Function:
    """Declarations, teams, decks: the same for every game, so it runs once."""
    page, layout, program = desk.page, desk.layout, desk.layout.program
    desk.begin("return")
    page.line(f"S[{layout.team_count}] = {len(program.teams)}")
    for number, team in enumerate(program.teams):
        for seat in team:
            page.line(f"S[$TEAM_OF + {seat}] = {number}")
    page.line(f"S[{layout.cycles + 1}] = -1")
    page.line(f"S[{layout.team_cycles + 1}] = -1")
    with page.indented("for c in range($CARDS):"):
        page.line("S[$WHERE + c] = -1")
    flow.declare(chancy=False)
    made: dict[Node, int] = {}
    for node in program.decks:
        cards = layout.copies[node][made.get(node, 0)]
        made[node] = made.get(node, 0) + 1
        place = desk.keep(writers.places.spot(node.args[0]) or "0", "p")
        with page.indented(f"for c in range({cards[0]}, {cards[-1] + 1}):"):
            page.line(f"put(S, c, {place}, 1)")
    doc = "Set up teams and cards; parameters are set."
    return page.function(f"setup(S{desk.more})", doc)


def scores(desk: Desk, writers: Writers) -> Function:
    page, layout = desk.page, desk.layout
    desk.begin("return")
    desk.depth_of_cycle = desk.depth_of_teams = 0
    base = layout.cycles
    with page.indented("for player in range($PLAYERS):"):
        page.line(f"S[{base}] = player")
        page.line(f"out[player] = {writers.scalars.integer(layout.program.score)}")
    doc = "The score of every player."
    return page.function("scores(S, out)", doc)
