"""Forms in which one title goes around: parts numbered in other ways, two languages, a name before or after, software."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from latexrefcheck.verify.match.words import words

_DIGITS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9"}
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9", "x": "10"}
_PART = re.compile(
    r"\b(?:part|pt|teil|partie|parte|paper)\b\.?\s*(\d{1,2}|[ivx]{1,4}|one|two|three|four|five|six|seven|eight|nine)\b", re.I
)
_NUMERAL = re.compile(r"(?<=[\s.:,;–—-])(I{1,3}|IV|VI{0,3}|IX|X)(?=\s*(?:[.:;,–—-]|$))")
_DIMENSIONS = re.compile(r"\b(one|two|three|four|[1-4])[\s-]*(?:dimension(?:al|s)?|d)\b", re.I)
_SLASH = re.compile(r"\s+/\s+|\s*\|\s*")
_COLON = re.compile(r"\s*(?::|\s[-–—])\s+")
_WITH = frozenset("with using via by through in and".split())
_REPOSITORY = re.compile(r"^\s*[\w.-]{2,60}/([\w.-]{2,80})(?:\s*$|[:\s]\s*(.*)$)", re.S)
_VERSION = re.compile(r"[\s:,(\[-]*\b(?:REL(?:EASE)?\b[\s:-]*)?(?:v(?:er(?:sion)?)?\.?\s*)?\d+(?:\.\d+){0,4}\w*[)\]]*\s*$", re.I)
_RELEASE = re.compile(r"[\s:,(\[-]*\bREL(?:EASE)?\b[\s:-]*$", re.I)


class Form(NamedTuple):
    """Two forms of one title: ``state`` and ``score`` as in a match, ``detail`` one clause."""

    state: str
    score: float
    detail: str


def compare(cited: str, found: str) -> Form | None:
    """A match of two titles of which one is another form of the other; None if neither is."""
    if _same(numbered(cited), numbered(found)):
        return Form("same", 0.97, "")
    if _bilingual(cited, found) or _bilingual(found, cited):
        return Form("same", 0.95, "one of them gives the title in two languages")
    if _named_after(cited, found) or _named_after(found, cited):
        return Form("minor", 0.92, "the name stands before or after the rest")
    if _software(cited, found):
        return Form("same", 0.95, "the name of the software")
    return None


def _same(left: str, right: str) -> bool:
    return "".join(words(left)) == "".join(words(right))


@lru_cache(maxsize=20_000)
def numbered(title: str) -> str:
    """The title with its parts and dimensions as digits: "Part II", "II." and "Part 2", "three-dimensional" and "3D"."""
    title = _PART.sub(lambda found: f" {_digit(found[1])} ", title)
    title = _NUMERAL.sub(lambda found: f" {_digit(found[1])} ", title)
    return _DIMENSIONS.sub(lambda found: f"{_digit(found[1])}d", title)


def _digit(written: str) -> str:
    return _ROMAN.get(written.lower()) or _DIGITS.get(written.lower()) or written


_TELLING = 3
"""Words from which half a title is a title by itself."""


def _bilingual(whole: str, one: str) -> bool:
    """Whether a title is given in two languages, of which the other one is one: "X / Y"."""
    halves = _SLASH.split(whole)
    return len(halves) == 2 and all(len(words(half)) >= _TELLING for half in halves) and any(_same(half, one) for half in halves)


def _named_after(left: str, right: str) -> bool:
    """Whether "NAME: rest" stands as "rest with NAME" on the other side."""
    found = _COLON.search(left)
    if found is None:
        return False
    name, rest, other = words(left[: found.start()]), words(left[found.end() :]), words(right)
    size = len(rest)
    after = other[size:]
    return len(rest) >= _TELLING and other[:size] == rest and len(after) > 1 and after[0] in _WITH and after[1:] == name


def _software(left: str, right: str) -> bool:
    """Whether a release in a repository ("scipy/scipy: SciPy 1.4.1") is cited by the name of the software."""
    repository = next((side for side in (left, right) if _repository(side)), None)
    if repository is None:
        return (
            "".join(words(_unversioned(left))) == "".join(words(_unversioned(right))) != ""
            and left != right
            and _release(left, right)
        )
    other = right if repository == left else left
    return bool(_names(repository) & _names(other))


def _release(left: str, right: str) -> bool:
    """Whether both titles end in a number of a version with a dot."""
    return all((found := _VERSION.search(side)) is not None and "." in found[0] for side in (left, right))


def _repository(title: str) -> bool:
    """Whether a title begins as repositories are called, ``owner/name``; "TCP/IP" and "and/or" do not."""
    found = _REPOSITORY.match(title)
    return found is not None and not found[1].isupper() and words(title)[0] not in ("and", "either", "he", "his")


def _names(title: str) -> set[str]:
    """What a software may be called by its title: the repository, what stands before a colon, all without the version."""
    found = _REPOSITORY.match(title) if _repository(title) else None
    told = [found[1], found[2] or ""] if found else [title, _COLON.split(title)[0]]
    names = {"".join(words(_unversioned(one))) for one in told}
    return {name for name in names if len(name) >= 2}


def _unversioned(title: str) -> str:
    """The title without a version at its end ("v3.1.1", "REL: 1.4")."""
    return _RELEASE.sub("", _VERSION.sub("", title))
