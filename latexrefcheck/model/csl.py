"""A :class:`~latexrefcheck.model.work.Work` as an item of CSL-JSON, and back.

The variables are those of CSL 1.0.2 (https://docs.citationstyles.org/en/stable/specification.html#appendix-iv-variables),
the forms of names and dates those of its schema (csl-data.json). What has no field in a work travels in ``Work.more``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from latexrefcheck.model.work import Date, Work
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import Person, is_others

TYPES: Mapping[str, str] = {
    "article": "preprint",
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "book": "book",
    "chapter": "chapter",
    "dataset": "dataset",
    "entry": "chapter",
    "entry-dictionary": "chapter",
    "entry-encyclopedia": "chapter",
    "paper-conference": "inproceedings",
    "patent": "patent",
    "post": "online",
    "post-weblog": "online",
    "report": "report",
    "review": "review",
    "review-book": "review",
    "software": "software",
    "standard": "standard",
    "thesis": "thesis",
    "webpage": "online",
}
"""The types of CSL as the words of :class:`~latexrefcheck.model.work.Work`; any other is ``other``."""

FORMS: Mapping[str, str] = {
    "article": "article-journal",
    "suppperiodical": "article-journal",
    "artwork": "graphic",
    "image": "graphic",
    "audio": "song",
    "music": "song",
    "book": "book",
    "mvbook": "book",
    "collection": "book",
    "mvcollection": "book",
    "proceedings": "book",
    "mvproceedings": "book",
    "reference": "book",
    "mvreference": "book",
    "manual": "book",
    "booklet": "pamphlet",
    "bookinbook": "chapter",
    "chapter": "chapter",
    "inbook": "chapter",
    "incollection": "chapter",
    "suppbook": "chapter",
    "suppcollection": "chapter",
    "conference": "paper-conference",
    "inproceedings": "paper-conference",
    "dataset": "dataset",
    "electronic": "webpage",
    "online": "webpage",
    "www": "webpage",
    "inreference": "entry-encyclopedia",
    "issue": "periodical",
    "journal": "periodical",
    "periodical": "periodical",
    "jurisdiction": "legal_case",
    "legislation": "legislation",
    "letter": "personal_communication",
    "mastersthesis": "thesis",
    "phdthesis": "thesis",
    "thesis": "thesis",
    "movie": "motion_picture",
    "video": "motion_picture",
    "patent": "patent",
    "performance": "performance",
    "preprint": "article",
    "report": "report",
    "techreport": "report",
    "review": "review",
    "software": "software",
    "standard": "standard",
    "unpublished": "manuscript",
}
"""Entry types of BibTeX and biblatex, and the words of a work, as types of CSL; any other is ``document``."""

_TEXTS: Mapping[str, str] = {
    "place": "publisher-place",
    "edition": "edition",
    "chapter": "chapter-number",
    "language": "language",
    "genre": "genre",
    "event": "event-title",
    "event_place": "event-place",
    "version": "version",
    "note": "note",
    "volume": "volume",
    "publisher": "publisher",
    "pages": "page",
    "series": "collection-title",
    "url": "URL",
}
"""Fields of a work that are one variable of CSL under another name."""

_IDENTIFIERS = {"doi": "DOI", "pmid": "PMID", "pmcid": "PMCID", "isbn": "ISBN", "issn": "ISSN"}
_SHORT = {"titles": "title-short", "venues": "container-title-short"}
_ISSUED = frozenset(("article-journal", "article-magazine", "article-newspaper", "periodical", "review", "review-book"))
"""Types whose number is that of an issue."""
_READ = frozenset(
    (*_TEXTS.values(), *_IDENTIFIERS.values(), *_SHORT.values(), "type", "title", "author", "editor", "translator", "issued",
     "accessed", "container-title", "event", "journalAbbreviation", "shortTitle")
)  # fmt: skip
_ARXIV = "arXiv:"
_SEASONS = ("spring", "summer", "autumn", "winter")
_ISO = re.compile(r"\s*(-?\d{1,4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?!\d)")
_BLANKS = re.compile(r"\s+")


def from_csl(item: Mapping[str, object]) -> Work:
    """The work of one CSL item; a variable whose value has no shape that CSL knows is left out.

    Raises ValueError where ``item`` names no type and no title, so that it is no item at all.
    """
    form = _text(item.get("type"))
    title = _text(item.get("title"))
    if not form and not title:
        raise ValueError("it has neither a type nor a title")
    authors = people(item.get("author"))
    named = tuple(person for person in authors if not is_others(person.literal))
    issued = date(item.get("issued"))
    number = "issue" if item.get("issue") else "number"
    more = {name: value for name, value in item.items() if name not in _READ and name != number}
    return Work(
        type=TYPES.get(form, "other"),
        form=form,
        titles=_several(title, item.get("title-short") or item.get("shortTitle")),
        authors=named,
        authors_cut=len(named) < len(authors),
        editors=people(item.get("editor")),
        translators=people(item.get("translator")),
        years=(issued.year,) if issued.year else (),
        issued=issued,
        accessed=date(item.get("accessed")),
        venues=_several(_text(item.get("container-title")), item.get("container-title-short") or item.get("journalAbbreviation")),
        number=_text(item.get(number)),
        identifiers={kind: value for kind, name in _IDENTIFIERS.items() if (value := _text(item.get(name)))},
        more=more,
        **_texts(item),
    )


def _texts(item: Mapping[str, object]) -> dict[str, str]:
    told = {name: value for name, variable in _TEXTS.items() if (value := _text(item.get(variable)))}
    if "event" not in told and (event := _text(item.get("event"))):
        told["event"] = event
    return told


def _several(first: str, short: object) -> tuple[str, ...]:
    other = _text(short)
    return tuple(dict.fromkeys(name for name in (first, other) if name))


_HALF = lazy(r"[\ud800-\udfff]")
"""Half of a pair of UTF-16, which JSON can name and no file can hold."""


def _text(value: object) -> str:
    """A text or number as text on one line; everything else is nothing. Crossref has lists where CSL has texts."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value)
    if not text.isascii() and _HALF.search(text):
        text = _HALF.sub("\ufffd", text)
    return _BLANKS.sub(" ", text).strip()


def people(value: object) -> tuple[Person, ...]:
    """The people of a name variable, in order; an entry that names nobody is left out."""
    if not isinstance(value, list):
        return ()
    return tuple(one for entry in value if isinstance(entry, dict) and (one := _person(entry)) is not None)


def _person(entry: Mapping[str, object]) -> Person | None:
    literal = _text(entry.get("literal")) or _text(entry.get("name"))
    family = _text(entry.get("family"))
    given = _text(entry.get("given"))
    if not family and (literal or given):
        return Person(literal=literal or given)
    if not family:
        return None
    return Person(
        family,
        given,
        _text(entry.get("non-dropping-particle")),
        _text(entry.get("suffix")),
        dropping=_text(entry.get("dropping-particle")),
    )


def date(value: object) -> Date:
    """A date variable: ``date-parts`` (numbers or texts), else ``raw`` or ``literal``; of a range the first day."""
    if not isinstance(value, dict):
        return Date()
    circa = bool(value.get("circa"))
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and (year := _number(parts[0][:1])):
        month, day = _number(parts[0][1:2]), _number(parts[0][2:3])
        # Crossref and CSL 1.0.1 write seasons as months 13 to 24.
        season = _season(value.get("season")) or ((month - 13) % 4 + 1 if 13 <= month <= 24 else 0)
        month = month if 1 <= month <= 12 else 0
        return Date(year, month, day if month and 1 <= day <= 31 else 0, season, circa)
    words = _text(value.get("raw")) or _text(value.get("literal"))
    found = _ISO.match(words)
    if found is None or (found.end() < len(words) and words[found.end()] not in "/T "):
        return Date(circa=circa, literal=words)
    month, day = int(found[2] or 0), int(found[3] or 0)
    return Date(int(found[1]), month if month <= 12 else 0, day if day <= 31 else 0, _season(value.get("season")), circa)


def _number(part: list[object]) -> int:
    try:
        return int(_text(part[0])) if part else 0
    except ValueError:
        return 0


def _season(value: object) -> int:
    said = _text(value).lower()
    if said in _SEASONS:
        return _SEASONS.index(said) + 1
    return int(said) if said in ("1", "2", "3", "4") else 0


def form(work: Work) -> str:
    """The type of CSL that a work has."""
    return work.form or FORMS.get(work.type, "document")


def to_csl(work: Work, key: str = "") -> dict[str, object]:
    """``work`` as a CSL item without empty variables; ``key`` becomes its ``id``."""
    kind = form(work)
    item: dict[str, object] = {"id": key} if key else {}
    item |= work.more
    item["type"] = kind
    for name, values in (("title", work.titles), ("container-title", work.venues)):
        item |= {variable: text for variable, text in zip((name, f"{name}-short"), values, strict=False) if text}
    authors = (*work.authors, Person(literal="others")) if work.authors_cut else work.authors
    for name, listed in (("author", authors), ("editor", work.editors), ("translator", work.translators)):
        if listed:
            item[name] = [_named(person) for person in listed]
    issued = work.issued if work.issued != Date() else Date(work.years[0]) if work.years else Date()
    item |= {name: _dated(day) for name, day in (("issued", issued), ("accessed", work.accessed)) if day != Date()}
    item |= {variable: text for name, variable in _TEXTS.items() if (text := getattr(work, name))}
    if work.number:
        item["issue" if kind in _ISSUED else "number"] = work.number
    item |= {variable: work.identifiers[name] for name, variable in _IDENTIFIERS.items() if name in work.identifiers}
    if not work.url and "url" in work.identifiers:
        item["URL"] = work.identifiers["url"]
    if "arxiv" in work.identifiers and "number" not in item:
        item["number"] = _ARXIV + work.identifiers["arxiv"]
    return item


def _named(person: Person) -> dict[str, str]:
    if person.literal:
        return {"literal": person.literal}
    parts = {
        "family": person.family,
        "given": person.given,
        "non-dropping-particle": person.prefix,
        "dropping-particle": person.dropping,
        "suffix": person.suffix,
    }
    return {name: text for name, text in parts.items() if text}


def _dated(day: Date) -> dict[str, object]:
    told: dict[str, object] = {}
    if day.year:
        told["date-parts"] = [[part for part in (day.year, day.month, day.day) if part]]
    if day.season:
        told["season"] = day.season
    if day.circa:
        told["circa"] = True
    if day.literal:
        told["literal"] = day.literal
    return told
