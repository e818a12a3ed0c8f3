"""What things are called."""

from __future__ import annotations

import pytest

from latexrefcheck.text.terms import LINKS, identifier, one_identifier


@pytest.mark.parametrize(
    ("kind", "name", "one"),
    [
        ("doi", "DOI", "a DOI"),
        ("arxiv", "arXiv number", "an arXiv number"),
        ("isbn", "ISBN", "an ISBN"),
        ("acl", "ACL Anthology id", "an ACL Anthology id"),
        ("hal", "hal", "a hal"),
    ],
)
def test_identifiers(kind: str, name: str, one: str) -> None:
    assert (identifier(kind), one_identifier(kind)) == (name, one)


def test_every_field_that_names_entries_is_known() -> None:
    assert {"crossref", "xref", "xdata", "related", "entryset", "reprinted-from"} <= set(LINKS)
