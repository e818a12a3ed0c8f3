"""An entry lacks a field that its type needs.

## What it does
Compares the fields of each entry with what the bibliography style asks for: the family of the document's
BibTeX style, or biblatex's data model. Fields that a crossref parent or an xdata entry gives count, and so
do the other names of a field (date for year, journaltitle for journal, and so on). A style that is not
known is treated leniently. `@misc` needs nothing.

## Why it matters
The style leaves a gap: a reference without a year, journal or publisher is hard to find for readers.

## Example
```bib
@article{turing, author = {Turing, Alan M.}, title = {On Computable Numbers}, year = {1937}}
```
## Use instead
```bib
@article{turing, author = {Turing, Alan M.}, title = {On Computable Numbers}, year = {1937},
  journal = {Proceedings of the London Mathematical Society}}
```
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import itemgetter

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography, Entry, Field
from latexrefcheck.model.finding import Draft, Severity
from latexrefcheck.reading import datamodel
from latexrefcheck.text.patterns import lazy

ID = "missing-field"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}

STAND_INS = {
    "journal": ("eprint", "archiveprefix", "eprinttype"),
    "journaltitle": ("eprint", "archiveprefix", "eprinttype"),
    "year": ("pubstate",),
    "date": ("pubstate", "urldate", "eventdate"),
    "author": ("collaboration",),
}
"""Fields that excuse the absence of another: a preprint has no journal, a forthcoming work no year."""

PREPRINTS = lazy(
    r"arxiv|biorxiv|medrxiv|chemrxiv|ssrn|openreview\.net|eprint\.iacr|\bhal-|zenodo|preprint"
    r"|10\.(?:48550|1101|21203|2139|31234|31219|26434|20944|36227|5281)/",
    re.IGNORECASE,
)
"""Signs of a preprint server in an identifier or address: such an article has no journal."""

FORTHCOMING = ("forthcoming", "press", "appear", "submitted", "preparation", "manuscript", "n.d.", "no date", "undated")
"""Words in a note that excuse the absence of a year or a journal."""


SPOKEN = {"journaltitle": "journal", "date": "year or date"}
"""How a field is named in the message."""


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per entry, naming every field that it lacks, at its head."""
    wanted = _fields.models(bibliography, context)
    lookup = _fields.lookup(bibliography, context)
    blank = _with_blanks(bibliography, wanted)
    lacking: dict[tuple[str, ...], bool] = {}
    for entry in bibliography.entries:
        # Thousands of entries share a few sets of field names, so each set is judged once.
        signature = (entry.type, *map(_name, entry.fields))
        if signature not in lacking:
            # With several documents only what every style misses is reported.
            lacking[signature] = all(datamodel.missing(entry.type, signature[1:], model) for model in wanted)
        if lacking[signature] or id(entry) in blank:
            yield from _judge(entry, lookup, wanted, bibliography.dialect)


_name = itemgetter(0)


def _with_blanks(bibliography: Bibliography, wanted: list[datamodel.Model]) -> set[int]:
    """Entries in which a field that some type needs has no value."""
    if not _fields.has_blanks(bibliography):
        return set()
    required = {name for model in wanted for needs in model.required.values() for names in needs for name in names}
    names = {spelling for name in required for model in wanted for spelling in datamodel.spellings(model, name)}
    return {
        id(entry) for entry, field in bibliography.fields(*names) if len(field.value) < 4 and not field.value.strip(" {}\n\t\r")
    }


def _given(field: Field) -> bool:
    """Whether a field has a value; an undefined string leaves none, but that is another rule's finding."""
    return bool(field.value.strip(" {}\n\t\r")) or not field.simple


def _judge(entry: Entry, lookup: Callable[[str], Entry | None], wanted: list[datamodel.Model], dialect: str) -> Iterator[Draft]:
    parents = [entry.value("crossref"), *(entry.value("xdata").split(",") if dialect == "biber" else ())]
    if entry.broken or any(key.strip() and lookup(key.strip()) is None for key in parents):
        return  # what stands behind the error, or in the parent that is not there, is not known
    fields = datamodel.effective(entry, lookup, dialect)
    present = {name for name, (_, field) in fields.items() if _given(field)}
    missing = set.intersection(*(set(datamodel.missing(entry.type, present, model)) for model in wanted))
    gone = [names for names in _ordered(entry, wanted) if names in missing and not _excused(names, present, entry)]
    if not gone:
        return
    given = _elsewhere(gone, present)
    hint = f"; its {' and '.join(given)} is a field that only biblatex reads" if given else ""
    yield Draft(
        entry.head,
        f"@{entry.type} has no {', '.join(_words(names) for names in gone)}{hint}",
        key=entry.key,
        field=gone[0][0],
        # A biblatex field name with a BibTeX style prints a gap, but the author did give the fact.
        severity=Severity.info if len(given) >= len(gone) else None,
    )


def _elsewhere(gone: list[tuple[str, ...]], present: set[str]) -> list[str]:
    """Fields that say under another dialect's name what is missing."""
    every = datamodel.model("bibtex", "")
    return [name for names in gone for one in names for name in datamodel.spellings(every, one) if name in present]


def _words(names: tuple[str, ...]) -> str:
    """The field in words; of the many that a lenient model takes only the usual one."""
    return " or ".join(SPOKEN.get(name, name) for name in (names if len(names) < 3 else names[:1]))


def _ordered(entry: Entry, wanted: list[datamodel.Model]) -> list[tuple[str, ...]]:
    model = wanted[0]
    return list(model.required.get(model.type_aliases.get(entry.type, entry.type), ()))


def _excused(names: tuple[str, ...], present: set[str], entry: Entry) -> bool:
    for name in names:
        if any(other in present for other in STAND_INS.get(name, ())):
            return True
    if "journal" in names or "journaltitle" in names:
        places = " ".join(entry.value(name) for name in ("doi", "url", "howpublished", "note"))
        if PREPRINTS.search(places):
            return True
    if names[0] in ("year", "date", "journal", "journaltitle"):
        notes = " ".join(entry.value(name) for name in ("note", "howpublished", "pubstate", "year", "date")).lower()
        return any(word in notes for word in FORTHCOMING)
    return False
