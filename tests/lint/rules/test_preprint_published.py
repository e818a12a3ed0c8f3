"""Preprints with a published version."""

from __future__ import annotations

from verdictharness import RECORD, findings, told


def test_names_the_published_version() -> None:
    found = findings("preprint-published", published=RECORD)
    assert told(found) == [(9, "eprint", "error")]
    assert found[0].message == "a published version exists: Journal of Things 2017, doi:10.99999/good"


def test_nothing_published() -> None:
    assert findings("preprint-published", published=None) == []
