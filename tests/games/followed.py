"""Games of which not all that players could conclude is followed: `knowledge.exact` is false."""

from __future__ import annotations

__all__ = ["NOT_EXACT", "SETTINGS"]

NOT_EXACT = {
    "cheat": "what lies where in a face-down pile when it is taken up",
    "crazy-eights": "what was known of cards that come back with RESHUFFLES, as a new stock",
    "gin-rummy": "which knocks and melds a hidden hand would have allowed",
    "go-fish": "who asks for a rank and draws: which of several cards was asked about",
    "old-maid": "which of the cards of a hand that was shuffled is drawn",
}
"""What is not followed, by game. Sets of cards and counts are bounds then, never wrong."""

SETTINGS = {"crazy-eights": {"RESHUFFLES": 1}}
"""Games in which that is so only if something is set."""
