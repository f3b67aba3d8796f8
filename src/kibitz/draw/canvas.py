"""What plots are drawn on: matplotlib, made to write what a page can take in.

Plots are drawn in the colours of the day, which are then replaced by the variables of the page
(kibitz/draw/document.css), so that the night changes them; a plot alone shows the day. The same
values give the same bytes. matplotlib is imported when something is drawn, never before.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from kibitz.draw.markup import Markup
from kibitz.draw.palette import SEATS
from kibitz.draw.svg import escape

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["COLOURS", "WIDTH", "canvas", "ready"]

WIDTH = 360
"""Of a plot, so that it can be read on a phone."""
COLOURS = {
    "ink": "#1f2621",
    "quiet": "#626b63",
    "line": "#ddd7c8",
    "sheet": "#fffdf8",
    "gold": "#e2b13c",
    "accent": "#1f6b4d",
    **{f"seat-{number}": colours[0] for number, colours in enumerate(SEATS)},
}
"""Names of colours, which are variables of our pages, and what they are by day."""

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 11.5,
    "axes.labelsize": 11.5,
    "axes.labelcolor": COLOURS["quiet"],
    "axes.edgecolor": COLOURS["line"],
    "axes.facecolor": "none",
    "axes.linewidth": 1.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "figure.facecolor": "none",
    "grid.color": COLOURS["line"],
    "grid.linewidth": 0.8,
    "legend.fontsize": 11.0,
    "legend.frameon": False,
    "legend.labelcolor": COLOURS["ink"],
    "svg.fonttype": "none",
    "svg.hashsalt": "kibitz",
    "text.color": COLOURS["ink"],
    "text.parse_math": False,
    "xtick.color": COLOURS["line"],
    "xtick.labelcolor": COLOURS["quiet"],
    "xtick.labelsize": 11.0,
    "ytick.color": COLOURS["line"],
    "ytick.labelcolor": COLOURS["quiet"],
    "ytick.labelsize": 11.0,
}

LOCK = Lock()
"""matplotlib's settings are shared by all threads."""


def ready() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


@contextmanager
def canvas(height: float) -> Iterator[tuple[Axes, Callable[[str, str, str], Markup]]]:
    """Axes to draw on, and what makes the SVG of them afterwards."""
    with LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that matplotlib has no shape of: the page has
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure as Sheet

        with matplotlib.rc_context(STYLE):
            sheet = Sheet(figsize=(WIDTH / 72, height / 72), dpi=72, layout="constrained")
            paper = FigureCanvasSVG(sheet)
            written: list[str] = []

            def made(key: str, title: str, told: str) -> Markup:
                return _of_page(written[0], key, title, told)

            yield sheet.add_subplot(), made
            file = io.StringIO()
            none: dict[str, Any] = dict.fromkeys(("Date", "Creator", "Format", "Type"))
            # Drawn once: `savefig` would draw all of it twice.
            paper.print_svg(file, metadata=none)  # type: ignore[no-untyped-call]
            written.append(file.getvalue())


SVG = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"
NUMBER = re.compile(r"-?\d+\.\d{3,}")
BY_DAY = {colour: f"var(--{name}, {colour})" for name, colour in COLOURS.items()}
COLOUR = re.compile("|".join(BY_DAY))
TYPE = "font-family: var(--sans, system-ui, 'DejaVu Sans', sans-serif); stroke-linejoin: round"


def _of_page(text: str, key: str, title: str, told: str) -> Markup:
    """What matplotlib wrote, as a part of a page: without what only files need, in the colours of
    the page, with ids that no other plot has, and with words for those who do not see it."""
    root = ElementTree.fromstring(text)
    links = {node.attrib[LINK][1:] for node in root.iter() if LINK in node.attrib}
    for parent in root.iter():
        for child in [child for child in parent if _is_idle(child)]:
            parent.remove(child)
    for node in root.iter():
        _clean(node, key, links)
    inside = "".join(ElementTree.tostring(child, encoding="unicode") for child in root)
    inside = inside.replace("ns0:", "").replace(f' xmlns:ns0="{SVG}"', "")
    inside = re.sub(r"\n\s*", "\n", inside).replace("  ", " ")
    while (less := re.sub(r"<(g|defs)( /|>\s*</\1)>\s*", "", inside)) != inside:
        inside = less
    return Markup(
        f'<svg class="plot" viewBox="{root.attrib["viewBox"]}" role="img" style="{TYPE}" '
        f'aria-labelledby="{key}-title {key}-told"><title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-told">{escape(told)}</desc>{inside}</svg>'
    )


def _is_idle(node: ElementTree.Element) -> bool:
    """Whether an element does nothing in a page: remarks, backgrounds that nobody sees, and clips,
    since nothing is drawn outside."""
    if node.tag.removeprefix(f"{{{SVG}}}") in ("metadata", "style", "clipPath"):
        return True
    return node.attrib.get("style") == "fill: none"


def _clean(node: ElementTree.Element, key: str, links: set[str]) -> None:
    given = node.attrib
    if given.get("id") not in links:
        given.pop("id", None)
    given.pop("clip-path", None)
    if given.get("transform", "").startswith("rotate(-0 "):
        del given["transform"]
    for name, value in list(given.items()):
        if name == "id":
            value = f"{key}-{value}"
        elif name == LINK:
            del given[name]
            name, value = "href", f"#{key}-{value[1:]}"
        elif name == "style":
            value = re.sub(r"font: ([\d.]+px)[^;]*", r"font-size: \1", value)
            value = re.sub(r"(font-family:[^;]*|stroke-dashoffset: 0);? ?", "", value)
            value = COLOUR.sub(lambda found: BY_DAY[found[0]], value)
        given[name] = NUMBER.sub(lambda found: f"{float(found[0]):.2f}", value)
