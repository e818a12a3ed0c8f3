"""A key that the transliterations of one name share: Lyapunov and Liapounoff, Chebyshev and Tchebycheff.

Romanisations of Cyrillic, Arabic and other names differ by country and century. The key undoes their habits in
order: endings first, then groups of letters that write one sound, then vowels. Distinct names of a few letters
would fall together (Zhuang, Huang), so :func:`sounds_alike` asks for length.
"""

from __future__ import annotations

import re
from functools import lru_cache

from latexrefcheck.text.likeness import similarity
from latexrefcheck.text.patterns import lazy

_SHORTEST = 6
"""Letters of a name from which groups such as ch, kh and sh count as one."""
_NOT_LETTER = lazy(r"[^a-z]+")
_PLAIN = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"(?:o|e)(?:ff?|w|v|ph)$", "ov"),  # -ov, -off, -ow, -ev, -eff
        (r"(?<=[aou])in(?:e|a)$", "in"),
        (r"ck", "k"),
        (r"ph", "f"),
        (r"w", "v"),
        (r"y|j", "i"),
        (r"ou|oo", "u"),
        (r"ee", "i"),
        (r"(?<=[aeiou])h(?![aeiou])", ""),  # Ohno, Satoh
        (r"(?<=[aeo])i(?=[aeou])", ""),  # Dostoyevsky, Dostoevskii
        (r"i+(?=[aeou])", "i"),
        (r"(.)\1+", r"\1"),
    )
)
_GROUPS = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"shch|stch|schtsch|tsch|tch|tsh|sch|sh|ch|cz|sz|kh|dzh|zh|dj|x(?=i)|q(?=i)", "h"),
        (r"c(?=[eiy])", "h"),
        (r"ts|tz", "z"),
        (r"q|c|g(?=a)", "k"),
        (r"th", "t"),
        (r"dh", "d"),
        (r"gh", "g"),
        (r"ks", "x"),
    )
)


@lru_cache(maxsize=20_000)
def light_key(name: str) -> str:
    """The key of a folded name with the differences that never tell two names apart: -ov and -off, w and v, y and i."""
    key = _NOT_LETTER.sub("", name)
    for pattern, to in _PLAIN:
        key = pattern.sub(to, key)
    return key


@lru_cache(maxsize=20_000)
def coarse_key(name: str) -> str:
    """The key of a folded name with every sibilant and guttural group as one letter."""
    key = _NOT_LETTER.sub("", name)
    for pattern, to in _GROUPS:
        key = pattern.sub(to, key)
    return light_key(key)


def sounds_alike(one: str, other: str) -> bool:
    """Whether two folded names can be transliterations of one."""
    left, right = light_key(one), light_key(other)
    if left == right:
        return len(left) >= 2
    if min(len(one), len(other)) < _SHORTEST:
        return False
    left, right = coarse_key(one), coarse_key(other)
    return left == right or (similarity(left, right) >= 0.84 and min(len(left), len(right)) >= _SHORTEST - 1)


def skeleton(name: str) -> str:
    """The consonants of a folded name's coarse key: all that scripts without vowels give."""
    return re.sub(r"[aeiou]", "", coarse_key(name))
