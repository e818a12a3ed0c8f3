"""Entries that are the same work made one: the other goes, and every citation of it is rewritten.

Only what can be rewritten in full is offered: a key that is cited by code, named by a crossref, or written
somewhere that no citation explains keeps its entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from latexrefcheck.model.document import Citation, Edit, Entry, Project, Span
from latexrefcheck.model.finding import Fix
from latexrefcheck.repair import formatting, layout
from latexrefcheck.repair.encode import balanced
from latexrefcheck.text.keys import title_key
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.terms import LINKS

MOST = 300
"""Most merges that are worked out in one run; a library with more of them is merged in several."""

_CITES = lazy(r"\\[A-Za-z]*cite")
_LINE_END = lazy(r"[ \t]*(?:\r\n?|\n|$)")
_BLANK_LINES = lazy(r"(?:[ \t]*(?:\r\n?|\n))+")
_IN_KEYS = lazy(r"[\w:.+/-]")
_BETWEEN = lazy(r"\s*,\s*")
_ARCHIVE = lazy(r"arxiv|biorxiv|\bcorr\b|10\.48550", re.IGNORECASE)


class Merger:
    """Works merges out; what all of them need is collected once, when the first one needs it."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.homes = {id(entry): one for one in project.bibliographies for entry in one.entries}
        self.count = 0
        self._cited: dict[str, list[tuple[int, Citation]]] | None = None
        self._links: frozenset[str] | None = None

    def fix(self, later: Entry, earlier: Entry, alike: bool) -> Fix | None:
        """The fix of a finding that ``later`` repeats ``earlier``; with ``alike`` their titles have to agree."""
        if self.count >= MOST or later is earlier or later.broken or earlier.broken:
            return None
        same = _content(later) == _content(earlier)
        if self._fold(later) == self._fold(earlier):
            return self._repeated(later, earlier) if same else None
        if not same and alike and not _titles_agree(later, earlier):
            return None
        kept, gone = (earlier, later) if same else _ranked(earlier, later)
        fix = self._merged(kept, gone, same)
        self.count += fix is not None
        return fix

    def _fold(self, entry: Entry) -> str:
        return self.homes[id(entry)].fold(entry.key)

    def _repeated(self, later: Entry, earlier: Entry) -> Fix | None:
        """An identical entry under the same key: nobody has ever seen it."""
        return Fix("remove the identical entry", (removal(later),), self._together(earlier, later))

    def _together(self, kept: Entry, gone: Entry) -> bool:
        """Whether whoever reads ``gone`` also reads ``kept``, and nobody outside of the project does."""
        home, other = self.homes[id(gone)], self.homes[id(kept)]
        if home is other:
            return True
        if home.source.path in self.project.shared or not self.project.documents_of(home):
            return False
        readers = [s for d in self.project.documents for s in d.sections if any(r.bibliography is home for r in s.resources)]
        return all(any(r.bibliography is other for r in section.resources) for section in readers)

    def _merged(self, kept: Entry, gone: Entry, same: bool) -> Fix | None:
        """``gone`` taken out under its own key, its citations rewritten, its further fields given to ``kept``."""
        if gone.key in self.links or not kept.key or not gone.key:
            return None
        cites = self._rewritten(kept, gone)
        if cites is None:
            return None
        home = self.homes[id(gone)]
        known = home.source.path not in self.project.shared and bool(self.project.documents_of(home))
        safe = same and known and self._together(kept, gone) and all(d.complete for d in self.project.documents)
        edits = [removal(gone), *cites, *self._given(kept, gone)]
        return Fix(f"merge {gone.key} into {kept.key}", tuple(edits), safe, {gone.key: kept.key})

    def _given(self, kept: Entry, gone: Entry) -> Iterator[Edit]:
        """Fields that only ``gone`` has, as written there."""
        text = gone.source.text
        aliases = {"journaltitle": "journal", "journal": "journaltitle", "date": "year", "year": "date"}
        new = [
            (field.name, field.value)
            for field in gone.fields
            if field.simple
            and field.value.strip()
            and kept.get(field.name) is None
            and kept.get(aliases.get(field.name, field.name)) is None
            and text[field.start] in ('{"' + "0123456789")
            and balanced(field.value)
            and not _ARCHIVE.search(field.value)
            and kept.type == gone.type
        ]
        if new:
            yield from layout.added(kept, new, formatting.of(self.homes[id(kept)]))

    @property
    def links(self) -> frozenset[str]:
        """Keys that entries name in their fields."""
        if self._links is None:
            found: set[str] = set()
            for bibliography in self.project.bibliographies:
                for _, field in bibliography.fields(*LINKS, "ids"):
                    found.update(key.strip() for key in field.value.split(","))
            self._links = frozenset(found)
        return self._links

    @property
    def cited(self) -> Mapping[str, list[tuple[int, Citation]]]:
        """The citations of each lower-case key, with the place of their document."""
        if self._cited is None:
            self._cited = {}
            for number, document in enumerate(self.project.documents):
                for citation in document.citations:
                    self._cited.setdefault(citation.key.lower(), []).append((number, citation))
        return self._cited

    def _rewritten(self, kept: Entry, gone: Entry) -> list[Edit] | None:
        """The edits of all citations of ``gone``; None where one of them cannot be rewritten."""
        home = self.homes[id(gone)]
        edits: dict[tuple[str, int], Edit] = {}
        for number, citation in self.cited.get(gone.key.lower(), ()):
            document = self.project.documents[number]
            if home.fold(citation.key) != home.fold(gone.key):
                continue
            resources = document.sections[citation.section].resources if document.sections else ()
            readable = [r.bibliography for r in resources if r.bibliography is not None]
            first = next((one for b in readable if (one := b.by_key.get(b.fold(citation.key))) is not None), None)
            if first is not gone:
                continue  # another entry answers to the key there
            if not any(b.by_key.get(b.fold(kept.key)) is kept for b in readable):
                return None
            if not citation.command or citation.span.text != citation.key:
                return None
            edits.setdefault((citation.span.source.path, citation.span.start), self._edit(number, citation, kept.key))
        return list(edits.values()) if self._all_found(gone.key, edits) else None

    def _edit(self, number: int, citation: Citation, key: str) -> Edit:
        """The key replaced, or taken out of a list that has the new one already."""
        span = citation.span
        group = _group(self.project.documents[number].citations, citation)
        place = group.index(citation)
        if any(other.key == key for other in group):
            if place:
                return Edit(Span(span.source, group[place - 1].span.end, span.end), "")
            return Edit(Span(span.source, span.start, group[1].span.start), "")
        return Edit(span, key)

    def _all_found(self, key: str, edits: Mapping[tuple[str, int], Edit]) -> bool:
        """Whether the key stands nowhere in the text of the documents but in comments and where it is rewritten."""
        bibs = {one.source.path for one in self.project.bibliographies}
        for path, source in self.project.sources.items():
            text = source.text
            for at in _places(text, key):
                if path in bibs and _CITES.search(text, max(0, at - 80), at):
                    return False
                if not path.endswith(".bib") and _alive(text, at) and (path, at) not in edits:
                    return False
        return True


def _places(text: str, key: str) -> Iterator[int]:
    """Where ``key`` stands as a word of its own."""
    at = text.find(key)
    while at >= 0:
        end = at + len(key)
        if not (at and _IN_KEYS.match(text, at - 1)) and not _IN_KEYS.match(text, end):
            yield at
        at = text.find(key, end)


def _alive(text: str, at: int) -> bool:
    """Whether an offset of a .tex file is inside braces of a command and not behind a comment sign: prose is no key."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at]
    if re.search(r"(?<!\\)(?:\\\\)*%", line):
        return False
    before = text[max(0, at - 300) : at]
    return re.search(r"[{,]\s*$", before) is not None


def _group(citations: Sequence[Citation], one: Citation) -> list[Citation]:
    """The citations of the same list of keys, in order."""
    source = one.span.source
    near = sorted(
        (c for c in citations if c.command_start == one.command_start and c.span.source is source), key=lambda c: c.span.start
    )
    place = next(index for index, other in enumerate(near) if other.span == one.span)
    first = last = place
    while first and _BETWEEN.fullmatch(source.text, near[first - 1].span.end, near[first].span.start):
        first -= 1
    while last + 1 < len(near) and _BETWEEN.fullmatch(source.text, near[last].span.end, near[last + 1].span.start):
        last += 1
    return near[first : last + 1]


def removal(entry: Entry) -> Edit:
    """An edit that takes an entry out with its line end, and with the blank lines on one side of it."""
    text = entry.source.text
    start, end = entry.start, entry.end
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    behind = _LINE_END.match(text, end)
    if text[line:start].strip() or behind is None:
        return Edit(Span(entry.source, start, end), "")
    start, end = line, behind.end()
    above = text[:start].rstrip(" \t\r\n")
    first = text.find("\n", len(above)) + 1 or len(above)  # behind the line that stands above
    if end == len(text) and above:
        start = min(first, start)
    elif first < start or not above:
        blank = _BLANK_LINES.match(text, end)
        end = blank.end() if blank else end
    return Edit(Span(entry.source, start, end), "")


def _content(entry: Entry) -> tuple[str, frozenset[tuple[str, str]]]:
    return entry.type, frozenset((field.name, " ".join(field.value.split())) for field in entry.fields)


def _titles_agree(one: Entry, other: Entry) -> bool:
    titles = [title_key(entry.value("title")) for entry in (one, other)]
    return bool(titles[0]) and titles[0] == titles[1]


def _ranked(one: Entry, other: Entry) -> tuple[Entry, Entry]:
    """(the entry that stays, the one that goes): the published version, the fuller one, the first."""
    return (one, other) if _worth(one) >= _worth(other) else (other, one)


def _worth(entry: Entry) -> tuple[bool, int]:
    venue = next((entry.value(name) for name in ("journal", "journaltitle", "booktitle") if entry.get(name)), "")
    return bool(venue) and not _ARCHIVE.search(venue), len({field.name for field in entry.fields if field.value.strip()})
