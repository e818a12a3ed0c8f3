"""latexrefcheck: check the citations and the bibliography of a LaTeX project.

The public face is :func:`check`, :class:`Settings`, :class:`Finding`, :class:`Report` and
``__version__``; nothing else is public.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, whose import takes longer than all else here

if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

    from latexrefcheck.model.finding import Finding, Report
    from latexrefcheck.settings import Settings

__version__ = "1.0.0"
__all__ = ["Finding", "Report", "Settings", "__version__", "check"]

_HOMES = {"Finding": "latexrefcheck.model.finding", "Report": "latexrefcheck.model.finding", "Settings": "latexrefcheck.settings"}


def check(*paths: str | PathLike[str], settings: Settings | None = None, **options: Any) -> Report:
    """Check LaTeX projects and return the report.

    ``paths`` are root .tex files, directories, .aux, .bcf or .bib files (the current directory without
    any). ``options`` are those of :class:`Settings`, by attribute name, and override ``settings``.
    Configuration files and environment variables are not read. Raises ``latexrefcheck.errors.RefcheckError``
    for settings or inputs that cannot be used; whatever is wrong with the paper is a finding.
    """
    from pathlib import Path

    from latexrefcheck import pipeline
    from latexrefcheck.settings import Settings

    if paths:
        options["paths"] = tuple(Path(path) for path in paths)
    chosen = Settings(**options) if settings is None else settings.replace(**options)
    return pipeline.check(chosen)


def __getattr__(name: str) -> Any:
    """Import the public classes when they are first asked for: the command line must start quickly."""
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
