"""Change the package in random places, one at a time, and run the tests of the changed module's own folder.

``python tools/mutate.py --n 60 --seed 1`` works in a copy, says of each change whether the tests noticed, and lists those that
survived: each is an equivalent change, or a place where a test is missing. The same seed makes the same changes.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = "latexrefcheck"
SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.In: (" in ", " not in "),
    ast.NotIn: (" not in ", " in "),
    ast.Is: (" is ", " is not "),
    ast.IsNot: (" is not ", " is "),
    ast.And: (" and ", " or "),
    ast.Or: (" or ", " and "),
    ast.Add: (" + ", " - "),
    ast.Sub: (" - ", " + "),
}
"""What an operator is written as, and what it becomes."""


class Mutation(NamedTuple):
    """Bytes ``start:end`` of ``path`` become ``new``."""

    path: Path
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old.strip()} -> {self.new.strip() or 'nothing'}"


def mutations(path: Path) -> list[Mutation]:
    """Every change that can be made to one module, in file order."""
    data = (ROOT / path).read_bytes()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + column

    found = []
    for node in ast.walk(ast.parse(data)):
        for start, end, new in _changes(node, data, offset):
            line = data.count(b"\n", 0, start) + 1
            found.append(Mutation(path, line, start, end, data[start:end].decode(), new))
    return sorted(found, key=lambda one: (one.start, one.new))


def _changes(node: ast.AST, data: bytes, at: Callable[[int, int], int]) -> Iterator[tuple[int, int, str]]:
    """(start, end, new text) of what can be done to one node; ``at`` is the offset of a line and a column."""
    if isinstance(node, ast.Compare):
        pairs = zip([node.left, *node.comparators], node.ops, node.comparators, strict=False)
        between = [(left, op, right) for left, op, right in pairs]
    elif isinstance(node, ast.BoolOp):
        between = [(left, node.op, right) for left, right in zip(node.values, node.values[1:], strict=False)]
    elif isinstance(node, ast.BinOp):
        between = [(node.left, node.op, node.right)]
    else:
        between = []
    for left, op, right in between:
        swap = SWAPS.get(type(op))
        if swap is not None:
            low, high = at(left.end_lineno, left.end_col_offset), at(right.lineno, right.col_offset)
            place = data.find(swap[0].encode(), low, high)
            if place >= 0:
                yield place, place + len(swap[0]), swap[1]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        start = at(node.lineno, node.col_offset)
        yield start, start + len("not "), ""
    if isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(node.test, ast.UnaryOp):
        start, end = at(node.test.lineno, node.test.col_offset), at(node.test.end_lineno, node.test.end_col_offset)
        yield start, end, f"(not ({data[start:end].decode()}))"
    if isinstance(node, ast.Constant) and isinstance(node.value, bool | int) and node.end_col_offset is not None:
        start, end = at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)
        yield start, end, str(not node.value) if isinstance(node.value, bool) else f"({node.value} + 1)"


def chosen(count: int, seed: int, within: str) -> list[Mutation]:
    """Random changes, each of another module as long as there are enough."""
    draw = random.Random(seed)
    modules = [path.relative_to(ROOT) for path in sorted((ROOT / PACKAGE).rglob("*.py")) if within in path.as_posix()]
    draw.shuffle(modules)
    found: list[Mutation] = []
    while modules and len(found) < count:
        for path in list(modules):
            known = [one for one in mutations(path) if one not in found]
            if not known:
                modules.remove(path)
            elif len(found) < count:
                found.append(draw.choice(known))
    return found


def tests_of(path: Path) -> list[str]:
    """The tests of a module's own folder; of a module at the top, those that bear its name, else all at the top."""
    inner = path.relative_to(PACKAGE).parent
    while inner.parts:
        if (ROOT / "tests" / inner).is_dir():
            return [f"tests/{inner.as_posix()}"]
        inner = inner.parent
    named = [f"tests/{each.name}" for each in (ROOT / "tests").glob(f"test_*{path.stem.strip('_')}*.py")]
    return named or [f"tests/{each.name}" for each in (ROOT / "tests").glob("test_*.py")]


def passes(place: Path, tests: list[str], seconds: float) -> bool:
    """Whether the tests pass in the copy; endless ones do not."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=place, env=environment, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def tracked() -> list[str]:
    """The files that git has or would take, as they stand now: tests look at many beside the package."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def main() -> int:
    """Print one line per change; exit status 1 if one survived."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--n", type=int, default=60, help="how many changes")
    parser.add_argument("--seed", type=int, default=20261201)
    parser.add_argument("--within", default="", help="only modules whose path holds this text")
    parser.add_argument("--seconds", type=float, default=300, help="longest run of one folder's tests")
    args = parser.parse_args()
    survivors = []
    sound: dict[tuple[str, ...], bool] = {}
    caught = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name in tracked():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
        for number, one in enumerate(chosen(args.n, args.seed, args.within), 1):
            tests = tests_of(one.path)
            if tuple(tests) not in sound:
                sound[tuple(tests)] = passes(place, tests, args.seconds)
            if not sound[tuple(tests)]:
                print(f"{number:>3}  skipped   {one}  ({' '.join(tests)} fails as it is)", flush=True)
                continue
            file = place / one.path
            data = file.read_bytes()
            file.write_bytes(data[: one.start] + one.new.encode() + data[one.end :])
            survived = passes(place, tests, args.seconds)
            file.write_bytes(data)
            print(f"{number:>3}  {'SURVIVED' if survived else 'caught':<8}  {one}", flush=True)
            caught += not survived
            survivors += [one] if survived else []
    print(f"\n{caught} of {caught + len(survivors)} caught")
    for one in survivors:
        print(f"  {one}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
