"""What is printed has no effect on the terminal but to be read.

Names and messages come from descriptions, records and other people's bots. A control character in
one of them could move the cursor, set the title or turn the text around; so each is shown as a
picture of itself. What rich writes to colour the text is left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.console import (
    Console,
    ConsoleOptions,
    ConsoleRenderable,
    RenderableType,
    RenderHook,
    RenderResult,
)
from rich.segment import Segment

__all__ = ["console", "escaped", "visible"]

_ACTING = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""Characters that act, besides those below the space: Unicode's second set of controls, ends of
lines, and those that turn the direction of writing."""

_CONTROL = re.compile(f"[\x00-\x08\x0b-\x1f{_ACTING}]")


def visible(text: str) -> str:
    """A text with pictures in place of control characters; tabs and ends of lines stay.

    >>> visible("\\x1b[2Jgone")
    '␛[2Jgone'
    """
    return _CONTROL.sub(_picture, text)


def escaped(json: str) -> str:
    """A text in JSON, which knows how to write control characters, with those it let pass."""
    return re.sub(f"[{_ACTING}]", lambda found: f"\\u{ord(found[0]):04x}", json)


def _picture(found: re.Match[str]) -> str:
    number = ord(found[0])
    return chr(0x2400 + number) if number < 0x20 else "␡" if number == 0x7F else "\ufffd"


@dataclass(frozen=True, slots=True)
class _Visible:
    """Something to be printed, as rich renders it, without control characters in its texts."""

    what: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.what, options):
            text, style, control = segment
            clean = control or not _CONTROL.search(text)
            yield segment if clean else Segment(visible(text), style)


class _Cleaning(RenderHook):
    """Has everything printed so."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Visible(each) for each in renderables]


def console(*, stderr: bool = False) -> Console:
    """A console that prints so."""
    found = Console(stderr=stderr, highlight=False)
    found.push_render_hook(_Cleaning())
    return found
