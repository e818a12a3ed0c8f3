"""A paper, a user of its own, and the page of both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="starlette is not installed (extra: web)")
pytest.importorskip("uvicorn", reason="uvicorn is not installed (extra: web)")
from fixharness import RECORD, answering
from webharness import BIB, TEX, Page, settings

from latexrefcheck.model.record import Notice
from latexrefcheck.web import Site

OTHER = replace(
    RECORD,
    titles=("Bad Predictions of Lakes",),
    identifiers={"doi": "10.99999/bad"},
    url="https://doi.org/10.99999/bad",
)
RETRACTED = replace(
    RECORD, titles=("Lakes That Are None",), identifiers={"doi": "10.99999/lost"}, notices=(Notice("retraction", "10.99999/n"),)
)


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A paper in the current directory, and a user with nothing yet."""
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / "user" / kind.lower()))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "main.tex").write_text(TEX, encoding="utf-8")
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the sources know; the keys that were asked about."""
    return answering(monkeypatch, replace(RECORD, source="crossref"), replace(RECORD, source="openalex"), OTHER, RETRACTED)


@pytest.fixture
def page(paper: Path, world: list[str]) -> Iterator[Page]:
    """The page of the paper."""
    made = Page(Site(settings))
    with made.raw:
        yield made
