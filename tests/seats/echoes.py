"""What a process of a booth runs in tests: it does what it is told."""

from __future__ import annotations

import os
import sys
from typing import Any

__all__ = ["echo"]


def echo(channel: Any, told: dict[str, Any]) -> None:
    """Answer each line with itself, with what it is worth (`eval`), or not at all (`exec`)."""
    known = {"os": os, "sys": sys, "channel": channel, "told": told}
    for line in channel.makefile("r", encoding="utf-8"):
        word, _, rest = line.strip().partition(" ")
        if word == "exec":
            exec(rest, known)
        elif word == "eval":
            channel.sendall(f"{eval(rest, known)}\n".encode())
        else:
            channel.sendall(line.encode())
