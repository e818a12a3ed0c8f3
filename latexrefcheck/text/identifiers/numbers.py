"""Identifiers made of digits with a check digit or a range: ISBN, ISSN, ORCID, PMID, PMCID."""

from __future__ import annotations

import re
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
    from stdnum import isbn as numbers  # imported late: it takes longer than many a run

    return str(numbers.to_isbn13(bare)) if numbers.is_valid(bare) else None


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
    from stdnum import issn as numbers

    return f"{bare[:4]}-{bare[4:]}" if numbers.is_valid(bare) else None


def issns(text: str) -> list[str]:
    """Every valid ISSN in ``text`` as ``1234-567X``, in order, once each."""
    found = (issn(match[0]) for match in ISSN_RUN.finditer(plain(text)))
    return list(dict.fromkeys(value for value in found if value))


def orcid(text: str) -> str | None:
    """The ORCID iD that ``text`` is, as ``0000-0002-1825-0097``, or None (also for a wrong check digit)."""
    match = ORCID.fullmatch(plain(text))
    if not match:
        return None
    from stdnum.iso7064 import mod_11_2

    return "-".join(match.groups()).upper() if mod_11_2.is_valid("".join(match.groups()).upper()) else None


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


def _ascii_digits(digits: str) -> bool:
    return digits.isascii() and digits.isdigit()
