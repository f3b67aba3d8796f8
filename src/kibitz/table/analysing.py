"""The addresses of analyses: to have a game analysed, to see how far it is, and the reports."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kibitz.table.analyses import Analyses
from kibitz.table.files import packed
from kibitz.table.guard import READ_ONLY, must_be_json, visitor_of
from kibitz.table.hall import Unknown
from kibitz.table.report_pages import ReportPages

__all__ = ["analysis_routes"]


def analysis_routes() -> list[Route]:
    """All of them."""
    return [
        Route("/analysis/{id}", report_page),
        Route("/api/analyses", analyses),
        Route("/api/analyses/{id}", report),
        Route("/api/games/{id}/analysis", begin, methods=["POST"]),
        Route("/api/games/{id}/analysis", cancel, methods=["DELETE"]),
    ]


async def analyses(request: Request) -> Response:
    return JSONResponse(_analyses(request).told(visitor_of(request)))


async def begin(request: Request) -> Response:
    must_be_json(request)
    await _analyses(request).begin(_game(request), visitor_of(request))
    return await analyses(request)


async def cancel(request: Request) -> Response:
    await _analyses(request).cancel(_game(request), visitor_of(request))
    return await analyses(request)


async def report(request: Request) -> Response:
    text = _analyses(request).reports.text(request.path_params["id"])
    return packed(text, "application/json").answer(request)


async def report_page(request: Request) -> Response:
    """A page in which nothing runs. Its links to games say where they come from, to us and to
    nobody else: so they open without a question (see `static/js/open.js`)."""
    pages: ReportPages = request.app.state.report_pages
    id_ = request.path_params["id"]
    page = await pages.page(id_, _analyses(request).game_of(id_), visitor_of(request))
    careful = {"Content-Security-Policy": READ_ONLY, "Referrer-Policy": "same-origin"}
    return page.answer(request, **careful)


def _game(request: Request) -> str:
    id_: str = request.path_params["id"]
    if id_ not in request.app.state.hall.catalogue.files:
        raise Unknown("there is no such game here")
    return id_


def _analyses(request: Request) -> Analyses:
    found: Analyses = request.app.state.analyses
    return found
