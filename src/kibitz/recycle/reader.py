"""Text to s-expressions. RECYCLE is parenthesised prefix notation; the value here is in the messages.

The reader never gives up at the first error: it reports what it finds and hands on what it can,
so that one run shows all that is wrong. It is iterative: depth is bounded by a message, not by
Python's stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kibitz.recycle.diagnostics import Diagnostics, Source

__all__ = ["Atom", "Comment", "Form", "Item", "read"]

DEEPEST = 120
"""Brackets nested deeper than this are a mistake (the deepest game known has 31)."""

Kind = Literal["name", "variable", "number", "word", "mark"]


@dataclass(frozen=True, slots=True)
class Atom:
    """A name (`HEARTS`), variable (`'C`), number, word (`move`, `==`) or mark (`:` `,` `..`)."""

    text: str
    kind: Kind
    start: int
    end: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Form:
    """A bracketed list."""

    items: tuple[Item, ...]
    start: int
    end: int

    @property
    def head(self) -> str:
        """The leading word, or an empty string."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Atom) else ""

    def __str__(self) -> str:
        return "(" + " ".join(map(str, self.items)) + ")"


Item = Atom | Form


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its text from the first `;` on."""

    text: str
    start: int
    alone: bool


_TOKEN = re.compile(
    r"""(?P<space>[\s\ufeff]+)
      | (?P<comment>;[^\n]*)
      | (?P<bracket>[()])
      | (?P<variable>'[A-Za-z_0-9]*)
      | (?P<number>[0-9]+)
      | (?P<mark>\.\.|,|:)
      | (?P<word>==|!=|<=|>=|//|[<>+\-*%^]|[A-Za-z_][A-Za-z_0-9]*)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


def read(source: Source, found: Diagnostics) -> tuple[Form | None, list[Comment]]:
    """The one form of a description, and its comments."""
    open_forms: list[tuple[int, list[Item]]] = []
    top: list[Form] = []
    comments: list[Comment] = []
    text = source.text
    too_deep = False
    strange = 0
    for match in _TOKEN.finditer(text):
        kind, start, end = match.lastgroup, match.start(), match.end()
        token = match.group()
        if kind == "space":
            continue
        if kind == "comment":
            line_start = text.rfind("\n", 0, start) + 1
            comments.append(Comment(token.rstrip(), start, not text[line_start:start].strip()))
            continue
        if kind == "bracket" and token == "(":
            if len(open_forms) >= DEEPEST and not too_deep:
                found.error(start, end, f"brackets are nested more than {DEEPEST} deep here")
                too_deep = True
            open_forms.append((start, []))
            continue
        if kind == "bracket":
            if not open_forms:
                _surplus(text, start, top, found)
                continue
            opened, items = open_forms.pop()
            form = Form(tuple(items) if len(open_forms) <= DEEPEST else (), opened, end)
            if open_forms:
                open_forms[-1][1].append(form)
            else:
                top.append(form)
            continue
        atoms = _atoms(kind, token, start, end, found)
        if not atoms:
            strange += 1
            if strange > 20:
                found.error(start, end, "this does not look like a RECYCLE description")
                return None, comments
        elif open_forms:
            open_forms[-1][1].extend(atoms)
        elif not top:
            found.error(start, end, f"`{token}` stands outside the description: `(game` was "
                        "expected")
            return None, comments
        else:
            found.error(start, end, f"`{token}` stands after the end of the description")
            break
    for opened, _ in open_forms[:1]:
        _never_closed(source, [at for at, _ in open_forms], found)
        found.error(opened, opened + 1, "this bracket is never closed")
    if not top and not open_forms:
        found.error(0, 1, "there is no `(game ...)` here")
    for extra in top[1:2]:
        found.error(extra.start, extra.start + 1, "a second form after the end of the description")
    return (top[0] if top else None), comments


def _surplus(text: str, start: int, top: list[Form], found: Diagnostics) -> None:
    if top:
        found.warning(start, start + 1, "a surplus `)` after the end of the description")
    else:
        found.error(start, start + 1, "this `)` closes nothing")


def _never_closed(source: Source, opened: list[int], found: Diagnostics) -> None:
    """Point at the likeliest culprit: the last open bracket that starts a line at its own depth."""
    columns = [source.place(at) for at in opened]
    for outer, inner in zip(columns, columns[1:], strict=False):
        if inner[0] > outer[0] and inner[1] <= outer[1]:
            at = opened[columns.index(outer)]
            if at != opened[0]:
                found.error(
                    at, at + 1, "this bracket is probably the one that is not closed",
                    "what follows is indented as if it were outside",
                )
            return


_TOUCHING = re.compile(
    r"(?P<name>'?[A-Z]+)(?P<word>vloc|iloc|hloc|oloc|mem|sto|str|points|using|player|team)"
    r"|(?P<first>[a-z]+)(?P<number>[0-9]+)"
)
"""Tokens are as long as they can be, so `'OPvloc` is two of them: a variable and a word."""


def _atoms(kind: str | None, token: str, start: int, end: int, found: Diagnostics) -> list[Atom]:
    touching = _TOUCHING.fullmatch(token)
    if touching:
        cut = start + len(touching["name"] or touching["first"])
        first, second = token[: cut - start], token[cut - start :]
        kinds = ("variable" if first[0] == "'" else "word", "number" if second[0].isdigit() else "word")
        return [
            *_atoms(kinds[0], first, start, cut, found),
            *_atoms(kinds[1], second, cut, end, found),
        ]
    if kind == "number":
        if len(token) > 10 or int(token) > 2**31 - 1:
            found.error(start, end, "numbers go up to 2147483647")
            return [Atom("0", "number", start, end)]
        return [Atom(str(int(token)), "number", start, end)]
    if kind == "mark":
        return [Atom(token, "mark", start, end)]
    if kind == "variable":
        if not re.fullmatch(r"'[A-Z]+", token):
            found.error(
                start, end, f"`{token}` is not a variable",
                "a variable is a quote and capital letters, like 'C or 'HAND",
            )
            token = "'" + (re.sub("[^A-Z]", "", token.upper()) or "X")
        return [Atom(token, "variable", start, end)]
    if kind == "word":
        if re.fullmatch("[A-Z]+", token):
            return [Atom(token, "name", start, end)]
        if token != token.lower() or re.search("[0-9_]", token):
            found.error(
                start, end, f"`{token}` is neither a name nor a word of the language",
                "names are capital letters only (TWO, HEARTS), words are lower case (move, size)",
            )
            return [Atom(re.sub("[^A-Z]", "", token.upper()) or "X", "name", start, end)]
        return [Atom(token, "word", start, end)]
    shown = token if token.isprintable() else f"U+{ord(token):04X}"
    found.error(start, end, f"the character `{shown}` has no meaning in RECYCLE")
    return []
