"""The claims of a document: which sentence, which part of it, on which work."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck import pipeline
from latexrefcheck.claims import citing
from latexrefcheck.settings import load

HEAD = "\\documentclass{article}\n\\begin{document}\n"
TAIL = "\n\\bibliographystyle{plain}\\bibliography{refs}\n\\end{document}\n"
BIB = "".join(f"@misc{{{key}, title = {{On {key}}}, year = 2019}}\n" for key in ("abel", "brook", "cole"))


def claims(tmp_path: Path, body: str, name: str = "main.tex") -> list[tuple[str, str]]:
    (tmp_path / name).write_text(HEAD + body + TAIL if name.endswith(".tex") else body, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    read = pipeline.load(load({"paths": [str(tmp_path / name)]}, {}))
    return [(one.work, one.text) for document in read.documents for one in citing.claims(document)]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Rivers are slow in winter~\\cite{abel}. Lakes are deep.", [("abel", "Rivers are slow in winter.")]),
        (
            "Rivers are slow in the north \\cite{abel}, and lakes are deep in the south \\cite{brook}.",
            [("abel", "Rivers are slow in the north"), ("brook", "lakes are deep in the south")],
        ),
        ("Rivers are slow in winter \\cite{abel, brook}.", [(key, "Rivers are slow in winter.") for key in ("abel", "brook")]),
        (
            "Rivers are slow in winter. This holds for lakes too \\cite{abel}.",
            [("abel", "Rivers are slow in winter. This holds for lakes too.")],
        ),
        ("Rivers are slow.\n\nThis holds for all the lakes too \\cite{abel}.", [("abel", "This holds for all the lakes too.")]),
        (
            '\\section{On rivers} M\\"uller found that 23\\,\\% of \\emph{all} rivers are slow \\cite[p.~3]{abel}. % a remark',
            [("abel", "Müller found that 23 % of all rivers are slow.")],
        ),
        ("See \\cite{abel}. \\nocite{brook}", []),
        (
            "\\begin{itemize}\\item Rivers are slow in winter \\cite{abel}."
            "\\item Lakes are deep in summer \\cite{brook}.\\end{itemize}",
            [("abel", "Rivers are slow in winter."), ("brook", "Lakes are deep in summer.")],
        ),
    ],
)
def test_the_sentence_and_its_part(body: str, found: list[tuple[str, str]], tmp_path: Path) -> None:
    assert claims(tmp_path, body) == found


def test_markdown_cites_too(tmp_path: Path) -> None:
    text = (
        "---\nbibliography: refs.bib\n---\n\nRivers are slow in winter [@abel; @brook]. Lakes are deep in summer [@cole, p. 3].\n"
    )
    assert [key for key, _ in claims(tmp_path, text, "main.md")] == ["abel", "brook", "cole"]


def test_the_place_is_that_of_the_key(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(HEAD + "Rivers are slow in winter \\cite{abel}." + TAIL, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    (document,) = pipeline.load(load({"paths": [str(tmp_path / "main.tex")]}, {})).documents
    (claim,) = citing.claims(document)
    assert claim.location is not None
    assert (claim.location.line, claim.location.column) == (3, 33)


def test_many_citations_take_little_time(tmp_path: Path) -> None:
    assert len(claims(tmp_path, "Rivers are slow in winter \\cite{abel}. " * 2000)) == 2000
    assert len(claims(tmp_path, "Rivers \\cite{abel} " * 3000)) >= 1
