"""The Checkstyle report."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from latexrefcheck.reports import checkstyle


@pytest.mark.parametrize("name", ["full", "empty", "sixty"])
def test_golden(name, request, golden):
    golden(f"{name}.checkstyle.xml", checkstyle.render(request.getfixturevalue(name)))


def test_every_open_finding_is_there_with_its_place(full):
    root = ET.fromstring(checkstyle.render(full))
    told = [
        (file.get("name"), int(error.get("line")), int(error.get("column")), error.get("severity"), error.get("source"))
        for file in root
        for error in file
    ]
    expected = [
        (f.location.path, f.location.line, f.location.column, f.severity.name, f"latexrefcheck.{f.rule}") for f in full.open
    ]
    assert sorted(told) == sorted(expected)


def test_hostile_text_stays_text(full):
    one = full.open[0]._replace(message='x"<error line="1"/>&\x00\x1b[0m\ud800', key=None)
    (error,) = ET.fromstring(checkstyle.render(full._replace(findings=(one,)))).iter("error")
    assert error.get("message").startswith('x"<error line="1"/>&\u2400\u241b')
