"""What ``-v`` and ``-vv`` show on standard error: the log of the run, as the modules write it with :mod:`logging`."""

from __future__ import annotations

from latexrefcheck.cli import _console
from latexrefcheck.settings import Settings


def start(settings: Settings) -> None:
    """Show the log that the settings ask for: what was asked and what came, or also why and when.

    Only our own log is shown: those of libraries hold addresses with keys in them.
    """
    import logging

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            _console.say(f"{record.levelname.lower()}: {record.getMessage()}")

    log = logging.getLogger("latexrefcheck")
    log.handlers[:] = [Lines()]
    log.setLevel(logging.DEBUG if settings.trace else logging.INFO)
    log.propagate = False
