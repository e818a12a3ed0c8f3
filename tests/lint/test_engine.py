"""Running rules: what is done with more findings than anybody reads."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace

import pytest

from latexrefcheck import lint, registry
from latexrefcheck.model.document import Project, SourceFile, Span
from latexrefcheck.model.finding import Draft, Severity


@pytest.mark.parametrize(
    ("drafts", "kept", "end"),
    [
        (3, 3, "x"),
        (4, 3, "x; 1 more like this are not listed"),
        (7, 3, "x; 4 more like this are not listed"),
        (8, 3, "x; at least 5 more like this are not listed"),
        (10**9, 3, "x; at least 5 more like this are not listed"),
    ],
)
def test_findings_without_end(drafts: int, kept: int, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    span = Span(SourceFile.decode("a.bib", b"x", Path("a.bib")), 0, 1)
    rule = SimpleNamespace(ID="many", SCOPE="bibliography", check=lambda *_: itertools.repeat(Draft(span, "x"), drafts))
    monkeypatch.setattr(registry, "rules", {"many": rule})
    monkeypatch.setattr(lint.engine, "MOST", 3)
    monkeypatch.setattr(lint.engine, "COUNTED", 5)
    found = lint.run("bibliography", [None], Project(Path()), {"many": Severity.error}, {})
    assert (len(found), found[-1].message) == (kept, end)
