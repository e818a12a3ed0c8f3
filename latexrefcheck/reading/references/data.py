"""Items of an exchange format as references: their data are exact, so nothing is read out of words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from latexrefcheck.model.csl import from_csl
from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.references import Worded
from latexrefcheck.model.work import Work
from latexrefcheck.reading.references import keys
from latexrefcheck.text import identifiers

_CANONICAL: Mapping[str, Callable[[str], str | None]] = {
    "doi": identifiers.doi,
    "pmid": identifiers.pmid,
    "pmcid": identifiers.pmcid,
    "isbn": lambda text: next(iter(identifiers.isbns(text)), None),
    "issn": lambda text: next(iter(identifiers.issns(text)), None),
}


def worded(source: SourceFile, items: Sequence[Mapping[str, object]], starts: Sequence[int]) -> tuple[Worded, ...]:
    """The references of items of CSL-JSON, which begin at ``starts``; a key that is taken gets a number."""
    taken = keys.Taken()
    made = []
    places = starts if len(starts) == len(items) else [0] * len(items)
    for number, item in enumerate(items):
        work = _canonical(_work(item))
        told = item.get("citation-key") or item.get("id")
        key = str(told) if isinstance(told, str | int) else ""
        key = keys.named("", f"{key} {words(work)}".strip(), taken) if not key or key in taken else key
        taken.add(key)
        end = places[number + 1] if number + 1 < len(places) else len(source.text)
        start = places[number]
        made.append(Worded(source, key, start, max(end, start + 1), words(work), work, start, start + 1))
    return tuple(made)


def _work(item: Mapping[str, object]) -> Work:
    """The work of an item; an item that tells nothing stays a reference, about which nothing can be looked up."""
    try:
        return from_csl(item)
    except ValueError:
        return Work()


def words(work: Work) -> str:
    """A work in one line, for people to recognise it by."""
    people = ", ".join(person.text for person in work.authors or work.editors)
    return ". ".join(part for part in (people, work.title, work.venue, str(work.year or "")) if part)


def _canonical(work: Work) -> Work:
    """The work with its identifiers as they are looked up, those in its address too."""
    found = {kind: value for kind, text in work.identifiers.items() if (value := _CANONICAL.get(kind, str)(text))}
    told = f"{work.url} {work.number}" if work.number.lower().startswith("arxiv") else work.url
    for kind, value, _, _ in identifiers.find(told):
        found.setdefault(kind, value)
    return replace(work, identifiers=found)
