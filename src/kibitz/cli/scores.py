"""The score sheet in the terminal: a row for each round, a column for each seat or team."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kibitz.engine.state import State
from kibitz.knowledge.views import view
from kibitz.words import Words
from kibitz.words import tally as tallies
from kibitz.words.sights import sight
from kibitz.words.tally import Share, Tally

__all__ = ["sheet", "table"]


def sheet(words: Words, state: State) -> tuple[Tally, ...]:
    """The rounds played so far, as the seat has seen them that the words are spoken to."""
    return tallies.sheet(sight(view(state, words.seat)))


def table(words: Words, rounds: Sequence[Tally]) -> Padding:
    """What some rounds have brought, and the totals after the last of them."""
    owner, shares = rounds[-1].parties()
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 3, 0, 0), show_footer=True)
    shown.add_column("round", footer="total", style="dim")
    for who, share in enumerate(shares):
        name = words.who(who) if owner == "player" else words.team(who)
        total = "  ".join(_number(each.value) for each in share.totals)
        shown.add_column(name, footer=Text(total, style="bold"), justify="right")
    for line in rounds:
        shares = line.parties()[1]
        names = list(dict.fromkeys(chip.name for share in shares for chip in share.chips))
        about = " · ".join(names)
        shown.add_row(
            f"{line.number}\n{about}".rstrip(), *(_share(share, names) for share in shares)
        )
    return Padding(shown, (0, 0, 0, 2), expand=False)


def _share(share: Share, names: Sequence[str]) -> Text:
    """What was won and whether a guess was made; below, what has a name in front of the row."""
    won = "  ".join(f"{total.won:+}".replace("-", "−") for total in share.totals)
    mark, colour = {None: ("", ""), True: (" ✓", "green"), False: (" ✗", "red")}[share.made]
    had = {chip.name: chip.value for chip in share.chips}
    how = " · ".join(had.get(name, "–") for name in names)
    return Text.assemble((won, "bold"), (mark, colour), (f"\n{how}" if how else "", "dim"))


def _number(value: int) -> str:
    return str(value).replace("-", "−")
