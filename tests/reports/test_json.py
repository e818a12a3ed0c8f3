"""The JSON report and its schema."""

from __future__ import annotations

import json
from importlib import resources

import jsonschema
import pytest

from latexrefcheck.reports import json as report_json

SCHEMA = json.loads(resources.files("latexrefcheck.reports").joinpath("report.schema.json").read_text(encoding="utf-8"))


def test_golden(full, golden):
    golden("full.json", report_json.render(full))


def test_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", ["full", "empty", "sixty"])
def test_reports_follow_the_schema(name, request):
    document = json.loads(report_json.render(request.getfixturevalue(name)))
    jsonschema.Draft202012Validator(SCHEMA).validate(document)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("findings", 0, "severity"), "fatal"),
        (("findings", 0, "location", "line"), -1),
        (("findings", 0, "unknown"), 1),
        (("entries", 0, "verdict", "status"), "invented"),
        (("summary", "error"), -1),
    ],
)
def test_schema_refuses(full, path, value):
    document = json.loads(report_json.render(full))
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(document)


def test_every_field_of_the_schema_is_written(full):
    document = json.loads(report_json.render(full))
    assert set(document) == set(SCHEMA["properties"])
    assert set(document["findings"][0]) == set(SCHEMA["$defs"]["finding"]["properties"])
    assert set(document["entries"][0]["verdict"]) == set(SCHEMA["$defs"]["verdict"]["properties"])


def test_fix_edits_can_be_applied(full):
    source = next(f for f in full.findings if f.rule == "page-range").fix.edits[0].span.source
    fix = next(f for f in json.loads(report_json.render(full))["findings"] if f["rule"] == "page-range")["fix"]
    (edit,) = fix["edits"]
    mended = source.text[: edit["start"]] + edit["text"] + source.text[edit["end"] :]
    assert mended == source.text.replace("{97-111}", "{97--111}")
    assert (edit["line"], edit["column"], edit["end_line"], edit["end_column"]) == (7, 14, 7, 15)
    assert source.line(7)[edit["column"] - 1] == "-"


def test_surrogates_do_not_break_the_encoding(full):
    assert "\ufffd" in report_json.render(full).encode("utf-8").decode("utf-8")
