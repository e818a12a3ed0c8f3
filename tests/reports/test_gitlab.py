"""The Code Quality report for GitLab."""

from __future__ import annotations

import json

import jsonschema
import pytest

from latexrefcheck.reports import gitlab

# What docs.gitlab.com/ci/testing/code_quality asks of a report.
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "not": {"pattern": "^(\\./|/)"}},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}


@pytest.mark.parametrize("name", ["full", "empty", "sixty"])
def test_has_the_form_that_gitlab_reads(name, request):
    report = request.getfixturevalue(name)
    issues = json.loads(gitlab.render(report))
    jsonschema.validate(issues, SCHEMA)
    assert len(issues) == len(report.open) == len({issue["fingerprint"] for issue in issues})


def test_golden(full, golden):
    golden("full.gitlab.json", gitlab.render(full))


def test_a_clean_run_is_an_empty_array(empty):
    assert gitlab.render(empty) == "[]\n"


def test_severities(full):
    found = {issue["check_name"]: issue["severity"] for issue in json.loads(gitlab.render(full))}
    assert (found["wrong-identifier"], found["not-found"], found["page-range"]) == ("major", "minor", "info")


def test_a_mismatch_says_both_values(full):
    issue = next(issue for issue in json.loads(gitlab.render(full)) if issue["check_name"] == "field-mismatch")
    assert issue["description"].endswith("(cited 1979, found 1978, source Crossref)")


def test_paths_and_lines_are_those_that_gitlab_takes(full):
    found = full.open[0]._replace(location=full.open[0].location._replace(path="./a/b.tex", line=0, end_line=0))
    (issue,) = json.loads(gitlab.render(full._replace(findings=(found,))))
    assert issue["location"] == {"path": "a/b.tex", "lines": {"begin": 1, "end": 1}}


def test_equal_fingerprints_are_told_apart(full):
    issues = json.loads(gitlab.render(full._replace(findings=full.open[:1] * 3)))
    assert len({issue["fingerprint"] for issue in issues}) == 3
