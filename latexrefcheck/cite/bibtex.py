"""A work as an entry of a .bib, for BibTeX or for biblatex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from latexrefcheck.cite.escaping import value
from latexrefcheck.model.csl import form
from latexrefcheck.model.work import Date, Work
from latexrefcheck.reading import keys
from latexrefcheck.text.markup import plain_text
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import Person

_TYPES: Mapping[str, tuple[str, str]] = {
    "article": ("misc", "online"),
    "article-journal": ("article", "article"),
    "article-magazine": ("article", "article"),
    "article-newspaper": ("article", "article"),
    "book": ("book", "book"),
    "chapter": ("incollection", "incollection"),
    "dataset": ("misc", "dataset"),
    "entry-encyclopedia": ("incollection", "inreference"),
    "manuscript": ("unpublished", "unpublished"),
    "pamphlet": ("booklet", "booklet"),
    "paper-conference": ("inproceedings", "inproceedings"),
    "patent": ("misc", "patent"),
    "post-weblog": ("misc", "online"),
    "report": ("techreport", "report"),
    "review": ("article", "review"),
    "review-book": ("article", "review"),
    "software": ("misc", "software"),
    "standard": ("misc", "report"),
    "thesis": ("phdthesis", "thesis"),
    "webpage": ("misc", "online"),
}
"""Entry type for BibTeX and for biblatex by type of CSL; any other is ``misc``."""

_DASH = lazy(r"[-–—]+")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def key_of(work: Work, taken: set[str]) -> str:
    """A key of surname, year and the first telling word of the title that is in nobody else's way; it is then taken."""
    people = work.authors or work.editors
    names = " and ".join(f"{{{p.literal}}}" if p.literal else f"{p.family}, {p.given}" for p in people)
    facts = keys.facts_of(names, str(work.year or ""), plain_text(work.title))
    key = keys.free(keys.make(keys.DEFAULT, facts), taken)
    taken.add(key.lower())
    return key


def entry(work: Work, key: str, biblatex: bool = False) -> str:
    """The whole entry, fields in the usual order."""
    kind = entry_type(work, biblatex)
    lines = [f"  {name} = {text}," for name, text in _fields(work, kind, biblatex) if text]
    return "\n".join((f"@{kind}{{{key},", *lines, "}"))


def entry_type(work: Work, biblatex: bool) -> str:
    """The entry type: a master's thesis and a whole volume of proceedings have their own in BibTeX."""
    kind = _TYPES.get(form(work), ("misc", "misc"))[biblatex]
    if kind == "phdthesis" and "master" in work.genre.lower():
        return "mastersthesis"
    return kind


def _fields(work: Work, kind: str, biblatex: bool) -> Iterable[tuple[str, str]]:
    def braced(text: str, title: bool = False) -> str:
        return f"{{{value(text, biblatex, title)}}}" if text else ""

    yield "author", _people(work.authors, work.authors_cut, biblatex)
    yield "title", braced(work.title, True)
    yield "editor", _people(work.editors, False, biblatex)
    yield "translator", _people(work.translators, False, biblatex)
    yield _container(kind, biblatex), braced(work.venue, True)
    yield "series", braced(work.series)
    yield "edition", braced(work.edition)
    yield "volume", braced(work.volume)
    yield "number", braced("" if kind in ("misc", "online") and "arxiv" in work.identifiers else work.number)
    yield "pages", braced(_DASH.sub("--", work.pages))
    if kind not in ("phdthesis", "mastersthesis", "techreport") or biblatex:
        yield "type", braced(work.genre if kind in ("thesis", "report") else "")
    elif work.genre.lower() not in ("phd thesis", "technical report", ""):
        yield "type", braced(work.genre)
    yield _publisher(kind), braced(work.publisher)
    yield "location" if biblatex else "address", braced(work.place)
    yield from _dated(work, biblatex)
    yield "eventtitle" if biblatex else "", braced(work.event if biblatex else "")
    yield "version", braced(work.version if biblatex or kind == "misc" else "")
    yield "note", braced(work.note)
    yield "doi", _bare(work.identifiers.get("doi", ""))
    if "arxiv" in work.identifiers:
        yield "eprint", _bare(work.identifiers["arxiv"])
        yield ("eprinttype", "{arxiv}") if biblatex else ("archiveprefix", "{arXiv}")
    yield "isbn", _bare(work.identifiers.get("isbn", ""))
    yield "issn", _bare(work.identifiers.get("issn", ""))
    yield "url", _bare(work.url or work.identifiers.get("url", ""))
    yield "urldate", f"{{{_iso(work.accessed)}}}" if work.accessed.year else ""
    yield "langid" if biblatex else "language", braced(work.language)


def _bare(text: str) -> str:
    """An identifier or address as it is; braces that do not pair and blanks would end the field."""
    text = "".join(letter for letter in text if letter not in "{}\\" and not letter.isspace())
    return f"{{{text}}}" if text else ""


def _container(kind: str, biblatex: bool) -> str:
    if kind in ("article", "review"):
        return "journaltitle" if biblatex else "journal"
    if kind in ("incollection", "inproceedings", "inreference"):
        return "booktitle"
    return "organization" if biblatex else "howpublished"


def _publisher(kind: str) -> str:
    return {"phdthesis": "school", "mastersthesis": "school", "techreport": "institution", "thesis": "institution"}.get(
        kind, "institution" if kind == "report" else "publisher"
    )


def _dated(work: Work, biblatex: bool) -> Iterable[tuple[str, str]]:
    day = work.issued if work.issued.year else Date(work.year or 0)
    if not day.year:
        return
    if biblatex:
        yield "date", f"{{{_iso(day)}}}"
        return
    yield "year", f"{{{day.year}}}"
    if day.month:
        yield "month", _MONTHS[day.month - 1]


def _iso(day: Date) -> str:
    parts = [f"{day.year:04}", *(f"{part:02}" for part in (day.month, day.day) if part)]
    return "-".join(parts)


def _people(people: Iterable[Person], cut: bool, biblatex: bool) -> str:
    names = [_name(person, biblatex) for person in people]
    names += ["others"] if cut and names else []
    return f"{{{' and '.join(names)}}}" if names else ""


def _name(person: Person, biblatex: bool) -> str:
    if person.literal:
        return f"{{{value(person.literal, biblatex)}}}"
    particle = " ".join(part for part in (person.dropping, person.prefix) if part)
    last = f"{particle} {person.family}" if particle else person.family
    parts = [last, *([person.suffix] if person.suffix else []), *([person.given] if person.given else [])]
    return ", ".join(value(part, biblatex) for part in parts)
