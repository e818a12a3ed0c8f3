"""A person or organisation, and the words that names are made of: particles, suffixes, words of organisations."""

from __future__ import annotations

import re
from typing import NamedTuple

from latexrefcheck.text.patterns import lazy


class Person(NamedTuple):
    """One author or editor in Unicode. ``literal`` names an organisation or an unsplit name; then the rest is empty.

    ``family`` includes no particle: ``prefix`` has it ("van der"), and ``dropping`` the one that a file of CSL-JSON tells
    apart because it goes where the given name goes ("d'" of d'Alembert, Jean).
    """

    family: str = ""
    given: str = ""
    prefix: str = ""
    suffix: str = ""
    literal: str = ""
    dropping: str = ""

    @property
    def particles(self) -> str:
        """All particles, as they stand before the family name."""
        return f"{self.dropping} {self.prefix}" if self.dropping and self.prefix else self.dropping or self.prefix

    @property
    def text(self) -> str:
        """Display form: ``Given prefix Family, Suffix`` or the literal."""
        if self.literal:
            return self.literal
        name = " ".join(part for part in (self.given, self.particles, self.family) if part)
        return f"{name}, {self.suffix}" if self.suffix else name


PARTICLES = frozenset(
    "abu af al auf av ben bin bint d da dal das de degli dei del dela dell della delle dello den der des di do dos du el het ibn "
    "in l la las le les lo los op 't 's t te ten ter tot ul und van vande vanden vander vd vom von vonder zu zum zur".split()
)
"""Words that stand before a family name and sort with it or not, by country and taste; in lower case, as they are written."""

DETACHED = frozenset("e i mac mc o saint san santa st y".split())
"""Parts of a family name that some write apart, or leave out."""

_SUFFIX = lazy(r"(?:jr|sr|jnr|snr|junior|senior|ii|iii|iv|2nd|3rd|4th)\.?", re.IGNORECASE)
_LINEAGE = lazy(
    r"\s*(?:[js]n?r|jun(?:ior)?|sen(?:ior)?|[ivx]{1,4}|[1-9](?:st|nd|rd|th)|ph\.?\s?d|m\.?\s?d|esq|filho|neto|júnior)\.?\s*",
    re.IGNORECASE,
)
TITLES = frozenset("jr sr junior senior ii iii iv filho neto phd md dr prof sir".split())
"""Suffixes, degrees and titles, folded: no part of what a person is called by."""


def is_suffix(word: str) -> bool:
    """Whether a word is a suffix wherever in a name it stands (a lone V is an initial)."""
    return _SUFFIX.fullmatch(word) is not None


def is_lineage(part: str) -> bool:
    """Whether the part of a name between two commas is a suffix, as in ``King, Jr., Martin``."""
    return _LINEAGE.fullmatch(part) is not None


_ORGANISATION = lazy(
    r"\b(?:collaborations?|consorti(?:um|a)|groups?|team|networks?|project|programme|program|committee|commission|council"
    r"|associations?|societ(?:y|ies)|société|sociedad|gesellschaft|universit\w*|universidad\w*|institut\w*|academy|akademie|académie"
    r"|department|ministry|ministère|ministerio|agency|bureau\s+(?:of|for)|office|authority|organi[sz]ations?|foundation|laborator(?:y|ies)"
    r"|observatory|cent(?:ers?|res?|rum|ro)|investigators|initiative|federation|alliance|corporation|company|inc|ltd|llc|gmbh"
    r"|bundes\w+|landesamt|umweltamt|verband|verein|hospital|task\s+force|working\s+party|developers|contributors|community|college|library|museum|openai|google|deepmind"
    r"|microsoft|nvidia|anthropic|meta\s+(?:ai|platforms)|(?:heart|health|cohort)\s+study|bank\s+(?:of|for)"
    r"|(?:world|central|reserve|development|investment|national)\s+bank|geological\s+survey)\b"
    r"|大学|大學|研究[会所院]|学会|學會|委员会|委員会|協会|协会|연구[소원]|대학교|학회",
    re.IGNORECASE,
)


def is_organisation(name: str) -> bool:
    """Whether a name says that it is an organisation's, a collaboration's or a team's.

    Words that are also family names (Bank, Press, Study) count only with a second word.
    """
    return _ORGANISATION.search(name) is not None


_HOMONYM = lazy(r"\s+[0-9]{4}$")


def without_homonym(name: str) -> str:
    """``name`` without the number by which dblp tells homonyms apart ("Oded Gold 0001")."""
    return _HOMONYM.sub("", name)


_OTHERS = frozenset(
    ("others", "and others", "et al", "et al.", "al. et", "et. al.", "et alii", "et alia", "...", "…", r"\ldots", r"\dots")
)


def is_others(name: str) -> bool:
    """Whether a "name" stands for the people that a list leaves out, as files and records have it."""
    return name.strip(" {}").lower() in _OTHERS


_INITIALS = lazy(r"(?:[^\W\d_](?![^\W\d_])[.\s~-]*)+")


def is_initials(given: str) -> bool:
    """Whether given names are only initials: ``J. K.``, ``J.-P.``, ``J K``."""
    return _INITIALS.fullmatch(given) is not None
