"""Lines for the user on standard error, beside what goes to standard output."""

from __future__ import annotations

import sys

from latexrefcheck.text.visible import escaped

_SAID: set[str] = set()


def say(sentence: str) -> None:
    """A line for the user."""
    sys.stderr.write(escaped(sentence) + "\n")


def say_once(sentence: str) -> None:
    """A line for the user that later turns do not repeat."""
    if sentence not in _SAID:
        _SAID.add(sentence)
        say(sentence)


def width() -> int:
    """Cells of a line on the terminal; wide where there is none, so that nothing is cut."""
    import shutil

    return shutil.get_terminal_size((10_000, 24)).columns if sys.stdout.isatty() else 10_000
