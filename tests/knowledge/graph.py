"""Everything an object leads to."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType

from kibitz.engine import Game
from kibitz.knowledge.observers import Observers

OPAQUE = (Game, Observers, ModuleType, BuiltinFunctionType, type)


def reachable(root: object) -> Iterator[object]:
    """Everything an object leads to; the game itself is the same whatever was dealt."""
    seen = {id(root)}
    pending = [root]
    while pending:
        found = pending.pop()
        yield found
        # Of functions, only what they were given counts, not the module they stand in.
        inside = found.__closure__ or () if isinstance(found, FunctionType) else (found,)
        for inner in gc.get_referents(*inside):
            if id(inner) not in seen and not isinstance(inner, OPAQUE):
                seen.add(id(inner))
                pending.append(inner)
