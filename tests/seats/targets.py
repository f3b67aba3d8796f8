"""What processes of booths in tests run in place of a guest, and what tests do with it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from kibitz.seats import bwrap
from kibitz.seats.booth import Booth
from kibitz.seats.terms import Sandbox, Terms

HERE = Path(__file__).parent
KINDS: tuple[Sandbox, ...] = ("off", "limits", "bwrap")


def unavailable(kind: Sandbox) -> str | None:
    """Why a kind of sandbox cannot be tried here."""
    if sys.platform != "linux" and kind != "off":
        return "limits are tried on Linux"
    return bwrap.refusal() if kind == "bwrap" else None


def booth(bot: str, kind: Sandbox, **terms: Any) -> Booth:
    """A booth whose processes do what they are told."""
    return Booth(bot, None, 1, Terms(sandbox=kind, **terms), target="echoes:echo", visible=[HERE])


def asked(line: Any, expression: str, seconds: float = 10.0) -> str:
    """What an expression is in a process."""
    line.drop()
    line.send(f"eval {expression}")
    return str(line.receive(seconds))
