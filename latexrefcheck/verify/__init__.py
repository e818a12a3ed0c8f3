"""Verify the entries of a project: lock first, then the sources, then the verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from latexrefcheck.verify.project import Verification, lock_path, references, run, unanswered

__all__ = ["Verification", "lock_path", "references", "run", "unanswered"]


def __getattr__(name: str) -> Any:
    """Import the door's names when they are first asked for: a run from the lock needs little of this wing."""
    if name in __all__:
        import importlib

        return getattr(importlib.import_module("latexrefcheck.verify.project"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
