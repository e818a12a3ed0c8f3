"""Files are read by the reader of their suffix; what cannot be read is one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck import registry
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.references import WORDS, Worded
from latexrefcheck.reading.references import reading


def read(tmp_path: Path, name: str, data: bytes) -> list[Worded]:
    (tmp_path / name).write_bytes(data)
    found = reading.read(tmp_path / name, name)
    assert found.dialect == WORDS
    return [entry for entry in found.entries if isinstance(entry, Worded)]


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.json", b"[{", "a.json:1"),
        ("a.json", b'[{"x": 1}]', "item 1"),
        ("a.json", b"[" * 100_000, "not JSON"),
        ("a.ris", b"no ris", "a.ris:1"),
        ("a.txt", b"", "no list of references"),
        ("a.md", b"# A paper\n\nwithout a list\n", "no list of references"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path: Path, name: str, data: bytes, told: str) -> None:
    with pytest.raises(UnreadableInput) as error:
        read(tmp_path, name, data)
    assert told in str(error.value) and "\n" not in str(error.value)


def test_every_reader_is_found_by_its_suffixes() -> None:
    taken = reading.suffixes()
    assert {taken[suffix] for suffix in (".txt", ".md", ".qmd", ".ris", ".json")} == {"text", "ris", "csl-json"}
    assert all(
        reader.SUFFIXES and all(suffix.startswith(".") for suffix in reader.SUFFIXES) for reader in registry.readers.values()
    )
