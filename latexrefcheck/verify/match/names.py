"""The comparable form of a name.

Names are compared whole, because sources cut them differently: particles land in the given name, family and
given name trade places, double surnames are split, initials and transliterations differ.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from latexrefcheck.text.deposited import unmarked
from latexrefcheck.text.fold import is_cjk, latin, script
from latexrefcheck.text.person import DETACHED, PARTICLES, TITLES, Person, is_organisation, without_homonym
from latexrefcheck.text.surnames import readings
from latexrefcheck.verify.match.words import plain

LONGEST = 200
"""Characters of each part of a name that are compared."""

MOST_WORDS = 4
"""Words of a name in braces up to which it can be a person's."""

_SEPARATOR = re.compile(r"[\s.,;·]+")
_JOINERS = re.compile(r"[-‐‑‒–'’‘ʼ`´]")
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe", "Å": "Aa"}
)
_NOT_PARTICLES = frozenset(("in", "op", "und", "auf", "tot"))
"""Particles that are also given names or words in the middle of one ("In Ho")."""
_FAMILY_ONLY = PARTICLES | DETACHED | TITLES
_GIVEN_DROPPED = (PARTICLES | DETACHED | TITLES) - _NOT_PARTICLES
_BOTH_SCRIPTS = re.compile(r"\s*[(\[（]?[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af]+[)\]）]?\s*")


class Kind(StrEnum):
    """What a written name names."""

    PERSON = "person"
    SINGLE = "single"
    """One name alone: a bare surname, somebody by one name, or a short name of an organisation."""
    BODY = "body"


class Name(NamedTuple):
    """A name in comparable form: core tokens of the family name, tokens of the given name, particles dropped from both."""

    kind: Kind
    family: tuple[str, ...]
    given: tuple[str, ...]
    text: str
    script: str
    spellings: frozenset[str]
    """Joined spellings of the family name: accents dropped, or written out as in German; readings of one in Han or Hangul."""


@lru_cache(maxsize=50_000)
def name(person: Person) -> Name:
    """The comparable form of a person or organisation."""
    person = Person(*(_clean(part) if part else "" for part in person))
    text = person.text
    if is_cjk(text) and re.search(r"[A-Za-z]{2}", text):
        person = Person(*(_BOTH_SCRIPTS.sub(" ", part).strip() for part in person))  # "Zhang Wei (张伟)"
    literal = person.literal
    if is_organisation(text) or len(literal.split()) > MOST_WORDS:
        return _body(text)
    if is_cjk(text) and script(text) != "latin":
        return _east_asian(person, text)
    if literal and "," in literal:
        family, _, given = (part.strip() for part in literal.partition(","))
    elif literal:
        given, family = _split(literal)
    else:
        family, given = f"{person.particles} {person.family}".strip(), person.given
    return _person(family, given, text)


def _clean(part: str) -> str:
    """A part of a name without markup, footnote signs and the number of a homonym."""
    part = part[:LONGEST].strip()
    if part.isascii() and part.replace(" ", "").replace(".", "").replace("-", "").isalpha():
        return part  # most are
    return without_homonym(unmarked(plain(part).strip()))


def _body(text: str) -> Name:
    tokens = _tokens(text)
    return Name(Kind.BODY, tokens, (), text, script(text), frozenset(("".join(tokens),)))


def _person(family_text: str, given_text: str, text: str) -> Name:
    tokens = _tokens(family_text)
    family = _core(tokens)
    written = _given(given_text)
    given = tuple(token for token, raw in written if not _is_dropped(token, raw)) or tuple(token for token, _ in written)
    joined = {"".join(family), "".join(tokens)}
    if not family_text.isascii():
        joined.add("".join(_core(_tokens(family_text.translate(_UMLAUTS)))))
    spellings = frozenset(form for form in joined | {_plain_umlauts(form) for form in joined} if form)
    kind = Kind.PERSON if given else Kind.SINGLE
    return Name(kind, family, given, text, script(family_text), spellings)


def _is_dropped(token: str, raw: str) -> bool:
    """Whether a word of the given names is a particle or a title; an initial may look like one ("E. Chi", "Y. Li")."""
    return len(token) > 1 and (token in _GIVEN_DROPPED or (token in PARTICLES and raw.islower()))


def _east_asian(person: Person, text: str) -> Name:
    """A name in Han, kana or Hangul: the family name first, of one character or, where there are four, two."""
    family, given = person.family, person.given
    if person.literal or not given:
        whole = re.sub(r"[\s,·・]+", " ", person.literal or f"{person.particles}{family}").strip()
        family, _, given = whole.partition(" ")
        if not given:
            size = 2 if len(whole) > 3 or whole[:2] in _COMPOUND else 1
            family, given = whole[:size], whole[size:]
    family, given = family.strip(), re.sub(r"\s", "", given)
    tokens = tuple(latin(character) for character in given) if script(given) in ("cjk", "hangul") else _tokens(given)
    names = readings(family) | {"".join(_tokens(family))}
    return Name(Kind.PERSON if tokens else Kind.SINGLE, ("".join(_tokens(family)),), tokens, text, script(text), frozenset(names))


_COMPOUND = frozenset(
    "歐陽 欧阳 司馬 司马 上官 諸葛 诸葛 東方 东方 夏侯 皇甫 尉遲 尉迟 公孫 公孙 慕容 司徒 令狐 남궁 황보 제갈 선우".split()
)
"""Family names of two characters."""


def _split(literal: str) -> tuple[str, str]:
    """Given and family part of a name written in one piece; particles go with the family name."""
    parts = literal.split()
    cut = len(parts) - 1
    while cut > 1 and parts[cut - 1].lower() in PARTICLES:
        cut -= 1
    if cut == 1 and parts[0].lower() in PARTICLES:
        cut = 0
    return " ".join(parts[:cut]), " ".join(parts[cut:])


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(token for token in _SEPARATOR.split(latin(_JOINERS.sub(" ", text))) if token)


def _core(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Tokens without particles and suffixes, unless nothing would be left."""
    return tuple(token for token in tokens if token not in _FAMILY_ONLY) or tokens


def _given(text: str) -> list[tuple[str, str]]:
    """Tokens of a given name, each as it is written: ``J.-P.``, ``JP`` and ``J P`` are the same two initials.

    ``Ken-ichi`` is one name.
    """
    tokens: list[tuple[str, str]] = []
    for piece in _SEPARATOR.split(text):
        bare = _JOINERS.sub("", piece)
        if not bare:
            continue
        if len(bare) <= 3 and bare.isupper() and bare.isalpha() and len(bare) > 1:
            tokens.extend((latin(letter), letter) for letter in bare)  # PubMed and others write initials without points
        elif _JOINERS.search(piece) and all(len(part) <= 1 for part in _JOINERS.split(piece)):
            tokens.extend((latin(letter), letter) for letter in bare)
        else:
            tokens.append((latin(bare), piece))
    return [(token, raw) for token, raw in tokens if token]


def _plain_umlauts(form: str) -> str:
    return form.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def organisation(person: Person) -> bool:
    """Whether the name says that it is a body's rather than a person's."""
    return name(person).kind is Kind.BODY
