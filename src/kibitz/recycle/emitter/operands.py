"""Texts of sets of cards, put together: what is constant is worked out here, not in the game.

Every text is an operand: a name, a number, a call, or something in brackets.
"""

from __future__ import annotations

from kibitz.recycle.layout import BITS, Layout

__all__ = ["bare", "both", "complement", "either", "holds", "joined", "number"]


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


def complement(layout: Layout, words: list[str]) -> list[str]:
    """All other cards."""
    cards = len(layout.cards)
    return [_others(word, (1 << min(BITS, cards - BITS * w)) - 1) for w, word in enumerate(words)]


def _others(text: str, everything: int) -> str:
    value = number(text)
    if value is not None:
        return str(everything & ~value) if value else "-1"
    return text[1:] if text.startswith("~") else f"~{text}"


def holds(words: list[str], card: str) -> str:
    """Whether a card is in a set in variables."""
    chosen = [f"{word} if {card} < {(w + 1) * BITS} else " for w, word in enumerate(words)]
    text = "".join(chosen[:-1]) + words[-1]
    return f"{text if len(words) == 1 else f'({text})'} & BIT[{card}]"


def joined(words: list[str]) -> str:
    """A set as one number, however many cards."""
    return " | ".join(f"{w} << {i * BITS}" if i else w for i, w in enumerate(words))


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
