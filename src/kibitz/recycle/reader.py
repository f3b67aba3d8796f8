"""Text to s-expressions. RECYCLE is bracketed prefix notation; the value here is in the messages.

The reader never gives up at the first error: it reports what it finds and hands on what it can,
so that one run shows all that is wrong. It is iterative: depth is bounded by a message, not by
Python's stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kibitz.recycle.brackets import missing, surplus
from kibitz.recycle.diagnostics import Diagnostics, Source
from kibitz.recycle.vocabulary import TOPICS, words

__all__ = ["Atom", "Comment", "Form", "Item", "read"]

DEEPEST = 60
"""Brackets nested deeper than this are a mistake (the deepest game known has 31)."""

LONGEST_TEXT = 500_000
"""Characters of a description (the longest game known has 50,000)."""

MOST_STRANGE = 20
"""A text with more strange characters than this is something else."""

Kind = Literal["name", "variable", "number", "word", "mark", "text", "strange"]


@dataclass(frozen=True, slots=True)
class Atom:
    """A name (`HEARTS`), variable (`'C`), number, word (`move`, `==`), mark (`:` `,` `..`) or text
    (in quotation marks, which belong to it).

    A strange one is none of these: its error has been reported.
    """

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


SLIPS = {
    "=": "==", "===": "==", "=>": ">=", "=<": "<=", "<>": "!=", "!": "not", "&": "and",
    "&&": "and", "|": "or", "||": "or", "/": "//", "≤": "<=", "≥": ">=", "≠": "!=", "×": "*",
    "÷": "//", "−": "-", "–": "-", "—": "-",
}  # fmt: skip
"""Operators of other languages, and what they are here."""

_TOKEN = re.compile(
    r"""(?P<space>[\s\ufeff]+)
      | (?P<comment>;[^\n]*)
      | (?P<bracket>[()\[\]{}])
      | (?P<variable>'[A-Za-z_0-9]*)
      | (?P<quote>[’‘‛´`′][A-Z]+)
      | (?P<string>"[^"\n]*")
      | (?P<foreign>\#[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?)
      | (?P<number>[0-9]+(?![0-9A-Z_]))
      | (?P<mark>\.\.|,|:)
      | (?P<slip>===|=>|=<|<>|=(?!=)|&&?|\|\|?|!(?!=)|/(?!/)|[≤≥≠×÷−–—])
      | (?P<word>==|!=|<=|>=|//|[<>+\-*%^]|[A-Za-z_0-9]+)
      | (?P<other>.[A-Za-z_0-9]*)""",
    re.VERBOSE | re.DOTALL,
)

_TOUCHING = re.compile(
    r"(?P<name>'?[A-Z]+)(?P<word>vloc|iloc|hloc|oloc|mem|isto|istr|sto|str|points|using|player|team)"
    r"|(?P<first>[a-z]+)(?P<number>[0-9]+)"
)
"""Tokens are as long as they can be, so `'OPvloc` is two of them: a variable and a word."""


def read(source: Source, found: Diagnostics) -> tuple[Form | None, list[Comment]]:
    """The one form of a description, and its comments."""
    reader = _Reader(source, found)
    return reader.read(), reader.comments


class _Reader:
    def __init__(self, source: Source, found: Diagnostics) -> None:
        self.source = source
        self.text = source.text
        self.found = found
        self.open: list[tuple[int, list[Item]]] = []
        self.top: list[Form] = []
        self.comments: list[Comment] = []
        self.told: set[str] = set()
        self.strange = 0

    def read(self) -> Form | None:
        if len(self.text) > LONGEST_TEXT:
            self.found.error(
                0,
                1,
                f"a description has at most {LONGEST_TEXT} characters, this has {len(self.text)}",
            )
            return None
        at = 0
        while match := _TOKEN.match(self.text, at):
            start, at = at, match.end()
            kind, token = str(match.lastgroup), match.group()
            if kind == "space":
                continue
            if kind == "word" and token == "//" and self._comments(start):
                kind, at = "foreign", self._line_end(start)
            if kind == "comment":
                alone = not self.text[self._line_start(start) : start].strip()
                self.comments.append(Comment(token.rstrip(), start, alone))
            elif kind == "foreign":
                self.once("comment", start, start + 2, "a comment begins with `;;`")
            elif kind == "bracket":
                self._bracket(token, start)
            elif len(self.top) > 0 and not self.open:
                return self._trailing(
                    start, at, f"`{_shown(token)}` stands after the end of the game"
                )
            elif not self.open:
                self.found.error(
                    start, at, f"`{_shown(token)}` stands before any bracket: `(game` was expected"
                )
                return None
            else:
                self.open[-1][1].extend(self._atoms(kind, token, start, at))
                if self.strange > MOST_STRANGE:
                    self.found.error(start, at, "this does not look like a RECYCLE description")
                    return None
            if len(self.top) > 1:
                second = self.top[1].start
                return self._trailing(second, second + 1, "a second form after the end of the game")
        if self.open:
            self._never_closed()
            return None
        if not self.top:
            self.found.error(0, 1, "there is no `(game ...)` here")
            return None
        return self.top[0]

    def once(self, what: str, start: int, end: int, message: str, hint: str | None = None) -> None:
        """Report a slip the first time it is made."""
        if what not in self.told:
            self.told.add(what)
            self.found.error(start, end, message, hint)

    def _line_start(self, at: int) -> int:
        return self.source.line_starts[self.source.place(at)[0] - 1]

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _comments(self, at: int) -> bool:
        """Whether a `//` begins a comment, as elsewhere, rather than a division."""
        before = self.text[self._line_start(at) : at].strip()
        after = self.text[at : self._line_end(at)]
        return not before or (before[-1] != "(" and not re.search("[()]", after))

    # --- brackets -----------------------------------------------------------------------------

    def _bracket(self, token: str, start: int) -> None:
        if token in "[]{}":
            self.once(
                "[",
                start,
                start + 1,
                f"`{token}` is not a bracket in RECYCLE",
                "there are only round ones, ( and )",
            )
        if token in "([{":
            if len(self.open) == DEEPEST:
                self.once(
                    "deep", start, start + 1, f"brackets are nested more than {DEEPEST} deep here"
                )
            self.open.append((start, []))
        elif self.open:
            opened, items = self.open.pop()
            kept = tuple(items) if len(self.open) < DEEPEST else ()
            form = Form(kept, opened, start + 1)
            (self.open[-1][1] if self.open else self.top).append(form)
        elif not self.top:
            self.once("early", start, start + 1, "this `)` closes nothing")
        elif ")" not in self.told:
            self.told.add(")")
            self.found.warning(start, start + 1, "a surplus `)` after the end of the description")

    def _never_closed(self) -> None:
        count = len(self.open)
        left = f"at the end of the text {count} brackets are open" if count > 1 else None
        guess = missing(self.source)
        if guess is None:
            at = self.open[0][0]
            self.found.error(at, at + 1, "this bracket is never closed", left)
        else:
            at, line = guess
            self.found.error(
                at,
                at + 1,
                "this bracket is never closed, it seems",
                f"line {line} is indented as if it were closed before",
            )

    def _trailing(self, start: int, end: int, message: str) -> Form | None:
        """There is more after the game: perhaps a bracket closes it too early."""
        line = self.source.place(self.top[0].end - 1)[0]
        guess = surplus(self.source)
        if guess is None:
            self.found.error(
                start,
                end,
                message,
                f"the game began and ended before: its last bracket is on line {line}",
            )
            return self.top[0]
        at, line = guess
        self.found.error(
            at,
            at + 1,
            "this `)` closes too much, it seems",
            f"line {line} is indented as if it stood inside",
        )
        return None

    # --- everything else ----------------------------------------------------------------------

    def _atoms(self, kind: str, token: str, start: int, end: int) -> list[Atom]:
        touching = _TOUCHING.fullmatch(token)
        if touching and (touching["name"] or _followed(touching["first"])):
            cut = start + len(touching["name"] or touching["first"])
            first, second = token[: cut - start], token[cut - start :]
            return [
                *self._atoms("variable" if first[0] == "'" else "word", first, start, cut),
                *self._atoms("number" if second[0].isdigit() else "word", second, cut, end),
            ]
        return (
            [getattr(self, "_" + kind)(token, start, end)]
            if kind != "other"
            else (self._other(token, start, end))
        )

    def _number(self, token: str, start: int, end: int) -> Atom:
        items = self.open[-1][1]
        sign = items[-1] if len(items) > 1 and items[-1].end == start else None
        negative = isinstance(sign, Atom) and sign.text == "-"
        if negative and sign is not None:  # `(-3 2)` is a difference: what comes first is a word
            del items[-1]
            start = sign.start
            before = items[-1]
            if before.end == start and not (isinstance(before, Atom) and before.kind == "mark"):
                shown = _shown(self.text[before.start : before.end])
                self.found.error(start, end, f"`-` comes first: (- {shown} {token})")
                return Atom(token, "strange", start, end)
        if len(token) > 10 or int(token) > 2**31 - (not negative):
            self.found.error(start, end, "numbers go from -2147483648 to 2147483647")
            token = "0"
        return Atom(str(-int(token) if negative else int(token)), "number", start, end)

    def _mark(self, token: str, start: int, end: int) -> Atom:
        return Atom(token, "mark", start, end)

    def _variable(self, token: str, start: int, end: int) -> Atom:
        if not re.fullmatch(r"'[A-Z]+", token):
            self.once(
                token,
                start,
                end,
                f"`{_shown(token)}` is not a variable",
                "a variable is a quote and capital letters, like 'C or 'HAND",
            )
            token = "'" + _capitals(token)
        return Atom(token, "variable", start, end)

    def _quote(self, token: str, start: int, end: int) -> Atom:
        self.once(
            "'",
            start,
            start + 1,
            f"`{token[0]}` is not the quote of a variable",
            f"it is the straight one: '{token[1:]}",
        )
        return Atom("'" + token[1:], "variable", start, end)

    def _string(self, token: str, start: int, end: int) -> Atom:
        if list(map(str, self.open[-1][1])) == ["label"]:
            return Atom(token, "text", start, end)
        name = token[1:-1].upper()
        if not (name.isalpha() and name.isascii()):
            self.once(
                '"',
                start,
                end,
                "a text in quotation marks stands only after `label`",
                'an option is named by (label "declare the marriage" STATEMENT)',
            )
            return Atom(token, "strange", start, end)
        self.once('"', start, end, f"names stand without quotation marks: {name}")
        return Atom(name, "name", start, end)

    def _slip(self, token: str, start: int, end: int) -> Atom:
        if self.open[-1][1] and SLIPS[token] != "-":
            self.once(
                token,
                start,
                end,
                f"`{token}` makes no sense here",
                "operators come first, (== A B); a pair has a colon, (RANK : ACE)",
            )
            return Atom(token, "strange", start, end)
        self.once(
            token,
            start,
            end,
            f"`{token}` is not an operator in RECYCLE; did you mean `{SLIPS[token]}`?",
        )
        return Atom(SLIPS[token], "word", start, end)

    def _word(self, token: str, start: int, end: int) -> Atom:
        if re.fullmatch("[A-Z]+", token):
            return Atom(token, "name", start, end)
        if re.search("[A-Z0-9_]", token):
            leads = not self.open[-1][1] and token.lower() in words(*TOPICS)
            text = token.lower() if leads else _capitals(token)
            self.once(
                token,
                start,
                end,
                f"`{_shown(token)}` is neither a name nor a word of the language",
                f"did you mean `{_shown(text)}`?"
                if token.isalpha()
                else "names are capital letters only: TWO, PLAYERONE",
            )
            return Atom(text, "word" if leads else "name", start, end)
        return Atom(token, "word", start, end)

    def _other(self, token: str, start: int, end: int) -> list[Atom]:
        """A strange character is left out if it touches something, else a strange thing."""
        shown = token[0] if token[0].isprintable() else f"U+{ord(token[0]):04X}"
        self.strange += 1
        if token[0] == '"':
            self.once('"', start, start + 1, "this quotation mark is not closed on its line")
        else:
            self.once(
                token[0], start, start + 1, f"the character `{shown}` has no meaning in RECYCLE"
            )
        items = self.open[-1][1]
        return [] if items and items[-1].end == start else [Atom(token, "strange", start, end)]


def _shown(token: str) -> str:
    return token if len(token) <= 40 else token[:37] + "..."


def _capitals(token: str) -> str:
    """Some name for what should have been one."""
    letters = (chr(65 + int(ch)) if ch.isdigit() else ch for ch in token.upper())
    return "".join(ch for ch in letters if "A" <= ch <= "Z") or "X"


def _followed(word: str) -> bool:
    """Whether a number may touch a word."""
    return word in ("players", "largest") or word in words(*TOPICS)
