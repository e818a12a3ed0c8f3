"""How the author of a .bib file writes: delimiters, field names, accents, names, page ranges."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from latexrefcheck.model.document import Bibliography, Entry
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import is_initials

SEPARATOR = lazy(r"[ \t\r\n]*,[ \t\r\n]*")
"""What stands between two fields: a comma and blanks, no comment."""

_EQUALS = lazy(r"[ \t]*=[ \t]*")
_ACCENT = lazy(r"\\(?:[`'^\"~=.]\s*\{?\\?[A-Za-z]|[Hcvukr](?:\s*\{|\s+)[A-Za-z]|(?:ss|ae|oe|aa|AA|o|O|l|L|AE|OE)(?![A-Za-z]))")
_LETTER = lazy(r"[^\W\d_]")
_PROTECTED = lazy(r"\{[A-Z][\w-]*[A-Z0-9][\w-]*\}|\{[A-Z]\}")
_ACRONYM = lazy(r"(?<![\w{\\])[A-Z][A-Z0-9]+(?![\w}])")
_SAMPLE = 2_000
"""So many entries tell the formatting of a file; a library of 30,000 has no others."""

ORDER = (
    "author editor title subtitle booktitle journal journaltitle series edition volume number issue chapter pages eid "
    "year date month publisher organization institution school address location issn isbn doi eprint archiveprefix "
    "eprinttype primaryclass eprintclass pmid pmcid url urldate note keywords abstract file"
).split()
"""The order of fields where a file has none of its own."""


class Gaps(NamedTuple):
    """What stands before the equals sign and behind it, by how it is aligned.

    ``equals`` is the width of name and blanks before the sign where signs stand below each other, ``value`` the
    width up to the value where values do; 0 where they do not.
    """

    before: str = " "
    after: str = " "
    equals: int = 0
    value: int = 0

    def around(self, name: str) -> str:
        """The equals sign with its blanks for a field ``name``."""
        before = " " * max(len(self.before) and 1, self.equals - len(name)) if self.equals else self.before
        width = len(name) + len(before) + 1
        after = " " * max(len(self.after) and 1, self.value - width) if self.value else self.after
        return f"{before}={after}"


class Formatting(NamedTuple):
    """The formatting profile of one file: how its author writes entries.

    ``tex`` says that accents are TeX commands, not characters; ``last_first`` that names are ``Last, First``;
    ``bare`` that numbers stand without delimiters; ``protects`` that acronyms in titles are braced; ``case`` is
    ``lower``, ``upper`` or ``title``; ``spelled`` has the usual spelling of each field name; ``order`` the usual
    rank of each, from 0 to 1; ``dash`` stands between pages.
    """

    quote: str
    bare: bool
    separator: str
    gaps: Gaps
    case: str
    spelled: Mapping[str, str]
    order: Mapping[str, float]
    newline: str
    tex: bool
    last_first: bool
    protects: bool
    dash: str
    encoding: str
    biblatex: bool

    def named(self, name: str) -> str:
        """A field name as this file would write it."""
        if name in self.spelled:
            return self.spelled[name]
        if self.case == "upper":
            return name.upper()
        if self.case == "title":
            return name.upper() if name in ("doi", "url", "isbn", "issn", "pmid") else name.capitalize()
        return name

    def knows(self, name: str) -> bool:
        """Whether the file has the field anywhere."""
        return name in self.spelled

    def rank(self, name: str) -> float:
        """Where in an entry the field usually stands, from 0 to 1."""
        if name in self.order:
            return self.order[name]
        if name not in ORDER:
            return 1.0
        # Between its neighbours of the general order that the file has.
        place = ORDER.index(name)
        before = max((self.order[other] for other in ORDER[:place] if other in self.order), default=0.0)
        return before


@lru_cache(maxsize=64)
def of(bibliography: Bibliography) -> Formatting:
    """The formatting profile of a file; of an empty one the commonest."""
    entries = [entry for entry in bibliography.entries[:_SAMPLE] if entry.fields]
    text = bibliography.source.text
    values = Counter(text[field.start : field.start + 1] for entry in entries for field in entry.fields)
    numbers = [
        text[f.start : f.start + 1] for e in entries for f in e.fields if f.simple and f.value.isascii() and f.value.isdigit()
    ]
    names = Counter(text[field.name_start : field.name_end] for entry in entries for field in entry.fields)
    people = [field.value for entry in entries for field in entry.fields if field.name in ("author", "editor")]
    titles = [field.value for entry in entries for field in entry.fields if field.name in ("title", "booktitle")]
    return Formatting(
        quote='"' if values['"'] > values["{"] else "{",
        bare=sum(mark.isdigit() for mark in numbers) * 2 > len(numbers) > 0,
        separator=_commonest(_separators(entries), ",\n  "),
        gaps=_file_gaps(entries),
        case=_case(names),
        spelled=_spellings(names),
        order=_order(entries),
        newline="\r\n" if "\r\n" in text else "\r" if "\r" in text and "\n" not in text else "\n",
        tex=_tex(bibliography, (*people, *titles)),
        last_first=_last_first(people),
        protects=_protects(titles),
        dash=_dash(bibliography),
        encoding=bibliography.source.encoding,
        biblatex=bibliography.dialect == "biber",
    )


def _commonest(found: Iterable[str], default: str) -> str:
    counts = Counter(found)
    return counts.most_common(1)[0][0] if counts else default


def _separators(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        yield from separators(entry)


def separators(entry: Entry) -> Iterator[str]:
    """What stands between the fields of an entry, the key counted as one, where it is only comma and blanks."""
    text = entry.source.text
    at = entry.key_end
    for field in entry.fields:
        between = text[at : field.name_start]
        if SEPARATOR.fullmatch(between):
            yield between
        at = field.end


def gaps(entry: Entry) -> Gaps | None:
    """How an entry aligns its equals signs; None for one without fields."""
    text = entry.source.text
    rows = []
    for field in entry.fields:
        between = text[field.name_end : field.start]
        if _EQUALS.fullmatch(between):
            before, _, after = between.partition("=")
            rows.append((field.name_end - field.name_start, before, after))
    if not rows:
        return None
    before, after = _commonest((row[1] for row in rows), " "), _commonest((row[2] for row in rows), " ")
    lengths = {length for length, _, _ in rows}
    if len(lengths) < 2 or any("\t" in row[1] + row[2] for row in rows):
        return Gaps(before, after)
    equals = {length + len(before) for length, before, _ in rows}
    value = {length + len(before) + 1 + len(after) for length, before, after in rows}
    if len(equals) == 1:
        return Gaps(before, after, equals=equals.pop())
    if len(value) == 1:
        return Gaps(before, after, value=value.pop())
    return Gaps(before, after)


def _file_gaps(entries: Iterable[Entry]) -> Gaps:
    counts = Counter(found for entry in entries if (found := gaps(entry)) is not None)
    return counts.most_common(1)[0][0] if counts else Gaps()


def _case(names: Mapping[str, int]) -> str:
    counts: Counter[str] = Counter()
    for name, count in names.items():
        counts["upper" if name.isupper() and len(name) > 1 else "title" if name[:1].isupper() else "lower"] += count
    return counts.most_common(1)[0][0] if counts else "lower"


def _spellings(names: Mapping[str, int]) -> dict[str, str]:
    best: dict[str, str] = {}
    for name, _ in sorted(names.items(), key=lambda item: -item[1]):
        best.setdefault(name.lower(), name)
    return best


def _order(entries: Iterable[Entry]) -> dict[str, float]:
    sums: dict[str, list[float]] = {}
    for entry in entries:
        size = len(entry.fields)
        for place, field in enumerate(entry.fields):
            sums.setdefault(field.name, []).append((place + 0.5) / size)
    return {name: sum(places) / len(places) for name, places in sums.items()}


def _tex(bibliography: Bibliography, values: Iterable[str]) -> bool:
    """Whether accents are written as TeX commands: as in most values that have any, else as the program takes them."""
    commands = characters = 0
    for value in values:
        commands += _ACCENT.search(value) is not None
        characters += (
            not value.isascii() and _LETTER.search(value) is not None and any(ord(c) > 127 and c.isalpha() for c in value)
        )
    if commands or characters:
        return commands > characters
    return bibliography.dialect != "biber" and bibliography.source.encoding == "utf-8"


def _last_first(people: Iterable[str]) -> bool:
    with_comma = without = 0
    for value in people:
        first = value.split(" and ", 1)[0].strip()
        if first.startswith("{") or " " not in first:
            continue
        with_comma += "," in first
        without += "," not in first
    return with_comma >= without


def _protects(titles: Iterable[str]) -> bool:
    braced = bare = 0
    for title in titles:
        inner = title[1:-1] if title.startswith("{") and title.endswith("}") else title
        braced += len(_PROTECTED.findall(inner))
        bare += len(_ACRONYM.findall(inner))
    return braced > 0 and braced * 2 >= bare


def _dash(bibliography: Bibliography) -> str:
    counts: Counter[str] = Counter()
    for _, field in bibliography.fields("pages"):
        if match := re.search(r"\d\s*(--|\u2013|-)\s*\w", field.value):
            counts[match[1]] += 1
    common = counts.most_common(1)[0][0] if counts else "--"
    # One hyphen is right for biber only.
    return "--" if common == "-" and bibliography.dialect != "biber" else common


def initials(people: Iterable[str]) -> bool:
    """Whether given names are only initials."""
    given = [name for name in people if name]
    return bool(given) and all(map(is_initials, given))


def quote_of(entry: Entry, formatting: Formatting) -> str:
    """The opening delimiter of most fields of an entry; the file's where the entry has none."""
    text = entry.source.text
    counts = Counter(mark for field in entry.fields if (mark := text[field.start : field.start + 1]) in ("{", '"'))
    return counts.most_common(1)[0][0] if counts else formatting.quote
