"""Texts of sets of cards, put together: what is constant is worked out here, not in the game.

Every text is an operand: a name, a number, a call, or something in brackets.
"""

from __future__ import annotations

__all__ = ["bare", "both", "either", "number", "others"]


def number(text: str) -> int | None:
    """The value of a constant."""
    return int(text) if text.removeprefix("-").isdigit() else None


def both(one: str, two: str) -> str:
    """The cards in both of two sets."""
    a, b = number(one), number(two)
    if a is not None and b is not None:
        return str(a & b)
    if 0 in (a, b):
        return "0"
    if -1 in (a, b):
        return two if a == -1 else one
    return f"({one} & {two})"


def either(texts: list[str]) -> str:
    """The cards in any of some sets."""
    constant = 0
    rest: list[str] = []
    for text in texts:
        value = number(text)
        if value is not None:
            constant |= value
        elif text not in rest:
            rest.append(text)
    if constant == -1:
        return "-1"
    if constant or not rest:
        rest.append(str(constant))
    return rest[0] if len(rest) == 1 else "(" + " | ".join(rest) + ")"


def others(text: str, everything: int) -> str:
    """All other cards."""
    value = number(text)
    if value is not None:
        return str(everything & ~value) if value else "-1"
    return text[1:] if text.startswith("~") else f"~{text}"


def bare(text: str) -> str:
    """A text without the brackets around the whole of it, for where nothing stands beside it."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for i, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and i < len(text) - 1:
            return text
    return text[1:-1]
