"""The routes of the page. docs/serve.md describes each; a test compares the two."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from latexrefcheck.text.terms import VERSION
from latexrefcheck.web import discovering, keeping, leaning, looking, page
from latexrefcheck.web.answers import Answering, Plain, Question, endpoint, refused
from latexrefcheck.web.guard import Guard
from latexrefcheck.web.site import Site


def application(site: Site, token: str, port: int, ticket: str = "") -> ASGIApp:
    """The page and its routes behind the guard; ``port`` is the one that the server listens on, ``ticket`` opens it once."""
    return Guard(Starlette(routes=routes(site), exception_handlers={HTTPException: _missing}), token, port, ticket)


def routes(site: Site) -> list[Route]:
    """Every route, with the names of what it may be told."""

    def get(path: str, answer: Answering, *known: str) -> Route:
        return Route(path, endpoint(answer, *known), methods=["GET"], name=path)

    def post(path: str, answer: Answering, *known: str) -> Route:
        return Route(path, endpoint(answer, *known), methods=["POST"], name=path)

    library = ("session", "bib")
    return [
        Route("/", lambda request: page.shell(site), methods=["GET"], name="/"),
        get("/api/state", lambda asked: state(site)),
        get("/api/check", lambda asked: looking.progress(site)),
        post("/api/check", lambda asked: looking.begin(site, asked), "ask", "afresh"),
        post("/api/check/stop", lambda asked: looking.stop(site)),
        get("/api/report", lambda asked: looking.report(site, asked), "format"),
        get("/api/report/parts", lambda asked: looking.parts(site, asked), "names", "check"),
        get("/api/entries/{number}", lambda asked: looking.entry(site, asked), "check"),
        post("/api/fix", lambda asked: looking.fix(site, asked), "check", "findings", "write"),
        post("/api/claims", lambda asked: leaning.claims(site, asked), "check", "depth", "most", "key"),
        post("/api/search", lambda asked: discovering.search(site, asked), *discovering.FIELDS, "session"),
        get("/api/history", lambda asked: discovering.history_of(site, asked), "session"),
        post("/api/history/clear", lambda asked: discovering.forget(site, asked), "session"),
        get("/api/library", lambda asked: keeping.listed(keeping.place(site, asked)), *library),
        get("/api/library/files", lambda asked: {"files": list(keeping.databases(site.settings()))}),
        post("/api/library/add", lambda asked: keeping.add(site, asked), *library, "works", "write"),
        post("/api/library/remove", lambda asked: keeping.remove(site, asked), "session", "keys"),
        post("/api/library/clear", lambda asked: keeping.clear(site, asked), "session", "yes"),
        get("/api/library/export", lambda asked: keeping.export(site, asked), *library, "format", "style"),
        post("/api/sessions", lambda asked: site.sessions.made(asked.text("name"))._asdict(), "name"),
        post("/api/sessions/remove", lambda asked: _session_removed(site, asked), "session"),
    ]


def state(site: Site) -> Plain:
    """What the page has to know first: the project, how the check is, the sessions by their last activity."""
    return {
        "version": VERSION,
        "project": {"directory": str(Path.cwd()), "paths": [str(path) for path in site.settings().paths]},
        "check": looking.progress(site),
        "sessions": [session._asdict() for session in site.sessions.listed()],
    }


def _session_removed(site: Site, asked: Question) -> Plain:
    session = asked.text("session")
    site.sessions.removed(session)
    return {"removed": session}


async def _missing(request: Request, error: Exception) -> Response:
    """The answer to a path that is none, or a method that it has not."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return refused(status, "UNKNOWN", "there is no such route; docs/serve.md lists them")
