"""HTML as it is written here: what is text stays text, whatever it contains.

`tag("td", name)` is markup whose texts are escaped; only what is markup already, or a drawing, goes
in as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.compete.drawings import Span, scale
from kibitz.compete.naming import shown
from kibitz.draw.svg import Element, escape

__all__ = ["Child", "Markup", "joined", "named", "scaled", "table", "tag"]

VOID = {"meta", "img", "br", "hr", "link", "col"}


@dataclass(frozen=True, slots=True)
class Markup:
    """A piece of a page."""

    text: str

    def __str__(self) -> str:
        return self.text


Child = Markup | Element | str | None


def tag(name: str, /, *children: Child, **attributes: str | None) -> Markup:
    """An element; an attribute that is None is left out, as is a child.

    >>> print(tag("a", "A & B", href="?x=1&y=2", class_=None))
    <a href="?x=1&amp;y=2">A &amp; B</a>
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID:
        return Markup(f"<{name}{given}>")
    return Markup(f"<{name}{given}>{joined(children)}</{name}>")


def joined(children: Iterable[Child]) -> Markup:
    """Pieces one after the other."""
    return Markup(
        "".join(
            escape(child) if isinstance(child, str) else str(child)
            for child in children
            if child is not None
        )
    )


def named(name: str) -> Markup:
    """The name of an entrant: on one line, cut off where there is no room, whole if pointed at;
    whichever way it is written, what comes after it is not moved."""
    line = shown(name)
    return tag("bdi", line, class_="name", title=line)


def scaled(on: Span) -> Markup:
    """The head of a column of whiskers: their scale, and a word for those who do not see it."""
    return joined((tag("span", "drawn", class_="unseen"), scale(on)))


def table(
    caption: Child,
    heads: Sequence[tuple[Child, str | None]],
    rows: Iterable[Sequence[Child]],
    *,
    look: str | None = None,
    marked: Sequence[str | None] = (),
) -> Markup:
    """A table that scrolls by itself where it is too wide. A head is what stands above a column,
    and the class of the column; the first cell whose column is `who` heads its row. `marked` are
    classes of rows."""
    written = []
    for number, row in enumerate(rows):
        cells = [
            tag("th", cell, scope="row", class_=kind)
            if kind == "who"
            else tag("td", cell, class_=kind)
            for cell, (_, kind) in zip(row, heads, strict=True)
        ]
        mark = marked[number] if number < len(marked) else None
        written.append(tag("tr", *cells, class_=mark))
    above = [tag("th", head, scope="col", class_=kind) for head, kind in heads]
    return tag(
        "div",
        tag(
            "table",
            tag("caption", caption),
            tag("thead", tag("tr", *above)),
            Markup("\n"),
            tag("tbody", *(joined((row, Markup("\n"))) for row in written)),
            class_=look,
        ),
        class_="scroll",
        tabindex="0",
        role="region",
        aria_label=caption if isinstance(caption, str) else None,
    )
