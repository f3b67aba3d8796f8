"""Kinds of decisions: every choice of a description, with its line, its clauses and its words.

>>> [kind] = kinds(kibitz.load("agram")).values()
>>> kind.where, kind.words, [clause.line for clause in kind.clauses]
('agram.rcy:36', 'play', [38, 42, 47])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.recycle.choices import Choice
from kibitz.recycle.tree import walk
from kibitz.words.layout import laid_out

__all__ = ["Kind", "Part", "kinds", "quoted", "where"]

LONGEST = 120
"""Letters of a description that are quoted at once."""

MOST_WORDS = 4
"""What a decision is called has no more parts: `check, bet, fold or call`."""


@dataclass(frozen=True, slots=True)
class Part:
    """A clause of a choice, as the description has it."""

    number: int
    """Among the clauses of its choice, from 0."""
    line: int
    text: str
    """What stands there, on one line; a long one is cut."""
    words: str
    """What its options are called: `play`, `pass`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A choice of a description: a place at which players decide something."""

    position: int
    """The program position of a state that waits for it: `state.array[0]`."""
    line: int
    text: str
    """The first line of it."""
    where: str
    """`agram.rcy:36`."""
    words: str
    """What one does there, as players say it: `play`, `check or bet`."""
    clauses: tuple[Part, ...]
    tricks: bool
    """Whether one plays to the trick there: what lies in it says who leads."""
    goes_on: bool
    """Whether it is a part of a decision that was begun before: a further card of a set, or the
    rest of an option that had to wait for chance."""

    @property
    def label(self) -> str:
        """`play (agram.rcy:36)`; positions of one label are one kind of decision."""
        more = ", going on" if self.goes_on else ""
        return f"{self.words}{more} ({self.where})"


def kinds(game: Game) -> Mapping[int, Kind]:
    """The choices of a game by program position, in the order of the description. Where cards of a
    set are asked for one by one, and where the rest of an option is decided later, a choice has a
    position of its own for that."""
    return derived(game, _kinds)


def quoted(game: Game, at: tuple[int, int]) -> tuple[int, str]:
    """The line at which something stands in the description, and what it says."""
    start, end = at
    text = " ".join(game.source.text[start:end].split())
    shown = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return game.source.place(start)[0], shown


def where(game: Game, line: int) -> str:
    """A line of the description, as messages name it: `agram.rcy:36`."""
    return f"{game.source.name.rpartition('/')[2]}:{line}"


def _kinds(game: Game) -> dict[int, Kind]:
    emitted = game.emitted
    found = [
        _kind(game, position, choice, goes_on=choice.waiting or position in emitted.subsets)
        for position, choice in emitted.choices.items()
    ]
    return {kind.position: kind for kind in sorted(found, key=lambda kind: kind.line)}


def _kind(game: Game, position: int, choice: Choice, *, goes_on: bool) -> Kind:
    line, text = quoted(game, choice.node.at)
    clauses = tuple(_parts(game, choice))
    return Kind(
        position,
        line,
        game.source.line(line).strip() if choice.node.op == "choice" else text,
        where(game, line),
        _listed(clause.words for clause in clauses),
        clauses,
        _plays_to_trick(game, choice),
        goes_on,
    )


def _parts(game: Game, choice: Choice) -> Iterable[Part]:
    """The clauses as the description has them: one that is taken apart is still one."""
    nodes = [choice.node] if choice.waiting else list(choice.node.args)
    for number, node in enumerate(nodes):
        inside = [c for c in choice.clauses if node.spans(c.node)] or choice.clauses
        words = _listed(game.namer.words_for(c.verb, c.label) for c in inside)
        yield Part(number, *quoted(game, node.at), words)


def _listed(words: Iterable[str]) -> str:
    """`check, bet, fold or call`."""
    each = [word for word in dict.fromkeys(words) if word]
    if len(each) > MOST_WORDS:
        each = [*each[: MOST_WORDS - 1], "other"]
    return f"{', '.join(each[:-1])} or {each[-1]}" if len(each) > 1 else "".join(each) or "decide"


def _plays_to_trick(game: Game, choice: Choice) -> bool:
    trick = laid_out(game).trick
    names = {f.name for f in game.layout.families.values() if f.base in trick}
    puts = (node for node in walk(choice.node) if node.traits.puts)
    return any(
        place.op == "place" and place.said in names for node in puts for place in walk(node.args[1])
    )
