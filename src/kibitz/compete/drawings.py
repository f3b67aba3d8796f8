"""Drawings of a competition: who beat whom, the bracket of a cup, estimates on a common scale.

The first two stand for themselves, in the report as on the page that is watched: each has its
style with it, by day and by night. An estimate is a line in a cell of a table (`whisker`), under a
scale in the heading (`scale`), and looks as the page wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, cos, floor, log10, radians, sin

from kibitz.arena.statistics import Interval
from kibitz.compete.figures import Encounter, Pair
from kibitz.compete.naming import fitted, plain, shown
from kibitz.compete.points import Row
from kibitz.draw.kripke import text_width
from kibitz.draw.svg import Element, element, number

__all__ = ["STYLE", "Span", "draw_bracket", "draw_pairs", "picture", "scale", "span", "whisker"]

DAY = "--ink:#1f2621;--quiet:#626b63;--line:#ddd7c8;--sheet:#fffdf8;--win:#0072b2;--loss:#d55e00"
NIGHT = "--ink:#e9ece6;--quiet:#9aa59d;--line:#323a3a;--sheet:#1c2123;--win:#58b4ec;--loss:#ff9147"
STYLE = (
    f".kc{{{DAY}}}@media(prefers-color-scheme:dark){{.kc{{{NIGHT}}}}}"
    ".kc text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--ink)}"
    ".kc .quiet{fill:var(--quiet)}.kc .strong{font-weight:650}"
    ".kc .box{fill:var(--sheet);stroke:var(--line)}.kc .won{stroke:var(--win);stroke-width:4}"
    ".kc .way{fill:none;stroke:var(--quiet);stroke-width:1.5;opacity:.6}"
    ".kc .grid{stroke:var(--line);stroke-width:1}.kc .cell{stroke:var(--sheet);stroke-width:1.5}"
    ".kc .win{fill:var(--win)}.kc .loss{fill:var(--loss)}.kc .none{fill:var(--line)}"
    ".kc .ring{fill:none;stroke:var(--win);stroke-width:1.2}"
    ".kc .range{stroke:var(--win);stroke-width:2}.kc .limit{stroke:var(--loss);stroke-width:1.5;"
    "stroke-dasharray:5 4}"
)
"""The style sheet of every drawing that stands for itself; the colours are those of the page."""


def picture(
    width: float, height: float, title: str, told: str, drawn: Iterable[Element]
) -> Element:
    """A drawing that stands for itself, with what it says in words."""
    return element(
        "svg",
        element("title", title),
        element("desc", told),
        element("style", STYLE),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        class_="kc",
    )


def _text(
    text: str, x: float, y: float, size: float = 13, anchor: str | None = None, look: str = ""
) -> Element:
    return element("text", text, x=x, y=y, font_size=size, text_anchor=anchor, class_=look or None)


# --- who beat whom --------------------------------------------------------------------------------

CELL, HIGHEST, ROOM = 38.0, 120.0, 190.0
"""A cell, the room above for names that are turned, at most, and the room at the left for names."""
SLANT = 50.0
"""Degrees."""


def draw_pairs(names: Sequence[str], pairs: Iterable[Pair]) -> Element:
    """A map of who beat whom: in the row of somebody, their shares against all others, in the
    order of `names`; blue where they were ahead, orange where they were behind.

    Where some met only others (in a gauntlet, entrants only the organiser's bots), those who come
    first have rows and the others columns.
    """
    found = {(pair.one, pair.other): pair for pair in pairs}
    there = [name for name in names if any(one == name for one, _ in found)]
    across = [name for name in there if (there[0], name) in found]
    down = [name for name in there if name not in across]
    if any((one, other) in found for one in down for other in down) or any(
        (one, other) in found for one in across for other in across
    ):
        down = across = there
    labels = [fitted(name, HIGHEST / sin(radians(SLANT)), 12) for name in across]
    long = max((text_width(label, 12) for label in labels), default=0.0)
    head = 18 + long * sin(radians(SLANT))
    drawn = [_turned(label, ROOM + CELL * (k + 0.5), head) for k, label in enumerate(labels)]
    for row, one in enumerate(down):
        y = head + CELL * row
        drawn.append(_text(fitted(one, ROOM - 18, 13), 8, y + CELL / 2 + 4.5))
        for column, other in enumerate(across):
            drawn += _cell(found.get((one, other)), ROOM + CELL * column, y, one == other)
    width = ROOM + CELL * (len(across) - 0.5) + max(CELL / 2 + 4, long * cos(radians(SLANT)))
    height = head + CELL * len(down) + 4
    told = "In each row the shares, in per cent, of one against all others."
    return picture(width, height, "Who beat whom", told, drawn)


def _turned(label: str, x: float, head: float) -> Element:
    """A name above a column."""
    turn = f"translate({number(x)} {number(head - 8)}) rotate({number(-SLANT)})"
    return element("text", label, font_size=12, transform=turn)


def _cell(pair: Pair | None, x: float, y: float, own: bool) -> list[Element]:
    if pair is None:
        shade = 0.5 if own else 0.15
        return [
            element(
                "rect", x=x, y=y, width=CELL, height=CELL, class_="cell none", fill_opacity=shade
            )
        ]
    lead = pair.share.mean - 0.5
    return [
        element(
            "g",
            element("title", pair_told(pair)),
            element(
                "rect", x=x, y=y, width=CELL, height=CELL,
                class_=f"cell {'win' if lead > 0 else 'loss'}",
                fill_opacity=0.05 + 1.1 * abs(lead),
            ),
            _text(f"{100 * pair.share.mean:.0f}", x + CELL / 2, y + CELL / 2 + 4.5, 13, "middle"),
        )
    ]  # fmt: skip


def pair_told(pair: Pair) -> str:
    """How one did against another, in words."""
    share = f"{pair.share.mean:.1%}"
    if pair.share.ci95 is not None:
        low, high = pair.share.ci95
        share += f" ({100 * low:.0f} to {100 * high:.0f})"
    games = "1 game" if pair.games == 1 else f"{pair.games:,} games"
    return f"{shown(pair.one)} against {shown(pair.other)}: {share} of {games}"


# --- a cup ----------------------------------------------------------------------------------------

BOX, LINE, APART, BETWEEN = 216.0, 23.0, 22.0, 46.0
"""A match: its width and the height of each of its two lines; how far matches and rounds are
apart."""
THIRD = "third place"


def draw_bracket(encounters: Sequence[Encounter], rows: Sequence[Row]) -> Element:
    """The matches of a cup, from the first round to the final; `rows` is the table of the cup, in
    which the winner of a match is before the loser."""
    rank = {row.name: row.rank for row in rows}
    tree = [one for one in encounters if one.meeting.title != THIRD]
    others = [one for one in encounters if one.meeting.title == THIRD]
    before = {id(one): _feeders(one, tree) for one in tree}
    fed = {id(one) for found in before.values() for one in found}
    spots: dict[int, tuple[float, float]] = {}
    bottom = 4.0

    def lay(match: Encounter) -> None:
        nonlocal bottom
        for one in before[id(match)]:
            lay(one)
        x = match.meeting.round * (BOX + BETWEEN) + 4
        if before[id(match)]:
            ys = [spots[id(one)][1] for one in before[id(match)]]
            y = sum(ys) / len(ys)
        else:
            y = bottom + 20
            bottom = y + 2 * LINE + APART
        spots[id(match)] = x, y

    for match in tree:
        if id(match) not in fed:
            lay(match)
    last = max((x for x, _ in spots.values()), default=4.0)
    for match in others:
        lowest = max((y for x, y in spots.values() if x == last), default=0.0)
        y = lowest + 2 * LINE + APART + 26
        spots[id(match)] = last, y
        bottom = max(bottom, y + 2 * LINE + APART)

    drawn = [_way(spots[id(one)], spots[id(match)]) for match in tree for one in before[id(match)]]
    for match in (*tree, *others):
        drawn += _match(match, *spots[id(match)], rank)
    told = "; ".join(_match_told(one, rank) for one in (*tree, *others))
    return picture(last + BOX + 8, bottom, "The bracket", told, drawn)


def _feeders(match: Encounter, tree: Sequence[Encounter]) -> list[Encounter]:
    """The matches out of which two came to this one."""
    found = []
    for name in match.meeting.entrants:
        earlier = [
            one
            for one in tree
            if one.meeting.round < match.meeting.round and name in one.meeting.entrants
        ]
        if earlier:
            found.append(max(earlier, key=lambda one: one.meeting.round))
    return found


def _winner(match: Encounter, rank: Mapping[str, int]) -> str | None:
    """Who won a match, if all its games are played."""
    if len(match.games) < match.meeting.games:
        return None
    return min(match.meeting.entrants, key=lambda name: rank.get(name, 0))


def _match(match: Encounter, x: float, y: float, rank: Mapping[str, int]) -> list[Element]:
    winner = _winner(match, rank)
    drawn = [
        _text(shown(match.meeting.title), x, y - 6, 12, look="quiet"),
        element("rect", x=x, y=y, width=BOX, height=2 * LINE, rx=6, class_="box"),
    ]
    for k, name in enumerate(match.meeting.entrants):
        at, look = y + LINE * k, "strong" if name == winner else ""
        if name == winner:
            path = f"M{number(x + 2)} {number(at + 3)} v{number(LINE - 6)}"
            drawn.append(element("path", d=path, class_="won"))
        points = plain(match.points[name]) if match.games else ""
        drawn.append(
            element(
                "g",
                element("title", shown(name)),
                _text(fitted(name, BOX - 64, 13), x + 11, at + 16, look=look),
                _text(points, x + BOX - 9, at + 16, anchor="end", look=look),
            )
        )
    return drawn


def _match_told(match: Encounter, rank: Mapping[str, int]) -> str:
    pairs = [f"{shown(name)} {plain(match.points[name])}" for name in match.meeting.entrants]
    winner = _winner(match, rank)
    end = f", won by {shown(winner)}" if winner is not None else ", not over"
    return f"{shown(match.meeting.title)}: {', '.join(pairs)}{end}"


def _way(start: tuple[float, float], end: tuple[float, float]) -> Element:
    """From a match to the one its winner goes on to."""
    (x, y), (to, at) = start, end
    path = f"M{number(x + BOX)} {number(y + LINE)} H{number(to - BETWEEN / 2)}"
    return element("path", d=f"{path} V{number(at + LINE)} H{number(to)}", class_="way")


# --- estimates ------------------------------------------------------------------------------------

WIDE, HIGH = 170.0, 18.0
Span = tuple[float, float, float]
"""A scale: from, to, and the distance of its marks."""


def span(values: Iterable[float], least: float = 0.0) -> Span:
    """A scale on which all these values lie, with a few marks.

    >>> span([3, 58, 97])
    (0.0, 100.0, 20.0)
    """
    found = sorted(values) or [0.0, 1.0]
    low, high = found[0], found[-1]
    if high - low < least or high == low:
        middle, half = (low + high) / 2, max(least, abs(high) * 0.1, 1.0) / 2
        low, high = middle - half, middle + half
    rough = (high - low) / 5
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
    return floor(low / step) * step, ceil(high / step) * step, step


def _at(value: float, on: Span) -> float:
    low, high, _ = on
    return 5 + (WIDE - 10) * (min(max(value, low), high) - low) / (high - low)


def whisker(mean: float, interval: Interval | None, on: Span) -> Element:
    """An estimate with its interval, as a dot on a line."""
    drawn = []
    if interval is not None:
        low, high = (_at(bound, on) for bound in interval)
        path = f"M{number(low)} 9 H{number(high)}"
        drawn.append(element("path", d=path, class_="range"))
    drawn.append(element("circle", cx=_at(mean, on), cy=9, r=4, class_="dot"))
    return _strip(drawn)


def scale(on: Span) -> Element:
    """The scale above whiskers; as many marks have numbers as there is room for."""
    low, high, step = on
    marks = [low + k * step for k in range(round((high - low) / step) + 1)]
    widest = max(text_width(plain(mark), 11) for mark in marks) + 8
    room = (WIDE - 10) / (len(marks) - 1)
    every = next((k for k in (1, 2, 3) if room * k >= widest), len(marks) - 1)
    drawn = []
    for k, mark in enumerate(marks):
        x = _at(mark, on)
        drawn.append(element("path", d=f"M{number(x)} 14 v4", class_="tick"))
        if k % every == 0:
            anchor = "start" if k == 0 else "end" if x > WIDE - 12 else "middle"
            at = 1 if k == 0 else WIDE - 1 if x > WIDE - 12 else x
            drawn.append(element("text", plain(mark), x=at, y=11, font_size=11, text_anchor=anchor))
    return _strip(drawn)


def _strip(drawn: Sequence[Element]) -> Element:
    """A drawing in a cell of a table: the figures beside it say the same, so it is not read out."""
    return element(
        "svg",
        *drawn,
        viewBox=f"0 0 {number(WIDE)} {number(HIGH)}",
        width=WIDE,
        height=HIGH,
        class_="strip",
        aria_hidden="true",
    )
