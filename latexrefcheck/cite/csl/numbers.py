"""Numbers and ranges of pages as styles write them."""

from __future__ import annotations

import re

from latexrefcheck.text.patterns import lazy

_NUMERIC = lazy(r"\s*[A-Za-z]{0,3}\d+[A-Za-z]{0,3}(?:\s*(?:[-–,&]|and)\s*[A-Za-z]{0,3}\d+[A-Za-z]{0,3})*\s*")
_RANGE = lazy(r"((?:\d*[A-Za-z]+0*)?)(\d+[a-z]*)\s*[-–—]+\s*((?:\d*[A-Za-z]+0*)?)(\d+[a-z]*)")
_VALUES = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
_ROMAN = tuple(zip(_VALUES, "m cm d cd c xc l xl x ix v iv i".split(), strict=True))
_SEVERAL = lazy(r"\d\s*[-–—,&]+\s*[A-Za-z]*\d|\band\b|[ivxlc]+\s*[-–—]+\s*[ivxlc]+")


def is_numeric(text: str) -> bool:
    """Whether a text is a number or several, with letters before or behind (``12``, ``2b``, ``3-4``)."""
    return len(text) < 100 and _NUMERIC.fullmatch(text) is not None


def is_plural(text: str) -> bool:
    """Whether a text has more than one page or number."""
    return _SEVERAL.search(text) is not None


def roman(number: int) -> str:
    """The number in small Roman numerals."""
    found = []
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        found.append(letters * count)
    return "".join(found)


def pages(text: str, form: str, delimiter: str) -> str:
    """Ranges of pages in the form of a style: ``expanded``, ``minimal``, ``minimal-two``, ``chicago`` or as written."""
    if len(text) > 200:
        return text
    return re.sub(r"\s*(?<!\\)[-–—]+\s*", lambda _: delimiter, _RANGE.sub(lambda match: _range(match, form), text))


def _range(match: re.Match[str], form: str) -> str:
    before, first, again, last = match.groups()
    if again and again != before:
        return match[0]
    start, end = re.sub(r"\D", "", first), re.sub(r"\D", "", last)
    if first != start or last != end:
        return match[0]
    if len(end) < len(start):
        end = start[: len(start) - len(end)] + end
    if int(start) >= int(end):
        return match[0]
    short = _shortened(start, end, form) if form and form != "expanded" else end
    return f"{before}{start}-{before if short == end and before else ''}{short}"


def _shortened(start: str, end: str, form: str) -> str:
    if len(start) != len(end):
        return end
    same = next(place for place, (one, other) in enumerate(zip(start, end, strict=True)) if one != other)
    if form == "minimal":
        return end[same:]
    if form == "minimal-two":
        return end[min(same, max(0, len(end) - 2)) :]
    return _chicago(start, end, fifteenth=form != "chicago-16")


def _chicago(start: str, end: str, fifteenth: bool) -> str:
    """By the table of the Chicago manual: 3-10, 71-72, 100-104, 107-8, 321-28, 1496-1500."""
    first, last = int(start), int(end)
    if first <= 100 or first % 100 == 0:
        return end
    if fifteenth and first // 100 != last // 100 and first < 10000:
        return end
    for digits in range(2, len(end)):
        if first // 10**digits == last // 10**digits:
            return str(last % 10**digits)
    return end
