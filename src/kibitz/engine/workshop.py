"""The workshop: kernels are compiled in another process, and nobody waits for it.

    with Workshop() as workshop:
        workshop.order(game, ["deals", "trees"])    # comes back at once
        ...
        is_at_hand(game, "trees")                   # one day

What was ordered is compiled one after the other, at low priority: whoever ordered it goes on in
python mode meanwhile, and finds the kernel when it is there. A workshop ends with whoever opened
it, however that ends, and nothing is left behind: see `kibitz.work`.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future

from kibitz.engine import cache as store
from kibitz.engine.game import Game
from kibitz.engine.native import is_compiled, must_be_compilable, native
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.work import Job, Pool
from kibitz.work.closing import Closing

__all__ = ["NICE", "Workshop", "compiled", "job", "missing"]

NICE = 10
"""How far a compiler stands back behind those who play."""

IDLE = "idle"
"""What those lock who compile things that nobody waits for: one at a time on a machine."""


def missing(game: Game, kernels: Iterable[str]) -> list[str]:
    """The kernels that must be compiled before they can be called in native mode. It is complained
    if that cannot be done here."""
    found = [kernel for kernel in kernels if not is_compiled(game, kernel)]
    for kernel in found[:1]:
        must_be_compilable(game, kernel)
    return found


def job(game: GameRef, kernel: str, *, asker: str = "", idle: bool = False) -> Job:
    """Compiling a kernel, to be done elsewhere; `idle` if nobody waits for it."""
    return Job(
        f"{__name__}:compiled",
        {"kernel": kernel, "idle": idle},
        {"game": game.thing},
        (asker,),
    )


def compiled(game: Game, kernel: str, idle: bool = False) -> None:
    """Compile a kernel, in this process, unless it is compiled already."""
    if is_compiled(game, kernel):
        return
    must_be_compilable(game, kernel)  # then there is a folder
    if not idle:
        native(game, kernel)
        return
    with store.locked(store.folder() / IDLE):
        native(game, kernel)


class Workshop(Closing):
    """Has kernels compiled in a process of its own, which is started when it is first needed."""

    def __init__(self) -> None:
        self.trouble: KibitzError | None = None
        """Why nothing is compiled, or not everything."""
        self._pool: Pool | None = None
        self._ordered: dict[tuple[str, str], Future[bytes]] = {}

    def close(self) -> None:
        """End it, also in the middle of something."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def order(self, game: Game, kernels: Iterable[str]) -> list[str]:
        """Have kernels compiled, and come back at once; those that are not compiled yet. What was
        ordered before is not ordered again, even if it failed."""
        try:
            wanted = missing(game, kernels)
        except KibitzError as error:
            self.trouble = error
            return []
        ref = GameRef.of(game)
        for kernel in wanted:
            if (ref.digest, kernel) not in self._ordered:
                self._pool = self._pool or Pool(1, nice=NICE)
                done = self._pool.hand_out(job(ref, kernel))
                self._ordered[ref.digest, kernel] = done
                done.add_done_callback(self._heard)
        return wanted

    def _heard(self, done: Future[bytes]) -> None:
        error = None if done.cancelled() else done.exception()
        if isinstance(error, KibitzError):
            self.trouble = error
