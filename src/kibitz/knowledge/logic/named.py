"""The named spelling of formulas, for games: `[! ~has(E,hearts)] K S K N has(W,QH)`.

    formula := `true` | `false` | has | `(` formula `)` | `~` formula
             | formula (`&` | `|` | `->` | `<->`) formula
             | (`and` | `or` | `xor` | `oneof`) `(` formula, ... `)`
             | (`K` | `Kw`) seat formula
             | (`Ev` | `Evw` | `C` | `Cw` | `D` | `Dw`) seat,... formula
             | (`[!` | `[?!`) formula `]` formula | (`<!` | `<?!`) formula `>` formula
             | (`forall` | `exists`) p1,... formula | p1
    has     := `has(` place `,` [`>=` number] cards `)` | seat_suit_rank

What stands in front of a formula binds tightest, then `&`, `|`, `->`, `<->`, the last two from the
right. `Kw` is "knows whether"; `Ev` says that each of them knows it, `C` that it is common
knowledge: each knows that each knows it, and so on. (`E` alone would be taken for East.) `p1` is
a proposition that is only a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from kibitz.errors import did_you_mean
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.spelling import NUMBERS, Vocabulary
from kibitz.knowledge.logic.tokens import END, Reader, Token
from kibitz.recycle.diagnostics import Source

__all__ = ["parse"]

LISTS: dict[str, Callable[[tuple[f.Formula, ...]], f.Formula]] = {
    "and": f.And,
    "or": f.Or,
    "xor": f.Xor,
    "oneof": f.OneOf,
}
SINGLE: dict[str, Callable[[int, f.Formula], f.Formula]] = {"K": f.Knows, "Kw": f.KnowsWhether}
GROUPS: dict[str, Callable[[tuple[int, ...], f.Formula], f.Formula]] = {
    "Ev": f.Everybody,
    "Evw": f.EverybodyWhether,
    "C": f.Common,
    "Cw": f.CommonWhether,
    "D": f.Distributed,
    "Dw": f.DistributedWhether,
}
QUANTIFIERS: dict[str, Callable[[tuple[int, ...], f.Formula], f.Formula]] = {
    "forall": f.Forall,
    "exists": f.Exists,
}
ANNOUNCEMENTS: dict[str, Callable[[f.Formula, f.Formula], f.Formula]] = {
    "[!": f.Announce,
    "[?!": f.AnnounceWhether,
    "<!": f.CanAnnounce,
    "<?!": f.CanAnnounceWhether,
}
WORDS = ("true", "false", "has", *LISTS, *SINGLE, *GROUPS, *QUANTIFIERS)
EXAMPLE = "a formula is written like `K N has(E,QH)`"

Wrap = Callable[[f.Formula], f.Formula]


class NamedReader(Reader):
    """Reads formulas in the words of a vocabulary."""

    TOKENS = re.compile(
        r"""(?P<space>\s+)
        |(?P<has>has\s*\([^()]*\))
        |(?P<word>\w+)
        |(?P<sign><->|->|[\[<]\s*\?\s*!|[\[<]\s*!|[~&|()\]>,])""",
        re.VERBOSE,
    )
    LEVELS = {"<->": 0, "->": 1, "|": 2, "&": 3}
    RIGHT = frozenset({"->", "<->"})

    def __init__(self, source: Source, vocabulary: Vocabulary) -> None:
        super().__init__(source)
        self.vocabulary = vocabulary

    def operand(self) -> f.Formula:
        wraps: list[Wrap] = []
        while (wrap := self._wrap()) is not None:
            wraps.append(wrap)
        found = self._core()
        for wrap in reversed(wraps):
            found = wrap(found)
        return found

    def _wrap(self) -> Wrap | None:
        """What stands in front of a formula, if anything does."""
        token = self.token
        opening = re.sub(r"\s", "", token.text)
        if self.accept("~"):
            return f.Not
        if token.kind == "sign" and opening in ANNOUNCEMENTS:
            self.take()
            announcement = self.binary()
            self.expect("]" if opening.startswith("[") else ">")
            return partial(ANNOUNCEMENTS[opening], announcement)
        if token.kind != "word":
            return None
        if token.text in SINGLE:
            self.take()
            return partial(SINGLE[token.text], self._seat())
        if token.text in GROUPS or token.text in QUANTIFIERS:
            self.take()
            read = self._seat if token.text in GROUPS else self._proposition
            numbers = [read()]
            while self.accept(","):
                numbers.append(read())
            return partial((GROUPS | QUANTIFIERS)[token.text], tuple(numbers))
        return None

    def _seat(self) -> int:
        if self.token.kind != "word":
            self.expected("a player", EXAMPLE)
        token = self.take()
        with self.locating(token):
            return self.vocabulary.seat(token.text)

    def _proposition(self) -> int:
        match = re.fullmatch(r"p(\d{1,9})", self.token.text, re.ASCII)
        if match is None:
            self.expected("a proposition like `p1`")
        self.take()
        return int(match[1])

    def _core(self) -> f.Formula:
        token = self.token
        if self.accept("("):
            found = self.binary()
            self.expect(")")
            return found
        if self.accept("true"):
            return f.TOP
        if self.accept("false"):
            return f.BOTTOM
        if token.kind == "has":
            self.take()
            return self._has(token)
        if token.kind != "word":
            self.expected("a formula", EXAMPLE if token.kind == END else None)
        if token.text in LISTS:
            self.take()
            self.expect("(")
            return LISTS[token.text](self.several())
        if token.text == "has":
            self.fail("`has` is not followed by a place and cards in brackets", EXAMPLE)
        if token.text.count("_") == 2:
            self.take()
            seat, suit, rank = token.text.split("_")
            with self.locating(token):
                return f.Holds(self.vocabulary.places(seat), self.vocabulary.cards(rank + suit))
        if re.fullmatch(r"p\d+", token.text):
            return f.Proposition(self._proposition())
        return self.fail(f"unknown word `{token.text}`{did_you_mean(token.text, WORDS)}", EXAMPLE)

    def _has(self, token: Token) -> f.Formula:
        """`has(E,QH)`, `has(E,>=3 trumps)`: one token, as cards may be written in any way."""
        inside = token.text.index("(") + 1
        place, comma, cards = token.text[inside:-1].partition(",")
        count = re.match(r"\s*>=\s*(\d{1,6})(?!\d)", cards, re.ASCII)
        words = cards[count.end() :] if count else cards
        if not (place.strip() and comma and words.strip()):
            self.fail("`has` needs a place and cards", EXAMPLE, token)
        with self.locating(_within(token, inside, place)):
            places = self.vocabulary.places(place.strip())
        with self.locating(_within(token, len(token.text) - 1 - len(words), words)):
            meant = self.vocabulary.cards(words.strip())
        return f.Holds(places, meant, int(count[1]) if count else 1)


def _within(token: Token, offset: int, text: str) -> Token:
    """A part of a token, without the space around it."""
    skipped = len(text) - len(text.lstrip())
    return Token(token.kind, text.strip(), token.start + offset + skipped)


def parse(text: str, vocabulary: Vocabulary = NUMBERS, name: str = "<formula>") -> f.Formula:
    """Read a formula; what is wrong with it is said with its place.

    >>> parse("K 0 has(1,#2) & true")
    And(formulas=(Knows(agent=0, formula=Holds(places=2, cards=4, least=1)), Top()))
    """
    reader = NamedReader(Source(text, name), vocabulary)
    found = reader.formula()
    if reader.token.kind != END:
        reader.expected("the end of the formula")
    return found
