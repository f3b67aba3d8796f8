"""Emissaries: foreign bots at a table with people, each as one that can be asked here.

At such a table a decision may be taken back and a game resumed, so a bot is asked about a position
each time as if for the first time (see `kibitz.bots.guests`): it hears hello again, and everything
that happened. Its process stays, as loading it may take long.
"""

from __future__ import annotations

from kibitz.bots.bot import Result
from kibitz.bots.names import Candidate
from kibitz.bots.player import GRACE
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View
from kibitz.search.thoughts import Thinking
from kibitz.seats.booth import Booth
from kibitz.seats.dialogue import Dialogue, Failed
from kibitz.seats.embassy import Embassy, blamed

__all__ = ["Emissary", "emissary"]


class Emissary:
    """Hands on what it is shown, and answers what the bot in its booth answers."""

    def __init__(
        self,
        typed: str,
        embassy: Embassy,
        seconds: float | None = None,
        name: str | None = None,
    ) -> None:
        self.typed, self.embassy, self.seconds = typed, embassy, seconds
        self.name = name or typed
        """What it is called in complaints."""
        self._game: Game | None = None
        self._seat, self._seed = 0, 0
        self._dialogues: dict[int, Dialogue] = {}
        self._thinking: Thinking | None = None

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Another question is to come, about this seat."""
        self._game, self._seat, self._seed = game, seat, seed

    def choose(self, view: View, budget: float | None) -> Action:
        """What the bot chooses."""
        made = sum(event.kind == "choice" for event in view.events)
        booth = self._booth
        try:
            dialogue = self._dialogues.get(self._seat)
            if dialogue is None:
                dialogue = Dialogue(booth.open(), view.game, self._seat, booth.terms, booth.outside)
                self._dialogues[self._seat] = dialogue
            elif self._rests:
                booth.wake()
            dialogue.begin(self._seed)
            answer = dialogue.ask(view, made, self._allowed(booth), explain=True)
        except Failed as failed:
            self._hang_up(booth, failed)
            when = f"at decision {made + 1} ({view.game.seats[self._seat]})"
            raise blamed(self.name, when, failed, failed.cause) from None
        if self._rests:
            booth.rest()
        self._thinking = answer.thinking
        return answer.action

    def thinking(self) -> Thinking | None:
        """What it thought."""
        return self._thinking

    def finish(self, result: Result) -> None:
        """Tell the bot how the game ended; another will have a new process."""
        booth, dialogue = self._booth, self._dialogues.pop(self._seat, None)
        if dialogue is None:
            return
        try:
            if self._rests:
                booth.wake()
            dialogue.end(result.scores, result.ranks)
        except Failed as failed:
            raise blamed(self.name, "at the end of a game", failed, failed.cause) from None
        finally:
            booth.clear()

    @property
    def _booth(self) -> Booth:
        return self.embassy.booth(self.typed, self._seat)

    @property
    def _rests(self) -> bool:
        return self.embassy.terms.sandbox != "off"

    def _allowed(self, booth: Booth) -> float | None:
        if self.seconds is not None:
            return self.seconds
        terms = booth.terms
        return None if terms.move is None else terms.move + terms.bank + GRACE + terms.grace

    def _hang_up(self, booth: Booth, failed: Failed) -> None:
        """End a process that cannot go on."""
        if failed.over or failed.cause == "start":
            self._dialogues.pop(self._seat, None)
            booth.clear()


def emissary(typed: str, embassy: Embassy, game: Game) -> Candidate:
    """A foreign bot that can be made, to be asked here. It was found, and made once, in a booth."""
    embassy.check(typed, game)
    return Candidate(typed.strip(), Emissary, {"typed": typed, "embassy": embassy})
