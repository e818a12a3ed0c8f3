"""Items of citation processors."""

from __future__ import annotations

import json
from pathlib import Path

from latexrefcheck.model.references import WORDS, Worded
from latexrefcheck.reading.references import reading
from latexrefcheck.text.person import Person


def read(tmp_path: Path, name: str, data: bytes) -> list[Worded]:
    (tmp_path / name).write_bytes(data)
    found = reading.read(tmp_path / name, name)
    assert found.dialect == WORDS
    return [entry for entry in found.entries if isinstance(entry, Worded)]


def test_csl_json(tmp_path: Path) -> None:
    items = [
        {
            "id": "a",
            "type": "article-journal",
            "title": "On Rivers",
            "author": [{"family": "Abel", "given": "A."}],
            "DOI": "10.99999/X",
        },
        {"id": "a", "type": "book", "title": "Roads"},
    ]
    first, second = read(tmp_path, "refs.json", json.dumps(items, indent=1).encode())
    assert first.work is not None and first.work.authors == (Person("Abel", "A."),)
    assert first.work.identifiers == {"doi": "10.99999/x"}
    assert first.key == "a" and second.key != "a"
    assert first.source.position(first.start) == (2, 2)


def test_an_item_that_tells_nothing_stays_a_reference(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"id": 1e3, "title": {"a": []}}, {"type": "book", "title": "Rivers"}]', encoding="utf-8")
    assert len(reading.read(tmp_path / "a.json", "a.json").entries) == 2
