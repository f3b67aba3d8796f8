"""What processes of booths in tests run in place of a guest."""

from __future__ import annotations

import os
import sys
import time
from typing import Any


def echo(channel: Any, told: dict[str, Any]) -> None:
    """Answer each line with itself; some lines do something else."""
    lines = channel.makefile("rw", encoding="utf-8")
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "eval":
            line = f"{eval(rest)}\n"
        elif word == "exec":
            exec(rest)
            continue
        lines.write(line)
        lines.flush()
    print("done", os.getpid(), time.time(), file=sys.stderr)
