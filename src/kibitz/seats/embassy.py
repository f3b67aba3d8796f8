"""The booths of a match, or of somebody's table: one for each bot at each seat, in each seating.

No bot finds there what another, or the same at another seat, was told. In a match whose bots are
held in a sandbox, a booth plays one seating only and so never gets a deal twice: the few that live
at a time are those of the seating that is being played.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kibitz.bots.player import BotFault
from kibitz.bots.searchers import kernels_of
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.seats.booth import Booth
from kibitz.seats.dialogue import Dialogue, Failed
from kibitz.seats.failures import Cause
from kibitz.seats.finding import folder_of
from kibitz.seats.terms import Terms

__all__ = ["Embassy", "blamed"]


class Embassy:
    """Booths for foreign bots in a game, made when they are needed."""

    def __init__(
        self,
        game: GameRef,
        terms: Terms,
        *,
        heard: bool = True,
        folder: Callable[[str], Path | None] = folder_of,
    ) -> None:
        self.game, self.terms, self.heard, self._folder = game, terms, heard, folder
        """`folder` says which folder a bot may see."""
        self._booths: dict[tuple[int, int, str], Booth] = {}
        self._left = False

    @property
    def apart(self) -> bool:
        """Whether seatings are kept apart: whoever is trusted with files is trusted with deals."""
        return self.terms.sandbox != "off"

    def booth(self, typed: str, seat: int, seating: int = 0) -> Booth:
        """The booth of a bot at a seat; those of other seatings are closed, where they are kept
        apart."""
        if not self.apart:
            seating = 0
        for key in [key for key in self._booths if key[0] != seating]:
            self._booths.pop(key).close()
        key = seating, seat, typed
        if key not in self._booths:
            self._booths[key] = Booth(
                *(typed, self.game, seat, self.terms),
                heard=self.heard,
                folder=self._folder(typed),
            )
            if self._left:
                self._booths[key].leave()
        return self._booths[key]

    def check(self, typed: str, game: Game) -> None:
        """Complain about a bot that cannot be made; have compiled what it needs."""
        booth = self.booth(typed, 0)
        dialogue = Dialogue(booth.open(), game, 0, self.terms, booth.outside)
        try:
            dialogue.begin(0)
        except Failed as failed:
            raise blamed(typed, "while it was made", failed, "start", plain=True) from None
        finally:
            booth.clear()
        known = (*kernels_of(game), "guided", "solver") if dialogue.lacking else ()
        lacking = [kernel for kernel in dialogue.lacking if kernel in known]
        for kernel in lacking:
            game.kernel(kernel, "native")
        if lacking:
            booth.close()  # a new one sees what was compiled

    def leave(self) -> None:
        """End all processes from another thread, whatever is waited for; none starts any more."""
        self._left = True
        for booth in list(self._booths.values()):
            booth.leave()

    def close(self) -> None:
        """End all processes."""
        for booth in self._booths.values():
            booth.close()
        self._booths.clear()


def blamed(name: str, when: str, failed: Failed, cause: Cause, *, plain: bool = False) -> BotFault:
    """What is said of a bot that failed; `plain`, in its own words where it has some."""
    said, hint = failed.said, failed.hint
    match failed.cause:
        case "died":
            said = f"the bot `{name}` has ended its process {when} {said}"
        case "late":
            said = f"the bot `{name}` was given up {when}: {said}"
        case "nothing" | "illegal" | "garbage" | "large":
            said = f"the bot `{name}` chose wrongly {when}: {said}"
        case "start" if plain:
            pass
        case _:
            said = f"the bot `{name}` failed {when}: {said}"
    return BotFault(said, hint, cause, failed.trace)
