"""Identifiers that live in URLs: ACL Anthology, OpenReview, and URLs themselves (RFC 3986)."""

from __future__ import annotations

import re

from latexrefcheck.text.identifiers.plain import plain
from latexrefcheck.text.patterns import lazy

ACL_ID = r"[A-Z][0-9]{2}-[0-9]{4,5}|[0-9]{4}\.[a-z][a-z0-9_]*(?:-[a-z0-9_]+)?\.[0-9]{1,4}"
ACL_URL = (
    r"(?:https?://)?(?:www\.)?(?:aclanthology\.org|aclanthology\.info/papers|aclweb\.org/anthology)"
    r"/(?:(?:papers/)?[A-Z]/[A-Z][0-9]{2}/|papers/)?"
)
OPENREVIEW_ID = r"[A-Za-z0-9_-]{8,14}"
OPENREVIEW_URL = r"(?:https?://)?(?:www\.)?openreview\.net/(?:forum|pdf|attachment|references/pdf)\?(?:[a-z]+=[^&\s]*&)*?id="

_ACL = lazy(rf"(?:{ACL_URL})?({ACL_ID})(?:\.pdf|\.bib)?/?", re.ASCII)
_OPENREVIEW = lazy(rf"(?:{OPENREVIEW_URL}|openreview\s*:\s*)({OPENREVIEW_ID})(?:[&#][^\s]*)?", re.ASCII)
_URL = lazy(r"(https?|ftp|ftps)://([^\s/?#]+)([^\s]*)", re.IGNORECASE)
_HOST = lazy(
    r"(?:[^\s@/]*@)?(?:\[[0-9A-Fa-f:.]+\]|localhost|(?:[^\W_](?:[\w-]*[^\W])?\.)+[^\W\d_][\w-]*\.?|(?:[0-9]{1,3}\.){3}[0-9]{1,3})"
    r"(?::[0-9]{1,5})?"
)


def acl(text: str) -> str | None:
    """The ACL Anthology identifier that ``text`` is (``N19-1423``, ``2020.acl-main.1``), or None."""
    match = _ACL.fullmatch(plain(text))
    return match[1] if match else None


def openreview(text: str) -> str | None:
    """The OpenReview forum identifier of a URL (or ``openreview:ID``), or None."""
    match = _OPENREVIEW.fullmatch(plain(text))
    return match[1] if match else None


def url(text: str) -> str | None:
    """The http, https or ftp URL that ``text`` is, with scheme and host in lower case, or None."""
    match = _URL.fullmatch(plain(text))
    if not match or len(match[2]) > 255 or not _HOST.fullmatch(match[2]):
        return None
    return f"{match[1].lower()}://{match[2].lower()}{match[3]}"
