"""Numbers in a sentence with their units, in comparable form."""

from __future__ import annotations

import re
from typing import NamedTuple

from latexrefcheck.claims.lexicon import is_little, sense, stem
from latexrefcheck.text.patterns import lazy

_NUMBER = lazy(
    r"(?<![\w.])(?P<sign>[-\u2212+\u00b1~\u2248<>\u2264\u2265])?\s?"
    r"(?P<number>\d{1,3}(?:[,\u2009\u202f ]\d{3})+(?:\.\d+)?|\d+(?:[.\u00b7]\d+)?)"
    r"(?:\s?[x\u00d7]\s?10\s?\^?\s?\{?(?P<power>[-\u2212\u2013]?\d{1,3})\}?)?(?P<ordinal>st|nd|rd|th)?"
    r"(?P<gap>[\s\u00a0-]{0,2})(?P<unit>%|\u2030|\u00b0\s?[CFK]|\u03bcm|[A-Za-z\u03bc\u00b5\u03a9\u212b]{1,14})?"
)
_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "thousand": 1000, "half": 0.5, "twice": 2, "double": 2}
_WRITTEN = lazy(rf"\b({'|'.join(_WORDS)})(?:[- ](fold|times|percent|[a-z]{{2,14}}))?\b", 0x2)
_FOLD = lazy(r"\b(two|three|four|five|six|seven|eight|nine|ten)fold\b", 0x2)

_UNIT_NAMES = """
percent: % percent pct percentage points; permille: \u2030; times: fold times x
second: s sec secs seconds second; millisecond: ms millisecond milliseconds; minute: min mins minutes minute
hour: h hr hrs hours hour; day: d days day; week: weeks week wk; month: months month; year: years year yr yrs
kilogram: kg; gram: g; milligram: mg; microgram: \u03bcg \u00b5g ug; nanogram: ng
kilometre: km; metre: m; centimetre: cm; millimetre: mm; micrometre: \u03bcm \u00b5m um; nanometre: nm
litre: l; millilitre: ml; microlitre: \u03bcl \u00b5l; millimole: mmol; mole: mol; nanomole: nmol; micromole: \u03bcmol
hertz: hz; kilohertz: khz; megahertz: mhz; gigahertz: ghz
kilobyte: kb; megabyte: mb; gigabyte: gb; terabyte: tb
thousand: k thousand; million: million; billion: billion; decibel: db; kilocalorie: kcal
electronvolt: ev; kiloelectronvolt: kev; megaelectronvolt: mev; gigaelectronvolt: gev
pascal: pa; kilopascal: kpa; megapascal: mpa; volt: v; millivolt: mv; watt: w; kilowatt: kw; milliwatt: mw
"""
_UNITS = {
    written: name.strip()
    for line in _UNIT_NAMES.strip().split("\n")
    for name, _, forms in (one.partition(":") for one in line.split(";"))
    for written in forms.split()
}
"""Units by how they are written; every other word behind a number counts as what is counted."""


class Quantity(NamedTuple):
    """A number: its value, its unit or what it counts (nothing: bare), and where it stands."""

    value: float
    unit: str
    text: str
    start: int
    end: int
    known: bool
    """Whether the unit is one of measure rather than a word behind the number."""


def quantities(text: str) -> list[Quantity]:
    """The numbers of a text but years, numbers of figures and references, and what belongs to a name (``GPT-4``, ``p53``)."""
    found = [one for match in _NUMBER.finditer(text) if (one := _number(match, text)) is not None]
    for match in _WRITTEN.finditer(text):
        unit = (match[2] or "").lower()
        if unit in _UNITS and not (match[1].lower() == "one" and unit not in ("percent", "fold")):
            found.append(Quantity(float(_WORDS[match[1].lower()]), _UNITS[unit], match[0], match.start(), match.end(), True))
    found += [Quantity(float(_WORDS[m[1].lower()]), "times", m[0], m.start(), m.end(), True) for m in _FOLD.finditer(text)]
    return sorted(found, key=lambda one: one.start)


_NOT_COUNTED = lazy(
    r"(?:figs?|figures?|tables?|tabs?|eqs?|equations?|refs?|sections?|sec|chapter|appendix|p|pp|no|step|version)\.?\s?\Z", 0x2
)


def _number(match: re.Match[str], text: str) -> Quantity | None:
    number = match["number"]
    start, end = match.start("number"), match.end()
    if _NOT_COUNTED.search(text, max(0, start - 12), start):
        return None
    before = text[start - 1 : start]
    if before in ("[", "^", "_") or (before == "-" and start > 1 and text[start - 2].isalpha()):
        return None  # a reference, an index, part of a name
    value = float("".join(one for one in number.replace("\u00b7", ".") if one.isdigit() or one == "."))
    if match["power"]:
        value *= 10.0 ** int(match["power"].replace("\u2212", "-").replace("\u2013", "-"))
    written = (match["unit"] or "") if match["ordinal"] is None else ""
    unit = _UNITS.get(written) or _UNITS.get(written.lower()) or ""
    gap = match["gap"]
    if written and not unit and not gap:
        return None  # 3D, 5G, 10Be
    if not written and number.isdigit() and 1500 <= value <= 2100:
        return None
    if match["ordinal"] is not None:
        return None
    known = bool(unit)
    if not known and written and number.isdigit() and 1900 <= value <= 2100:
        return None
    counted = sense(stem(written.lower())) if written and not known else ""
    if counted and is_little(stem(written.lower()), written):
        counted, end = "", match.end("number")
    return Quantity(value, unit or counted, text[start:end].strip(), start, end, known)
