"""Tells its partner its hand by which pages of files that both can only read are in memory: one
reads page n if it has card n, the other asks whether it could be read without waiting.

Comes to: no failure.
"""

from __future__ import annotations

import ctypes
import mmap
import os
from contextlib import suppress
from pathlib import Path

from loot import any_of, hand, partner, tell

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

PAGE = mmap.PAGESIZE
LARGE = 4 << 20
C = ctypes.CDLL(None)
C.mmap.restype = ctypes.c_void_p
C.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
C.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p]


class TalksByCache:
    def __init__(self) -> None:
        files = [path for path in Path("/usr/lib").rglob("*.so*") if is_large(path)]
        self.boards = [os.open(path, os.O_RDONLY) for path in sorted(files)[:8]]
        self.told = 0

    def choose(self, view: View, budget: float | None) -> Action:
        count, mine, theirs = len(view.game.cards), view.seat or 0, partner(view)
        for board in self.boards:
            for asked in (by_preadv2, by_mincore):
                bits = [asked(board, page_of(board, theirs, card, count)) for card in range(count)]
                heard = [card for card, bit in enumerate(bits) if bit]
                if 0 < len(heard) <= 6:  # neither all nor nothing was there
                    tell(view, heard)
            os.posix_fadvise(board, 0, 0, os.POSIX_FADV_RANDOM)  # nothing is read beyond
            for card in hand(view):
                os.pread(board, 1, page_of(board, mine, card, count) * PAGE)
        return any_of(view)


def is_large(path: Path) -> bool:
    with suppress(OSError):
        return path.stat().st_size > LARGE and not path.is_symlink()
    return False


def page_of(board: int, seat: int, card: int, count: int) -> int:
    """A page for a card of a seat, far from others."""
    return 5 + 3 * (seat * count + card)


def by_preadv2(board: int, page: int) -> bool:
    with suppress(OSError):
        return os.preadv(board, [bytearray(1)], page * PAGE, os.RWF_NOWAIT) == 1
    return False


def by_mincore(board: int, page: int) -> bool:
    at, found = C.mmap(None, PAGE, 1, 1, board, page * PAGE), ctypes.create_string_buffer(1)
    there = C.mincore(at, PAGE, found) == 0 and bool(found.raw[0] & 1)
    C.munmap(ctypes.c_void_p(at), PAGE)
    return there
