"""Keys: what all randomness of a game is a function of."""

from __future__ import annotations

import hashlib

__all__ = ["Key", "derive_key"]

Key = tuple[int, int]


def derive_key(*parts: object) -> Key:
    """A key from a seed and whatever makes it one of many: what `repr` says of it counts."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=16, person=b"kibitz").digest()
    return int.from_bytes(digest[:8]) >> 2, int.from_bytes(digest[8:]) >> 2
