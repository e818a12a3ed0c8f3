"""Records out of Crossref's JSON and out of CSL-JSON, which is nearly the same with strings for lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from latexrefcheck.model import csl
from latexrefcheck.model.record import Notice, Record
from latexrefcheck.text.archives import archive
from latexrefcheck.text.deposited import organisation, person
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _text
from latexrefcheck.verify.sources._denied import denied
from latexrefcheck.verify.sources._reply import items, mapping, number, objects, string
from latexrefcheck.verify.sources._shape import readable

TYPES: Mapping[str, str] = {
    **csl.TYPES,
    "journal-article": "article",
    "proceedings-article": "inproceedings",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "book-set": "book",
    "book-series": "book",
    "proceedings": "book",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "book-part": "chapter",
    "book-track": "chapter",
    "reference-entry": "chapter",
    "dissertation": "thesis",
    "database": "dataset",
    "posted-content": "preprint",
    "peer-review": "review",
    "component": "component",
    "grant": "grant",
    "journal": "journal",
    "journal-volume": "issue",
    "journal-issue": "issue",
}
"""Crossref's types beside those of CSL; what neither knows is ``other``."""

NOTICES: Mapping[str, str] = {
    "retraction": "retraction",
    "retracted": "retraction",
    "withdrawal": "withdrawal",
    "removal": "removal",
    "expression_of_concern": "expression_of_concern",
    "concern": "expression_of_concern",
    "correction": "correction",
    "corrigendum": "correction",
    "erratum": "erratum",
    "err": "erratum",
}
"""Crossref's update types as notice kinds; every other one is ``other``."""

NEW = ("new_version", "new_edition")
"""Updates that say nothing against the work; PLOS even lets them point at the work itself."""

GRAVE = ("retraction", "withdrawal", "removal")
DATES = ("issued", "published", "published-print", "published-online", "published-other", "posted")


def record(work: Mapping[str, object], source: str) -> Record:
    """The record of one Crossref work or CSL item; keys that are missing (``select``) are no fault."""
    doi = _text.doi_in(readable(work).get("DOI"))
    told = string(work.get("type")).lower()
    kind = TYPES.get(told, "other") if told else ""
    raw = [*items(work.get("title")), *items(work.get("original-title"))]
    titles = _text.titles(
        items(work.get("title")),
        items(work.get("subtitle")),
        [*items(work.get("original-title")), *items(work.get("short-title"))],
    )
    about = notice_of(work, doi)
    notices = [*_updates(work, doi), *([] if about else _text.marks(raw, source))]
    if reason := denied(doi):
        notices.append(Notice("other", doi, source, label=reason))
    preprint = kind == "preprint" and string(work.get("subtype")) in ("", "preprint") and _archived(work, told)
    return Record(
        source=source,
        titles=titles,
        authors=people(work.get("author")),
        editors=people(work.get("editor")),
        years=_years(work),
        venues=_venues(work),
        type="notice"
        if about or (titles and _text.is_notice(titles[0]))
        else "other"
        if kind == "preprint" and not preprint
        else kind,
        identifiers=_text.identified(doi=doi),
        issns=tuple(dict.fromkeys(string(issn).upper() for issn in items(work.get("ISSN")) if string(issn))),
        isbns=tuple(
            dict.fromkeys(string(isbn).rpartition("/")[2].replace("-", "") for isbn in items(work.get("ISBN")) if string(isbn))
        ),
        volume=string(work.get("volume")),
        number=string(work.get("issue")),
        pages=_text.pages(work.get("page")) or string(work.get("article-number")) or string(work.get("number")),
        publisher=_text.plain(work.get("publisher")),
        issued=csl.date(work.get("issued")),
        form=told if told in csl.TYPES else "",
        url=f"https://doi.org/{doi}" if doi else string(work.get("URL")),
        notices=tuple(dict.fromkeys(_merged(notices))),
        published_as=_published(work),
        preprint=preprint,
        online_only=_online_only(work),
        notice_of=about,
        score=number(work.get("score")),
    )


def people(value: object) -> tuple[Person, ...]:
    """The persons and organisations of an ``author`` or ``editor`` list, in order."""
    found = (_person(entry) for entry in objects(value))
    return tuple(name for name in found if name)


def _person(entry: Mapping[str, object]) -> Person | None:
    whole = entry.get("name") or entry.get("literal")
    if not entry.get("family") and whole:
        return organisation(whole)
    particle = " ".join(filter(None, (string(entry.get("dropping-particle")), string(entry.get("non-dropping-particle")))))
    return person(entry.get("family"), entry.get("given"), entry.get("suffix"), particle)


def _years(work: Mapping[str, object]) -> tuple[int, ...]:
    dates = [work.get(name) for name in DATES]
    issue = mapping(work.get("journal-issue"))
    dates += [issue.get("published-print"), issue.get("published-online")]
    return _text.years(_first(date) for date in dates)


def _archived(work: Mapping[str, object], told: str) -> bool:
    """Whether CSL's "article", under which DataCite also files notebooks and reports, comes from an archive."""
    names = (_text.plain(work.get("publisher")), *_venues(work), _text.doi_in(work.get("DOI")))
    return told != "article" or bool(work.get("subtype")) or any(map(archive, names))


def _online_only(work: Mapping[str, object]) -> bool:
    """Whether the only date of publication that was deposited is that of the online edition."""
    issue = mapping(work.get("journal-issue"))
    printed = (work.get("published-print"), work.get("published-other"), issue.get("published-print"))
    return work.get("published-online") is not None and not any(printed)


def _first(date: object) -> object:
    if not isinstance(date, dict):
        return None
    parts = date.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
        return parts[0][0]
    return date.get("raw") or date.get("literal")


def _venues(work: Mapping[str, object]) -> tuple[str, ...]:
    event = work.get("event")
    return _text.texts(
        (
            *items(work.get("container-title")),
            *items(work.get("short-container-title")),
            *items(work.get("container-title-short")),
            *items(work.get("collection-title")),
            work.get("group-title"),
            *((event.get("name"), event.get("acronym")) if isinstance(event, dict) else (event,)),
            *(entry.get("name") for entry in objects(work.get("institution"))),
            mapping(work.get("standards-body")).get("name"),
        )
    )


def _iso(update: Mapping[str, object]) -> str:
    parts = items(mapping(update.get("updated")).get("date-parts"))
    return "-".join(f"{part:02d}" for part in items(parts[0] if parts else None) if isinstance(part, int))


def _updates(work: Mapping[str, object], doi: str) -> Iterable[Notice]:
    """Notices about the work: what updates it, and what it says against itself (retracted in place)."""
    updates = [update for update in objects(work.get("updated-by")) if string(update.get("type")) not in NEW]
    natures: dict[str, set[str]] = {}
    for update in updates:
        natures.setdefault(string(update.get("record-id")), set()).add(string(update.get("type")))
    for update in updates:
        kind, label = string(update.get("type")).lower(), string(update.get("label"))
        record_id = string(update.get("record-id"))
        if record_id and len(natures[record_id]) > 1:
            # One Retraction Watch entry with two natures: its nature changed and the old one stayed (CR-2746).
            kind, label = "other", "conflicting notices"
        yield Notice(
            NOTICES.get(kind, "other"),
            _text.doi_in(update.get("DOI")),
            string(update.get("source")) or "publisher",
            _iso(update),
            label,
        )
    for update in objects(work.get("update-to")):
        kind = NOTICES.get(string(update.get("type")).lower(), "other")
        if doi and _text.doi_in(update.get("DOI")) == doi and kind in GRAVE:
            yield Notice(kind, doi, string(update.get("source")) or "publisher", _iso(update), string(update.get("label")))


def _merged(notices: Iterable[Notice]) -> list[Notice]:
    """One notice per kind and DOI, naming every source: the publisher and Retraction Watch often tell of the same one."""
    found: dict[tuple[str, str], Notice] = {}
    for notice in notices:
        known = found.get((notice.kind, notice.doi))
        if known is None:
            found[notice.kind, notice.doi] = notice
        elif notice.source not in known.source.split(", "):
            found[notice.kind, notice.doi] = known._replace(
                source=f"{known.source}, {notice.source}", date=known.date or notice.date
            )
    return list(found.values())


def notice_of(work: Mapping[str, object], doi: str) -> tuple[str, ...]:
    """The DOIs of the works that this one is a notice about."""
    updates = [update for update in objects(work.get("update-to")) if string(update.get("type")) not in NEW]
    return tuple(dict.fromkeys(other for update in updates if (other := _text.doi_in(update.get("DOI"))) and other != doi))


def _published(work: Mapping[str, object]) -> dict[str, str]:
    links = objects(mapping(work.get("relation")).get("is-preprint-of"))
    dois = [doi for link in links if (doi := _text.doi_in(link.get("id")))]
    return {"doi": dois[0]} if dois else {}
