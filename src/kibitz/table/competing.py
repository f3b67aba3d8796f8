"""The addresses of competitions: pages, files that may be seen, and what the page asks for.

Of the files in a competition's folder there are four kinds to be had: the report, its drawing of
times, the results, and records. All else stays where it is.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from kibitz.errors import KibitzError
from kibitz.table.competitions import Competition, Competitions
from kibitz.table.files import Files, packed
from kibitz.table.guard import READ_ONLY, visitor_of
from kibitz.table.hall import Unknown
from kibitz.table.onlookers import follow
from kibitz.table.talk import hang_up

__all__ = ["competition_routes"]

FILES = {
    "report.html": "text/html",
    "times.svg": "image/svg+xml",
    "results.json": "application/json",
}
"""What may be seen of a folder, besides records."""
LARGEST = 100_000_000
"""Bytes of a file that is sent."""


def competition_routes() -> list[BaseRoute]:
    """All of them."""
    page, api = "/competition/{id}", "/api/competitions/{id}"
    return [
        Route(page, competition_page),
        Route(f"{page}/game/{{game}}", game),
        Route(f"{page}/records/{{game}}.json", record),
        Route(f"{page}/{{file}}", file),
        Route(api, competition),
        Route(f"{api}/games", games),
        WebSocketRoute(f"{api}/live", live),
    ]


async def competition_page(request: Request) -> Response:
    _ = _competition(request)
    files: Files = request.app.state.files
    return files.page(request, "competition.html")


async def competition(request: Request) -> Response:
    return JSONResponse(await _competition(request).parts())


async def games(request: Request) -> Response:
    asked = request.query_params
    before = asked.get("before")
    if before is not None and not (before.isascii() and before.isdecimal() and len(before) < 16):
        raise KibitzError("before is the number of a game")
    entrant = asked.get("entrant") or None
    found = await _competition(request).games(entrant, None if before is None else int(before))
    return JSONResponse(found)


async def game(request: Request) -> Response:
    """A game goes to a table, where it lies for all who want to see it."""
    found = _competition(request)
    token = await found.game(request.path_params["game"], visitor_of(request))
    return RedirectResponse(f"/at/{token}?competition={quote(found.id, safe='')}", 303)


async def record(request: Request) -> Response:
    """A record; to a person who follows a link of the report, the game itself is shown."""
    if "text/html" in request.headers.get("accept", ""):
        return RedirectResponse(f"../game/{quote(request.path_params['game'], safe='')}", 303)
    text = await _competition(request).record(request.path_params["game"])
    return packed(text.encode(), "application/json").answer(request)


async def file(request: Request) -> Response:
    """A file of the folder that may be seen."""
    name = request.path_params["file"]
    if name not in FILES:
        raise Unknown("there is no such page")
    content = _content(_competition(request).folder / name)
    answer = packed(content, FILES[name]).answer(request)
    answer.headers["Content-Security-Policy"] = READ_ONLY
    return answer


def _content(path: Path) -> bytes:
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
            raise Unknown("there is no such page yet")
        return path.read_bytes()
    except OSError:
        raise Unknown("there is no such page yet") from None


async def live(socket: WebSocket) -> None:
    await socket.accept()
    try:
        found = _competition(socket)
    except KibitzError as error:
        await hang_up(socket, 4404, error)
    else:
        await follow(socket, found.onlookers)


def _competition(asked: HTTPConnection) -> Competition:
    competitions: Competitions = asked.app.state.competitions
    return competitions[asked.path_params["id"]]
