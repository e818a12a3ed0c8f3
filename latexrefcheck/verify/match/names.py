"""Decide whether two written names can be one person.

Names are compared whole, because sources cut them differently: particles land in the given name,
family and given name trade places, double surnames are split, initials and transliterations differ.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from latexrefcheck.text.fold import fold
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match.words import plain, similarity

PARTICLES = frozenset(
    "van von der den de del della dello delle degli di da das do dos du d la le les l lo ten ter te het "
    "t zu zur zum vom vander vanden "
    "al el ul ibn bin bint ben abu af av und y e i san santa mac mc st saint o".split()
)
_SUFFIXES = frozenset("jr sr junior senior ii iii iv filho neto phd md dr prof sir".split())
_NICKNAMES = (
    "alexander alex sasha sandy",
    "andrew andy drew",
    "anthony tony",
    "benjamin ben",
    "charles charlie chuck",
    "christopher chris",
    "daniel dan danny",
    "david dave",
    "deborah debbie",
    "donald don",
    "dmitry dmitri dima dmitrii",
    "edward ed eddie ted",
    "elizabeth liz beth betty eliza",
    "eugene gene evgeny yevgeny evgenii",
    "frederick fred",
    "gregory greg",
    "james jim jimmy jamie",
    "jennifer jen jenny",
    "joseph joe",
    "katherine kate kathy katie catherine cathy",
    "kenneth ken",
    "lawrence larry laurence",
    "margaret maggie peggy",
    "matthew matt",
    "michael mike mikhail micha",
    "mohammed mohammad muhammad mohamed mohamad muhammed",
    "nicholas nick nicolas nikolaus",
    "patricia pat",
    "peter pete",
    "philip phil phillip",
    "rebecca becky",
    "richard rick dick rich",
    "robert bob rob bobby",
    "ronald ron",
    "samuel sam",
    "stephen steve steven stefan",
    "susan sue",
    "theodore ted theo",
    "thomas tom",
    "timothy tim",
    "victoria vicky",
    "vladimir volodymyr vova",
    "william bill will billy",
    "zachary zach zack",
)
NICKNAMES: dict[str, frozenset[str]] = {}
for _row in _NICKNAMES:
    for _name in _row.split():
        NICKNAMES[_name] = NICKNAMES.get(_name, frozenset()) | frozenset(_row.split())

_SEPARATOR = re.compile(r"[\s.,;·]+")
_JOINERS = re.compile(r"[-‐‑‒–'’‘ʼ`´]")
_HOMONYM = re.compile(r"\s+\d{4}$")
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe", "Å": "Aa"}
)
_ORGANISATION = re.compile(
    r"\b(?:collaborations?|consortium|group|team|project|institutes?|university|universit|committee|commission|organi[sz]ation|agency|association|"
    r"society|foundation|network|initiative|council|ministry|department|laborator|inc|ltd|gmbh|llc|corporation|company|study|investigators|community|"
    r"openai|google|deepmind|microsoft|meta|nvidia|anthropic)",
    re.I,
)


LONGEST = 200
"""Characters of each part of a name that are compared."""

_BODY = re.compile(r"\b(?:team|collaboration|consortium|working group|investigators|project|initiative|committee)$", re.I)


class Name(NamedTuple):
    """A name in comparable form: core tokens of the family name, tokens of the given name, particles dropped from both."""

    family: tuple[str, ...]
    given: tuple[str, ...]
    whole: bool
    text: str
    spellings: frozenset[str]
    """Joined spellings of the family name: accents dropped, or written out as in German."""


@lru_cache(maxsize=50_000)
def name(person: Person) -> Name:
    """The comparable form of a person. ``whole`` is true for an organisation or collaboration."""
    person = Person(*(part[:LONGEST] for part in person))
    text = _HOMONYM.sub("", plain(person.text)).strip()
    if not person.literal and (not person.given or _BODY.search(text)):
        # A name of one part, or "Qwen Team" read as given and family name: an organisation, or someone by one name.
        return Name(_tokens(text), (), True, text, frozenset(("".join(_tokens(text)),)))
    if person.literal:
        literal = _HOMONYM.sub("", plain(person.literal)).strip()
        if _ORGANISATION.search(literal) or len(literal.split()) > 4 or len(literal.split()) == 1:
            return Name(_tokens(literal), (), True, text, frozenset(("".join(_tokens(literal)),)))
        if "," in literal:
            family_text, given_text = (part.strip() for part in literal.split(",", 1))
        else:
            given_text, family_text = _split(literal)
    else:
        family_text, given_text = f"{person.prefix} {person.family}", person.given
    family_text, given_text = _HOMONYM.sub("", plain(family_text)), plain(given_text)
    family = _core(_tokens(family_text)) or _tokens(family_text)
    # An initial may look like a particle ("E. Chi", "Y. Li").
    written = _given(given_text)
    given = tuple(token for token in written if len(token) == 1 or (token not in PARTICLES and token not in _SUFFIXES)) or written
    joined = {
        "".join(family),
        "".join(_tokens(family_text)),
        "".join(_core(_tokens(family_text.translate(_UMLAUTS)))) or "".join(family),
    }
    return Name(family, given, False, text, frozenset(joined | {_plain_umlauts(form) for form in joined}))


def _split(literal: str) -> tuple[str, str]:
    """Given and family part of a name written in one piece; particles go with the family name."""
    parts = literal.split()
    cut = len(parts) - 1
    while cut > 1 and parts[cut - 1].lower() in PARTICLES:
        cut -= 1
    return " ".join(parts[:cut]), " ".join(parts[cut:])


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(token for token in _SEPARATOR.split(fold(_JOINERS.sub(" ", text))) if token)


def _core(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Tokens without particles and suffixes, unless nothing would be left."""
    core = tuple(token for token in tokens if token not in PARTICLES and token not in _SUFFIXES)
    return core or tokens


def _given(text: str) -> tuple[str, ...]:
    """Tokens of a given name: ``J.-P.``, ``JP`` and ``J P`` are the same two initials; ``Ken-ichi`` is one name."""
    tokens: list[str] = []
    for piece in _SEPARATOR.split(text):
        bare = _JOINERS.sub("", piece)
        if not bare:
            continue
        if len(bare) <= 3 and bare.isupper() and bare.isalpha() and len(bare) > 1:
            tokens.extend(fold(bare))  # PubMed and others write initials without points
        elif _JOINERS.search(piece) and all(len(part) <= 1 for part in _JOINERS.split(piece)):
            tokens.extend(fold(bare))
        else:
            tokens.append(fold(bare))
    return tuple(tokens)


def _plain_umlauts(form: str) -> str:
    return form.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def organisation(person: Person) -> bool:
    """Whether the name is that of a body rather than a person."""
    return name(person).whole


@lru_cache(maxsize=100_000)
def relation(left: Person, right: Person) -> str:
    """``same``, ``near`` (same but for a spelling), ``given`` (same family name, other given name), ``family`` or ``other``.

    ``family`` means: another family name under the same full given name (perhaps a changed name).
    """
    a, b = name(left), name(right)
    if a.whole or b.whole:
        return "same" if _same_body(a, b) else "other"
    if a.spellings & b.spellings or _contained(a.family, b.family):
        if given_agrees(a.given, b.given):
            return "same"
        return "same" if _whole_name(a, b) else "given"
    if _whole_name(a, b):
        return "same"
    if _respelled(a, b) and given_agrees(a.given, b.given):
        return "near"
    if a.given and b.given and len(a.given[0]) > 2 and a.given[0] == b.given[0]:
        return "family"
    return "other"


def _same_body(a: Name, b: Name) -> bool:
    drop = {"the", "collaboration", "collaborations", "group", "team", "consortium", "project", "et", "al", "for"}
    left, right = (frozenset(_tokens(side.text)) - drop for side in (a, b))
    if not left or not right:
        return False
    return left <= right or right <= left or similarity(" ".join(sorted(left)), " ".join(sorted(right))) >= 0.85


def _contained(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether one family name is part of the other, as in double surnames and added married names."""
    short, long = sorted((frozenset(left), frozenset(right)), key=len)
    return bool(short) and short <= long and max(map(len, short)) > 1


def given_agrees(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether given names can be one person's: initials, short forms, a second name used as the first."""
    if not left or not right:
        return True
    if _token_agrees(left[0], right[0]):
        return True
    if "".join(left) == "".join(right) or _run_together(left, right) or _run_together(right, left):
        return True
    full_left, full_right = ({token for token in side if len(token) > 2} for side in (left, right))
    if any(a == b or b in NICKNAMES.get(a, ()) for a in full_left for b in full_right):
        return True
    # "M. Peter" against "Peter": the first name of one is a later name of the other.
    return any(_token_agrees(left[0], token) for token in right[1:]) or any(_token_agrees(right[0], token) for token in left[1:])


def _run_together(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """``xm`` or ``x m`` against ``xiao ming``: initials of the parts, in order."""
    return (
        all(len(token) == 1 for token in short)
        and len(short) <= len(long)
        and all(b.startswith(a) for a, b in zip(short, long, strict=False))
    )


def _token_agrees(a: str, b: str) -> bool:
    if a == b:
        return True
    if len(a) == 1 or len(b) == 1:
        return a[0] == b[0]
    if a.startswith(b) or b.startswith(a):
        return True
    if min(len(a), len(b)) >= 4 and (a.endswith(b) or b.endswith(a)):
        return True  # Oluwasanmi goes by Sanmi
    if b in NICKNAMES.get(a, ()):
        return True
    # Transliterations and slips keep the first letter or differ in very little: Yurii/Yuri, Sergej/Sergey, Jon/John.
    likeness = similarity(a, b)
    return likeness >= 0.85 or (a[0] == b[0] and likeness >= 0.78)


def _whole_name(a: Name, b: Name) -> bool:
    """Whether the names agree as sets of tokens: other order, other cut between given and family name."""
    left, right = list(a.given + a.family), list(b.given + b.family)
    if "".join(left) == "".join(right) or "".join(a.family + a.given) == "".join(b.given + b.family):
        return True
    strong = 0
    short, long = (left, right) if len(left) <= len(right) else (right, left)
    pool = list(long)
    for token in sorted(short, key=len, reverse=True):
        hit = next((other for other in pool if other == token), None)
        if hit is None and len(token) == 1:
            hit = next((other for other in pool if other[0] == token), None)
        if hit is None and len(token) > 1:
            hit = next((other for other in pool if len(other) == 1 and token[0] == other), None)
        if hit is None:
            return False
        strong += len(hit) > 1 and len(token) > 1
        pool.remove(hit)
    family_met = any(token in long for token in short if len(token) > 1 and (token in a.family or token in b.family))
    return strong >= 1 and family_met and len(short) >= 2


def _respelled(a: Name, b: Name) -> bool:
    """Whether two family names are one in another transliteration or with a slip."""
    left, right = "".join(a.family), "".join(b.family)
    if min(len(left), len(right)) < 4:
        return False
    return similarity(left, right) >= (0.84 if min(len(left), len(right)) >= 6 else 0.88)
