"""Which tests are quick: those of one function or one wing, which start no program and no server."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # a busy machine makes any example slow
settings.load_profile("untimed")

HERE = Path(__file__).parent
QUICK = ("text", "lint", "policy", "settings", "reading/bib", "reading/datamodel", "repair", "reports", "verify/match")
"""Folders of quick tests."""
SLOW_FILES = ("properties", "hostile", "test_writing", "test_html", "test_patterns", "test_changes", "test_sarif", "test_schema")
"""Parts of the names of files in them that take longer: generated, huge or browser inputs, validators, subprocesses."""
SLOW_TESTS = "quick hostile linear stable never many pybtex has_the_form git_ circles changes_lead".split()
"""Parts of the names of tests that take longer: large inputs, and hundreds of generated ones."""


def is_quick(path: Path) -> bool:
    """Whether the tests of a file are quick but for those of :data:`SLOW_TESTS`."""
    place = path.relative_to(HERE).as_posix() if path.is_relative_to(HERE) else ""
    return place.startswith(tuple(f"{folder}/" for folder in QUICK)) and not any(word in path.name for word in SLOW_FILES)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m quick`` the other files are not even imported."""
    asked = config.option.markexpr == "quick" and collection_path.suffix == ".py"
    return True if asked and not is_quick(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the quick tests, so that ``-m quick`` selects them."""
    for item in items:
        if is_quick(item.path) and not any(word in item.name for word in SLOW_TESTS):
            item.add_marker("quick")
