"""What verification costs by the size of the bibliography: processor time with nothing cached, a warm cache, and the lock.

    python benchmarks/cost.py [--sizes 300,1000,5000] [--runs 3] [--dir DIR]

Nothing leaves this machine: the sources are those of scholar_server.py, their works are invented. The cold run that
fills cache and lock is not judged, and waits for no limit. Every figure is the least of
several runs, as processor time of the whole process; requests are those of the last of them. Exit status 1 if a target
is missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from invented_works import Work, world
from make_references import references, write
from scholar_server import ScholarServer

LOCK = "kept.lock"
BLOCK, WORLD = 250, 4000
"""Entries of one block, and works that it is about."""
TARGETS = {"offline, nothing cached": 3.0, "warm cache": 4.0, "from the lock": 1.5}
"""Seconds of processor time at most, for 5,000 entries."""
OPTIONS = {
    "offline, nothing cached": ("--offline", "--cache", "empty"),
    "warm cache": ("--cache", "cache"),
    "from the lock": ("--cache", "empty", "--frozen", "--lock", LOCK),
}


def unlike(size: int, works: list[Work]) -> dict[str, dict[str, Any]]:
    """A bibliography in which no work comes twice: blocks of entries, each about works of its own."""
    found: dict[str, dict[str, Any]] = {}
    for block in range(1 + (size - 1) // BLOCK):
        part = references(min(BLOCK, size - BLOCK * block), 1 + block, works[WORLD * block : WORLD * (block + 1)])
        found |= {f"{key}b{block}": one for key, one in part.items()}
    return found


def spent() -> float:
    """Processor seconds of all child processes so far."""
    times = os.times()
    return times.children_user + times.children_system


def fill(server: ScholarServer, folder: Path) -> None:
    """Fill the cache and write the lock in one run, which waits for no limit."""
    unlimited = "from latexrefcheck.verify.http.limiter import Limiter; Limiter._missing = lambda *_: 0.0"
    code = f"{unlimited}; from latexrefcheck.__main__ import main; main()"
    check(server, folder, ["-c", code], "--cache", "cache", "--write-lock", "--lock", LOCK)


def check(server: ScholarServer, folder: Path, start: Sequence[str], *options: str) -> None:
    """One run of the command to its end."""
    command = [sys.executable, *start, "check", "main.tex", "--quiet", "--fail-on", "never", *options]
    environment = {**os.environ, **server.environment()}
    subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)


def measure(server: ScholarServer, folder: Path, name: str, runs: int) -> tuple[float, float, int]:
    """(least processor time, least wall time, requests) of one kind of run."""
    least = wall = float("inf")
    server.forget()
    for _ in range(runs):
        shutil.rmtree(folder / "empty", ignore_errors=True)
        before, began = spent(), time.perf_counter()
        check(server, folder, ["-m", "latexrefcheck"], *OPTIONS[name])
        least, wall = min(least, spent() - before), min(wall, time.perf_counter() - began)
    return least, wall, sum(server.counts().values())


def main() -> int:
    """Measure each size and compare with the targets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="300,1000,5000", help="numbers of entries (default 300,1000,5000)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind (default 3)")
    parser.add_argument("--dir", type=Path, help="where the inputs are made, and kept (default: a temporary directory)")
    options = parser.parse_args()
    target = options.dir or Path(tempfile.mkdtemp(prefix="latexrefcheck-cost-"))
    sizes = [int(size) for size in options.sizes.split(",")]
    works = world(WORLD * (1 + (max(sizes) - 1) // BLOCK))
    costs: dict[str, list[float]] = {name: [] for name in OPTIONS}
    with ScholarServer(works) as server:
        for size in sizes:
            folder = target / str(size)
            if not (folder / LOCK).exists():
                write(folder, unlike(size, works))
                fill(server, folder)
            for name in OPTIONS:
                least, wall, requests = measure(server, folder, name, options.runs)
                costs[name].append(least)
                figures = f"{least:7.2f} s of processor time, {wall:6.2f} s in all, {requests} requests"
                print(f"{size:6d} entries  {name:24s} {figures}", flush=True)
    good = True
    for name, figures in costs.items():
        if sizes[-1] == 5000 and figures[-1] > TARGETS[name]:
            good = False
            print(f"{name}: {figures[-1]:.2f} s, over {TARGETS[name]} s   MISSED")
        if len(sizes) > 2:
            first, second = ((figures[at] - figures[at - 1]) / (sizes[at] - sizes[at - 1]) for at in (-2, -1))
            print(f"{name}: an entry more costs {1000 * second:.2f} ms at the end, {1000 * first:.2f} ms before")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
