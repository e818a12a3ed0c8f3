"""Capitals that the style lowers."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Sequencing DNA with the GPU", "DNA, GPU"),
        ("Sequencing {DNA} with {the GPU}", None),
        ("{Sequencing DNA}", None),
        ("The LaTeX companion", "LaTeX"),
        ("Deep learning for PDEs", "PDEs"),
        ("{C}ryptoNote and {SQL}ite", None),
        ("XGBoost: A Scalable System", "XGBoost"),
        ("Bayes and Markov", None),
        ("ALL TITLES IN CAPITALS", None),
        ("About $L_{AB}$ and \\LaTeX", None),
        ("A study", None),
    ],
)
def test_words(title: str, words: str | None) -> None:
    found = findings("lowercased-title-word", f"@article{{k, title = {{{title}}}}}")
    assert [f.message for f in found] == ([f"the style lowers the capitals of {words}; put them in braces"] if words else [])


@pytest.mark.parametrize(
    ("style", "type", "dialect", "count"),
    [
        ("plain", "article", "bibtex", 1),
        ("IEEEtran", "inproceedings", "bibtex", 1),
        ("plain", "book", "bibtex", 0),
        ("some-house-style", "article", "bibtex", 0),
        ("numeric", "article", "biber", 0),
    ],
)
def test_styles(style: str, type: str, dialect: str, count: int) -> None:
    found = findings("lowercased-title-word", f"@{type}{{k, title = {{Sequencing DNA}}}}", style=style, dialect=dialect)
    assert len(found) == count


def test_fix_is_not_safe() -> None:
    (found,) = findings("lowercased-title-word", "@article{k, title = {Sequencing DNA}}")
    assert found.fix is not None
    assert ([(edit.span.text, edit.text) for edit in found.fix.edits], found.fix.safe) == ([("DNA", "{DNA}")], False)
