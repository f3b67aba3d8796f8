"""Lots: the secret of a competition, and all that is random in it.

The secret is drawn when a competition begins. Its hash, the *commitment*, is published then, and
the secret itself at the end: so nobody can know a deal before it is played, and everybody can check
afterwards that all deals and lots were those the secret had decided from the start. Each is a keyed
hash of its own, so that none of them says anything about another, or about the secret.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz.engine.keys import Key

__all__ = ["Lots"]


@dataclass(frozen=True, slots=True)
class Lots:
    """What a secret decides.

    >>> lots = Lots.seeded("Candlemas")
    >>> lots.deal(0, 3) == lots.deal(0, 3), lots.deal(0, 3) == lots.deal(1, 3)
    (True, False)
    >>> lots.drawn(["Ana", "Bea", "Cleo"], "who begins")
    ['Cleo', 'Ana', 'Bea']
    """

    secret: str = field(repr=False)
    """Thirty-two hexadecimal digits."""

    @classmethod
    def new(cls) -> Lots:
        """Those of a secret that nobody knows."""
        return cls(secrets.token_hex(16))

    @classmethod
    def seeded(cls, seed: str) -> Lots:
        """Those of a seed that somebody has written down: the same again and again."""
        return cls(hashlib.sha256(f"kibitz seed {seed}".encode()).hexdigest()[:32])

    @property
    def commitment(self) -> str:
        """What is published before: `printf %s SECRET | sha256sum` says the same."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    def number(self, *what: int | str) -> int:
        """A number of 128 bits for some purpose."""
        key = bytes.fromhex(self.secret)
        return int.from_bytes(
            hashlib.blake2b(repr(what).encode(), digest_size=16, key=key, person=b"kibitz").digest()
        )

    def deal(self, phase: int, deal: int) -> Key:
        """The key of a deal: all that is random in its cards."""
        number = self.number("deal", phase, deal)
        return number >> 66, (number & (1 << 64) - 1) >> 2

    def bots(self, phase: int, round: int, meeting: int, turn: int) -> int:
        """What the seeds of the bots come from, in one seating of a meeting."""
        return self.number("bots", phase, round, meeting, turn)

    def drawn(self, names: Iterable[str], *what: int | str) -> list[str]:
        """Names in the order in which they are drawn; it does not matter how they come in."""
        return sorted(names, key=lambda name: (self.number("lot", *what, name), name))
