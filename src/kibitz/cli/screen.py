"""The table as one seat sees it, drawn in the terminal.

Everything here is drawn from a position: what the seat cannot see is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kibitz.cli import inks
from kibitz.engine.state import State
from kibitz.knowledge.views import view
from kibitz.words import Offer, Words, counted
from kibitz.words import position as positions
from kibitz.words.position import Pile, Position, Side
from kibitz.words.sights import sight
from kibitz.words.verdicts import standings, verdict
from kibitz.words.words import listed

__all__ = ["all_options", "final", "heading", "open_cards", "position"]

SHOWN, TOP = 10, 3
"""Cards of a pile that are shown; of a higher one only those on top."""

LISTED = 60
"""Options that are listed without being asked."""


# --- the position ---------------------------------------------------------------------------------


def position(
    console: Console,
    words: Words,
    state: State,
    choices: Offer | None,
    picks: tuple[int, ...] = (),
) -> RenderableType:
    """All that the seat sees now; with its options if it is to move, and the cards it has picked of
    several that are asked for."""
    now = seen(state, words)
    parts: list[RenderableType] = [Padding(_seats(words, now), (0, 0, 0, 1), expand=False)]
    table = _table(words, now)
    if table.row_count:
        parts.append(Padding(table, (0, 0, 0, 2), expand=False))
    held = [pile for pile in now.piles if _own(words, pile) and pile.cards]
    if choices is not None:
        if now.picked or picks:
            so_far = inks.cards(words, (*now.picked, *picks))
            parts.append(Text.assemble("\n  chosen so far  ", so_far))
        parts += [
            Text(f"\n  {counted(picking.size, 'card')} to choose, in any order", style="dim")
            for picking in now.pickings
            if picking.size > 1
        ]
        numbered = _numbered(words, held, choices)
        parts += [_hand(console, words, pile, numbered) for pile in held]
        if not numbered:
            parts.append(_options(words, choices))
    else:
        parts += [_hand(console, words, pile, None) for pile in held]
    return Group(*parts)


def seen(state: State, words: Words) -> Position:
    """The position as the seat sees it that the words are spoken to."""
    return positions.position(sight(view(state, words.seat)))


def heading(words: Words, more: str = "") -> Rule:
    you = "" if words.seat is None else f": you are {words.game.seats[words.seat]}"
    title = f"{words.game.title}{you}{more}"
    return Rule(Text(title, style="bold"), style="dim", align="left")


def _seats(words: Words, now: Position) -> Table:
    """One row a seat: its places and what the rules keep about it."""
    game = words.game
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("", no_wrap=True)
    columns: list[list[Text]] = []
    for stem, piles in _families(p for p in now.piles if p.place.owner == "player").items():
        cells = [
            _piles(words, [pile for pile in piles if pile.place.who == seat])
            for seat in range(game.players)
        ]
        table.add_column(stem, no_wrap=False)
        columns.append(cells)
    shown = [{chip.name: chip.value for chip in chips} for chips in now.seats]
    for name in dict.fromkeys(name for row in shown for name in row):
        values = [row.get(name, "") for row in shown]
        number = all(value.lstrip("−").isdigit() for value in values if value not in ("", "–"))
        table.add_column(name, justify="right" if number else "left")
        columns.append([Text(value) for value in values])
    for seat in range(game.players):
        turn = seat == now.to_move
        name_ = Text(f"{'> ' if turn else '  '}{game.seats[seat]}")
        if seat == words.seat:
            name_.append(" (you)")
        if turn:
            name_.stylize("bold yellow")
        table.add_row(name_, *(column[seat] for column in columns))
    return table


def _families(piles: Iterable[Pile]) -> dict[str, list[Pile]]:
    """Piles by what they are called: one for each owner, or several beside each other."""
    families: dict[str, list[Pile]] = {}
    for pile in piles:
        families.setdefault(pile.place.stem, []).append(pile)
    return families


def _piles(words: Words, piles: list[Pile]) -> Text:
    """One pile, or several beside each other with their numbers."""
    return Text("  ").join(
        _pile(words, pile)
        if pile.place.index is None
        else Text.assemble((f"{pile.place.index} ", "dim"), _pile(words, pile))
        for pile in piles
    )


def _own(words: Words, pile: Pile) -> bool:
    """Whether it lies where only this seat looks: it is shown below, as a hand."""
    place = pile.place
    return place.owner == "player" and place.who == words.seat and place.sight == "iloc"


def _pile(words: Words, pile: Pile) -> Text:
    """The cards of a place, or how many there are."""
    if not pile.cards or _own(words, pile):
        if pile.count == 1 and pile.place.index is not None:
            return Text("▒▒", style="dim")
        return Text(counted(pile.count, "card"), style="dim")
    if pile.count <= SHOWN:
        return Text(" ").join(inks.chip(words, card) for card in pile.cards)
    high = Text(f"{pile.count} cards", style="dim")
    if pile.place.ordered:
        top = Text(" ").join(inks.chip(words, card) for card in pile.cards[-TOP:])
        high = Text.assemble(high, (", on top ", "dim"), top)
    return high


def _table(words: Words, now: Position) -> Table:
    """What lies on the table, what the teams have, and what the rules keep about the game."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for stem, piles in _families(p for p in now.of("game") if p.role != "unshown").items():
        table.add_row(stem, _piles(words, piles))
    if now.chips:
        table.add_row("so far", " · ".join(str(chip) for chip in now.chips))
    for number, side in enumerate(now.sides):
        table.add_row(words.team(number), _side(words, now, number, side))
    return table


def _side(words: Words, now: Position, number: int, side: Side) -> Text:
    """What a team has."""
    parts = [
        Text.assemble(f"{stem} ", _piles(words, piles))
        for stem, piles in _families(now.of("team", number)).items()
    ]
    parts += [Text(str(chip)) for chip in side.chips]
    if not parts:
        return Text("together" if len(side.seats) > 1 else "alone")
    return Text(" · ").join(parts)


def open_cards(words: Words, state: State) -> RenderableType:
    """Every place the seat can look into, with all its cards."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for pile in seen(state, words).piles:
        if pile.cards:
            table.add_row(words.place(pile.place.number), inks.cards(words, pile.cards))
    return table


# --- hand and options -----------------------------------------------------------------------------


def _numbered(words: Words, held: list[Pile], choices: Offer) -> dict[int, str]:
    """The key of every card of the hand that can be played, if that is all there is to choose."""
    cards = [card for pile in held for card in pile.cards]
    keys = {pick.card: key for key, pick in choices.picks.items()}
    if len(keys) == len(choices.actions) and keys.keys() <= set(cards):
        return keys
    if not choices.plain:
        return {}
    keys = {}
    for key, action in choices.actions.items():
        numbers = {face.number for face in words.game.copies(action.cards[0])}
        mine = [card for card in cards if card in numbers]
        if len(mine) != 1:
            return {}
        keys[mine[0]] = key
    return keys


def _hand(
    console: Console, words: Words, pile: Pile, numbered: dict[int, str] | None
) -> RenderableType:
    """Cards of a hand, the playable ones with their numbers below."""
    label = f"your {pile.place.name}"
    cells = []
    for card in words.sorted(pile.cards):
        chip = inks.chip(words, card, faded=bool(numbered) and card not in (numbered or {}))
        key = (numbered or {}).get(card, "")
        width = max(len(chip), len(key) + 1)
        cells.append((chip, Text(key.center(len(chip))), width))
    room = max(20, min(console.width, 100) - len(label) - 4)
    rows: list[list[tuple[Text, Text, int]]] = [[]]
    used = 0
    for cell in cells:
        if used + cell[2] + 1 > room and rows[-1]:
            rows.append([])
            used = 0
        rows[-1].append(cell)
        used += cell[2] + 1
    lines: list[Text] = []
    for number, row in enumerate(rows):
        margin = f"  {label}  " if number == 0 else " " * (len(label) + 4)
        lines.append(Text.assemble(margin, Text(" ").join(cell[0] for cell in row)))
        if numbered:
            keys = Text(" ").join(cell[1] for cell in row)
            keys.stylize("bold cyan")
            lines.append(Text.assemble(" " * (len(label) + 4), keys))
    return Padding(Group(*lines), (1, 0, 0, 0))


def _options(words: Words, choices: Offer, most: int = LISTED) -> RenderableType:
    """The options with their keys, in columns."""
    cells = []
    labels = words.labels([*choices.actions.values()])
    for (key, action), pieces in list(zip(choices.actions.items(), labels, strict=True))[:most]:
        label = inks.inked(words, pieces)
        if key != action.text.lower():
            label = Text.assemble((f"{key:>2}", "bold cyan"), " ", label)
        cells.append(label)
    shown: list[RenderableType] = [Columns(cells, padding=(0, 3))]
    more = len(choices.actions) - most
    if more > 0:
        shown.append(Text(f"... and {more} more: `list` shows them all", style="dim"))
    return Padding(Group(*shown), (1, 0, 0, 2))


def all_options(words: Words, choices: Offer) -> RenderableType:
    """The options, however many there are."""
    return _options(words, choices, len(choices.actions))


# --- the end --------------------------------------------------------------------------------------


def final(words: Words, state: State, bots: Sequence[str]) -> RenderableType:
    """Who came out how, the best first."""
    found = standings(state.game, seen(state, words).sides, state.scores, state.ranks)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("", justify="right")
    table.add_column("seats" if len(found[0].seats) > 1 else "seat")
    table.add_column("")
    for chip in found[0].chips:
        table.add_column(chip.name, justify="right")
    for one in found:
        table.add_row(
            f"{one.rank}.",
            listed([state.game.seats[seat] for seat in one.seats]),
            listed(["you" if seat == words.seat else bots[seat] for seat in one.seats]),
            *(chip.value for chip in one.chips),
            style="bold" if words.seat in one.seats else "",
        )
    return Group(table, Text(verdict(words, state.ranks), style="bold"))
