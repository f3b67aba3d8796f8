"""A position as a picture: what a notebook shows of a state, a view, or the cards of a place."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.draw.cards import Row, hand_svg, rows_svg
from kibitz.engine.faces import Face
from kibitz.engine.pictures import Cards
from kibitz.engine.state import State
from kibitz.knowledge.views import View
from kibitz.words.position import Pile, Position, position
from kibitz.words.sights import open_sight, sight
from kibitz.words.words import counted

__all__ = ["draw", "position_svg"]

FACE_DOWN = 12
"""Backs that are drawn of a place nobody looks into; how many cards it holds is said beside it."""


def draw(value: object) -> str:
    """A value that shows itself, as SVG."""
    if isinstance(value, State):
        return position_svg(position(open_sight(value)))
    if isinstance(value, View):
        return position_svg(position(sight(value)))
    if isinstance(value, Cards):
        return hand_svg(value)
    raise TypeError(f"{type(value).__name__} has no picture")


def position_svg(now: Position) -> str:
    """What is on the table: the seats with what they hold, the trick, and the rest."""
    return rows_svg(str(now).partition("\n")[0], list(_rows(now)))


def _rows(now: Position) -> Iterator[Row]:
    for seat, name in enumerate(now.game.seats):
        chips = " · ".join(str(chip) for chip in now.seats[seat])
        piles = [pile for pile in now.of("player", seat) if _shown(pile)]
        hands = [card for pile in piles for card in _cards(now, pile)]
        yield Row(name, hands, chips, strong=seat == now.to_move)
    if now.trick is not None and now.trick.cards:
        winning = now.trick.winning
        said = "" if winning is None else f"{now.game.seats[winning]} is winning"
        yield Row("trick", [now.game.cards[played.card] for played in now.trick.cards], said)
    for pile in now.piles:
        if pile.place.owner != "player" and _shown(pile):
            size = counted(pile.count, "card") if pile.count > 1 else ""
            yield Row(pile.place.name, _cards(now, pile), size)


def _shown(pile: Pile) -> bool:
    return pile.role not in ("trick", "unshown")


def _cards(now: Position, pile: Pile) -> list[Face | None]:
    """The cards, or backs where they cannot be seen."""
    if isinstance(pile.there, int):
        return [None] * min(pile.there, FACE_DOWN)
    return [now.game.cards[card] for card in pile.there]
