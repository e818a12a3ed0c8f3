"""Files that cannot be read as UTF-8."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruleharness import around, run

from latexrefcheck import registry
from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.finding import Severity
from latexrefcheck.reading import bib

ENTRY = "@misc{a, t = {x}}\n"


@pytest.mark.parametrize(
    ("data", "input_encoding", "expected"),
    [
        (ENTRY.encode(), "utf-8", None),
        (b"\xef\xbb\xbf" + ENTRY.encode(), "utf-8", None),
        ("@misc{a, t = {Gödel 漢字}}".encode(), "utf-8", None),
        (ENTRY.encode() + b"@misc{b, t = {Un caf\xe9}}", "utf-8", (2, 21, "byte 0xE9")),
        (ENTRY.encode() + b"@misc{b, t = {Un caf\xe9}}", "latin1", None),
        (ENTRY.encode("utf-16"), "utf-8", (1, 1, "UTF-16")),
        (ENTRY.encode("utf-16-le"), "utf-8", (1, 2, "UTF-16")),
        (b"@misc{a,\n t = {x\x00y}}", "utf-8", (2, 8, "U+0000")),
        (b"@misc{a,\n t = {x\x7fy}}", "utf-8", (2, 8, "U+007F")),
        (b"@misc{a,\tt = {x}}\x0c\r\n", "utf-8", None),
        ("@misc{a, t = {G\ufffddel}}".encode(), "utf-8", (1, 16, "U+FFFD")),
    ],
)
def test_table(data: bytes, input_encoding: str, expected: tuple[int, int, str] | None) -> None:
    source = SourceFile.decode("lib/refs.bib", data, Path("refs.bib"))
    project = around([bib.parse(source, "bibtex")], "bibtex", input_encoding=input_encoding)
    found = run(registry.rules["encoding-error"], project, {})
    if expected is None:
        assert found == []
        return
    line, column, words = expected
    assert [(f.location.line, f.location.column, f.key) for f in found] == [(line, column, "refs.bib")]
    assert words in found[0].message
    assert found[0].severity == (Severity.warning if "FFFD" in words else Severity.error)
