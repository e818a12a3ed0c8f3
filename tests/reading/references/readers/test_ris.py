"""Records of reference managers."""

from __future__ import annotations

from pathlib import Path

from latexrefcheck.model.references import WORDS, Worded
from latexrefcheck.reading.references import reading


def read(tmp_path: Path, name: str, data: bytes) -> list[Worded]:
    (tmp_path / name).write_bytes(data)
    found = reading.read(tmp_path / name, name)
    assert found.dialect == WORDS
    return [entry for entry in found.entries if isinstance(entry, Worded)]


def test_ris(tmp_path: Path) -> None:
    text = (
        "TY  - JOUR\r\nAU  - van der Berg, Jo\r\nTI  - On Rivers\r\nT2  - Journal of Water\r\n"
        "PY  - 2017\r\nSP  - 1\r\nEP  - 9\r\n"
        "DO  - https://doi.org/10.99999/FLOW\r\nER  - \r\n\r\nTY  - BOOK\r\nTI  - Roads\r\nER  - \r\n"
    )
    first, second = read(tmp_path, "refs.ris", text.encode())
    assert first.work is not None and second.work is not None
    assert (first.work.title, first.work.venue, first.work.year, first.work.pages) == (
        "On Rivers",
        "Journal of Water",
        2017,
        "1-9",
    )
    assert first.work.identifiers == {"doi": "10.99999/flow"}
    assert [one.source.position(one.start)[0] for one in (first, second)] == [1, 11]
