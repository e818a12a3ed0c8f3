"""The stages of a check in order: read, lint, verify, judge, report."""

from latexrefcheck.pipeline.examining import Examination, active, corrected, examine, run_rules
from latexrefcheck.pipeline.judging import judge
from latexrefcheck.pipeline.reading import base_directory, load
from latexrefcheck.pipeline.reporting import report
from latexrefcheck.pipeline.run import Outcome, check, run

__all__ = [
    "Examination",
    "Outcome",
    "active",
    "base_directory",
    "check",
    "corrected",
    "examine",
    "judge",
    "load",
    "report",
    "run",
    "run_rules",
]
