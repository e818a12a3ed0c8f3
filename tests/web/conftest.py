"""A paper, a user of its own, and the page of both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fixharness import RECORD, answering

from latexrefcheck.discover import searching
from latexrefcheck.discover.wanted import Wanted
from latexrefcheck.model.record import Evidence, Notice, Record
from latexrefcheck.text.person import Person

try:
    from webharness import BIB, TEX, Page, settings

    from latexrefcheck.web import Site, serve  # noqa: F401
except ImportError:
    collect_ignore_glob = ["test_*"]  # the extra [web] is not installed

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


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a search brings: a work that a registry holds, and one that two indexes hold."""
    flow = Record(
        source="crossref",
        titles=("Good Predictions of Rivers",),
        authors=(Person("Keller", "Anna"),),
        years=(2017,),
        venues=("Journal of Things",),
        identifiers={"doi": "10.99999/good"},
    )
    lamps = {
        name: Record(source=name, titles=("Lamps <b>along</b> rivers",), years=(2020,), url=f"https://{name}.example/1")
        for name in ("openalex", "semanticscholar")
    }
    told: dict[str, tuple[Record, ...]] = {"crossref": (flow,), **{name: (one,) for name, one in lamps.items()}}
    query = Wanted("rivers").query
    answers = {name: Evidence(name, query, "found", records) for name, records in told.items()}  # type: ignore[arg-type]
    monkeypatch.setattr(searching, "_asked", lambda wanted, settings: answers)


@pytest.fixture
def abstracts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Crossref has the abstract of the one work that is cited and exists."""
    from collections import Counter
    from contextlib import contextmanager
    from types import SimpleNamespace
    from typing import Any

    from latexrefcheck.verify import asking

    held = replace(RECORD, told={"abstract": "Rivers <i>can</i> be predicted from what nobody else wrote down."})

    @contextmanager
    def answering(sources: Any, settings: Any) -> Iterator[Any]:
        def of(source: str, query: Any) -> Evidence:
            known = source == "crossref" and query.value == "10.99999/good"
            return Evidence(source, query, "found" if known else "absent", (held,) if known else ())  # type: ignore[arg-type]

        def ask(source: str, queries: Any) -> Any:
            return SimpleNamespace(evidence={query: of(source, query) for query in queries})

        yield SimpleNamespace(known=lambda source, queries: {}, ask=ask, client=SimpleNamespace(sent=Counter()))

    monkeypatch.setattr(asking, "answering", answering)
