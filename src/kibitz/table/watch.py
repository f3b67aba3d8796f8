"""A server for one competition, in a process beside whoever plays it: `kibitz compete --watch`.

It says in one line where it is, and ends when nobody holds the other end of its standard input any
more. What it keeps, tables at which games were looked at, goes when it ends.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kibitz.errors import KibitzError
from kibitz.table.addresses import addresses, page_at
from kibitz.table.app import make_app
from kibitz.table.competitions import names_of
from kibitz.table.faults import Faults
from kibitz.table.guard import names
from kibitz.table.server import listener_at, serve

__all__ = ["main"]

NICE = 10


def main(given: str) -> None:
    """Serve the page of a competition: `given` has its folder, and where to listen."""
    told = json.loads(given)
    folder, host = Path(told["folder"]), str(told["host"])
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with tempfile.TemporaryDirectory(prefix="kibitz-watch-") as data:
        try:
            listener = listener_at(host, told["port"])
            number = listener.getsockname()[1]
            app = make_app(
                Path(data),
                competitions=[folder],
                hosts=names(host),
                invite=lambda: addresses(host, number),
            )
        except KibitzError as error:
            _say({"error": error.message, "hint": error.hint})
            return
        Faults(lambda line: print(line, file=sys.stderr)).listen()
        (id_,) = names_of([folder])
        _say({"address": f"{page_at(host, number).rstrip('/')}/competition/{quote(id_, safe='')}"})
        serve(app, listener, _until_others_end)


def _say(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


def _until_others_end() -> None:
    """Wait until whoever started this has ended, or has closed our standard input."""
    with suppress(OSError, ValueError):
        sys.stdin.buffer.read()


if __name__ == "__main__":
    main(sys.argv[1])
