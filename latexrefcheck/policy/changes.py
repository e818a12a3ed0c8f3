"""What a change touched, as git tells it: lines per file and bibliography keys.

``--since REV`` compares with the merge base of REV and HEAD, as a pull request does; ``--changed-only`` with
HEAD. Uncommitted and untracked files are part of the change.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.errors import UsageError
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Finding
from latexrefcheck.system.git import WorkTree
from latexrefcheck.text.patterns import lazy

_HUNK = lazy(rb"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_KEY = lazy(rb"^[-+]\s*@\w+\s*[{(]\s*([^\s,=}]+)", re.M)
_ESCAPE = lazy(rb"\\([0-7]{3}|.)")
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


class Changes(NamedTuple):
    """Touched line ranges (first, last) by path from the base, wholly new paths, and keys of touched entries."""

    lines: dict[str, list[tuple[int, int]]]
    new: frozenset[str]
    keys: frozenset[str]

    def touches(self, path: str, first: int, last: int) -> bool:
        """True if the change touched one of the lines ``first`` to ``last``."""
        if path in self.new:
            return True
        ranges = self.lines.get(path, [])
        index = bisect_left(ranges, first, key=lambda pair: pair[1])
        return index < len(ranges) and ranges[index][0] <= last


def since(base: Path, revision: str) -> Changes:
    """What changed since ``revision`` (HEAD if empty); raises UsageError if git cannot tell."""
    start = revision or "HEAD"
    if start.startswith("-"):
        raise UsageError(f"{start!r} is not a git revision")
    tree = WorkTree.around(base)
    inside = None if tree is None else tree.inner(base)
    if tree is None or inside is None or not _told(tree, "rev-parse", "--is-inside-work-tree"):
        raise UsageError(f"{base.as_posix()!r} is not in a git work tree, so what changed is not known")
    commit = _told(tree, "rev-parse", "--verify", "--quiet", f"{start}^{{commit}}").strip()
    if not commit:
        raise UsageError(f"git does not know the revision {start!r}; in CI, fetch it first (a shallow clone does not have it)")
    name = commit.decode()
    if revision:
        name = _told(tree, "merge-base", name, "HEAD").strip().decode() or name
    prefix = "" if inside == "." else f"{inside}/"
    diff = _known(tree, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames",
                  "--ignore-submodules=all", f"--relative={prefix}", "--src-prefix=", "--dst-prefix=", name, "--")  # fmt: skip
    others = _known(tree, "ls-files", "--others", "--exclude-standard", "-z", "--", f":(literal){inside}").split(b"\0")
    keys = frozenset(key.decode("utf-8", "replace") for key in _KEY.findall(diff))
    new = (other.decode("utf-8", "surrogateescape").removeprefix(prefix) for other in others if other)
    return Changes(_parse(diff), frozenset(new), keys)


def _told(tree: WorkTree, *words: str) -> bytes:
    return tree.ask(*words).output


def _known(tree: WorkTree, *words: str) -> bytes:
    said = tree.ask(*words)
    if said.error:
        raise UsageError(f"git cannot tell what changed: {said.error}")
    return said.output


def unchanged(changes: Changes, bibliographies: Iterable[Bibliography]) -> Callable[[Finding], bool]:
    """The test for findings outside of ``changes``: neither their lines nor their entry were touched.

    An entry that was added, removed or altered counts with all findings on its key, so that removing an
    entry brings out the citations that it leaves undefined.
    """
    keys = set(changes.keys)
    for bibliography in bibliographies:
        source = bibliography.source
        if source.path in changes.lines or source.path in changes.new:
            for entry in bibliography.entries:
                first, last = source.position(entry.start)[0], source.position(max(entry.end - 1, entry.start))[0]
                if changes.touches(source.path, first, last):
                    keys.add(entry.key)

    def outside(found: Finding) -> bool:
        place = found.location
        return found.key not in keys and not changes.touches(place.path, place.line, max(place.line, place.end_line))

    return outside


def _parse(diff: bytes) -> dict[str, list[tuple[int, int]]]:
    lines: dict[str, list[tuple[int, int]]] = {}
    path, header = "", False
    for line in diff.split(b"\n"):
        if line.startswith(b"diff --git "):
            path, header = "", True
        elif header and line.startswith(b"+++ "):
            path, header = _path(line[4:]), False
        elif path and line.startswith(b"@@ "):
            hunk = _HUNK.match(line)
            first, count = (int(hunk[1]), int(hunk[2] or 1)) if hunk else (0, 0)
            if count:
                lines.setdefault(path, []).append((first, first + count - 1))
    return lines


def _path(name: bytes) -> str:
    name = name.removesuffix(b"\t")  # git ends a name with blanks like this
    if name.startswith(b'"') and name.endswith(b'"'):
        name = _ESCAPE.sub(lambda m: bytes([int(m[1], 8)]) if len(m[1]) == 3 else _LETTERS.get(m[1], m[1]), name[1:-1])
    return "" if name == b"/dev/null" else name.decode("utf-8", "surrogateescape")
