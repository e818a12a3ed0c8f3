"""The sentences that lean on a work."""

from __future__ import annotations

import pytest

from latexrefcheck.model.document import Citation, SourceFile, Span
from latexrefcheck.pipeline.citing import LONGEST, sentence


def around(text: str) -> str:
    start = text.index("KEY")
    return sentence(Citation("KEY", Span(SourceFile("a.tex", text), start, start + 3), "cite", start))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"First. We follow \cite{KEY} here. Last.", r"We follow \cite{KEY} here."),
        ("One\n\nTwo\nlines \\cite{KEY}\n\nThree", r"Two lines \cite{KEY}"),
        (r"As A. B. Doe et al. Say \cite{KEY}. Then", r"As A. B. Doe et al. Say \cite{KEY}."),
        (r"\item one \cite{KEY} \item two", r" one \cite{KEY}".strip()),
        (r"Is it (see \cite{KEY}, e.g. Table 1)? Yes.", r"Is it (see \cite{KEY}, e.g. Table 1)?"),
        (r"\cite{KEY}", r"\cite{KEY}"),
        ("\\section{Introduction}\\label{sec:i}\nAs \\cite{KEY} says.", r"As \cite{KEY} says."),
        (r"\subsection*[Short]{Long one} As \cite{KEY} says. \section{Next} More", r"As \cite{KEY} says."),
    ],
)
def test_sentences(text: str, shown: str) -> None:
    assert around(text) == shown


def test_a_long_sentence_is_cut_around_the_citation() -> None:
    shown = around("word " * 200 + r"\cite{KEY} " + "more " * 200)
    assert len(shown) <= LONGEST + 2
    assert shown.startswith("\u2026")
    assert shown.endswith("\u2026")
    assert r"\cite{KEY}" in shown
