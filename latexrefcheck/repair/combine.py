"""Put fixes together: no two touch the same place, and each file still parses to what was intended."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from latexrefcheck.model.document import Bibliography, Edit, SourceFile
from latexrefcheck.repair.check import Intended, trouble
from latexrefcheck.repair.piecetable import Change
from latexrefcheck.repair.proposal import Proposal

Closed = Callable[[SourceFile], str]
"""Why a file must not be changed; empty for one that may be."""


class Refused(NamedTuple):
    """A fix that was not made, and why."""

    proposal: Proposal
    reason: str


class Combined(NamedTuple):
    """Changes per report path, ascending; the fixes that they make; those that wait for another round, and those refused."""

    changes: Mapping[str, tuple[Change, ...]]
    made: tuple[Proposal, ...] = ()
    waiting: tuple[Proposal, ...] = ()
    refused: tuple[Refused, ...] = ()


class _File:
    """The edits of one file that were accepted so far."""

    def __init__(self, source: SourceFile, closed: str) -> None:
        self.source = source
        self.closed = closed
        self.taken: list[Change] = []

    def has(self, change: Change) -> bool:
        """Whether this very change is there already: one value may be at fault under two rules."""
        at = bisect_left(self.taken, change)
        return at < len(self.taken) and self.taken[at] == change

    def meets(self, change: Change) -> bool:
        """Whether a change shares a character with one that was accepted, or inserts where that one inserts."""
        at = bisect_left(self.taken, change)
        for other in self.taken[max(0, at - 1) : at + 1]:
            if change.start < other.end and other.start < change.end:
                return True
            if change.start == change.end and other.start == other.end == change.start:
                return True
        return False


class _Taken:
    """The proposals that go together so far."""

    def __init__(self, files: Mapping[str, _File]) -> None:
        self.files = files
        self.made: list[Proposal] = []
        self.gone: set[str] = set()
        self.needed: set[str] = set()

    def take(self, proposal: Proposal) -> bool:
        """Take a proposal in if it meets none of the others; says whether it does not have to wait."""
        edits = [(edit.span.source.path, _change(edit)) for edit in proposal.fix.edits]
        fresh = [(path, one) for path, one in edits if not self.files[path].has(one) and not _idle(self.files[path], one)]
        old, new = set(proposal.renamed), set(proposal.renamed.values())
        # A key that disappears cannot stand for another one that does: that has to be looked at again.
        if new & self.gone or old & (self.needed | self.gone):
            return False
        if any(self.files[path].meets(change) for path, change in fresh) or _self_meeting(fresh):
            return False
        self.gone |= old
        self.needed |= new
        for path, change in fresh:
            insort(self.files[path].taken, change)
        if fresh:
            self.made.append(proposal)
        return True


def combine(
    proposals: Sequence[Proposal],
    sources: Mapping[str, SourceFile],
    bibliographies: Iterable[Bibliography],
    closed: Closed,
) -> Combined:
    """Take as many proposals as go together, in the order given.

    A fix is made in full or not at all. One that meets another has to wait: after the first is made, the
    place is looked at again. One after which a file would no longer parse to what was intended, or that touches a
    file which ``closed`` gives a reason not to change, is refused.
    """
    files = {path: _File(source, closed(source)) for path, source in sources.items()}
    taken = _Taken(files)
    waiting: list[Proposal] = []
    refused: list[Refused] = []
    for proposal in proposals:
        problem = _unfit(proposal.fix.edits, files)
        if problem:
            refused.append(Refused(proposal, problem))
        elif not taken.take(proposal):
            waiting.append(proposal)
    made = taken.made
    broken = _broken(made, files, list(bibliographies))
    if broken:
        bad = {id(one.proposal) for one in broken}
        again = combine([one for one in (*made, *waiting) if id(one) not in bad], sources, bibliographies, closed)
        return again._replace(refused=(*refused, *broken, *again.refused))
    changes = {path: tuple(file.taken) for path, file in files.items() if file.taken}
    return Combined(changes, tuple(made), tuple(waiting), tuple(refused))


def _change(edit: Edit) -> Change:
    return Change(edit.span.start, edit.span.end, edit.text)


def _idle(file: _File, change: Change) -> bool:
    return file.source.text[change.start : change.end] == change.text


def _self_meeting(fresh: list[tuple[str, Change]]) -> bool:
    """Whether two edits of one fix overlap, which would be a slip of the rule that made it."""
    ordered = sorted(fresh)
    return any(one[0] == other[0] and other[1].start < one[1].end for one, other in pairwise(ordered))


def _unfit(edits: Sequence[Edit], files: Mapping[str, _File]) -> str:
    """Why a fix cannot be made at all, or an empty string."""
    for edit in edits:
        span = edit.span
        file = files.get(span.source.path)
        if file is None or file.source.absolute is None:
            return f"{span.source.path} is not a file of this project"
        if file.closed:
            return f"{span.source.path} is left alone: {file.closed}"
        if not 0 <= span.start <= span.end <= len(file.source.text):
            return f"the place in {span.source.path} does not exist"
        if file.source.text[span.start : span.end] != span.text:
            return f"{span.source.path} has another text at that place"
        if file.source.bad_bytes and span.source.encoding != file.source.encoding:
            return f"{span.source.path} was read in two encodings"
        try:
            edit.text.encode(file.source.encoding)
        except UnicodeEncodeError as error:
            return f"{file.source.encoding}, the encoding of {span.source.path}, has no {error.object[error.start]!r}"
    return ""


def _broken(made: Sequence[Proposal], files: Mapping[str, _File], bibliographies: Sequence[Bibliography]) -> list[Refused]:
    """The fixes after which a database would not parse to what was intended; found by halving."""
    broken: list[Refused] = []
    for bibliography in bibliographies:
        path = bibliography.source.path
        touching = [one for one in made if any(edit.span.source.path == path for edit in one.fix.edits)]
        if not touching or path not in files:
            continue
        intended = Intended.of(bibliography)
        known = {id(one.proposal) for one in broken}
        broken += _halve([one for one in touching if id(one) not in known], intended)
    return broken


def _halve(proposals: list[Proposal], intended: Intended) -> list[Refused]:
    if not proposals:
        return []
    changes = sorted({_change(edit) for one in proposals for edit in one.fix.edits if edit.span.source.path == intended.path})
    reason = trouble(intended, changes)
    if not reason:
        return []
    if len(proposals) == 1:
        return [Refused(proposals[0], reason)]
    middle = len(proposals) // 2
    parts = _halve(proposals[:middle], intended) + _halve(proposals[middle:], intended)
    # Each half is well by itself: the two do not go together, so the later half gives way.
    return parts or [Refused(one, reason) for one in proposals[middle:]]
