"""Keys to compare people by: folded family names, initials, and the other order of CJK names."""

from __future__ import annotations

from typing import Protocol

from latexrefcheck.text.fold import fold, is_cjk
from latexrefcheck.text.names import Name
from latexrefcheck.text.patterns import lazy

_PART = lazy(r"[^\W\d_]+")
_NOT_LETTER = lazy(r"[\W\d_]+")
# dblp numbers homonyms ("Oded Gold 0001").
_HOMONYM = lazy(r"\s+[0-9]{4}$")
# Müller, Mueller and Muller; Ødegård, Oedegaard: the digraph and the plain letter count as one.
_DIGRAPHS = lazy(r"ae|oe|ue|aa")
_COMPOUND = lazy(r"[\s\-\u2010\u2011]+")


class PersonLike(Protocol):
    """What the key functions need: a :class:`Name` or a ``record.Person``."""

    @property
    def family(self) -> str:
        """Family name without particle."""

    @property
    def given(self) -> str:
        """Given names."""

    @property
    def prefix(self) -> str:
        """Particle."""

    @property
    def literal(self) -> str:
        """Unsplit name."""


def surname_key(person: PersonLike) -> str:
    """The folded family name without particle, blanks, hyphens and umlaut digraphs; of a literal the whole of it."""
    return _key(person.literal or person.family)


def surname_keys(person: PersonLike) -> frozenset[str]:
    """Every key under which another spelling of this person's family name may stand.

    With and without the particle (which some records put into the given name), the last word of a
    compound name, and the first (Spanish double names).
    """
    if person.literal:
        words = _COMPOUND.split(person.literal.strip())
        return frozenset(filter(None, (_key(person.literal), _key(words[-1]), _key(words[0]) if is_cjk(person.literal) else "")))
    family = _HOMONYM.sub("", person.family)
    words = _COMPOUND.split(family.strip())
    keys = {_key(family), _key(f"{person.prefix} {family}"), _key(words[0]), _key(words[-1])}
    return frozenset(filter(None, keys))


def initials(given: str) -> str:
    """The initials of given names, folded and in upper case: ``Jean-Pierre A.`` gives ``JPA``, ``J.P.`` gives ``JP``.

    A short word in capitals only (``JP``) counts as initials written together.
    """
    letters = []
    for match in _PART.finditer(given):
        word = match[0]
        if len(word) <= 3 and len(word) > 1 and word.isupper() and not is_cjk(word):
            letters.append(fold(word).upper())
        else:
            letters.append(fold(word[0]).strip()[:1].upper())
    return "".join(letters)


def orders(name: Name) -> tuple[Name, ...]:
    """The name, and the same with family and given name exchanged where East Asian order may have swapped them.

    A literal or single name in Han characters or hangul is also split into a family name of one
    character (two for the common compound ones) and the rest.
    """
    whole = name.literal or (name.family if not name.given else "")
    if whole and is_cjk(whole):
        bare = _NOT_LETTER.sub("", whole)
        size = 2 if bare[:2] in _COMPOUND_FAMILIES or len(bare) > 3 else 1
        return (name, Name(bare[:size], bare[size:])) if len(bare) > size else (name,)
    if name.literal or not name.given or not name.family or name.suffix:
        return (name,)
    return name, Name(name.given, name.family, name.prefix)


_COMPOUND_FAMILIES = frozenset(
    "歐陽 欧阳 司馬 司马 上官 諸葛 诸葛 東方 东方 夏侯 皇甫 尉遲 尉迟 公孫 公孙 慕容 司徒 令狐 남궁 황보 제갈 선우".split()
)


def _key(text: str) -> str:
    letters = _NOT_LETTER.sub("", fold(_HOMONYM.sub("", text)))
    shorter = _DIGRAPHS.sub(lambda match: match[0][0], letters)
    # "Aa" or "Oe" alone would vanish into one letter and match anybody.
    return shorter if len(shorter) > 2 else letters
