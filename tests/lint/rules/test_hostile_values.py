"""No rule raises on, or takes more than linear time for, the worst values that a file may hold."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruleharness import around, run
from timing import within

from latexrefcheck import registry
from latexrefcheck.model.document import Project, SourceFile
from latexrefcheck.reading import bib

RULES = [name for name, rule in registry.rules.items() if rule.SCOPE == "bibliography"]
FIELDS = (
    "author title booktitle journal year date pages month doi url eprint isbn issn pmid pmcid orcid note howpublished "
    "archiveprefix crossref xdata volume publisher editor"
).split()
SIZE = 6_000
VALUES = {
    "special": "&_%#" * SIZE,
    "and": "a and " * SIZE,
    "commas": "a, " * SIZE,
    "semicolons": "a; " * SIZE,
    "url": "\\url" * SIZE,
    "tags": "<i" * SIZE,
    "entities": "&a" * SIZE,
    "dollars": "$a" * SIZE,
    "numbers": "1-" * SIZE,
    "digits": "9" * SIZE,
    "doi": "10.1000/(" * SIZE,
    "http": "http://" * SIZE,
    "hyphens": "-" * SIZE,
    "capitals": "AAA " * SIZE,
    "groups": "{a} " * SIZE,
    "blanks": " a" + " " * SIZE,
    "et al": "et al " * SIZE,
    "words": "of the " * SIZE,
    "combining": "e\u0301" * SIZE,
}


def project(value: str, dialect: str) -> Project:
    fields = ",\n".join(f"  {name} = {{{value}}}" for name in FIELDS)
    return around([bib.parse(SourceFile("refs.bib", f"@article{{k,\n{fields}}}\n"), dialect)], dialect)


@pytest.mark.parametrize("name", VALUES)
def test_time(name: str) -> None:
    subject = project(VALUES[name], "bibtex")
    for rule in RULES:
        with within(3):
            run(registry.rules[rule], subject, {})


TEXT = st.text(alphabet=st.sampled_from("aB1 ,;.-{}\\&%_#$<>/:=@'\"\n0é\u0301中"), max_size=40) | st.text(max_size=30)


@given(values=st.lists(TEXT, min_size=len(FIELDS), max_size=len(FIELDS)), dialect=st.sampled_from(["bibtex", "biber"]))
@settings(max_examples=60, deadline=None)
def test_no_rule_raises_and_spans_lie_in_the_file(values: list[str], dialect: str) -> None:
    text = "@article{k,\n" + ",\n".join(f"  {name} = {{{value}}}" for name, value in zip(FIELDS, values, strict=True)) + "}\n"
    library = bib.parse(SourceFile("refs.bib", text), dialect)
    subject = around([library], dialect)
    for rule in RULES:
        for found in run(registry.rules[rule], subject, {}):
            assert 1 <= found.location.line <= len(library.source.line_starts), rule
            assert found.message.isprintable() or not value_is_plain(values), (rule, found.message)
            for edit in found.fix.edits if found.fix else ():
                assert 0 <= edit.span.start <= edit.span.end <= len(text), rule


def value_is_plain(values: list[str]) -> bool:
    return all(value.isprintable() for value in values)
