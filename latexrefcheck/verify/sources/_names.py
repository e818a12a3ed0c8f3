"""Names as scholarly APIs spell them, into :class:`Person`."""

from __future__ import annotations

import re
from typing import Any

from latexrefcheck.model.record import Person
from latexrefcheck.verify.sources._text import plain

PARTICLES = frozenset(
    "af al auf av bin bint d da dal das de degli dei del dela dell della delle den der des di do dos du el het in la las le "
    "les lo los op 't 's te ten ter tot und van vande vanden vander vd vom von vonder zu zum zur ben ibn".split()
)
"""Words in lower case that stand before a family name and sort with it or not, by country and taste."""

_SUFFIX = re.compile(r"^(?:jr|sr|junior|senior|ii|iii|iv|2nd|3rd|4th)\.?$", re.IGNORECASE)
"""Suffixes that may stand inside another part of the name; a lone V there is an initial."""
_ORGANISATION = re.compile(
    r"\b(?:collaborations?|consorti(?:um|a)|group|team|network|project|programme|committee|commission|council|association|societ[yé]"
    r"|universit\w*|institut\w*|department|ministry|agency|organi[sz]ation|foundation|laborator(?:y|ies)|cent(?:re|er|rum)"
    r"|investigators|initiative|federation|alliance|corporation|inc|ltd|llc|gmbh|hospital|task\s+force|developers|contributors"
    r"|community)\b",
    re.IGNORECASE,
)
_NO_PERSON = re.compile(r"[0-9]|,.*,.*,")
"""Digits and many commas are those of an address, which some deposits give as an author."""
_HOMONYM = re.compile(r"\s+[0-9]{4}$")
_INITIALS = re.compile(r"^[^\W\d_]{1,3}$|^(?:[^\W\d_]\.?[- ]?){1,4}$")


def person(family: Any = "", given: Any = "", suffix: Any = "", prefix: Any = "") -> Person | None:
    """A person from the parts of a name; None if there is no name in them.

    Particles go into ``prefix`` wherever the deposit put them ("Lonne van der" + "Plas"), a suffix at
    the end of the family name into ``suffix``, and names all in capitals get ordinary case.
    """
    family, given, suffix, prefix = (plain(part).strip(" ,;") for part in (family, given, suffix, prefix))
    if not re.search(r"\w", family):
        return whole(given) if re.search(r"\w", given) else None
    if not given and not prefix and len(family.split()) > 1 and family.split()[0].lower() not in PARTICLES:
        return whole(family)
    words = family.replace(",", " ").split()
    if len(words) > 1 and _SUFFIX.match(words[-1]):
        suffix = suffix or words[-1]
        words = words[:-1]
    shouting = family.isupper() and len(family) > 1
    front: list[str] = []
    while len(words) > 1 and (words[0] if not shouting else words[0].lower()) in PARTICLES:
        front.append(words.pop(0).lower())
    names = given.split()
    if len(names) > 1 and _SUFFIX.match(names[-1]):
        suffix = suffix or names.pop()
    behind: list[str] = []
    while len(names) > 1 and names[-1] in PARTICLES and names[-1].islower():
        behind.insert(0, names.pop())
    prefix = " ".join((*prefix.split(), *behind, *front))
    family = " ".join(words)
    given = " ".join(names)
    return Person(cased(family) if shouting else family, cased_given(given) if shouting else given, prefix, suffix)


def whole(text: Any, organisation: bool = False) -> Person | None:
    """A person from a name in one string, ``Family, Given`` or ``Given von Family``; an organisation stays whole."""
    text = _HOMONYM.sub("", plain(text)).strip(" ,;:")
    if not re.search(r"\w", text):
        return None
    if organisation or _ORGANISATION.search(text) or _NO_PERSON.search(text):
        return Person(literal=text)
    if "," in text:
        parts = [part.strip() for part in text.split(",")]
        if len(parts) == 3 and _SUFFIX.match(parts[1]):
            return person(parts[0], parts[2], parts[1])
        if len(parts) >= 2 and _SUFFIX.match(parts[-1]):
            inner = whole(", ".join(parts[:-1]))
            return inner._replace(suffix=parts[-1]) if inner else None
        return person(parts[0], ", ".join(parts[1:]))
    words = text.split()
    if words[0].lower() in PARTICLES and words[0].islower():
        return Person(" ".join(words[1:]), prefix=words[0]) if len(words) > 1 else Person(text)
    suffix = words.pop() if len(words) > 2 and _SUFFIX.match(words[-1]) else ""
    if len(words) == 1:
        return person(words[0], "", suffix)
    start = next((place for place, word in enumerate(words[1:-1], 1) if word in PARTICLES), len(words) - 1)
    return person(" ".join(words[start:]), " ".join(words[:start]), suffix)


def indexed(text: Any) -> Person | None:
    """A person from PubMed's index form: family name, then initials without points (``van der Berg JA Jr``)."""
    words = plain(text).split()
    suffix = words.pop() if len(words) > 2 and _SUFFIX.match(words[-1]) and not words[-1].isupper() else ""
    if len(words) > 1 and words[-1].isupper() and len(words[-1]) <= 4:
        return person(" ".join(words[:-1]), " ".join(words[-1]), suffix)
    return whole(text)


def organisation(text: Any) -> Person | None:
    """An organisation or collaboration as an author."""
    return whole(text, organisation=True)


def cased(name: str) -> str:
    """A name in capitals in ordinary case: ``O'BRIEN-SMITH`` gives ``O'Brien-Smith``."""
    return re.sub(r"[^\W\d_]+", lambda match: match[0].capitalize(), name)


def cased_given(name: str) -> str:
    """Given names in capitals in ordinary case; initials (``JK``) stay."""
    return " ".join(
        cased(word) if word.isupper() and len(word) > 2 and not _INITIALS.match(word) else word for word in name.split()
    )
