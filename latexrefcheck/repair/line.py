"""A reference in words as it should read: what the record has otherwise is set as the reference's style sets it, all else stays.

The work of the record is set in the style, and the words are laid beside that. Where they part within a field that is wrong,
the words of the style are taken; elsewhere (an abbreviated journal, a number that is left out) the author's stay.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from latexrefcheck.cite.telling import set_in
from latexrefcheck.text.fold import EASTERN
from latexrefcheck.text.patterns import lazy

VARIABLES: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "title-short"),
    "author": ("author", "editor"),
    "venue": ("container-title", "container-title-short", "collection-title", "event-title"),
    "publisher": ("publisher", "publisher-place"),
    "year": ("issued",),
    "volume": ("volume",),
    "number": ("issue", "number"),
    "pages": ("page", "page-first"),
    "doi": ("DOI", "URL"),
}
"""What is compared, and the variables of CSL that hold it."""

LONGEST = 2000
"""Characters of a reference that is corrected; what is longer is none."""

_TOKEN = lazy(
    r"https?://\S*[\w/)]|\b10\.\d{4,9}/\S*[\w)]"
    rf"|[{EASTERN}]|[^\W{EASTERN}]+|[^\w\s]"
)
_ALIKE = str.maketrans(
    {"–": "-", "—": "-", "‐": "-", "−": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "„": '"', "，": ",", "．": "."}
)
_TURNED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "nopqrstuvwxyzabcdefghijklmNOPQRSTUVWXYZABCDEFGHIJKLM5678901234",
)
_MARKS = lazy(r"[^\w\s(\[“‘]+")
_CUT = lazy(r"[.,;]*(?:\s*(?:et al|and others|u\. ?a|等|他)\b)?[^\w\s(\[“‘]*")
"""What may follow the last name that is said, and goes with the names."""
_HAN = range(0x4E00, 0x9FA0)


class Token(NamedTuple):
    """A word or mark of a reference, and where it stands."""

    word: str
    """As it is compared."""
    before: str
    """The blanks in front of it."""
    text: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it is no mark."""
        return self.text[:1].isalnum()


def corrected(words: str, item: Mapping[str, object], style: str, fields: Mapping[str, str], whole: bool = False) -> str:
    """``words`` with the ``fields`` (names of :data:`VARIABLES`) as ``style`` sets those of the work ``item`` (CSL-JSON).

    ``words`` is one line without its number; ``fields`` says what it has in each of them, as far as that is known. Of a
    field that is right in most of its words only the others are replaced, with ``whole`` all of it. The result is ``words``
    itself where the style prints none of the fields.
    """
    item = _said(words, item, fields)
    right = set_in(style, item)
    found = {field: span for field in fields if (span := _span(right, style, item, field)) is not None}
    if not found or len(words) > LONGEST:
        return words
    for field in [field for field in found if field in _FIGURES]:
        exchanged = _exchanged(words, fields[field], right[slice(*found[field])])
        if exchanged:
            words = exchanged
            del found[field]
    spans = list(found.values())
    if not spans:
        return words
    beside = _Beside(tokens(words), tokens(right))
    foreign = [span for span in spans if beside.foreign(span)]
    regions = [region for span in spans if (region := beside.region(span)) is not None] if whole else []
    return "".join(beside.merged(spans, foreign, regions, "doi" not in fields)).strip()


_BESIDE = (
    *("publisher", "publisher-place", "collection-title", "collection-number", "edition", "event-title", "event-place"),
    *("genre", "issue", "number", "ISBN", "ISSN", "medium", "note", "status", "version"),
)
"""Variables that many references leave out."""


def _said(words: str, item: Mapping[str, object], fields: Collection[str]) -> Mapping[str, object]:
    """The work without what the reference does not say of it, and need not."""
    wrong = {variable for field in fields for variable in VARIABLES.get(field, ())}
    told = words.casefold()
    left = [
        name
        for name in _BESIDE
        if name not in wrong and isinstance(value := item.get(name), str) and value.casefold() not in told
    ]
    return {name: value for name, value in item.items() if name not in left}


_FIGURES = ("year", "volume", "number", "pages")


def _exchanged(words: str, old: str, new: str) -> str:
    """``words`` with a figure in place of the one that they have there; empty where that stands nowhere, or twice."""
    figures = [re.escape(part) for part in re.split(r"\W+", old) if part]
    new = new.strip(" .,;:()")
    if not figures or not new or not any(one.isdigit() for one in old):
        return ""
    places = list(re.finditer(rf"(?<![\w./-]){'[-–—]+'.join(figures)}(?![\w/-]|\.\w)", words))
    if len(places) != 1:
        return ""
    start, end = places[0].span()
    return words[:start] + new + words[end:]


class _Region(NamedTuple):
    """Tokens of the reference (from, to) for which those of the right line (from, to) are put."""

    j1: int
    j2: int
    i1: int
    i2: int

    def meets(self, i1: int, i2: int, j1: int, j2: int) -> bool:
        """Whether a piece of the right line and of the reference has something of it."""
        return (self.j1 < j2 and j1 < self.j2) or (self.i1 < i2 and i1 < self.i2)


class _Beside:
    """The tokens of a reference, and those of the same reference as a style sets the record."""

    def __init__(self, mine: list[Token], theirs: list[Token]) -> None:
        self.mine, self.theirs = mine, theirs
        matcher = SequenceMatcher(None, [one.word for one in theirs], [one.word for one in mine], autojunk=False)
        self.codes = matcher.get_opcodes()
        self.pairs = {i1 + n: j1 + n for kind, i1, i2, j1, _ in self.codes if kind == "equal" for n in range(i2 - i1)}

    def foreign(self, span: tuple[int, int]) -> bool:
        """Whether what stands for a field is another one altogether, so that a word that both have is chance."""
        going = sum(j2 - j1 for kind, i1, i2, j1, j2 in self.codes if kind != "equal" and _within(self.theirs, i1, i2, [span]))
        inside = [i for i, one in enumerate(self.theirs) if span[0] <= one.start < span[1] and one.is_word]
        same = sum(i in self.pairs for i in inside)
        return same * 2 < max(len(inside), same + going)

    def region(self, span: tuple[int, int]) -> _Region | None:
        """What stands in the place of a field, between the words that both lines have around it; None where that is unclear."""
        inside = [i for i, one in enumerate(self.theirs) if span[0] <= one.start < span[1] and one.is_word]
        if not inside:
            return None
        i1, i2 = inside[0], inside[-1] + 1
        before = next((i for i in range(i1 - 1, -1, -1) if self.theirs[i].is_word), -1)
        behind = next((i for i in range(i2, len(self.theirs)) if self.theirs[i].is_word), len(self.theirs))
        if (before >= 0 and before not in self.pairs) or (behind < len(self.theirs) and behind not in self.pairs):
            return None
        first = self.pairs[before] + 1 if before >= 0 else 0
        last = self.pairs[behind] if behind < len(self.theirs) else len(self.mine)
        own = [j for j in range(first, last) if self.mine[j].is_word]
        if not own:
            return None
        j1, j2 = own[0], own[-1] + 1
        ends = self.theirs[i2].text if i2 < len(self.theirs) else ""
        stops = self.mine[j2].text if j2 < last else ""
        if ends == "." and stops != "." and _is_cut(self.theirs[i2 - 1]):
            i2 += 1  # the full stop of an abbreviation
        elif stops == "." and ends != "." and j2 + 1 < last and _is_cut(self.mine[j2 - 1]):
            j2 += 1
        return _Region(j1, j2, i1, i2)

    def merged(
        self, spans: list[tuple[int, int]], foreign: list[tuple[int, int]], regions: list[_Region], keep: bool
    ) -> Iterator[str]:
        """The words of the reference with those of the right line where they are wrong; ``keep`` identifiers."""
        changed = False  # the blank in front of what follows is the style's
        done: set[_Region] = set()
        for kind, i1, i2, j1, j2 in self.codes:
            theirs = kind != "equal" and _within(self.theirs, i1, i2, spans) and not (keep and _identifies(self.mine[j1:j2]))
            if theirs and not any(one.meets(i1, i2, j1, j2) for one in regions):
                yield from (one.before + one.text for one in self.theirs[i1:i2])
                changed = True
                continue
            for n in range(j1, j2):
                region = next((one for one in regions if one.j1 <= n < one.j2), None)
                if region is not None:
                    if region not in done:
                        done.add(region)
                        put = self.theirs[region.i1 : region.i2]
                        yield self.mine[n].before + put[0].text
                        yield from (one.before + one.text for one in put[1:])
                    changed = False
                    continue
                mine = self.mine[n]
                other = self.theirs[i1 + n - j1] if kind == "equal" else None
                if other is None:
                    yield (" " * bool(mine.before) if changed else mine.before) + mine.text
                else:
                    text = other.text if _within(self.theirs, i1 + n - j1, i1 + n - j1 + 1, foreign) else mine.text
                    yield (other.before if changed else mine.before) + text
                changed = False


def _is_cut(token: Token) -> bool:
    """Whether a word is an abbreviation behind which a full stop belongs to it: an initial, "al", "Jr"."""
    return (len(token.text) == 1 and token.text.isalpha()) or token.text in ("al", "Jr", "Sr", "eds", "Eds", "ed", "Ed")


def tokens(text: str) -> list[Token]:
    """The words and marks of a text; an address or a DOI is one."""
    found, last = [], 0
    for match in _TOKEN.finditer(text):
        word = match[0].translate(_ALIKE).casefold()
        found.append(Token(word, text[last : match.start()], match[0], match.start(), match.end()))
        last = match.end()
    return found


def _within(theirs: list[Token], first: int, last: int, spans: list[tuple[int, int]]) -> bool:
    """Whether a piece of the right line (maybe an empty one, between two words) lies in or at one of the spans."""
    if first == last:
        start = theirs[first - 1].end if first else 0
        end = theirs[first].start if first < len(theirs) else start
        return any(a <= end and start <= b for a, b in spans)
    start, end = theirs[first].start, theirs[last - 1].end
    return any(start < b and a < end for a, b in spans)


def _identifies(pieces: list[Token]) -> bool:
    """Whether words that would go hold an identifier or an address."""
    return any(one.text.startswith(("http://", "https://", "10.")) and "/" in one.text for one in pieces)


def _span(right: str, style: str, item: Mapping[str, object], field: str) -> tuple[int, int] | None:
    """From where to where a style sets a field: where the line changes if the field does; None where it does not."""
    variables = VARIABLES.get(field, ())
    other = {name: _turned(value) if name in variables else value for name, value in item.items()}
    changed = set_in(style, other)
    if changed == right:
        return None
    start = next((n for n, (a, b) in enumerate(zip(right, changed, strict=False)) if a != b), min(len(right), len(changed)))
    behind = next((n for n, (a, b) in enumerate(zip(right[::-1], changed[::-1], strict=False)) if a != b), 0)
    end = max(start, len(right) - behind)
    tail = (_CUT if field == "author" else _MARKS).match(right, end)
    return start, tail.end() if tail else end


def _turned(value: object) -> object:
    """The value with every letter and figure another one: the form stays, whatever a style makes of it."""
    if isinstance(value, str):
        return "".join(chr(ord(one) + 1) if ord(one) in _HAN else one for one in value.translate(_TURNED))
    if isinstance(value, dict):
        return {
            name: _turned(part) if name in _WRITTEN else _dates(part) if name == "date-parts" else part
            for name, part in value.items()
        }
    return [_turned(part) for part in value] if isinstance(value, list) else value


_WRITTEN = frozenset(("family", "given", "literal", "non-dropping-particle", "dropping-particle", "suffix", "raw"))


def _dates(parts: object) -> object:
    """Dates with another year of as many figures."""
    return (
        [[_year(part) if n == 0 else part for n, part in enumerate(day)] for day in parts if isinstance(day, list)]
        if isinstance(parts, list)
        else parts
    )


def _year(year: object) -> object:
    return int(str(year).translate(_TURNED)) if isinstance(year, int) and year > 0 else year
