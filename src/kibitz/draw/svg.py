"""SVG as a tree of elements: what is text stays text, whatever it contains.

There is nothing here but writing: `element("text", "A & B", x=1.5)` is a value, and its `str` is
the markup. Children that are strings are always escaped, so a card or a player may have any name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Element", "element", "number"]

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may contain, not even escaped."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def number(value: float) -> str:
    """A number, short: at most two decimals, none where they say nothing.

    >>> number(3.0), number(1 / 3), number(-0.001)
    ('3', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Text as XML writes it, in content or between double quotes."""
    text = FORBIDDEN.sub("\ufffd", text)
    for plain, written in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(plain, written)
    return text


@dataclass(frozen=True, slots=True)
class Element:
    """An element with its attributes and children; `str` writes it."""

    name: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple[Element | str, ...]

    def __str__(self) -> str:
        parts: list[str] = []
        self._write(parts)
        return "".join(parts)

    def _write(self, parts: list[str]) -> None:
        parts.append(f"<{self.name}")
        parts.extend(f' {name}="{escape(value)}"' for name, value in self.attributes)
        if not self.children:
            parts.append("/>")
            return
        parts.append(">")
        for child in self.children:
            if isinstance(child, Element):
                child._write(parts)
            else:
                parts.append(escape(child))
        parts.append(f"</{self.name}>")


def element(tag: str, *children: Element | str, **attributes: str | float | None) -> Element:
    """An element; an attribute that is None is left out.

    Python's names become SVG's: `class_` is `class`, `stroke_width` is `stroke-width`.

    >>> print(element("text", "A & B", x=1.5, class_="label"))
    <text x="1.5" class="label">A &amp; B</text>
    """
    written = []
    for name, value in attributes.items():
        if value is not None:
            told = value if isinstance(value, str) else number(value)
            written.append((name.rstrip("_").replace("_", "-"), told))
    if not all(NAME.fullmatch(name) for name in (tag, *dict(written))):
        raise ValueError(f"not a name of an element or attribute among {tag!r}, {dict(written)!r}")
    return Element(tag, tuple(written), children)
