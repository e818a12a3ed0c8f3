"""Whether the parts of a record that say which work it is have the form that text, people and dates can have.

A number in the place of a title is no title, a text in the place of the people no list of them. Read as such they would
make a damaged record another work's; so the whole record counts as unreadable.
"""

from __future__ import annotations

from typing import TypeVar

_TITLES = ("title", "titles", "subtitle", "original-title", "short-title", "display_name", "vernaculartitle", "container-title")
_PEOPLE = ("author", "editor", "authors", "editors", "creators", "authorships", "authorList", "contributors")
_INSIDE = ("attributes", "metadata", "content")
"""Where the APIs of DataCite, INSPIRE and OpenReview keep the parts of a record."""
_DATES = ("issued", "published", "published-print", "published-online", "published-other", "posted")

Entry = TypeVar("Entry")


def readable(entry: Entry) -> Entry:
    """``entry`` itself; raises :class:`TypeError` if a title, a list of people or a date in it has no form of one."""
    if isinstance(entry, dict):
        for told in (entry, *(entry[name] for name in _INSIDE if isinstance(entry.get(name), dict))):
            _titles(told)
            _people(told)
            for name in _DATES:
                _date(name, told.get(name))
    return entry


def _titles(told: dict[str, object]) -> None:
    for name in _TITLES:
        value = told.get(name)
        for one in value if isinstance(value, list) else (value,):
            if not isinstance(one, str | dict | None):
                raise TypeError(f"{name} is no text")


def _people(told: dict[str, object]) -> None:
    for name in _PEOPLE:
        value = told.get(name)
        if not isinstance(value, list | dict | None):
            raise TypeError(f"{name} is no list of people")
        if isinstance(value, list) and any(not isinstance(one, str | dict | None) for one in value):
            raise TypeError(f"{name} lists something else than people")


def _date(name: str, value: object) -> None:
    """The year of a date in CSL's form; other forms of dates have no ``date-parts``."""
    parts = value.get("date-parts") if isinstance(value, dict) else None
    if parts is None:
        return
    first = parts[0] if isinstance(parts, list) and parts else parts or None
    year = first[0] if isinstance(first, list) and first else first or None
    if isinstance(year, bool) or not (year is None or isinstance(year, int) or (isinstance(year, str) and _number(year))):
        raise TypeError(f"{name} has no year")


def _number(text: str) -> bool:
    return not text.strip() or text.strip().lstrip("-").isdigit()
