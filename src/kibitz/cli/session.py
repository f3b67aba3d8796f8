"""A session at the table: bots answer, you decide, take back, leave and come back.

Several people may share the terminal; each sees the table as their seat does, at their turn.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from kibitz.cli import inks, records, saved, scores, screen
from kibitz.cli.choice import chosen, fitting
from kibitz.cli.common import prose
from kibitz.cli.hints import Hinter, how_they_thought
from kibitz.cli.opponents import Opponents
from kibitz.engine.actions import Action
from kibitz.engine.picking import Picking, picked, pickings
from kibitz.engine.simulation import MOST_DECISIONS
from kibitz.engine.state import State
from kibitz.engine.twins import labels, offers
from kibitz.errors import IllegalAction, KibitzError
from kibitz.search.thoughts import Thinking
from kibitz.words import Offer, Words, offer, tell

__all__ = ["Session", "Wishes"]

HELP = """
Choose by the number under a card or before an option, by the
card itself (like {card}), or by what it says. Where several cards
are asked for, name them in any order, all at once or one by one; a
card that is named again is put back, and Enter confirms them.

  hint    what a search thinks of your options
  undo    put back the card you picked last, or back to your last decision
  explain what the bots thought, once the game is over
  rules   how to play {title}
  list    all the options
  look    all the cards you can see
  scores  what every round has brought, and the totals
  table   the table once more
  quit    leave, as Ctrl-D does; --resume takes the game up again
"""


NO_ROUND = "  no round is over yet"

FORGET = "\x1b[3J"
"""Makes a terminal forget what has left its screen: somebody else was shown their cards there."""

LEAVING = ("quit", "q", "exit")

COMMANDS = frozenset(
    (
        *LEAVING,
        *("hint", "explain", "undo", "u", "help", "h", "?", "rules", "list", "look", "scores"),
        *("table", "t"),
    )
)


class Leave(Exception):
    """You have had enough."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What you want to see besides the game, and where its record should go."""

    hinter: Hinter
    hint: bool = False
    """Whether to show a hint without being asked."""
    explain: bool = False
    """Whether to show at the end how the bots thought, without being asked."""
    record: Path | None = None


class Session:
    """One game: all its states so far, and who sits where."""

    def __init__(
        self,
        console: Console,
        name: str,
        states: list[State],
        opponents: Opponents,
        wishes: Wishes,
        *,
        path: Path | None = None,
        notice: str | None = None,
    ) -> None:
        self.console = console
        self.name = name
        self.states = states
        self.opponents = opponents
        self.wishes = wishes
        self.path = path
        """The file of a game that was resumed."""
        self.notice = notice
        """Something to be said once."""
        self.game = states[-1].game
        people = opponents.people
        self.words = Words(self.game, people[0] if len(people) == 1 else None)
        """Spoken to who is at the keyboard; to everybody, if nobody is yet."""
        self.marks = [i for i, state in enumerate(states[:-1]) if state.to_move in people]
        """The states, by their number, in which a person has decided."""
        self.thoughts: dict[int, Thinking] = {}
        """What the bots thought, by how many decisions came before; a secret until the end."""
        self.picks: tuple[int, ...] = ()
        """The cards you have picked, where several are asked for, and not confirmed yet."""

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
        except Exception:  # a bot failed, and may be mended; or we did
            self._leave()
            raise
        self._end()
        try:
            return self._another()
        except (EOFError, KeyboardInterrupt):
            self._print()
            return False

    # --- turns --------------------------------------------------------------------------------

    def _bots(self) -> bool:
        """Let the bots decide until it is somebody's turn; False: the game is over."""
        people = self.opponents.people
        while not self.state.over and self.state.to_move not in people:
            if len(self.states) > MOST_DECISIONS:
                break
            with self._waiting():
                following, thinking = self.opponents.after(self.state)
            if thinking is not None:
                self.thoughts[len(self.states) - 1] = thinking
            self.states.append(following)
        return self.state.to_move in people and len(self.states) <= MOST_DECISIONS

    def _waiting(self) -> AbstractContextManager[object]:  # what it gives is not used
        """Say who is thinking, as long as it takes; only a terminal forgets it again."""
        if not self.console.is_terminal or self.state.to_move is None:
            return nullcontext()
        return self.console.status(f"{self.game.seats[self.state.to_move]} is thinking")

    def _decide(self) -> None:
        """Show the table and take one decision of yours, or a command."""
        self._hand_over()
        self._show()
        if self.wishes.hint and len(self.state.actions) > 1:
            self._hint()
        asked = pickings(self.state)
        choices = offer(self.words, self._options(asked), asked)
        while True:
            text = self._ask(self._prompt(choices, asked))
            only, whole = list(choices.actions), fitting(asked, self.picks)
            if not text and whole is not None:
                self._decided(picked(self.state, whole, self.picks))
                return
            if not text:
                if len(only) != 1:
                    continue
                text = only[0]
            try:
                found = chosen(self.state, choices, text, self.picks)
            except IllegalAction as error:
                refused = error
            else:
                if found.states:
                    self._decided(found.states)
                    return
                self.picks = found.picks
                continue
            if self._command(text.lower(), choices):
                return
            if text.lower() not in COMMANDS:
                self._print(Text(f"  {refused.message} (? helps)", style="yellow"))

    def _decided(self, following: list[State]) -> None:
        """Go on from a decision of yours, of several cards perhaps."""
        self.marks.append(len(self.states) - 1)
        self.states += following
        self.picks = ()

    def _hand_over(self) -> None:
        """Make sure that the right one of several people is looking."""
        if self.state.to_move == self.words.seat:
            return
        assert self.state.to_move is not None
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write(FORGET)
        if "readline" in sys.modules:  # nor are old lines to be called up again
            sys.modules["readline"].clear_history()
        who = self.game.seats[self.state.to_move]
        if self._ask(f"{who} is next. Press Enter if that is you: ").lower() in LEAVING:
            raise Leave
        self.words = Words(self.game, self.state.to_move)

    def _prompt(self, choices: Offer, asked: Sequence[Picking]) -> str:
        if self.picks:
            cards = " ".join(self.game.cards[card].symbol for card in self.picks)
            if fitting(asked, self.picks) is not None:
                return f"Your turn (Enter confirms {cards}): "
            sizes = {p.size for p in asked if set(self.picks) <= set(p.cards)}
            most = " or ".join(map(str, sorted(sizes)))
            return f"Your turn ({len(self.picks)} of {most} picked, {cards}): "
        if len(choices.actions) == 1:
            (action,) = choices.actions.values()
            return f"Your turn (Enter: {labels(self.game, [action])[0]}): "
        return "Your turn: "

    def _command(self, text: str, choices: Offer) -> bool:
        """Do what is no decision. True: the position has changed."""
        if text in LEAVING:
            raise Leave
        if text in ("undo", "u"):
            return self._undo()
        if text in ("help", "h", "?"):
            offered = [action.cards[0] for action in self.state.actions if action.cards]
            card = offered[0] if offered else self.game.cards[0].text
            self._print(Text(HELP.format(card=card, title=self.game.title)))
        elif text == "hint":
            self._hint()
        elif text == "explain":
            self._print(Text("  what they thought is told once the game is over", style="yellow"))
        elif text == "rules":
            rules = self.game.sheet.rules or "Nobody has written them down."
            self._print(Text(f"\n{prose(rules, self.console.width)}\n"))
        elif text == "list":
            self._print(screen.all_options(self.words, choices))
        elif text == "look":
            self._print(screen.open_cards(self.words, self.state))
        elif text == "scores":
            self._scores()
        elif text in ("table", "t"):
            self._show()
        return False

    def _scores(self) -> None:
        """The score sheet."""
        sheet = scores.sheet(self.words, self.state)
        self._print(scores.table(self.words, sheet) if sheet else Text(NO_ROUND, style="yellow"))

    def _undo(self) -> bool:
        """Take back the last decision of who asks for it, and all that came after it; a card they
        have picked and not confirmed comes first."""
        if self.picks:
            self.picks = self.picks[:-1]
            return False
        seat = self.state.to_move
        kept = next((mark for mark in self.marks[::-1] if self.states[mark].to_move == seat), None)
        if kept is None:
            self._print(Text("  there is nothing to take back", style="yellow"))
            return False
        self.marks = [mark for mark in self.marks if mark < kept]
        del self.states[kept + 1 :]
        self.thoughts = {made: it for made, it in self.thoughts.items() if made < kept}
        return True

    def _hint(self) -> None:
        """What a bot would do in your place, which sees what you see."""
        if len(self.state.actions) == 1:
            self._print(Text("  there is nothing to decide", style="yellow"))
            return
        try:
            self._print(self.wishes.hinter.hint(self.words, self.state))
        except KibitzError as error:
            self._print(Text(f"  no hint: {error.message}", style="yellow"), soft_wrap=True)

    # --- showing ------------------------------------------------------------------------------

    def _print(self, *what: RenderableType, soft_wrap: bool = False) -> None:
        self.console.print(*what, soft_wrap=soft_wrap)

    def _show(self) -> None:
        """The table, after what happened since your last decision."""
        if self.console.is_terminal:
            self.console.clear()
        self._print(screen.heading(self.words))
        self._news()
        self._tell()
        asked = pickings(self.state)
        choices = offer(self.words, self._options(asked), asked) if not self.state.over else None
        self._print(screen.position(self.console, self.words, self.state, choices, self.picks))
        self._print()

    def _news(self) -> None:
        """What is to be said once, about the bots."""
        news = self.opponents.readying.news(terminal=self.console.is_terminal)
        for text, style in (self.notice, "yellow"), (news, "dim"):
            if text is not None:
                self._print(Padding(Text(text, style=style), (0, 0, 0, 2)))
        self.notice = None

    def _options(self, asked: Sequence[Picking]) -> tuple[Action, ...]:
        """What you can do; of equal-looking cards, one. Sets are asked for card by card."""
        return self.state.actions if asked else offers(self.state)

    def _tell(self) -> None:
        """What happened since your last decision."""
        self.words.teams = self.state.teams
        seat = self.words.seat
        since = before = 0
        marks = [mark for mark in self.marks if seat in (None, self.states[mark].to_move)]
        if marks:
            before = marks[-1]
            since = len(self.states[marks[-1]].observation(seat).events)
        mine = {
            step.action.id: step.action
            for step in self.state.steps()
            if step.action is not None and step.seat == seat
        }
        events = self.state.observation(seat).events
        for sentence in tell(self.words, events, since, mine.get, to_move=self.state.to_move):
            self._print(Padding(inks.sentence(self.words, sentence), (0, 0, 0, 2), expand=False))
        new = [line for line in scores.sheet(self.words, self.state) if line.last > before]
        if new and not self.state.over:  # a round has ended since
            self._print(scores.table(self.words, new))

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
        self._print()
        if not self.marks and self.path is None:
            self._print(Text("Not saved: nothing was played yet.", style="dim"))
            return
        self.path = self.path or saved.free(self.name)
        saved.save(self.path, self.state, self.opponents.names)
        self._print(
            Text(
                f"Saved. `kibitz play {quote(self.name)} --resume` takes it up again.", style="dim"
            )
        )

    def _end(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
        if len(self.opponents.people) > 1:
            self.words = Words(self.game, None)
        self._print(screen.heading(self.words, more=", the end"))
        self._tell()
        if not self.state.over:
            self._print(Text(f"  The game does not end; left after {MOST_DECISIONS:,} decisions."))
        if sheet := scores.sheet(self.words, self.state):
            self._print(scores.table(self.words, sheet))
        self._print(screen.final(self.words, self.state, self.opponents.names))
        self._keep()
        if self.path is not None:
            saved.drop(self.path)
        if self.wishes.explain and self.state.over:
            self._explain()
        self.opponents.finish(self.state)

    def _another(self) -> bool:
        """Whether another game is wanted; before, how the bots thought may be asked for."""
        more = ", or explain: what the bots thought" if self.thoughts and self.state.over else ""
        while True:
            answer = self._ask(f"Another game? (y/n{more}) ").lower()
            if answer in ("y", "yes"):
                return True
            if answer in ("", "n", "no", *LEAVING):
                return False
            if answer == "explain" and more:
                self._explain()
            elif answer == "explain":
                self._print(Text("  no bot has said what it thought", style="yellow"))

    def _explain(self) -> None:
        """How the bots thought: no secret any more. More than a screen can be paged through."""
        shown = how_they_thought(self.words, self.state, self.thoughts)
        long = len(self.console.render_lines(shown)) > self.console.height
        with self.console.pager() if long and self.console.is_terminal else nullcontext():
            self._print(shown)

    def _keep(self) -> None:
        """Write the record of the game, and tell where."""
        record = self.wishes.record
        try:
            path = records.keep(self.state, self.opponents.names, record)
        except KibitzError as error:  # the game is over anyway: nobody plays it again for that
            self._print(Text(f"No record: {error.message}", style="yellow"), soft_wrap=True)
            return
        if record is not None and path != record:
            self._print(Text(f"{record} is there already.", style="dim"), soft_wrap=True)
        told = f"Recorded: kibitz know {quote(self.name)} --record {quote(str(path))}"
        self._print(Text(told, style="dim"), soft_wrap=True)
