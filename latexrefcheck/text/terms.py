"""What the program and identifiers are called in sentences, and which fields say what: each said here once."""

from __future__ import annotations

from collections.abc import Mapping

PROGRAM = "latexrefcheck"
VERSION = "1.1.0"
"""The version of the program, by https://semver.org; CHANGELOG.md has a section for it."""
HOME = "https://github.com/latexrefcheck/latexrefcheck"
"""Where the program lives."""

_TERMS: Mapping[str, str] = {
    "doi": "a DOI",
    "arxiv": "an arXiv number",
    "pmid": "a PMID",
    "pmcid": "a PMCID",
    "isbn": "an ISBN",
    "issn": "an ISSN",
    "orcid": "an ORCID iD",
    "acl": "an ACL Anthology id",
    "openreview": "an OpenReview id",
    "url": "a URL",
}


def identifier(kind: str) -> str:
    """What a kind of identifier is called: ``DOI``, ``arXiv number``; a kind of which nothing is known as it stands."""
    return one_identifier(kind).partition(" ")[2] or kind


def one_identifier(kind: str) -> str:
    """The same with its article: ``a DOI``, ``an arXiv number``."""
    return _TERMS.get(kind, f"a {kind}")


LINKS = ("crossref", "xref", "xdata", "related", "entryset", "reprinted-from")
"""Fields in which an entry names others by their keys (biblatex manual 2.2.3; abntex2 adds reprinted-from)."""

PEOPLE = ("author", "editor", "translator", "bookauthor", "editora")
"""Fields that hold names of people, the usual ones first."""

OTHERS = (
    r"\bet\.? ?al\b\.?|\bal\.? et\b|\bet coll\b\.?|(?:\band|&) (?:others|colleagues|co-?workers)\b|\bu\. ?a\."
    r"|\by (?:otros|cols\b\.?)|\be outros\b|\be altri\b|\bи др\.|\bи соавт\.|\bi in\.|\bm\. ?fl\.|\bym\.|\be\. ?a\.|\bvd\."
    r"|\ba kol\.|\bés mtsai\.|等|ほか|\.\.\.|…"
)
"""How lists of people are cut, in the languages that papers are written in, as a pattern."""

TYPE_MARK = r"\[(?:[JMCDRSPNAGZ]|CP|DB|EB)(?:/(?:OL|CD|DK|MT))?\]"
"""How GB/T 7714 marks what a work is, as a pattern: ``[J]`` a journal, ``[EB/OL]`` a page on line."""
