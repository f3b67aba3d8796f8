"""Variables that outlive a function: they are kept in the state."""

from __future__ import annotations

from kibitz.recycle.choices import Choice
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.layout import Layout
from kibitz.recycle.tree import Binding, Kind

__all__ = ["save", "saved", "stand_at"]


def save(desk: Desk, binding: Binding) -> None:
    """Keep a variable for the rest of an option."""
    local, page = desk.locals[binding], desk.page
    if _is_list(binding):
        slot = desk.layout.slot(binding, len(desk.layout.cards) + 1)
        i = page.fresh("i")
        with page.indented(f"for {i} in range({local.text}[{local.offset}] + 1):"):
            page.line(f"S[{slot} + {i}] = {local.text}[{local.offset} + {i}]")
    else:
        page.line(f"S[{desk.layout.slot(binding)}] = {local.text}")


def saved(layout: Layout, binding: Binding) -> Local:
    """A variable that was kept."""
    slot = layout.slots[binding]
    return Local("S", str(slot)) if _is_list(binding) else Local(f"S[{slot}]")


def stand_at(desk: Desk, choice: Choice) -> None:
    """Have the variables and the turn as they are at a choice."""
    desk.depth_of_cycle, desk.depth_of_teams = choice.depth, choice.team_depth
    for binding in choice.captured:
        desk.locals[binding] = saved(desk.layout, binding)


def _is_list(binding: Binding) -> bool:
    return binding.kind in (Kind.CARDS, Kind.GROUPS) and not binding.spot
