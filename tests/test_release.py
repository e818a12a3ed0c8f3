"""Version and release notes keep step."""

from __future__ import annotations

import re
from pathlib import Path

import latexrefcheck

CHANGELOG = (Path(__file__).parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_version_has_its_section() -> None:
    versions = re.findall(r"^## \[([\d.]+)\] - \d{4}-\d\d-\d\d$", CHANGELOG, re.MULTILINE)
    assert versions[0] == latexrefcheck.__version__
    assert versions == sorted(versions, key=lambda version: [int(part) for part in version.split(".")], reverse=True)
    assert re.fullmatch(r"\d+\.\d+\.\d+", latexrefcheck.__version__)
