"""Arbitrary text in every place that a stranger can fill, through every format."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from latexrefcheck import registry
from latexrefcheck.model.document import Edit, SourceFile, Span
from latexrefcheck.model.finding import Confidence, EntryReport, Finding, Fix, Location, Related, Report, Severity, Summary
from latexrefcheck.model.record import Evidence, Judgement, Query, Record, Verdict
from latexrefcheck.text.person import Person

TEXT = st.text(st.characters(codec=None, categories=None), max_size=40) | st.sampled_from(
    [
        "\x00",
        "\ud800",
        "\ufffe",
        "\x1b[31m",
        "]]>",
        "--></script>",
        "`" * 7,
        "|",
        "\r\n",
        "\u202e",
        "::error::",
        "&#0;",
        "$x",
        "%0A",
    ]
)
PLACE = st.builds(Location, TEXT, *[st.integers(0, 60)] * 4)
SOURCE = SourceFile("a.bib", "é = {a},\n\tü = {b},\n")


@st.composite
def reports(draw) -> Report:
    """A report with one finding of each severity and one entry, filled with arbitrary text."""
    text = lambda: draw(TEXT)  # noqa: E731
    start = draw(st.integers(0, len(SOURCE.text)))
    span = Span(SOURCE, start, draw(st.integers(start, len(SOURCE.text))))
    found = tuple(
        Finding(
            rule="some-rule",
            severity=severity,
            confidence=Confidence.low,
            message=text(),
            location=draw(PLACE),
            key=text(),
            field=text(),
            related=(Related(text(), draw(PLACE)),),
            evidence={text(): text(), "cited": text(), "found": text(), "url": text(), "score": draw(st.floats())},
            fix=Fix(text(), (Edit(span, text()),), draw(st.booleans())),
            help=text(),
            excerpt=text().replace("\n", "").replace("\r", ""),
            excerpt_start=draw(st.integers(0, 9)),
            state=draw(st.sampled_from(["open", "suppressed", "baseline", "unchanged"])),
            reason=text(),
        )
        for severity in (Severity.error, Severity.warning, Severity.info)
    )
    record = Record(source=text(), titles=(text(),), authors=(Person(text(), text()),), url=text(), identifiers={"doi": text()})
    verdict = Verdict(
        key=text(),
        status="mismatch",
        reason=text(),
        judgements=(Judgement("title", "differ", text(), text(), 0.5, text()),),
        record=record,
        evidence=(Evidence(text(), Query("doi", text()), "found", (record,), text(), text(), text()),),
    )
    entry = EntryReport(text(), text(), draw(PLACE), (draw(PLACE),), {"title": text(), "year": text()}, verdict)
    levels = [one.severity for one in found if one.state == "open"]
    counts = {level.name: levels.count(level) for level in (Severity.error, Severity.warning, Severity.info)}
    summary = Summary(documents=1, entries=1, **counts, verdicts={"mismatch": 1})
    return Report(
        "1.0.0", "default", Severity.error, 1, summary, found, (entry,), (), (text(),), (text(),), {"some-rule": text()}
    )


CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.parametrize("name", registry.reports)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(report=reports())
def test_any_text_gives_a_sound_report(name, report):
    text = registry.reports[name].render(report)
    text.encode("utf-8")
    CHECKS.get(name, no_controls)(text)


def no_controls(text: str) -> None:
    assert not CONTROLS.search(text)


def is_xml(text: str) -> None:
    no_controls(text)
    ET.fromstring(text)


def is_json(text: str) -> None:
    json.loads(text)


def is_json_lines(text: str) -> None:
    for line in text.split("\n")[:-1]:
        json.loads(line)


def is_html(text: str) -> None:
    no_controls(text)
    assert text.count("<script") == 1
    assert text.count("<article") == 3


CHECKS = {
    "json": is_json,
    "sarif": is_json,
    "gitlab": is_json,
    "rdjsonl": is_json_lines,
    "junit": is_xml,
    "html": is_html,
}
