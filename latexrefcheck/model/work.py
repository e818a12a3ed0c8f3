"""One work: title, people, dates, venue and identifiers, as a paper cites it or as a source describes it.

A :class:`~latexrefcheck.model.record.Reference` and a :class:`~latexrefcheck.model.record.Record` are both a work with
what else they know. :mod:`latexrefcheck.model.csl` writes one as CSL-JSON and reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from latexrefcheck.text.person import Person


class Date(NamedTuple):
    """A day, month, season or year. ``month`` is 1..12, ``day`` 1..31, ``season`` 1..4 from spring; 0 is "not said".

    A negative year is before our era. ``circa`` marks a guess; ``literal`` is a date in words that has no number.
    """

    year: int = 0
    month: int = 0
    day: int = 0
    season: int = 0
    circa: bool = False
    literal: str = ""


NO_DATE = Date()


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """One work; all text is Unicode without TeX.

    ``type`` is one word of the project's (``article``, ``inproceedings``, ``chapter``, ``preprint`` …; the names of
    entry types are understood), ``form`` the type of CSL 1.0.2 where a file told it more exactly.
    ``titles`` holds every form (title with subtitle, original, short, translated), the main one first; ``years`` every
    publication year (print, online, preprint), never a deposit date; ``venues`` long, short and series names of what
    it appeared in. ``authors_cut`` marks a list that ends in "and others" or was cut short by its source.
    ``identifiers`` maps ``doi``, ``arxiv``, ``pmid``, ``pmcid``, ``isbn``, ``issn``, ``acl``, ``openreview``, ``url``
    to canonical values. What only a citation style prints stands behind them: ``issued`` and ``accessed`` dates,
    ``place`` of the publisher, ``edition``, ``chapter``, ``language``, ``genre`` ("PhD thesis"), ``event`` (the meeting),
    ``version``, ``note``, ``translators``; ``more`` keeps the variables of CSL that have no field here.
    """

    type: str = ""
    titles: tuple[str, ...] = ()
    authors: tuple[Person, ...] = ()
    editors: tuple[Person, ...] = ()
    authors_cut: bool = False
    years: tuple[int, ...] = ()
    venues: tuple[str, ...] = ()
    series: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    publisher: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    form: str = ""
    issued: Date = NO_DATE
    accessed: Date = NO_DATE
    translators: tuple[Person, ...] = ()
    place: str = ""
    edition: str = ""
    chapter: str = ""
    language: str = ""
    genre: str = ""
    event: str = ""
    event_place: str = ""
    version: str = ""
    note: str = ""
    more: Mapping[str, object] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The main title."""
        return self.titles[0] if self.titles else ""

    @property
    def venue(self) -> str:
        """The main name of what the work appeared in."""
        return self.venues[0] if self.venues else ""

    @property
    def year(self) -> int | None:
        """The first year of publication; None where none is told."""
        return self.years[0] if self.years else None
