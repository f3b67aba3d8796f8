"""The flow of information, drawn."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from kibitz.draw.markup import Markup, tag

__all__ = ["flow_drawing"]


def flow_drawing(flow: dict[str, Any]) -> Markup | None:
    """Places, and cards that move between them; None if there is nothing to draw."""
    if not flow.get("places") or find_spec("kibitz.draw.flow") is None:
        return None
    module = import_module("kibitz.draw.flow")
    drawn = module.flow_svg(module.Flow.from_json(flow))
    label = "The flow of information"
    return tag(
        "div", Markup(str(drawn)), class_="drawing", tabindex="0", role="region", aria_label=label
    )
