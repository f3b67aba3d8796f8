"""A position as `know` and `solve` show it: every hand, or only what one seat sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kibitz.cli import inks
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.words import Place, Store, Words, counted

if TYPE_CHECKING:
    from kibitz.cli.moments import Moment

__all__ = ["heading", "position"]

SHOWN = 10
"""Cards of an open pile that are shown; of a higher one only how many there are."""

QUIET = ("", "NONE", 0)
"""What the rules keep and need not be shown."""


def heading(moment: Moment) -> Group:
    """Which game and moment it is, and for whose eyes."""
    state = moment.state
    game = state.game
    turn = "over" if state.to_move is None else f"{game.seats[state.to_move]} to move"
    when = "as dealt" if not moment.decision else f"after decision {moment.decision}"
    title = f"{game.title} {when} of {moment.decisions}: {turn}"
    if not moment.decision:
        title = f"{game.title} as dealt: {turn}"
    eyes = "" if moment.seat is None else f", as {game.seats[moment.seat]} sees it"
    return Group(
        Rule(Text(title + eyes, style="bold"), style="dim", align="left"),
        Text(f"  {moment.origin}, {moment.decisions} decisions", style="dim"),
    )


def position(moment: Moment, words: Words) -> Padding:
    """The hands, then all other places that hold cards, then what the rules keep."""
    hands: list[tuple[Text, ...]] = [
        _hand(moment, words, seat) for seat in range(moment.state.game.players)
    ]
    others: list[tuple[Text, ...]] = list(_others(moment, words))
    wide = max(len(name) for name, *_ in (*hands, *others))
    tables = []
    for rows in (hands, others):
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, min_width=wide)
        table.add_column()
        if rows is hands:
            table.add_column(style="dim")
        for row in rows:
            table.add_row(*row)
        if rows:
            tables.append(table)
    return Padding(Group(*tables), (1, 0, 0, 0), expand=False)


def _hand(moment: Moment, words: Words, seat: int) -> tuple[Text, Text, Text]:
    """A seat, its cards, and what the rules keep about it."""
    held = vocabulary_of(moment.state.game).hands[seat]
    seen = _seen(moment)
    own = [place for place in words.places if held >> place.number & 1]
    hand = Text("  ").join(_pile(words, place, seen[place.key], whole=True) for place in own)
    turn = seat == moment.state.to_move
    name = Text(f"{'> ' if turn else '  '}{words.who(seat)}")
    if turn:
        name.stylize("bold yellow")
    return name, hand, Text(_kept(moment, words, "player", seat))


def _others(moment: Moment, words: Words) -> Iterator[tuple[Text, Text]]:
    """All that is in nobody's hand."""
    seen = _seen(moment)
    hands = 0
    for hand in vocabulary_of(moment.state.game).hands:
        hands |= hand
    others = [place for place in words.places if not hands >> place.number & 1]
    for stem in dict.fromkeys(place.stem for place in others):
        line = _family(moment, words, [place for place in others if place.stem == stem], seen)
        if line.plain:
            yield Text(f"  {stem}", style="dim"), line
    for team in range(len(moment.state.teams)):
        kept = _kept(moment, words, "team", team)
        if kept:
            yield Text(f"  {words.team(team)}", style="dim"), Text(kept)
    kept = _kept(moment, words, "game", 0)
    if kept:
        yield Text("  so far", style="dim"), Text(kept)


def _seen(moment: Moment) -> dict[str, tuple[int, ...] | int]:
    """The cards of every place, or how many there are where they may not be shown."""
    state = moment.state
    if moment.seat is not None:
        return state.observation(moment.seat).places
    return {name: state.cards_at(place) for place, name in enumerate(state.game.place_names)}


def _family(
    moment: Moment, words: Words, places: list[Place], seen: dict[str, tuple[int, ...] | int]
) -> Text:
    """Places of one name: one of the table, or one of each seat or team."""
    sees = moment.state.game.functions["sees"]
    everyone = (1 << moment.state.game.players) - 1
    parts = []
    for place in places:
        if not seen[place.key]:
            continue
        hidden = sees(moment.state.array, place.number) & everyone != everyone
        pile = _pile(words, place, seen[place.key], whole=hidden and place.owner != "team")
        if place.owner == "player":
            pile = Text.assemble((f"{words.who(place.who)} ", "dim"), pile)
        elif place.owner == "team":
            pile = Text.assemble((f"{words.team(place.who)} ", "dim"), pile)
        elif place.index is not None:
            pile = Text.assemble((f"{place.index} ", "dim"), pile)
        parts.append(pile)
    return Text("  ").join(parts)


def _pile(words: Words, place: Place, there: tuple[int, ...] | int, whole: bool) -> Text:
    """The cards of a place, sorted unless their order matters."""
    if isinstance(there, int):
        return Text(counted(there, "card") if there else "", style="dim")
    if len(there) > SHOWN and not whole:
        return Text(f"{len(there)} cards", style="dim")
    if not there:
        return Text("")
    return inks.cards(words, there if place.ordered and not whole else words.sorted(there))


def _kept(moment: Moment, words: Words, owner: str, who: int) -> str:
    """What the rules keep of the game, a team or a seat; not numbers that are 0 for all."""
    values = moment.state.stores

    def said(store: Store) -> bool:
        family = [s for s in words.stores.values() if (s.owner, s.family) == (owner, store.family)]
        return any(values[s.key] not in QUIET for s in family)

    return " · ".join(
        f"{store.name} {words.value(values[store.key])}"
        for store in words.stores.values()
        if store.owner == owner and store.who == who and said(store)
    )
