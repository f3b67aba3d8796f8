"""One process of a bot as the judge sees it: a line is sent, a line comes back, or it does not.

Whatever the process does with its end, nothing here waits longer than it was told to, keeps more
than a bot may say, or takes something that was said before for an answer (`drop`).
"""

from __future__ import annotations

import os
import select
import socket
import struct
import sys
import time
from contextlib import suppress

__all__ = ["Gone", "Late", "Line", "TooLong"]

TAIL = 4096
"""Bytes kept of what a bot prints."""

STATUS = struct.Struct(">i")
"""How a process ended, as `os.waitstatus_to_exitcode` says it."""

PIECE = 1 << 16


class Late(Exception):
    """Nothing has come in time."""


class TooLong(Exception):
    """What has come is longer than an answer may be."""


class Gone(Exception):
    """The process has ended, or nobody listens at its end any more."""

    def __init__(self, code: int | None) -> None:
        super().__init__(how(code))
        self.code = code
        """Its exit code; below zero, the signal that ended it; None if that is not known."""


def how(code: int | None) -> str:
    """How a process ended, in words.

    >>> how(1), how(-9)
    ('exit code 1', 'ended by signal 9')
    """
    if code is None:
        return "it has closed its line"
    return f"exit code {code}" if code >= 0 else f"ended by signal {-code}"


class Line:
    """One process of a game."""

    def __init__(
        self, channel: socket.socket, status: int, output: int, most: int, heard: bool = False
    ) -> None:
        self._channel, self._status, self._output = channel, status, output
        channel.setblocking(False)
        os.set_blocking(output, False)
        self._most, self._heard = most, heard
        self._came = bytearray()
        self._goes = bytearray()
        self._tail = bytearray()
        self._unheard = bytearray()
        self._code: int | None = None
        self._ended = False
        self._printing = True
        self._closed = False

    def send(self, text: str) -> None:
        """Send one line. What does not go through at once goes while an answer is waited for."""
        if self._closed or self._ended:
            raise Gone(self._code)
        self._goes += text.encode() + b"\n"
        try:
            self._push()
        except OSError:
            raise Gone(self._learnt()) from None

    def receive(self, seconds: float | None) -> str:
        """The next line, within so many seconds."""
        end = None if seconds is None else time.monotonic() + seconds
        while (line := self._line()) is None:
            if self._closed:
                raise Gone(self._code)
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise Late
            self._wait(left)
        return line

    def drop(self) -> None:
        """Forget what it has said so far: it cannot be the answer to what is asked next."""
        taken = 0
        while not self._closed and taken <= self._most:
            try:
                part = self._channel.recv(PIECE)
            except BlockingIOError:
                break
            except OSError:
                break
            if not part:
                break
            taken += len(part)
        self._came.clear()
        if taken > self._most:
            raise TooLong
        self._hear()

    def said(self) -> str:
        """The end of what it has printed."""
        if not self._closed:
            self._hear()
        return self._tail.decode(errors="replace")

    def close(self) -> None:
        """Hang up; the process is not ended by that."""
        if not self._closed:
            self._hear()
            self._closed = True
            self._channel.close()
            os.close(self._status)
            os.close(self._output)

    def _line(self) -> str | None:
        """The first whole line that has come, if there is one."""
        length = self._came.find(b"\n")
        if length < 0:
            if len(self._came) > self._most:
                raise TooLong
            return None
        if length > self._most:
            raise TooLong
        line = bytes(self._came[:length])
        del self._came[: length + 1]
        return line.decode(errors="replace")

    def _wait(self, left: float | None) -> None:
        """Wait until something happens; take in what has come."""
        poll = select.poll()
        wanted = select.POLLIN | (select.POLLOUT if self._goes else 0)
        poll.register(self._channel, wanted)
        if not self._ended:
            poll.register(self._status, select.POLLIN)
        if self._printing:
            poll.register(self._output, select.POLLIN)
        happened = dict(poll.poll(None if left is None else max(left * 1000, 0) + 1))
        if self._output in happened:
            self._hear()
        try:
            if happened.get(self._channel.fileno(), 0) & select.POLLOUT:
                self._push()
            came = self._pull()
        except OSError:
            raise Gone(self._learnt()) from None
        if self._status in happened and not came:
            self._learnt()
            if self._line_is_missing():
                raise Gone(self._code)

    def _line_is_missing(self) -> bool:
        """Whether a process that has ended leaves no answer behind, not even on the way."""
        with suppress(OSError, Gone):
            self._pull()
        return b"\n" not in self._came

    def _pull(self) -> bool:
        """Take in what has come; whether there was anything."""
        try:
            part = self._channel.recv(PIECE)
        except BlockingIOError:
            return False
        if not part:
            raise Gone(self._learnt())
        self._came += part
        return True

    def _push(self) -> None:
        while self._goes:
            try:
                sent = self._channel.send(self._goes[:PIECE])
            except BlockingIOError:
                return
            del self._goes[:sent]

    def _learnt(self) -> int | None:
        """How the process ended, if it has; a process that closes its line may live on."""
        if not self._ended:
            poll = select.poll()
            poll.register(self._status, select.POLLIN)
            if poll.poll(PATIENCE_MS):
                said = os.read(self._status, STATUS.size)
                self._ended = True
                self._code = STATUS.unpack(said)[0] if len(said) == STATUS.size else None
        return self._code

    def _hear(self) -> None:
        """Take in what it has printed."""
        for _ in range(PIECES):
            try:
                part = os.read(self._output, PIECE)
            except BlockingIOError:
                return
            except OSError:
                part = b""
            if not part:
                self._printing = False
                return
            self._tail += part
            del self._tail[:-TAIL]
            if self._heard:
                self._repeat(part)

    def _repeat(self, part: bytes) -> None:
        """Have what it printed heard here, line by line."""
        self._unheard += part
        end = len(self._unheard) if len(self._unheard) > TAIL else self._unheard.rfind(b"\n") + 1
        if end:
            sys.stderr.write(visible(self._unheard[:end].decode(errors="replace")))
            sys.stderr.flush()
            del self._unheard[:end]


PATIENCE_MS = 200
"""Milliseconds in which we are told how a process that has hung up ended."""

PIECES = 16
"""Pieces of what is printed that are taken in at a time: who prints without end cannot hold us."""


def visible(text: str) -> str:
    """What a bot prints or says, fit for a terminal, a page and a file: control characters are
    shown as pictures; halves of characters, and marks that would turn or hide what follows, are
    replaced.

    >>> visible("a\\x1b[2J"), visible("\\ud800\\u202eb")
    ('a␛[2J', '��b')
    """
    return text.translate(SHOWN)


SHOWN: dict[int, int] = {
    **{code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),
    **dict.fromkeys((0x61C, *range(0x200B, 0x2010), *range(0x2028, 0x202F)), 0xFFFD),
    **dict.fromkeys((*range(0x2060, 0x2070), 0xFEFF, 0xFFFE, 0xFFFF), 0xFFFD),
}
