"""A session at the table: bots answer, you decide, take back, leave and come back."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from shlex import quote

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from kibitz.cli import records, saved, screen
from kibitz.cli.bots import BOTS, HUMAN
from kibitz.cli.choosing import chosen
from kibitz.cli.common import prose
from kibitz.cli.telling import tell
from kibitz.cli.words import Words
from kibitz.engine.state import State
from kibitz.errors import IllegalAction, KibitzError

__all__ = ["Session"]

LIMIT = 10_000
"""Decisions after which a game that does not end is left."""

HELP = """
Choose by the number under a card or before an option, by the
card itself (like {card}), or by what it says. Where several cards
are asked for one by one, you may name them all at once.

  undo    back to your decision before
  rules   how to play {title}
  list    all the options
  look    all the cards you can see
  table   the table once more
  quit    leave, as Ctrl-D does; --resume goes on with the game
"""


COMMANDS = frozenset(
    ("quit", "q", "exit", "undo", "u", "help", "h", "?", "rules", "list", "look", "table", "t")
)


class Leave(Exception):
    """You have had enough."""


class Session:
    """One game: all its states so far, and who sits where."""

    def __init__(
        self,
        console: Console,
        name: str,
        states: list[State],
        seats: tuple[str, ...],
        *,
        resumed: bool = False,
        record: Path | None = None,
    ) -> None:
        self.console = console
        self.name = name
        self.states = states
        self.seats = seats
        self.resumed = resumed
        self.record = record
        self.game = states[-1].game
        self.seat = seats.index(HUMAN)
        self.words = Words(self.game, self.seat)
        self.marks = [i for i, state in enumerate(states[:-1]) if state.to_move == self.seat]
        """The states, by their number, in which you have decided."""

    @property
    def state(self) -> State:
        return self.states[-1]

    def play(self) -> bool:
        """Play to the end, or until you leave. True: another game is wanted."""
        try:
            while self._bots():
                self._decide()
        except (Leave, EOFError, KeyboardInterrupt):
            self._leave()
            return False
        self._end()
        try:
            return self._ask("Another game? (y/n) ").lower() in ("y", "yes")
        except (EOFError, KeyboardInterrupt):
            self._print()
            return False

    # --- turns --------------------------------------------------------------------------------

    def _bots(self) -> bool:
        """Let the bots decide until it is your turn; False: the game is over."""
        while not self.state.over and self.state.to_move != self.seat:
            if len(self.states) > LIMIT:
                break
            state = self.state
            assert state.to_move is not None
            at = self.game.layout.KEY
            own = f"{state.array[at]}/{state.array[at + 1]}/{state.to_move}/{len(self.states)}"
            bot = BOTS[self.seats[state.to_move]]
            self.states.append(state.after(bot(state, random.Random(own))))
        return self.state.to_move == self.seat and len(self.states) <= LIMIT

    def _decide(self) -> None:
        """Show the table and take one decision of yours, or a command."""
        self._show()
        choices = screen.offer(self.words, self.state.actions)
        while True:
            text = self._ask(self._prompt(choices))
            only = list(choices.actions)
            if not text:
                if len(only) != 1:
                    continue
                text = only[0]
            try:
                following = chosen(self.state, choices, text)
                self.marks.append(len(self.states) - 1)
                self.states += following
                return
            except IllegalAction as error:
                refused = error
            if self._command(text.lower(), choices):
                return
            if text.lower() not in COMMANDS:
                self._print(Text(f"  {refused.message} (? helps)", style="yellow"))

    def _prompt(self, choices: screen.Offer) -> str:
        if len(choices.actions) == 1:
            (action,) = choices.actions.values()
            return f"Your turn (Enter: {action.label}): "
        return "Your turn: "

    def _command(self, text: str, choices: screen.Offer) -> bool:
        """Do what is no decision. True: the position has changed."""
        if text in ("quit", "q", "exit"):
            raise Leave
        if text in ("undo", "u"):
            return self._undo()
        if text in ("help", "h", "?"):
            offered = [action.cards[0] for action in self.state.actions if action.cards]
            card = offered[0] if offered else self.game.cards[0].text
            self._print(Text(HELP.format(card=card, title=self.game.title)))
        elif text == "rules":
            rules = self.game.sheet.rules or "Nobody has written them down."
            self._print(Text(f"\n{prose(rules, self.console.width)}\n"))
        elif text == "list":
            self._print(screen.all_options(self.words, choices))
        elif text == "look":
            self._print(screen.open_cards(self.words, self.state))
        elif text in ("table", "t"):
            self._show()
        return False

    def _undo(self) -> bool:
        if not self.marks:
            self._print(Text("  there is nothing to take back", style="yellow"))
            return False
        del self.states[self.marks.pop() + 1 :]
        return True

    # --- showing ------------------------------------------------------------------------------

    def _print(self, *what: object, soft_wrap: bool = False) -> None:
        self.console.print(*what, soft_wrap=soft_wrap)

    def _show(self) -> None:
        """The table, after what happened since your last decision."""
        if self.console.is_terminal:
            self.console.clear()
        self._print(screen.heading(self.words))
        self._tell()
        choices = screen.offer(self.words, self.state.actions) if not self.state.over else None
        self._print(screen.position(self.console, self.words, self.state, choices))
        self._print()

    def _tell(self) -> None:
        """What happened since your last decision."""
        self.words.teams = self.state.teams
        since = 0
        if self.marks:
            since = len(self.states[self.marks[-1]].observation(self.seat).events)
        mine = {
            step.action.id: step.action
            for step in self.state.tables()
            if step.action is not None and step.seat == self.seat
        }
        events = self.state.observation(self.seat).events
        for sentence in tell(self.words, events, since, mine, over=self.state.over):
            self._print(Padding(sentence, (0, 0, 0, 2), expand=False))

    def _ask(self, prompt: str) -> str:
        """A line from the player. What is not typed at a terminal is repeated, to be read later."""
        if sys.stdin.isatty() and self.console.is_terminal:
            return input(prompt).strip()
        self.console.file.write(prompt)
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.console.file.write(line if line.endswith("\n") else line + "\n")
        return line.strip()

    # --- the end ------------------------------------------------------------------------------

    def _leave(self) -> None:
        if self.state.over:
            return
        saved.save(self.name, self.state, self.seats)
        self._print()
        self._print(Text(f"Saved. `kibitz play {quote(self.name)} --resume` goes on.", style="dim"))

    def _end(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
        self._print(screen.heading(self.words, more=", the end"))
        self._tell()
        if not self.state.over:
            self._print(Text(f"  The game does not end; left after {LIMIT:,} decisions."))
        self._print(screen.final(self.words, self.state, self.seats))
        self._keep()
        if self.resumed:
            saved.drop(self.name)

    def _keep(self) -> None:
        """Write the record of the game, and tell where."""
        try:
            path = records.keep(self.state, self.seats, self.record)
        except KibitzError as error:  # the game is over anyway: nobody plays it again for that
            self._print(Text(f"No record: {error.message}", style="yellow"), soft_wrap=True)
            return
        if self.record is not None and path != self.record:
            self._print(Text(f"{self.record} is there already.", style="dim"), soft_wrap=True)
        told = f"Recorded: kibitz know {quote(self.name)} --record {quote(str(path))}"
        self._print(Text(told, style="dim"), soft_wrap=True)
