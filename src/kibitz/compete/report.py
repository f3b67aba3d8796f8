"""The report of a competition: what is written into its folder for everybody to read.

`report.html` and `results.json` are the same bytes whenever they are written from the same results;
`times.svg` alone depends on the clock.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from kibitz.arena.wording import share_text
from kibitz.compete.naming import between, phase_title, plain, shown
from kibitz.compete.page import report_page
from kibitz.compete.publication import Publication
from kibitz.compete.results import results_text
from kibitz.compete.store import Store
from kibitz.compete.times import draw_times, paces
from kibitz.errors import KibitzError

__all__ = ["PAGE", "RESULTS", "TIMES", "standings_text", "write"]

PAGE, RESULTS, TIMES = "report.html", "results.json", "times.svg"


def write(store: Store, folder: Path | None = None) -> Publication:
    """Write the report of what was played so far, into the folder of the competition if no other
    is given; what was there is replaced, each file as a whole."""
    to = store.folder if folder is None else folder
    published = Publication.of(store)
    times = draw_times(paces(published.games), store.charter.terms.move)
    for name, text in (
        (TIMES, f"{times}\n"),
        (RESULTS, results_text(published)),
        (PAGE, report_page(published)),
    ):
        _replace(to / name, text)
    return published


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        os.chmod(part, 0o644)
        part.replace(path)
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None


def standings_text(of: Publication, phases: Iterable[int] | None = None) -> str:
    """All tables, or those of some phases, as Markdown that is readable as it is, for the
    terminal."""
    wanted = range(len(of.figures.phases)) if phases is None else phases
    return "\n".join(_table(of, number) for number in wanted)


def _table(of: Publication, number: int) -> str:
    phase = of.figures.phases[number]
    heads = ["#", "entrant", "points", "95 %", "games", "victories", "mean score"]
    failed = any(one.failures for one in phase.standings)
    heads += ["failures", "forfeits"] if failed else []
    notes = any(one.row.note for one in phase.standings)
    heads += [""] if notes else []
    rows = []
    for one in phase.standings:
        row = one.row
        cells = [
            f"{row.rank}{'*' if row.lot else ''}",
            shown(row.name, 32).replace("|", "\\|"),
            plain(row.points),
            between(one.points),
            f"{row.games:,}",
            share_text(one.win_share.mean, one.win_share.ci95),
            f"{one.mean_score.mean:.2f}",
        ]
        cells += [f"{one.failures:,}", f"{one.forfeited:,}"] if failed else []
        cells += [shown(row.note, 40).replace("|", "\\|") if row.note else ""] if notes else []
        rows.append(cells)
    wide = [max(2, *(len(row[k]) for row in (heads, *rows))) for k in range(len(heads))]
    left = (1, len(heads) - 1 if notes else 1)

    def line(cells: list[str]) -> str:
        padded = [
            cell.ljust(wide[k]) if k in left else cell.rjust(wide[k])
            for k, cell in enumerate(cells)
        ]
        return f"| {' | '.join(padded)} |"

    rule = [("-" * wide[k]) if k in left else "-" * (wide[k] - 1) + ":" for k in range(len(wide))]
    said = "" if phase.over else " (not over)"
    title = f"## {number + 1}. {phase_title(phase.phase)}{said}"
    under = (
        ["", "\\* parted from an equal by lot"] if any(o.row.lot for o in phase.standings) else []
    )
    return "\n".join([title, "", line(heads), line(rule), *map(line, rows), *under, ""])
