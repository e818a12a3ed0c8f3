"""The exceptions of latexrefcheck, drawn once; only :mod:`latexrefcheck.cli` turns them into exit codes.

A finding about the paper is never an exception: it is data (see :mod:`latexrefcheck.model.finding`).
An exception says that the run itself cannot go on as asked.
"""

from __future__ import annotations


class RefcheckError(Exception):
    """Base of all; its text is one sentence for the user that says what happened and what to do."""

    exit_code = 2


class UsageError(RefcheckError):
    """The command line asks for something that does not exist or does not fit together."""


class ConfigError(RefcheckError):
    """A configuration file, environment variable, baseline or lock cannot be used as it stands."""

    def __init__(self, message: str, path: str | None = None, line: int | None = None) -> None:
        place = "" if path is None else f"{path}: " if line is None else f"{path}:{line}: "
        super().__init__(place + message)
        self.path = path
        self.line = line


class UnreadableInput(RefcheckError):
    """An input named by the user cannot be read: missing, not a regular file, or over the size limit."""


class ChangedMeanwhile(RefcheckError):
    """A file is no longer what was read; nothing was written."""
