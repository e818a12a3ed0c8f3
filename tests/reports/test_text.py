"""The text report."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck import registry
from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.finding import Confidence, Finding, Fix, Location, Severity, SourceStatus
from latexrefcheck.model.record import Record
from latexrefcheck.model.states import VerdictStatus
from latexrefcheck.reports import _evidence, _words, text
from latexrefcheck.reports._excerpt import marked
from latexrefcheck.text.person import Person


def test_every_status_has_its_words():
    assert tuple(_words.VERDICTS) == tuple(_words.TONES) == tuple(VerdictStatus)


@pytest.mark.parametrize(
    ("key", "message", "expected"),
    [
        ("knuth84", "the entry 'knuth84' is not cited", "the entry 'knuth84' is not cited"),
        ("art", "page range of this part has one hyphen", "art: page range of this part has one hyphen"),
        ("a", "the entry could not be checked: a redirect", "a: the entry could not be checked: a redirect"),
        ("the", "the entry 'the' is not cited", "the entry 'the' is not cited"),
        ("a+b", "title holds HTML", "a+b: title holds HTML"),
        ("a+b", "the entry 'a+b' is not cited", "the entry 'a+b' is not cited"),
        (None, "no key", "no key"),
    ],
)
def test_a_key_leads_unless_the_message_names_it(key, message, expected):
    found = Finding("r", Severity.info, Confidence.high, message, Location("a.bib", 1, 1, 1, 2), key)
    assert _words.headline(found) == expected


@pytest.mark.parametrize(
    ("safe", "said"),
    [
        ((), ""),
        ((True, False), "2 findings can be fixed (1 safely): latexrefcheck fix"),
        ((False,), "1 finding can be fixed (none safely): latexrefcheck fix --unsafe"),
    ],
)
def test_the_command_that_is_named_mends_something(safe, said):
    found = Finding("r", Severity.info, Confidence.high, "m", Location("a.bib", 1, 1, 1, 2))
    assert _words.fixable(found._replace(fix=Fix("f", (), one)) for one in safe) == said


def test_a_long_list_of_authors_ends_in_one_full_stop():
    record = Record(source="crossref", titles=("T",), authors=tuple(Person(name) for name in "ABCD"), years=(2017,))
    assert _evidence.described(record) == "A, B, C, et al. T. 2017"


def test_golden(full, golden):
    golden("full.txt", text.render(full))


def test_golden_verbose(full, golden):
    golden("verbose.txt", text.render(full, verbose=True, width=60))


def test_golden_colour(full, golden):
    golden("colour.txt", text.render(full, color=True))


def test_colour_changes_no_word(full):
    assert re.sub(r"\x1b\[[0-9;]*m", "", text.render(full, color=True)) == text.render(full)


def test_a_clean_run_is_one_line(empty, golden):
    golden("empty.txt", text.render(empty))
    assert text.render(empty).count("\n") == 1


def test_nothing_that_a_terminal_obeys(full):
    shown = text.render(full, verbose=True)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe]", shown)
    shown.encode("utf-8")


def test_first_lines_suit_a_problem_matcher(full):
    first = re.findall(r"^(.+?):(\d+):(\d+): (error|warning|info) \[([a-z-]+)\] (.+)$", text.render(full), re.MULTILINE)
    assert sorted((path, int(row), int(column), severity, rule) for path, row, column, severity, rule, _ in first) == sorted(
        (f.location.path, f.location.line, f.location.column, f.severity.name, f.rule) for f in full.open
    )


def test_errors_come_first(full):
    levels = re.findall(r"^.+?:\d+:\d+: (error|warning|info) ", text.render(full), re.MULTILINE)
    assert levels == sorted(levels, key=["error", "warning", "info"].index)
    assert len(set(levels)) == 3


@pytest.mark.parametrize(
    ("show", "levels"), [("error", {"error"}), ("warning", {"error", "warning"}), ("info", {"error", "warning", "info"})]
)
def test_what_is_milder_is_counted(full, show, levels):
    shown = text.render(full, show=show)
    assert set(re.findall(r"^.+?:\d+:\d+: (error|warning|info) ", shown, re.MULTILINE)) == levels
    assert ("not listed by --show" in shown) is (show != "info")
    assert re.search(r"^\d+ findings: ", shown, re.MULTILINE)


def test_summary_adds_up(full):
    counts = re.search(r"^(\d+) findings: (\d+) errors, (\d+) warnings, (\d+) info", text.render(full), re.MULTILINE)
    total, *parts = map(int, counts.groups())
    assert total == sum(parts) == len(full.open)


def several(full, severity, count, rules=("r",), paths=("a.bib",)):
    one = full.open[0]
    made = tuple(
        one._replace(
            severity=Severity[severity],
            rule=rules[n % len(rules)],
            key=f"key{n}",
            location=Location(paths[n % len(paths)], n + 1, 1, n + 1, 2),
        )
        for n in range(count)
    )
    counts = {level: count if level == severity else 0 for level in ("error", "warning", "info")}
    return full._replace(findings=made, summary=full.summary._replace(**counts))


@pytest.mark.parametrize(("severity", "limit"), [("error", 20), ("warning", 5), ("info", 3)])
def test_many_of_one_rule_are_folded_into_the_first_and_a_count(full, severity, limit):
    whole = text.render(several(full, severity, limit))
    assert whole.count(f"{severity} [r]") == limit
    folded = text.render(several(full, severity, limit + 1))
    assert folded.count(f"{severity} [r]") == 1
    assert f"and {limit} more [r] in a.bib: key1, key2" in folded
    assert text.render(several(full, severity, limit + 1), verbose=True).count(f"{severity} [r]") == limit + 1


def test_a_rule_with_few_findings_stays_whole_beside_one_with_many(full):
    many, few = several(full, "info", 60), several(full, "info", 1, ("lone",))
    shown = text.render(many._replace(findings=many.findings + few.findings))
    assert "info [lone] key0: " in shown
    assert "and 0 more" not in shown


def test_the_files_of_what_is_counted_are_named(full):
    shown = text.render(several(full, "info", 40, paths=("a.bib", "b.bib", "c.bib", "d.bib")))
    assert "and 39 more [r] 10 in b.bib, 10 in c.bib, 2 more files: key1, " in shown


def test_what_makes_the_run_fail_is_named_again_below_a_long_list(full):
    report = several(full, "error", 19)._replace(exit_code=1, fail_on=Severity.error)
    tail = text.render(report).rpartition("failed: 19 findings")[2]
    assert tail.count("[r] key") == 19
    short = several(full, "error", 2)._replace(exit_code=1, fail_on=Severity.error)
    assert "[r] key" not in text.render(short).rpartition("failed: ")[2]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_long_messages_are_wrapped_on_a_terminal_only(full, width):
    found = full.open[0]._replace(message="word " * 60, excerpt="", help="more " * 60, related=(), evidence=None)
    report = full._replace(findings=(found,))
    wrapped = text.render(report, width=width, wrap=True)
    block = wrapped.split("\n\n")[0].split("\n")
    assert max(map(len, block)) <= width
    assert len(block) > 5
    assert max(map(len, text.render(report, width=width).split("\n"))) > 250
    assert " ".join(wrapped.split()) == " ".join(text.render(report, width=width).split())


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        (
            [
                ("crossref", "down", 3, 3, "3 failures in a row, the last: api.crossref.org: no connection"),
                ("dblp", "unused", 0, 0, ""),
            ],
            True,
        ),
        ([("crossref", "down", 3, 3, "no connection"), ("dblp", "ok", 2, 0, "")], False),
        ([("crossref", "degraded", 9, 3, "time-out")], False),
        ([], False),
    ],
)
def test_a_total_outage_is_one_sentence_with_what_to_do(full, sources, said):
    statuses = tuple(
        SourceStatus(name, state, requests, 0, failures, reason) for name, state, requests, failures, reason in sources
    )
    summary = full.summary._replace(verdicts={"unchecked": 3, "verified": 1})
    clauses = _words.trouble(full._replace(sources=statuses, summary=summary))
    assert [("HTTPS_PROXY" in clause and "3 of 4 entries" in clause) for clause in clauses] == (
        [True] if said else [False] * len(clauses)
    )


def test_offline_is_no_outage(full):
    statuses = (SourceStatus("arxiv", "down", 0, 0, 61, "offline, and the cache has no answer"),)
    (clause,) = _words.trouble(full._replace(sources=statuses))
    assert clause.startswith("offline: ")
    assert "down" not in clause


@pytest.mark.parametrize(
    ("excerpt", "column", "end", "width", "expected"),
    [
        ("\\cite{a}", 7, 8, 80, ("\\cite{a}", "      ^")),
        ("\t\\cite{a}", 8, 9, 80, ("    \\cite{a}", "          ^")),
        ("ab\tc", 4, 5, 80, ("ab  c", "    ^")),
        ("日本x", 3, 4, 80, ("日本x", "    ^")),
        ("日本", 1, 3, 80, ("日本", "^^^^")),
        ("e\u0301x", 3, 4, 80, ("e\u0301x", " ^")),
        ("abc", 4, 4, 80, ("abc", "   ^")),
        ("abc", 2, 2, 80, ("abc", " ^")),
        ("abc", 9, 10, 80, None),
        ("", 1, 1, 80, None),
        ("a\x1bb", 3, 4, 80, ("a\u241bb", "  ^")),
        ("x" * 30 + "KEY" + "y" * 30, 31, 34, 20, ("…" + "x" * 6 + "KEY" + "y" * 9 + "…", " " * 7 + "^^^")),
        ("日" * 30 + "KEY" + "語" * 30, 31, 34, 20, ("…" + "日" * 3 + "KEY" + "語" * 4 + "…", " " * 7 + "^^^")),
    ],
)
def test_carets(excerpt, column, end, width, expected):
    assert marked(excerpt, Location("a.tex", 1, column, 1, end), width) == expected


def test_a_place_far_into_a_long_line_is_marked():
    source = SourceFile("a.bib", "x" * 5000 + "KEY" + "y" * 5000)
    left, excerpt = source.excerpt(1, 5001, 400)
    assert (left, len(excerpt)) == (4900, 400)
    shown, carets = marked(excerpt, Location("a.bib", 1, 5001, 1, 5004), 40, left)
    assert shown[carets.index("^") :].startswith("KEY")
    assert (carets.count("^"), shown[0], shown[-1], len(shown)) == (3, "…", "…", 40)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("ab\ncd\r\nef", 2, 1, (0, "cd")),
        ("ab\ncd\r\nef", 3, 2, (0, "ef")),
        ("ab", 2, 1, (0, "")),
        ("ab", 0, 1, (0, "")),
        ("0123456789" * 3, 1, 1, (0, "01234567")),
        ("0123456789" * 3, 1, 6, (0, "01234567")),
        ("0123456789" * 3, 1, 7, (4, "45678901")),
        ("0123456789" * 3 + "\n", 1, 31, (28, "89")),
    ],
)
def test_excerpts_hold_the_place(text, line, column, expected):
    assert SourceFile("a.bib", text).excerpt(line, column, 8) == expected


def test_a_place_over_several_lines_is_marked_to_the_line_end():
    assert marked("abc", Location("a.tex", 1, 2, 3, 1), 80) == ("abc", " ^^")


def test_many_findings_are_quick(many, seconds):
    with seconds(8):
        assert text.render(many._replace(findings=many.findings * 4), verbose=True).count("[field-mismatch]") == 20_000


WORKSHOP = re.compile(r"^(?!.*ignored error)(?:(.*):(\d+):|!)(?:\s?(.+) [Ee]rror:)? (.+?)$")
"""By what LaTeX Workshop takes a line of latexmk's output for an error of TeX (src/parse/parser/latexlog.ts)."""


@pytest.mark.parametrize(
    "line",
    [
        "refs.bib:9:14: error [x] a message",
        "      refs.bib:28:13: entry 'a'",
        "sections/my paper.tex:2:18: error [undefined-citation] an error: b",
        "C:\\x\\refs.bib:9:14: info [x] m",
        "! Undefined control sequence.",
        "a:1:2:3:4: b",
        ":5: x",
        "   12 | \\cite{a:3: b}",
        "note: main.tex:4: Latex Error: x",
    ],
)
def test_no_line_for_a_build_log_looks_like_an_error_of_tex(line):
    from latexrefcheck.reports.text import _unlike_tex

    assert WORKSHOP.match(line)
    assert not WORKSHOP.match(_unlike_tex(line))


@given(st.text(alphabet=":!1 aError|", max_size=40))
def test_no_text_at_all_does(line):
    from latexrefcheck.reports.text import _unlike_tex

    assert not WORKSHOP.match(_unlike_tex(line))


def test_places_in_words(full):
    listed = registry.reports["text"].render(full, log=True).splitlines()
    assert not [line for line in listed if WORKSHOP.match(line)]
    assert any(re.match(r"\S+, line \d+, column \d+: (error|warning|info) \[", line) for line in listed)
