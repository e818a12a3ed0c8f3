"""The server: on 127.0.0.1 alone, at a free port or the one that is asked for, until Ctrl-C."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from latexrefcheck.errors import UsageError
from latexrefcheck.web.routes import application
from latexrefcheck.web.site import Site

HOST = "127.0.0.1"
PATIENCE = 2
"""Seconds that requests under way have when the server ends."""


def serve(site: Site, port: int, announce: Callable[[str, str], None]) -> None:
    """Run the server for ``site``; ``announce`` hears the address, with the token in it, when it can be opened.

    It hears another one beside it, which works once, for whoever starts a browser: arguments of processes are no secrets.

    UsageError if the port cannot be taken. Ends at Ctrl-C, and stops the check that is running then.
    """
    with _listening(port) as listener:
        port = listener.getsockname()[1]
        token, ticket = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        config = uvicorn.Config(
            application(site, token, port, ticket),
            log_level="critical",  # what is cut short at the end would show as a traceback
            access_log=False,  # it would write the token of the page's address
            server_header=False,
            lifespan="off",
            ws="none",
            proxy_headers=False,
            timeout_graceful_shutdown=PATIENCE,
        )
        announce(f"http://{HOST}:{port}/?token={token}", f"http://{HOST}:{port}/?ticket={ticket}")
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
        site.checks.stop()


def _listening(port: int) -> socket.socket:
    """A socket that listens at ``port`` of this machine alone, or at a free one."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(64)
    except (OSError, OverflowError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"port {port} of {HOST} cannot be taken: {why}; take another one, or 0 for a free one") from error
    return listener
