"""The flow of cards as a picture: between which places they move, and who sees them there.

Places are boxes, light where everybody sees the cards and dark where nobody does; each has an eye.
An arrow is as wide as many cards go that way in a game, which its number says; its colour says who
sees them move. It goes down from where the cards come from to where they end; arrows that go up
bring cards back.

`Flow` is plain data; `kibitz.analysis.flowing` makes it from games.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, Literal

from kibitz.draw.kripke import text_width, words
from kibitz.draw.palette import STYLE
from kibitz.draw.svg import Element, element, number
from kibitz.draw.tiers import Route, Spot, Tiers, tiers

__all__ = ["Flow", "FlowMove", "FlowPlace", "Sight", "flow_svg"]

Sight = Literal["open", "own", "others", "hidden"]

SIGHTS: dict[Sight, str] = {
    "open": "everybody sees it",
    "own": "its owner sees it",
    "others": "all but its owner see it",
    "hidden": "nobody sees it",
}

NAME, SMALL, LINE = 15.0, 12.0, 17.0
"""The size of a name, of all else, and the distance of lines."""
MOST = 28
"""So many arrows are drawn, the widest."""
THIN, THICK = 1.6, 9.0
"""How wide arrows are: their area grows with the cards, so that small ones can be seen."""

DAY = """--kz-open:#fff6d6;--kz-openedge:#9a6f00;--kz-own:#dcebf8;--kz-ownedge:#22679c;
--kz-dark:#46505f;--kz-darkedge:#46505f;--kz-darkink:#ffffff"""
NIGHT = """--kz-open:#f4dc8f;--kz-openedge:#e9bd46;--kz-own:#1f3d57;--kz-ownedge:#6db3e8;
--kz-dark:#0b0e12;--kz-darkedge:#8792a2;--kz-darkink:#c4ccd6"""
FLOW_STYLE = f"""
.kz-flow{{{DAY}}}@media(prefers-color-scheme:dark){{.kz-flow{{{NIGHT}}}}}
.kz-flow .kz-place{{stroke-width:1.6}}
.kz-flow .kz-open .kz-place{{fill:var(--kz-open);stroke:var(--kz-openedge)}}
.kz-flow .kz-open text{{fill:#1d2530}}
.kz-flow .kz-own .kz-place,.kz-flow .kz-others .kz-place{{fill:var(--kz-own);
stroke:var(--kz-ownedge)}}
.kz-flow .kz-hidden .kz-place{{fill:var(--kz-dark);stroke:var(--kz-darkedge)}}
.kz-flow .kz-hidden text{{fill:var(--kz-darkink)}}
.kz-flow .kz-eye{{fill:none;stroke:var(--kz-ink);stroke-width:1.5;stroke-linecap:round}}
.kz-flow .kz-open .kz-eye{{stroke:#1d2530}}
.kz-flow .kz-hidden .kz-eye{{stroke:var(--kz-darkink)}}
.kz-flow .kz-pupil{{fill:var(--kz-ink);stroke:none}}
.kz-flow .kz-open .kz-pupil{{fill:#1d2530}}
.kz-flow .kz-arrow{{fill:none;stroke-linejoin:round}}
.kz-flow .kz-tip{{stroke:none}}
.kz-flow .kz-seenbyall .kz-arrow{{stroke:var(--kz-openedge)}}
.kz-flow .kz-seenbyall .kz-tip{{fill:var(--kz-openedge)}}
.kz-flow .kz-seenbysome .kz-arrow{{stroke:var(--kz-ownedge)}}
.kz-flow .kz-seenbysome .kz-tip{{fill:var(--kz-ownedge)}}
.kz-flow .kz-seenbynone .kz-arrow{{stroke:var(--kz-quiet);stroke-dasharray:7 4}}
.kz-flow .kz-seenbynone .kz-tip{{fill:var(--kz-quiet)}}
""".replace("\n", "")
"""What these pictures have beyond the style of all."""


@dataclass(frozen=True, slots=True)
class FlowPlace:
    """Places of one name: every player's hand, the stock."""

    name: str
    owner: str
    """`each player`, `each team`, or nothing."""
    sight: Sight
    """Who sees the cards there."""


@dataclass(frozen=True, slots=True)
class FlowMove:
    """Cards that go from places of one name to those of another: how many in a game."""

    source: int
    target: int
    cards: float
    all: float
    """Those of them that everybody sees move..."""
    none: float
    """...and those that nobody does."""

    @property
    def seen(self) -> Literal["all", "some", "none"]:
        """Who sees most of them."""
        some = self.cards - self.all - self.none
        if self.all >= max(some, self.none):
            return "all"
        return "none" if self.none > some else "some"


@dataclass(frozen=True, slots=True)
class Flow:
    """All that is drawn. Places come in the order in which cards come to them."""

    title: str
    places: tuple[FlowPlace, ...]
    moves: tuple[FlowMove, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Flow:
        places = tuple(FlowPlace(**each) for each in data["places"])
        return cls(data["title"], places, tuple(FlowMove(**each) for each in data["moves"]))

    def description(self) -> str:
        """The picture in words, for those who hear it."""
        told = [f"{_called(place)}: {SIGHTS[place.sight]}" for place in self.places]
        moves = [self.sentence(move) for move in self.moves]
        return f"Places: {'; '.join(told)}. Cards in a game: {'; '.join(moves)}."

    def sentence(self, move: FlowMove) -> str:
        """What an arrow says."""
        source, target = (_called(self.places[at]) for at in (move.source, move.target))
        who = {"all": "all see them", "some": "some see them", "none": "nobody sees them"}
        return f"{_told(move.cards)} from {source} to {target}, {who[move.seen]}"


def _called(place: FlowPlace) -> str:
    return f"{place.name} of {place.owner}" if place.owner else place.name


def _told(cards: float) -> str:
    """How many cards: `24`, `5.5`, `0.04`.

    >>> _told(24.0), _told(5.51), _told(0.04)
    ('24', '5.5', '0.04')
    """
    return f"{cards:.2g}" if cards < 1 else f"{cards:.1f}".removesuffix(".0")


def flow_svg(flow: Flow) -> str:
    """The picture as SVG.

    >>> hand, trick = FlowPlace("hand", "each player", "own"), FlowPlace("trick", "", "open")
    >>> flow_svg(Flow("Play", (hand, trick), (FlowMove(0, 1, 24, 24, 0),))).startswith("<svg")
    True
    """
    moves = sorted(flow.moves, key=lambda move: (-move.cards, move.source, move.target))
    left_out, moves = len(moves[MOST:]), moves[:MOST]
    most = max((move.cards for move in moves), default=1.0)
    widths = [THIN + (THICK - THIN) * sqrt(move.cards / most) for move in moves]
    sizes = [_size(place) for place in flow.places]
    labels = [
        (width, text_width(_told(move.cards), SMALL))
        for move, width in zip(moves, widths, strict=True)
    ]
    plan = tiers(sizes, [(move.source, move.target) for move in moves], labels)
    arrows = [
        _arrow(flow, move, route, width)
        for move, route, width in zip(moves, plan.routes, widths, strict=True)
    ]
    boxes = [_box(place, spot) for place, spot in zip(flow.places, plan.boxes, strict=True)]
    said = ["numbers: cards in a game", "gold: all see the card move; blue: some; dashed: nobody"]
    if left_out:
        said.append(f"{left_out} smaller arrows are left out")
    return _page(flow, plan, [*arrows, *boxes], said)


def _page(flow: Flow, plan: Tiers, drawn: list[Element], said: list[str]) -> str:
    wide = max([*(text_width(line, SMALL - 1) for line in said), text_width(flow.title, 16), 240])
    left, right = plan.left - 20, max(plan.right, plan.left + wide) + 20
    top, bottom = -20.0, plan.bottom + 26
    heading: list[Element] = []
    if flow.title:
        top -= 30
        heading.append(words(flow.title, left + 18, top + 28, 16, weight="600"))
    for line in said:
        heading.append(words(line, left + 18, bottom, SMALL - 1, class_="kz-quiet"))
        bottom += LINE
    frame = (left, top, right - left, bottom - top)
    return str(
        element(
            "svg",
            element("title", flow.title or "Where cards go"),
            element("desc", flow.description()),
            element("style", STYLE + FLOW_STYLE),
            element(
                "rect", x=left, y=top, width=frame[2], height=frame[3], rx=10, class_="kz-paper"
            ),
            *heading,
            *drawn,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(number(value) for value in frame),
            width=frame[2],
            height=frame[3],
            role="img",
            class_="kz kz-flow",
            style="max-width:100%;height:auto",
        )
    )


def _size(place: FlowPlace) -> tuple[float, float]:
    """How large the box of a place is."""
    texts = (place.name, NAME), (place.owner, SMALL), (SIGHTS[place.sight], SMALL)
    wide = max(text_width(text, size) for text, size in texts)
    return max(120.0, wide + 48), LINE * (3 if place.owner else 2) + 16


def _box(place: FlowPlace, spot: Spot) -> Element:
    """A place: its name, whose it is, and who sees it."""
    x, y = spot.x, spot.top + NAME + 6
    lines = [words(place.name, x, y, NAME, anchor="middle", weight="600")]
    if place.owner:
        y += LINE
        lines.append(words(place.owner, x, y, SMALL, anchor="middle"))
    y += LINE
    seen = SIGHTS[place.sight]
    lines.append(words(seen, x + 12, y, SMALL, anchor="middle"))
    eye = _eye(place.sight, x - 0.44 * text_width(seen, SMALL) - 6, y - 4)  # fonts are narrower
    width = spot.left + spot.right
    return element(
        "g",
        element(
            "rect", x=x - spot.left, y=spot.top, width=width, height=spot.bottom - spot.top, rx=9,
            class_="kz-place",
        ),
        eye,
        *lines,
        class_=f"kz-{place.sight}",
    )  # fmt: skip


def _eye(sight: Sight, x: float, y: float) -> Element:
    """An open eye, one under a lid, a closed one."""
    at = f"M{number(x - 8)} {number(y)}"
    lower = f"{at}q8 8 16 0"
    if sight == "hidden":
        lashes = "".join(
            f"M{number(x + dx)} {number(y + dy)}l{number(dx / 3)} 3"
            for dx, dy in ((-5, 2.5), (0, 4), (5, 2.5))
        )
        return element("path", d=lower + lashes, class_="kz-eye")
    lid = f"{at}h16" if sight == "own" else f"{at}q8 -8 16 0"
    parts = [element("path", d=lower + lid, class_="kz-eye")]
    if sight == "own":
        parts.append(element("path", d=f"{at}q8 -8 16 0z", class_="kz-pupil", opacity=0.35))
    parts.append(element("circle", cx=x, cy=y + (1.2 if sight == "own" else 0), r=2.4,
                         class_="kz-pupil"))  # fmt: skip
    if sight == "others":
        parts.append(element("path", d=f"M{number(x - 6)} {number(y + 6)}l12 -12", class_="kz-eye"))
    return element("g", *parts)


def _arrow(flow: Flow, move: FlowMove, route: Route, width: float) -> Element:
    """The way of some cards, with a head and a number."""
    long, half = max(9.0, 1.5 * width), max(4.5, 1.05 * width)
    path, (x, y), (dx, dy) = route.path(long)
    tip = [(x, y), (x - long * dx - half * dy, y - long * dy + half * dx)]
    tip.append((x - long * dx + half * dy, y - long * dy - half * dx))
    corners = " ".join(f"{number(a)},{number(b)}" for a, b in tip)
    return element(
        "g",
        element("title", flow.sentence(move)),
        element("path", d=path, stroke_width=width, class_="kz-arrow"),
        element("polygon", points=corners, class_="kz-tip"),
        words(_told(move.cards), route.label[0], route.label[1], SMALL, weight="600"),
        class_=f"kz-seenby{move.seen}",
    )
