"""Decide whether two written names can be one person's or one organisation's."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from latexrefcheck.text.given_names import same_given_name
from latexrefcheck.text.likeness import similarity
from latexrefcheck.text.person import Person, is_suffix
from latexrefcheck.text.sounds import coarse_key, light_key, skeleton, sounds_alike
from latexrefcheck.verify.match.names import Kind, Name, name

READ_ALOUD = frozenset(("latin", "cyrillic", "greek", "hiragana", "katakana", "georgian", "armenian"))
"""Scripts whose letters tell the sound, so that names in two of them can be told apart and not only be found alike."""

WITHOUT_VOWELS = frozenset(("arabic", "hebrew"))

LEAST_ALIKE = 0.5
"""Likeness of sounds below which names in two alphabets are two people's."""


class Relation(StrEnum):
    """How two names stand to each other."""

    SAME = "same"
    NEAR = "near"
    """The same but for a slip or another transliteration."""
    GIVEN = "given"
    """The same family name behind another given name."""
    FAMILY = "family"
    """Another family name behind the same full given name; perhaps a changed name."""
    UNKNOWN = "unknown"
    """In scripts that cannot be compared."""
    OTHER = "other"


@lru_cache(maxsize=100_000)
def relation(left: Person, right: Person) -> Relation:
    """How the names of two lists stand to each other; symmetric."""
    a, b = name(left), name(right)
    if Kind.BODY in (a.kind, b.kind):
        return _bodies(a, b)
    if a.script != b.script and a.script and b.script:
        return _across_scripts(a, b)
    if Kind.SINGLE in (a.kind, b.kind):
        cut = (right.suffix and is_suffix(left.text)) or (left.suffix and is_suffix(right.text))
        return Relation.UNKNOWN if cut else _single(a, b)  # "Heath Jr." cut to its last word
    if a.spellings & b.spellings or _contained(a.family, b.family):
        if given_agrees(a.given, b.given) or _whole_name(a, b):
            return Relation.SAME
        return Relation.GIVEN
    if _whole_name(a, b):
        return Relation.SAME
    if _respelled(a, b) and given_agrees(a.given, b.given):
        return Relation.NEAR
    if len(a.given[0]) > 2 and a.given[0] == b.given[0]:
        return Relation.FAMILY
    return Relation.OTHER


def _bodies(a: Name, b: Name) -> Relation:
    """Organisations by their words; a short name alone may be one's ("ATLAS", "WHO")."""
    if Kind.PERSON in (a.kind, b.kind):
        return Relation.SAME if a.text.casefold() == b.text.casefold() else Relation.OTHER
    if _same_body(a, b):
        return Relation.SAME
    if a.script != b.script:
        return Relation.UNKNOWN
    return Relation.OTHER


_GENERIC = frozenset(
    "the a of for and und de des et al collaboration collaborations group team consortium project investigators authors".split()
)
"""Words that one side of a comparison of organisations may leave out."""


def body_words(body: Name) -> frozenset[str]:
    """The words that tell one organisation from another."""
    return frozenset(word for token in body.family for word in token.split()) - _GENERIC


def _same_body(a: Name, b: Name) -> bool:
    left, right = body_words(a) or frozenset(a.family), body_words(b) or frozenset(b.family)
    if not left or not right:
        return False
    if left <= right or right <= left:
        return True
    if similarity(" ".join(sorted(left)), " ".join(sorted(right))) >= 0.85:
        return True
    return _is_acronym(a, b) or _is_acronym(b, a)


def _is_acronym(short: Name, long: Name) -> bool:
    """Whether one name is made of the initials of the other's words, little words in or out."""
    letters = "".join(short.family)
    if len(short.family) != 1 or not 2 <= len(letters) <= 8:
        return False
    words = [word for word in long.family if word != "the"]
    telling = [word for word in words if word not in _SMALL]
    return letters in ("".join(word[0] for word in words), "".join(word[0] for word in telling))


_SMALL = frozenset("a of for and on in und de des der et la le the".split())


def _single(a: Name, b: Name) -> Relation:
    """A bare surname against a name: the family name decides; a lone given name or a name in the other order is near."""
    if a.spellings & b.spellings or _contained(a.family, b.family):
        return Relation.SAME
    if a.kind is b.kind is Kind.SINGLE and _same_body(a, b):
        return Relation.SAME
    if _respelled(a, b):
        return Relation.NEAR
    short, long = (a, b) if a.kind is Kind.SINGLE else (b, a)
    alone = "".join(short.family)
    if len(alone) > 1 and (alone == "".join(long.given) or alone == "".join(long.family + long.given)):
        return Relation.NEAR  # deposits exchange family and given name
    return (
        Relation.NEAR if len(alone) > 1 and (_whole_name(a, b) or alone == "".join(long.given + long.family)) else Relation.OTHER
    )


def _across_scripts(a: Name, b: Name) -> Relation:
    """Names in two scripts by their sound. Given names do not count: Юрий signs as George, 伟 as David."""
    if a.spellings & b.spellings or _contained(a.family, b.family) or _whole_name(a, b):
        return Relation.SAME
    left, right = "".join(a.family), "".join(b.family)
    if sounds_alike(left, right) or _swapped(a, b):
        return Relation.NEAR
    if WITHOUT_VOWELS & {a.script, b.script}:
        same = skeleton(left) == skeleton(right) and len(skeleton(left)) > 2
        return Relation.NEAR if same else Relation.UNKNOWN
    if not {a.script, b.script} <= READ_ALOUD:
        return Relation.UNKNOWN
    alike = similarity(coarse_key(left), coarse_key(right))
    if alike >= 0.75:
        return Relation.NEAR
    return Relation.UNKNOWN if alike >= LEAST_ALIKE else Relation.OTHER


def _swapped(a: Name, b: Name) -> bool:
    """Whether the family name of one is the given name of the other and the other way round."""
    if not a.given or not b.given:
        return False
    return sounds_alike("".join(a.family), "".join(b.given)) and sounds_alike("".join(a.given), "".join(b.family))


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
    if any(a == b or same_given_name(a, b) for a in full_left for b in full_right):
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
        return a[0] == b[0] or _same_initial(a, b) or _same_initial(b, a)
    if a.startswith(b) or b.startswith(a):
        return True
    if min(len(a), len(b)) >= 4 and (a.endswith(b) or b.endswith(a)):
        return True  # Oluwasanmi goes by Sanmi
    if same_given_name(a, b) or (min(len(a), len(b)) > 2 and light_key(a) == light_key(b)):
        return True
    # Transliterations and slips keep the first letter or differ in very little: Yurii/Yuri, Sergej/Sergey, Jon/John.
    likeness = similarity(a, b)
    return likeness >= 0.85 or (a[0] == b[0] and likeness >= 0.78)


_TWO_LETTERS = {"yu": "iju", "ya": "ija", "ye": "eij", "kh": "hc", "ch": "ct", "sh": "sc", "zh": "zj", "ts": "ctz"}
"""Initials of Cyrillic names that some write with two letters, and the first letters that others write."""
_YE = ("evgen", "egor", "ekaterin", "elen", "efim", "emel", "elizavet", "evdok")
"""Beginnings of given names whose Cyrillic initial is also romanised as Y."""


def _same_initial(initial: str, other: str) -> bool:
    """Whether an initial is that of another romanisation: Y. and Iu. (Юрий), Y. and Evgenii, H. and Kh."""
    if len(initial) != 1:
        return False
    short = other if len(other) == 2 else ""
    alike = any(
        (short[:1] in letters + pair[0] and short[1:] == pair[1] and initial in letters + pair[0])
        for pair, letters in _TWO_LETTERS.items()
        if short
    )
    return alike or (initial == "y" and other.startswith(_YE))


def _whole_name(a: Name, b: Name) -> bool:
    """Whether the names agree as sets of tokens: other order, other cut between given and family name."""
    # A particle beside a name in another script can leave an empty part.
    left, right = ([token for token in name.given + name.family if token] for name in (a, b))
    if "".join(left) == "".join(right) or "".join(a.family + a.given) == "".join(b.given + b.family):
        return True
    if "".join(a.given + a.family) == "".join(b.family + b.given):
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
    """Whether two family names are one in another transliteration, with a slip, or with a sign of a footnote grown on."""
    left, right = "".join(a.family), "".join(b.family)
    likeness = similarity(left, right)
    if same_given_name(left, right):
        return True
    if likeness < LEAST_ALIKE:
        return False
    if sounds_alike(left, right) or _marked(left, right, a, b):
        return True
    if min(len(left), len(right)) < 4:
        return False
    return likeness >= (0.84 if min(len(left), len(right)) >= 6 else 0.88)


def _marked(left: str, right: str, a: Name, b: Name) -> bool:
    """Whether a letter that marked an affiliation has grown on a family name: Roe and "Roea" under one given name."""
    short, long = sorted((left, right), key=len)
    named = bool(a.given and b.given) and a.given[0][0] == b.given[0][0]
    return named and len(short) > 1 and len(long) == len(short) + 1 and long[:-1] == short and long[-1] in "abcdef"
