"""What kind a text without a name is."""

from __future__ import annotations

import pytest

from latexrefcheck.reading.references import telling

LINE = "Abel, A. (2017). On the slow flow of rivers. Journal of Water, 4(2), 1-9."
KINDS = {
    "\\documentclass{article}\n\\begin{document}x": ".tex",
    "\\begin{thebibliography}{9}\\bibitem{a} x\\end{thebibliography}": ".tex",
    "% \\begin{document}\n@book{a, title = {A}}": ".bib",
    "@misc{a, title = {A}}": ".bib",
    "words before\n  @Article (b, title = {B})": ".bib",
    "": ".bib",
    "\n\n": ".bib",
    "TY  - JOUR\nER  - ": ".ris",
    '[{"title": "A"}]': ".json",
    '{"items": []}': ".json",
    f"[1] {LINE}\n[2] {LINE}": ".txt",
    LINE: ".txt",
    "Müller, Å. 河流": ".txt",
    "see a@b.org, {@x} and (@y)": ".txt",
    "---\nbibliography: r.bib\n---\n@a": ".md",
    "Rivers [@abel; -@cole].": ".md",
    f"# Paper\n\n## References\n\n1. {LINE}": ".md",
}


@pytest.mark.parametrize("text", KINDS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_kinds(text: str, encoding: str) -> None:
    assert telling.suffix(text.encode(encoding)) == KINDS[text]


def test_files_that_are_no_text() -> None:
    assert telling.suffix(b"%PDF-1.4\n...") == ".pdf"
    assert telling.suffix(b"PK\x03\x04....") == ".docx"
    assert telling.suffix(bytes(range(256)) * 100) in (".txt", ".bib")
