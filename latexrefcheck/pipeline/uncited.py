"""Which findings are on entries that no document cites: nothing of such an entry is printed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.document import Bibliography, Project
from latexrefcheck.model.finding import Finding, Location
from latexrefcheck.pipeline.counts import Cited
from latexrefcheck.plugins import OfFile


class Library(NamedTuple):
    """A database as far as citing goes: the keys that nobody cites, and where entries start with whether they are cited."""

    uncited: frozenset[str]
    starts: Sequence[int]
    used: Sequence[bool]

    def cites(self, place: Location) -> bool:
        """Whether a place lies in an entry that is cited."""
        at = bisect_right(self.starts, place.line) - 1
        return at >= 0 and self.used[at]


def on_uncited(project: Project, where: Cited) -> Callable[[Finding], bool]:
    """Tells findings on entries that no document cites.

    Not those of a rule that speaks of the file rather than of the entry (``UNCITED``: a syntax error, say), and
    not those that concern a cited entry too (its duplicate).
    """
    libraries = _libraries(project, where)
    of_file: dict[str, bool] = {}  # by rule, for a library has thousands of findings of few rules

    def tell(found: Finding) -> bool:
        library = libraries.get(found.location.path)
        if library is None or found.key is None or found.key not in library.uncited:
            return False
        if found.rule not in of_file:
            of_file[found.rule] = isinstance(registry.rules[found.rule], OfFile)
        if of_file[found.rule]:
            return False
        return not any(
            other.location.path in libraries and libraries[other.location.path].cites(other.location) for other in found.related
        )

    return tell


def _libraries(project: Project, where: Cited) -> Mapping[str, Library]:
    """By path. A database is left out if no document loads it, or one of which not everything could be read."""
    found = {}
    for bibliography in project.bibliographies:
        documents = project.documents_of(bibliography)
        if documents and all(document.complete for document in documents):
            found[bibliography.source.path] = _library(bibliography, where)
    return found


def _library(bibliography: Bibliography, where: Cited) -> Library:
    """A key that stands twice is cited if either entry is."""
    fold = bibliography.fold
    used_keys = {fold(entry.key) for entry in bibliography.entries if entry in where}
    used = [fold(entry.key) in used_keys for entry in bibliography.entries]
    starts = [bibliography.source.position(entry.start)[0] for entry in bibliography.entries]
    uncited = frozenset(entry.key for entry, is_used in zip(bibliography.entries, used, strict=True) if not is_used)
    return Library(uncited, starts, used)
