"""Reports made by hand, and the comparison with golden files (``pytest tests/reports --update-golden`` rewrites them)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from latexrefcheck.model.document import Edit, SourceFile, Span
from latexrefcheck.model.finding import (
    Confidence,
    EntryReport,
    Finding,
    Fix,
    Location,
    Related,
    Report,
    Severity,
    SourceStatus,
    Summary,
)
from latexrefcheck.model.record import Evidence, Judgement, Notice, Query, Record, Verdict
from latexrefcheck.text.person import Person

GOLDEN = Path(__file__).parents[2] / "fixtures" / "reports"
HOSTILE = "<script>alert(1)</script>\x1b[31mred\x00\nSecond \u202eline\ud800\ufffe | `code` ::error::no %0A & \"q\" 'a' @all #1"

BIB = """\
% A bibliography of seven works, one for each verdict.
@article{knuth1984,
  author = {Donald E. Knuth},
  title = {Literate Programming},
  journal = {The Computer Journal},
  year = {1984},
  pages = {97-111},
  doi = {10.1093/comjnl/27.2.97}
}
@article{lamport1978,
  author = {Leslie Lamport and Ada Invented},
  title = {Time, Clocks, and the Ordering of Events in a Distributed System},
  journal = {Communications of the ACM},
  year = {1979},
  doi = {10.1145/359545.359563},
}
@article{turing1950,
  author = {Alan M. Turing},
  title = {Computing Machinery and Intelligence},
  year = {1950},
  doi = {10.1093/comjnl/27.2.97}
}
@article{müller2020,
  author = {Jürgen Müller},
  title = {日本語\tの研究},
  year = {2020},
  doi = {10.9999/does.not.exist}
}
@inproceedings{ghost2023,
  author = {Nobody Known},
  title = {A Paper in No Index},
  year = {2023}
}
@misc{site, title = {Project page}, url = {https://example.org/}}
@book{later2021, title = {A Book to Look up Later}, year = {2021}}
@article{wakefield1998,
  author = {A. J. Wakefield},
  title = {Ileal-lymphoid-nodular hyperplasia},
  year = {1998}
}
"""
TEX = """\
\\documentclass{article}
\\begin{document}
\\section{Überblick}
Programme sind Literatur~\\cite{knuth1984}, Uhren~\\cite{lamport1978,lamport78}.
\te\u0301 深層学習 \\cite{turing1950, müller2020} and \\cite{ghost2023}\\cite{site,later2021}.
\\nocite{wakefield1998}
\\end{document}
"""
CHAPTER = "Kapitel eins/Überblick.tex"
BIB_FILE = SourceFile("refs.bib", BIB)
TEX_FILE = SourceFile(CHAPTER, TEX)
WHEN = "2026-01-02T03:04:05Z"


def span(source: SourceFile, text: str, after: str = "") -> Span:
    """The first place of ``text`` behind the first place of ``after``."""
    start = source.text.index(text, source.text.index(after))
    return Span(source, start, start + len(text))


def at(source: SourceFile, text: str, after: str = "") -> Location:
    """The location of :func:`span`."""
    return Location.of(span(source, text, after))


def finding(rule, severity, where, message, **more) -> Finding:
    """A finding at a span, with excerpt and fingerprint as the engine makes them."""
    place = Location.of(where)
    more.setdefault("confidence", Confidence.high)
    name = f"{rule}/{place.path}/{more.get('key')}/{more.get('field')}"
    return Finding(
        rule=rule,
        severity=Severity[severity],
        message=message,
        location=place,
        excerpt=where.source.line(place.line)[:400],
        fingerprint=f"{sum(map(ord, name)):032x}",
        **more,
    )


def record(source, title, names, year, **more) -> Record:
    """A record with its authors given as ``Given Family`` strings."""
    people = tuple(Person(family=name.rpartition(" ")[2], given=name.rpartition(" ")[0]) for name in names)
    return Record(source=source, titles=(title,), authors=people, years=(year,), retrieved=WHEN, **more)


LAMPORT = record(
    "crossref",
    "Time, clocks, and the ordering of events in a distributed system",
    ["Leslie Lamport"],
    1978,
    venues=("Communications of the ACM",),
    identifiers={"doi": "10.1145/359545.359563"},
    url="https://doi.org/10.1145/359545.359563",
)
KNUTH = record(
    "crossref",
    "Literate Programming",
    ["D. E. Knuth"],
    1984,
    venues=("The Computer Journal",),
    identifiers={"doi": "10.1093/comjnl/27.2.97"},
    url="https://doi.org/10.1093/comjnl/27.2.97",
)
TURING = record(
    "dblp", "Computing Machinery and Intelligence", ["Alan M. Turing"], 1950, identifiers={"doi": "10.1093/mind/lix.236.433"}
)
WAKEFIELD = record(
    "pubmed",
    "RETRACTED: Ileal-lymphoid-nodular hyperplasia",
    ["A. J. Wakefield"],
    1998,
    identifiers={"pmid": "9500320"},
    notices=(Notice("retraction", "10.1016/S0140-6736(10)60175-4", "pubmed", "2010-02-06", "Retraction"),),
)


def evidence(source, kind, value, outcome, records=(), reason="") -> Evidence:
    """One query and its outcome."""
    url = f"https://api.{source}.example/{kind}"
    return Evidence(source, Query(kind, value), outcome, tuple(records), url, WHEN, reason)


def verdicts() -> list[Verdict]:
    """One verdict of each status, and a retraction."""
    knuth, lamport = "10.1093/comjnl/27.2.97", "10.1145/359545.359563"
    return [
        Verdict(
            "knuth1984",
            "verified",
            score=0.99,
            agreement="confirmed",
            judgements=(
                Judgement("title", "agree", "Literate Programming", "Literate Programming", 1.0),
                Judgement("authors", "minor", "Donald E. Knuth", "D. E. Knuth", 0.95, "initials"),
            ),
            record=KNUTH,
            evidence=(evidence("crossref", "doi", knuth, "found", [KNUTH]), evidence("dblp", "doi", knuth, "found", [KNUTH])),
            checked=WHEN,
        ),
        Verdict(
            "lamport1978",
            "mismatch",
            "author 2 is not in the record",
            0.81,
            "single-source",
            (
                Judgement("title", "agree", LAMPORT.title, LAMPORT.title, 1.0),
                Judgement(
                    "authors", "differ", "Leslie Lamport; Ada Invented", "Leslie Lamport", 0.5, "added: Ada Invented", "added"
                ),
                Judgement("year", "differ", "1979", "1978", 0.0, "one year off"),
            ),
            LAMPORT,
            basis="identifier",
            evidence=(
                evidence("crossref", "doi", lamport, "found", [LAMPORT]),
                evidence("openalex", "doi", lamport, "failed", reason="HTTP 503"),
            ),
            unchecked={"retraction": "openalex did not answer"},
            checked=WHEN,
        ),
        Verdict(
            "turing1950",
            "wrong-identifier",
            "the DOI belongs to another work",
            0.2,
            "confirmed",
            (Judgement("title", "differ", TURING.title, KNUTH.title, 0.2),),
            TURING,
            KNUTH,
            ("doi", knuth),
            evidence=(evidence("crossref", "doi", knuth, "found", [KNUTH]),),
            checked=WHEN,
        ),
        Verdict(
            "müller2020",
            "identifier-not-found",
            "doi.org has no such DOI",
            identifier=("doi", "10.9999/does.not.exist"),
            evidence=(evidence("doiorg", "doi", "10.9999/does.not.exist", "absent"),),
            checked=WHEN,
        ),
        Verdict(
            "ghost2023",
            "not-found",
            "two sources know no such work",
            agreement="confirmed",
            evidence=(
                evidence("crossref", "bibliographic", "A Paper in No Index Known 2023", "absent"),
                evidence("dblp", "title", "A Paper in No Index", "absent"),
            ),
            checked=WHEN,
        ),
        Verdict("site", "unverifiable", "web pages are in no index", confirmed_by="seen by A. Reader", from_lock=True),
        Verdict("later2021", "unchecked", "openlibrary did not answer", unchecked={"existence": "HTTP 503"}),
        Verdict(
            "wakefield1998",
            "verified",
            score=0.97,
            agreement="single-source",
            record=WAKEFIELD,
            notices=WAKEFIELD.notices,
            published=record("crossref", HOSTILE, ["O'Neil <b>Bob</b>"], 2010, url="javascript:alert(1)"),
            checked=WHEN,
        ),
    ]


def findings() -> list[Finding]:
    """Findings of every severity and state, with related places, evidence and fixes."""
    pages, year = span(BIB_FILE, "{97-111}"), span(BIB_FILE, "{1979}")
    return [
        finding(
            "undefined-citation",
            "error",
            span(TEX_FILE, "lamport78", "lamport1978"),
            "citation 'lamport78' is not defined in refs.bib",
            key="lamport78",
            help="did you mean 'lamport1978'?",
            fix=Fix("replace the key by lamport1978", (Edit(span(TEX_FILE, "lamport78", "lamport1978"), "lamport1978"),)),
        ),
        finding(
            "identifier-syntax",
            "info",
            span(TEX_FILE, "müller2020"),
            "a wide line: the caret stands under the key",
            key="müller2020",
            confidence=Confidence.low,
        ),
        finding(
            "page-range",
            "info",
            pages,
            "page range with a single hyphen",
            key="knuth1984",
            field="pages",
            fix=Fix("write an en dash", (Edit(Span(BIB_FILE, pages.start + 3, pages.start + 4), "--"),), safe=True),
        ),
        finding(
            "field-mismatch",
            "warning",
            year,
            "the year differs from the record",
            key="lamport1978",
            field="year",
            evidence={
                "status": "mismatch",
                "agreement": "single-source",
                "field": "year",
                "cited": "1979",
                "found": "1978",
                "score": 0.8125,
                "record": {
                    "source": "crossref",
                    "title": LAMPORT.title,
                    "authors": ["Leslie Lamport"],
                    "years": [1978],
                    "identifiers": {"doi": "10.1145/359545.359563"},
                    "url": "",
                },
                "asked": ["crossref: found", "openalex: failed"],
            },
            fix=Fix("replace the year by the record's", (Edit(year, "{1978}"),)),
            related=(Related("cited here", at(TEX_FILE, "lamport1978")),),
        ),
        finding(
            "wrong-identifier",
            "error",
            span(BIB_FILE, "10.1093/comjnl/27.2.97", "turing1950"),
            "the DOI belongs to another work",
            key="turing1950",
            field="doi",
            evidence={"cited": TURING.title, "found": KNUTH.title, "source": "crossref", "url": KNUTH.url, "score": 0.2},
            related=(Related("the same DOI in knuth1984", at(BIB_FILE, "10.1093/comjnl/27.2.97")),),
        ),
        finding(
            "hostile-title", "warning", span(BIB_FILE, "title", "ghost2023"), HOSTILE, key="ghost2023\n\x1b[0m", help=HOSTILE
        ),
        finding(
            "not-found",
            "warning",
            span(BIB_FILE, "@inproceedings{ghost2023"),
            "no source that was asked knows this work",
            key="ghost2023",
            evidence={"sources": ["crossref", "dblp"], "when": WHEN},
        ),
        finding(
            "retracted-work", "error", span(BIB_FILE, "@article{wakefield1998"), "this work was retracted", key="wakefield1998"
        ),
        finding(
            "all-caps-title",
            "warning",
            span(BIB_FILE, "{Literate Programming}"),
            "title in capitals",
            key="knuth1984",
            state="suppressed",
            reason="% latexrefcheck: ignore in refs.bib:3",
        ),
        finding("missing-field", "error", span(BIB_FILE, "@book{later2021"), "no author", key="later2021", state="baseline"),
        finding("missing-field", "error", span(BIB_FILE, "@misc{site"), "no author", key="site", state="unchanged"),
    ]


def entries() -> tuple[EntryReport, ...]:
    """The eight entries with the places that cite them."""
    known = {verdict.key: verdict for verdict in verdicts()}
    fields = {"title": HOSTILE, "author": "Nobody Known", "year": "2023"}
    listed = []
    for key, verdict in known.items():
        head = span(BIB_FILE, key)
        start = BIB.rindex("@", 0, head.start)
        place = Location.of(Span(BIB_FILE, start, head.end))
        record_ = verdict.record
        values = (
            {"title": record_.title, "year": str(record_.years[0])} if record_ else {"title": f"Title of {key}", "year": "2020"}
        )
        values = fields if key == "ghost2023" else values
        listed.append(EntryReport(key, BIB[start + 1 : head.start - 1], place, (at(TEX_FILE, key),), values, verdict))
    return tuple(listed)


PAGE = """{summary}

## What it does
Looks for {rule} in every entry.

## Why it matters
Readers cannot follow the reference.
"""


def report_of(found, listed=(), **more) -> Report:
    """A report whose summary counts what it holds."""
    ordered = tuple(sorted(found, key=lambda one: one.sort_key))
    levels = Counter(one.severity.name for one in ordered if one.state == "open")
    states = Counter(one.state for one in ordered)
    summary = Summary(
        documents=1,
        files=2,
        citations=9,
        keys=9,
        entries=len(listed),
        error=levels["error"],
        warning=levels["warning"],
        info=levels["info"],
        suppressed=states["suppressed"],
        baseline=states["baseline"],
        unchanged=states["unchanged"],
        verdicts=Counter(entry.verdict.status for entry in listed if entry.verdict),
    )
    more = {
        "tool_version": "1.0.0",
        "profile": "default",
        "fail_on": Severity.error,
        "exit_code": int(bool(levels["error"])),
    } | more
    pages = {one.rule: PAGE.format(summary=f"Finds {one.rule}.", rule=one.rule) for one in ordered}
    return Report(summary=summary, findings=ordered, entries=tuple(listed), rules=pages, **more)


@pytest.fixture(scope="session")
def full() -> Report:
    """Everything that a report may hold."""
    return report_of(
        findings(),
        entries(),
        sources=(
            SourceStatus("crossref", "ok", 3, 1),
            SourceStatus("openlibrary", "down", 2, 0, 2, "HTTP 503"),
            SourceStatus("openalex", "degraded", 4, 2, 1, "time-out"),
            SourceStatus("zbmath", "unused"),
        ),
        documents=(CHAPTER,),
        notes=("build files are older than the source and were not used",),
        started=WHEN,
        elapsed=1.25,
        verified=True,
    )


@pytest.fixture(scope="session")
def empty() -> Report:
    """A clean run."""
    return report_of([], documents=("main.tex",))


@pytest.fixture(scope="session")
def sixty() -> Report:
    """Thirty errors and thirty warnings in one file, alternating."""
    source = SourceFile("main.tex", "".join(f"\\cite{{k{number}}}\n" for number in range(60)))
    found = [
        finding(
            "undefined-citation",
            "error" if number % 2 else "warning",
            span(source, f"k{number}"),
            f"Key k{number} is not defined",
            key=f"k{number}",
        )
        for number in range(60)
    ]
    return report_of(found, documents=("main.tex",))


@pytest.fixture(scope="session")
def many() -> Report:
    """5,000 findings, for the time and the limits."""
    one = findings()[3]
    found = [
        one._replace(
            location=one.location._replace(line=number, end_line=number), fingerprint=f"{number:032x}", key=f"key{number}"
        )
        for number in range(1, 5001)
    ]
    return report_of(found)


def pytest_addoption(parser: pytest.Parser) -> None:
    """An option to rewrite the golden files."""
    parser.addoption("--update-golden", action="store_true", default=False, help="rewrite the golden files of the reports")


@pytest.fixture
def golden(request: pytest.FixtureRequest):
    """Compare a text with a golden file, byte for byte."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden", default=False):
            path.write_text(text, encoding="utf-8", newline="\n")
        with path.open(encoding="utf-8", newline="") as stream:
            assert stream.read() == text

    return compare


@pytest.fixture
def seconds():
    """A bound on processor time, in seconds, generous enough for a slow machine."""
    from timing import within

    return within
