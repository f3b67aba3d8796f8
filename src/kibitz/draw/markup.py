"""HTML as it is written here: what is text stays text, whatever it contains.

`tag("td", name)` is markup whose texts are escaped; only what is markup already, or a drawing, goes
in as it is. `document` makes a page of it that is complete by itself: no script, nothing fetched
from elsewhere, by day and by night, on a phone and on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files

from kibitz.draw.svg import Element, escape

__all__ = ["Child", "Markup", "document", "joined", "look", "table", "tag"]

ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
    "%3Crect width='32' height='32' rx='7' fill='%232d6b51'/%3E"
    "%3Cpath d='M16 5l9 11-9 11-9-11z' fill='%23e2b13c'/%3E%3C/svg%3E"
)

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


def look() -> str:
    """The style sheet of all our pages that are files: colours, type, tables, sections, paper. The
    classes it knows: `held` (a bar above all), `top` (the width of the page), `quiet`, `notice`,
    `num`, `fine`, `text`, `who`, `scroll`, `drawing`, `facts` and `plots` (each a row of what is a
    `panel`, with its `value` and what it `says`), `fold`, `paperless`, `unseen`."""
    return files(__package__).joinpath("document.css").read_text(encoding="utf-8")


def document(title: str, *body: Child, style: str = "") -> str:
    """A whole page in our look; `style` comes after the rules that all pages share."""
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("link", rel="icon", href=ICON),
        tag("style", Markup(f"\n{look()}{style}")),
    ]
    lines = [joined((part, "\n")) for part in body if part is not None]
    page = tag("html", tag("head", *head), "\n", tag("body", *lines), lang="en")
    return f"<!doctype html>\n{page}\n"
