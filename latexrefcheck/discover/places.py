"""Where searches and named libraries are kept: in the user's directories, never in a paper's."""

from __future__ import annotations

import os
import re
from pathlib import Path

from latexrefcheck.discover.wanted import InvalidArgument

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}", re.ASCII)


def searches() -> Path | None:
    """The file of past searches; None without a home directory."""
    return _below("state", "searches.jsonl")


def library(name: str) -> Path:
    """The file of a named library; InvalidArgument for a name that is none."""
    if not _NAME.fullmatch(name):
        raise InvalidArgument(f"{name!r} is no name of a library: letters, figures, - and _, at most sixty of them")
    place = _below("data", "libraries")
    if place is None:
        raise InvalidArgument("there is no home directory to keep libraries in; name a file with --bib")
    return place / f"{name}.bib"


def sessions() -> Path | None:
    """The directory of the sessions of the page; None without a home directory."""
    return _below("state", "sessions")


def _below(kind: str, name: str) -> Path | None:
    import platformdirs

    variables = ("HOME", f"XDG_{kind.upper()}_HOME")
    if os.name == "posix" and not any(os.environ.get(variable, "").startswith("/") for variable in variables):
        return None  # platformdirs would ask the system's list of users
    place = platformdirs.user_state_path if kind == "state" else platformdirs.user_data_path
    found = place("latexrefcheck", appauthor=False)
    return found / name if found.is_absolute() else None
