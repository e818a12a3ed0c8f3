"""Lines for the user on standard error, beside what goes to standard output."""

from __future__ import annotations

import sys

_SAID: set[str] = set()


def say(sentence: str) -> None:
    """A line for the user."""
    sys.stderr.write(printable(sentence) + "\n")


def say_once(sentence: str) -> None:
    """A line for the user that later turns do not repeat."""
    if sentence not in _SAID:
        _SAID.add(sentence)
        say(sentence)


def printable(text: str) -> str:
    """``text`` without what could steer a terminal: keys, titles and paths come from strangers."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)
