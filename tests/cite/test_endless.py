"""Styles that do not come to an end, or nest without end, are refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck.cite import choosing
from latexrefcheck.errors import UnreadableInput

ITEM = {"type": "book", "title": "Rivers", "author": [{"family": "Abel", "given": "Ann"}]}
FORM = '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info><title>t</title></info>%s</style>'
TWICE = "".join(
    f'<macro name="m{n}"><text macro="m{n + 1}"/><text macro="m{n + 1}"/></macro>' for n in range(40)
) + '<macro name="m40"><text variable="title"/></macro>'  # fmt: skip
BIBLIOGRAPHY = "<bibliography><layout>%s</layout></bibliography>"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csl", FORM % (TWICE + BIBLIOGRAPHY % '<text macro="m0"/>')),
        ("a.csl", FORM % (BIBLIOGRAPHY % ("<group>" * 20_000 + '<text variable="title"/>' + "</group>" * 20_000))),
        ("a.bst", "ENTRY{title}{}{} FUNCTION{book}{{#1}{skip$}while$} READ ITERATE{call.type$}"),
        ("a.bst", 'ENTRY{title}{}{} FUNCTION{book}{"xx" {#1}{duplicate$ *}while$} READ ITERATE{call.type$}'),
        ("a.bst", "ENTRY{title}{}{} FUNCTION{book}{skip$} FUNCTION{f}{f} READ ITERATE{f}"),
    ],
)
def test_refused(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableInput, match=name) as told:
        choosing.chosen(str(tmp_path / name)).references([ITEM])
    assert "\n" not in str(told.value) and "RecursionError" not in str(told.value)
