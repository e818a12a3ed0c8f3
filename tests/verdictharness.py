"""Run one verdict rule over an entry and a verdict written down in a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from latexrefcheck import lint, registry
from latexrefcheck.model.document import Project, SourceFile
from latexrefcheck.model.finding import Finding, Severity
from latexrefcheck.model.record import Judgement, Record, Verdict
from latexrefcheck.reading import bib as bibreader
from latexrefcheck.text.person import Person

ENTRY = """@article{k,
  author = {Keller, Anna and Doe, Jane},
  title = {Good Predictions of Rivers},
  journal = {Journal of Things},
  volume = {12},
  pages = {1--9},
  year = {2017},
  doi = {10.99999/good},
  eprint = {2412.00001},
  pmid = {11111111},
}
"""
RECORD = Record(
    source="crossref",
    titles=("Good Predictions of Rivers",),
    authors=(Person("Keller", "Anna"), Person("Doe", "Jane")),
    years=(2017,),
    venues=("Journal of Things",),
    identifiers={"doi": "10.99999/good"},
)
OTHER = Record(
    source="crossref",
    titles=("Roads of the North",),
    authors=(Person("Roe", "Richard"),),
    years=(1975,),
    identifiers={"doi": "10.99999/roads"},
)


def findings(rule: str, status: str = "verified", bib: str = ENTRY, level: str = "error", **verdict: Any) -> list[Finding]:
    """Findings of the rule ``rule`` on ``bib`` under a verdict whose record an identifier led to."""
    entry = bibreader.parse(SourceFile("refs.bib", bib), "bibtex").entries[0]
    values: dict[str, Any] = {"record": RECORD, "basis": "identifier", **verdict}
    subject = lint.Checked(entry, Verdict(entry.key, status, **values))
    module = registry.rules[rule]
    found = lint.run("verdict", [subject], Project(Path()), {module.ID: Severity[level]}, {})
    return list(lint.finish(found))


def differs(
    field: str, cited: str = "a", found: str = "b", kind: str = "", detail: str = "", state: str = "differ"
) -> tuple[Judgement, ...]:
    """One judgement, as a verdict holds it."""
    return (Judgement(field, state, cited, found, 0.2, detail, kind),)


def told(found: list[Finding]) -> list[tuple[int, str | None, str]]:
    """(line, field, severity) of each finding."""
    return [(one.location.line, one.field, one.severity.name) for one in found]
