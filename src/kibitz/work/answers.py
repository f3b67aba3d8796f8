"""Answers: what a job's function returns, as text; and bytes beside it, where it returns many.

An answer is JSON. Where there are bytes in it, which JSON does not have, they follow the text as
they are, behind a zero byte, which is in no JSON; the text says which of them belong where.

>>> text = written({"name": "lot", "rows": b"many"})
>>> text
b'{"name": "lot", "rows": {"\\\\u0000": [0, 4]}}\\x00many'
>>> bytes(read(text)["rows"])
b'many'
"""

from __future__ import annotations

import json
import math
from typing import Any

__all__ = ["read", "written"]

MARK = "\0"
"""The only name in what stands for bytes: where they begin, and how many there are."""


def written(value: Any) -> bytes:
    """An answer as it is sent; numbers that are none in JSON, like infinity, become null."""
    blobs: list[bytes] = []
    size = 0

    def beside(part: Any) -> dict[str, list[int]]:
        nonlocal size
        if not isinstance(part, bytes):
            raise TypeError(f"{type(part).__name__} cannot be an answer")
        blobs.append(part)
        size += len(part)
        return {MARK: [size - len(part), len(part)]}

    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False, default=beside)
    except ValueError:
        blobs, size = [], 0
        text = json.dumps(_finite(value), ensure_ascii=False, default=beside)
    return b"".join([text.encode(), b"\0", *blobs]) if blobs else text.encode()


def read(text: bytes) -> Any:
    """An answer that has come; its bytes are views of the text."""
    end = text.find(b"\0")
    if end < 0:
        return json.loads(text)
    blobs = memoryview(text)[end + 1 :]

    def found(part: dict[str, Any]) -> Any:
        if part.keys() != {MARK}:
            return part
        at, size = part[MARK]
        return blobs[at : at + size]

    return json.loads(text[:end], object_hook=found)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return value
