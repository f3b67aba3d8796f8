"""Cards as pictures: a whole deck for a page, one card, a fan, a sheet.

A card is a list of elements in a box of 100 by 140. What it borrows from the shared shapes
(pips, ranks, crowns) it names by id; a picture carries exactly the shapes its cards borrow, each
once. Shared ids always mean the same drawing, so pictures may stand on one page together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from kibitz.draw.cards import courts, german, glyphs, italian, pips, spanish, tarot
from kibitz.draw.cards.back import back
from kibitz.draw.cards.faces import Printed, Reading, read_face
from kibitz.draw.cards.french import bare_court, french
from kibitz.draw.cards.ink import EDGE, HEIGHT, PAPER, STYLE, WIDTH, group, use
from kibitz.draw.cards.plain import plain
from kibitz.draw.svg import Element, element

__all__ = ["CardPicture", "card_svg", "deck_svg", "hand_svg", "sheet_svg"]

PAPER_SHAPE = element(
    "rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, rx=7.5,
    fill=PAPER, stroke=EDGE, class_="kc-paper kc-edge",
)  # fmt: skip
SHAPES: dict[str, Element] = {
    "paper": PAPER_SHAPE,
    **glyphs.SHAPES,
    **pips.SHAPES,
    **courts.SHAPES,
    **spanish.SHAPES,
    **italian.SHAPES,
    **german.SHAPES,
    **tarot.SHAPES,
}
LONGEST = 14
"""Cards in a row of a sheet."""
XMLNS = "http://www.w3.org/2000/svg"


PRINTERS: dict[str, Callable[[Reading], list[Element]]] = {
    "french": french,
    "court": bare_court,
    "spanish": spanish.spanish,
    "italian": italian.italian,
    "german": german.german,
    "trump": tarot.trump,
    "excuse": tarot.fool,
    "joker": tarot.fool,
    "plain": plain,
}


def draw(reading: Reading) -> list[Element]:
    """What is printed on the paper of a card."""
    return PRINTERS[reading.deck](reading)


def paper(*printed: Element) -> list[Element]:
    """A card: the paper, and what is printed on it."""
    return [use("paper"), *printed]


def face(printed: Printed) -> list[Element]:
    return paper(*draw(read_face(printed)))


def shared(elements: Iterable[Element]) -> Element:
    """The shapes that some elements borrow, and those that these borrow, each once."""
    wanted: dict[str, None] = {}
    waiting = list(elements)
    while waiting:
        found = waiting.pop()
        waiting += [child for child in found.children if isinstance(child, Element)]
        for name, value in found.attributes:
            key = value[4:]
            if name == "href" and key not in wanted:
                wanted[key] = None
                waiting.append(SHAPES[key])
    return element(
        "defs", *(group(shape, id=f"kc-{key}") for key, shape in SHAPES.items() if key in wanted)
    )


def picture(width: float, height: float, name: str, drawn: Sequence[Element]) -> str:
    """A picture that stands alone."""
    return str(
        element(
            "svg",
            element("title", name),
            element("style", STYLE),
            shared(drawn),
            *drawn,
            xmlns=XMLNS,
            viewBox=f"0 0 {width:g} {height:g}",
            width=width,
            height=height,
            role="img",
        )
    )


def deck_svg(faces: Sequence[Printed], back: bool = True) -> str:
    """All cards of a deck as symbols of one invisible picture, to be shown by
    `<svg viewBox="0 0 100 140"><use href="#card-12"/></svg>`."""
    symbols = [_symbol(f"card-{one.number}", face(one)) for one in faces]
    if back:
        symbols.append(_symbol("card-back", backside()))
    sprite = element(
        "svg",
        element("style", STYLE),
        shared(symbols),
        *symbols,
        xmlns=XMLNS,
        width=0,
        height=0,
        aria_hidden="true",
    )
    return str(sprite)


def backside() -> list[Element]:
    """A card, face down."""
    return paper(*back())


def _symbol(name: str, drawn: list[Element]) -> Element:
    return element("symbol", *drawn, id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}")


def card_svg(one: Printed | None) -> str:
    """One card as a picture that stands alone; without a card, its back."""
    if one is None:
        return picture(WIDTH, HEIGHT, "a card, face down", backside())
    return picture(WIDTH, HEIGHT, one.symbol, face(one))


def hand_svg(faces: Sequence[Printed | None]) -> str:
    """Cards as one holds them: a fan. None is a card face down."""
    count = len(faces)
    angle = min(7.0, 64 / max(1, count - 1))
    radius = 330.0 if angle > 4 else 420.0
    ends = math.radians(angle * max(0, count - 1) / 2)
    half = radius * math.sin(ends) + 50 * math.cos(ends)
    width = math.ceil(2 * half + 6)
    height = math.ceil(HEIGHT + radius * (1 - math.cos(ends)) + 50 * math.sin(ends) + 6)
    cards = []
    for k, one in enumerate(faces):
        turn = angle * (k - (count - 1) / 2)
        place = f"rotate({turn:.2f} {width / 2:g} {radius + 3:g})translate({width / 2 - 50:g} 3)"
        cards.append(group(*(backside() if one is None else face(one)), transform=place))
    names = " ".join(one.symbol for one in faces if one is not None)
    return picture(width, height, names or "cards, face down", cards)


def sheet_svg(faces: Sequence[Printed], title: str = "") -> str:
    """The whole deck in rows, a suit a row where there are suits, and the back at the end."""
    gap = 10
    rows = [[face(one) for one in row] for row in _rows(faces)]
    rows[-1].append(backside())
    cards = [
        group(*card, transform=f"translate({gap + (WIDTH + gap) * x} {gap + (HEIGHT + gap) * y})")
        for y, row in enumerate(rows)
        for x, card in enumerate(row)
    ]
    width = gap + (WIDTH + gap) * max(map(len, rows))
    height = gap + (HEIGHT + gap) * len(rows)
    return picture(width, height, title or "a deck of cards", cards)


def _rows(faces: Sequence[Printed]) -> list[list[Printed]]:
    """The cards of a sheet: long suits have rows of their own, all of about one length."""
    rows: list[list[Printed]] = [[]]
    for _, found in groupby(faces, key=lambda one: one.attributes.get("SUIT")):
        run = list(found)
        if len(run) < 5 and len(rows[-1]) + len(run) <= LONGEST:
            rows[-1] += run
            continue
        count = -(-len(run) // LONGEST)
        size = -(-len(run) // count)
        rows += [run[k : k + size] for k in range(0, len(run), size)]
        if len(run) >= 5:
            rows.append([])
    return [row for row in rows if row] or [[]]


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card that shows itself in a notebook."""

    face: Printed | None

    def _repr_svg_(self) -> str:
        return card_svg(self.face)
