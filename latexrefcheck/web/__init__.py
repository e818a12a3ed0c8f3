"""A page for one project in the browser: check it, look at entries and findings, mend, search, keep works.

``application`` makes the ASGI application, ``serve`` runs it on 127.0.0.1. All that is shown is made by the parts of the
HTML report; all that is done, by the stages that the commands use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from latexrefcheck.web.routes import application
    from latexrefcheck.web.serving import serve
    from latexrefcheck.web.site import Site

_HOMES = {"application": "routes", "serve": "serving", "Site": "site"}

__all__ = ["Site", "application", "serve"]


def __getattr__(name: str) -> Any:
    """Import the door's names when they are first asked for: the command line lists this wing without its libraries."""
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(f"latexrefcheck.web.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
