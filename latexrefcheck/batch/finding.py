"""Which papers a batch is about: files and folders that are named, in folders, or in lists."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from latexrefcheck import registry
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.files import read_bytes

LISTS = (".txt", ".lst", ".list", "")
"""Endings of files that name papers, one a line."""
MOST = 1_000_000


def papers(named: Sequence[Path]) -> list[Path]:
    """The papers, each once, in order.

    A folder holds papers: each of its folders is one, and each file that references stand in. A file of papers names
    one a line, from where it lies; ``#`` begins a comment. Anything else is a paper. Raises UnreadableInput for what is
    not there.
    """
    found = dict.fromkeys(Path(os.path.abspath(paper)) for path in named for paper in _papers(path))  # noqa: PTH100  links stay
    return list(found)


def _papers(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(each for each in path.iterdir() if not each.name.startswith(".") and (each.is_dir() or is_paper(each)))
        return
    if path.suffix.lower() not in LISTS:
        if not path.is_file():
            raise UnreadableInput(f"{str(path)!r} is not there, or is no file")
        yield path
        return
    lines = read_bytes(path).decode("utf-8-sig", "replace").splitlines()
    for number, line in enumerate(lines[:MOST], 1):
        name = line.strip()
        if not name or name.startswith("#"):
            continue
        paper = path.parent / name
        if not os.path.lexists(paper):
            raise UnreadableInput(f"{path}:{number}: there is no file or folder {name!r}")
        yield paper


def is_paper(path: Path) -> bool:
    """Whether references can stand in a file, by its name."""
    known = {suffix for reader in registry.readers.values() for suffix in reader.SUFFIXES} - set(LISTS)
    return path.suffix.lower() in known | {".tex", ".ltx", ".bib"}
