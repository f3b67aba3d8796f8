"""Private stores: numbers and names that only their owner sees.

Whatever such a number decides, and whatever is done with it, the others cannot tell from what they
see. So statements and choices that touch one are taken as a whole: what they show of cards is not
told. If no card has to do with them either, there is nothing to be told, and knowledge is as exact
as before.
"""

from __future__ import annotations

from kibitz.recycle.common import common, open_to_all
from kibitz.recycle.tree import Kind, Node, Program, walk

__all__ = ["cardless", "innocent", "secretive", "touches"]


def touches(node: Node) -> bool:
    """Whether something reads or sets a private store, also by a variable."""
    return any(
        n.private
        or (n.op == "var" and n.stands_for is not None and n.bound.how != "declare"
            and touches(n.stands_for))
        for n in walk(node)
    )  # fmt: skip


def cardless(node: Node) -> bool:
    """Whether something depends on no hidden card."""
    return common(node, sees=lambda kept: kept.private or open_to_all(kept))


def secretive(node: Node) -> bool:
    """Whether the others may not see what a statement does, or why: as a whole, and not only one of
    the statements in it."""
    if not node.statements:
        return touches(node)
    asked = [arg for arg in node.args if arg.kind is not Kind.NOTHING]
    if node.op in ("do", "let") or not touches(node):
        return False
    return any(touches(arg) or not cardless(arg) for arg in asked)


def innocent(program: Program) -> bool:
    """Whether no hidden card has to do with what private stores are set to."""
    return all(map(_innocent, program.body))


def _innocent(node: Node) -> bool:
    if not any(n.private for n in walk(node)):
        return True
    if node.op == "choice" or not node.statements:
        return not _sets(node) or cardless(node)
    asked = [arg for arg in node.args if arg.kind is not Kind.NOTHING]
    if _sets(node) and node.op != "let" and not all(map(cardless, asked)):
        return False
    return all(map(_innocent, node.statements))


def _sets(node: Node) -> bool:
    return any(n.traits.sets and n.args[0].private for n in walk(node))
