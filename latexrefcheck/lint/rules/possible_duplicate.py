"""Two entries may be the same work.

## What it does
Notes an entry whose title is that of an earlier entry (TeX, case and punctuation aside), with an author in common
and years that are at most one apart. Works that differ in volume, part, edition or pages of one journal, and
pairs of entries that both have a DOI (see `duplicate-doi`), are left out.

## Why it matters
Libraries that were merged often hold a work twice. It may also be a conference and a journal version, and then
both are right.

## Example
```bib
@article{doe05, author = {Doe, Jane}, title = {A Study of Rocks}, journal = {Geology}, year = {2005}}
@article{doe2005, author = {Doe, J.}, title = {A study of {Rocks}}, journal = {Geology}, year = {2005}}
```
## Use instead
```bib
@article{doe05, author = {Doe, Jane}, title = {A Study of Rocks}, journal = {Geology}, year = {2005}}
```
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._libraries import together
from latexrefcheck.model.document import Entry, Field, Project
from latexrefcheck.model.finding import Confidence, Draft, Fix, Severity
from latexrefcheck.model.rule import Case
from latexrefcheck.text import identifiers
from latexrefcheck.text.keys import surname_key, title_key
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.patterns import lazy

ID = "possible-duplicate"
SCOPE = "project"
SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}

# A rough key that equal titles share however they are typed: only digits and letters that no accent command is made of.
_SPELLED = b"fgjmpqwxy0123456789\n"
_LOWER = bytes.maketrans(_SPELLED.upper(), _SPELLED)
_DROPPED = bytes(set(range(256)) - set(_SPELLED) - set(_SPELLED.upper()))
_YEAR = lazy(r"(?<!\d)\d{4}(?!\d)")


MOST = 40
"""Most entries of one title that are compared with each other: "Editorial" may be there by the thousand."""


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per later entry, at its title."""
    for databases, _ in together(project):
        titles = [pair for database in databases for pair in database.fields("title")]
        keys = _rough([field.value for _, field in titles])
        often = {key for key, count in Counter(keys).items() if count > 1}
        rough: dict[bytes, list[tuple[Entry, Field]]] = {key: [] for key in keys if key in often}
        for pair, key in zip(titles, keys, strict=True) if often else ():
            if key in often:
                rough[key].append(pair)
        for candidates in rough.values():
            yield from _compare(candidates)


def mend(case: Case) -> Fix | None:
    """The two entries made one."""
    return case.merge()


def _rough(titles: list[str]) -> list[bytes]:
    """The rough key of each title, all made in one pass."""
    if not titles:
        return []
    together = "\n".join(title.replace("\n", " ") for title in titles)
    return together.encode("ascii", "ignore").translate(_LOWER, _DROPPED).split(b"\n")


def _compare(candidates: list[tuple[Entry, Field]]) -> Iterator[Draft]:
    titles: dict[str, list[tuple[Entry, Field]]] = {}
    for entry, field in candidates:
        titles.setdefault(title_key(field.value), []).append((entry, field))
    for title, same in titles.items():
        for index, (entry, field) in enumerate(same[:MOST] if title else ()):
            for earlier, where in same[:index]:
                if _same_work(earlier, entry):
                    message = f"perhaps the same work as {earlier.key!r}: title and authors agree"
                    related = ((f"entry {earlier.key!r}", earlier.value_span(where)),)
                    yield Draft(entry.value_span(field), message, entry.key, "title", Confidence.medium, Severity.info, related)
                    break


def _same_work(one: Entry, other: Entry) -> bool:
    if one.key.lower() == other.key.lower() or not _years_agree(one, other):
        return False
    # dblp gives a preprint its number as the volume ("abs/2005.14165"), which no published version shares.
    preprint = any(entry.value("volume").startswith("abs/") for entry in (one, other))
    if not preprint and _differ(one, other, "volume"):
        return False
    if any(_differ(one, other, name) for name in ("part", "edition", "chapter", "volumes", "eventdate")):
        return False
    venue = "journaltitle" if one.get("journaltitle") else "journal"
    if one.value(venue) and one.value(venue) == other.value(venue) and _differ(one, other, "pages"):
        return False
    if all(identifiers.doi(entry.value("doi") or entry.value("url")) for entry in (one, other)):
        return False  # the same DOI is another rule's business, and two DOIs are two works
    people = [_people(entry) for entry in (one, other)]
    return bool(people[0] & people[1]) if all(people) else not any(people)


def _differ(one: Entry, other: Entry, name: str) -> bool:
    """Whether both have the field ``name`` and it says different things."""
    values = [re.sub(r"\W+", "", entry.value(name)).lower() for entry in (one, other)]
    return all(values) and values[0] != values[1]


def _years_agree(one: Entry, other: Entry) -> bool:
    years = [_YEAR.search(entry.value("year") or entry.value("date")) for entry in (one, other)]
    return not (years[0] and years[1]) or abs(int(years[0].group()) - int(years[1].group())) <= 1


def _people(entry: Entry) -> frozenset[str]:
    value = entry.value("author") or entry.value("editor")
    return frozenset(surname_key(person) for person in parse_names(value)[0]) if value else frozenset()
