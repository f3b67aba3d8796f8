"""What the readers of both spellings share: tokens, errors with their place, binary operators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar, NoReturn

from kibitz.errors import KibitzError
from kibitz.knowledge.logic.formulas import (
    MOST_NESTED,
    And,
    Formula,
    Iff,
    Implies,
    Or,
    check_depth,
)
from kibitz.recycle.diagnostics import DescriptionError, Diagnostic, Source

__all__ = ["Reader", "Token"]

MOST_CHARACTERS = 1_000_000
"""Longer texts are refused: no person wrote them, and reading them takes too long."""

END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign, and where it stands."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Reader:
    """A recursive-descent reader over the tokens of one text.

    A spelling says what its tokens are (`TOKENS`, a pattern whose named groups are the kinds), how
    its binary operators bind (`LEVELS`, the loosest first) and how an operand is read.
    """

    TOKENS: ClassVar[re.Pattern[str]]
    LEVELS: ClassVar[dict[str, int]]
    RIGHT: ClassVar[frozenset[str]] = frozenset()
    """The operators that group from the right: a -> (b -> c)."""

    def __init__(self, source: Source) -> None:
        self.source = source
        if len(source.text) > MOST_CHARACTERS:
            raise KibitzError(
                f"{source.name} is too long: {len(source.text):,} characters, "
                f"and at most {MOST_CHARACTERS:,} are read"
            )
        self.tokens = self._tokens()
        self.at = 0
        self.depth = 0

    def _tokens(self) -> list[Token]:
        text, found, at = self.source.text, [], 0
        while at < len(text):
            match = self.TOKENS.match(text, at)
            if match is None:
                self._fail(at, at + 1, f"`{text[at]}` means nothing here")
            if match.lastgroup not in (None, "space"):
                found.append(Token(str(match.lastgroup), match.group(), at))
            at = match.end()
        found.append(Token(END, "", len(text.rstrip())))
        return found

    # --- errors -----------------------------------------------------------------------------------

    def _fail(self, start: int, end: int, message: str, hint: str | None = None) -> NoReturn:
        raise DescriptionError([Diagnostic(self.source, start, end, "error", message, hint)])

    def fail(self, message: str, hint: str | None = None, token: Token | None = None) -> NoReturn:
        """Complain about a token; about the next one if none is given."""
        token = token or self.token
        self._fail(token.start, token.end, message, hint)

    def expected(self, what: str, hint: str | None = None) -> NoReturn:
        """Complain that the next token is something else."""
        found = f"`{self.token.text}`" if self.token.kind != END else "the end"
        self.fail(f"expected {what}, found {found}", hint)

    @contextmanager
    def locating(self, token: Token) -> Iterator[None]:
        """Give an error about a word its place in the text."""
        try:
            yield
        except DescriptionError:
            raise
        except KibitzError as error:
            self.fail(error.message, error.hint, token)

    # --- tokens -----------------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        """The next token, which is then behind us."""
        token = self.token
        self.at += token.kind != END
        return token

    def accept(self, text: str) -> bool:
        """Take the next token if it is this one."""
        if self.token.text != text or self.token.kind == END:
            return False
        self.at += 1
        return True

    def expect(self, text: str) -> None:
        if not self.accept(text):
            self.expected(f"`{text}`")

    # --- formulas ---------------------------------------------------------------------------------

    def operand(self) -> Formula:
        """A formula without binary operators outside brackets."""
        raise NotImplementedError

    def formula(self) -> Formula:
        """A whole formula."""
        start = self.token
        found = self.binary()
        with self.locating(start):
            check_depth(found)
        return found

    def binary(self, least: int = 0) -> Formula:
        """Operands joined by operators that bind at least so tightly."""
        self.depth += 1
        if self.depth > MOST_NESTED:
            self.fail(f"this is nested more than {MOST_NESTED} deep")
        left = self.operand()
        while (level := self.LEVELS.get(self.token.text, -1)) >= least:
            sign = self.take().text
            operands = [left, self.binary(level + (sign not in self.RIGHT))]
            while sign in ("&", "|") and self.accept(sign):
                operands.append(self.binary(level + 1))
            match sign:
                case "&":
                    left = And(tuple(operands))
                case "|":
                    left = Or(tuple(operands))
                case "->":
                    left = Implies(*operands)
                case _:
                    left = Iff(*operands)
        self.depth -= 1
        return left

    def several(self) -> tuple[Formula, ...]:
        """Formulas between commas, up to the closing bracket; the opening one has been taken."""
        if self.accept(")"):
            return ()
        found = [self.binary()]
        while self.accept(","):
            found.append(self.binary())
        self.expect(")")
        return tuple(found)
