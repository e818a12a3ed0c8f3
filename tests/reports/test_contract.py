"""What every report format must offer."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from latexrefcheck import registry
from latexrefcheck.reports import text

NAMES = registry.names("reports")


def test_the_formats():
    assert NAMES == ("github", "gitlab", "html", "json", "junit", "markdown", "rdjsonl", "sarif", "text")


@pytest.mark.parametrize("name", NAMES)
def test_a_format_is_a_documented_pure_function(name, full):
    module = registry.module("reports", name)
    assert name == module.ID
    assert (Path(__file__).parent / f"test_{name}.py").is_file()
    summary, _, page = module.__doc__.partition("\n")
    assert summary.endswith(".")
    first, *options = inspect.signature(module.render).parameters.values()
    assert first.name == "report"
    for option in options:
        assert option.kind is option.KEYWORD_ONLY
        assert f"- `{option.name}` (default " in page
    assert module.render(full) == module.render(full)


@pytest.mark.parametrize("name", NAMES)
def test_a_report_that_is_printed_ends_its_line(name, full, empty):
    for report in (full, empty):
        shown = registry.module("reports", name).render(report)
        assert not shown or (shown.endswith("\n") and not shown.endswith("\n\n\n"))


def test_text_starts_without_what_it_does_not_need():
    import subprocess
    import sys

    heavy = "rich", "junit_xml", "xml", "json", "difflib", "latexrefcheck.model.record"
    code = f"import sys, {text.__name__}; print([name for name in {heavy!r} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
