"""Run the tests that have bounds on time with the bounds asserted: on a quiet machine, ``python benchmarks/limits.py``.

In the ordinary run of the tests they only have to end with what is right: a busy machine proves nothing about time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Exit status of pytest over every test file that knows ``within``."""
    files = [path for path in sorted((ROOT / "tests").rglob("*.py")) if "within(" in path.read_text("utf-8")]
    tests = [str(path) for path in files if path.name.startswith("test_")]
    helped = [str(path.parent) for path in files if path.name == "conftest.py"]
    command = [sys.executable, "-m", "pytest", "-q", *tests, *helped]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "LATEXREFCHECK_TEST_LIMITS": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
