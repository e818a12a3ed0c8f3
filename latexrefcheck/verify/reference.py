"""From an entry to what is looked up: effective fields, Unicode text, identifiers of any field, a fingerprint."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Mapping
from html import unescape

from latexrefcheck.model.document import Entry
from latexrefcheck.model.record import Reference
from latexrefcheck.reading.datamodel import effective
from latexrefcheck.text import identifiers
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person
from latexrefcheck.text.tex import to_unicode
from latexrefcheck.text.venuelike import dressed_venue

Lookup = Callable[[str], Entry | None]

VENUES = ("journaltitle", "journal", "booktitle", "eventtitle", "maintitle", "shortjournal", "howpublished")
PUBLISHERS = ("publisher", "institution", "school", "organization")
_ALIASES = {"conference": "inproceedings", "electronic": "online", "www": "online"}

_OWN = {
    "doi": ("doi",),
    "pmid": ("pmid", "pubmed"),
    "pmcid": ("pmcid", "pmc"),
    "isbn": ("isbn",),
    "issn": ("issn",),
}
"""Fields that hold one kind of identifier, the field that is named after it first."""

_ELSEWHERE = (
    "url",
    "ee",
    "eprint",
    "journal",
    "journaltitle",
    "booktitle",
    "howpublished",
    "volume",
    "number",
    "pages",
    "eid",
    "note",
    "addendum",
)
"""Other fields that identifiers of the work stand in, the most reliable first."""

_OTHER_WORK = re.compile(
    r"\b(?:see|cf|errat\w*|corrig\w*|correct\w*|extend\w*|full version|"
    r"preliminary|earlier|previous|also|review\w*|comment\w*|repl(?:y|ies)|supplement\w*|"
    r"translat\w*|appendix|code|data|slides|video|software|cited|related|based on|part of)\b",
    re.I,
)
_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d|21\d\d)(?!\d)")
_ABS = re.compile(r"^\s*abs/(\S+)$", re.I)
_SPACES = re.compile(r"\s+")
_DASHES = re.compile(r"\s*[-\u2010-\u2015\u2212]+\s*")
_MACRO = re.compile(r"[\s{]*\\([A-Za-z]{2,20})[\s{}]*")
_ARXIV_DOI = "10.48550/arxiv."


def read(entry: Entry, lookup: Lookup) -> Reference:
    """The reference of an entry. ``lookup`` finds an entry of the same bibliography by key, for crossref and xdata."""
    fields = effective(entry, lookup, entry.dialect)
    value = {name: found.value for name, (_, found) in fields.items() if found.value.strip()}
    authors, cut = _people(value.get("author", ""))
    editors, editors_cut = _people(value.get("editor", ""))
    found, places, malformed = _identifiers(value)
    reference = Reference(
        key=entry.key,
        type=_ALIASES.get(entry.type, entry.type),
        title=_title(value),
        authors=authors,
        editors=editors,
        cut=cut or (not authors and editors_cut),
        year=_year(value),
        venue=_venue(value) or dressed_venue(entry.type, lambda name: _text(value.get(name, ""))),
        series=_text(value.get("series", "")),
        volume=_text(value.get("volume", "")),
        number=_text(value.get("number", "") or value.get("issue", "")),
        pages=_DASHES.sub("-", _text(value.get("pages", "") or value.get("eid", ""))),
        publisher=next((_text(value[name]) for name in PUBLISHERS if name in value), ""),
        identifiers=found,
        identifier_fields=places,
        malformed=malformed,
    )
    from dataclasses import replace

    return replace(reference, fingerprint=fingerprint(reference))


def _text(tex: str) -> str:
    return _SPACES.sub(" ", to_unicode(tex)).strip() if tex else ""


def _title(value: Mapping[str, str]) -> str:
    title = _text(value.get("title", ""))
    subtitle = _text(value.get("subtitle", ""))
    if not subtitle:
        return title
    return f"{title} {subtitle}" if title.endswith((":", "?", "!")) else f"{title}: {subtitle}"


def _people(value: str) -> tuple[tuple[Person, ...], bool]:
    if not value.strip():
        return (), False
    names, cut = parse_names(value)
    return names, cut


def _year(value: Mapping[str, str]) -> int | None:
    for name in ("year", "date", "issued", "eventdate"):
        match = _YEAR.search(value.get(name, ""))
        if match:
            return int(match[1])
    return None


def _venue(value: Mapping[str, str]) -> str:
    """The journal, volume or meeting; ``howpublished`` only when it is words, not an address."""
    for name in VENUES:
        text = value.get(name, "")
        if text and not (name == "howpublished" and ("://" in text or "\\url" in text)):
            return _text(text) or _macro(text)
    return ""


def _macro(text: str) -> str:
    r"""The name of a macro that stands alone for a journal (``\apj``); classes of publishers define those, papers do not."""
    found = _MACRO.fullmatch(text)
    return found[1] if found else ""


def _identifiers(value: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str], str]:
    """Identifiers of the work, the field that each came from, and a clause on a malformed one (empty if none is)."""
    found: dict[str, str] = {}
    places: dict[str, str] = {}
    malformed = ""

    def take(kind: str, canonical: str | None, field: str) -> None:
        if canonical and kind not in found:
            found[kind] = canonical
            places[kind] = field

    for kind, names in _OWN.items():
        for name in names:
            if name in value:
                take(kind, _own(kind, value[name]), name)
                if kind == "doi" and "doi" not in found:
                    for other, canonical, _, _ in identifiers.find(value[name]):
                        take(other, canonical, name)
                    malformed = "" if found.keys() & {"doi", "arxiv"} else "its DOI is malformed"
    _eprint(value, take)
    for name in _ELSEWHERE:
        text = value.get(name, "")
        if not text or (name in ("note", "addendum") and _OTHER_WORK.search(text)):
            continue
        for kind, canonical, _, _ in identifiers.find(text):
            take(kind, canonical, name)
    if "url" in value:
        take("url", identifiers.url(value["url"]), "url")
    if (match := _ABS.match(value.get("volume", ""))) and "corr" in (
        value.get("journal", "") + value.get("journaltitle", "")
    ).lower():
        take("arxiv", identifiers.arxiv(match[1]), "volume")
    doi = found.get("doi", "")
    if doi.startswith(_ARXIV_DOI):
        take("arxiv", identifiers.arxiv(doi.removeprefix(_ARXIV_DOI)), places["doi"])
        if "arxiv" in found:
            del found["doi"], places["doi"]
    return found, places, malformed


def _own(kind: str, text: str) -> str | None:
    if kind == "doi":
        return identifiers.doi(text) or identifiers.short_doi(text)
    if kind in ("isbn", "issn"):
        several = identifiers.isbns(text) if kind == "isbn" else identifiers.issns(text)
        return several[0] if several else None
    return identifiers.pmid(text) if kind == "pmid" else identifiers.pmcid(text)


def _eprint(value: Mapping[str, str], take: Callable[[str, str | None, str], None]) -> None:
    """``eprint`` by what ``eprinttype`` or ``archiveprefix`` says it is; arXiv when nothing is said."""
    text = value.get("eprint", "")
    if not text:
        return
    type_ = (value.get("eprinttype") or value.get("archiveprefix") or "arxiv").strip().lower()
    if type_ in ("arxiv", "arxiv.org"):
        take("arxiv", identifiers.arxiv(text), "eprint")
    elif type_ in ("pubmed", "pmid"):
        take("pmid", identifiers.pmid(text), "eprint")
    elif type_ in ("pmc", "pmcid"):
        take("pmcid", identifiers.pmcid(text), "eprint")


def fingerprint(reference: Reference) -> str:
    """A hash over what is checked, in canonical form.

    Braces, order of fields, TeX accents, HTML entities and dashes do not count, so that a safe fix leaves
    a verdict in the lock, and a person's confirmation, as they are.
    """
    people = [person.text for person in (*reference.authors, *reference.editors)]
    parts = (
        reference.type,
        reference.title,
        *people,
        f"{len(reference.authors)}{reference.cut}",
        str(reference.year or ""),
        reference.venue,
        reference.series,
        reference.volume,
        reference.number,
        reference.pages,
        *(f"{kind}:{value}" for kind, value in sorted(reference.identifiers.items())),
    )
    canonical = "\0".join(map(_canonical, parts))
    return hashlib.sha256(canonical.encode("utf-8", "replace")).hexdigest()[:16]


def _canonical(text: str) -> str:
    plain = unescape(text) if "&" in text else text
    return unicodedata.normalize("NFKC", _SPACES.sub(" ", _DASHES.sub("-", plain))).strip()
