"""What stands before every request: who may ask, how much, and what browsers are told.

A page from elsewhere must not act for whoever visits it: requests that change something, and live
connections, come from our own page or from no page at all. Links are secrets: they are not passed
on as referrers, and nothing under `/api` is kept by a browser.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.errors import KibitzError

__all__ = ["Guard", "TooLong", "body_of"]

POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
    "object-src 'none'"
)


class TooLong(KibitzError):
    """More was sent than is taken."""


class Guard:
    """An application behind the rules above."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self.app = app
        self.hosts = hosts
        """Names under which this server may be asked; None: any."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        reason = self._refused(scope, headers)
        if reason is not None:
            await _refuse(reason, scope, receive, send)
            return

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                told["Content-Security-Policy"] = POLICY
                told["X-Content-Type-Options"] = "nosniff"
                told["Referrer-Policy"] = "no-referrer"
                told["X-Frame-Options"] = "DENY"
                api = scope["path"].startswith("/api")
                told.setdefault("Cache-Control", "no-store" if api else "no-cache")
            await send(message)

        await self.app(scope, receive, careful)

    def _refused(self, scope: Scope, headers: Headers) -> str | None:
        """Why a request is not answered."""
        host = headers.get("host", "").lower()
        if self.hosts is not None and _name(host) not in self.hosts:
            return "this server is not known by that name"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origin is not None and _place(origin) != host:
            return "this was sent by a page from elsewhere"
        return None


def _name(host: str) -> str | None:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _place(origin: str) -> str | None:
    """Where a page comes from, as a Host header would say it; None if it does not tell."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


async def _refuse(reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    await JSONResponse({"error": reason, "hint": None}, 403)(scope, receive, send)


async def body_of(request: Request, most: int) -> bytes:
    """What was sent with a request, if it is not too long."""
    said: Any = request.headers.get("content-length", "0")
    parts, size = [], 0
    if not said.isdecimal() or len(said) > 18 or int(said) > most:
        raise TooLong(f"at most {most:,} bytes can be sent here")
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise TooLong(f"at most {most:,} bytes can be sent here")
        parts.append(part)
    return b"".join(parts)
