"""Projects written down in a test."""

from __future__ import annotations

import pytest

from latexrefcheck.reading import project


@pytest.fixture
def write(tmp_path):
    """Write files (name -> text or bytes) below a fresh directory; returns it."""

    def write(files):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)
        return tmp_path

    return write


@pytest.fixture
def load(write):
    """Write files and load ``paths`` (relative; all without) as a project."""

    def load(files, *paths, **options):
        base = write(files)
        options.setdefault("tex_tree", False)
        return project.load([base / path for path in paths] or [base], base, project.Options(**options))

    return load
