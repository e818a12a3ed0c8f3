"""What Ctrl-C does: while the program starts it ends it at once, later it is the exception that Python makes of it."""

from __future__ import annotations

import os
import signal


def _end(*_: object) -> None:
    os.write(2, b"latexrefcheck: interrupted\n")
    os._exit(130)


def end_at_once() -> None:
    """From here on an interrupt ends the process: an exception while Python imports may show a traceback, or be lost."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not under nohup
        signal.signal(signal.SIGINT, _end)


def listen() -> None:
    """From here on it is an exception again, so that what was found out is told and nothing is left half written."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
