"""What the tests of the sources share: asking a module with a stored body, and building its requests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from latexrefcheck.model.lookup import Answer, Request, Response, SourceConfig
from latexrefcheck.model.record import Query

RESPONSES = Path(__file__).parents[3] / "fixtures" / "responses"


@pytest.fixture
def body() -> Callable[[str], bytes]:
    """The bytes of ``fixtures/responses/<path>``."""
    return lambda path: (RESPONSES / path).read_bytes()


@pytest.fixture
def ask(body: Callable[[str], bytes]) -> Callable[..., Answer]:
    """``ask(module, queries, reply, status)``: the answer of a module to a stored body (a name) or to bytes."""

    def _ask(
        module: ModuleType,
        queries: list[Query],
        reply: str | bytes,
        status: int = 200,
        headers: dict[str, str] | None = None,
        **more,
    ) -> Answer:
        content = body(f"{module.ID}/{reply}") if isinstance(reply, str) else reply
        request = Request(module.ID, f"{module.SOURCE.base}/x", tuple(queries), **more)
        answer = module.answer(request, Response(status, content, headers or {}))
        for query in request.queries:
            assert [query in answer.found, query in answer.absent, query in answer.failed].count(True) == 1, query
        return answer

    return _ask


@pytest.fixture
def build() -> Callable[..., list[Request]]:
    """``build(module, queries, key=, contact=, base=)``: the requests of a module."""

    def _build(module: ModuleType, queries: list[Query], base: str = "", key: str = "", contact: str = "") -> list[Request]:
        return list(module.requests(queries, SourceConfig(base or module.SOURCE.base, key, contact)))

    return _build
