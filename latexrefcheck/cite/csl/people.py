"""One name as a style writes it: order, initials, particles, suffixes; names in Chinese, Japanese and Korean are not split."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from latexrefcheck.cite.csl.atoms import AFFIX, Atom, parse
from latexrefcheck.cite.csl.cases import cased
from latexrefcheck.cite.csl.elements import Format
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import PARTICLES

_LETTERS = lazy(r"[-0-9A-Za-z\u00c0-\u024f\u0370-\u052f\u0590-\u06ff\u0e01-\u0e5b\u1e00-\u1fff]")
"""Letters of the scripts in which given and family names are parted by a blank."""
_BREAK = lazy(r"(\s*-\s*|\s+)")
_LEADING = lazy(rf"(?:(?:{'|'.join(map(re.escape, sorted(PARTICLES)))})\s+|(?:al|el|d|l|dell|dall)[-'’])+(?=\w)")
_TRAILING = lazy(rf"(?:\s+(?:{'|'.join(map(re.escape, sorted(PARTICLES)))}))+$")
"""Particles that stand in the same field as the name; they are written small."""
_JOINING = ("’", "'", "-", "\u02bc")


class NameForm(NamedTuple):
    """How a style writes one name."""

    short: bool = False
    initials: str | None = None
    """What stands behind an initial; None where given names are written out."""
    initialize: bool = True
    hyphen: bool = True
    inverted: str = ""
    """``all`` or ``first``: which names begin with the family name."""
    separator: str = ", "
    family: Format = Format()
    given: Format = Format()
    demote: str = "display-and-sort"


class Person(NamedTuple):
    """The parts of a name of CSL-JSON."""

    family: str = ""
    given: str = ""
    dropping: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""
    comma: bool = False

    @property
    def whole(self) -> str:
        """The name of an organisation, or of one who has only one; empty for others."""
        return self.literal


def person(name: Mapping[str, object]) -> Person:
    """The person of an item; what has no family name is taken whole."""
    text = {key: str(value).strip() for key, value in name.items() if isinstance(value, str)}
    family, given = text.get("family", ""), text.get("given", "")
    if text.get("literal") or not family:
        return Person(literal=text.get("literal") or given)
    particle, dropping = text.get("non-dropping-particle", ""), text.get("dropping-particle", "")
    if not particle and (found := _LEADING.match(family)):
        particle, family = found[0].rstrip(), family[found.end() :]
    if not dropping and (found := _TRAILING.search(given)):
        given, dropping = given[: found.start()], found[0].strip()
    return Person(family, given, dropping, particle, text.get("suffix", ""), comma=bool(name.get("comma-suffix")))


def named(who: Person, form: NameForm, first: bool, full: bool, eastern: bool = False) -> list[Atom]:
    """The pieces of one name; ``first`` of its list, ``full`` where initials would not tell two people apart.

    In an ``eastern`` work, Chinese, Japanese or Korean, the family name stands first whatever the style says.
    """
    if who.literal:
        return _piece(who.literal, form.family)
    family = _piece(who.family, form.family)
    particle = _piece(who.particle, form.family)
    foreign = _unspaced(who)
    if form.short:
        return family if foreign else _spaced(particle, family)
    if foreign:
        return (
            [*particle, *family, *_piece(who.given, form.given)]
            if foreign == 2
            else _spaced(family, _piece(who.given, form.given))
        )
    given = _piece(_given(who.given, form, full), form.given)
    dropping = _piece(who.dropping, form.given) if given else []
    suffix = _piece(who.suffix, Format()) if given else []
    if eastern:
        return _spaced(_spaced(particle, family), given)
    if form.inverted == "all" or (form.inverted == "first" and first):
        return _inverted(family, particle, given, dropping, suffix, form)
    if dropping and not particle and who.dropping[-1] in _JOINING:
        family, dropping = [*dropping, *family], []
    last = _spaced(dropping, _spaced(particle, family))
    if suffix:
        last = [*last, Atom(", " if who.comma else " ", 0, AFFIX), *suffix]
    return _spaced(given, last)


def _inverted(
    family: list[Atom], particle: list[Atom], given: list[Atom], dropping: list[Atom], suffix: list[Atom], form: NameForm
) -> list[Atom]:
    behind = _spaced(given, dropping)
    if form.demote == "display-and-sort":
        behind = _spaced(behind, particle)
    else:
        family = _spaced(particle, family)
    parts = [part for part in (family, behind, suffix) if part]
    separator = Atom(form.separator, 0, AFFIX)
    return [atom for number, part in enumerate(parts) for atom in ((separator, *part) if number else part)]


def _piece(text: str, form: Format) -> list[Atom]:
    if not text:
        return []
    atoms = list(parse(text))
    if form.case:
        atoms = cased(atoms, form.case, True)
    return form._replace(case="").applied(atoms, True)


def _spaced(one: list[Atom], other: list[Atom]) -> list[Atom]:
    if not one or not other:
        return one or other
    return [*one, *other] if one[-1].text.endswith(_JOINING) else [*one, Atom(" ", 0, AFFIX), *other]


def _unspaced(who: Person) -> int:
    """2 for a name all in a script without blanks between names, 1 where only the family name is; then it stands first."""
    if _LETTERS.search(who.family):
        return 0
    return 1 if who.given and _LETTERS.match(who.given) else 2


def _given(given: str, form: NameForm, full: bool) -> str:
    """Given names as initials, or with only the initials among them in the style's form."""
    if form.initials is None or not given or not _LETTERS.match(given):
        return given
    return initials(given, form, only=not form.initialize or full)


def initials(given: str, form: NameForm, only: bool = False) -> str:
    """The initials of given names; ``only`` leaves names that are written out as they are."""
    behind = form.initials or ""
    text = re.sub(r"\.(?=[^\s.-])", ". ", given if form.hyphen else given.replace("-", " "))
    pieces = _BREAK.split(re.sub(r"-(?=[a-z])", "\0", text))
    found = ""
    for number in range(0, len(pieces), 2):
        word = pieces[number]
        if not word:
            continue
        hyphen = number > 0 and "-" in pieces[number - 1]
        bare = word.rstrip(".")
        alone = len(bare) == 1 or (word.endswith(".") and bare.isupper())
        if len(bare) > 1 and word.endswith(".") and bare.isalpha() and not bare.isupper() and not only:
            found = f"{found}{bare}{behind}"  # "Ph." is an abbreviation already
            continue
        if not word[0].isupper() or (only and not alone):
            found = f"{found.rstrip()}{'-' if hyphen else ' '}{word}" if found else word
            found += " " if not only or number + 2 < len(pieces) else ""
            continue
        initial = word[0]
        capitals = re.match(r"[A-Z]+", word[1:])
        if capitals and len(capitals[0]) < len(bare) - 1 and not only:
            initial += capitals[0].lower()
        tied = hyphen and found and not only
        found = f"{found.rstrip()}-{initial}{behind}" if tied else f"{found}{initial}{behind}"
    return " ".join(found.replace("\0", "-").split())
