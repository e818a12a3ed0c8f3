"""Where a work that is not what it was taken for is cited: the sentences that lean on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from latexrefcheck.model.document import Citation
from latexrefcheck.model.finding import Finding, Location, Related, Severity
from latexrefcheck.pipeline.counts import Cited
from latexrefcheck.text import texsentence

PLACES = 2
"""Most places that are shown with a finding."""
AROUND = 400
"""Characters before and behind a citation in which its sentence is looked for."""
LONGEST = 200
"""Most characters of a sentence that are shown, cut around the citation."""


def with_citations(findings: Sequence[Finding], where: Cited) -> list[Finding]:
    """The findings on what the sources say, each of at least a warning with the first places that cite the entry."""
    if not any(found.severity >= Severity.warning for found in findings):
        return list(findings)
    places: dict[tuple[str, str], Sequence[Citation]] = {}
    for entry, citations in where.items():
        places[entry.source.path, entry.key] = [citation for citation in citations if not citation.nocite]
    return [_leaning(found, places.get((found.location.path, found.key or ""), ())) for found in findings]


def _leaning(found: Finding, citations: Sequence[Citation]) -> Finding:
    if found.severity < Severity.warning or not citations:
        return found
    return found._replace(related=(*found.related, *_places(citations)))


def _places(citations: Sequence[Citation]) -> Iterator[Related]:
    for number, citation in enumerate(citations[:PLACES]):
        more = len(citations) - PLACES
        left = f" (and in {more} more place{'s' if more > 1 else ''})" if number == PLACES - 1 and more > 0 else ""
        yield Related(f"cited here: \u201c{sentence(citation)}\u201d{left}", Location.of(citation.span))


def sentence(citation: Citation) -> str:
    """The sentence around a citation on one line, cut around it where it is long."""
    text, start, end = citation.span.source.text, citation.span.start, citation.span.end
    first, last = texsentence.around(text, start, end, AROUND)
    before, after = (" ".join(part.split()) for part in (text[first:start], text[end:last]))
    cited_key = text[start:end]
    room = max(LONGEST - len(cited_key), 40)
    left = min(len(before), max(room // 2, room - len(after)))
    right = min(len(after), room - left)
    head = before if left == len(before) else "\u2026" + before[len(before) - left :]
    tail = after if right == len(after) else after[:right] + "\u2026"
    return f"{head}{cited_key}{tail}"
