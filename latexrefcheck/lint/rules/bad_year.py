"""A year or date cannot be one.

## What it does
Reports a `year` that holds no plausible year (four digits from 1400 to next year) and none of the words that
people use instead (forthcoming, in press, n.d. …), and with biber a `date`, `urldate`, `origdate` or `eventdate` that
is not in the form `2024-05-31` or names a day that no month has.

## Why it matters
The label and the order of author-year styles come from it, and biber drops a date that it cannot read.

## Example
```bib
@article{k, year = {20015}}
```
## Use instead
```bib
@article{k, year = {2015}}
```
## Options
- `earliest` (default 1400): the first plausible year
- `latest` (default 0): the last one; 0 means next year
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft, Severity
from latexrefcheck.text.patterns import lazy

ID = "bad-year"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}
OPTIONS: dict[str, object] = {"earliest": 1400, "latest": 0}

_DIGITS = lazy(r"(?<![0-9])[0-9]+(?![0-9])", re.ASCII)
_WORD = lazy(
    r"forthcoming|in\s*press|appear|submi|prepar|accept|n\.?\s?d\.|no date|undated|s\.?\s?d\.|\?|press|progress|review|draft|"
    r"manuscript|unpublished|pending|soon|ongoing|present|online|advance|ahead|erscheint|druck|para[iî]tre|b\.?c|century|jh\.",
    re.IGNORECASE,
)
_YMD = (
    r"-?(?:[0-9]{4}|[0-9]{2}XX|[0-9]{3}X)(?:-(?:(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]|XX))?|2[1-4]|XX(?:-XX)?))?[~?%]?"
)
_TIME = r"(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
_OTHER_DATES = ("urldate", "origdate", "eventdate")
_LATE_DAY = lazy(r"([0-9]{4})-([0-9]{2})-(29|30|31)")
_DATE = lazy(rf"(?:{_YMD}{_TIME})?(?:/(?:{_YMD}{_TIME}|\.\.)?)?|\.\./{_YMD}|[Yy]-?[0-9]+(?:[Ee][0-9]+)?", re.ASCII)


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per bad value, at the value."""
    options = {**OPTIONS, **context.options}
    earliest, latest = int(str(options["earliest"])), int(str(options["latest"])) or time.localtime().tm_year + 1
    good = {str(year) for year in range(earliest, latest + 1)}
    biber = bibliography.dialect == "biber"
    for entry, field in bibliography.fields("year", "date", *(_OTHER_DATES if biber else ())):
        value = field.value
        if value in good or not value.strip(" {}") or not field.simple:
            continue
        wrong = _implausible(value, earliest, latest) if field.name in ("year", "date") else None
        if biber and field.name != "year":
            if not _DATE.fullmatch(value.strip()):
                wrong = "biber reads dates of the form 2024-05-31 only"
            elif no_day := _no_day(value):
                wrong = f"there is no {no_day}, and biber drops the date"
            elif wrong and "later" not in wrong:
                wrong = None  # the notation knows centuries and years before our era
        if wrong:
            # Ancient works have early years, and a word ("various") was put there on purpose.
            mild = Severity.info if "earlier" in wrong or not any(map(str.isdigit, value)) else None
            message = f"{_fields.shown(value)} is not a plausible {field.name}: {wrong}"
            yield Draft(entry.value_span(field), message, key=entry.key, field=field.name, severity=mild)


def _no_day(value: str) -> str | None:
    """The first day in ``value`` that its month does not have."""
    for found in _LATE_DAY.finditer(value):
        year, month, day = map(int, found.groups())
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        if day > (30 if month in (4, 6, 9, 11) else 31 if month != 2 else 29 if leap else 28):
            return found[0]
    return None


def _implausible(value: str, earliest: int, latest: int) -> str | None:
    numbers = [int(digits) for digits in _DIGITS.findall(value) if len(digits) == 4]
    if any(earliest <= number <= latest for number in numbers) or _WORD.search(value):
        return None
    if not value.isascii() or "\\" in value:
        return None  # other calendars, digits and macros
    if numbers:
        return f"it is earlier than {earliest}" if max(numbers) < earliest else f"it is later than {latest}"
    long = [digits for digits in _DIGITS.findall(value) if len(digits) > 4]
    if long and not re.search(r"(?:1[4-9]|20)[0-9]{2}", long[0][:4] + " " + long[0][-4:]):
        return "it has no four digits"
    return f"{long[0]} has {len(long[0])} digits" if long else "it has no four digits"
