"""What each source holds of one entry, side by side with what is cited, the words that differ marked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from latexrefcheck.model.finding import EntryReport
from latexrefcheck.model.record import Record, Verdict
from latexrefcheck.registry import source_name
from latexrefcheck.reports._evidence import record_url
from latexrefcheck.reports.html._markup import compared, escaped, link
from latexrefcheck.text.fold import fold
from latexrefcheck.text.likeness import similarity
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.tex import to_unicode

MOST = 6
"""Sources that are shown; a row of more is read by nobody."""
_AND = "; "
LONGEST = 400
"""Characters of a value that are shown."""

Facts = Mapping[str, str]
"""Display values of one work by name."""


class Column(NamedTuple):
    """One source's record. ``compared_with`` says that the verdict rests on it."""

    source: str
    record: Record
    facts: Facts
    compared_with: bool = False


def columns(entry: EntryReport) -> list[Column]:
    """The record of each source that answered about an entry, the one that it was compared with first.

    Of several works that a search brought, the one with the most alike title is shown.
    """
    verdict = entry.verdict
    if verdict is None:
        return []
    title = fold(_plain(entry.fields.get("title", "")))
    found: dict[str, Record] = {}
    if verdict.record is not None:
        found[verdict.record.source] = verdict.record
    for one in verdict.evidence:
        for record in sorted(one.records, key=lambda record: -similarity(fold(record.title), title))[:1]:
            found.setdefault(one.source, record)
    for other in (verdict.other, verdict.published):
        if other is not None:
            found.setdefault(other.source, other)
    return [Column(source, record, _of_record(record), _is_judged(verdict, record)) for source, record in found.items()][:MOST]


def _is_judged(verdict: Verdict, record: Record) -> bool:
    return verdict.record is record


def table(entry: EntryReport) -> str:
    """The table, one row per fact and one column per source; empty where no source holds a record."""
    shown = columns(entry)
    if not shown:
        return ""
    cited = _of_entry(entry)
    names = [name for name in _NAMES if cited.get(name) or any(column.facts.get(name) for column in shown)]
    heads = "".join(f'<th scope="col">{_head(column)}</th>' for column in shown)
    rows = "".join(_row(name, cited.get(name, ""), shown) for name in names)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="Records of {escaped(entry.key)}"><table class="records">'
        f'<caption>{_caption(shown)}</caption><thead><tr><th scope="col">field</th><th scope="col">cited</th>'
        f"{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _caption(shown: list[Column]) -> str:
    return "What the source holds" if len(shown) == 1 else f"What {len(shown)} sources hold, side by side"


def _head(column: Column) -> str:
    about = '<span class="detail">compared with</span>' if column.compared_with else ""
    return f"{link(record_url(column.record), source_name(column.source))}{about}"


def _row(name: str, cited: str, shown: list[Column]) -> str:
    cells = "".join(f"<td>{_cell(name, cited, column.facts.get(name, ''))}</td>" for column in shown)
    return f'<tr><th scope="row">{name}</th><td>{escaped(cited) or _nothing()}</td>{cells}</tr>'


def _cell(name: str, cited: str, found: str) -> str:
    """A value of a source: the words that differ from what is cited marked, and said in words for who sees no mark."""
    if not found:
        return _nothing()
    if name == "people" and cited:
        return _people(cited, found)
    if not cited:
        return f'<ins>{escaped(found)}</ins><span class="detail">not cited</span>'
    if fold(cited) == fold(found):
        return f'{escaped(found)}<span class="detail">same</span>'
    return f'{compared(cited, found)[1]}<span class="detail">written differently</span>'


def _people(cited: str, found: str) -> str:
    """The people of a record, those who are not cited marked; a given name and its initial are one."""
    known = {_person(one) for one in cited.split(_AND)}
    names = found.split(_AND)
    shown = [escaped(one) if _person(one) in known else f"<ins>{escaped(one)}</ins>" for one in names]
    others = sum(_person(one) not in known for one in names)
    told = f"{others} of {len(names)} not cited" if others else "the same people" if len(names) == len(known) else "fewer people"
    return f'{_AND.join(shown)}<span class="detail">{told}</span>'


def _person(name: str) -> tuple[str, str]:
    words = fold(name).split() or [""]
    return words[-1], words[0][:1]


def _nothing() -> str:
    return '<span class="muted"><span aria-hidden="true">\u2013</span><span class="hidden">nothing</span></span>'


_NAMES = ("title", "people", "year", "venue", "volume", "number", "pages", "DOI", "arXiv", "ISBN", "notices")


def _of_entry(entry: EntryReport) -> Facts:
    fields = entry.fields
    people = parse_names(fields.get("author") or fields.get("editor") or "")[0]

    def first(*names: str) -> str:
        return next((_plain(fields[name]) for name in names if fields.get(name)), "")

    eprint = first("eprint") if fields.get("eprinttype", fields.get("archiveprefix", "arxiv")).lower() == "arxiv" else ""
    return {
        "title": first("title"),
        "people": _cut(_AND.join(person.text for person in people)),
        "year": first("year", "date")[:4],
        "venue": first("journaltitle", "journal", "booktitle", "publisher", "institution", "school"),
        "volume": first("volume"),
        "number": first("number", "issue"),
        "pages": first("pages").replace("--", "\u2013"),
        "DOI": first("doi"),
        "arXiv": eprint,
        "ISBN": first("isbn"),
    }


def _of_record(record: Record) -> Facts:
    return {
        "title": _cut(record.title),
        "people": _cut(_AND.join(person.text for person in record.authors or record.editors)),
        "year": str(record.year or ""),
        "venue": _cut(record.venue),
        "volume": record.volume,
        "number": record.number,
        "pages": record.pages.replace("--", "\u2013").replace("-", "\u2013"),
        "DOI": record.identifiers.get("doi", ""),
        "arXiv": record.identifiers.get("arxiv", ""),
        "ISBN": ", ".join(record.isbns[:2]),
        "notices": "; ".join(notice.kind.replace("_", " ") for notice in record.notices),
    }


def _plain(value: str) -> str:
    return _cut(" ".join(to_unicode(value[: LONGEST * 3]).split()))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "\u2026"
