"""The reference pages under docs/ are what the code says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


def generator():
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["rules.md", "options.md", "reports.md", "latexrefcheck.schema.json", "latexrefcheck.1"])
def test_pages_are_current(name):
    committed = (DOCS / name).read_text("utf-8")
    current = committed == generator().render(name)  # apart, so that a failure does not print both pages
    assert current, "run python docs/generate.py"


def test_the_types_of_options_are_current():
    made = generator()
    assert made.GIVEN_MODULE.read_text("utf-8") == made.given_module(), "run python docs/generate.py"


def test_headings_of_a_page_go_one_deeper_but_not_code():
    page = "Summary.\n\n## What\ntext\n```tex\n# no heading\n```\n## Why\n"
    assert generator().demoted(page) == "Summary.\n\n### What\ntext\n```tex\n# no heading\n```\n### Why"
