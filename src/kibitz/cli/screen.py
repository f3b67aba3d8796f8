"""The table as one seat sees it, drawn in the terminal.

Everything here is made from an observation: what the seat cannot see is not there to be drawn.
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
from kibitz.engine.events import Observation
from kibitz.engine.state import State
from kibitz.words import Offer, Place, Words, counted
from kibitz.words.chips import chips
from kibitz.words.story import Story, steps
from kibitz.words.verdicts import verdict

__all__ = ["all_options", "final", "heading", "open_cards", "position"]

SHOWN, TOP = 10, 3
"""Cards of a pile that are shown; of a higher one only those on top."""

LISTED = 60
"""Options that are listed without being asked."""


# --- the position ---------------------------------------------------------------------------------


def position(console: Console, words: Words, state: State, choices: Offer | None) -> RenderableType:
    """All that the seat sees now; with its options if it is to move."""
    seen = state.observation(words.seat)
    decided = _decided(words, seen)
    parts: list[RenderableType] = [
        Padding(_seats(words, seen, decided), (0, 0, 0, 1), expand=False)
    ]
    table = _table(words, seen, state, decided)
    if table.row_count:
        parts.append(Padding(table, (0, 0, 0, 2), expand=False))
    held = _hands(words, seen)
    if choices is not None:
        picked = _picked(words, seen, state)
        if picked:
            parts.append(Text.assemble("\n  chosen so far  ", inks.cards(words, picked)))
        numbered = _numbered(words, held, choices)
        for place, cards in held:
            parts.append(_hand(console, words, place, cards, numbered))
        if not numbered:
            parts.append(_options(words, choices))
    else:
        parts += [_hand(console, words, place, cards, None) for place, cards in held]
    return Group(*parts)


def heading(words: Words, more: str = "") -> Rule:
    you = "" if words.seat is None else f": you are {words.game.seats[words.seat]}"
    title = f"{words.game.title}{you}{more}"
    return Rule(Text(title, style="bold"), style="dim", align="left")


def _decided(words: Words, seen: Observation) -> set[int]:
    """What players have decided about themselves, and not only the rules."""
    story = Story(words)
    for step in steps(seen.events, lambda _: None):
        story.follow(step)
    return story.decided


def _chips(
    words: Words, seen: Observation, decided: set[int], owner: str, who: int = 0
) -> dict[str, str]:
    """What the rules keep about a seat, a team or the game and the table shows."""
    over = seen.to_move is None
    return {c.name: c.value for c in chips(words, seen.stores, decided, owner, who, over)}


def _seats(words: Words, seen: Observation, decided: set[int]) -> Table:
    """One row a seat: its places and what the rules keep about it."""
    game = words.game
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("", no_wrap=True)
    columns: list[list[Text]] = []
    for stem, places in _families(p for p in words.places if p.owner == "player").items():
        cells = [
            _piles(words, [place for place in places if place.who == seat], seen)
            for seat in range(game.players)
        ]
        if any(cell.plain for cell in cells):
            table.add_column(stem, no_wrap=False)
            columns.append(cells)
    shown = [_chips(words, seen, decided, "player", seat) for seat in range(game.players)]
    for name in dict.fromkeys(name for row in shown for name in row):
        values = [row.get(name, "") for row in shown]
        number = all(value.lstrip("−").isdigit() for value in values if value not in ("", "–"))
        table.add_column(name, justify="right" if number else "left")
        columns.append([Text(value) for value in values])
    for seat in range(game.players):
        turn = seat == seen.to_move
        name_ = Text(f"{'> ' if turn else '  '}{game.seats[seat]}")
        if seat == words.seat:
            name_.append(" (you)")
        if turn:
            name_.stylize("bold yellow")
        table.add_row(name_, *(column[seat] for column in columns))
    return table


def _families(places: Iterable[Place]) -> dict[str, list[Place]]:
    """Places by what they are called: one for each owner, or several beside each other."""
    families: dict[str, list[Place]] = {}
    for place in places:
        families.setdefault(place.stem, []).append(place)
    return families


def _piles(words: Words, places: list[Place], seen: Observation) -> Text:
    """One place, or several beside each other with their numbers."""
    piles = []
    for place in places:
        pile = _pile(words, place, seen)
        if place.index is not None and pile.plain == "a card":
            pile = Text("▒▒", style="dim")
        piles.append((place, pile))
    return Text("  ").join(
        pile if place.index is None else Text.assemble((f"{place.index} ", "dim"), pile)
        for place, pile in piles
        if pile.plain
    )


def _pile(words: Words, place: Place, seen: Observation) -> Text:
    """The cards of a place, or how many there are."""
    there = seen.places[place.key]
    mine = place.owner == "player" and place.who == words.seat and place.sight == "iloc"
    if isinstance(there, int) or mine:
        count = there if isinstance(there, int) else len(there)
        return Text(counted(count, "card"), style="dim") if count else Text("")
    if not there:
        return Text("")
    if len(there) <= SHOWN:
        return Text(" ").join(inks.chip(words, card) for card in there)
    pile = Text(f"{len(there)} cards", style="dim")
    if place.ordered:
        top = Text(" ").join(inks.chip(words, card) for card in there[-TOP:])
        pile = Text.assemble(pile, (", on top ", "dim"), top)
    return pile


def _table(words: Words, seen: Observation, state: State, decided: set[int]) -> Table:
    """What lies on the table, what the teams have, and what the rules keep about the game."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    open_places = (
        place
        for place in words.places
        if place.owner == "game" and words.layout.roles[place.number] != "unshown"
    )
    for stem, places in _families(open_places).items():
        piles = _piles(words, places, seen)
        if piles.plain:
            table.add_row(stem, piles)
    kept = [f"{name} {value}" for name, value in _chips(words, seen, decided, "game").items()]
    if kept:
        table.add_row("so far", " · ".join(kept))
    if 1 < len(state.teams) < state.game.players:
        for number, members in enumerate(state.teams):
            table.add_row(words.team(number), _team(words, seen, number, len(members), decided))
    return table


def _team(words: Words, seen: Observation, number: int, size: int, decided: set[int]) -> Text:
    """What a team has."""
    parts: list[Text] = []
    own = (place for place in words.places if place.owner == "team" and place.who == number)
    for stem, places in _families(own).items():
        piles = _piles(words, places, seen)
        if piles.plain:
            parts.append(Text.assemble(f"{stem} ", piles))
    kept = _chips(words, seen, decided, "team", number)
    parts += [Text(f"{name} {value}") for name, value in kept.items()]
    return Text(" · ").join(parts) if parts else Text("together" if size > 1 else "alone")


def _picked(words: Words, seen: Observation, state: State) -> list[int]:
    """The cards chosen already where several are asked for one by one."""
    mine = {
        step.action.id: step.action
        for step in state.steps()
        if step.action is not None and step.seat == words.seat
    }
    picked: list[int] = []
    for event in reversed(seen.events):
        if event.kind != "choice" or event.value not in mine:
            break
        picked += [words.game.card(card).number for card in mine[event.value].cards]
    return picked[::-1]


def open_cards(words: Words, state: State) -> RenderableType:
    """Every place the seat can look into, with all its cards."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for key, there in state.observation(words.seat).places.items():
        if isinstance(there, tuple) and there:
            place = next(place for place in words.places if place.key == key)
            cards = there if place.ordered else words.sorted(there)
            table.add_row(words.place(place.number), inks.cards(words, cards))
    return table


# --- hand and options -----------------------------------------------------------------------------


def _hands(words: Words, seen: Observation) -> list[tuple[Place, list[int]]]:
    """The places only this seat looks into."""
    found = []
    for place in words.places:
        there = seen.places[place.key]
        own = place.owner == "player" and place.who == words.seat and place.sight == "iloc"
        if own and isinstance(there, tuple) and there:
            found.append((place, words.sorted(there)))
    return found


def _numbered(words: Words, held: list[tuple[Place, list[int]]], choices: Offer) -> dict[int, str]:
    """The key of every card of the hand that can be played, if that is all there is to choose."""
    if not choices.plain:
        return {}
    cards = [card for _, hand in held for card in hand]
    keys: dict[int, str] = {}
    for key, action in choices.actions.items():
        numbers = {face.number for face in words.game.copies(action.cards[0])}
        mine = [card for card in cards if card in numbers]
        if len(mine) != 1:
            return {}
        keys[mine[0]] = key
    return keys


def _hand(
    console: Console,
    words: Words,
    place: Place,
    cards: list[int],
    numbered: dict[int, str] | None,
) -> RenderableType:
    """Cards of a hand, the playable ones with their numbers below."""
    label = f"your {place.name}"
    cells = []
    for card in cards:
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
    for key, action in list(choices.actions.items())[:most]:
        label = inks.label(words, action)
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
    """Scores and ranks, the best first."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("", justify="right")
    table.add_column("seat")
    table.add_column("")
    table.add_column("score", justify="right")
    ranks, scores = state.ranks, state.scores
    for seat in sorted(range(state.game.players), key=lambda s: (ranks[s], s)):
        mine = seat == words.seat
        table.add_row(
            f"{ranks[seat]}.",
            state.game.seats[seat],
            "you" if mine else bots[seat],
            str(scores[seat]),
            style="bold" if mine else "",
        )
    return Group(table, Text(verdict(words, ranks), style="bold"))
