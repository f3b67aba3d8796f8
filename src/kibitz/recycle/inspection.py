"""What others learn from the choices of a description, found without playing: see `Shows`."""

from __future__ import annotations

from kibitz.recycle.emitter.module import emit
from kibitz.recycle.showing import Shows
from kibitz.recycle.tree import Program

__all__ = ["choices_show"]


def choices_show(program: Program) -> tuple[Shows, ...]:
    """For every choice of a description, in the order of its lines, what others learn from it."""
    found = dict.fromkeys(emit(program, log=True).shows)
    loud = {shows.line for shows in found if shows.how != "nothing"}
    return tuple(sorted(s for s in found if s.how != "nothing" or s.line not in loud))
