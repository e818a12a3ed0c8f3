"""Verify the entries of a project: lock first, then the sources, then the verdicts."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import latexrefcheck

if TYPE_CHECKING:
    from latexrefcheck.verify.project import Verification, lock_path, references, run, unanswered

__all__ = ["Verification", "lock_path", "references", "run", "unanswered"]


def __getattr__(name: str) -> Any:
    """Import the door's names when they are first asked for: a run from the lock needs little of this wing."""
    if name in __all__:
        import importlib

        return getattr(importlib.import_module("latexrefcheck.verify.project"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _Door(ModuleType):
    """This package has the name of a function of the Python API; called, it is that function."""

    def __call__(self, *references: str, **options: Any) -> Any:
        """See :func:`latexrefcheck.api.verify`."""
        return latexrefcheck.public("verify")(*references, **options)


sys.modules[__name__].__class__ = _Door
