"""Characters in ASCII TeX that any engine takes, and the way back."""

from __future__ import annotations

import pytest

from latexrefcheck.text import texform
from latexrefcheck.text.tex import to_unicode


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("plain", "plain"),
        ("é", r"{\'e}"),
        ("ç", r"{\c c}"),
        ("í", r"{\'\i}"),
        ("ß", r"{\ss}"),
        ("ř", r"{\v r}"),
        ("–", "--"),
        ("a&b", r"a\&b"),
        ("中", None),
    ],
)
def test_forms(text, tex):
    assert texform.tex(text) == tex


@pytest.mark.parametrize("letter", "áàâäãåæçéèêëíìîïñóòôöõøœßúùûüýÿčćďěğłńňőřšşśťůűžźż")
def test_there_and_back(letter):
    assert to_unicode(texform.tex(letter)) == letter


@pytest.mark.parametrize(("name", "text"), [("amp", "&"), ("#8211", "–"), ("#x2013", "–"), ("notathing", "")])
def test_entities(name, text):
    assert texform.entity(name) == text
