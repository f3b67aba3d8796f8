"""An analysis that measures nothing: it says how far it is, and waits until it may go on.

A server that is started with `COMMAND` makes such analyses. If there is a pipe `gate` in its data
folder, an analysis reads from it: whoever opens the pipe to write waits until one has begun, and it
goes on when they close it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.analysis.measured import MEASURES, Measured
from kibitz.analysis.report import About, Report
from kibitz.engine.game import Game
from kibitz.engine.record import Record

__all__ = ["COMMAND", "GATE", "analysed", "record_of", "report_of"]

COMMAND = f"""import sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from kibitz.table import analyses
analyses.CALL = "table.fabricated:analysed"
from kibitz.cli.main import main
main()"""

GATE = "gate"


def analysed(game: Game, progress: str) -> dict[str, Any]:
    """In place of `kibitz.table.analyses.analysed`."""
    path = Path(progress)
    path.write_text(json.dumps([0.37, "lead histories"]), encoding="utf-8")
    gate = path.parent.parent / GATE
    if gate.exists():
        gate.read_bytes()
    return report_of(game).to_json()


def report_of(game: Game) -> Report:
    """A report with nothing in it but a typical game."""
    leads = Measured(data={"games": {"typical": _typical(game)}}, key="leads")
    measured = {"leads": leads} if "leads" in MEASURES else {}
    return Report(About.of(game), 1, "quick", {}, measured)


def record_of(game: Game) -> Record:
    """A game in which everybody takes the first option."""
    state = game.new(1)
    while not state.over:
        state = state.after(state.actions[0])
    return Record.of(state)


def _typical(game: Game) -> dict[str, Any]:
    others = game.players - 1
    return {
        "number": 1,
        "record": record_of(game).to_json(),
        "leads": [[0.5] * game.players, [0.8, *[0.4] * others]],
        "decisions": [0, 3],
        "movers": [0, 1 % game.players],
        "winners": [0],
        "why": "It is as long as most games are.",
    }
