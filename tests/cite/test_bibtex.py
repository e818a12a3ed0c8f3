"""Entries of a .bib: which fields a work has in which dialect."""

from __future__ import annotations

import re

import pytest

from latexrefcheck.cite.bibtex import entry
from latexrefcheck.model.work import Work


def fields(biblatex: bool = False, **told: object) -> dict[str, str]:
    work = Work(titles=("On Lanterns",), **told)  # type: ignore[arg-type]
    return dict(re.findall(r"^  (\w+) = \{?(.*?)\}?,$", entry(work, "k", biblatex), re.M))


ARXIV = {"arxiv": "2404.12345"}


@pytest.mark.parametrize(
    ("told", "biblatex", "number"),
    [
        ({"form": "article", "identifiers": ARXIV, "number": "2404.12345"}, False, None),  # a preprint: its number is the eprint
        ({"form": "article", "identifiers": ARXIV, "number": "2404.12345"}, True, None),
        ({"form": "article", "number": "7"}, False, "7"),
        ({"form": "article-journal", "identifiers": ARXIV, "number": "7"}, False, "7"),
        ({"form": "article-journal", "identifiers": ARXIV, "number": "7"}, True, "7"),
        ({"form": "report", "identifiers": ARXIV, "number": "TR-3"}, False, "TR-3"),
    ],
)
def test_the_number_of_a_preprint_is_told_once(told, biblatex, number):
    assert fields(biblatex, **told).get("number") == number


@pytest.mark.parametrize(
    ("identifiers", "biblatex", "shown"),
    [
        (ARXIV, False, {"eprint": "2404.12345", "archiveprefix": "arXiv"}),
        (ARXIV, True, {"eprint": "2404.12345", "eprinttype": "arxiv"}),
        ({"doi": "10.99999/a"}, False, {"doi": "10.99999/a"}),
        ({"isbn": "9783161484100"}, True, {"isbn": "9783161484100"}),
        ({}, True, {}),
    ],
)
def test_identifiers_have_fields_of_their_own(identifiers, biblatex, shown):
    found = fields(biblatex, form="article", identifiers=identifiers)
    assert {name: text for name, text in found.items() if name != "title"} == shown
