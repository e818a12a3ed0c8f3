"""Verdicts and failures as codes for programs."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from latexrefcheck.model.coding import codes, retry
from latexrefcheck.model.reasons import Code, of_status
from latexrefcheck.model.record import Evidence, Judgement, Query, Verdict

DOI = Query("doi", "10.99999/x")


def failed(code: Code | None) -> Evidence:
    return Evidence("crossref", DOI, "failed", reason="it did not answer", code=code)


def differs(*fields: str) -> tuple[Judgement, ...]:
    return tuple(
        Judgement(field, "differ" if field in fields else "agree") for field in ("title", "author", "year", "venue", "pages")
    )


@pytest.mark.parametrize(
    ("verdict", "expected", "again"),
    [
        (Verdict("k", "verified"), [], False),
        (Verdict("k", "identifier-not-found", identifier=("doi", "10.99999/x")), ["DOI_NOT_FOUND"], False),
        (Verdict("k", "identifier-not-found", identifier=("arxiv", "2001.00001")), ["IDENTIFIER_NOT_FOUND"], False),
        (Verdict("k", "wrong-identifier", identifier=("doi", "10.99999/x")), ["DOI_MISMATCH"], False),
        (Verdict("k", "wrong-identifier", identifier=("pmid", "1")), ["IDENTIFIER_MISMATCH"], False),
        (Verdict("k", "mismatch", judgements=differs("year", "author")), ["AUTHOR_MISMATCH", "YEAR_MISMATCH"], False),
        (Verdict("k", "mismatch", judgements=differs("title", "venue", "pages")), ["TITLE_MISMATCH", "VENUE_MISMATCH"], False),
        (Verdict("k", "not-found"), ["NOT_FOUND"], False),
        (Verdict("k", "unverifiable"), ["UNVERIFIABLE"], False),
        (Verdict("k", "unchecked", evidence=(failed(Code.TIMEOUT), failed(Code.TIMEOUT))), ["TIMEOUT"], True),
        (Verdict("k", "unchecked", evidence=(failed(Code.SOURCE_OFF), failed(Code.HTTP_4XX))), ["SOURCE_OFF", "HTTP_4XX"], False),
        (Verdict("k", "unchecked", evidence=(failed(Code.OFFLINE),)), ["OFFLINE"], False),
        (Verdict("k", "unchecked", unchecked={"malformed": "…"}, evidence=(failed(Code.TIMEOUT),)), ["MALFORMED"], False),
        (Verdict("k", "unchecked", unchecked={"lock": "…"}), ["NOT_LOCKED"], False),
        # Verified, but nobody could tell whether it was retracted.
        (Verdict("k", "verified", unchecked={"retraction": "…"}, evidence=(failed(Code.RATE_LIMITED),)), ["RATE_LIMITED"], True),
        # Verified although somebody else failed: nothing is open.
        (Verdict("k", "verified", evidence=(failed(Code.RATE_LIMITED),)), [], False),
        (Verdict("k", "unchecked", evidence=(failed(None),)), ["BAD_RESPONSE"], True),
    ],
)
def test_a_verdict_in_codes(verdict: Verdict, expected: list[str], again: bool) -> None:
    assert ([code.value for code in codes(verdict)], retry(verdict)) == (expected, again)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (200, Code.BAD_RESPONSE),
        (302, Code.BAD_RESPONSE),
        (400, Code.HTTP_4XX),
        (403, Code.HTTP_4XX),
        (404, Code.HTTP_4XX),
        (408, Code.TIMEOUT),
        (429, Code.RATE_LIMITED),
        (500, Code.HTTP_5XX),
        (503, Code.HTTP_5XX),
    ],
)
def test_a_status_in_codes(status: int, code: Code) -> None:
    assert of_status(status) is code


def test_the_schema_of_the_report_lists_every_code() -> None:
    schema = json.loads(resources.files("latexrefcheck.reports").joinpath("report.schema.json").read_text(encoding="utf-8"))
    assert schema["$defs"]["code"]["properties"]["code"]["enum"] == [code.value for code in Code]
