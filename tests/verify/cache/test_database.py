"""The file of the cache, where it cannot be had."""

from __future__ import annotations

from pathlib import Path

from latexrefcheck.verify.cache import Database


def test_without_its_directory_nothing_is_kept_and_all_goes_on(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    database = Database(tmp_path / "taken")
    assert database.path is None, "the responses would be kept there too"
    assert len(database.notes) == 1
    database.close()
