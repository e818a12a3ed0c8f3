"""Every plug-in has the form that the engine, the docs and the reports count on, and each is reached."""

from __future__ import annotations

import argparse
import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
import ruleharness

from latexrefcheck import registry
from latexrefcheck.model.finding import Severity
from latexrefcheck.model.lookup import Source
from latexrefcheck.plugins import PROFILES, SCOPES, Configurable, Rule, Style, options_of_report, options_of_rule, page
from latexrefcheck.text.runs import plain

TESTS = Path(__file__).parent
KINDS = {"lint/rules": registry.rules, "verify/sources": registry.sources, "reports": registry.reports, "cli": registry.commands}
KINDS |= {"cite/styles": registry.styles, "reading/references/readers": registry.readers}
PLUGINS = [(folder, name) for folder, plugins in KINDS.items() for name in plugins]
SECTIONS = ("## What it does", "## Why it matters")
RUN = ("bibliography", "document", "project")
"""Scopes whose examples can be run: the others need a verified entry or a configuration."""
_BLOCK = re.compile(r"```(bib|tex|text)\n(.*?)```", re.DOTALL)


def blocks(rule: Rule, heading: str) -> list[tuple[str, str]]:
    """(language, text) of each code block below ``heading``."""
    _, _, rest = page(rule).partition(f"\n{heading}\n")
    return _BLOCK.findall(rest.partition("\n## ")[0])


@pytest.mark.parametrize(("folder", "name"), PLUGINS)
def test_a_plugin_is_found_by_the_name_it_has_and_has_a_page(folder: str, name: str) -> None:
    plugin: Any = KINDS[folder][name]
    named = {"cli": "NAME", "verify/sources": "id", "cite/styles": "id"}.get(folder, "ID")
    assert name == getattr(plugin, named)
    # A source is a value; its page is that of its module.
    told = importlib.import_module(KINDS[folder].facts[name].module) if isinstance(plugin, Source | Style) else plugin
    summary = page(told).splitlines()[0]
    assert summary.endswith((".", "?")), summary


@pytest.mark.parametrize(("folder", "name"), [each for each in PLUGINS if each[0] not in ("cli", "cite/styles")])
def test_a_plugin_has_its_test(folder: str, name: str) -> None:
    module = KINDS[folder].facts[name].module.rpartition(".")[2]
    wanted = {f"test_{name.replace('-', '_')}.py", f"test_{module}.py"}
    assert wanted & {path.name for path in (TESTS / folder).iterdir()}


def test_every_module_of_a_folder_is_found() -> None:
    for plugins in KINDS.values():
        files = {path.stem for path in plugins.folder.glob("[!_]*") if path.suffix == ".py" or (path / "__init__.py").is_file()}
        assert files == {facts.module.rpartition(".")[2] for facts in plugins.facts.values()}


@pytest.mark.parametrize("name", registry.rules)
def test_rule_form(name: str) -> None:
    rule = registry.rules[name]
    assert isinstance(rule, Rule)
    assert rule.SCOPE in SCOPES
    assert set(rule.SEVERITY) == set(PROFILES)
    assert all(value in Severity.__members__ for value in rule.SEVERITY.values())
    # A stricter profile is never milder.
    assert Severity[rule.SEVERITY["lenient"]] <= Severity[rule.SEVERITY["default"]] <= Severity[rule.SEVERITY["strict"]]
    assert all(section in page(rule) for section in SECTIONS)


@pytest.mark.parametrize("name", registry.rules)
def test_options_of_a_rule_are_documented(name: str) -> None:
    rule = registry.rules[name]
    _, _, listed = page(rule).partition("\n## Options\n")
    assert set(re.findall(r"^- `([a-z-]+)` \(default", listed, re.MULTILINE)) == set(options_of_rule(rule))
    assert not isinstance(rule, Configurable) or rule.OPTIONS, "no options are no constant"


@pytest.mark.parametrize("name", registry.reports)
def test_report_form(name: str) -> None:
    report = registry.reports[name]
    first, *options = inspect.signature(report.render).parameters.values()
    assert first.name == "report"
    assert isinstance(report.ENTRIES, bool)
    assert {option.name for option in options} == set(options_of_report(report)), "options are keywords with defaults"
    _, _, listed = page(report).partition("\n## Options\n")
    assert set(re.findall(r"^- `([a-z_]+)` \(default", listed, re.MULTILINE)) == set(options_of_report(report))
    assert all(isinstance(value, bool | int | str) for value in options_of_report(report).values())


@pytest.mark.parametrize("name", registry.commands)
def test_command_form(name: str) -> None:
    command = registry.commands[name]
    assert command.HELP.endswith(".")
    command.arguments(argparse.ArgumentParser())


@pytest.mark.parametrize("name", registry.styles)
def test_style_form(name: str) -> None:
    style = registry.styles[name]
    assert isinstance(style, Style)
    assert style.name
    others = {alias for other in registry.styles.values() if other is not style for alias in (other.id, *other.aliases)}
    assert not {style.id, *style.aliases} & others, "a name means one style"
    assert all(alias == alias.lower() for alias in style.aliases)
    items = [{"type": "book", "title": "Of Stops", "author": [{"family": "Knuth", "given": "Donald E."}]}]
    (line,) = style.references(items)
    assert "Of Stops" in plain(line)
    assert style.references([]) == []
    table = (TESTS.parent / "fixtures" / "cite" / "lines.txt").read_text(encoding="utf-8")
    assert f"\n{name}\t" in table or name == "gb-t-7714-bilingual", "every style has its lines in the table"


@pytest.mark.parametrize("name", [name for name, rule in registry.rules.items() if rule.SCOPE in RUN])
def test_examples_run(name: str) -> None:
    rule = registry.rules[name]
    bad, good = blocks(rule, "## Example"), blocks(rule, "## Use instead")
    assert bad or name in NOT_IN_TEXT, "no example"
    for language, text in bad:
        assert fired(name, language, text), f"the example does not fire:\n{text}"
    for language, text in good:
        assert not fired(name, language, text), f"the better form fires:\n{text}"


@pytest.mark.parametrize("name", [name for name, rule in registry.rules.items() if rule.SCOPE == "bibliography"])
def test_fix_of_the_example_mends_it(name: str) -> None:
    for language, text in blocks(registry.rules[name], "## Example"):
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


HOUSE: dict[str, dict[str, object]] = {
    "year-outside": {"from": 2000},
    "preprint-share": {},
    "venue-unwanted": {"unwanted": ["Journal of Paid Pages"]},
    "self-citation-share": {"authors": ["Ann Abel"]},
}
"""Options under which the examples of house rules fire: most say nothing before somebody sets a limit."""


def fired(name: str, language: str, text: str) -> list[object]:
    if language == "text":
        return list(ruleharness.findings(name, listed=text))
    if name in HOUSE:
        return list(ruleharness.findings(name, bib=text, options=HOUSE[name], lone=True))
    if language == "bib":
        return list(ruleharness.findings(name, bib=text))
    dialect = "manual" if "thebibliography" in text else "bibtex"
    return list(ruleharness.findings(name, bib=KNOWN, tex=text, dialect=dialect))


KNOWN = "@book{knuth84, author = {Knuth, Donald E.}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = 1984}\n"
"""The bibliography that ```tex examples are checked with."""
