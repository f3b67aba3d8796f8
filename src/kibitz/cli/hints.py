"""Thoughts shown: what a search or a network thinks of your options, and what the bots thought of
theirs.

A hint is made from what your seat sees. What a bot thought is made from what the bot sees: its
hand. Even how many options it had would give something away, so all of that is shown when the game
is over, and nothing before.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kibitz.bots.hints import hints
from kibitz.cli import inks
from kibitz.cli.common import duration
from kibitz.cli.opponents import candidate
from kibitz.cli.readying import Readying
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.search.thoughts import Thinking, Thought
from kibitz.seats.embassy import Embassy
from kibitz.words import Words
from kibitz.words.verdicts import over_scores

__all__ = ["Hinter", "how_they_thought", "thoughts"]

SHOWN = 8
"""Options that are shown with what is thought of them."""


class Hinter:
    """Who is asked for a hint."""

    def __init__(
        self,
        name: str,
        game: Game,
        embassy: Embassy,
        readying: Readying,
        budget: float | None = None,
    ) -> None:
        found = candidate(name, game, embassy)
        if found.person:
            raise KibitzError(f"`{name}` is a person, and hints come from bots")
        self.candidate, self.bot, self.budget = found, found.make(), budget
        self.readying = readying

    def hint(self, words: Words, state: State) -> RenderableType:
        """What it would do, and why, as far as it can tell; of several cards, all of them."""
        self.readying.take(self.bot)
        assert state.to_move is not None
        first, *others = hints(state, state.to_move, self.candidate.name, self.bot, self.budget)
        self.readying.heard(self.bot)
        if first.thinking is not None and not others:
            return thoughts(words, first.thinking, first.best)
        said = Text.assemble(f"  {first.by} would choose: ", inks.label(words, first.best))
        if others:
            cards = [words.game.card(card).number for hint in others for card in hint.best.cards]
            said.append(" ").append_text(inks.cards(words, cards))
        return said.append("\n")


def thoughts(words: Words, thinking: Thinking, chosen: Action) -> RenderableType:
    """A table of options, the best first, the chosen one marked; of many, the best ones."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for head in _heads(words, thinking):
        table.add_column(head, justify="right")
    for thought in thinking.thoughts[:SHOWN]:
        mark, style = ("> ", "bold") if thought.action == chosen else ("  ", "")
        label = Text.assemble(mark, inks.label(words, thought.action))
        numbers = _numbers(thought) if thinking.tried else (_value(thinking, thought),)
        table.add_row(label, *numbers, style=style)
    how = f"{thinking.method}: {thinking.iterations:,} tries in {duration(thinking.seconds)}"
    if not thinking.tried:
        how = f"{thinking.method}: what it says at once; nothing was tried"
    others = len(thinking.thoughts) - SHOWN
    if others > 0:
        how = f"and {others} other{'s' * (others > 1)} · {how}"
    parts = Padding(table, (0, 0, 0, 2)), Padding(Text(how, style="dim"), (0, 0, 1, 4))
    return Group(*parts)


def _heads(words: Words, thinking: Thinking) -> tuple[str, ...]:
    """What stands above the numbers of each option."""
    if thinking.tried:
        return "tries", over_scores(words.game, "mean score"), "95 % interval"
    if thinking.measure == "share":
        return ("preference",)
    return (over_scores(words.game, "points to come"),)


def _value(thinking: Thinking, thought: Thought) -> str:
    """The value of an option that was not tried."""
    return f"{thought.value:.0%}" if thinking.measure == "share" else f"{thought.value:.2f}"


def _numbers(thought: Thought) -> tuple[str, str, str]:
    """Tries, mean and interval; what is not known is left out."""
    if not thought.visits:
        return "0", "", ""
    known = isfinite(thought.low) and isfinite(thought.high)
    interval = f"{thought.low:.2f} to {thought.high:.2f}" if known else ""
    return f"{thought.visits:,}", f"{thought.value:.2f}", interval


def how_they_thought(words: Words, state: State, found: Mapping[int, Thinking]) -> RenderableType:
    """What the bots thought in a game that is over, by how many decisions came before."""
    parts: list[RenderableType] = []
    for made, thinking in sorted(found.items()):
        chosen = state.history[made]
        what = inks.inked(words, words.does(thinking.seat, words.label(chosen)), seats="bold")
        parts.append(Text.assemble((f"Decision {made + 1}: ", "dim"), what))
        parts.append(thoughts(words, thinking, chosen))
    return Group(*parts)
