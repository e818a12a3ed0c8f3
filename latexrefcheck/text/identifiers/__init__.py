"""Identifiers of scholarly works: recognise, validate, canonicalise. Pure functions over Unicode text.

Every recogniser takes what an author may write (a bare value, a label, a URL, with TeX escapes) and
gives the canonical form, or None if the text is not exactly one identifier of that kind.
:func:`find` finds identifiers inside other text, :func:`problem` says what is wrong with one.
"""

from latexrefcheck.text.identifiers.arxiv_numbers import arxiv, arxiv_version
from latexrefcheck.text.identifiers.checks import problem
from latexrefcheck.text.identifiers.doi_names import doi, short_doi
from latexrefcheck.text.identifiers.finder import find
from latexrefcheck.text.identifiers.numbers import isbn, isbns, issn, issns, orcid, pmcid, pmid
from latexrefcheck.text.identifiers.web import acl, openreview, url

__all__ = [
    "acl",
    "arxiv",
    "arxiv_version",
    "doi",
    "find",
    "isbn",
    "isbns",
    "issn",
    "issns",
    "openreview",
    "orcid",
    "pmcid",
    "pmid",
    "problem",
    "short_doi",
    "url",
]
