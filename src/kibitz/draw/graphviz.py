"""A Kripke model as a text for Graphviz, for those who want to lay it out themselves."""

from __future__ import annotations

from kibitz.draw.kripke import KripkePicture
from kibitz.draw.palette import SEATS, seat_style

__all__ = ["graphviz_kripke"]


def quoted(text: str) -> str:
    """A text as a DOT string; a line break stays one."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\0", "")
    return '"' + text.replace("\r", "").replace("\n", "\\n") + '"'


def graphviz_kripke(picture: KripkePicture) -> str:
    """The model as an undirected graph: one colour a seat, the true world golden.

    >>> from kibitz.draw.kripke import PictureWorld
    >>> print(graphviz_kripke(KripkePicture((PictureWorld(("heads",)),), ())))
    graph kripke {
      node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif"];
      w0 [label="heads"];
    }
    """
    lines = ["graph kripke {"]
    if picture.title:
        lines.append(f"  label={quoted(picture.title)};")
    lines.append(
        '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif"];'
    )
    for k, world in enumerate(picture.worlds):
        shown = [f"label={quoted(chr(10).join(world.lines))}"]
        if world.actual:
            shown.append('fillcolor=gold, color="#a87900", penwidth=2')
        if world.weight <= 0:
            shown.append('style="rounded,dashed", color=gray, fontcolor=gray')
        lines.append(f"  w{k} [{', '.join(shown)}];")
    for k, agent in enumerate(picture.agents):
        seat_style(agent.colour)  # Refuses what is not a colour.
        colour = agent.colour or SEATS[k % len(SEATS)][0]
        for a, b in sorted(agent.pairs):
            width = 2.5 if {a, b} <= agent.strong else 1
            shown = [
                f"color={quoted(colour)}",
                f"penwidth={width}",
                f"tooltip={quoted(agent.name)}",
            ]
            lines.append(f"  w{a} -- w{b} [{', '.join(shown)}];")
    return "\n".join([*lines, "}"])
