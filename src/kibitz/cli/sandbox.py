"""`kibitz sandbox`: what the sandbox for other people's bots holds on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.common import Json, counted, print_json, progress_bar, stdout
from kibitz.seats.terms import Sandbox

if TYPE_CHECKING:
    from rich.text import Text

    from kibitz.seats.trials import Verdict

__all__ = ["sandbox"]

SAID = 60
"""Characters that are shown of what an attack got."""


def sandbox(
    sandbox: Annotated[
        Sandbox, typer.Option(help="The kind of sandbox; auto: the best there is on this machine.")
    ] = "auto",
    json: Json = False,
) -> None:
    """Try what a hostile bot might, in a sandbox, and say what it holds.

    The attacks are harmless, even where they succeed. The exit code is 1 if something does not hold
    that this kind of sandbox promises on this machine.
    """
    from kibitz.seats.booth import available
    from kibitz.seats.trials import TRIALS, tried

    best, why = available()
    verdicts: list[Verdict] = []
    with progress_bar("attacking", len(TRIALS), wanted=not json) as progress:
        for verdict in tried(sandbox):
            verdicts.append(verdict)
            progress(len(verdicts))
    kind = verdicts[0].kind
    broken = [verdict for verdict in verdicts if verdict.promised and not verdict.holds]
    if json:
        print_json(
            {
                "kind": kind,
                "auto": {"kind": best, "why": why},
                "ok": not broken,
                "attacks": [verdict.to_json() for verdict in verdicts],
            }
        )
    else:
        _report(kind, f"auto is {best}: {why}", verdicts)
    if broken:
        raise typer.Exit(1)


def _report(kind: str, auto: str, verdicts: list[Verdict]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    out = stdout()
    out.print(Text(f"Sandbox: {kind} ({auto})"), soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("a bot", style="bold")
    table.add_column("what should happen")
    table.add_column(f"in {kind}")
    for verdict in verdicts:
        table.add_row(verdict.attack, verdict.should, _told(verdict))
    out.print(table)
    held = sum(verdict.holds for verdict in verdicts)
    broken = sum(verdict.promised and not verdict.holds for verdict in verdicts)
    said = f"{held} of {counted(len(verdicts), 'attack')} held"
    if broken:
        said += f"; {broken} that this sandbox should hold did not"
    elif held < len(verdicts):
        said += f"; {kind} does not promise the others"
    out.print(Text(f"{said}."), soft_wrap=True)


def _told(verdict: Verdict) -> Text:
    """What came of an attack, in a few words."""
    from rich.text import Text

    if verdict.holds:
        return Text("holds", style="green")
    got = verdict.got if len(verdict.got) <= SAID else f"{verdict.got[:SAID]}..."
    if verdict.promised:
        return Text(f"does not hold: {got}", style="bold red")
    return Text(f"does not hold, nor is it promised: {got}", style="yellow")
