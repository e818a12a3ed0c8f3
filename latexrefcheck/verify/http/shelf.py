"""requests-cache on our own table: JSON instead of pickle, secrets and headers left out, time by outcome.

Its own SQLite backend is not used: on a file that cannot be written it waits for ever, it makes files
that everybody can read, and pickles from a cache that a CI job restored would be run as code.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import requests
import requests_cache
from requests_cache.backends.base import BaseCache, BaseStorage
from requests_cache.models.response import CachedResponse

from latexrefcheck.verify.cache import ResponseTable


class Rows(BaseStorage[str, CachedResponse]):
    """The table as the mapping that requests-cache expects; an unreadable row is an absent one."""

    def __init__(self, table: ResponseTable) -> None:
        super().__init__(serializer="json")
        self.table = table

    def _load(self, key: str, stale: bool) -> CachedResponse:
        value = self.table.get(key, stale)
        if value is None:
            raise KeyError(key)
        try:
            loaded: CachedResponse = self.serializer.loads(value.decode("utf-8"))  # type: ignore[union-attr]
        except Exception as error:
            raise KeyError(key) from error
        return loaded

    def __getitem__(self, key: str) -> CachedResponse:
        return self._load(key, stale=False)

    def stale(self, key: str) -> CachedResponse | None:
        """The response of ``key`` even when its time is up."""
        try:
            return self._load(key, stale=True)
        except KeyError:
            return None

    def __setitem__(self, key: str, value: CachedResponse) -> None:
        text = json.dumps(json.loads(self.serializer.dumps(value)), separators=(",", ":"))  # type: ignore[union-attr]
        expires = value.expires.timestamp() if value.expires else time.time()
        self.table.put(key, text.encode("utf-8"), expires)

    def __delitem__(self, key: str) -> None:
        self.table.delete(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.table.keys())

    def __len__(self) -> int:
        return len(self.table.keys())

    def clear(self) -> None:
        """Forget all responses."""
        for key in list(self):
            self.table.delete(key)

    def close(self) -> None:
        """The table is closed by whoever opened it."""


class Shelf(BaseCache):
    """The cache of a session; ``lifetime`` says for how many seconds the response of this thread is good."""

    def __init__(self, table: ResponseTable, lifetime: Callable[[], float]) -> None:
        super().__init__("latexrefcheck")
        self.responses: Rows = Rows(table)
        self._lifetime = lifetime

    def save_response(self, response: Any, cache_key: str | None = None, expires: datetime | None = None) -> None:
        """Keep a response for as long as its answers are good."""
        until = datetime.fromtimestamp(time.time() + self._lifetime(), UTC)
        super().save_response(response, cache_key, until)


def key_of(request: requests.PreparedRequest, **_: Any) -> str:
    """The cache key: method, URL, body and accepted form. Keys, addresses and the user agent are no part of any."""
    body = request.body or b""
    parts = (str(request.method), str(request.url), request.headers.get("Accept", ""))
    digest = hashlib.sha256("\n".join(parts).encode("utf-8"))
    digest.update(b"\n" + (body.encode("utf-8") if isinstance(body, str) else body))
    return digest.hexdigest()


def session_over(
    table: ResponseTable, lifetime: Callable[[], float], wanted: Callable[[requests.Response], bool]
) -> requests_cache.CachedSession:
    """A session that keeps the responses that ``wanted`` accepts, also those of POST and those that say 404."""
    session = requests_cache.CachedSession(
        backend=Shelf(table, lifetime),
        key_fn=key_of,
        filter_fn=wanted,
        allowable_methods=("GET", "POST"),
        allowable_codes=(200, 404, 410),
        cache_control=False,
    )
    session.cookies.set_policy(_NoCookies())
    return session


class _NoCookies(requests.cookies.cookielib.DefaultCookiePolicy):  # type: ignore[name-defined, misc]
    """Sources need no cookies; a bot wall's cookie must not follow us through a run."""

    def set_ok(self, cookie: Any, request: Any) -> bool:
        return False
