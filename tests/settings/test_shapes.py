"""Values of any shape in a configuration file: each is taken, or refused in a sentence that names the file."""

from __future__ import annotations

import contextlib
import json

import pytest

from latexrefcheck.errors import ConfigError
from latexrefcheck.settings import OPTIONS, load

SHAPES = [
    *(3, 1.5, True, None, "x", [], {}, [1], [[1]], [None], [{}], [{"a": [1]}], {"a": 1}, {"": {}}),
    *({"junit": 3}, {"junit": [1]}, {"junit": {"positions": [1]}}, {"junit": {"positions": {"a": 1}}}),
    *({"bad-doi": [1]}, {"bad-doi": {"severity": [1]}}, {"bad-doi": {"severity": {"a": 1}}}),
    *({"crossref": 1}, {"crossref": {"url": [1]}}, {"title_similarity": [1]}, {"title_similarity": {}}),
    *(
        {"years": [1]},
        {"years": {"first": "x"}},
        {"order": {"severity": []}},
        {"style": 3},
        {"style": [{}]},
        {"venues": {"a": {}}},
    ),
    *({"preprints": {"most": [1]}}, {"preprints": []}, {"doi": "x"}),
    *([{"rule": {"a": 1}, "reason": "x"}], [{"rule": [[1]], "reason": "x"}], [{"key": "x", "reason": [1]}]),
]


@pytest.mark.parametrize("name", [name for name, option in OPTIONS.items() if option.file])
def test_a_value_of_any_shape_is_taken_or_refused(tmp_path, name):
    file = tmp_path / "c.yml"
    for shape in SHAPES:
        file.write_text(json.dumps({name: shape}), encoding="utf-8")
        with contextlib.suppress(ConfigError):
            load({"config": str(file)}, {}, tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("report-options:\n  junit: 3\n", "c.yml:2: report-options of junit must be a table"),
        ("report-options: [3]\n", "c.yml:1: report-options must have the form NAME=VALUE, not 3"),
        ("rules: [bad-doi=off, [1]]\n", "c.yml:1: rules must have the form NAME=VALUE, not [1]"),
        ("rules: [{bad-doi: off}]\n", "c.yml:1: rules must have the form NAME=VALUE, not {'bad-doi': False}"),
    ],
)
def test_the_sentence_says_the_file_and_the_form(tmp_path, text, message):
    (tmp_path / "c.yml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load({"config": str(tmp_path / "c.yml")}, {}, tmp_path)
    assert message in str(refused.value)
