"""``python -m latexrefcheck`` and the console script."""

from __future__ import annotations

import os
import sys

# Nothing else is imported out here, not even typing: an interrupt before main() would show a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and end the process with its exit status.

    The process is ended without taking apart what was read: for a large library that would take as long
    as a tenth of the check. All files are closed by then; only the streams have to be flushed.
    """
    alive: list[object] = []
    try:
        import gc

        from latexrefcheck.system import interrupts

        gc.disable()  # importing and reading make no cycles worth collecting; each pass would walk all that was read
        interrupts.end_at_once()
        from latexrefcheck.cli import run

        status = run(sys.argv[1:], alive)
        sys.stdout.flush()
        sys.stderr.flush()
        interrupts.listen()
    except KeyboardInterrupt:  # while importing, or while saying that the run was interrupted
        os.write(2, b"latexrefcheck: interrupted\n")
        status = 130
    os._exit(status)


if __name__ == "__main__":
    main()
