"""Older spellings rewritten: a description in the current dialect, whatever it was written in.

The rewriting works on the reader's forms alone and keeps their meaning; comments stay with what
they stand by. `kibitz.recycle.formatter` prints the result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, product

import kibitz.recycle.statements  # noqa: F401  (fills the table of words)
from kibitz.recycle.diagnostics import Diagnostics, Source
from kibitz.recycle.reader import Atom, Comment, Item, read
from kibitz.recycle.vocabulary import words

__all__ = ["BINDERS", "Piece", "modern", "renewed"]

BINDERS = ("let", "any", "all", "filter")


def modern(source: Source) -> tuple[Piece, list[str]]:
    """A description in the current dialect, and the comments after its end.

    Raises `DescriptionError` for a text that is not one `(game ...)`.
    """
    found = Diagnostics(source)
    form, comments = read(source, found)
    if form is not None and form.head != "game":
        found.error(form.start, form.start + 1, "a description begins with `(game`")
    found.raise_if_wrong()
    assert form is not None
    top = Piece()
    builder = _Builder(source, comments)
    builder.add(form, top)
    footer = builder.notes(len(source.text) + 1, top)
    (game,) = top.items
    game.before[:0] = filter(None, [top.opening])
    return renewed(game), footer


def renewed(game: Piece) -> Piece:
    """A whole description in the current dialect; its pieces are changed."""
    return _modern(game, {})


@dataclass(eq=False, slots=True)
class Piece:
    """An atom or, if it has no text, a form, with the comments around it."""

    text: str = ""
    items: list[Piece] = field(default_factory=list)
    fresh: bool = False
    """It was the first on its line."""
    before: list[str] = field(default_factory=list)
    """Comments on lines of their own; an empty string is a blank line."""
    opening: str = ""
    """A comment right after the opening bracket."""
    inside: list[str] = field(default_factory=list)
    """Comments on lines of their own before the closing bracket."""
    after: str = ""
    """A comment at the end of the line."""
    flat: str | None = None
    """The piece on one line, if it may stand on one."""

    def at(self, i: int) -> str:
        """The text of an item, if it is there and an atom."""
        return self.items[i].text if i < len(self.items) else ""

    @property
    def head(self) -> str:
        return self.at(0)

    @property
    def is_name(self) -> bool:
        return self.text.isupper() and self.text[0] != "'"

    @property
    def is_block(self) -> bool:
        """(do (...)) or (choice (...))"""
        return self.head in ("do", "choice") and len(self.items) == 2 and not self.at(1)

    @property
    def is_award_list(self) -> bool:
        """(set (OWNER points NAME) (...))"""
        return (
            self.head == "set"
            and len(self.items) == 3
            and not self.at(2)
            and self.items[1].at(1) == "points"
        )

    @property
    def is_conditional(self) -> bool:
        """(CONDITION STATEMENT)"""
        return len(self.items) == 2 and not self.head and not self.at(1)

    @property
    def is_game(self) -> bool:
        return self.head == "game" and not self.at(1)


class _Builder:
    """Turns forms into pieces, taking up the comments in passing."""

    def __init__(self, source: Source, comments: list[Comment]) -> None:
        self.source = source
        self.comments = deque(comments)

    def add(self, item: Item, parent: Piece) -> None:
        piece = Piece(before=self.notes(item.start, parent))
        piece.fresh, blank = self.line_start(item.start)
        piece.before += [""] * blank
        parent.items.append(piece)
        if isinstance(item, Atom):
            piece.text = item.text
            return
        for inner in item.items:
            self.add(inner, piece)
        piece.inside = self.notes(item.end, piece)

    def notes(self, until: int, parent: Piece) -> list[str]:
        """The comments up to here; one at the end of a line goes to what it follows."""
        notes: list[str] = []
        last = parent.items[-1] if parent.items else None
        while self.comments and self.comments[0].start < until:
            comment = self.comments.popleft()
            if comment.alone or notes or (last and last.after):
                notes += [""] * self.line_start(comment.start)[1] + [comment.text]
            elif last:
                last.after = comment.text
            else:
                parent.opening = comment.text
        return notes

    def line_start(self, start: int) -> tuple[bool, bool]:
        """Whether a line starts here, and whether the one before it is blank."""
        line, column = self.source.place(start)
        fresh = not self.source.line(line)[: column - 1].strip()
        return fresh, fresh and line > 1 and not self.source.line(line - 1).strip()


def _modern(piece: Piece, scope: dict[str, str]) -> Piece:
    """A piece in the current dialect. The scope says which variables are names."""
    items = piece.items
    for i, item in enumerate(items):
        if i == 3 and piece.head in BINDERS:
            kind = _kind(items[1], scope)
            if piece.head != "let":
                kind = {"strs": "str"}.get(kind, "")
            scope = {**scope, items[2].text: kind.replace("mem", "")}
        if i == 2 and piece.head == "define":
            scope = {**scope, **dict.fromkeys((p.text for p in items[1].items), "")}
        items[i] = _modern(item, scope)
        if item.head == "declare" and len(item.items) == 3:
            scope = {**scope, item.at(2): _kind(item.items[1], scope)}
    return _closed(_rewritten(piece, scope))


def _kind(piece: Piece, scope: dict[str, str]) -> str:
    """Whether a piece is a name, a list of names or a `mem` place; nothing else matters here."""
    if piece.text:
        return "str" if piece.is_name else scope.get(piece.text, "")
    if piece.at(1) in ("str", "istr", "mem"):
        return piece.at(1).removeprefix("i")
    if piece.head == "filter" and len(piece.items) == 4:
        return _kind(piece.items[1], scope)
    if piece.items and piece.items[0].is_name:
        return "strs"
    return "str" if piece.head == "cardatt" else ""


def _rewritten(piece: Piece, scope: dict[str, str]) -> Piece:
    """A form whose operands are modern already."""
    _commas(piece)
    items, head, size = piece.items, piece.head, len(piece.items)
    if head == "actual" and size == 2:
        if _kind(items[1], scope) != "mem":
            _drop(piece, 0)
            return _unwrapped(piece)
        items[0].text = "top"
    elif head == "put" and piece.at(1) == "points" and size == 4 and piece.at(2)[:1] in ("", "'"):
        items[0].text = "set"
        _drop(piece, 1)
        _point_map(items[1])
    elif head == "mod":
        items[0].text = "%"
    elif head == "partition" and size > 2:
        if _kind(items[-1], scope) == "str" != _kind(items[1], scope):
            items.insert(1, items.pop())
    elif head in ("range", "random"):
        _tighten(items)
    if size > 2 and items[-2].text == "using":
        _point_map(items[-1])
    if piece.is_block:
        if items[1].head in words("action", "flow"):  # a pair of brackets is missing
            items[1] = _closed(Piece(items=[items[1]]))
        _enter(items[0], items[1])
    elif piece.is_award_list:
        items[2].items = [award for old in items[2].items for award in _awards(old)]
        _enter(items[1], items[2])
    elif piece.is_game:
        for before, part in pairwise(items):
            listed = part.head in ("declare", "define") and part.head == before.head
            if not listed and "" not in part.before:
                part.before.insert(0, "")
    return piece


def _point_map(piece: Piece) -> None:
    """'NAME becomes (game points NAME)."""
    if piece.text[:1] == "'":
        piece.items = [Piece("game"), Piece("points"), Piece(piece.text[1:])]
        piece.text = ""


def _awards(award: Piece) -> list[Piece]:
    """((RANK (ACE, KING)) 5) becomes two awards."""
    ways = [_pairs(pair) for pair in award.items[:-1]]
    if all(len(pairs) == 1 for pairs in ways):
        return [award]
    notes = filter(None, _comments(award))
    awards = [_bare(Piece(items=[*way, award.items[-1]])) for way in product(*ways)]
    awards[0].fresh, awards[0].before = award.fresh, [*award.before, *notes]
    awards[-1].after = award.after
    return awards


def _pairs(piece: Piece) -> list[Piece]:
    """(RANK (ACE)) and (RANK:ACE) become (RANK : ACE)."""
    items = piece.items
    if len([item for item in items if item.text != ":"]) != 2:
        return [piece]
    for i in reversed([i for i, item in enumerate(items) if item.text == ":"]):
        _drop(piece, i)
    items[0].text = items[0].text.rstrip(",")
    items.insert(1, Piece(":"))
    value = items[2]
    if len(value.items) == 1 != len(value.items[0].items):
        items[2] = _unwrapped(value)
    if len(value.items) > 1 and (value.head[-1:] == "," or value.at(1) == ","):
        values = [Piece(v.text.rstrip(","), v.items) for v in value.items if v.text != ","]
        return [Piece(items=[*items[:2], item]) for item in values]
    return [piece]


def _bare(piece: Piece) -> Piece:
    """A copy without comments."""
    return Piece(piece.text, [_bare(item) for item in piece.items])


def _comments(piece: Piece) -> Iterator[str]:
    """The comments inside a piece."""
    yield piece.opening
    for item in piece.items:
        yield from (*item.before, *_comments(item), item.after)
    yield from piece.inside


def _commas(piece: Piece) -> None:
    """A comma goes with what it follows; a list has one between any two names or numbers."""
    items = piece.items
    atoms = [item for item in items if item.text and item.text != ","]
    is_list = (
        bool(items and atoms)
        and items[0] is atoms[0]
        and (
            all(atom.is_name for atom in atoms)
            or (len(items) > 1 and all(item.text.isdigit() or item.text == "," for item in items))
        )
    )
    for i in range(len(items) - 1, 0, -1):
        if items[i].text == "," and (is_list or items[i - 1].text):
            items[i - 1].text += "" if is_list else ","
            _drop(piece, i)
    for one, two in pairwise(items):
        if is_list and one.text and two.text:
            one.text += ","


def _tighten(items: list[Piece]) -> None:
    """a .. b becomes a..b."""
    if len(items) == 4 and items[2].text == ".." and items[1].text and items[3].text:
        if not any(item.after or any(item.before) for item in items[1:3]) and not any(
            items[3].before
        ):
            items[3].text = items[1].text + ".." + items[3].text
            del items[1:3]


def _drop(piece: Piece, i: int) -> None:
    """An item is left out; its comments go to its neighbours."""
    gone = piece.items.pop(i)
    notes = list(filter(None, gone.before))
    if i and not piece.items[i - 1].after:
        piece.items[i - 1].after = gone.after
    elif gone.after:
        notes.append(gone.after)
    if i < len(piece.items):
        piece.items[i].before[:0] = notes
    else:
        piece.inside[:0] = notes


def _unwrapped(piece: Piece) -> Piece:
    """The only item of a form, in its stead."""
    (item,) = piece.items
    notes = [piece.opening, *item.before, item.after if piece.after else "", *piece.inside]
    item.before = [*piece.before, *filter(None, notes)]
    item.after, item.fresh = piece.after or item.after, piece.fresh
    item.text = item.text.rstrip(",") or item.text
    return item


def _enter(header: Piece, body: Piece) -> None:
    """Comments between a header and the body it opens go into the body."""
    if header.after and body.items and not body.opening:
        header.after, body.opening = "", header.after
    (body.items[0].before if body.items else body.inside)[:0] = filter(None, body.before)
    body.before = []


def _closed(piece: Piece) -> Piece:
    """A comment after the last item moves behind the closing bracket, which will follow it."""
    if not piece.after and not any(piece.inside):
        if piece.items:
            piece.after, piece.items[-1].after = piece.items[-1].after, ""
            _closed(piece.items[-1])
        else:
            piece.after, piece.opening = piece.opening, ""
    return piece
