"""Time whole commands side by side: latexrefcheck against bibtex and checkcites on the same documents.

    python benchmarks/speed.py [--dir DIR] [--runs N]

Needs bibtex, pdflatex and checkcites (TeX Live) on the PATH. Every figure is the median over N rounds
in which the commands take turns, so that a drift of the machine's speed hits all of them; memory is
the largest resident set of the process. Build files are removed first: the run is cold and reads the
source. Exit status 1 if a target of the project is missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OURS = [sys.executable, "-m", "latexrefcheck", "check", "--no-verify", "main.tex"]


def once(command: list[str], folder: Path) -> tuple[float, float]:
    """(wall seconds, peak MiB) of one run; its output is thrown away."""
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def turns(commands: dict[str, list[str]], folder: Path, runs: int) -> dict[str, tuple[float, float]]:
    """Median wall time and largest memory per command, run in turn after one round that does not count."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for number in range(runs + 1):
        for name, command in commands.items():
            result = once(command, folder)
            if number:
                times[name].append(result)
    return {name: (statistics.median(wall for wall, _ in rows), max(peak for _, peak in rows)) for name, rows in times.items()}


def build(folder: Path) -> None:
    """One LaTeX pass, for the .aux that bibtex and checkcites read."""
    command = ["pdflatex", "-interaction=batchmode", "-draftmode", "-no-shell-escape", "main"]
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)


def show(name: str, figures: dict[str, tuple[float, float]]) -> None:
    """Print one row per command."""
    for command, (wall, peak) in figures.items():
        print(f"{name:16s} {command:14s} {wall:7.3f} s {peak:7.0f} MiB")


def thesis(folder: Path, runs: int) -> bool:
    """The thesis against both; build files are moved out of our sight by checking a copy without them."""
    clean = folder.with_name("thesis-clean")
    shutil.copytree(folder, clean, dirs_exist_ok=True)
    build(folder)
    commands = {
        "latexrefcheck": [*OURS[:-1], str(clean / "main.tex")],
        "bibtex": ["bibtex", "main"],
        "checkcites": ["checkcites", "main.aux"],
    }
    figures = turns(commands, folder, runs)
    show("thesis", figures)
    ours, peak = figures["latexrefcheck"]
    to_bibtex, to_checkcites = ours / figures["bibtex"][0], ours / figures["checkcites"][0]
    print(f"thesis           ratio to bibtex {to_bibtex:.2f} (at most 2), to checkcites {to_checkcites:.2f} (at most 0.5)")
    return to_bibtex <= 2 and to_checkcites <= 0.5 and peak < 250


def main() -> int:
    """Run all three and say whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", type=Path, help="where the inputs are made (default: a temporary directory)")
    parser.add_argument("--runs", type=int, default=7, help="counted rounds (default 7)")
    options = parser.parse_args()
    target = options.dir or Path(tempfile.mkdtemp(prefix="latexrefcheck-bench-"))
    # In a process of its own: what this one holds would count as the peak of every child before its exec.
    subprocess.run([sys.executable, str(Path(__file__).with_name("make_inputs.py")), str(target)], check=True)
    good = thesis(target / "thesis", options.runs)
    paper = turns({"latexrefcheck": OURS}, target / "paper", options.runs)
    show("paper", paper)
    good &= paper["latexrefcheck"][0] <= 0.35
    walls = []
    for count in (7500, 15000, 30000):
        figures = turns({"latexrefcheck": OURS}, target / f"library-{count}", max(3, options.runs // 2))
        show(f"library {count}", figures)
        walls.append(figures["latexrefcheck"][0])
    growth = (walls[2] - walls[1]) / (walls[1] - walls[0])
    print(f"library          time grows {growth:.2f} times as fast as the size doubles (2.00 is linear)")
    return 0 if good and growth < 2.6 else 1


if __name__ == "__main__":
    sys.exit(main())
