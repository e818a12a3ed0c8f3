"""The JSON Schema of the configuration file says what the program accepts."""

from __future__ import annotations

import jsonschema
import pytest
import yaml

from latexrefcheck.settings import OPTIONS, load
from latexrefcheck.settings.schema import schema
from latexrefcheck.system.tables import HERE

VALIDATOR = jsonschema.Draft202012Validator(schema())


def accepted(tmp_path, text: str) -> bool:
    """Whether the program takes a configuration file that the user names."""
    from latexrefcheck.errors import RefcheckError

    file = tmp_path / "c.yml"
    file.write_text(text, encoding="utf-8")
    try:
        load({"config": str(file)}, {}, tmp_path)
    except RefcheckError:
        return False
    return True


def test_it_is_a_schema_with_every_option_of_a_file():
    jsonschema.Draft202012Validator.check_schema(schema())
    assert set(schema()["properties"]) == {option.name for option in OPTIONS.values() if option.file}


@pytest.mark.parametrize(
    "text",
    [
        "profile: strict",
        "fail-on: warning\nquiet: true\ntimeout: 2.5\nmax-file-size: 10M\nlock-max-age: 30",
        "rules: {not-found: error, empty-field: off, unused-entry: {severity: info}}",
        "suppress:\n- {rule: not-found, key: a, reason: a report of ours}",
        "suppress:\n- {rule: [not-found, bad-doi], reason: both}",
        "report: [text, 'junit:out.xml']\nreport-options: {junit: {positions: false}, github: {limit: 3}}",
        "select: unused-entry, not-found",
        "sources: [crossref, dblp]",
        "thresholds: {title_similarity: 0.9, year_tolerance: 2}",
        "uncited: list\nshow: warning",
        "cite-commands: {mycite: '[]{k}'}",
    ],
)
def test_what_the_program_takes_is_valid(tmp_path, text):
    assert accepted(tmp_path, text)
    assert list(VALIDATOR.iter_errors(yaml.safe_load(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "profiel: strict",
        "fail-on: sometimes",
        "rules: {no-such-rule: error}",
        "rules: {not-found: loud}",
        "rules: {not-found: {severity: error, no-option: 1}}",
        "suppress:\n- {rule: not-found}",
        "suppress:\n- {reason: nothing named}",
        "suppress:\n- {rule: not-found, reason: r, colour: red}",
        "report-options: {junit: {nothing: 1}}",
        "report-options: {nosuch: {a: 1}}",
        "thresholds: {title_similarity: 7}",
        "thresholds: {nosuch: 0.5}",
        "source: {nosuch: {url: 'https://example.org'}}",
        "source: {crossref: {colour: red}}",
        "uncited: perhaps",
    ],
)
def test_what_the_program_refuses_is_invalid(tmp_path, text):
    assert not accepted(tmp_path, text)
    assert list(VALIDATOR.iter_errors(yaml.safe_load(text)))


def test_the_file_that_init_writes_is_valid_and_names_the_schema():
    text = (HERE / "cli" / "_templates" / "config.tmpl").read_text(encoding="utf-8")
    assert text.startswith(f"# yaml-language-server: $schema={schema()['$id']}\n")
    assert list(VALIDATOR.iter_errors(yaml.safe_load(text))) == []
