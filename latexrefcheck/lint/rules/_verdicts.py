"""What verdict rules share: where a finding points, what it shows as evidence, how sources are named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from latexrefcheck import registry
from latexrefcheck.lint import Checked
from latexrefcheck.model import coding
from latexrefcheck.model.document import Entry, Span
from latexrefcheck.model.finding import Confidence, Draft, Severity
from latexrefcheck.model.levels import Level, Word
from latexrefcheck.model.record import OF_PUBLISHED, Evidence, Judgement, Record, Verdict
from latexrefcheck.model.states import Agreement, EvidenceOutcome, JudgementState
from latexrefcheck.text.terms import identifier

FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": ("title",),
    "author": ("author", "editor"),
    "year": ("year", "date"),
    "venue": ("journal", "journaltitle", "booktitle", "shortjournal", "eventtitle", "howpublished"),
    "volume": ("volume",),
    "number": ("number", "issue"),
    "pages": ("pages", "eid"),
    "doi": ("doi", "url", "ee", "note", "howpublished"),
    "arxiv": ("eprint", "doi", "url", "ee", "journal", "journaltitle", "howpublished", "volume", "number", "pages", "note"),
    "pmid": ("pmid", "pubmed", "eprint", "url", "note"),
    "pmcid": ("pmcid", "pmc", "eprint", "url", "note"),
    "isbn": ("isbn",),
    "acl": ("url", "doi"),
}
"""Fields of an entry in which each thing that is compared may stand, the usual one first."""


def place(entry: Entry, what: str, value: str = "") -> tuple[Span, str | None]:
    """Span and name of the field that holds ``what`` (with ``value`` in it, if given); the entry's head when it is inherited."""
    found = [field for name in FIELDS.get(what, (what,)) if (field := entry.get(name)) is not None]
    holding = [field for field in found if value and value.lower() in field.value.lower().replace("\\", "")]
    for field in (*holding, *found):
        return entry.value_span(field), field.name
    return entry.head, None


def differing(verdict: Verdict, *fields: str) -> Iterator[Judgement]:
    """The judgements on ``fields`` that say "differs"."""
    return (
        judgement for judgement in verdict.judgements if judgement.field in fields and judgement.state == JudgementState.DIFFER
    )


def source(record: Record | None) -> str:
    """The display name of the source of a record."""
    return "the sources" if record is None else registry.source_name(record.source)


def named(record: Record) -> str:
    """A work in one phrase: title, first authors, year, identifier."""
    people = ", ".join(person.text for person in record.authors[:2]) + (" and others" if len(record.authors) > 2 else "")
    year = str(min(record.years)) if record.years else ""
    told = ", ".join(part for part in (people, year, link(record)) if part)
    title = " ".join(record.title.split())
    return (f"“{title}”" if title else "a record without a title") + (f" ({told})" if told else "")


def link(record: Record) -> str:
    """The shortest pointer to a record: DOI, arXiv number, PMID or address."""
    for kind, form in (("doi", "doi:{}"), ("arxiv", "arXiv:{}"), ("pmid", "PMID:{}")):
        if record.identifiers.get(kind):
            return form.format(record.identifiers[kind])
    return record.url


def confidence(verdict: Verdict) -> Confidence:
    """High when an identifier led to the record or two sources agree; a search hit that matches weakly tells little."""
    if verdict.basis == "identifier" or (verdict.agreement == Agreement.CONFIRMED and verdict.level is not Level.low):
        return Confidence.high
    return Confidence.low if verdict.level is Level.low else Confidence.medium


def cap(verdict: Verdict) -> Severity | None:
    """At most a warning for what only a text search found."""
    return None if verdict.basis == "identifier" else Severity.warning


def versions(verdict: Verdict) -> Severity | None:
    """At most a warning where the record may be of another version: titles, years and venues change on the way to print."""
    record = verdict.record
    if record is None or record.preprint or verdict.identifier is not None:
        return Severity.warning
    state = {judgement.field: judgement.state for judgement in verdict.judgements}
    return Severity.warning if state.get("year") == state.get("venue") == "differ" else None


def evidence(verdict: Verdict, judgement: Judgement | None = None, record: Record | None = None) -> dict[str, object]:
    """The evidence of a finding as JSON values: cited and found value, source, record, who was asked."""
    told: dict[str, object] = {"status": verdict.status, "agreement": verdict.agreement}
    if judgement is not None:
        told |= {"field": judgement.field, "cited": judgement.cited, "found": judgement.found, "score": round(judgement.score, 3)}
    record = record or verdict.record
    if record is not None:
        told["record"] = {
            "source": record.source,
            "title": record.title,
            "authors": [person.text for person in record.authors[:10]],
            "years": list(record.years),
            "identifiers": dict(record.identifiers),
            "url": record.url,
        }
    asked = dict.fromkeys(f"{one.source}: {_outcome(one, verdict)}" for one in verdict.evidence)
    if asked:
        told["asked"] = list(asked)
    if verdict.word is not Word.sources:
        told["verdict"] = verdict.word.value
    if found := coding.codes(verdict):
        told |= {"codes": [code.value for code in found], "retry": coding.retry(verdict)}
    return told


def _outcome(one: Evidence, verdict: Verdict) -> str:
    # A search always lists something; where none of it is the work, "found" beside "not found" would confuse.
    met = one.outcome != EvidenceOutcome.FOUND or verdict.record is not None or one.query.kind not in ("title", "bibliographic")
    return one.outcome if met else "no match"


def draft(
    entry: Entry,
    verdict: Verdict,
    judgement: Judgement,
    message: str,
    severity: Severity | None = None,
    help: str = "",
) -> Draft:
    """A draft about one compared field, at that field."""
    span, field = place(entry, judgement.field)
    limits = [limit for limit in (severity, cap(verdict)) if limit is not None]
    return Draft(
        span,
        message,
        key=entry.key,
        field=field or judgement.field,
        confidence=confidence(verdict),
        severity=min(limits) if limits else None,
        evidence=evidence(verdict, judgement),
        help=help,
    )


_WHOLE = {"book": "volume", "issue": "issue", "journal": "journal"}
"""What a record of a container is called; its identifier is not that of a paper in it."""
_WHOLE_BOOKS = frozenset("book mvbook collection mvcollection reference mvreference proceedings mvproceedings periodical".split())


def wrong_identifier(entry: Entry, verdict: Verdict) -> Draft:
    """A draft that an identifier is another work's; only for verdicts that name both."""
    kind, value = verdict.identifier or ("", "")
    other = verdict.other or Record(source="", titles=("",))
    span, field = place(entry, kind, value)
    whole = _WHOLE.get(other.type) if entry.type not in _WHOLE_BOOKS else None
    relation = f"is that of the whole {whole}" if whole else "belongs to"
    message = f"the {identifier(kind)} {value} {relation} {named(other)}"
    right = link(verdict.record) if verdict.record is not None else ""
    return Draft(
        span,
        message,
        key=entry.key,
        field=field,
        evidence=evidence(verdict, record=other),
        help=f"the cited work is {right}" if right and kind in ("doi", "arxiv") else "",
    )


def missing_identifier(entry: Entry, verdict: Verdict) -> Draft:
    """A draft that an identifier does not exist."""
    kind, value = verdict.identifier or ("", "")
    span, field = place(entry, kind, value)
    right = link(verdict.record) if verdict.record is not None else ""
    return Draft(
        span,
        f"the {identifier(kind)} {value} does not exist: the registry that owns it does not know it",
        key=entry.key,
        field=field,
        evidence=evidence(verdict),
        help=f"the cited work is {right}" if right else "",
    )


def notices(subject: Checked, kinds: tuple[str, ...], verb: str) -> Iterator[Draft]:
    """Drafts for the notices of some kinds, one per kind, with date, source and the notice's DOI."""
    entry, verdict = subject
    for kind in kinds:
        found = [notice for notice in verdict.notices if notice.kind == kind]
        if not found:
            continue
        first = found[0]
        when = f" on {first.date[:10]}" if first.date else ""
        where = ", ".join(dict.fromkeys(f"doi:{notice.doi}" for notice in found if notice.doi))
        said = {"withdrawal": "was withdrawn", "removal": "was removed"}.get(kind, verb)
        who = ", ".join(dict.fromkeys(registry.source_name(notice.source) for notice in found if notice.source))
        later = all(notice.label.endswith(OF_PUBLISHED) for notice in found)
        what = "the published version of this preprint" if later else "the work"
        message = f"{what} {said}{when}" + (f" ({'; '.join(part for part in (where, who) if part)})" if where or who else "")
        told = evidence(verdict)
        told["notices"] = [notice._asdict() for notice in found]
        yield Draft(entry.head, message, key=entry.key, confidence=confidence(verdict), evidence=told)
