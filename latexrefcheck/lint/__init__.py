"""Lint: rules over a project and over verdicts, found by name and run together; see :mod:`latexrefcheck.lint.engine`."""

from latexrefcheck.lint.engine import Checked, Context, finish, run, stamp

__all__ = ["Checked", "Context", "finish", "run", "stamp"]
