"""Connections whose answers have a deadline.

The time-out of a socket counts from one read to the next, so that a server which sends a byte a second would never run
into it and hold a run for hours. Here every answer, from its status line to its last byte, has to come within
:data:`SECONDS`, whatever its pieces.
"""

from __future__ import annotations

import http.client
import io
import socket
import time
from typing import TYPE_CHECKING

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

SECONDS = 30.0
"""Longest time from a request to the last byte of its answer."""


if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class _TimedSocket(io.RawIOBase):
    """Reads of a socket, each within the time-out of the socket and all of them within the deadline."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self._connection = connection
        self._patience = connection.gettimeout()
        self._raw = connection.makefile("rb", buffering=0)
        self._end = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("the answer timed out")
        self._connection.settimeout(left if self._patience is None else min(left, self._patience))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        if not self.closed:
            self._raw.close()
        super().close()


class _Files:
    """What an HTTP response wants of a socket: a file to read from."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedSocket(self._connection, SECONDS))


class _Response(http.client.HTTPResponse):
    """A response that is read through :class:`_TimedSocket`."""

    def __init__(self, sock: socket.socket, *arguments: object, **options: object) -> None:
        super().__init__(_Files(sock), *arguments, **options)  # type: ignore[arg-type]  # it only calls makefile


class _Connection(HTTPConnection):
    response_class = _Response


class _SecureConnection(HTTPSConnection):
    response_class = _Response


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


POOLS: dict[str, type[HTTPConnectionPool]] = {"http": _Pool, "https": _SecurePool}
"""Connection pools by scheme, for urllib3's managers."""
