"""Score a reference against the records that were found and judge it; pure functions.

:func:`judge` gives the verdict, :func:`need` says what evidence is still wanted before it can stand.
"""

from __future__ import annotations

from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.verify.match.wanted import Judge, judge, need

__all__ = ["Judge", "Thresholds", "judge", "need"]
