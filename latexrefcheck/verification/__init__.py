"""Verify the entries of a project: lock first, then the sources, then the verdicts."""

from __future__ import annotations

from latexrefcheck.verification.run import Verification, lock_path, references, run, unanswered

__all__ = ["Verification", "lock_path", "references", "run", "unanswered"]
