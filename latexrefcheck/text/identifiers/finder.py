"""Find identifiers inside other text: URLs, notes, ``howpublished``, journal names."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from latexrefcheck.text.identifiers import arxiv_numbers as _arxiv
from latexrefcheck.text.identifiers import doi_names as _doi
from latexrefcheck.text.identifiers import numbers, web
from latexrefcheck.text.identifiers.plain import plain, unquote
from latexrefcheck.text.patterns import lazy

_ANYTHING = lazy(
    r"10\.[0-9]{4}|arxiv|abs/[0-9a-z-]+[./]|pubmed|pmid|pmc|isbn|aclanthology|aclweb|openreview", re.IGNORECASE | re.ASCII
)
_CANON: dict[str, Callable[[str], str | None]] = {
    "pmid": numbers.pmid,
    "pmcid": numbers.pmcid,
    "isbn": numbers.isbn,
    "acl": web.acl,
    "openreview": str,
}


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """The pattern of each kind; compiled when first needed, because most texts stop at the look-out above."""
    label = _arxiv.LABEL.replace("|abs/", "|(?<![/0-9A-Za-z])abs/")
    loose = re.IGNORECASE | re.ASCII
    patterns = {
        "arxiv": (rf"(?:{label})({_arxiv.OLD}|{_arxiv.NEW}){_arxiv.VERSION}(?:\.pdf)?(?![0-9])", loose),
        "doi": (
            r"(?<![0-9A-Za-z.])10\.[0-9]{4,9}(?:\.[0-9]+)*(?:/|\\slash\b\s?|%2[fF])"
            r"(?:\\[_%&#$<>{}]|\{\\[_%&#$]\}|\$[<>]\$|[^\s\\{}\"\x00-\x1f\x7f])+",
            re.ASCII,
        ),
        "pmid": (
            r"(?:pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/pubmed/|\bPMID\s*:?\s*)([1-9][0-9]{0,7})(?![0-9A-Za-z])",
            loose,
        ),
        "pmcid": (r"\b(PMC[1-9][0-9]{2,8})(?![0-9A-Za-z])", re.ASCII),
        "isbn": (r"\bISBN(?:[- ]?1[03])?\s*[:=]?\s*((?:97[89][- ]?)?(?:[0-9][- ]?){9}[0-9Xx])(?![0-9])", loose),
        "acl": (rf"{web.ACL_URL}({web.ACL_ID})(?![0-9])", re.ASCII),
        "openreview": (rf"{web.OPENREVIEW_URL}({web.OPENREVIEW_ID})", re.ASCII),
        # What publishers hang behind the DOI in the path of a landing page.
        "tail": (
            r"(?:/(?:abstract|abs|full|fulltext|full-text|pdf|epdf|pdfdirect|epub|meta|summary|references|html|download|issuetoc)/?"
            r"|\.(?:pdf|full|abstract|html?|xml|full-text))+$",
            re.NOFLAG,
        ),
        "version": (r"(10\.1101/.+?)v[0-9]+", re.NOFLAG),
    }
    return {kind: re.compile(pattern, flags) for kind, (pattern, flags) in patterns.items()}


def find(text: str) -> list[tuple[str, str, int, int]]:
    """Every identifier in ``text`` as (kind, canonical value, start, end), in order of place.

    A DOI of arXiv is given as ``arxiv`` and as ``doi``. Offsets cover what was read, label or host included
    for arXiv, the bare name for the others.
    """
    if not _ANYTHING.search(text):
        return []
    found: list[tuple[str, str, int, int]] = []
    for match in _patterns()["arxiv"].finditer(text):
        value = _arxiv.canonical(match[1])
        if value:
            found.append(("arxiv", value, match.start(), match.end()))
    for match in _patterns()["doi"].finditer(text):
        hit = _cut(text, match)
        if hit:
            found.append(hit)
    for kind, canonical in _CANON.items():
        for match in _patterns()[kind].finditer(text):
            value = canonical(match[1])
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
        raw = _patterns()["tail"].sub("", raw)
    raw = _doi.trim(raw)
    value = _doi.doi(unquote(plain(raw.replace("\\slash ", "/"))))
    if not value:
        return None
    version = _patterns()["version"].fullmatch(value)
    return "doi", version[1] if version and in_url else value, match.start(), match.start() + len(raw)
