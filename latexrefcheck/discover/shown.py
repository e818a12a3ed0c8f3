"""A work as JSON values and as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from latexrefcheck import registry
from latexrefcheck.discover.merging import Hit
from latexrefcheck.model.record import Record
from latexrefcheck.text.visible import line


def plain(hit: Hit) -> dict[str, object]:
    """One hit in the form of ``search --json``."""
    return of_record(hit.record, hit.identifiers) | {
        "id": hit.id,
        "abstract": hit.abstract,
        "citationCount": hit.citations,
        "pdfUrl": hit.pdf,
        "standing": hit.standing.value,
        "sources": list(hit.sources),
        "score": round(hit.score, 1),
    }


def of_record(record: Record, identifiers: Mapping[str, str] | None = None) -> dict[str, object]:
    """A record in the same form."""
    known = record.identifiers if identifiers is None else identifiers
    doi, arxiv = known.get("doi", ""), known.get("arxiv", "")
    return {
        "id": f"doi:{doi}" if doi else f"arxiv:{arxiv}" if arxiv else record.url,
        "source": record.source,
        "title": record.title,
        "authors": [person.text for person in record.authors],
        "abstract": record.told.get("abstract", ""),
        "year": record.year,
        "doi": doi,
        "arxivId": arxiv,
        "journal": record.venue,
        "citationCount": None,
        "pdfUrl": record.told.get("pdf", ""),
        "officialUrl": f"https://doi.org/{doi}" if doi else record.url,
        "standing": "",
        "sources": [record.source],
        "score": 0.0,
    }


EMPTY: dict[str, object] = of_record(Record(source="", titles=()))
"""A work of which nothing is told; what is kept of old searches is laid over it."""


def table(works: Sequence[Mapping[str, object]], width: int) -> Iterator[str]:
    """The works as a numbered list, two lines each."""
    for number, work in enumerate(works, 1):
        people = work["authors"]
        names = [str(name) for name in people] if isinstance(people, list) else []
        who = ", ".join(names[:3]) + (" et al." if len(names) > 3 else "")
        sources = work["sources"]
        heard = ", ".join(registry.source_name(str(one)) for one in sources) if isinstance(sources, list) else ""
        cited = work["citationCount"]
        facts = [who, str(work["year"] or "no year"), str(work["journal"]), f"cited {cited}" if cited is not None else ""]
        yield _cut(f"{number:>3}  {line(str(work['title']))}", width)
        yield _cut(f"     {line('; '.join(filter(None, facts)))}", width)
        yield f"     {line(str(work['id']))}  {work['standing']} ({heard})"


def card(work: Mapping[str, object]) -> Iterator[str]:
    """One work in full."""
    names = {"journal": "venue", "citationCount": "citations", "pdfUrl": "pdf", "officialUrl": "address", "arxivId": "arXiv"}
    yield line(str(work["title"]))
    for name in ("authors", "year", "journal", "doi", "arxivId", "citationCount", "pdfUrl", "officialUrl", "standing", "sources"):
        value = work.get(name)
        if value in ("", None, []):
            continue
        text = ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)
        yield f"  {names.get(name, name)}: {line(text)}"
    if work.get("abstract"):
        yield f"  abstract: {line(str(work['abstract']))}"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(20, width - 1)] + "…"
