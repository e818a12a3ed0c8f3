"""Corrections that were composed from records travel in every report that can carry fixes."""

from __future__ import annotations

import json
import os

import pytest
from fixharness import RECORD, answering

from latexrefcheck import cli

BIB = """@article{k,
  author = {Keller, Anna and others},
  title = {Good Predictions of Rivers},
  year = {2011},
  doi = {10.99999/good},
}
"""


@pytest.fixture(autouse=True)
def paper(tmp_path, monkeypatch):
    (tmp_path / "refs.bib").write_text(BIB)
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI_")):
            monkeypatch.delenv(name)
    answering(monkeypatch, RECORD)
    return tmp_path


def report(capsys, name: str) -> str:
    cli.run(["check", "refs.bib", "--report", name])
    return capsys.readouterr().out


def test_json(capsys):
    (found,) = [one for one in json.loads(report(capsys, "json"))["findings"] if one["rule"] == "year-mismatch"]
    assert found["fix"]["safe"] is False
    assert [(edit["path"], edit["line"], edit["text"]) for edit in found["fix"]["edits"]] == [("refs.bib", 4, "2017")]
    start, end = (found["fix"]["edits"][0][name] for name in ("start", "end"))
    assert BIB[start:end] == "2011"


def test_sarif(capsys):
    (run,) = json.loads(report(capsys, "sarif"))["runs"]
    (found,) = [one for one in run["results"] if one["ruleId"] == "year-mismatch"]
    (change,) = found["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "refs.bib"
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"]["text"] == "2017"
    assert replacement["deletedRegion"]["startLine"] == 4


def test_rdjsonl(capsys):
    rows = [json.loads(row) for row in report(capsys, "rdjsonl").splitlines()]
    (found,) = [one for one in rows if one["code"]["value"] == "year-mismatch"]
    assert [one["text"] for one in found["suggestions"]] == ["2017"]


def test_markdown(capsys):
    assert "```suggestion\n    year = {2017},\n  ```" in report(capsys, "markdown")


def test_html(capsys):
    page = report(capsys, "html")
    assert "<ins>7</ins>" in page or "<ins>2017</ins>" in page


def test_what_the_lock_knows_is_enough_for_a_year(capsys):
    cli.run(["check", "refs.bib", "--write-lock", "-q"])
    cli.run(["check", "refs.bib", "--frozen", "--lock-max-age", "100000", "--report", "json", "-q"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    (found,) = [one for one in findings if one["rule"] == "year-mismatch"]
    assert [edit["text"] for edit in found["fix"]["edits"]] == ["2017"]
