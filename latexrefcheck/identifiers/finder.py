"""Find identifiers inside other text: URLs, notes, ``howpublished``, journal names."""

from __future__ import annotations

import re

from latexrefcheck.identifiers import arxiv_numbers as _arxiv
from latexrefcheck.identifiers import doi_names as _doi
from latexrefcheck.identifiers import numbers, web
from latexrefcheck.identifiers.plain import plain, unquote

_ANYTHING = re.compile(
    r"10\.[0-9]{4}|arxiv|abs/[0-9a-z-]+[./]|pubmed|pmid|pmc|isbn|aclanthology|aclweb|openreview", re.IGNORECASE | re.ASCII
)
_LABEL = _arxiv.LABEL.replace("|abs/", "|(?<![/0-9A-Za-z])abs/")
_ARXIV = re.compile(rf"(?:{_LABEL})({_arxiv.OLD}|{_arxiv.NEW}){_arxiv.VERSION}(?:\.pdf)?(?![0-9])", re.IGNORECASE | re.ASCII)
_DOI = re.compile(
    r"(?<![0-9A-Za-z.])10\.[0-9]{4,9}(?:\.[0-9]+)*(?:/|\\slash\b\s?|%2[fF])(?:\\[_%&#$<>{}]|\{\\[_%&#$]\}|\$[<>]\$|[^\s\\{}\"\x00-\x1f\x7f])+",
    re.ASCII,
)
_OTHERS = {
    "pmid": re.compile(
        r"(?:pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/pubmed/|\bPMID\s*:?\s*)([1-9][0-9]{0,7})(?![0-9])",
        re.IGNORECASE | re.ASCII,
    ),
    "pmcid": re.compile(r"\b(PMC[1-9][0-9]{2,8})(?![0-9])", re.ASCII),
    "isbn": re.compile(
        r"\bISBN(?:[- ]?1[03])?\s*[:=]?\s*((?:97[89][- ]?)?(?:[0-9][- ]?){9}[0-9Xx])(?![0-9])", re.IGNORECASE | re.ASCII
    ),
    "acl": re.compile(rf"{web.ACL_URL}({web.ACL_ID})(?![0-9])", re.ASCII),
    "openreview": re.compile(rf"{web.OPENREVIEW_URL}({web.OPENREVIEW_ID})", re.ASCII),
}
_CANON = {"pmid": numbers.pmid, "pmcid": numbers.pmcid, "isbn": numbers.isbn, "acl": web.acl}
# What publishers hang behind the DOI in the path of a landing page.
_TAIL = re.compile(
    r"(?:/(?:abstract|abs|full|fulltext|full-text|pdf|epdf|pdfdirect|epub|meta|summary|references|html|download|issuetoc)/?|\.(?:pdf|full|abstract|html?|xml|full-text))+$"
)
_VERSION = re.compile(r"(10\.1101/.+?)v[0-9]+$")


def find(text: str) -> list[tuple[str, str, int, int]]:
    """Every identifier in ``text`` as (kind, canonical value, start, end), in order of place.

    A DOI of arXiv is given as ``arxiv`` and as ``doi``. Offsets cover what was read, label or host included
    for arXiv, the bare name for the others.
    """
    if not _ANYTHING.search(text):
        return []
    found: list[tuple[str, str, int, int]] = []
    for match in _ARXIV.finditer(text):
        value = _arxiv.canonical(match[1])
        if value:
            found.append(("arxiv", value, match.start(), match.end()))
    for match in _DOI.finditer(text):
        hit = _cut(text, match)
        if hit:
            found.append(hit)
    for kind, pattern in _OTHERS.items():
        for match in pattern.finditer(text):
            value = _CANON[kind](match[1]) if kind in _CANON else match[1]
            if value:
                found.append((kind, value, match.start(1), match.end(1)))
    return sorted(found, key=lambda hit: (hit[2], -hit[3]))


def _cut(text: str, match: re.Match[str]) -> tuple[str, str, int, int] | None:
    """The DOI of a match without what the URL around it appends."""
    raw = match[0]
    before = text[max(0, match.start() - 40) : match.start()].lower()
    in_url = before.rstrip("/").endswith(("doi.org", "doi.acm.org")) is False and "/" in before[-25:]
    if "://" in before or "/" in before[-1:]:
        raw = re.split(r"[?#]|\\?&(?!lt;|gt;|amp;)", raw, maxsplit=1)[0]
    if in_url:
        raw = _TAIL.sub("", raw)
    raw = _doi.trim(raw)
    value = _doi.doi(unquote(plain(raw.replace("\\slash ", "/"))))
    if not value:
        return None
    version = _VERSION.fullmatch(value)
    return "doi", version[1] if version and in_url else value, match.start(), match.start() + len(raw)
