"""argv → settings → pipeline → report → exit status. One small module per command, imported when it is invoked."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from latexrefcheck import registry
from latexrefcheck.errors import RefcheckError
from latexrefcheck.system import interrupts

DEFAULT = "check"
ISSUES = "https://github.com/latexrefcheck/latexrefcheck/issues"
USAGE, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
LONGEST = 1500
"""Most characters of an error that are shown."""


def run(argv: Sequence[str], alive: list[object] | None = None) -> int:
    """Run the command that ``argv`` names (``check`` if none) and return the exit status.

    ``alive`` takes what the command had read. Freeing a large library entry by entry takes longer than printing the
    report; a caller that ends the process keeps the list until then.
    """
    arguments = list(argv)
    debug = "--debug" in arguments or os.environ.get("LATEXREFCHECK_DEBUG", "") not in {"", "0"}
    arguments = [argument for argument in arguments if argument != "--debug"]
    if sys.stdout is None or sys.stderr is None:  # the caller closed it; Python then has no stream at all
        sys.stdout, sys.stderr = (stream or Path(os.devnull).open("w") for stream in (sys.stdout, sys.stderr))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot show a character gets its code
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _dispatch(arguments, alive)
        sys.stdout.flush()
        return status
    except RefcheckError as error:
        if debug:
            raise
        _say(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _abandon_output()  # the reader has seen enough
        return BROKEN_PIPE
    except OSError as error:
        if debug:
            raise
        _abandon_output()
        _say(f"{error.filename or 'the output'} cannot be read or written: {error.strerror or error}")
        return USAGE
    except Exception as error:
        if debug:
            raise
        _say(f"internal error: {type(error).__name__}: {error}; please report it at {ISSUES} with what --debug prints")
        return USAGE


def _abandon_output() -> None:
    """What is still buffered must not raise again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(arguments: list[str], alive: list[object] | None) -> int:
    name = DEFAULT
    if arguments and arguments[0] in registry.commands:
        name = arguments.pop(0)
    from latexrefcheck.cli._arguments import parse

    command = registry.commands[name]
    parsed = parse(command, arguments)
    interrupts.listen()
    if alive is not None:
        alive.append(parsed)
    return command.run(parsed)


def _say(sentence: str) -> None:
    from latexrefcheck.cli._console import say

    if len(sentence) > LONGEST:  # it quotes a value of megabytes; the end says what to do
        sentence = f"{sentence[: LONGEST * 2 // 3]} … {sentence[-LONGEST // 3 :]}"
    say(" ".join(f"latexrefcheck: {sentence}".splitlines()))
