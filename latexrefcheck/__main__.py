"""``python -m latexrefcheck`` and the console script."""

from __future__ import annotations

import os
import sys

# Nothing else is imported out here, not even typing: an interrupt before main() would show a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import NoReturn


def _stop(*_: object) -> NoReturn:
    """End at once, in one line: an exception raised while Python imports may be shown as a traceback, or be lost."""
    os.write(2, b"latexrefcheck: interrupted\n")
    os._exit(130)


def _listen(signal: ModuleType) -> None:
    """From here on an interrupt is an exception, so that what was found out is told and nothing is left half written."""
    if signal.getsignal(signal.SIGINT) is _stop:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def main() -> NoReturn:
    """Run the command line and end the process with its exit status.

    The process is ended without taking apart what was read: for a large library that would take as long
    as a tenth of the check. All files are closed by then; only the streams have to be flushed.
    """
    try:
        import gc
        import signal

        gc.disable()  # importing and reading make no cycles worth collecting; each pass would walk all that was read
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not under nohup
            signal.signal(signal.SIGINT, _stop)
        from latexrefcheck.cli import run

        status = run(sys.argv[1:], lambda: _listen(signal))
        sys.stdout.flush()
        sys.stderr.flush()
    except KeyboardInterrupt:  # while importing, or while saying that the run was interrupted
        _stop()
    os._exit(status)


if __name__ == "__main__":
    main()
