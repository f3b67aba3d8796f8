"""What `kibitz know` shows: the position, where cards may be, the announcements, the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kibitz.cli import inks
from kibitz.cli.position import heading, placed
from kibitz.cli.reasons import EVERYBODY, reasons
from kibitz.engine.events import kinds
from kibitz.knowledge.prospects import between
from kibitz.knowledge.reasons import Reason
from kibitz.recycle.prelude import EVENTS
from kibitz.words import Words, counted, listed

if TYPE_CHECKING:
    from kibitz.cli.moments import Moment
    from kibitz.engine.state import State
    from kibitz.knowledge.prospects import Prospects
    from kibitz.knowledge.questions import Answer

__all__ = ["report", "short"]

MOST = 30
"""Announcements that are shown: the last ones."""


def report(moment: Moment, answers: list[Answer], why: str | None) -> Iterator[RenderableType]:
    """All parts of the answer, from the top of the screen to the bottom."""
    words = Words(moment.state.game, -1)
    words.teams = moment.state.teams
    explained = None if why is None else reasons(moment, why)
    yield heading(moment)
    yield placed(moment, words)
    common, beyond = moment.prospects(None), moment.beyond
    if beyond is not None:
        yield _below(Text(f"The deals cannot be counted: {beyond}.", style="yellow"))
    elif common.count > 1:
        yield from _places(words, moment.shown)
    else:
        yield _below(Text("It is common knowledge where every card is."))
    if moment.state.over and moment.decision:
        yield _below(Text("The game is over: --at -1, or --at K, looks at a moment before."))
    if beyond is None:
        yield from _deals(moment)
    yield from _announcements(moment)
    if explained is not None and why is not None:
        yield from _reasons(moment, words, why, explained)
    if answers:
        yield from _answers(moment, answers)


def _below(what: RenderableType) -> Padding:
    return Padding(what, (1, 0, 0, 2), expand=False)


def _caption(text: str, more: str = "") -> Padding:
    return Padding(Text.assemble((text, "bold"), (more, "dim")), (1, 0, 0, 0), expand=False)


# --- where cards may be ---------------------------------------------------------------------------


def _places(words: Words, found: Prospects) -> Iterator[RenderableType]:
    """Cards by suit, those with the same prospects in one row; a column for every place."""
    game = found.game
    by = (game.sheet.sort or ("SUIT",))[0]
    rows: dict[tuple[str, tuple[float, ...]], list[int]] = {}
    for number in words.sorted(found.open):
        chances = tuple(round(chance, 9) for chance in found.open[number])
        suit = game.cards[number].attributes.get(by, "")
        rows.setdefault((suit, chances), []).append(number)
    columns = [k for k in range(len(found.spots)) if any(chances[k] for _, chances in rows)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    table.add_column("card", overflow="fold")
    for k in columns:
        table.add_column(found.spots[k].name, justify="right")
    about = found.estimate is not None
    for (_, chances), cards in rows.items():
        table.add_row(inks.cards(words, cards), *(_chance(chances[k], about) for k in columns))
    given = "is common knowledge" if found.seat is None else f"{game.seats[found.seat]} knows"
    yield _caption("Where cards may be", f", given what {given}")
    yield Padding(table, (0, 0, 0, 2), expand=False)
    believed = "estimated by samples (~)" if about else "all deals being equally likely"
    marks = f"sure and ·: known. Per cent: believed, {believed}."
    yield Padding(Text(marks, style="dim"), (0, 0, 0, 2))
    if found.settled:
        aside = Counter(found.settled.values())
        parts = [f"{counted(aside[n], 'card')} in {words.place(n)}" for n in sorted(aside)]
        told = Text(f"It is common knowledge: {listed(parts)}.", style="dim")
        yield Padding(told, (0, 0, 0, 2), expand=False)


def _chance(chance: float, about: bool = False) -> Text:
    """How likely, in as few characters as will do: what is known, and what is believed.

    >>> [_chance(chance).plain for chance in (0.0, 0.002, 0.4489, 0.998, 1.0)]
    ['·', '<1%', '45%', '>99%', 'sure']
    >>> [_chance(chance, about=True).plain for chance in (0.0, 0.002, 0.4489, 1.0)]
    ['·', '<1%', '~45%', 'sure']
    """
    if chance <= 0:
        return Text("·", style="dim")
    if chance >= 1 - 1e-9:
        return Text("sure", style="bold green")
    percent = f"{chance:.0%}"
    percent = {"0%": "<1%", "100%": ">99%"}.get(percent, f"~{percent}" if about else percent)
    return Text(percent, style="bold" if chance >= 0.5 else "")


# --- deals ----------------------------------------------------------------------------------------


def _deals(moment: Moment) -> Iterator[RenderableType]:
    """How many deals everybody, and each seat that may be shown, considers possible."""
    game, common = moment.state.game, moment.prospects(None)
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(style="dim")
    for seat in moment.seats:
        table.add_row(game.seats[seat], *_count(moment.prospects(seat)))
    table.add_row("common knowledge", *_count(common), style="dim")
    yield _caption("Possible deals")
    yield Padding(table, (0, 0, 0, 2), expand=False)
    told = (
        "Common knowledge is what everybody knows, and knows that everybody knows, and so on: "
        "each player alone may know more."
    )
    yield Padding(Text(told, style="dim"), (0, 0, 0, 2))
    yield from _not_followed(moment)


def _count(own: Prospects) -> tuple[str, str]:
    """How many deals: the number, and how far it is to be trusted."""
    number = short(own.count)
    if own.estimate is None:
        return number, "" if own.exact else "at most"
    trusted = between(own.estimate, short)
    return f"about {number}", trusted if own.exact else f"{trusted}, at most"


def _not_followed(moment: Moment) -> Iterator[RenderableType]:
    """Who may know more than is said here, and the rules that tell it."""
    game = moment.state.game
    everybody = [moment.prospects(seat) for seat in moment.seats]
    rough = [game.seats[seat] for seat in moment.seats if not moment.prospects(seat).exact]
    if not rough and moment.prospects(None).exact:
        return
    who = listed(rough) or "everybody"
    lines = [
        Text(
            f"Not followed: {who} may know more than this says. In that case there are fewer"
            " deals, and the chances are only approximate.",
            style="yellow",
        )
    ]
    reasons = [each for own in (*everybody, moment.prospects(None)) for each in own.unfollowed]
    for reason in dict.fromkeys(reasons):
        lines.append(Text(f"  {reason.words}", style="yellow"))
        if reason.line is not None:
            lines.append(Text(f"    {reason.line} | {reason.rule}", style="dim"))
    yield Padding(Group(*lines), (0, 0, 0, 2))


def short(number: int) -> str:
    """A number that can be read at a glance.

    >>> short(21_861_840), short(7_864_658_577_801_567_360_000)
    ('21,861,840', '7.9e21')
    """
    if number < 10**12:
        return f"{number:,}"
    digits = len(str(number)) - 1
    lead = round(number / 10 ** (digits - 1)) / 10
    return f"{lead:.1f}e{digits}" if lead < 10 else f"1.0e{digits + 1}"


# --- announcements --------------------------------------------------------------------------------


def _announcements(moment: Moment) -> Iterator[RenderableType]:
    """What playing told everybody; what it told about earlier deals is only counted."""
    since, announced = _last_shuffle(moment.state), moment.shown.announcements
    told = [said for said in announced if said.decision >= since]
    before = len(announced) - len(told)
    left_out, told = len(told[:-MOST]), told[-MOST:]
    game = moment.state.game
    earlier = f"{before} more about earlier deals" if before else ""
    if not told:
        more = f"; {earlier}" if earlier else ""
        yield _below(Text(f"Nothing has been announced by playing{more}.", style="dim"))
        return
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(style="cyan", ratio=1)
    for said in told:
        number = str(said.decision) if said.decision else "deal"
        who = "" if said.seat is None else game.seats[said.seat]
        table.add_row(number, who, Text(said.words), Text(said.notation))
    yield _caption("Announced by playing", ": decision, whose, what everybody learnt")
    yield Padding(table, (0, 0, 0, 2), expand=False)
    sooner = f"{left_out} before these, all in --json" if left_out else ""
    more = listed([part for part in (sooner, earlier) if part])
    if more:
        yield Padding(Text(f"and {more}", style="dim"), (0, 0, 0, 2), expand=False)


def _last_shuffle(state: State) -> int:
    """The decision after which the cards were shuffled last."""
    last = 0
    for decision, step in enumerate(state.steps()):
        if EVENTS["shuffle"] in kinds(step.events):
            last = decision
    return last


# --- reasons and answers --------------------------------------------------------------------------


def _reasons(
    moment: Moment, words: Words, card: str, explained: dict[str, list[Reason]]
) -> Iterator[RenderableType]:
    """What led to what is known of one card."""
    face = moment.state.game.card(card)
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for who, told in explained.items():
        for number, reason in enumerate(told):
            when = f" (decision {reason.decision})" if reason.decision else ""
            when = " (the deal)" if reason.decision == 0 else when
            table.add_row(
                who if not number else "",
                Text.assemble(reason.words, (when, "dim")),
                style="dim" if who == EVERYBODY else "",
            )
    yield Padding(
        Text.assemble(("Why: ", "bold"), inks.written(words, face.number)),
        (1, 0, 0, 0),
        expand=False,
    )
    yield Padding(table, (0, 0, 0, 2), expand=False)


def _answers(moment: Moment, answers: list[Answer]) -> Iterator[RenderableType]:
    """Formulas with their truth; what shows it below."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for answer in answers:
        if answer.truth is None:
            truth = Text("not known", style="bold yellow")
        else:
            truth = Text("true" if answer.truth else "false")
            truth.stylize("bold green" if answer.truth else "bold red")
        table.add_row(truth, Text(answer.formula))
        if answer.differing is not None:
            both = "two deals that look the same to whoever does not know it:"
            table.add_row("", Text(both, style="dim"))
            for which, deal in zip(("it is so: ", "it is not: "), answer.differing, strict=True):
                table.add_row("", Text.assemble((f"  {which}", "dim"), deal))
        elif answer.counterexample:
            such = "perhaps not: " if answer.truth is None else "a deal that shows it: "
            table.add_row("", Text.assemble((such, "dim"), answer.counterexample))
        for reason in answer.reasons:
            table.add_row("", Text(reason, style="dim"))
    seat = None if moment.seat is None else moment.state.game.seats[moment.seat]
    yield _caption("Answers", f", given what {seat} knows" if seat else "")
    yield Padding(table, (0, 0, 0, 2), expand=False)
