"""The JUnit report, checked against what Jenkins, Surefire, GitLab and GitHub's readers accept."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from latexrefcheck import check
from latexrefcheck.model.finding import Severity
from latexrefcheck.reports import junit

# Allowed children and attributes (True: required): what both Jenkins' junit-10.xsd and Surefire's
# surefire-test-report-3.0.xsd take; file and line are the extension that GitHub's readers use.
SCHEMA = {
    "testsuites": ({"testsuite"}, {"name": False, "tests": False, "failures": False, "errors": False, "time": False}),
    "testsuite": (
        {"testcase"},
        {"name": True, "tests": True, "failures": True, "errors": True, "skipped": True, "time": True},
    ),
    "testcase": (
        {"failure", "skipped", "system-out"},
        {"name": True, "classname": True, "time": True, "file": False, "line": False},
    ),
    "failure": (set(), {"message": False, "type": True}),
    "skipped": (set(), {"message": False}),
    "system-out": (set(), {}),
}
NUMBERS = {"tests", "failures", "errors", "skipped", "time", "line"}


def problems(element: ET.Element, positions: bool = True) -> list[str]:
    """What in a document breaks :data:`SCHEMA`."""
    children, attributes = SCHEMA[element.tag]
    known = {name for name in attributes if positions or name not in ("file", "line")}
    found = [f"{element.tag}@{name}" for name in element.attrib if name not in known]
    found += [f"{element.tag} lacks {name}" for name, needed in attributes.items() if needed and name not in element.attrib]
    found += [f"{element.tag}@{n}={v}" for n, v in element.attrib.items() if n in NUMBERS and not v.isdecimal()]
    for child in element:
        found += problems(child, positions) if child.tag in children else [f"{element.tag}/{child.tag}"]
    return found


@pytest.fixture(params=["full", "empty", "sixty"])
def any_report(request):
    return request.getfixturevalue(request.param)


def test_golden(full, golden):
    golden("full.junit.xml", junit.render(full))


def test_golden_empty(empty, golden):
    golden("empty.junit.xml", junit.render(empty))


@pytest.mark.parametrize("positions", [True, False])
def test_follows_the_schemas(any_report, positions):
    assert problems(ET.fromstring(junit.render(any_report, positions=positions)), positions) == []


def test_the_check_itself_finds_faults():
    broken = (
        '<testsuites disabled="0"><testsuite name="a" tests="x"><testcase name="b"><error/></testcase></testsuite></testsuites>'
    )
    assert {"testsuites@disabled", "testsuite@tests=x", "testcase lacks classname", "testcase/error"} <= set(
        problems(ET.fromstring(broken))
    )


def test_counts_agree_with_the_cases(any_report):
    root = ET.fromstring(junit.render(any_report))
    for element in (root, *root):
        cases = list(element.iter("testcase"))
        assert int(element.get("tests")) == len(cases) > 0
        assert int(element.get("failures")) == sum(case.find("failure") is not None for case in cases)
        if element is not root:
            assert int(element.get("skipped")) == sum(case.find("skipped") is not None for case in cases)


def test_names_are_unique(any_report):
    cases = ET.fromstring(junit.render(any_report)).iter("testcase")
    assert max(Counter((case.get("classname"), case.get("name")) for case in cases).values()) == 1


def test_a_crafted_key_does_not_collide(sixty):
    keys = ["a", "a", "a (2)", "a (2)", "a"]
    found = tuple(one._replace(key=key) for one, key in zip(sixty.findings, keys, strict=False))
    names = [case.get("name") for case in ET.fromstring(junit.render(sixty._replace(findings=found))).iter("testcase")]
    assert len(set(names)) == len(names) == 5


def test_one_suite_per_file_and_a_case_per_entry_and_citation(full):
    root = ET.fromstring(junit.render(full))
    suites = {suite.get("name"): [case.get("name") for case in suite] for suite in root}
    assert list(suites) == ["Kapitel eins/Überblick.tex", "refs.bib"]
    assert suites["refs.bib"] == [entry.key for entry in full.entries] + ["ghost2023 ␛[0m"]
    assert suites["Kapitel eins/Überblick.tex"] == [f"cite {entry.key}" for entry in full.entries] + ["cite lamport78"]


@pytest.mark.parametrize("fail_on", [Severity.error, Severity.warning, Severity.info])
def test_what_fails_is_at_or_above_fail_on(full, fail_on):
    root = ET.fromstring(junit.render(full._replace(fail_on=fail_on)))
    failing = {found.key for found in full.open if found.severity >= fail_on}
    assert int(root.get("failures")) == len(failing)
    told = "".join(element.text for element in root.iter() if element.tag in ("failure", "system-out"))
    for found in full.findings:
        assert f"[{found.rule}]" in told


def test_unchecked_is_skipped(full):
    cases = [case.get("name") for case in ET.fromstring(junit.render(full)).iter("testcase") if case.find("skipped") is not None]
    assert cases == ["later2021"]


def test_file_and_line_point_at_the_finding(full):
    case = next(c for c in ET.fromstring(junit.render(full)).iter("testcase") if c.get("name") == "turing1950")
    assert (case.get("file"), case.get("line")) == ("refs.bib", "21")


def test_many_findings_are_quick(many, seconds):
    with seconds(15):
        assert junit.render(many).count("<testcase") == 5000


def test_a_citation_has_one_name_whether_its_entry_exists_or_not(tmp_path, monkeypatch):
    """Readers follow a case from run to run by class and name."""
    monkeypatch.chdir(tmp_path)
    body = "\\cite{a,Bad}\\cite{bad}\\bibliographystyle{plain}\\bibliography{r}"
    tex = f"\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}"
    (tmp_path / "main.tex").write_text(tex, encoding="utf-8")
    names = []
    for more in ("", "@misc{bad, title = {B}}", "@misc{Bad, title = {B}}"):
        (tmp_path / "r.bib").write_text("@misc{a, title = {A}}\n" + more + "\n", encoding="utf-8")
        root = ET.fromstring(junit.render(check(verify=False)))
        names.append([case.get("name") for suite in root if suite.get("name") == "main.tex" for case in suite])
    assert sorted(names[0]) == ["cite Bad", "cite a", "cite bad"]
    assert {name.lower() for name in names[1]} == {name.lower() for name in names[2]} <= {"cite a", "cite bad", "cite bad (2)"}
