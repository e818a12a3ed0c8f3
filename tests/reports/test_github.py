"""The workflow commands for GitHub Actions, read as the runner reads them."""

from __future__ import annotations

import re

import pytest

from latexrefcheck.model.finding import Location
from latexrefcheck.reports import github


def obeyed(log: str) -> list[tuple[str, dict[str, str], str]]:
    """(command, properties, data) of the lines that the runner obeys, unescaped as it does."""
    commands, token = [], None
    for line in log.split("\n"):
        match = re.match(r"\s*::([A-Za-z0-9_-]+)(?: ([^:]*(?::[^:]+)*?))?::(.*)", line)
        if token is not None:
            token = None if line.strip() == f"::{token}::" else token
        elif match and match[1] == "stop-commands":
            token = match[3]
        elif match or "##[" in line:
            pairs = [pair.partition("=")[::2] for pair in (match[2] or "").split(",") if pair]
            commands.append((match[1], {name: unescaped(value) for name, value in pairs}, unescaped(match[3])))
    assert token is None
    return commands


def unescaped(text: str) -> str:
    for written, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(written, character)
    return text


def annotations(log: str) -> list[tuple[str, dict[str, str], str]]:
    return [command for command in obeyed(log) if command[0] in ("error", "warning", "notice")]


def test_golden(full, golden):
    golden("full.github.txt", github.render(full))


def test_golden_sixty(sixty, golden):
    golden("sixty.github.txt", github.render(sixty))


def test_a_clean_run_has_no_annotation(empty):
    assert annotations(github.render(empty)) == []


@pytest.mark.parametrize(
    ("limit", "errors", "warnings", "notices", "left"), [(10, 10, 10, 1, 40), (40, 30, 30, 0, 0), (1, 1, 1, 1, 58)]
)
def test_the_worst_of_each_level_and_how_many_more(sixty, limit, errors, warnings, notices, left):
    log = github.render(sixty, limit=limit)
    named = [command for command, _, _ in annotations(log)]
    assert [named.count(level) for level in ("error", "warning", "notice")] == [errors, warnings, notices]
    assert named == sorted(named, key=("error", "warning", "notice").index)
    if left:
        assert annotations(log)[-1][2].startswith(f"{left} of 60 findings are not annotated here")


def test_the_notice_takes_one_of_the_ten_places(full):
    info = next(found for found in full.open if found.severity.name == "info")
    infos = tuple(info._replace(location=info.location._replace(line=n, end_line=n)) for n in range(1, 13))
    shown = annotations(github.render(full._replace(findings=infos)))
    assert [command for command, _, _ in shown] == ["notice"] * 10
    assert shown[-1][2].startswith("3 of 12 findings are not annotated here (3 info)")


def test_all_are_in_the_log_group(sixty):
    log = github.render(sixty)
    group = log[log.index("::group::") : log.index("::endgroup::")]
    assert sum(f"Key k{number} is not defined" in group for number in range(60)) == 60


def test_duplicates_are_annotated_once(sixty):
    twice = sixty._replace(findings=sixty.findings[:2] * 3)
    assert len(annotations(github.render(twice))) == 2


def test_untrusted_text_commands_nothing(full):
    evil = full.open[0]._replace(
        location=Location("::set-env name=A::b\n::error::x,line=1", 2, 1, 2, 2),
        message="a\n::add-path::/evil\r\n##[command]x %0A::debug::y",
        key="::error file=a,line=2::k",
        excerpt="::add-mask::secret ##[error]no",
        help="::save-state name=a::b",
    )
    commands = obeyed(github.render(full._replace(findings=(evil,))))
    assert [name for name, _, _ in commands] == ["group", "endgroup", "error"]
    properties, message = commands[-1][1:]
    assert properties["file"] == "::set-env name=A::b␊::error::x,line=1"
    assert message.startswith("::error file=a,line=2::k: a ::add-path::/evil ##[command]x %0A::debug::y")


def test_columns_only_on_one_line(full):
    one = full.open[0]
    over_lines = one._replace(location=one.location._replace(end_line=one.location.line + 1))
    nowhere = one._replace(location=one.location._replace(line=0, end_line=0))
    for found, names in (
        (one, {"file", "line", "endLine", "col", "endColumn", "title"}),
        (over_lines, {"file", "line", "endLine", "title"}),
        (nowhere, {"file", "title"}),
    ):
        assert set(annotations(github.render(full._replace(findings=(found,))))[0][1]) == names


def test_a_mismatch_says_both_values(full):
    message = next(data for _, names, data in annotations(github.render(full)) if names["title"].startswith("field-mismatch"))
    assert message.split("\n")[1:] == [
        "cited: 1979",
        "found: 1978",
        "source: Crossref",
        "url: https://doi.org/10.1145/359545.359563",
        "record: Leslie Lamport. Time, clocks, and the ordering of events in a distributed system. 1978",
    ]


def test_a_long_message_is_cut(full):
    found = full.open[0]._replace(message="x" * 100_000)
    assert len(annotations(github.render(full._replace(findings=(found,))))[0][2]) == github.LONGEST


def test_many_findings_are_quick(many, seconds):
    with seconds(8):
        assert len(annotations(github.render(many))) == 11
