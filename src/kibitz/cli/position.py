"""A position as `know` and `solve` show it: every hand, or only what one seat sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kibitz.cli import inks
from kibitz.cli.common import counted as number_of
from kibitz.engine.observer import kibitzer, observer
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.words import Words, counted
from kibitz.words.chips import Chip
from kibitz.words.position import Pile, Position, position
from kibitz.words.sights import open_sight, seen_by
from kibitz.words.story import Trick

if TYPE_CHECKING:
    from kibitz.cli.moments import Moment

__all__ = ["heading", "placed"]

SHOWN = 10
"""Cards of an open pile that are shown; of a higher one only how many there are."""


def heading(moment: Moment) -> Group:
    """Which game and moment it is, and for whose eyes."""
    state = moment.state
    game = state.game
    turn = "over" if state.to_move is None else f"{game.seats[state.to_move]} to move"
    when = f"after decision {moment.decision} of {moment.decisions}"
    if not moment.decision:
        when = "as dealt"
    eyes = "" if moment.seat is None else f", as {game.seats[moment.seat]} sees it"
    length = f", {number_of(moment.decisions, 'decision')}" if moment.decisions else ""
    return Group(
        Rule(Text(f"{game.title} {when}: {turn}{eyes}", style="bold"), style="dim", align="left"),
        Text(f"  {moment.origin}{length}", style="dim"),
    )


def placed(moment: Moment, words: Words) -> Padding:
    """The hands, then all other places that hold cards, then what the table shows besides."""
    game = moment.state.game
    who = kibitzer(game) if moment.seat is None else observer(game, moment.seat)
    stuck = moment.stuck and moment.seat is None
    now = position(open_sight(moment.state, True) if stuck else seen_by(moment.state, who))
    hands: list[tuple[Text, ...]] = [_hand(now, words, seat) for seat in range(now.game.players)]
    others: list[tuple[Text, ...]] = list(_others(now, words))
    wide = max(len(name) for name, *_ in (*hands, *others))
    tables = []
    for rows in (hands, others):
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, min_width=wide)
        table.add_column()
        if rows is hands and any(now.seats):
            table.add_column(style="dim")
        for row in rows:
            table.add_row(*row[: len(table.columns)])
        if rows:
            tables.append(table)
    return Padding(Group(*tables), (1, 0, 0, 0), expand=False)


def _hand(now: Position, words: Words, seat: int) -> tuple[Text, Text, Text]:
    """A seat, its cards, and what the table shows of it."""
    held = vocabulary_of(now.game).hands[seat]
    own = [pile for pile in now.piles if held >> pile.place.number & 1]
    turn = seat == now.to_move
    name = Text(f"{'> ' if turn else '  '}{words.who(seat)}")
    if turn:
        name.stylize("bold yellow")
    hand = Text("  ").join(_cards(words, pile, whole=True) for pile in own)
    return name, hand, Text(_told(now.seats[seat]))


def _others(now: Position, words: Words) -> Iterator[tuple[Text, Text]]:
    """All that is in nobody's hand."""
    hands = 0
    for hand in vocabulary_of(now.game).hands:
        hands |= hand
    others = [pile for pile in now.piles if not hands >> pile.place.number & 1]
    for stem in dict.fromkeys(pile.place.stem for pile in others):
        family = [_pile(words, pile) for pile in others if pile.place.stem == stem]
        yield Text(f"  {stem}", style="dim"), Text("  ").join(family)
    if now.trick is None and now.last_trick is not None:
        yield Text("  last trick", style="dim"), _last_trick(words, now.last_trick)
    for number, side in enumerate(now.sides):
        if side.chips:
            yield Text(f"  {words.team(number)}", style="dim"), Text(_told(side.chips))
    if now.chips:
        yield Text("  so far", style="dim"), Text(_told(now.chips))


def _last_trick(words: Words, trick: Trick) -> Text:
    """The trick that was gathered last, which nobody sees any more, and who took it."""
    played = Text("  ").join(
        Text.assemble((f"{words.who(one.seat)} ", "dim"), inks.cards(words, [one.card]))
        for one in trick.cards
    )
    took = "" if trick.taker is None else f"  taken by {words.who(trick.taker)}"
    return Text.assemble(played, (took, "dim"))


def _pile(words: Words, pile: Pile) -> Text:
    """The cards of a place, with whose they are or the number of the place."""
    place = pile.place
    hidden = place.sight not in ("vloc", "mem") and place.owner != "team"
    shown = _cards(words, pile, whole=hidden)
    if place.owner == "player":
        return Text.assemble((f"{words.who(place.who)} ", "dim"), shown)
    if place.owner == "team":
        return Text.assemble((f"{words.team(place.who)} ", "dim"), shown)
    if place.index is not None:
        return Text.assemble((f"{place.index} ", "dim"), shown)
    return shown


def _cards(words: Words, pile: Pile, whole: bool) -> Text:
    """The cards of a place, or how many there are; all of them, to be found easily, if `whole`."""
    if not pile.cards or (pile.count > SHOWN and not whole):
        return Text(counted(pile.count, "card"), style="dim")
    return inks.cards(words, words.sorted(pile.cards) if whole else pile.cards)


def _told(chips: Iterable[Chip]) -> str:
    return " · ".join(str(chip) for chip in chips)
