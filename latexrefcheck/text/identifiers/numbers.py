"""Identifiers made of digits with a check digit or a range: ISBN, ISSN, ORCID, PMID, PMCID.

Check digits are worked out here: importing python-stdnum, which the tests compare with, takes longer than checking a paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from latexrefcheck.text.identifiers.plain import plain
from latexrefcheck.text.patterns import lazy

ISBN_RUN = lazy(r"(?<![0-9A-Za-z-])(?:97[89][-\s]?)?(?:[0-9][-\s]?){9}[0-9Xx](?![0-9A-Za-z])", re.ASCII)
_ISBN_LABEL = lazy(r"e?-?ISBN(?:[- ]?1[03])?\s*[:=]?\s*", re.IGNORECASE)
ISSN_RUN = lazy(r"(?<![0-9A-Za-z-])[0-9]{4}[-\s]?[0-9]{3}[0-9Xx](?![0-9A-Za-z])", re.ASCII)
_ISSN_LABEL = lazy(r"[ep]?-?ISSN(?:[- ]?L)?\s*[:=]?\s*", re.IGNORECASE)
ORCID = lazy(
    r"(?:orcid\s*:?\s*)?(?:https?://)?(?:www\.)?(?:orcid\.org/)?([0-9]{4})-?([0-9]{4})-?([0-9]{4})-?([0-9]{3}[0-9Xx])/?",
    re.IGNORECASE | re.ASCII,
)
_PMID = lazy(
    r"(?:(?:https?://)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/|pmid\s*:?\s*|pubmed\s*:?\s*)?"
    r"([1-9][0-9]{0,7})/?",
    re.IGNORECASE | re.ASCII,
)
_PMCID = lazy(
    r"(?:(?:https?://)?(?:(?:www\.)?ncbi\.nlm\.nih\.gov/pmc|pmc\.ncbi\.nlm\.nih\.gov|europepmc\.org)/(?:articles?/)?(?:pmc/)?"
    r"|pmcid\s*:?\s*)?PMC\s*([1-9][0-9]{2,8})/?",
    re.IGNORECASE | re.ASCII,
)


def isbn(text: str) -> str | None:
    """The ISBN that ``text`` is, as thirteen digits, or None (also for a wrong check digit)."""
    return _isbn(_compact(text, _ISBN_LABEL))


@lru_cache(maxsize=16384)
def _isbn(bare: str) -> str | None:
    if len(bare) not in (10, 13) or not _ascii_digits(bare[:-1]) or (len(bare) == 13 and bare[:3] not in ("978", "979")):
        return None
    if len(bare) == 13:
        return bare if bare[-1] == _last_of_thirteen(bare[:-1]) else None
    if _value(bare[-1]) < 0 or _weighed(bare, range(10, 0, -1)) % 11:
        return None
    longer = f"978{bare[:-1]}"
    return longer + _last_of_thirteen(longer)


def isbns(text: str) -> list[str]:
    """Every valid ISBN in ``text`` as thirteen digits, in order, once each."""
    found = (isbn(match[0]) for match in ISBN_RUN.finditer(plain(text)))
    return list(dict.fromkeys(value for value in found if value))


def issn(text: str) -> str | None:
    """The ISSN that ``text`` is, as ``1234-567X``, or None (also for a wrong check digit)."""
    return _issn(_compact(text, _ISSN_LABEL))


@lru_cache(maxsize=16384)
def _issn(bare: str) -> str | None:
    if len(bare) != 8 or not _ascii_digits(bare[:7]):
        return None
    valid = _value(bare[-1]) >= 0 and _weighed(bare, range(8, 0, -1)) % 11 == 0
    return f"{bare[:4]}-{bare[4:]}" if valid else None


def issns(text: str) -> list[str]:
    """Every valid ISSN in ``text`` as ``1234-567X``, in order, once each."""
    found = (issn(match[0]) for match in ISSN_RUN.finditer(plain(text)))
    return list(dict.fromkeys(value for value in found if value))


def orcid(text: str) -> str | None:
    """The ORCID iD that ``text`` is, as ``0000-0002-1825-0097``, or None (also for a wrong check digit)."""
    match = ORCID.fullmatch(plain(text))
    if not match:
        return None
    digits = "".join(match.groups()).upper()
    powers = [2**place for place in range(15, -1, -1)]
    return "-".join(match.groups()).upper() if _weighed(digits, powers) % 11 == 1 else None  # ISO/IEC 7064, MOD 11-2


def pmid(text: str) -> str | None:
    """The PubMed identifier that ``text`` is, as its digits, or None."""
    match = _PMID.fullmatch(plain(text))
    return match[1] if match else None


def pmcid(text: str) -> str | None:
    """The PubMed Central identifier that ``text`` is, as ``PMC123456``, or None."""
    match = _PMCID.fullmatch(plain(text))
    return f"PMC{match[1]}" if match else None


def _compact(text: str, label: re.Pattern[str]) -> str:
    bare = label.sub("", plain(text), count=1)
    return re.sub(r"[-\s]", "", bare).rstrip(".,;").upper()


def _value(digit: str) -> int:
    """What a digit counts, ten for the X of a check digit; -1 for another character."""
    return 10 if digit == "X" else "0123456789".find(digit)


def _weighed(digits: str, weights: Iterable[int]) -> int:
    """The sum of the digits times their weights, of which check digits are made."""
    return sum(_value(digit) * weight for digit, weight in zip(digits, weights, strict=True))


def _last_of_thirteen(digits: str) -> str:
    """The check digit behind the first twelve digits of an ISBN-13, as of every EAN."""
    return str(-_weighed(digits, (1, 3) * 6) % 10)


def _ascii_digits(digits: str) -> bool:
    return digits.isascii() and digits.isdigit()
