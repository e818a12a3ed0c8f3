"""Dates: whole, in part, ranges, seasons and what nobody could put into numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from latexrefcheck.cite.csl.atoms import AFFIX, Atom
from latexrefcheck.cite.csl.context import Context
from latexrefcheck.cite.csl.elements import Format

_RAW = re.compile(r"(-?\d{3,4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*)?")
_NAMES = ("year", "month", "day")


class Part(NamedTuple):
    """One part of a date and its form."""

    name: str
    form: str
    format: Format
    between: str
    """What stands between the two ends of a range that differ in this part."""


class Day(NamedTuple):
    """A date as far as it is known; 0 is unknown."""

    year: int = 0
    month: int = 0
    day: int = 0
    season: int = 0


class Date(NamedTuple):
    """``<date variable="…">``, with the parts already laid out."""

    name: str
    parts: Sequence[Part]
    delimiter: str
    format: Format

    def set(self, context: Context) -> list[Atom]:
        """The pieces of the date; a literal date as it is, if the year is asked for."""
        found = context.item.get(self.name) if self.name not in context.used else None
        date = found if isinstance(found, Mapping) else {}
        days, literal = read(date)
        shown = [part for part in self.parts if literal or part.name in _known(days)]
        atoms: list[Atom] = []
        if literal:
            atoms = [Atom(literal)] if any(part.name == "year" for part in self.parts) else []
        elif days and shown:
            atoms = self._range(days[0], days[1], shown, context) if len(days) > 1 else self._parts(days[0], shown, context)
        context.call(bool(days or literal))
        context.started = context.started or bool(atoms)
        return self.format.applied(atoms, context.english)

    def _parts(self, day: Day, parts: Sequence[Part], context: Context, at: tuple[bool, bool] = (False, False)) -> list[Atom]:
        """The parts of one day; ``at`` says whether to leave out what stands before the first and behind the last."""
        found: list[Atom] = []
        last = len(parts) - 1
        for number, part in enumerate(parts):
            text = _text(part, day, context)
            if not text:
                continue
            if found and self.delimiter:
                found.append(Atom(self.delimiter, 0, AFFIX))
            form = part.format
            if (at[0] and number == 0) or (at[1] and number == last):
                form = form._replace(prefix="" if at[0] and number == 0 else form.prefix)
                form = form._replace(suffix="" if at[1] and number == last else form.suffix)
            found += form.applied([Atom(text, 0, AFFIX if text[0] in ".," else 0)], context.english)
        return found

    def _range(self, first: Day, last: Day, parts: Sequence[Part], context: Context) -> list[Atom]:
        """Both ends, what they share said once: ``3–5 May 2010``, ``May–June 2010``, ``2010–2012``."""
        differ = next((name for name in _NAMES if getattr(first, name) != getattr(last, name)), "")
        if not differ and first.season == last.season:
            return self._parts(first, parts, context)
        finer = _NAMES[_NAMES.index(differ) :] if differ else ("month",)
        places = [number for number, part in enumerate(parts) if part.name in finer]
        if not places:
            return self._parts(first, parts, context)
        start, end = places[0], places[-1] + 1
        between = next((part.between for part in parts[start:end] if part.name == (differ or "month")), "–")
        return [
            *self._parts(first, parts[:start], context),
            *self._parts(first, parts[start:end], context, (False, True)),
            Atom(between, 0, AFFIX),
            *self._parts(last, parts[start:end], context, (True, False)),
            *self._parts(first, parts[end:], context),
        ]


def _known(days: Sequence[Day]) -> set[str]:
    """The parts that a date has."""
    return {name for day in days for name in _NAMES if getattr(day, name)} | {"month" for day in days if day.season}


def _text(part: Part, day: Day, context: Context) -> str:
    term = context.locale.term
    if part.name == "year":
        year = f"{abs(day.year) % 100:02}" if part.form == "short" else str(abs(day.year))
        return year + (term("bc") if day.year < 0 else term("ad") if 0 < day.year < 500 else "") if day.year else ""
    if part.name == "month":
        if day.season or day.month > 12:
            return term(f"season-{day.season or (day.month - 1) % 4 + 1:02}")
        return _numeral(day.month, part.form) or term(f"month-{day.month:02}", "short" if part.form == "short" else "long")
    if part.form == "ordinal" and (day.day == 1 or context.locale.options.get("limit-day-ordinals-to-day-1") != "true"):
        return context.locale.ordinal(day.day) if day.day else ""
    return _numeral(day.day, part.form if part.form.startswith("numeric") else "numeric")


def _numeral(number: int, form: str) -> str:
    if not number or not form.startswith("numeric"):
        return ""
    return f"{number:02}" if form == "numeric-leading-zeros" else str(number)


def read(date: Mapping[str, object]) -> tuple[list[Day], str]:
    """The one or two days of a date of CSL-JSON, or its text where it is none."""
    season = _whole(date.get("season"))
    days = [Day(*(_whole(part) for part in [*parts, 0, 0, 0][:3])) for parts in _lists(date.get("date-parts"))]
    days = [Day(day.year, day.month, day.day, season) for day in days if day.year]
    if days:
        return days[:2], ""
    raw = str(date.get("raw") or "")
    found = [_RAW.fullmatch(each.strip()) for each in raw.split("/")] if raw else []
    if found and all(found):
        return [Day(*(int(part or 0) for part in match.groups())) for match in found if match][:2], ""
    return [], str(date.get("literal") or raw)


def _lists(parts: object) -> list[list[object]]:
    return [each for each in parts if isinstance(each, list)] if isinstance(parts, list) else []


def _whole(value: object) -> int:
    """A number, written as one or as digits; 0 for all else."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return 0
    digits = str(value).strip()
    return int(digits) if len(digits) < 6 and digits.lstrip("-").isascii() and digits.lstrip("-").isdigit() else 0
