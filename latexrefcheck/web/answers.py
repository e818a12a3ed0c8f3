"""From a request to a typed question, and from a value or an error to an answer in JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from latexrefcheck.errors import ChangedMeanwhile, RefcheckError, UsageError, unknown

MOST_BYTES = 1_000_000
"""Longest body of a request."""

Plain = Mapping[str, object]


class Busy(RefcheckError):
    """What was asked for does not go together with what is under way; ask again later."""


class Outdated(RefcheckError):
    """What was asked for is about an earlier check."""


class Unknown(RefcheckError):
    """What was asked for does not exist here."""


_STATUS: tuple[tuple[type[RefcheckError], int, str], ...] = (
    (Busy, 409, "BUSY"),
    (Outdated, 409, "OUTDATED"),
    (ChangedMeanwhile, 409, "CHANGED"),
    (Unknown, 404, "UNKNOWN"),
)


class File(NamedTuple):
    """A text to be saved."""

    text: str
    kind: str
    name: str


class Question:
    """What a request says, by name: the fields of its JSON object, or of its query. Unknown names are refused."""

    def __init__(self, given: Mapping[str, object], known: frozenset[str]) -> None:
        for name in given:
            if name not in known:
                raise UsageError(unknown("field", name, known))
        self._given = given

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        value = self._given.get(name, default)
        if not isinstance(value, str):
            raise UsageError(f"{name} is a text, not {value!r}")
        return value

    def number(self, name: str, default: int = 0) -> int:
        """A whole number, in a query as its digits."""
        value = self._given.get(name, default)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise UsageError(f"{name} is a whole number, not {value!r}")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self._given.get(name, default)
        if not isinstance(value, bool):
            raise UsageError(f"{name} is true or false, not {value!r}")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        value = self._given.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise UsageError(f"{name} is a list of texts, not {value!r}")
        return value

    def numbers(self, name: str) -> list[int]:
        """A list of whole numbers."""
        value = self._given.get(name, [])
        if not isinstance(value, list) or not all(type(one) is int for one in value):
            raise UsageError(f"{name} is a list of whole numbers, not {value!r}")
        return value


Answering = Callable[[Question], Plain | File]
Endpoint = Callable[[Request], Awaitable[Response]]


def endpoint(answer: Answering, *known: str) -> Endpoint:
    """A route that asks ``answer``, in a thread of its own; ``known`` are the names of what may be said."""
    names = frozenset(known)

    async def respond(request: Request) -> Response:
        try:
            given = dict(request.path_params) | (await _body(request) if request.method == "POST" else dict(request.query_params))
            return _response(await run_in_threadpool(answer, Question(given, names | set(request.path_params))))
        except RefcheckError as error:
            return failed(error)
        except Exception as error:
            sys.stderr.write(f"latexrefcheck: internal error: {type(error).__name__}: {error}\n")
            return refused(500, "INTERNAL", f"internal error: {type(error).__name__}; the terminal says more")

    return respond


async def _body(request: Request) -> dict[str, object]:
    """The JSON object of a request; what is no JSON by its type is not read, for a form of a stranger can send that."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise UsageError("send JSON: Content-Type: application/json")
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BYTES:
            raise UsageError(f"a request has at most {MOST_BYTES} bytes")
    try:
        value = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        raise UsageError("the request is no JSON") from None
    if not isinstance(value, dict):
        raise UsageError("the request is no JSON object")
    return value


def _response(value: Plain | File) -> Response:
    if isinstance(value, File):
        headers = {"content-disposition": f'attachment; filename="{value.name}"'}
        return Response(value.text.encode("utf-8", "backslashreplace"), media_type=value.kind, headers=headers)
    return Response(json.dumps(value, default=list).encode(), media_type="application/json")


def failed(error: RefcheckError) -> Response:
    """The answer to what cannot be done, in one sentence."""
    for kind, status, code in _STATUS:
        if isinstance(error, kind):
            return refused(status, code, str(error))
    return refused(400, str(getattr(error, "code", "INVALID_ARG")), str(error))


def refused(status: int, code: str, reason: str) -> Response:
    """An error: a code for programs and a reason in words."""
    return JSONResponse({"error": {"code": code, "reason": reason}}, status)
