"""The texts that claims are held against: abstracts from the sources, whole texts where they can be had, each attempt told.

Everything is asked through the client and the cache that verification uses: in batches, within the limits, once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.claims.asked import CitedWork
from latexrefcheck.claims.codes import ClaimCode, of_failure
from latexrefcheck.claims.shelf import Shelf
from latexrefcheck.errors import UsageError
from latexrefcheck.model.record import Evidence, Query, Record
from latexrefcheck.model.states import EvidenceOutcome
from latexrefcheck.settings import Settings
from latexrefcheck.text.patterns import lazy

if TYPE_CHECKING:
    from latexrefcheck.verify.scheduler import Asked

ABSTRACT, FULL_TEXT, NUMBER_OF = "abstract", "fulltext", "pmid-of"
ORDER = ("crossref", "openalex", "semanticscholar", "europepmc", "arxiv", "pubmed")
"""Sources of abstracts in the order in which they are asked; the next one only for what the ones before did not tell."""


class Attempt(NamedTuple):
    """One try to get a text: from whom, what came of it, and why nothing did."""

    source: str
    code: ClaimCode | None
    reason: str = ""


class Piece(NamedTuple):
    """A part of a text: where it is (``abstract``, ``page 3``, ``section 2``) and what it says."""

    where: str
    text: str


class Held(NamedTuple):
    """What could be had of a work: its title, the abstract and whose it is, the whole text and whose, and every attempt."""

    title: str = ""
    abstract: str = ""
    abstract_source: str = ""
    pieces: tuple[Piece, ...] = ()
    full_source: str = ""
    attempts: tuple[Attempt, ...] = ()

    @property
    def code(self) -> ClaimCode:
        """Why there is no text, where there is none."""
        told = [one.code for one in self.attempts if one.code is not None]
        for code in (ClaimCode.DOI_MISMATCH, ClaimCode.SOURCE_TIMEOUT, ClaimCode.SOURCE_RATE_LIMITED, ClaimCode.SOURCE_API_ERROR):
            if code in told:
                return code
        if told and all(code in (ClaimCode.DOI_NOT_FOUND, ClaimCode.SOURCE_UNSUPPORTED) for code in told):
            return ClaimCode.DOI_NOT_FOUND if ClaimCode.DOI_NOT_FOUND in told else ClaimCode.SOURCE_UNSUPPORTED
        return ClaimCode.NO_ABSTRACT


class Texts:
    """Gets the texts of works; each work is asked for once, whatever is claimed of it."""

    def __init__(self, settings: Settings, sources: Sequence[str] = (), shelf: Shelf | None = None) -> None:
        """``sources``: only these are asked for abstracts; raises UsageError if none of them has any."""
        from latexrefcheck.verify import asking

        self._settings = settings
        used = asking.sources_of(settings)
        order = [name for name in (sources or ORDER) if name in used and ABSTRACT in used[name].source.asks]
        if not order:
            raise UsageError("no source that has abstracts is left to ask; `latexrefcheck sources` lists them")
        self._order = order
        self._alone = bool(sources)
        self._used = {name: one for name, one in used.items() if ABSTRACT in one.source.asks or FULL_TEXT in one.source.asks}
        self._shelf = shelf
        self.requests = 0

    def of(self, works: Sequence[CitedWork], whole: Collection[str] = ()) -> dict[str, Held]:
        """The texts of ``works`` by name; of those named in ``whole`` the whole text too, where it can be had."""
        from latexrefcheck.verify import asking

        with asking.answering(self._used, self._settings) as asker:
            answers = _Answers(asker.known, asker.ask)
            found = {work.name: Held(title=work.title) for work in works}
            for source in self._order:
                left = [work for work in works if not found[work.name].abstract]
                for name, held in self._abstracts(answers, source, left).items():
                    found[name] = _joined(found[name], held)
            for work in works:
                if work.name in whole:
                    found[work.name] = _joined(found[work.name], self._whole(answers, work, found[work.name]))
            self.requests += sum(asker.client.sent.values())
        return found

    def wholes(self, works: Sequence[CitedWork], held: Mapping[str, Held]) -> dict[str, Held]:
        """What is held of ``works`` with the whole text too, where it can be had."""
        from latexrefcheck.verify import asking

        with asking.answering(self._used, self._settings) as asker:
            answers = _Answers(asker.known, asker.ask)
            found = {work.name: _joined(held[work.name], self._whole(answers, work, held[work.name])) for work in works}
            self.requests += sum(asker.client.sent.values())
        return found

    def _abstracts(self, answers: _Answers, source: str, works: Sequence[CitedWork]) -> dict[str, Held]:
        if source == "pubmed":
            return self._of_pubmed(answers, works)
        queries = {work.name: _query(source, work) for work in works}
        told = answers.of(source, [query for query in queries.values() if query is not None])
        return {
            work.name: _read(source, work, told[query])
            if (query := queries[work.name]) is not None
            else Held(attempts=self._unasked(source, "the work has no identifier that it knows"))
            for work in works
        }

    def _unasked(self, source: str, reason: str) -> tuple[Attempt, ...]:
        return (Attempt(source, ClaimCode.SOURCE_UNSUPPORTED, reason),) if self._alone else ()

    def _of_pubmed(self, answers: _Answers, works: Sequence[CitedWork]) -> dict[str, Held]:
        """Abstracts by PMID; the PMID of a DOI is asked for where only PubMed may be asked."""
        numbers = {work.name: work.identifiers.get("pmid", "") for work in works}
        found: dict[str, Held] = {}
        unknown = [work for work in works if not numbers[work.name] and work.doi] if self._alone else []
        for work, one in zip(
            unknown, answers.of("pubmed", [Query(NUMBER_OF, work.doi) for work in unknown]).values(), strict=True
        ):
            if one.outcome == EvidenceOutcome.FOUND:
                numbers[work.name] = one.records[0].identifiers.get("pmid", "")
            else:
                found[work.name] = Held(attempts=(_attempt("pubmed", one),))
        queries = {work.name: Query(ABSTRACT, numbers[work.name]) for work in works if numbers[work.name]}
        told = answers.of("pubmed", list(dict.fromkeys(queries.values())))
        unbound = [
            work
            for work in works
            if work in unknown
            and work.name in queries
            and _bound(told[queries[work.name]]) == ""
            and told[queries[work.name]].records
        ]
        # Its search for a DOI falls back to words: without the DOI in the record, the summary has to name it.
        summaries = answers.of("pubmed", [Query("pmid", numbers[work.name]) for work in unbound])
        for work in works:
            if work.name in found:
                continue
            if work.name not in queries:
                found[work.name] = Held(attempts=self._unasked("pubmed", "PubMed does not have it"))
                continue
            one = told[queries[work.name]]
            if work in unbound and _bound(summaries[Query("pmid", numbers[work.name])]) != work.doi:
                found[work.name] = Held(attempts=(Attempt("pubmed", ClaimCode.DOI_MISMATCH, "its record is of another work"),))
                continue
            found[work.name] = _read("pubmed", work, one)
        return found

    def _whole(self, answers: _Answers, work: CitedWork, held: Held) -> Held:
        """The whole text of a work: from the user's own shelves first, then from where it is open."""
        attempts: list[Attempt] = []
        if self._shelf is not None:
            found = self._shelf.find(work, held.title or work.title)
            attempts += [Attempt(name, None if one else ClaimCode.NO_FULL_TEXT, why) for name, one, why in found.tried]
            if found.pieces:
                return Held(pieces=found.pieces, full_source=found.source, attempts=tuple(attempts))
        for source, value in (("arxiv", work.arxiv), ("europepmc", work.identifiers.get("pmcid", ""))):
            if not value or source not in self._used or (self._alone and source not in self._order):
                continue
            query = Query(FULL_TEXT, value)
            one = answers.of(source, [query])[query]
            text = one.records[0].told.get("text", "") if one.records else ""
            if text:
                return Held(pieces=tuple(pages(text)), full_source=source, attempts=(*attempts, Attempt(source, None)))
            attempts.append(_attempt(source, one)._replace(code=of_failure(one, ClaimCode.NO_FULL_TEXT)))
        return Held(attempts=tuple(attempts))


_Known = Callable[[str, Iterable[Query]], Mapping[Query, Evidence]]
_Ask = Callable[[str, Sequence[Query]], "Asked"]


class _Answers:
    """What sources answer, the kept answers first."""

    def __init__(self, known: _Known, ask: _Ask) -> None:
        self._known, self._ask = known, ask

    def of(self, source: str, queries: Sequence[Query]) -> dict[Query, Evidence]:
        """The answer to each query, in their order."""
        found: dict[Query, Evidence] = dict(self._known(source, queries)) if queries else {}
        left = [query for query in queries if query not in found]
        if left:
            found |= self._ask(source, left).evidence
        busy = EvidenceOutcome.FAILED
        return {
            query: found.get(query) or Evidence(source, query, busy, reason="another run is asking for the same")
            for query in queries
        }


def pages(text: str) -> Iterator[Piece]:
    """The pages of a text that form feeds part, without the list of references behind the last heading of one."""
    from latexrefcheck.reading.references import lines

    flat = lines.flat(text)
    parts = lines.sections(flat)
    heads = [head.start() for head in lines.HEADING.finditer(flat) if parts and head.start() <= parts[-1][0]]
    text = text[: heads[-1]] if heads and heads[-1] else text
    for number, page in enumerate(text.split("\f"), 1):
        if page.strip():
            yield Piece(f"page {number}", _flowing(page))


_HEADING = lazy(r"^[ \t]*(?:(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.)[ \t]+)?[A-Z][^.!?\n]{1,60}$", 0x8)
_NUMBERED = lazy(r"\s*(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.)\s+[A-Z]")
_HEADS = frozenset(
    "abstract introduction background method methods results discussion conclusion conclusions summary references "
    "acknowledgements acknowledgments experiments evaluation appendix bibliography limitations".split()
)


def _flowing(page: str) -> str:
    """The lines of a page as running text: words that a hyphen parts are joined, a blank line or a heading ends a paragraph."""
    from latexrefcheck.reading.references.lines import words

    parted = _HEADING.sub(lambda found: f"\n\n{found[0]}\n\n" if _is_heading(found[0]) else found[0], page)
    return "\n\n".join(words(part) for part in parted.split("\n\n") if part.strip())


def _is_heading(text: str) -> bool:
    return _NUMBERED.match(text) is not None or text.strip(" :").lower() in _HEADS


def from_file(path: Path) -> tuple[Piece, ...]:
    """The pages of a PDF on the disk; raises UnreadableInput for what cannot be read."""
    from latexrefcheck.files import read_bytes
    from latexrefcheck.reading.references.readers import pdf

    return tuple(pages(pdf.text(str(path), read_bytes(path))))


def _query(source: str, work: CitedWork) -> Query | None:
    if source == "arxiv":
        return Query(ABSTRACT, work.arxiv) if work.arxiv else None
    doi = work.doi or (f"10.48550/arxiv.{work.arxiv.lower()}" if work.arxiv and source == "semanticscholar" else "")
    return Query(ABSTRACT, doi) if doi else None


def _bound(one: Evidence) -> str:
    return one.records[0].identifiers.get("doi", "").lower() if one.records else ""


def _read(source: str, work: CitedWork, one: Evidence) -> Held:
    if one.outcome != EvidenceOutcome.FOUND:
        return Held(attempts=(_attempt(source, one),))
    record = next((each for each in one.records if each.told.get("abstract")), one.records[0])
    theirs = record.identifiers.get("doi", "").lower()
    if theirs and work.doi and theirs != work.doi and not _preprint_of(record, work):
        return Held(attempts=(Attempt(source, ClaimCode.DOI_MISMATCH, f"its record has the DOI {theirs}"),))
    abstract = record.told.get("abstract", "")
    attempt = Attempt(source, None) if abstract else Attempt(source, ClaimCode.NO_ABSTRACT, "its record has no abstract")
    return Held(record.title, abstract, source if abstract else "", attempts=(attempt,))


def _preprint_of(record: Record, work: CitedWork) -> bool:
    """Whether a record with another DOI is the very work: arXiv's number is another name of arXiv's own DOI."""
    return bool(work.arxiv) and record.identifiers.get("arxiv", "").partition("v")[0] == work.arxiv


def _attempt(source: str, one: Evidence) -> Attempt:
    if one.outcome == EvidenceOutcome.ABSENT:
        return Attempt(source, ClaimCode.DOI_NOT_FOUND, "it does not have the work")
    return Attempt(source, of_failure(one, ClaimCode.SOURCE_API_ERROR), one.reason)


def _joined(one: Held, more: Held) -> Held:
    return Held(
        one.title or more.title,
        one.abstract or more.abstract,
        one.abstract_source or more.abstract_source,
        one.pieces or more.pieces,
        one.full_source or more.full_source,
        (*one.attempts, *more.attempts),
    )
