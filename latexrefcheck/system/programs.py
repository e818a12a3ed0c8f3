"""Other programs: the only module that starts them. Never through a shell, and never one that lies in the paper's folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from latexrefcheck.errors import NoAnswer


def find(name: str) -> str:
    """The full path of a program on PATH, or an empty string.

    Places on PATH that are relative are passed over, and so is the current directory, in which Windows looks first:
    what lies there came with the paper.
    """
    endings = os.environ.get("PATHEXT", ".EXE").split(os.pathsep) if sys.platform == "win32" else [""]
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(folder):  # noqa: PTH117  a name that no path can be is passed over too
            for ending in endings:
                candidate = os.path.join(folder, name + ending)  # noqa: PTH118
                if os.path.isfile(candidate) and os.access(candidate, os.X_OK):  # noqa: PTH113
                    return candidate
    return ""


def run(
    command: Sequence[str], cwd: str | Path, seconds: float, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program, its full path first, without input, and return what it said.

    Raises NoAnswer if it cannot be started or takes longer than ``seconds``.
    """
    try:
        return subprocess.run(
            command,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise NoAnswer(f"{Path(command[0]).name} cannot be asked: {error}") from error
