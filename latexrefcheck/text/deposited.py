"""Names as scholarly registries deposit them, into :class:`~latexrefcheck.text.person.Person`.

BibTeX's rules (:mod:`latexrefcheck.text.names`) do not apply: deposits put particles into either part, suffixes into the
family name, and write names all in capitals.
"""

from __future__ import annotations

import re

from latexrefcheck.text.markup import plain_text
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import PARTICLES, Person, is_initials, is_organisation, is_suffix, without_homonym

_NO_PERSON = lazy(r"[0-9]|,.*,.*,")
"""Digits and many commas are those of an address, which some deposits give as an author."""
_MARKS = lazy(r"(?<=[^\W\d_])[\s*†‡§¶‖#⋆∗★♯♮♭∥⁎✉☆✝✠\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u1d2c-\u1d6a\u2070-\u209c]+$")
_NOTE_NUMBERS = lazy(r"(?<=[^\W\d_])\s?\^?[(\[{]?[0-9]{1,2}(?:\s*,\s*[0-9]{1,2}){0,8}[)\]}]?(?:\s*,\s*[*†‡§¶])?[*†‡§¶]?$")
"""Signs and numbers of footnotes that a deposit took over from the page ("Poe†", "Poe1,2", "Poe(1)")."""


def unmarked(name: str) -> str:
    """``name`` without the signs and numbers of footnotes behind it."""
    if name[-1:].isalpha() and name.isascii():
        return name
    for _ in range(3):  # "Poe 1,*"
        name = _NOTE_NUMBERS.sub("", _MARKS.sub("", name))
    return name


def person(family: object = "", given: object = "", suffix: object = "", prefix: object = "") -> Person | None:
    """A person from the parts of a name, JSON values of any kind; None if there is no name in them.

    Particles go into ``prefix`` wherever the deposit put them ("Lonne van der" + "Plas"), a suffix at
    the end of the family name into ``suffix``, and names all in capitals get ordinary case.
    """
    family, given, suffix, prefix = (_plain(part).strip(" ,;") for part in (family, given, suffix, prefix))
    family = unmarked(family)
    if not re.search(r"\w", family):
        return whole(given) if re.search(r"\w", given) else None
    if not given and not prefix and len(family.split()) > 1 and family.split()[0].lower() not in PARTICLES:
        return whole(family)
    words = family.replace(",", " ").split()
    if len(words) > 1 and is_suffix(words[-1]):
        suffix = suffix or words[-1]
        words = words[:-1]
    shouting = family.isupper() and len(family) > 1
    front: list[str] = []
    while len(words) > 1 and (words[0] if not shouting else words[0].lower()) in PARTICLES:
        front.append(words.pop(0).lower())
    names = given.split()
    if len(names) > 1 and is_suffix(names[-1]):
        suffix = suffix or names.pop()
    behind: list[str] = []
    while len(names) > 1 and names[-1] in PARTICLES and names[-1].islower():
        behind.insert(0, names.pop())
    prefix = " ".join((*prefix.split(), *behind, *front))
    family = " ".join(words)
    given = " ".join(names)
    return Person(_cased(family) if shouting else family, _cased_given(given) if shouting else given, prefix, suffix)


LONGEST_SUFFIX = 3
"""Letters of a suffix as it is mostly written: Jr, III. Longer ones (Senior) are family names too."""


def whole(text: object, organisation: bool = False) -> Person | None:
    """A person from a name in one string, ``Family, Given`` or ``Given von Family``; an organisation stays whole."""
    text = without_homonym(_plain(text)).strip(" ,;:")
    if not re.search(r"\w", text):
        return None
    if not organisation and not is_organisation(text):
        text = unmarked(text)
    if organisation or is_organisation(text) or _NO_PERSON.search(text):
        return Person(literal=text)
    if "," in text:
        parts = [part.strip() for part in text.split(",")]
        if len(parts) == 3 and is_suffix(parts[1]):
            return person(parts[0], parts[2], parts[1])
        if len(parts) >= 2 and is_suffix(parts[-1]):
            inner = whole(", ".join(parts[:-1]))
            return inner._replace(suffix=parts[-1]) if inner else None
        return person(parts[0], ", ".join(parts[1:]))
    words = text.split()
    if words[0].lower() in PARTICLES and words[0].islower():
        return Person(" ".join(words[1:]), prefix=words[0]) if len(words) > 1 else Person(text)
    # Andrew W. Senior is called so; what stands behind an initial alone is the family name.
    called = words[-1].isalpha() and len(words[-1]) > LONGEST_SUFFIX and is_initials(words[-2]) if len(words) > 2 else False
    suffix = words.pop() if len(words) > 2 and is_suffix(words[-1]) and not called else ""
    if len(words) == 1:
        return person(words[0], "", suffix)
    start = next((place for place, word in enumerate(words[1:-1], 1) if word in PARTICLES), len(words) - 1)
    return person(" ".join(words[start:]), " ".join(words[:start]), suffix)


def indexed(text: object) -> Person | None:
    """A person from PubMed's index form: family name, then initials without points (``van der Berg JA Jr``)."""
    words = _plain(text).split()
    suffix = words.pop() if len(words) > 2 and is_suffix(words[-1]) and not words[-1].isupper() else ""
    if len(words) > 1 and words[-1].isupper() and len(words[-1]) <= 4:
        return person(" ".join(words[:-1]), " ".join(words[-1]), suffix)
    return whole(text)


def organisation(text: object) -> Person | None:
    """An organisation or collaboration as an author."""
    return whole(text, organisation=True)


def _plain(value: object) -> str:
    """A JSON value as text; nothing for what is no text and for "null", a slip of depositing programs."""
    text = plain_text(value) if isinstance(value, str) else ""
    return "" if text.lower() in ("null", "none") else text


def _cased(name: str) -> str:
    """A name in capitals in ordinary case: ``O'BRIEN-SMITH`` gives ``O'Brien-Smith``."""
    return re.sub(r"[^\W\d_]+", lambda match: match[0].capitalize(), name)


def _cased_given(name: str) -> str:
    """Given names in capitals in ordinary case; initials (``JK``) stay."""
    return " ".join(_cased(word) if word.isupper() and len(word) > 3 and not is_initials(word) else word for word in name.split())
