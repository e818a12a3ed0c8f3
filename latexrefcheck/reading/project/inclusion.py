"""Which files plain input commands lead to: an approximation that finds parents and children, no more."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading.project.folders import is_within
from latexrefcheck.reading.project.library import Library
from latexrefcheck.text.patterns import lazy

_INCLUDED = lazy(
    r"\\(?:input|include|subfile|subfileinclude|includestandalone|(?:sub)?import\*?\s*\{([^{}]*)\})\s*(?:\[[^\]]*\])?\s*\{?\s*([^{}\s%\\]+)"
)
MAX_REACHED = 2000
"""Most files that are followed from one root."""
MAX_STEPS = 100_000
"""Most files that are followed from all of them."""


def reachable(root: Path, source: SourceFile, library: Library, within: Sequence[str] = ()) -> set[str]:
    """Real paths of the files that a root leads to, in the base or, if given, in the folders ``within``."""
    found: set[str] = set()
    waiting = [source]
    while waiting and len(found) < MAX_REACHED:
        for path in _named(waiting.pop(), str(root.parent), library):
            if path not in found and is_within(path, within or (str(library.base),)):
                found.add(path)
                read = library.read(path)
                if isinstance(read, SourceFile):
                    waiting.append(read)
    return found


def _named(source: SourceFile, top: str, library: Library) -> tuple[str, ...]:
    """Real paths of the files that the commands of one file name, from the folder of the root or from its own."""
    key = (id(source), top)
    known = library.named.get(key)
    if known is None:
        folders = dict.fromkeys((top, str(source.absolute.parent) if source.absolute else top))
        pairs = dict.fromkeys(_INCLUDED.findall(source.text))
        places = {folder: [os.path.join(one, folder) if folder else one for one in folders] for folder, _ in pairs}  # noqa: PTH118
        asked = (_existing(place, name, library) for folder, name in pairs for place in places[folder])
        known = library.named[key] = tuple(dict.fromkeys(path for paths in asked for path in paths))
    return known


def _existing(folder: str, name: str, library: Library) -> tuple[str, ...]:
    """Real paths of the files that ``\\input{name}`` may mean in a folder; each is looked for once."""
    known = library.existing.get((folder, name))
    if known is None:
        paths = () if "\0" in folder + name else (os.path.join(folder, name + suffix) for suffix in ("", ".tex"))  # noqa: PTH118
        known = tuple(os.path.realpath(path) for path in paths if os.path.isfile(path))  # noqa: PTH113
        library.existing[folder, name] = known
    return known


def drop_included(roots: Iterable[Path], library: Library) -> list[Path]:
    """Roots that no other root leads to: what is both is a chapter that can be compiled alone.

    Of roots that lead to each other in a circle the first stays.
    """
    roots = list(roots)
    if len(roots) < 2:
        return roots
    real = [os.path.realpath(root) for root in roots]
    parents = _parents(roots, library)
    kept: list[Path] = []
    covered: set[str] = set()
    circles = []
    for index, root in enumerate(roots):
        if parents.get(real[index], set()) - {index}:
            circles.append((root, real[index]))
        else:
            kept.append(root)
            covered |= _below(root, library)
    for root, path in circles:
        if path not in covered:
            kept.append(root)
            covered |= {path, *_below(root, library)}
    return [root for root in roots if root in kept]


def _below(root: Path, library: Library) -> set[str]:
    source = library.read(str(root))
    return reachable(root, source, library) if isinstance(source, SourceFile) else set()


def _parents(roots: Sequence[Path], library: Library) -> dict[str, set[int]]:
    """For each file that roots lead to, the numbers of two of those roots: enough to tell whether one is another's."""
    found: dict[str, set[int]] = {}
    seen: dict[tuple[str, str], set[int]] = {}
    waiting: list[tuple[str, str, int]] = [(str(root), str(root.parent), index) for index, root in enumerate(roots)]
    for step, (path, top, index) in enumerate(waiting):
        source = library.read(path)
        if step >= MAX_STEPS or not isinstance(source, SourceFile):
            continue
        for name in _named(source, top, library):
            known = seen.setdefault((name, top), set())
            if index not in known and len(known) < 2 and is_within(name, (str(library.base),)):
                known.add(index)
                found.setdefault(name, set()).add(index)
                waiting.append((name, top, index))
    return found
