"""Lint: rules over a project and over verdicts, found by name and run together; see :mod:`latexrefcheck.lint.engine`."""

from latexrefcheck.lint.engine import finish, run, stamp
from latexrefcheck.model.rule import Checked, Context

__all__ = ["Checked", "Context", "finish", "run", "stamp"]
