"""On arbitrary databases: only the intended spans change, the rest parses as before, a second run is empty."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from latexrefcheck import lint, pipeline
from latexrefcheck.model.document import Project, SourceFile
from latexrefcheck.reading import bib
from latexrefcheck.repair import of_findings, to_fixpoint
from latexrefcheck.repair.check import apply
from latexrefcheck.settings import Settings

NAMES = ("title", "Author", "YEAR", "doi", "url", "pages", "journal", "note", "month", "eprint", "booktitle")
VALUES = (
    "Deep & Wide {Nets}",
    "{An {\\'e}tude &amp; more}",
    "1--9",
    "12-34",
    "101-9, 33-44",
    "https://doi.org/10.1000/abc",
    "10.1000/xyz",
    "http://arxiv.org/abs/1701.00001",
    "Keller, Anna and Doe, J.",
    "Größe",
    "50% of_all #1",
    "a < b",
    "January",
    "<i>x</i> &lt; y",
    "",
    "2017",
)
blank = st.sampled_from(("", " ", "\n  ", "\t", "\r\n    "))


@st.composite
def field(draw) -> str:
    name = draw(st.sampled_from(NAMES))
    value = draw(st.sampled_from(VALUES) | st.text('ab{}\\"%&@,=# \n', max_size=8))
    mark = draw(st.sampled_from(("{%s}", '"%s"', "%s", "{%s} # jan", "jan # {%s}")))
    return f"{draw(blank)}{name}{draw(blank)}={draw(blank)}{mark % value}"


@st.composite
def entry(draw) -> str:
    kind = draw(st.sampled_from(("article", "Book", "MISC", "string", "comment")))
    key = draw(st.sampled_from(("a", "b", "B", "k:1", "")))
    fields = draw(st.lists(field(), max_size=5))
    comma = draw(st.sampled_from(("", ",")))
    return f"{draw(blank)}@{kind}{{{key},{','.join(fields)}{comma}{draw(blank)}}}"


database = st.lists(entry() | st.text("@{}a%\n ", max_size=6), max_size=6).map("\n".join)


def repaired(text: str, backend: str):
    """The repair of a file that exists only as text."""
    path = Path("/nowhere/refs.bib")
    settings_ = Settings(paths=(path,), verify=False, backend=backend, profile="strict")
    source = SourceFile("refs.bib", text, path)

    def look(overlay):
        now = overlay[str(path)].decode() if overlay else text
        read = bib.parse(SourceFile("refs.bib", now, path), backend)
        project = Project(Path("/nowhere"), (), (read,))
        found = []
        for scope, subjects in (("project", [project]), ("bibliography", [read])):
            found += pipeline.run_rules(scope, subjects, project, pipeline.active(scope, settings_), settings_)
        return project, list(of_findings(lint.finish(pipeline.corrected(found, project, None))))

    return source, to_fixpoint(look, lambda proposals: [one for one in proposals if one.fix.safe])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(database, st.sampled_from(("bibtex", "biber")))
def test_fixed_once_is_fixed(text, backend):
    _, first = repaired(text, backend)
    new = apply(text, first.changes.get("refs.bib", ()))
    _, second = repaired(new, backend)
    assert [(one.rule, one.why) for one in second.made] == []


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(database, st.sampled_from(("bibtex", "biber")))
def test_only_what_was_meant_changes(text, backend):
    source, repair = repaired(text, backend)
    changes = repair.changes.get("refs.bib", ())
    new = apply(text, changes)
    before, after = bib.parse(source, backend), bib.parse(SourceFile("refs.bib", new), backend)
    touched = [one for one in before.entries if any(one.start <= c.end and c.start <= one.end for c in changes)]
    kept = [(e.key, e.type, [(f.name, f.value) for f in e.fields]) for e in before.entries if e not in touched]
    now = [(e.key, e.type, [(f.name, f.value) for f in e.fields]) for e in after.entries]
    for one in kept:
        assert one in now
    assert len(after.problems) <= len(before.problems)
    # What lies between the changes is there, byte for byte and in order.
    at = 0
    for start, stop in zip([0, *(c.end for c in changes)], [*(c.start for c in changes), len(text)], strict=True):
        gap = text[start:stop]
        found = new.find(gap, at)
        assert found >= 0
        at = found + len(gap)


@pytest.mark.parametrize("backend", ["bibtex", "biber"])
def test_the_examples_change_something(backend):
    """The strategies above do produce files with fixes."""
    _, repair = repaired(
        "@article{a,\n title = {Deep & Wide},\n pages = {12-34},\n doi = {https://doi.org/10.1000/abc}\n}", backend
    )
    assert len(repair.made) >= 2
