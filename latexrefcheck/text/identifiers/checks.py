"""What is wrong with an identifier, in one clause."""

from __future__ import annotations

import re
from collections.abc import Callable

from latexrefcheck.errors import nearest
from latexrefcheck.text.identifiers import arxiv_numbers as _arxiv
from latexrefcheck.text.identifiers import doi_names as _doi
from latexrefcheck.text.identifiers import numbers, web
from latexrefcheck.text.identifiers.plain import plain
from latexrefcheck.text.patterns import lazy

_DOI_START = lazy(r"10\.([^/]*)/")


def problem(kind: str, text: str) -> str | None:
    """One clause that says why ``text`` is no identifier of ``kind``, or None if it is one.

    ``kind`` is ``doi``, ``arxiv``, ``pmid``, ``pmcid``, ``isbn``, ``issn``, ``orcid``, ``acl``,
    ``openreview`` or ``url``; raises KeyError for another.
    """
    return _PROBLEMS[kind](text)


def _doi_problem(text: str) -> str | None:
    if _doi.doi(text) or _doi.short_doi(text):
        return None
    bare = _doi.trim(_doi.strip_label(text)[0])
    if not bare:
        return "it is empty"
    if not bare.startswith("10."):
        return "a DOI starts with “10.”"
    if re.search(r"\s", bare):
        return "it holds several DOIs" if len(re.findall(r"10\.[0-9]{4,9}/", bare)) > 1 else "a DOI has no blanks"
    start = _DOI_START.match(bare)
    if bare.startswith("10.1.1."):
        return "it is a number of CiteSeerX"
    if not start:
        return "a DOI has a “/” between prefix and suffix"
    if not re.fullmatch(r"[0-9]{4,9}(?:\.[0-9]+)*", start[1]):
        return f"the prefix “10.{start[1]}” is not “10.” and four to nine digits"
    return "nothing follows the “/”" if bare.endswith("/") else "it holds characters that no DOI has"


def _arxiv_problem(text: str) -> str | None:
    if _arxiv.arxiv(text):
        return None
    bare = re.sub(rf"^(?:{_arxiv.LABEL})", "", plain(text), flags=re.IGNORECASE)
    number = re.match(r"([0-9]{2})([0-9]{2})\.([0-9]+)", bare)
    if not number:
        return "it is neither of the form 2301.12345 nor hep-th/9901001"
    if not 1 <= int(number[2]) <= 12:
        return f"{number[2]} is not a month (numbers are YYMM.NNNNN)"
    year = int(number[1])
    digits = 5 if year >= 15 else 4
    if len(number[3]) != digits:
        return f"a number of 20{number[1]} has {digits} digits behind the point, not {len(number[3])}"
    if (year, int(number[2])) < (7, 4):
        return "this scheme of numbers began in April 2007"
    return "it is neither of the form 2301.12345 nor hep-th/9901001"


def _checksum_problem(text: str, one: Callable[[str], str | None], lengths: str, pattern: re.Pattern[str]) -> str | None:
    """Shared by ISBN and ISSN fields, which may list several with words between them ("(pbk.)")."""
    if one(text):
        return None
    bare = plain(text)
    runs = pattern.findall(bare)
    if not runs or re.search(r"[0-9]{3}", pattern.sub("", bare)):
        return f"it does not have {lengths}"
    wrong = [run.strip() for run in runs if not one(run)]
    return f"the check digit of {wrong[0]} is wrong" if wrong else None


def _isbn_problem(text: str) -> str | None:
    return _checksum_problem(text, numbers.isbn, "ten or thirteen digits", numbers.ISBN_RUN)


def _issn_problem(text: str) -> str | None:
    return _checksum_problem(text, numbers.issn, "eight digits", numbers.ISSN_RUN)


def _orcid_problem(text: str) -> str | None:
    if numbers.orcid(text):
        return None
    return "the check digit is wrong" if numbers.ORCID.fullmatch(plain(text)) else "it is not of the form 0000-0002-1825-0097"


def _url_problem(text: str) -> str | None:
    bare = plain(text)
    if web.url(text):
        return None
    if not bare:
        return "it is empty"
    if re.search(r"\s", bare):
        return "a URL has no blanks"
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*):", bare)
    if not scheme:
        return "it has no “https://”"
    if scheme[1].lower() not in _SCHEMES:
        return _misspelt(scheme[1], bare[scheme.end() :])
    return "no host name follows the “://”" if "://" in bare else f"“//” is missing behind “{scheme[1]}:”"


_SCHEMES = ("http", "https", "ftp", "ftps")


def _misspelt(scheme: str, rest: str) -> str | None:
    """One clause if a scheme that is none of the web is nearly one: ``htp://``, ``httsp://``; others (``urn:``) may stand."""
    near = nearest(scheme.lower(), ("https", "http"), likeness=0.75) if rest.startswith("//") else ()
    meant = "https" if "s" in scheme.lower() else "http"
    return f"“{scheme}” is no scheme; “{meant}” may be meant" if near else None


def _form(recognise: Callable[[str], str | None], form: str) -> Callable[[str], str | None]:
    return lambda text: None if recognise(text) else f"it is not of the form {form}"


_PROBLEMS: dict[str, Callable[[str], str | None]] = {
    "doi": _doi_problem,
    "arxiv": _arxiv_problem,
    "pmid": _form(numbers.pmid, "12345678 (one to eight digits)"),
    "pmcid": _form(numbers.pmcid, "PMC1234567"),
    "isbn": _isbn_problem,
    "issn": _issn_problem,
    "orcid": _orcid_problem,
    "acl": _form(web.acl, "N19-1423 or 2020.acl-main.1"),
    "openreview": _form(web.openreview, "https://openreview.net/forum?id=…"),
    "url": _url_problem,
}
