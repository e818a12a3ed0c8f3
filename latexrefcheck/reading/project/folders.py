"""Folders: which may hold sources of a paper, and whether a path lies in one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from latexrefcheck import files

SKIPPED = frozenset("node_modules __pycache__ build _build out output dist site-packages venv latex.out".split())
"""Folders that hold no sources of a paper; names that begin with a dot are skipped as well."""
MAX_FOLDERS = 2000


def is_within(real: str, roots: Iterable[str]) -> bool:
    """Whether a resolved path lies in one of the resolved folders."""
    return any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in roots)


def walk(top: str, recursive: bool = True) -> Iterator[str]:
    """``top`` and the folders below it that may hold sources, breadth first, bounded, symbolic links not followed."""
    waiting = [top]
    seen = 0
    while waiting and seen < MAX_FOLDERS:
        folder = waiting.pop(0)
        seen += 1
        yield folder
        if not recursive:
            return
        try:
            with os.scandir(folder) as entries:
                below = sorted(
                    e.path for e in entries if e.is_dir(follow_symlinks=False) and e.name[0] != "." and e.name not in SKIPPED
                )
        except OSError:
            continue
        waiting += below


def search_folders(value: Iterable[str], start: str, within: Sequence[str] = ()) -> list[str]:
    """The folders of a TEXINPUTS-like list relative to ``start``; a trailing ``//`` means all below.

    ``within`` names resolved folders that they must lie in; without it they may lie anywhere.
    """
    found: list[str] = []
    for part in dict.fromkeys(value):
        if not part or part == "." or "\0" in part:  # no system has a folder with a NUL in its name
            continue
        folder = os.path.normpath(os.path.join(start, part.rstrip("/") or "/"))  # noqa: PTH118  texts, not Paths: this is a hot loop
        if within and not is_within(os.path.realpath(folder), within):
            continue
        if part.endswith("//"):
            found += walk(folder)
        else:
            found.append(folder)
    return found


def repository(folder: Path) -> str:
    """The nearest folder above (or at) ``folder`` that holds a ``.git``, or an empty string."""
    return str(files.work_tree(folder) or "")
