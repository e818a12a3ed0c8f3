"""What a paper cites, as works: entries of databases that a document uses, and references in words, read from themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from latexrefcheck.lint.rules import _keys
from latexrefcheck.model.document import Bibliography, Entry, Project, Span
from latexrefcheck.model.references import Worded
from latexrefcheck.model.work import Work
from latexrefcheck.reading import works
from latexrefcheck.text.patterns import lazy

_PREPRINT = lazy(
    r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|eartharxiv|ssrn|research square|openrxiv|hal|corr)\b|\bpreprint\b",
    0x2,
)
_PREPRINT_DOI = ("10.48550/", "10.1101/", "10.26434/", "10.31234/", "10.31235/", "10.2139/ssrn", "10.21203/", "10.20944/")
NOT_WORKS = frozenset(("xdata", "set", "bibnote", "comment", "string", "preamble", "control"))


class Cited(NamedTuple):
    """One reference of the paper and the work that it describes."""

    entry: Entry
    work: Work

    @property
    def span(self) -> Span:
        """Where a finding on it points."""
        return self.entry.head

    @property
    def preprint(self) -> bool:
        """Whether it is cited as a preprint and not as a publication."""
        work = self.work
        words = self.entry.words if isinstance(self.entry, Worded) else ""
        doi = work.identifiers.get("doi", "").lower()
        if work.venue or work.form == "article-journal" or work.type in ("article", "inproceedings"):
            return bool(_PREPRINT.search(work.venue)) or (not work.venue and ("arxiv" in work.identifiers))
        return "arxiv" in work.identifiers or doi.startswith(_PREPRINT_DOI) or bool(_PREPRINT.search(words))


def cited(project: Project) -> Iterator[Cited]:
    """Every work that a document uses, once; of a database without a document, and of a list in words, all."""
    for bibliography in project.bibliographies:
        documents = project.documents_of(bibliography)
        used = frozenset[str]().union(*(_keys.used_keys(document, bibliography) for document in documents))
        for entry in bibliography.entries:
            if entry.type in NOT_WORKS or not entry.fields:
                continue
            if not documents or bibliography.fold(entry.key) in used:
                yield Cited(entry, works.read(entry, _lookup(bibliography)))
    for listed in project.worded:
        for entry in listed.entries:
            if isinstance(entry, Worded):
                yield Cited(entry, _of_words(entry))


def _lookup(bibliography: Bibliography) -> works.Lookup:
    return lambda key: bibliography.by_key.get(bibliography.fold(key))


def _of_words(entry: Worded) -> Work:
    if entry.work is not None:
        return entry.work
    from latexrefcheck.reading.references import fields  # imported late: most papers have no such list

    return fields.work(entry.words)
