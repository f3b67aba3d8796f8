"""The flow of information, drawn."""

from __future__ import annotations

from typing import Any

from kibitz.draw.flow import Flow, flow_svg
from kibitz.draw.markup import Markup, tag

__all__ = ["flow_drawing"]


def flow_drawing(flow: dict[str, Any]) -> Markup | None:
    """Places, and cards that move between them; None if there is nothing to draw."""
    if not flow.get("places"):
        return None
    drawn = Markup(flow_svg(Flow.from_json(flow)))
    told = "The flow of information"
    return tag("div", drawn, class_="drawing", tabindex="0", role="region", aria_label=told)
