"""The control line between a judge and a warm process: messages, with descriptors beside them.

Nobody but these two has it: a process of a game has closed its copy before anything of a bot runs.
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Sequence
from typing import Any

__all__ = ["Hung", "receive", "send"]

HEAD = struct.Struct(">I")
MOST_DESCRIPTORS = 4


class Hung(OSError):
    """Nobody is at the other end any more."""


def send(control: socket.socket, message: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
    """Say something; copies of descriptors go with it."""
    text = json.dumps(message).encode()
    head = HEAD.pack(len(text))
    if descriptors:
        socket.send_fds(control, [head], list(descriptors))
    else:
        control.sendall(head)
    control.sendall(text)


def receive(control: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """The next message, and the descriptors that came with it."""
    head, descriptors, _, _ = socket.recv_fds(control, HEAD.size, MOST_DESCRIPTORS)
    head += _exactly(control, HEAD.size - len(head)) if head else b""
    if len(head) < HEAD.size:
        raise Hung("nobody is at the other end")
    (length,) = HEAD.unpack(head)
    told: dict[str, Any] = json.loads(_exactly(control, length))
    return told, descriptors


def _exactly(control: socket.socket, length: int) -> bytes:
    parts = []
    while length:
        part = control.recv(min(length, 1 << 16))
        if not part:
            raise Hung("nobody is at the other end")
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
