"""What every report format must offer."""

from __future__ import annotations

import pytest

from latexrefcheck import registry
from latexrefcheck.reports import text


@pytest.mark.parametrize("name", registry.reports)
def test_a_format_is_a_pure_function(name, full):
    render = registry.reports[name].render
    assert render(full) == render(full)


@pytest.mark.parametrize("name", [name for name, report in registry.reports.items() if not report.ENTRIES])
def test_a_format_that_wants_no_entries_shows_none(name, full):
    render = registry.reports[name].render
    assert render(full) == render(full._replace(entries=()))


@pytest.mark.parametrize("name", registry.reports)
def test_a_report_that_is_printed_ends_its_line(name, full, empty):
    for report in (full, empty):
        shown = registry.reports[name].render(report)
        assert not shown or (shown.endswith("\n") and not shown.endswith("\n\n\n"))


def test_text_starts_without_what_it_does_not_need():
    import subprocess
    import sys

    heavy = "rich", "junit_xml", "xml", "json", "difflib", "latexrefcheck.model.record"
    code = f"import sys, {text.__name__}; print([name for name in {heavy!r} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
