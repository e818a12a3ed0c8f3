"""Suppressions, baseline and the exit status."""

from __future__ import annotations

import json
import re

import pytest

from latexrefcheck import registry
from latexrefcheck.errors import ConfigError
from latexrefcheck.model.document import Bibliography, Entry, Field, SourceFile, Span
from latexrefcheck.model.finding import Confidence, Finding, Location, Severity
from latexrefcheck.policy import Baseline, Policy, Suppressions, decide, most_unknown
from latexrefcheck.policy.suppression import Suppression

RULES = ("bad-suppression", "duplicate-field", "undefined-citation", "unused-suppression")

BIB = """\
% latexrefcheck: ignore[duplicate-field] above the entry
% another comment

@book{a,
  title = {A},
  % latexrefcheck: ignore[duplicate-field] for one field
  year = {19
    84},
  note = {n}, % latexrefcheck: ignore[duplicate-field] beside
}
"""


@pytest.fixture(autouse=True)
def known_rules(monkeypatch):
    monkeypatch.setattr(registry, "rules", dict.fromkeys(RULES))


def finding(rule="undefined-citation", line=1, path="main.tex", key="k", severity="error", field=None, **more):
    return Finding(
        rule, Severity[severity], Confidence.high, "message", Location(path, line, 1, line, 2), key=key, field=field, **more
    )


def suppressions(text: str, path: str = "main.tex", bibliographies: tuple[Bibliography, ...] = ()) -> Suppressions:
    made = Suppressions()
    source = bibliographies[0].source if bibliographies else SourceFile(path, text)
    made.read_comments([source], bibliographies)
    return made


def as_findings(problems):
    return [Finding(p.kind, Severity.warning, Confidence.high, p.message, Location.of(p.span), key=p.key) for p in problems]


@pytest.mark.parametrize(
    ("text", "line", "accepted"),
    [
        (r"\cite{k} % latexrefcheck: ignore[undefined-citation] old", 1, True),
        (r"\cite{k} % latexrefcheck: ignore[undefined-citation, duplicate-field] old", 1, True),
        (r"\cite{k} %latexrefcheck:ignore[undefined-citation]", 1, True),
        (r"\cite{k} %% latexrefcheck: ignore[undefined-citation] old", 1, True),
        (r"\cite{k} % latexrefcheck: ignore[duplicate-field] old", 1, False),
        ("% latexrefcheck: ignore[undefined-citation] old\n\\cite{k}", 2, True),
        ("% latexrefcheck: ignore[undefined-citation] old\r\n\r\n  % more\r\n\\cite{k}", 4, True),
        ("% latexrefcheck: ignore[undefined-citation] old\n\\cite{k}\n\\cite{k}", 3, False),
        ("text % latexrefcheck: ignore[undefined-citation] old\n\\cite{k}", 2, False),
        ("% latexrefcheck: ignore-file[undefined-citation] old\n\n\n\\cite{k}", 4, True),
        (r"\cite{k} \% latexrefcheck: ignore[undefined-citation] old", 1, False),
        (r"\cite{k} \\% latexrefcheck: ignore[undefined-citation] old", 1, True),
        (r"\cite{k} latexrefcheck: ignore[undefined-citation] old", 1, False),
        ("\\cite{k}\n% latexrefcheck: ignore[undefined-citation] at the end", 1, False),
    ],
)
def test_comments(text, line, accepted):
    assert (suppressions(text).accepts(finding(line=line)) is not None) is accepted


def test_a_comment_is_about_its_own_file():
    assert suppressions("% latexrefcheck: ignore-file[undefined-citation] x").accepts(finding(path="other.tex")) is None


def test_the_reason_and_the_place_are_kept():
    found = suppressions("\n% latexrefcheck: ignore[undefined-citation] comes with the camera-ready\n\\cite{k}")
    assert found.accepts(finding(line=3)) == "comes with the camera-ready (main.tex:2)"


def bibliography() -> Bibliography:
    source = SourceFile("refs.bib", BIB)
    fields = [
        Field(
            name,
            value,
            BIB.index(f"{name} ="),
            BIB.index(f"{name} =") + len(name),
            BIB.index(value),
            BIB.index(value) + len(value),
        )
        for name, value in (("title", "{A}"), ("year", "{19\n    84}"), ("note", "{n}"))
    ]
    start = BIB.index("@book")
    entry = Entry(source, "book", "a", start, len(BIB) - 1, start + 6, start + 7, fields)
    return Bibliography(source, "bibtex", (entry,))


@pytest.mark.parametrize(("index", "lines"), [(0, [4, 5, 6, 7, 8, 9, 10]), (1, [7, 8]), (2, [9])])
def test_comments_in_a_bibliography_are_about_the_entry_the_field_or_the_line(index, lines):
    pieces = BIB.split("latexrefcheck:")
    kept = "latexrefcheck:".join(pieces[: index + 1]).replace("latexrefcheck:", "-------------:") + "latexrefcheck:"
    rest = "-------------:".join(pieces[index + 1 :])
    parsed = bibliography()
    parsed.source.text = kept + rest
    made = suppressions("", bibliographies=(parsed,))
    hit = [n for n in range(1, 12) if made.accepts(finding("duplicate-field", n, "refs.bib")) is not None]
    assert hit == lines


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("% latexrefcheck: ignore[undefined-cite] x", ["unknown rule 'undefined-cite'; did you mean 'undefined-citation'?"]),
        ("% latexrefcheck: ignore x", ["say which rules to ignore: ignore[rule-id] reason"]),
        ("% latexrefcheck: ignore[] x", ["say which rules to ignore: ignore[rule-id] reason"]),
        ("% latexrefcheck: ingore[undefined-citation] x", ["unknown comment 'ingore'; did you mean 'ignore'?"]),
        ("% latexrefcheck: ignore[undefined-citation]", ["say behind the brackets why this is accepted"]),
        ("% latexrefcheck: ignore[undefined-citation] x", []),
        ("See latexrefcheck: a checker", []),
    ],
)
def test_bad_comments(text, messages):
    problems = suppressions(text).problems
    assert [p.kind for p in problems] == ["bad-suppression"] * len(messages)
    for problem, message in zip(problems, messages, strict=True):
        assert problem.message.startswith(message)


@pytest.mark.parametrize(
    ("ran", "used", "message"),
    [
        (RULES, [], "nothing here needs undefined-citation, duplicate-field to be ignored; remove it"),
        (RULES, ["undefined-citation"], "nothing here needs duplicate-field to be ignored; remove it"),
        (("duplicate-field",), [], "nothing here needs duplicate-field to be ignored; remove it"),
        ((), [], None),
        (RULES, ["undefined-citation", "duplicate-field"], None),
    ],
)
def test_unused_comments(ran, used, message):
    made = suppressions("% latexrefcheck: ignore-file[undefined-citation, duplicate-field] x")
    for rule in used:
        assert made.accepts(finding(rule)) is not None
    assert [problem.message for problem in made.unused(ran, True)] == ([message] if message else [])


@pytest.mark.parametrize(
    ("item", "accepted"),
    [
        ({"rule": "undefined-citation"}, True),
        ({"rule": ["undefined-citation"]}, True),
        ({"rule": "duplicate-field"}, False),
        ({"key": "smith20"}, True),
        ({"key": "smith*"}, True),
        ({"key": "Smith20"}, False),
        ({"file": "chapters/*.tex"}, True),
        ({"file": "*.bib"}, False),
        ({"field": "DOI"}, True),
        ({"field": "url"}, False),
        ({"key": "smith20", "field": "doi", "file": "chapters/a.tex", "rule": "undefined-citation"}, True),
    ],
)
def test_configured(item, accepted):
    made = Suppressions()
    made.read_config([{**item, "reason": "agreed"}], [Span(SourceFile("conf.yml", "x: 1\ny: 2"), 5, 9)])
    found = finding(path="chapters/a.tex", key="smith20", field="doi")
    assert made.accepts(found) == ("agreed (conf.yml:2)" if accepted else None)
    assert len(list(made.unused(RULES, True))) == (0 if accepted else 1)


def test_reading_comments_is_linear():
    text = "latexrefcheck " * 100_000 + "%" * 300_000 + "latexrefcheck" + " " * 300_000 + ": ignore[undefined-citation] x"
    made = suppressions(text)
    assert made.accepts(finding()) is not None
    many = "% latexrefcheck: ignore[undefined-citation] x\n" * 20_000
    made = suppressions(many + "\\cite{k}\n" + (many[:46] + "\\cite{k}\n") * 20_000)
    assert made.accepts(finding(line=40_001)) is not None
    assert sum(made.accepts(finding(line=line)) is not None for line in range(40_001)) == 10_000


def test_baseline_round_trip_is_sorted_one_line_each_and_free_of_lines(tmp_path):
    path = tmp_path / "known.json"
    known = [finding(line=9), finding(line=3), finding("duplicate-field", path="refs.bib", key="ü", field="year")]
    Baseline.write(path, tmp_path, known)
    assert path.read_text(encoding="utf-8") == (
        '{\n  "version": 1,\n  "findings": [\n'
        '    {"rule": "duplicate-field", "file": "refs.bib", "key": "ü", "field": "year"},\n'
        '    {"rule": "undefined-citation", "file": "main.tex", "key": "k", "count": 2}\n'
        "  ]\n}\n"
    )
    baseline = Baseline.load(path, tmp_path)
    assert [baseline.takes(finding(line=n)) for n in (50, 60, 70)] == [True, True, False]
    assert not baseline.takes(finding(key="other"))


def test_an_empty_baseline_is_valid_json(tmp_path):
    Baseline.write(tmp_path / "known.json", tmp_path, [])
    assert json.loads((tmp_path / "known.json").read_text()) == {"version": 1, "findings": []}


def test_a_baseline_is_independent_of_where_the_check_runs(tmp_path):
    (tmp_path / "sub").mkdir()
    Baseline.write(tmp_path / "known.json", tmp_path, [finding(path="sub/a.tex")])
    assert Baseline.load(tmp_path / "known.json", tmp_path / "sub").takes(finding(path="a.tex"))


@pytest.mark.parametrize(
    ("ran", "read", "exists", "stale"),
    [(RULES, ["main.tex"], True, 1), (RULES, [], True, 0), (RULES, [], False, 1), ((), ["main.tex"], True, 0)],
)
def test_stale_baseline(tmp_path, ran, read, exists, stale):
    if exists:
        (tmp_path / "main.tex").write_text("")
    Baseline.write(tmp_path / "known.json", tmp_path, [finding(), finding()])
    baseline = Baseline.load(tmp_path / "known.json", tmp_path, read)
    assert baseline.takes(finding())
    problems = list(baseline.stale(ran))
    assert len(problems) == stale
    for problem in problems:
        assert (problem.kind, problem.key, Location.of(problem.span).line) == ("stale-baseline", "k", 4)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 2, "findings": []}', '{"version": 1, "findings": [1]}', "[" * 100_000]
)
def test_what_is_no_baseline(tmp_path, text):
    (tmp_path / "known.json").write_text(text)
    with pytest.raises(ConfigError, match=re.escape("known.json: not a ")):
        Baseline.load(tmp_path / "known.json", tmp_path)


ACCEPTED = "% latexrefcheck: ignore-file[undefined-citation] agreed"


@pytest.mark.parametrize(
    ("severity", "fail_on", "accepted", "known", "unchanged", "complete", "state", "code"),
    [
        ("error", "error", False, False, False, True, "open", 1),
        ("warning", "error", False, False, False, True, "open", 0),
        ("warning", "warning", False, False, False, True, "open", 1),
        ("info", "info", False, False, False, True, "open", 1),
        ("error", "off", False, False, False, True, "open", 0),
        ("error", "error", True, False, False, True, "suppressed", 0),
        ("error", "error", True, True, True, True, "suppressed", 0),
        ("error", "error", False, True, True, True, "baseline", 0),
        ("error", "error", False, False, True, True, "unchanged", 0),
        ("error", "error", False, False, True, False, "unchanged", 3),
        ("error", "error", False, False, False, False, "open", 1),
    ],
)
def test_decide(tmp_path, severity, fail_on, accepted, known, unchanged, complete, state, code):
    found = finding(severity=severity)
    policy = Policy(
        suppressions(ACCEPTED if accepted else ""),
        (lambda _: Baseline.write(tmp_path / "known.json", tmp_path, [found])) if known else None,
        (lambda _: True) if unchanged else None,
        None,
        RULES,
        True,
        Severity[fail_on],
        require_complete=True,
    )
    decision = decide(policy, [found], lambda problems: [], complete)
    assert ([f.state for f in decision.findings], decision.exit_code) == ([state], code)


def test_an_incomplete_verification_fails_only_where_completeness_is_asked_for():
    assert decide(Policy(suppressions("")), [], lambda problems: [], complete=False).exit_code == 0


def test_what_the_policy_noticed_counts_too():
    policy = Policy(suppressions(ACCEPTED), ran=RULES, fail_on=Severity.warning)
    decision = decide(policy, [], as_findings)
    assert [(f.rule, f.state) for f in decision.findings] == [("unused-suppression", "open")]
    assert decision.exit_code == 1


def test_what_the_policy_noticed_can_be_in_the_baseline(tmp_path):
    path = tmp_path / "known.json"
    seen = []

    def write(findings):
        seen.extend(f.rule for f in findings)
        return Baseline.write(path, tmp_path, findings)

    policy = Policy(suppressions(ACCEPTED.replace("undefined", "no-undefined")), write, fail_on=Severity.warning)
    decision = decide(policy, [finding()], as_findings)
    assert (seen, decision.exit_code) == (["undefined-citation", "bad-suppression"], 0)
    assert {f.state for f in decision.findings} == {"baseline"}


def test_a_suppression_without_a_rule_is_unused_only_after_verification():
    made = Suppressions()
    made.read_config([{"key": "k", "reason": "agreed"}], [])
    assert [len(list(made.unused(RULES, everything))) for everything in (False, True)] == [0, 1]


def test_empty_criteria_match_all():
    assert Suppression(Span(SourceFile("x", ""), 0, 0)).matches(finding())


def told(rule: str, severity: Severity = Severity.warning, state: str = "open") -> Finding:
    """A finding of one rule."""
    place = Location("a.bib", 1, 1, 1, 2)
    return Finding(rule, severity, Confidence.high, "m", place, key="k", state=state)


@pytest.mark.parametrize(
    ("findings", "fail_on", "status"),
    [
        ([told("could-not-check")], Severity.warning, 3),
        ([told("could-not-check"), told("not-locked", Severity.error)], Severity.error, 3),
        ([told("could-not-check")], Severity.error, 0),
        ([told("could-not-check"), told("year-mismatch")], Severity.warning, 1),
        ([told("could-not-check", Severity.error)], Severity.off, 0),
        ([], Severity.info, 0),
    ],
)
def test_an_outage_makes_a_run_incomplete_and_is_no_finding(findings: list[Finding], fail_on: Severity, status: int) -> None:
    assert decide(Policy(Suppressions(), fail_on=fail_on), findings, lambda _: ()).exit_code == status


@pytest.mark.parametrize(
    ("wish", "found", "fail_on", "status"),
    [
        ("", 9, Severity.error, 0),
        ("0", 1, Severity.error, 1),
        ("0", 0, Severity.error, 0),
        ("2", 2, Severity.error, 0),
        ("2", 3, Severity.error, 1),
        ("10%", 3, Severity.error, 0),
        ("10%", 4, Severity.error, 1),
        ("0.1", 4, Severity.error, 1),
        ("100%", 30, Severity.error, 0),
        ("0", 9, Severity.off, 0),
    ],
)
def test_so_many_works_may_be_unknown(wish: str, found: int, fail_on: Severity, status: int) -> None:
    policy = Policy(Suppressions(), fail_on=fail_on, most_unknown=most_unknown(wish, 30))
    assert decide(policy, [told("not-found", Severity.info)] * found, lambda _: ()).exit_code == status


def test_unknown_works_that_are_accepted_do_not_count() -> None:
    suppressions = Suppressions()
    suppressions.read_config([{"rule": "not-found", "reason": "seen in the library"}], ())
    assert decide(Policy(suppressions, most_unknown=0), [told("not-found")], lambda _: ()).exit_code == 0
