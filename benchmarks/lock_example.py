"""Write the lock of the example paper again, from sources on this machine that know its invented works.

    python benchmarks/lock_example.py

What the sources know is in example_works.json: one work has another co-author than the paper says, one was
retracted, one is nowhere. The lock is what lets ``latexrefcheck check --frozen fixtures/projects/example`` show
verdicts without a network.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from invented_works import read
from scholar_server import ScholarServer

HERE = Path(__file__).parent
EXAMPLE = HERE.parent / "fixtures" / "projects" / "example"


def main() -> int:
    """Ask the local sources about every cited entry and write the lock; 0 unless verification was incomplete."""
    lock = EXAMPLE / "latexrefcheck.lock"
    lock.unlink(missing_ok=True)
    with ScholarServer(read(HERE / "example_works.json")) as server, tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "latexrefcheck", "check", "--write-lock", "--fail-on", "never", "--require-complete"]
        done = subprocess.run([*command, "--cache", cache, str(EXAMPLE)], env={**os.environ, **server.environment()}, check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
