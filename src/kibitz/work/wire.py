"""The wire: numbered messages on a pipe, each behind its number and its length.

An answer has the number of its job. One with another number comes from somebody else who writes on
the same pipe, a bot that has forked, say; then nothing on that pipe can be believed any more.
"""

from __future__ import annotations

import struct
from typing import IO

from kibitz.errors import KibitzError

__all__ = ["ANSWER", "HEAD", "MOST", "Garbled", "length_of", "packed", "read"]

HEAD = struct.Struct(">QI")
MOST = 64_000_000
"""Bytes of a message; a job may tell a whole folder (see `kibitz.work.folders`)..."""
ANSWER = 16_000_000
"""...and of an answer."""


class Garbled(OSError):
    """What has come is not the message that was waited for."""


def packed(number: int, text: bytes) -> bytes:
    """A message as it is sent."""
    if len(text) > MOST:
        raise KibitzError("this is too long to be sent")
    return HEAD.pack(number, len(text)) + text


def length_of(head: bytes, number: int) -> int:
    """How long the message behind a head is, which has to have this number.

    >>> length_of(packed(7, b"four")[: HEAD.size], 7)
    4
    """
    found, length = HEAD.unpack(head)
    if found != number or length > MOST:
        raise Garbled("that is no answer")
    return int(length)


def read(stream: IO[bytes]) -> tuple[int, bytes] | None:
    """The next message and its number; None if there are no more."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    number, length = HEAD.unpack(head)
    text = stream.read(length) if length <= MOST else b""
    return (number, text) if len(text) == length else None
