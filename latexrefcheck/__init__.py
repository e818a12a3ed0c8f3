"""latexrefcheck: check the citations and the bibliography of a LaTeX project.

The names in ``__all__`` are public, and docs/python.md describes them: :func:`check`, :func:`verify`, :func:`render`,
:func:`fix`, :class:`Settings`, the types that these return, and the errors that they raise. Nothing else is public.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing is not imported: the command line must start quickly
if TYPE_CHECKING:
    from typing import Any

    from latexrefcheck.api import Fixes, check, fix, render, verify
    from latexrefcheck.errors import ChangedMeanwhile, ConfigError, RefcheckError, UnreadableInput, UsageError
    from latexrefcheck.model.document import Edit, SourceFile, Span
    from latexrefcheck.model.finding import (
        Confidence,
        EntryReport,
        Finding,
        Fix,
        Location,
        PaperReport,
        Related,
        Report,
        Severity,
        SourceStatus,
        Summary,
    )
    from latexrefcheck.model.levels import Level
    from latexrefcheck.model.reasons import Code
    from latexrefcheck.model.record import Evidence, Judgement, Notice, Query, Record, Verdict
    from latexrefcheck.model.states import (
        Agreement,
        EvidenceOutcome,
        FindingState,
        JudgementKind,
        JudgementState,
        SourceState,
        VerdictStatus,
    )
    from latexrefcheck.model.work import Date, Work
    from latexrefcheck.repair.combine import Refused
    from latexrefcheck.repair.proposal import Proposal
    from latexrefcheck.settings.given import Options
    from latexrefcheck.settings.settings import Settings
    from latexrefcheck.text.person import Person
    from latexrefcheck.text.terms import VERSION as __version__  # noqa: N811
    from latexrefcheck.verify.single import Outcome

_HOMES = {
    "api": ("Fixes", "check", "fix", "render", "verify"),
    "errors": ("ChangedMeanwhile", "ConfigError", "RefcheckError", "UnreadableInput", "UsageError"),
    "model.document": ("Edit", "SourceFile", "Span"),
    "model.finding": (
        *("Confidence", "EntryReport", "Finding", "Fix", "Location", "PaperReport", "Related", "Report", "Severity"),
        *("SourceStatus", "Summary"),
    ),
    "model.levels": ("Level",),
    "model.reasons": ("Code",),
    "model.record": ("Evidence", "Judgement", "Notice", "Query", "Record", "Verdict"),
    "model.states": (
        "Agreement",
        "EvidenceOutcome",
        "FindingState",
        "JudgementKind",
        "JudgementState",
        "SourceState",
        "VerdictStatus",
    ),
    "model.work": ("Date", "Work"),
    "repair.combine": ("Refused",),
    "repair.proposal": ("Proposal",),
    "settings.given": ("Options",),
    "settings.settings": ("Settings",),
    "text.person": ("Person",),
    "text.terms": ("__version__",),
    "verify.single": ("Outcome",),
}
"""Where the public names come from; each is imported when it is first asked for."""
__all__ = [
    "Agreement",
    "ChangedMeanwhile",
    "Code",
    "Confidence",
    "ConfigError",
    "Date",
    "Edit",
    "EntryReport",
    "Evidence",
    "EvidenceOutcome",
    "Finding",
    "FindingState",
    "Fix",
    "Fixes",
    "Judgement",
    "JudgementKind",
    "JudgementState",
    "Level",
    "Location",
    "Notice",
    "Options",
    "Outcome",
    "PaperReport",
    "Person",
    "Proposal",
    "Query",
    "Record",
    "RefcheckError",
    "Refused",
    "Related",
    "Report",
    "Settings",
    "Severity",
    "SourceFile",
    "SourceState",
    "SourceStatus",
    "Span",
    "Summary",
    "UnreadableInput",
    "UsageError",
    "Verdict",
    "VerdictStatus",
    "Work",
    "__version__",
    "check",
    "fix",
    "render",
    "verify",
]


def public(name: str) -> Any:
    """A public name, imported from its home."""
    import importlib

    home = next(home for home, names in _HOMES.items() if name in names)
    return getattr(importlib.import_module(f"latexrefcheck.{home}"), "VERSION" if name == "__version__" else name)


def __getattr__(name: str) -> Any:
    """The public names, when they are asked for; ``verify`` is the package of that name, which can be called."""
    import importlib

    if name == "verify":
        return importlib.import_module("latexrefcheck.verify")
    if name in __all__:
        return public(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names."""
    return list(__all__)
