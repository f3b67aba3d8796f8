"""Descriptions in the house style: the current dialect, two spaces a level, comments kept.

    >>> print(format_source(Source("(game (setup (create players 2)) (do ((turn pass))))")), end="")
    (game
    <BLANKLINE>
      (setup
        (create players 2))
    <BLANKLINE>
      (do ((turn pass))))

Of the author's own lines only the blank ones between statements are kept, and their rows of awards
and summands.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from kibitz.recycle.diagnostics import Source
from kibitz.recycle.dialects import BINDERS, Piece, modern

__all__ = ["format_source"]

WIDTH = 100
HEADERS = {
    "let": 3,
    "any": 3,
    "all": 3,
    "filter": 3,
    "repeat": 2,
    "label": 2,
    "else": 1,
    "define": 2,
    "set": 2,
    "inc": 2,
    "dec": 2,
}
"""So many items stay on the first line of a broken form; what follows is indented below them."""


def format_source(source: Source) -> str:
    """The text of a description in the house style; raises `DescriptionError` for broken text."""
    game, footer = modern(source)
    return _Printer().description(game, footer)


@dataclass(eq=False, slots=True)
class _Line:
    text: str
    comment: str = ""


class _Printer:
    """Writes pieces to lines."""

    def __init__(self) -> None:
        self.lines: list[_Line] = []

    def description(self, game: Piece, footer: list[str]) -> str:
        _measure(game)
        self.start(0, game.before)
        self.piece(game, 0)
        self.start(0, footer)
        return _joined(self.lines)

    def start(self, indent: int, notes: list[str]) -> None:
        """A new line, after comments on lines of their own."""
        for note in notes:
            if note or (self.lines and (self.lines[-1].text or self.lines[-1].comment)):
                self.lines.append(_Line(" " * indent if note else "", note))
        self.lines.append(_Line(" " * indent))

    def piece(self, piece: Piece, tail: int, base: int | None = None, kind: str = "") -> None:
        """A piece, with so many characters to follow on its last line.

        It is indented from where it stands, or from `base`, if it is the `block` or `rows` of the
        form it stands in, or a block that its form `hugs`.
        """
        line = self.lines[-1]
        column = len(line.text)
        if piece.text or (piece.flat and not kind and column + len(piece.flat) + tail <= WIDTH):
            line.text += piece.flat or piece.text
            line.comment = piece.after
            return
        base = column if base is None else base
        line.text += "("
        line.comment = piece.opening
        begins, indent, inner = _shape(piece, column, base, tail, kind)
        statements = kind == "block" or piece.head in ("game", "setup", "stage")
        for i, item in enumerate(piece.items):
            line = self.lines[-1]
            if begins[i] or any(item.before) or line.comment:
                blanks = statements and (piece.is_game or any(begins[:i]))
                self.start(indent, item.before if blanks else list(filter(None, item.before)))
            elif i:
                line.text += " "
            if inner and i == len(piece.items) - 1:
                self.piece(item, tail + 1, base, inner)
            else:
                self.piece(item, _room(piece, begins, i, tail))
        if any(piece.inside):
            self.start(base + 2, piece.inside)
            self.lines[-1].text = " " * base
        elif piece.after and self.lines[-1].comment:
            self.start(base, [])
        self.lines[-1].text += ")"
        self.lines[-1].comment = piece.after or self.lines[-1].comment


def _measure(piece: Piece) -> None:
    """Find out which pieces may stand on one line, and what they look like there."""
    for item in piece.items:
        _measure(item)
    items = piece.items
    limit = _limit(piece)
    if (
        piece.opening
        or any(piece.inside)
        or any(item.flat is None or item.after or any(item.before) for item in items)
    ):
        limit = 0
    text = piece.text or "(" + " ".join(item.flat or "" for item in items) + ")"
    piece.flat = text if len(text) <= limit else None


def _limit(piece: Piece) -> int:
    """How long a form may be on one line."""
    items, head = piece.items, piece.head
    if head in ("setup", "stage", "choice") or piece.is_game:
        return 0
    if head == "create" and piece.at(1) == "deck":
        return 0
    if piece.is_block and len(items[1].items) > 1:
        return 0
    if head in BINDERS and head != "filter" and not piece.at(1):
        return 68
    if piece.is_conditional:
        return 84
    limits = {"and": 60, "or": 60, "do": 60, "deck": 72, "set": 88, "inc": 88, "dec": 88}
    return limits.get(head, 78 if head in BINDERS else WIDTH)


def _room(piece: Piece, begins: list[bool], i: int, tail: int) -> int:
    """How much follows an item on its line."""
    room = 0
    for item, starts in zip(piece.items[i + 1 :], begins[i + 1 :], strict=True):
        if starts or item.flat is None:
            return room
        room += 1 + len(item.flat)
    return room + 1 + tail


def _shape(
    piece: Piece, column: int, base: int, tail: int, kind: str
) -> tuple[list[bool], int, str]:
    """How to break a form: which items begin a line, where, and what its last item is to it."""
    items, head, size = piece.items, piece.head, len(piece.items)
    under = base + 2
    if kind == "rows":
        return _rows(items, under, WIDTH, tail + 1), under, ""
    if piece.is_block or piece.is_award_list:
        return [False] * size, under, "block" if piece.is_block else "rows"
    header = 1 if piece.is_conditional else HEADERS.get(head, size)
    if kind == "block" or head in ("setup", "stage") or piece.is_game:
        first = 0 if kind == "block" else 2 if head == "stage" else 1
        return [i >= first for i in range(size)], under, ""
    if head == "create" and piece.at(1) == "deck":
        header = size - 1
    if header == size - 1:
        hugs = items[-1].is_block and not any(items[-1].before)
        hugs = hugs and all(item.text and not item.after for item in items[:-1])
        stays = hugs or items[-1].text
        return [i == header and not stays for i in range(size)], under, "hugs" if hugs else ""
    if size > 2 and items[-2].text == "using":
        return [i == size - 2 for i in range(size)], under, ""
    indent = column + 2 + len(head) if head else column + 1
    if head in ("+", "*"):
        return [False, *_rows(items[1:], indent, indent, tail + 1)], indent, ""
    if head.endswith(","):
        return _rows(items, column + 1, column + 1, tail + 1), column + 1, ""
    forms = [i for i, item in enumerate(items) if not item.text]
    return [i in forms[1:] for i in range(size)], indent, ""


def _rows(items: list[Piece], indent: int, column: int, tail: int) -> list[bool]:
    """Which items begin a line: the author's rows if there are some, else as many as fit."""

    def rows(authored: bool) -> list[bool]:
        begins: list[bool] = []
        at = column
        for i, item in enumerate(items):
            width = WIDTH if item.flat is None else len(item.flat)
            last = i == len(items) - 1
            starts = at + 1 + width + (tail if last else 0) > WIDTH and (i > 0 or column == WIDTH)
            if i and not starts:
                previous = items[i - 1]
                changed = [p.head for p in item.items] != [p.head for p in previous.items]
                starts = any(item.before) or bool(previous.after)
                starts = starts or (item.fresh if authored else changed)
            begins.append(starts)
            at = indent + width if starts else at + 1 + width
        return begins

    kept = rows(authored=True)
    return rows(authored=False) if all(kept[1:]) else kept


def _joined(lines: list[_Line]) -> str:
    """The lines, with the comments at the end of neighbouring lines aligned."""

    def key(line: _Line) -> tuple[bool, int]:
        noted = bool(line.comment and line.text.strip())
        return noted, len(line.text) - len(line.text.lstrip())

    texts: list[str] = []
    for (noted, _), group in groupby(lines, key):
        block = list(group)
        widths = [len(line.text) for line in block]
        aligned = max(widths) if max(widths) - min(widths) <= 20 else 0
        for line in block:
            column = max(aligned, len(line.text)) + 2 if noted else 0
            texts.append((line.text.ljust(column) + line.comment).rstrip())
    return "\n".join(texts).strip("\n") + "\n"
