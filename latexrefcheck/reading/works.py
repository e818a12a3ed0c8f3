"""From an entry to the work that it cites: effective fields, Unicode text, identifiers of any field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from latexrefcheck.model.document import Entry
from latexrefcheck.model.work import Date, Work
from latexrefcheck.reading.datamodel import effective
from latexrefcheck.text import identifiers
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person
from latexrefcheck.text.tex import to_unicode
from latexrefcheck.text.venuelike import dressed_venue

_DETAILS: Mapping[str, tuple[str, ...]] = {
    "place": ("location", "address"),
    "edition": ("edition",),
    "chapter": ("chapter",),
    "language": ("language", "langid"),
    "genre": ("type",),
    "event": ("eventtitle",),
    "event_place": ("venue",),
    "version": ("version",),
    "note": ("note", "addendum"),
    "url": ("url",),
}
"""Parts of a work that only a citation style prints, and the fields that tell them, the better one first."""

_GENRES = {
    "phdthesis": "PhD thesis",
    "mastersthesis": "Master’s thesis",
    "mathesis": "Master’s thesis",
    "bathesis": "Bachelor’s thesis",
    "candthesis": "Candidate thesis",
    "techreport": "Technical report",
    "resreport": "Research report",
}
"""What biblatex prints for the keys of ``type`` and for entry types that say what they are (english.lbx)."""

_FORMS = {
    ("article", "magazine"): "article-magazine",
    ("article", "newspaper"): "article-newspaper",
}
"""Entry types whose ``entrysubtype`` makes another type of CSL (biblatex-apa and its like)."""

Lookup = Callable[[str], Entry | None]
Made = TypeVar("Made", bound=Work)

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
_ISO = re.compile(r"(1[4-9]\d\d|2[01]\d\d)-(\d\d)(?:-(\d\d))?(?!\d)")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = re.compile(rf"(?<!\d)(1[0-2]|0?[1-9])(?![\d.])|\b({'|'.join(_MONTHS)})", re.I)
_SPACES = re.compile(r"\s+")
_DASHES = re.compile(r"\s*[-\u2010-\u2015\u2212]+\s*")
_MACRO = re.compile(r"[\s{]*\\([A-Za-z]{2,20})[\s{}]*")
_ARXIV_DOI = "10.48550/arxiv."


class Identified(NamedTuple):
    """Identifiers of the work, the field that each came from, and a clause on a malformed one (empty if none is)."""

    found: dict[str, str]
    places: dict[str, str]
    malformed: str


def read(entry: Entry, lookup: Lookup) -> Work:
    """The work of an entry. ``lookup`` finds an entry of the same bibliography by key, for crossref and xdata."""
    value = values(entry, lookup)
    return work(entry.type, value, Work, identifiers=identified(value).found)


def values(entry: Entry, lookup: Lookup) -> dict[str, str]:
    """The fields of an entry as TeX, with what it inherits, without empty ones."""
    fields = effective(entry, lookup, entry.dialect)
    return {name: found.value for name, (_, found) in fields.items() if found.value.strip()}


def work(type_: str, value: Mapping[str, str], made: Callable[..., Made], **more: object) -> Made:
    """The work that the fields of an entry describe, as ``made`` of its parts and ``more``."""
    authors, cut = _people(value.get("author", ""))
    editors, editors_cut = _people(value.get("editor", ""))
    issued = _issued(value)
    venue = _venue(value) or dressed_venue(type_, lambda name: _text(value.get(name, "")))
    title = _title(value)
    number = value.get("number", "") or value.get("issue", "")
    return made(
        type=_ALIASES.get(type_, type_),
        form=_FORMS.get((type_, value.get("entrysubtype", "").strip().lower()), ""),
        titles=(title,) if title else (),
        authors=authors,
        editors=editors,
        authors_cut=cut or (not authors and editors_cut),
        years=(issued.year,) if issued.year else (),
        issued=issued,
        venues=(venue,) if venue else (),
        series=_text(value.get("series", "")),
        volume=_text(value.get("volume", "")),
        number=_text(number),
        pages=_DASHES.sub("-", _text(value.get("pages", "") or value.get("eid", ""))),
        publisher=next((_text(value[name]) for name in PUBLISHERS if name in value), ""),
        **_details(type_, value),
        **more,
    )


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


def _issued(value: Mapping[str, str]) -> Date:
    """The date of publication: the first field that names a year, with the month and day that stand in it or beside."""
    for name in ("year", "date", "issued", "eventdate"):
        text = value.get(name, "")
        if match := _YEAR.search(text):
            day = _ISO.match(text, match.start())
            month = int(day[2]) if day else _month(value.get("month", "")) if name == "year" else 0
            return Date(int(match[1]), month if 1 <= month <= 12 else 0, int(day[3] or 0) if day else 0)
    return Date()


def _month(text: str) -> int:
    """A month by number, name or macro ("mar", "March", "3", "15~March"); 0 for what is none."""
    found = _MONTH.search(text)
    if found is None:
        return 0
    return int(found[1]) if found[1] else 1 + _MONTHS.index(found[2].lower())


def _details(type_: str, value: Mapping[str, str]) -> dict[str, object]:
    """What only a citation style prints, as far as it is there."""
    told: dict[str, object] = {}
    for part, names in _DETAILS.items():
        for name in names:
            if name in value:
                told[part] = _text(value[name])
                break
    if type_ in _GENRES or "genre" in told:
        said = str(told.get("genre", ""))
        told["genre"] = _GENRES.get(said.lower(), said) or _GENRES[type_]
    if "translator" in value:
        told["translators"] = _people(value["translator"])[0]
    if "urldate" in value and (day := _ISO.search(value["urldate"])):
        told["accessed"] = Date(int(day[1]), int(day[2]), int(day[3] or 0))
    return told


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


def identified(value: Mapping[str, str]) -> Identified:
    """The identifiers of the work among the fields of its entry; see :class:`Identified`."""
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
    return Identified(found, places, malformed)


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
