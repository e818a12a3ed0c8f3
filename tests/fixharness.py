"""Compose the fix of one verdict rule on a bibliography written down in a test, and apply it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from latexrefcheck import lint, registry
from latexrefcheck.model.document import Bibliography, Project, SourceFile
from latexrefcheck.model.finding import Finding, Severity
from latexrefcheck.model.record import Judgement, Record, Verdict
from latexrefcheck.reading import bib as reader
from latexrefcheck.repair.check import Intended, apply, trouble
from latexrefcheck.repair.compose import composed
from latexrefcheck.repair.piecetable import Change
from latexrefcheck.text.person import Person

RECORD = Record(
    source="crossref",
    titles=("Good Predictions of Rivers",),
    authors=(Person("Keller", "Anna"), Person("Müller", "Jörg"), Person("Doe", "Jane Mary")),
    years=(2017, 2016),
    venues=("Journal of Things", "J. Things"),
    type="article",
    identifiers={"doi": "10.99999/good"},
    volume="12",
    number="3",
    pages="101-109",
)


def bibliography(text: str, dialect: str = "bibtex") -> Bibliography:
    return reader.parse(SourceFile("refs.bib", text, Path("/nowhere/refs.bib")), dialect)


def differs(field: str, found: str = "", kind: str = "", cited: str = "") -> Judgement:
    return Judgement(field, "differ", cited, found, 0.2, "", kind)


def findings(
    rule: str, text: str, dialect: str = "bibtex", status: str = "mismatch", key: str = "", **verdict: Any
) -> list[Finding]:
    """Findings of a verdict rule on the entry ``key`` (the last without one), with the fixes that were composed."""
    read = bibliography(text, dialect)
    entry = next((one for one in read.entries if one.key == key), read.entries[-1])
    values: dict[str, Any] = {"record": RECORD, "basis": "identifier", **verdict}
    verdicts = {entry: Verdict(entry.key, status, **values)}
    module = registry.rules[rule]
    project = Project(Path("/nowhere"), (), (read,))
    found = lint.run("verdict", [lint.Checked(*pair) for pair in verdicts.items()], project, {module.ID: Severity.error}, {})
    return composed(list(lint.finish(found)), project, verdicts)


def fixed(rule: str, text: str, dialect: str = "bibtex", **verdict: Any) -> str | None:
    """``text`` with the fix of the only finding applied, or None if it has none; the result must parse as intended."""
    found = findings(rule, text, dialect, **verdict)
    assert len(found) == 1, [one.message for one in found]
    fix = found[0].fix
    if fix is None:
        return None
    assert not fix.safe
    changes = sorted(Change(edit.span.start, edit.span.end, edit.text) for edit in fix.edits)
    assert trouble(Intended.of(bibliography(text, dialect)), changes) == ""
    return apply(text, changes)


def answering(monkeypatch: Any, *records: Record) -> list[str]:
    """Let the sources know just these records; the keys that were asked about are listed."""
    from latexrefcheck.model.record import Evidence, Query
    from latexrefcheck.text.keys import title_key
    from latexrefcheck.verify import asking, resolution
    from latexrefcheck.verify.match import judge

    asked: list[str] = []

    def evidence(reference: Any) -> tuple[Evidence, ...]:
        found = []
        for kind, value in reference.identifiers.items():
            if kind == "url":
                continue
            met = tuple(one for one in records if one.identifiers.get(kind, "").lower() == value.lower())
            owner = {"arxiv": "arxiv", "pmid": "pubmed", "isbn": "openlibrary"}.get(kind, "crossref")
            found.append(Evidence(owner, Query(kind, value), "found" if met else "absent", met, when="2026-01-01T00:00:00Z"))
            if kind == "doi" and not met:
                found.append(Evidence("doiorg", Query("agency", value), "absent", when="2026-01-01T00:00:00Z"))
        key = title_key(reference.title)
        met = tuple(one for one in records if key and title_key(one.title) == key)
        for source in ("crossref", "openalex") if not any(one.records for one in found) and key else ():
            query = Query("title", reference.title)
            found.append(Evidence(source, query, "found" if met else "absent", met, when="2026-01-01T00:00:00Z"))
        return tuple(found)

    def ask(references: Any, settings: Any, *beside: Any) -> asking.Answer:
        asked.extend(one.key for one in references)
        known = {one.key: evidence(one) for one in references}
        judged = {one.key: judge(one, known[one.key]) for one in references}
        return resolution.Resolution(known, {}, {}), (), (), judged

    monkeypatch.setattr(asking, "ask", ask)
    return asked
