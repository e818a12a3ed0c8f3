"""Characters and engines."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("value", "engine", "packages", "kinds"),
    [
        ("Gödel, Łukasiewicz, Erdős, Şahin – “x” € …", "pdftex", (), []),
        ("a\u0301", "pdftex", (), ["combining acute accent"]),
        ("the α decay", "pdftex", (), ["greek small letter alpha"]),
        ("the α decay", "pdftex", ("textgreek",), []),
        ("the α decay", "pdftex", ("newunicodechar",), []),
        ("the α decay", "luatex", (), []),
        ("中文", "pdftex", (), ["East Asian"]),
        ("中文", "pdftex", ("CJKutf8",), []),
        ("中文", "xetex", (), []),
        ("x ≤ y", "pdftex", (), ["less-than or equal to"]),
        ("a\u200bb", "xetex", (), ["zero width space"]),
        ("a\x9fb", "luatex", (), ["a control character"]),
        ("a\u202eb", "luatex", (), ["right-to-left override"]),
    ],
)
def test_characters(value: str, engine: str, packages: tuple[str, ...], kinds: list[str]) -> None:
    found = findings("unsupported-character", f"@misc{{k, title = {{{value}}}}}", engine=engine, packages=frozenset(packages))
    assert [f.message.partition("(")[2].partition(")")[0] for f in found] == kinds


def test_a_document_full_of_a_script_is_set_up_for_it() -> None:
    bib = "\n".join(f"@misc{{k{n}, title = {{Заглавие}}}}" for n in range(20))
    assert findings("unsupported-character", bib) == []


def test_lone_file_has_no_engine() -> None:
    assert findings("unsupported-character", "@misc{k, title = {中文}}", lone=True) == []


def test_fields_that_are_not_typeset() -> None:
    assert findings("unsupported-character", "@misc{k, abstract = {α}, file = {中文.pdf}}") == []


@pytest.mark.parametrize(
    ("encoding", "engine", "dialect", "count"),
    [
        ("latin1", "pdftex", "bibtex", 1),
        ("utf8", "pdftex", "bibtex", 0),
        ("latin1", "xetex", "bibtex", 0),
        ("latin1", "pdftex", "biber", 0),
    ],
)
def test_declared_encoding(encoding: str, engine: str, dialect: str, count: int) -> None:
    bib = "@misc{a, title = {Gödel}}\n@misc{b, title = {Łoś}}"
    assert len(findings("unsupported-character", bib, dialect=dialect, engine=engine, input_encoding=encoding)) == count


def test_a_name_that_is_only_the_number_is_left_out() -> None:
    (found,) = findings("unsupported-character", "@misc{k, title = {山}}")
    assert found.message == "title holds “山” U+5C71 (East Asian), which pdfLaTeX does not know without a package"
