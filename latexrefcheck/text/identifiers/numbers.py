"""Identifiers made of digits with a check digit or a range: ISBN, ISSN, ORCID, PMID, PMCID."""

from __future__ import annotations

import re

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
    bare = _compact(text, _ISBN_LABEL)
    if len(bare) == 10 and isbn10_check(bare[:9]) == bare[9]:
        core = "978" + bare[:9]
        return core + isbn13_check(core)
    if len(bare) == 13 and bare.isdecimal() and bare[:3] in ("978", "979") and isbn13_check(bare[:12]) == bare[12]:
        return bare
    return None


def isbns(text: str) -> list[str]:
    """Every valid ISBN in ``text`` as thirteen digits, in order, once each."""
    found = (isbn(match[0]) for match in ISBN_RUN.finditer(plain(text)))
    return list(dict.fromkeys(value for value in found if value))


def issn(text: str) -> str | None:
    """The ISSN that ``text`` is, as ``1234-567X``, or None (also for a wrong check digit)."""
    bare = _compact(text, _ISSN_LABEL)
    if len(bare) == 8 and bare[:7].isdecimal() and bare.isascii() and issn_check(bare[:7]) == bare[7]:
        return f"{bare[:4]}-{bare[4:]}"
    return None


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
    return "-".join(match.groups()).upper() if orcid_check(digits[:15]) == digits[15] else None


def pmid(text: str) -> str | None:
    """The PubMed identifier that ``text`` is, as its digits, or None."""
    match = _PMID.fullmatch(plain(text))
    return match[1] if match else None


def pmcid(text: str) -> str | None:
    """The PubMed Central identifier that ``text`` is, as ``PMC123456``, or None."""
    match = _PMCID.fullmatch(plain(text))
    return f"PMC{match[1]}" if match else None


def isbn10_check(digits: str) -> str:
    """Check character of nine digits: modulo 11 with weights 10 to 2 (ISO 2108, annex)."""
    if not _ascii_digits(digits):
        return ""
    remainder = -sum(weight * int(digit) for weight, digit in zip(range(10, 1, -1), digits, strict=True)) % 11
    return "X" if remainder == 10 else str(remainder)


def isbn13_check(digits: str) -> str:
    """Check digit of twelve digits: EAN-13."""
    if not _ascii_digits(digits):
        return ""
    return str(-sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(digits)) % 10)


def issn_check(digits: str) -> str:
    """Check character of seven digits: modulo 11 with weights 8 to 2 (ISO 3297)."""
    if not _ascii_digits(digits):
        return ""
    remainder = -sum(weight * int(digit) for weight, digit in zip(range(8, 1, -1), digits, strict=True)) % 11
    return "X" if remainder == 10 else str(remainder)


def orcid_check(digits: str) -> str:
    """Check character of fifteen digits: ISO 7064, MOD 11-2."""
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    result = (12 - total % 11) % 11
    return "X" if result == 10 else str(result)


def _compact(text: str, label: re.Pattern[str]) -> str:
    bare = label.sub("", plain(text), count=1)
    return re.sub(r"[-\s]", "", bare).rstrip(".,;").upper()


def _ascii_digits(digits: str) -> bool:
    return digits.isascii() and digits.isdigit()
