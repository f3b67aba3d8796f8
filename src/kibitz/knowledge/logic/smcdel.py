"""SMCDEL's text format: a knowledge structure and questions about it.

    VARS 1,2,3                        -- the propositions
    LAW  OR (1,2,3)                   -- what everybody knows from the start
    OBS  alice: 2,3                   -- what each agent sees
         bob:   1,3
    VALID? [! ~ alice knows whether 1] bob knows that (1 | 2)
    TRUE?  {1,3} alice knows whether 1
    WHERE? alice, bob comknow that 3

Loosest first, `->` and `iff` (from the left), then `&` and `|` (the same, from the left), then
all that stands in front of a formula: `a knows that 1 & 2` is (a knows that 1) & 2. Only `Forall`
and `Exists` reach as far as they can.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from kibitz.errors import did_you_mean
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.tokens import END, Reader, Token
from kibitz.recycle.diagnostics import Source

__all__ = ["File", "Question", "Structure", "parse_file"]


@dataclass(frozen=True)
class Structure:
    """A knowledge structure: its states are the sets of propositions that obey the law."""

    propositions: tuple[int, ...]
    law: f.Formula
    agents: tuple[str, ...]
    observed: tuple[tuple[int, ...], ...]
    """For each agent the propositions whose truth it sees."""


@dataclass(frozen=True)
class Question:
    """Is it true in a state, or in all states; or in which?"""

    kind: Literal["TRUE?", "VALID?", "WHERE?"]
    formula: f.Formula
    state: tuple[int, ...]
    """The true propositions; only of a `TRUE?`."""
    text: str
    """The formula as it was written, on one line."""


@dataclass(frozen=True)
class File:
    """What a file says."""

    structure: Structure
    questions: tuple[Question, ...]


LISTS: dict[str, Callable[[tuple[f.Formula, ...]], f.Formula]] = {
    "AND": f.And,
    "OR": f.Or,
    "XOR": f.Xor,
    "ONEOF": f.OneOf,
}
VERBS: dict[str, Callable[[tuple[int, ...], f.Formula], f.Formula]] = {
    "knows that": lambda group, formula: f.Knows(group[0], formula),
    "knows whether": lambda group, formula: f.KnowsWhether(group[0], formula),
    "comknow that": f.Common,
    "comknow whether": f.CommonWhether,
    "distknow that": f.Distributed,
    "distknow whether": f.DistributedWhether,
}
ANNOUNCEMENTS: dict[tuple[str, bool], Callable[[f.Formula, f.Formula], f.Formula]] = {
    ("[", False): f.Announce,
    ("[", True): f.AnnounceWhether,
    ("<", False): f.CanAnnounce,
    ("<", True): f.CanAnnounceWhether,
}
KEYWORDS = ("VARS", "LAW", "OBS", "TRUE?", "VALID?", "WHERE?")
QUESTIONS = "`TRUE?`, `VALID?` or `WHERE?`"

Wrap = Callable[[f.Formula], f.Formula]


class FileReader(Reader):
    """Reads a file of SMCDEL's."""

    TOKENS = re.compile(
        r"""(?P<space>\s+|--[^\n]*)
        |(?P<keyword>(?:TRUE|VALID|WHERE)\?|(?:VARS|LAW|OBS)\b)
        |(?P<verb>(?:knows|comknow|distknow)\s+(?:that|whether)\b)
        |(?P<connective>(?:AND|OR|XOR|ONEOF|Not|not|iff|Top|Bot|For[aA]ll|Exists)\b|->|[~&|¬∧∨→])
        |(?P<number>\d+)
        |(?P<name>[A-Za-z_]\w*)
        |(?P<sign>[\[\](){}<>!?:,])""",
        re.VERBOSE | re.ASCII,
    )
    LEVELS = {"->": 0, "iff": 0, "&": 1, "|": 1}
    SIGNS = {"¬": "~", "not": "~", "Not": "~", "∧": "&", "∨": "|", "→": "->"}

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        for at, token in enumerate(self.tokens):
            if token.text in self.SIGNS:
                self.tokens[at] = Token(token.kind, self.SIGNS[token.text], token.start)
        self.propositions: list[int] = []
        self.agents: list[str] = []

    # --- the file ---------------------------------------------------------------------------------

    def file(self) -> File:
        self._keyword("VARS")
        while True:
            token, number = self.token, self._number()
            if number in self.propositions:
                self.fail(f"{number} is declared twice", token=token)
            self.propositions.append(number)
            if not self.accept(","):
                break
        self._keyword("LAW")
        law = self.formula()
        self._keyword("OBS")
        observed = []
        while self.token.kind == "name":
            observed.append(self._observation())
        if not observed:
            self.expected("an agent and the propositions it sees", "write `alice: 1,2`")
        structure = Structure(tuple(self.propositions), law, tuple(self.agents), tuple(observed))
        questions = []
        while self.token.kind != END:
            questions.append(self._question())
        return File(structure, tuple(questions))

    def _keyword(self, word: str) -> None:
        if not self.accept(word):
            near = did_you_mean(self.token.text.upper(), [word])
            self.expected(f"`{word}`", near.removeprefix("; ") or None)

    def _observation(self) -> tuple[int, ...]:
        if self.tokens[self.at + 1].text != ":":
            self.expected(f"an agent and `:`, {QUESTIONS}")
        token = self.take()
        if token.text in self.agents:
            self.fail(f"`{token.text}` is declared twice", token=token)
        self.agents.append(token.text)
        self.expect(":")
        return self._propositions() if self.token.kind == "number" else ()

    def _question(self) -> Question:
        token = self.token
        if token.text not in ("TRUE?", "VALID?", "WHERE?"):
            self.expected(QUESTIONS)
        self.take()
        state: tuple[int, ...] = ()
        if token.text == "TRUE?":
            self.expect("{")
            if not self.accept("}"):
                state = self._propositions()
                self.expect("}")
        start = self.at
        formula = self.formula()
        if self.token.kind not in (END, "keyword"):
            self.expected(f"{QUESTIONS}, or the end")
        return Question(token.text, formula, state, self._text(start))  # type: ignore[arg-type]

    def _text(self, start: int) -> str:
        """What was written from a token up to here, without comments, on one line."""
        text = self.source.text[self.tokens[start].start : self.tokens[self.at - 1].end]
        return " ".join(re.sub(r"--[^\n]*", "", text).split())

    # --- words ------------------------------------------------------------------------------------

    def _number(self) -> int:
        if self.token.kind != "number":
            self.expected("the number of a proposition")
        if len(self.token.text) > 9:
            self.fail("a proposition has at most nine digits")
        return int(self.take().text)

    def _proposition(self) -> int:
        token, number = self.token, self._number()
        if number not in self.propositions:
            self.fail(f"{number} is not among the propositions", "declare it after VARS", token)
        return number

    def _propositions(self) -> tuple[int, ...]:
        found = [self._proposition()]
        while self.accept(","):
            found.append(self._proposition())
        return tuple(found)

    def _agent(self, token: Token) -> int:
        if token.text not in self.agents:
            near = did_you_mean(token.text, self.agents)
            known = f"those after OBS are {', '.join(self.agents)}" if self.agents else None
            self.fail(f"there is no agent `{token.text}`{near}", known, token)
        return self.agents.index(token.text)

    # --- formulas ---------------------------------------------------------------------------------

    def operand(self) -> f.Formula:
        wraps: list[Wrap] = []
        whether = False  # only `knows whether` and its kind may be followed by a list
        while True:
            token = self.token
            if self.accept("~"):
                wraps.append(f.Not)
                whether = False
            elif token.text in ("[", "<"):
                wraps.append(self._announcement())
                whether = False
            elif (group := self._group()) is not None:
                verb = " ".join(self.take().text.split())
                if verb.startswith("knows") and len(group) > 1:
                    self.fail(f"a group cannot `{verb}`", "write `comknow` or `distknow`", token)
                wraps.append(partial(VERBS[verb], group))
                whether = verb.endswith("whether")
            else:
                break
        found = self._core(whether)
        for wrap in reversed(wraps):
            found = tuple(map(wrap, found))
            found = (f.And(found),) if len(found) > 1 else found
        return found[0]

    def _announcement(self) -> Wrap:
        opening = self.take().text
        if self.token.kind == "name":
            self.fail(
                "announcements to some only are not supported", "announce it to all: `[! ...`"
            )
        whether = self.accept("?")
        self.expect("!")
        announcement = self.binary()
        self.expect("]" if opening == "[" else ">")
        return partial(ANNOUNCEMENTS[opening, whether], announcement)

    def _group(self) -> tuple[int, ...] | None:
        """The agents in front of `knows that` and the like, with or without brackets."""
        at = self.at + (self.token.text == "(")
        if self.tokens[at].kind != "name":
            return None
        names = [self.tokens[at]]
        while self.tokens[at + 1].text == "," and self.tokens[at + 2].kind == "name":
            at += 2
            names.append(self.tokens[at])
        at += 1
        if self.token.text == "(":
            if self.tokens[at].text != ")":
                return None
            at += 1
        if self.tokens[at].kind != "verb":
            return None
        self.at = at
        return tuple(map(self._agent, names))

    def _core(self, whether: bool) -> tuple[f.Formula, ...]:
        """A formula without anything in front; several, if a list may stand here."""
        token = self.token
        if self.accept("("):
            found = [self.binary()]
            while whether and self.accept(","):
                found.append(self.binary())
            self.expect(")")
            return tuple(found)
        if self.accept("Top"):
            return (f.TOP,)
        if self.accept("Bot"):
            return (f.BOTTOM,)
        if token.kind == "number":
            return (f.Proposition(self._proposition()),)
        if token.text in LISTS:
            self.take()
            self.expect("(")
            return (LISTS[token.text](self.several()),)
        if token.text in ("Forall", "ForAll", "Exists"):
            self.take()
            numbers = self._propositions()
            quantifier = f.Exists if token.text == "Exists" else f.Forall
            return (quantifier(numbers, self.binary()),)
        if token.kind == "name":
            words = (*LISTS, *KEYWORDS, "Top", "Bot", "Forall", "Exists", "iff", "not")
            near = did_you_mean(token.text, words)
            self.fail(
                f"`{token.text}` is not a formula{near}",
                "after an agent comes `knows that` or `knows whether`",
            )
        return self.expected("a formula")


def parse_file(text: str, name: str = "<file>") -> File:
    """Read a file; what is wrong with it is said with its place.

    >>> parse_file("VARS 1 LAW Top OBS a: 1 VALID? a knows whether 1").questions[0].text
    'a knows whether 1'
    """
    reader = FileReader(Source(text, name))
    file = reader.file()
    if any(not isinstance(part, BOOLEAN) for part in f.walk(file.structure.law)):
        law = next(token for token in reader.tokens if token.text == "LAW")
        reader.fail("a law cannot speak of knowledge or announcements", token=law)
    return file


BOOLEAN = (*f.ATOMS, *f.LISTS, f.Not, f.Implies, f.Iff, f.Forall, f.Exists)
"""What a law may be made of."""
