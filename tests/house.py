"""The games that stand for the whole shelf in tests of what all games share.

Every game on the shelf is read, checked, played and shown by `games/test_shelf.py` and
`browser/test_shelf.py`; what would take minutes with all of them is tried with these. A feature of
the engine that none of them has is in one of the small games of the tests.
"""

from __future__ import annotations

__all__ = ["HOUSE"]

HOUSE = ("agram", "boerenbridge", "brisca", "hearts", "ninety-eight", "tarot")
