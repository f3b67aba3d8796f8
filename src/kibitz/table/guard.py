"""What stands before every request: who may ask, how much, and what browsers are told.

A page from elsewhere must not act for whoever visits it: requests that change something, and live
connections, come from our own page or from no page at all. Links are secrets: they are not passed
on as referrers, and nothing under `/api` is kept by a browser.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.errors import KibitzError
from kibitz.table.addresses import is_local

__all__ = [
    "READ_ONLY", "Guard", "TooLong", "attachment", "body_of", "must_be_json", "names", "visitor_of",
]  # fmt: skip

POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
    "object-src 'none'"
)

READ_ONLY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""For reports, which are read: nothing in them does anything, wherever they have come from."""


class TooLong(KibitzError):
    """More was sent than is taken."""


class Guard:
    """An application behind the rules above."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self.app = app
        self.hosts = hosts
        """Names under which this server may be asked, besides any address; None: any."""

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
                told.setdefault("Content-Security-Policy", POLICY)
                told["X-Content-Type-Options"] = "nosniff"
                told.setdefault("Referrer-Policy", "no-referrer")
                told["X-Frame-Options"] = "DENY"
                api = scope["path"].startswith("/api")
                told.setdefault("Cache-Control", "no-store" if api else "no-cache")
            await send(message)

        await self.app(scope, receive, careful)

    def _refused(self, scope: Scope, headers: Headers) -> str | None:
        """Why a request is not answered."""
        host = headers.get("host", "").lower()
        name = _name(host)
        if self.hosts is not None and name not in self.hosts and not _is_address(name):
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


def names(host: str, more: Collection[str] = ()) -> set[str]:
    """The names of a server that listens there; an address is always one of its own. Any other name
    may belong to somebody whose page wants to pass for ours."""
    found = {"localhost", *map(str.lower, more)}
    if not is_local(host):
        machine = socket.gethostname().lower()
        found |= {host.lower(), machine, machine.partition(".")[0]}
        found |= {f"{name}.local" for name in (machine, machine.partition(".")[0])}
    return found - {""}


def _is_address(name: str | None) -> bool:
    try:
        ipaddress.ip_address(name or "")
    except ValueError:
        return False
    return True


def attachment(name: str) -> str:
    """A header that says what a file is to be called, whatever letters that has.

    >>> attachment('a "b".json')
    "attachment; filename=a__b_.json; filename*=UTF-8''a%20%22b%22.json"
    """
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    return f"attachment; filename={plain}; filename*=UTF-8''{quote(name, safe='')}"


async def _refuse(reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    await JSONResponse({"error": reason, "hint": None}, 403)(scope, receive, send)


def visitor_of(request: Request) -> str:
    """Where somebody comes from."""
    return request.client.host if request.client is not None else ""


def must_be_json(request: Request) -> None:
    """Complain about what a form of any page could have sent."""
    kind = "application/json"
    if request.headers.get("content-type", "").partition(";")[0].strip() != kind:
        raise KibitzError(f"this must be sent as {kind}")


async def body_of(request: Request, most: int) -> bytes:
    """What was sent with a request, if it is not too long."""
    said = request.headers.get("content-length", "0")
    parts, size = [], 0
    if not said.isdecimal() or len(said) > 18 or int(said) > most:
        raise TooLong(f"at most {most:,} bytes can be sent here")
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise TooLong(f"at most {most:,} bytes can be sent here")
        parts.append(part)
    return b"".join(parts)
