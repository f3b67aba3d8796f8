"""The web application: pages, data, live connections. What is asked for is in `docs/table.md`.

Each address has a function here, which only reads what was asked, lets `Hall` do it and writes
down the answer. Errors a user can cause are one sentence.
"""

from __future__ import annotations

import asyncio
import html
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from kibitz.bots.guests import USUAL
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.errors import KibitzError, fault
from kibitz.table import messages
from kibitz.table import seat as remote
from kibitz.table.analyses import Analyses
from kibitz.table.analysing import analysis_routes
from kibitz.table.archive import Archive
from kibitz.table.chairs import FREED_WHY
from kibitz.table.competing import competition_routes
from kibitz.table.competitions import Competitions
from kibitz.table.faults import noted
from kibitz.table.files import Files, Packed, packed, read_files
from kibitz.table.games import Catalogue, Made
from kibitz.table.guard import Guard, TooLong, attachment, body_of, must_be_json, visitor_of
from kibitz.table.hall import Gone, Hall, Unknown
from kibitz.table.limits import Limits
from kibitz.table.listeners import Ticket
from kibitz.table.lobby import cover_svg, game_sheet, newest_tables, shelves
from kibitz.table.orders import parsed, read_order, read_parameters, whole
from kibitz.table.report_pages import ReportPages
from kibitz.table.table import Table
from kibitz.table.talk import hang_up, talk
from kibitz.table.thinkers import SECONDS_TO_ANSWER, Thinkers
from kibitz.words.position import position

__all__ = ["make_app"]

LONGEST_ORDER, LONGEST_RECORD, LONGEST_QUESTION = 64_000, 2_000_000, 64_000
SECONDS_FOR_HINT = 30.0

JSON, SVG = "application/json", "image/svg+xml"
Handler = Callable[[Request], Awaitable[Response]]


class Forbidden(KibitzError):
    """Something that would give cards away."""


def make_app(
    data: Path,
    files: Sequence[Path] = (),
    bots: Sequence[str] = (),
    *,
    competitions: Sequence[Path] = (),
    hosts: Collection[str] | None = None,
    invite: Callable[[], list[str]] = list,
    workers: int | None = None,
    limits: Limits = Limits(),  # noqa: B008  it cannot be changed
    warm_up: Callable[[str], object] | None = None,
) -> Starlette:
    """The application with its tables in a folder, and `competitions` in theirs; `hosts` are the
    names it may be asked under, and `invite` knows where others on the network find it. If
    `warm_up` is given, the house games are compiled for search bots while it runs, and it is
    told."""
    archive = Archive(data / "tables.sqlite")  # now: what is wrong is said before we listen
    page_files = read_files()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall = Hall(archive, Catalogue(files), Thinkers(tuple(bots), workers, limits))
        found = Competitions(competitions, hall)
        analyses = Analyses(data / "analyses", hall.catalogue, limits)
        app.state.hall, app.state.competitions, app.state.analyses = hall, found, analyses
        app.state.report_pages = ReportPages(analyses.reports, hall.thinkers.questions)
        hall.start(warm_up)
        found.start()
        try:
            yield
        finally:
            await analyses.close()
            await found.close()
            await hall.close()

    def get(path: str, handler: Handler) -> Route:
        return Route(path, handler, methods=["GET"])

    def post(path: str, handler: Handler) -> Route:
        return Route(path, handler, methods=["POST"])

    at = "/api/at/{token}"
    routes = [
        get("/", lobby_page),
        get("/at/{token}", table_page),
        get("/sit/{token}", sit_page),
        get("/open", open_page),
        get("/api/lobby", lobby),
        get("/api/addresses", addresses),
        get("/api/games/{id}", game),
        get("/api/games/{id}/cover.svg", cover),
        post("/api/tables", new_table),
        post("/api/records", new_record),
        post("/api/sit/{token}", sit),
        get(f"{at}/table", table),
        get(f"{at}/cards.svg", cards),
        get(f"{at}/moment", moment),
        get(f"{at}/position", copied),
        get(f"{at}/record", record),
        get(f"{at}/knowledge", knowledge),
        get(f"{at}/counts", counts),
        get(f"{at}/kripke", kripke),
        get(f"{at}/hint", hint),
        post(f"{at}/ask", ask),
        WebSocketRoute(f"{at}/live", live),
        WebSocketRoute(f"{at}/seat", seat),
        *analysis_routes(),
        *competition_routes(),
        get("/static/{version}/{path:path}", page_files.file),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(_Guarded, hosts=hosts)],
        exception_handlers={
            KibitzError: _complain,
            HTTPException: _http,
            Exception: _bug,
        },
    )
    app.state.files, app.state.invite = page_files, invite
    return app


class _Guarded(Guard):
    """The guard in the shape Starlette asks for."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None) -> None:
        super().__init__(app, hosts)


# --- errors ---------------------------------------------------------------------------------------


def _said(request: Request, status: int, text: str, hint: str | None = None) -> Response:
    """A complaint: as JSON, or as a page to somebody who followed a link."""
    if request.url.path.startswith(("/api", "/static")):
        said = json.dumps({"error": text, "hint": hint})  # ASCII: it may quote half a character
        return Response(said, status, media_type=JSON)
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Kibitz</title>'
        f'<link rel="icon" href="{_files(request).root}/img/icon.svg" type="image/svg+xml">'
        f'<link rel="stylesheet" href="{_files(request).root}/css/base.css"><body>'
        f'<main class="astray"><h1>Kibitz</h1><p>{html.escape(text[:1].upper() + text[1:])}.</p>'
        '<p><a class="button primary" href="/">To the lobby</a></p></main></html>'
    )
    return Response(page, status, media_type="text/html")


async def _complain(request: Request, error: Exception) -> Response:
    assert isinstance(error, KibitzError)
    status = {Forbidden: 403, Unknown: 404, Gone: 410, TooLong: 413}.get(type(error), 400)
    return _said(request, status, error.message, error.hint)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    text = "there is no such page" if error.status_code == 404 else error.detail.lower()
    return _said(request, error.status_code, text)


async def _bug(request: Request, error: Exception) -> Response:
    return _said(request, 500, fault(error).message)


# --- pages ----------------------------------------------------------------------------------------


async def lobby_page(request: Request) -> Response:
    return _files(request).page(request, "index.html")


async def table_page(request: Request) -> Response:
    token = request.path_params["token"]
    found = _hall(request).archive.find(token)
    if found is None:
        raise Unknown("there is no table behind this link")
    if found[1] == "freed":
        raise Gone(*FREED_WHY)
    if found[1] == "invitation":
        return RedirectResponse(f"/sit/{token}")
    return _files(request).page(request, "table.html")


async def sit_page(request: Request) -> Response:
    """Takes the invitation with a script: whatever else fetches a link, to preview it say, must not
    sit down."""
    return _files(request).page(request, "sit.html")


async def open_page(request: Request) -> Response:
    """Opens the record in the fragment of its address, with a script: that never comes here."""
    return _files(request).page(request, "open.html")


# --- the lobby ------------------------------------------------------------------------------------


async def lobby(request: Request) -> Response:
    hall = _hall(request)
    newest = newest_tables(hall.archive, hall.catalogue)
    competitions: Competitions = request.app.state.competitions
    analyses: Analyses = request.app.state.analyses
    return JSONResponse(
        {
            "games": await hall.catalogue.listed(),
            "shelves": shelves(),
            "tables": newest,
            "competitions": await competitions.listed(),
            "analyses": analyses.told(visitor_of(request)),
        }
    )


async def addresses(request: Request) -> Response:
    invite: Callable[[], list[str]] = request.app.state.invite
    return JSONResponse({"addresses": await asyncio.to_thread(invite)})


async def game(request: Request) -> Response:
    made = await _made(request)
    bots = await _hall(request).thinkers.listed(made, visitor_of(request))
    id_ = request.path_params["id"]
    told = json.dumps({"id": id_, **game_sheet(made.game), "bots": bots}, ensure_ascii=False)
    return packed(told.encode(), JSON).answer(request)  # bots have many settings


async def cover(request: Request) -> Response:
    """The cards that stand for a game: of many games one after the other, so nobody has to wait
    until all of them can be played."""
    catalogue, id_ = _hall(request).catalogue, request.path_params["id"]
    if id_ not in catalogue.files:
        raise Unknown("there is no such game here")
    drawn = await catalogue.drawn(id_, _cover)
    return drawn.answer(request, **{"Cache-Control": "max-age=3600"})


def _cover(game: Game) -> Packed:
    return packed(cover_svg(game).encode(), SVG)


async def _made(request: Request) -> Made:
    """The game that is asked about, with the parameters that are given."""
    catalogue, id_ = _hall(request).catalogue, request.path_params["id"]
    if id_ not in catalogue.files:
        raise Unknown("there is no such game here")
    parameters = read_parameters(dict(request.query_params))
    return await catalogue.find(id_, parameters, visitor_of(request))


async def new_table(request: Request) -> Response:
    must_be_json(request)
    order = read_order(parsed(await body_of(request, LONGEST_ORDER)))
    kept = await _hall(request).create(order, visitor_of(request))
    own = next((seat.token for seat in kept.seats if seat.made), None)
    return JSONResponse(
        {
            "go": own or kept.host,
            "host": kept.host,
            "watch": kept.watch,
            "invitations": [seat.invitation for seat in kept.seats],
        }
    )


async def new_record(request: Request) -> Response:
    data = await body_of(request, LONGEST_RECORD)
    kept = await _hall(request).open_record(data, visitor_of(request))
    return JSONResponse({"go": kept.host})


async def sit(request: Request) -> Response:
    """Take an invitation, which is then used up."""
    must_be_json(request)
    found, seat, token = await _hall(request).sit(request.path_params["token"])
    return JSONResponse(
        {
            "go": token,
            "watch": found.kept.watch,
            "title": found.game.title,
            "seat": found.game.seats[seat],
            "freed": found.kept.seats[seat].freed,
        }
    )


# --- a table --------------------------------------------------------------------------------------


async def table(request: Request) -> Response:
    found, ticket = await _at(request)
    await _hall(request).read(found, ticket)
    return Response(found.welcome(ticket), media_type=JSON)


async def moment(request: Request) -> Response:
    found, ticket = await _at(request)
    told = found.chronicle.moment(_moment(request, found), found.observer(ticket))
    return Response(messages.encoded(told), media_type=JSON)


async def copied(request: Request) -> Response:
    found, ticket = await _at(request)
    sight = found.chronicle.sight(_moment(request, found), found.observer(ticket))
    return PlainTextResponse(str(position(sight)))


async def cards(request: Request) -> Response:
    found, _ = await _at(request)
    return derived(found.game, _deck).answer(request)


def _deck(game: Game) -> Packed:
    """All cards of a game in one drawing."""
    from kibitz.draw.cards import deck_svg

    return packed(deck_svg(game.cards).encode(), SVG)


async def record(request: Request) -> Response:
    found, _ = await _at(request)
    if not found.open:
        raise Forbidden(
            "a record shows all cards", "it is given away when the game is over, or all agree"
        )
    players = tuple(seat.name for seat in found.kept.seats)
    text = Record.made_of(found.game, found.kept.deal, found.moves, players).to_json()
    name = attachment(f"{found.game.name}-{found.kept.id[:8]}.json")
    return Response(text, media_type=JSON, headers={"Content-Disposition": name})


async def live(socket: WebSocket) -> None:
    hall: Hall = socket.app.state.hall
    token = socket.path_params["token"]
    await socket.accept()
    try:
        found, ticket = await hall.at(token)
        await hall.read(found, ticket)
        found, ticket = await hall.at(token)  # again: nobody listened, it may have been put away
    except KibitzError as error:
        await hang_up(socket, 4404, error)
    except Exception as error:
        await hang_up(socket, 1011, noted(error))
    else:
        await talk(socket, hall, found, ticket)


async def seat(socket: WebSocket) -> None:
    """A program in place of a person: see `docs/protocol.md`."""
    hall: Hall = socket.app.state.hall
    await socket.accept()
    try:
        found, ticket = await hall.at(socket.path_params["token"])
        if ticket.role != "seat":
            raise Forbidden("this link is not that of a seat", "an invitation is one")
    except KibitzError as error:
        await remote.refuse(socket, 4403 if isinstance(error, Forbidden) else 4404, error)
    except Exception as error:
        await remote.refuse(socket, 1011, noted(error))
    else:
        await remote.serve(socket, hall, found, ticket)


# --- what is known --------------------------------------------------------------------------------


async def knowledge(request: Request) -> Response:
    found, ticket = await _at(request)
    eyes = request.query_params.get("eyes", "all" if ticket.seat is None else str(ticket.seat))
    seat = None if eyes == "all" else _number(eyes, "eyes", found.game.players - 1)
    if not found.open and seat not in (None, ticket.seat):
        raise Forbidden("you may only ask what you know yourself")
    truth = found.open and ticket.seat is None  # only for who stands behind the players
    at = _moment(request, found)
    return await _asked(request, found, "knowledge", at=at, eyes=seat, truth=truth)


async def counts(request: Request) -> Response:
    found, ticket = await _at(request)
    since = _number(request.query_params.get("since", "0"), "since", found.last)
    seats = [] if ticket.seat is None else [ticket.seat]
    if found.open:
        seats = list(range(found.game.players))
    return await _asked(request, found, "counts", since=since, seats=seats)


async def kripke(request: Request) -> Response:
    found, ticket = await _at(request)
    card = request.query_params.get("card", "")
    found.game.card(card[:40])
    seat = _knower(found, ticket)
    at = _moment(request, found)
    return await _asked(request, found, "kripke", at=at, card=card, seat=seat)


async def ask(request: Request) -> Response:
    found, ticket = await _at(request)
    must_be_json(request)
    asked = parsed(await body_of(request, LONGEST_QUESTION))
    formula = asked.get("formula")
    if not isinstance(formula, str):
        raise KibitzError("formula is a text")
    since = whole(asked.get("since", 0), "since")
    until = min(whole(asked.get("until", found.last), "until"), found.last)
    at = whole(asked.get("at", since), "at")
    seat = _knower(found, ticket)
    moments = {"since": since, "until": until, "at": at}
    return await _asked(request, found, "ask", formula=formula, seat=seat, **moments)


async def hint(request: Request) -> Response:
    found, ticket = await _at(request)
    at = _moment(request, found)
    seat = found.states[at].to_move
    if seat is None:
        raise KibitzError("the game is over")
    if not found.open and seat != ticket.seat:
        raise Forbidden("a hint is for whoever is to move")
    await _hall(request).thinkers.ready(found, USUAL)
    return await _asked(request, found, "hint", SECONDS_FOR_HINT, at=at, seat=seat)


def _knower(table: Table, ticket: Ticket) -> int | None:
    """Whose knowledge is asked about: the kibitzer's, who sees all, or one's own."""
    if table.open:
        return None
    if ticket.seat is None:
        raise Forbidden("spectators see this once all hands are shown")
    return ticket.seat


async def _asked(
    request: Request,
    table: Table,
    call: str,
    seconds: float = SECONDS_TO_ANSWER,
    **arguments: object,
) -> Response:
    thinkers = _hall(request).thinkers
    answer = await thinkers.question(table, visitor_of(request), call, seconds, **arguments)
    return Response(answer, media_type=JSON)


# --- reading what was asked -----------------------------------------------------------------------


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _files(request: Request) -> Files:
    files: Files = request.app.state.files
    return files


async def _at(request: Request) -> tuple[Table, Ticket]:
    return await _hall(request).at(request.path_params["token"])


def _moment(request: Request, table: Table) -> int:
    """The moment that is asked about; the last one if none is."""
    return _number(request.query_params.get("at", str(table.last)), "at", table.last)


def _number(text: str, what: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= most):
        raise KibitzError(f"{what} is a number from 0 to {most}")
    return int(text)
