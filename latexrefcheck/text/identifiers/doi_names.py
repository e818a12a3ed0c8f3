"""DOIs (ISO 26324, DOI Handbook 2.2) and the short forms of shortdoi.org."""

from __future__ import annotations

import re

from latexrefcheck.text.identifiers.plain import plain, unquote
from latexrefcheck.text.patterns import lazy

PROXIES = r"(?:https?:/{1,2})?(?:[\w-]+\.)*(?:doi\.org|doi\.acm\.org|doi-org(?:\.[\w-]+)+|doi\.ieeecomputersociety\.org)/"
"""Hosts whose path is the DOI: doi.org and its mirrors, library proxies (``doi-org.proxy.example.edu``)."""

_PREFIX = lazy(rf"(?:{PROXIES}|(?:doi\s*[:=]|doi(?=\s*10[./])|urn:doi:|info:doi/)\s*|https?://)+", re.IGNORECASE | re.ASCII)
_DOI = lazy(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\x00-\x1f\x7f]+")
_SHORT = lazy(r"10/[a-z0-9]{2,12}", re.IGNORECASE | re.ASCII)
_SHORT_URL = lazy(r"(?:https?://)?(?:(?:dx|www)\.)?doi\.org/([a-z0-9]{3,12})", re.IGNORECASE | re.ASCII)
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_STOPS = ".,;:'\"\\*\u201d\u2019"
_LOWER = {ord(upper): upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def doi(text: str) -> str | None:
    """The DOI that ``text`` is, canonical (ASCII lower case, no proxy, no escapes), or None.

    Percent-encoding is undone once. Trailing punctuation is dropped, but brackets that have their
    partner and a final ``/`` are part of the name.
    """
    bare, _ = strip_label(text)
    bare = trim(bare)
    return lower(bare) if _DOI.fullmatch(bare) else None


def short_doi(text: str) -> str | None:
    """The short DOI that ``text`` is, as ``10/abc``, or None."""
    bare = plain(text)
    match = _SHORT_URL.fullmatch(bare)
    if match:
        return f"10/{lower(match[1])}"
    bare, _ = strip_label(text)
    bare = trim(bare)
    return lower(bare) if _SHORT.fullmatch(bare) else None


def strip_label(text: str) -> tuple[str, str]:
    """(what follows the label or proxy URL, the label); percent-encoding undone."""
    bare = plain(text)
    match = _PREFIX.match(bare)
    label = match[0] if match else ""
    bare = bare[len(label) :]
    if label:
        # "https://doi.org/10.1/x" with a slash too many, and the encoded slash of some exports.
        bare = bare.lstrip("/")
    return unquote(bare, keep="" if "//" in label else "%"), label


def trim(bare: str) -> str:
    """``bare`` without trailing punctuation that belongs to the sentence around it."""
    end = len(bare)
    counts: dict[str, int] = {}  # one count of all brackets, and only if one stands at the end: a value may have megabytes
    while end:
        last = bare[end - 1]
        if last in _PAIRS:
            counts = counts or {sign: bare.count(sign) for pair in _PAIRS.items() for sign in pair}
            if counts[last] <= counts[_PAIRS[last]]:
                break
            counts[last] -= 1
        elif last not in _STOPS:
            break
        end -= 1
    return bare[:end]


def lower(text: str) -> str:
    """ASCII letters in lower case: a DOI is case-insensitive in ASCII only."""
    return text.lower() if text.isascii() else text.translate(_LOWER)
