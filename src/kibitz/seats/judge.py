"""The judge of a foreign bot: it has a seat in a game, is told what its seat sees, and is timed.

The clock runs here, from sending the question to receiving the answer. What the bot does wrong is a
`BotFault` with its cause; what follows from that, `kibitz.arena.play` says. A process that is late,
dead or garbled is ended, and at the next decision a new one hears everything again. Between its
decisions a bot that is held in a sandbox stands still: nobody thinks on another's time.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.bots.player import GRACE, BotFault
from kibitz.engine.copies import played
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.knowledge.views import view
from kibitz.seats.booth import Booth
from kibitz.seats.dialogue import Dialogue, Failed
from kibitz.seats.embassy import Embassy, blamed
from kibitz.seats.failures import Cause

__all__ = ["Foreign", "Visitor"]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A bot that is not of the house and is to have a seat, under a name, with a seed."""

    name: str
    typed: str
    """How the bot is found."""
    seed: int
    embassy: Embassy
    seating: int = 0
    """Which of the seatings of a match it is: bots that were in another are not met again."""

    def sit(self, game: Game, seat: int, *, budget: float | None, cheats: bool) -> Visitor:
        """The bot at its seat in a game, begun. It cannot cheat: it never has the state."""
        return Visitor(self, self.embassy.booth(self.typed, seat, self.seating), game, seat)


class Visitor:
    """A foreign bot at its seat in one game, as `Player` is one of the house."""

    def __init__(self, foreign: Foreign, booth: Booth, game: Game, seat: int) -> None:
        self.name, self.seed = foreign.name, foreign.seed
        self.game, self.seat, self.booth, self.terms = game, seat, booth, booth.terms
        self.asked, self.seconds, self.overruns = 0, 0.0, 0
        self.bank = self.terms.bank
        """Seconds that are left of it."""
        self._rests = booth.kind != "off"
        self._dialogue: Dialogue | None = None
        self._begin("at the start of a game")

    def after(self, state: State, made: int) -> State:
        """The state after what the bot decides; where there is nothing to decide, it is not
        asked."""
        actions = state.actions
        if len(actions) == 1:
            return state.after(actions[0])
        when = f"at decision {made + 1} ({self.game.seats[self.seat]})"
        dialogue = self._dialogue or self._begin(when)
        if self._rests:
            self.booth.wake()
        self.asked += 1
        move, allowed = self.terms.move, None
        if move is not None:
            allowed = move + self.bank + GRACE + self.terms.grace
        try:
            answer = dialogue.ask(view(state, self.seat), made, allowed, self.bank)
        except Failed as failed:
            raise self._fault(failed, when) from None
        finally:
            self._spend(dialogue.seconds)
        self._rest()
        return played(state, answer.action)

    def finish(self, scores: tuple[int, ...], ranks: tuple[int, ...]) -> None:
        """Tell the bot how the game ended; then its processes end."""
        if self._dialogue is None:
            return
        try:
            if self._rests:
                self.booth.wake()
            self._dialogue.end(scores, ranks)
        except Failed as failed:
            raise self._fault(failed, "at the end of a game") from None
        finally:
            self._leave()

    def leave(self) -> None:
        """Nothing will be asked any more."""
        self._leave()

    def _begin(self, when: str) -> Dialogue:
        """A new process, which hears of the game for the first time."""
        dialogue = Dialogue(self.booth.open(), self.game, self.seat, self.terms, self.booth.outside)
        try:
            dialogue.begin(self.seed)
        except Failed as failed:
            raise self._fault(failed, when, "start") from None
        self._dialogue = dialogue
        self._rest()
        return dialogue

    def _spend(self, seconds: float) -> None:
        """Count the seconds of a decision: those beyond a move come from the bank."""
        self.seconds += seconds
        if self.terms.move is not None:
            over = seconds - self.terms.move
            if over > self.bank + GRACE:
                self.overruns += 1
            self.bank = max(0.0, self.bank - max(0.0, over))

    def _fault(self, failed: Failed, when: str, cause: Cause | None = None) -> BotFault:
        """What is said of a failure; a process that cannot go on is ended."""
        if failed.over or cause == "start":
            self._leave()
        else:
            self._rest()
        return blamed(self.name, when, failed, cause or failed.cause)

    def _rest(self) -> None:
        if self._rests:
            self.booth.rest()

    def _leave(self) -> None:
        self._dialogue = None
        self.booth.clear()
