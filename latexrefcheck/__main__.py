"""``python -m latexrefcheck`` and the console script."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line and return its exit status."""
    from latexrefcheck.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
