"""The diagnostics for reviewdog."""

from __future__ import annotations

import json

import jsonschema
import pytest

from latexrefcheck.model.document import Edit, SourceFile, Span
from latexrefcheck.model.finding import Fix, Location
from latexrefcheck.reports import rdjsonl

POSITION = {
    "type": "object",
    "required": ["line"],
    "additionalProperties": False,
    "properties": {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}},
}
RANGE = {
    "type": "object",
    "required": ["start"],
    "additionalProperties": False,
    "properties": {"start": POSITION, "end": POSITION},
}
# Diagnostic of reviewdog's proto/rdf/reviewdog.proto, as far as it is used here.
SCHEMA = {
    "type": "object",
    "required": ["message", "location", "severity"],
    "additionalProperties": False,
    "properties": {
        "message": {"type": "string", "minLength": 1},
        "location": {
            "type": "object",
            "required": ["path"],
            "additionalProperties": False,
            "properties": {"path": {"type": "string"}, "range": RANGE},
        },
        "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
        "source": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
        "code": {"type": "object", "required": ["value"], "properties": {"value": {"type": "string"}}},
        "suggestions": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["range", "text"],
                "additionalProperties": False,
                "properties": {"range": RANGE, "text": {"type": "string"}},
            },
        },
    },
}


def diagnostics(report):
    return [json.loads(line) for line in rdjsonl.render(report).splitlines()]


def suggested(text, diagnostic):
    """``text`` with the suggestion made, columns taken as UTF-8 bytes."""
    (suggestion,) = diagnostic["suggestions"]
    lines = text.encode().splitlines(keepends=True)
    start, end = (suggestion["range"][name] for name in ("start", "end"))
    before = b"".join(lines[: start["line"] - 1]) + lines[start["line"] - 1][: start["column"] - 1]
    after = lines[end["line"] - 1][end["column"] - 1 :] + b"".join(lines[end["line"] :])
    return (before + suggestion["text"].encode() + after).decode()


@pytest.mark.parametrize("name", ["full", "empty", "sixty"])
def test_has_the_form_that_reviewdog_reads(name, request):
    report = request.getfixturevalue(name)
    found = diagnostics(report)
    for diagnostic in found:
        jsonschema.validate(diagnostic, SCHEMA)
    assert len(found) == len(report.open)


def test_golden(full, golden):
    golden("full.rdjsonl", rdjsonl.render(full))


def test_columns_are_bytes(full):
    spot = next(d for d in diagnostics(full) if d["code"]["value"] == "identifier-syntax")["location"]["range"]
    assert spot == {"start": {"line": 5, "column": 37}, "end": {"line": 5, "column": 48}}


def test_a_place_outside_the_excerpt_has_no_column(full):
    found = full.open[0]._replace(location=Location("a.bib", 3, 900, 3, 910))
    assert diagnostics(full._replace(findings=(found,)))[0]["location"]["range"] == {"start": {"line": 3}}


def test_suggestions_can_be_applied(full):
    source = SourceFile("a.bib", "é = {a},\nü = {b},\n")
    edits = (Edit(Span(source, 5, 6), "日"), Edit(Span(source, 14, 15), ""))
    found = full.open[0]._replace(location=Location("a.bib", 1, 5, 1, 8), fix=Fix("both", edits))
    (diagnostic,) = diagnostics(full._replace(findings=(found,)))
    assert suggested(source.text, diagnostic) == "é = {日},\nü = {},\n"


def test_a_fix_over_two_files_is_no_suggestion(full):
    edits = tuple(Edit(Span(SourceFile(name, "abc"), 0, 1), "x") for name in ("a.bib", "b.tex"))
    found = full.open[0]._replace(location=Location("a.bib", 1, 1, 1, 2), fix=Fix("both", edits))
    assert "suggestions" not in diagnostics(full._replace(findings=(found,)))[0]
