"""The server: a socket to listen at, and the application served there until it is told to stop."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

import uvicorn
import websockets  # noqa: F401  uvicorn asks for it too late to say that it is missing
from starlette.applications import Starlette

from kibitz.errors import KibitzError
from kibitz.table.door import BACKLOG, Door, places

__all__ = ["PORT", "listener_at", "serve"]

PORT = 8017
OTHERS = 20
"""How many ports after the usual one are tried."""


def serve(
    app: Starlette, listener: socket.socket, until: Callable[[], object] | None = None
) -> None:
    """Serve an application, until somebody presses Ctrl-C or ends the process; or `until`, which is
    called in a thread, returns."""
    Door.places = places()
    config = uvicorn.Config(
        app,
        http=Door,
        backlog=BACKLOG,
        log_config=None,  # tokens and cards are nobody's business
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=64_000,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=False,  # else a visitor could say to be another each time
    )
    server = uvicorn.Server(config)
    if until is not None:

        def wait() -> None:
            until()
            server.should_exit = True

        threading.Thread(target=wait, daemon=True).start()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def listener_at(host: str, port: int | None) -> socket.socket:
    """A socket to listen at; if no port was asked for, the usual one or one of the next."""
    wanted = [port] if port is not None else [*range(PORT, PORT + OTHERS), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for number in wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, number))
            listener.listen(256)
            return listener
        except (OSError, UnicodeError) as error:
            listener.close()
            reason = getattr(error, "strerror", None) or str(error)
            if isinstance(error, socket.gaierror | UnicodeError):
                raise KibitzError(f"there is no address `{host}` on this machine") from None
    where = f"port {port} of {host}" if port is not None else host
    raise KibitzError(f"cannot listen at {where}: {reason}", "give another --port, or leave it out")
