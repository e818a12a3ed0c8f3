"""The exceptions of latexrefcheck, drawn once; only :mod:`latexrefcheck.cli` turns them into exit codes.

A finding about the paper is never an exception: it is data (see :mod:`latexrefcheck.model.finding`).
An exception says that the run itself cannot go on as asked.
"""

from __future__ import annotations

from collections.abc import Iterable


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


class NoAnswer(RefcheckError):
    """Another program, such as git, cannot be run or takes too long."""


class LeavesProject(RefcheckError):
    """A link that came with the paper leads to a file outside of it; nothing was read or written there."""


def reason(error: Exception) -> str:
    """What a parser says of a file, in one line; Python's own limit on the digits of a number in our words."""
    if "set_int_max_str_digits" in str(error):
        return "a number in it has too many digits"
    return " ".join(str(error).split())[:200]


MOST_LISTED = 30
"""Names that an error lists."""


def nearest(name: str, known: Iterable[str], most: int = 1, likeness: float = 0.6) -> list[str]:
    """The names of ``known`` that ``name`` may be a slip of, the best first."""
    import difflib  # imported late: most runs have no such slip

    return difflib.get_close_matches(name, list(known), n=most, cutoff=likeness)


def unknown(what: str, name: str, known: Iterable[str], listed: str = "") -> str:
    """The sentence for an unknown name: what it is, the near one if there is one, and which exist.

    ``listed`` says where they are listed if there are many, and the command of their name does not.
    """
    known = sorted(known)
    near = nearest(name, known)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    # Seventy rules would bury the sentence.
    which = listed or (f"known: {', '.join(known)}" if len(known) <= MOST_LISTED else f"`latexrefcheck {what}s` lists them")
    return f"unknown {what} {name!r}{hint} ({which})"
