"""Files that a pattern names, found within what may be read and without looking at more than a bounded number.

A paper may hold ``/*/*/*/*.bib`` or ``../*/../*/x.bib``: :mod:`glob` would list the whole file system for the first,
and for the second the same folders again and again.
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from latexrefcheck.reading.project.folders import is_within
from latexrefcheck.text.patterns import lazy

MAX_ENTRIES = 50_000
"""Most files and folders that the patterns of one document, or of the settings, may make us look at."""
_SIGNS = lazy(r"[*?\[]")


class TooMany(Exception):
    """The patterns lead to more than :data:`MAX_ENTRIES` files and folders."""


class Globber:
    """The files that patterns name from ``folder``, as :func:`glob.glob` would find them.

    Only folders within ``allowed`` (resolved paths) are listed, and only files that lie there are found. All patterns
    given to one object share one limit.
    """

    def __init__(self, folder: str, limit: int = MAX_ENTRIES) -> None:
        self.folder = folder
        self.left = limit
        self._listed: dict[str, list[tuple[str, bool, bool]]] = {}

    def find(self, pattern: str, allowed: Sequence[str], recursive: bool = False) -> list[str]:
        """The paths of the matching regular files in sorted order; raises :class:`TooMany`."""
        if "\0" in pattern:
            return []
        drive, pattern = os.path.splitdrive(pattern)
        *parts, last = [part for part in pattern.split("/") if part not in ("", ".")] or [""]
        start = drive + "/" if pattern.startswith("/") else self.folder
        folders = {os.path.realpath(start): start}
        for part in parts:
            folders = self._step(folders, part, allowed, recursive)
        if recursive and last == "**":
            folders = self._step(folders, last, allowed, recursive)
        paths = (path for folder in folders.values() for path in self._files(folder, last, allowed))
        return sorted(dict.fromkeys(paths))

    def _step(self, folders: Mapping[str, str], part: str, allowed: Sequence[str], recursive: bool) -> dict[str, str]:
        """The folders one part further, by what they really are: ``*/../*/..`` comes to the same few again and again."""
        found: dict[str, str] = {}
        for folder in folders.values():
            self._spend(1)
            for path in self._below(folder, part, allowed, recursive):
                found.setdefault(os.path.realpath(path), path)
        return found

    def _below(self, folder: str, part: str, allowed: Sequence[str], recursive: bool) -> Iterator[str]:
        """The folders that one part of a pattern leads to."""
        if recursive and part == "**":
            yield from self._all(folder, allowed)
        elif _SIGNS.search(part) is None:
            path = os.path.join(folder, part)  # noqa: PTH118  texts, not Paths: this is a hot loop
            if os.path.isdir(path):  # noqa: PTH112
                yield path
        else:
            match = _matcher(part)
            for name, is_folder, is_link in self._list(folder, allowed):
                path = os.path.join(folder, name)  # noqa: PTH118
                if match(name) and (is_folder or (is_link and os.path.isdir(path))):  # noqa: PTH112
                    yield path

    def _all(self, folder: str, allowed: Sequence[str]) -> Iterator[str]:
        """``folder`` and all below it but hidden ones; links are not followed, they may lead round in circles."""
        waiting = [folder]
        while waiting:
            top = waiting.pop()
            yield top
            below = (name for name, is_folder, _ in self._list(top, allowed) if is_folder and not name.startswith("."))
            waiting += (os.path.join(top, name) for name in below)  # noqa: PTH118

    def _files(self, folder: str, part: str, allowed: Sequence[str]) -> Iterator[str]:
        if _SIGNS.search(part) is None:
            names = [part]
        else:
            match = _matcher(part)
            names = [name for name, is_folder, _ in self._list(folder, allowed) if not is_folder and match(name)]
        for name in names:
            path = os.path.join(folder, name)  # noqa: PTH118
            if os.path.isfile(path) and is_within(os.path.realpath(path), allowed):  # noqa: PTH113
                yield path

    def _list(self, folder: str, allowed: Sequence[str]) -> list[tuple[str, bool, bool]]:
        """(name, is a folder, is a link) of all in a folder; nothing if it may not be read."""
        real = os.path.realpath(folder)
        if real in self._listed:
            self._spend(len(self._listed[real]))
        else:
            self._listed[real] = found = []
            if is_within(real, allowed):
                with suppress(OSError), os.scandir(real) as entries:
                    for entry in entries:
                        self._spend(1)
                        found.append((entry.name, entry.is_dir(follow_symlinks=False), entry.is_symlink()))
        return self._listed[real]

    def _spend(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise TooMany


def is_pattern(text: str) -> bool:
    """Whether a path has a sign of a pattern in it."""
    return _SIGNS.search(text) is not None


def fixed(pattern: str) -> str:
    """The folder that all matches of a pattern lie below: its parts before the first with a sign in it."""
    parts = pattern.split("/")
    first = next((index for index, part in enumerate(parts) if _SIGNS.search(part)), len(parts) - 1)
    return "/".join(parts[:first]) + ("/" if pattern.startswith("/") else "") or "."


def _matcher(part: str) -> Callable[[str], object]:
    match = re.compile(fnmatch.translate(part)).match
    return match if part.startswith(".") else lambda name: name[:1] != "." and match(name)
