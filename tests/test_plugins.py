"""Every plug-in has the form that the engine, the docs and the reports count on."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest
import ruleharness

from latexrefcheck import registry
from latexrefcheck.model.finding import Severity
from latexrefcheck.model.record import Limit, SourceConfig

TESTS = Path(__file__).parent
WINGS = {"rules": "lint/rules", "sources": "verify/sources"}
SECTIONS = ("## What it does", "## Why it matters")
SCOPES = ("bibliography", "document", "project", "verdict", "policy")
RUN = ("bibliography", "document", "project")
"""Scopes whose examples can be run: the others need a verified entry or a configuration."""
_BLOCK = re.compile(r"```(bib|tex)\n(.*?)```", re.DOTALL)

RULES = registry.names("rules")
PLUGINS = [(folder, name) for folder in ("rules", "sources", "reports") for name in registry.names(folder)]


def page(rule: ModuleType) -> str:
    assert rule.__doc__
    return rule.__doc__


def blocks(rule: ModuleType, heading: str) -> list[tuple[str, str]]:
    """(language, text) of each code block below ``heading``."""
    _, _, rest = page(rule).partition(f"\n{heading}\n")
    return _BLOCK.findall(rest.partition("\n## ")[0])


@pytest.mark.parametrize(("folder", "name"), PLUGINS)
def test_id_docstring_and_test_file(folder: str, name: str) -> None:
    plugin = registry.module(folder, name)
    summary = (plugin.__doc__ or "").splitlines()[0]
    assert name == plugin.ID
    assert summary.endswith("."), summary
    assert (TESTS / WINGS.get(folder, folder) / f"test_{name.replace('-', '_')}.py").is_file()


@pytest.mark.parametrize("name", registry.names("sources"))
def test_source_form(name: str) -> None:
    source = registry.module("sources", name)
    assert source.NAME
    assert source.KEY in ("", "none", "optional", "required")
    assert set(source.BATCH) <= set(source.ANSWERS)
    assert all(size > 0 for size in source.BATCH.values())
    assert all(isinstance(limit, Limit) and limit.count > 0 and limit.seconds > 0 for limit in source.LIMITS.values())
    assert callable(source.requests)
    assert callable(source.answer)
    # Idle sources ask nothing.
    assert list(source.requests([], SourceConfig(source.BASE))) == []


@pytest.mark.parametrize("name", registry.names("reports"))
def test_report_form(name: str) -> None:
    render = registry.module("reports", name).render
    required = [p for p in inspect.signature(render).parameters.values() if p.default is inspect.Parameter.empty]
    assert [parameter.name for parameter in required] == ["report"]


@pytest.mark.parametrize("name", RULES)
def test_rule_form(name: str) -> None:
    rule = registry.module("rules", name)
    assert rule.SCOPE in SCOPES
    assert set(rule.SEVERITY) == {"lenient", "default", "strict"}
    assert all(value in Severity.__members__ for value in rule.SEVERITY.values())
    # A stricter profile is never milder.
    assert Severity[rule.SEVERITY["lenient"]] <= Severity[rule.SEVERITY["default"]] <= Severity[rule.SEVERITY["strict"]]
    assert all(section in page(rule) for section in SECTIONS)


@pytest.mark.parametrize("name", RULES)
def test_options_are_documented(name: str) -> None:
    rule = registry.module("rules", name)
    _, _, listed = page(rule).partition("\n## Options\n")
    assert set(re.findall(r"^- `([a-z-]+)` \(default", listed, re.MULTILINE)) == set(getattr(rule, "OPTIONS", {}))


@pytest.mark.parametrize("name", [name for name in RULES if registry.module("rules", name).SCOPE in RUN])
def test_examples_run(name: str) -> None:
    rule = registry.module("rules", name)
    bad, good = blocks(rule, "## Example"), blocks(rule, "## Use instead")
    assert bad or name in NOT_IN_TEXT, "no example"
    for language, text in bad:
        assert fired(name, language, text), f"the example does not fire:\n{text}"
    for language, text in good:
        assert not fired(name, language, text), f"the better form fires:\n{text}"


@pytest.mark.parametrize("name", [name for name in RULES if registry.module("rules", name).SCOPE == "bibliography"])
def test_fix_of_the_example_mends_it(name: str) -> None:
    for language, text in blocks(registry.module("rules", name), "## Example"):
        if language != "bib":
            continue
        edits = [edit for found in ruleharness.findings(name, bib=text) for edit in (found.fix.edits if found.fix else ())]
        if not edits:
            continue
        mended = text
        for edit in sorted(edits, key=lambda edit: -edit.span.start):
            mended = mended[: edit.span.start] + edit.text + mended[edit.span.end :]
        assert mended != text
        assert not fired(name, language, mended), mended


NOT_IN_TEXT = ("encoding-error", "stale-build")
"""Rules about something that a page cannot show: bytes, build files."""


def fired(name: str, language: str, text: str) -> list[object]:
    if language == "bib":
        return list(ruleharness.findings(name, bib=text))
    dialect = "manual" if "thebibliography" in text else "bibtex"
    return list(ruleharness.findings(name, bib=KNOWN, tex=text, dialect=dialect))


KNOWN = "@book{knuth84, author = {Knuth, Donald E.}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = 1984}\n"
"""The bibliography that ```tex examples are checked with."""
