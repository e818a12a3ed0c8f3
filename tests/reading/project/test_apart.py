"""What lies beside the documents: search paths of a Makefile, texts that nobody loads, documents without citations."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck.reading import project
from latexrefcheck.reading.project import makefile

MAIN = "\\documentclass{article}\n\\begin{document}\n%s\n\\bibliographystyle{plain}\\bibliography{refs}\n\\end{document}\n"
BIB = "@article{x, author={A B}, title={T}, journal={J}, year=2001}\n"


def load(folder: Path, files: dict[str, str], *names: str):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return project.load([folder / name for name in names] or [folder], folder, project.Options(tex_tree=False))


@pytest.mark.parametrize(
    ("text", "bib", "tex"),
    [
        ("export BIBINPUTS = lib:\nexport TEXINPUTS=.:tex//:\n", ["lib"], [".", "tex//"]),
        ("all:\n\tBIBINPUTS=lib:../shared latexmk main\n", ["lib", "../shared"], []),
        ("BIBINPUTS := $(CURDIR)/lib:$(HOME)/bib\n", ["./lib"], []),
        ('TEXINPUTS ?= "my tex:"\n', [], ["my tex"]),
        ("# BIBINPUTS = old\nall:\n\techo hi\n", [], []),
        ("BIBINPUTS = lib\\\n:more\n", ["lib"], []),
        ("X" * 5000 + "BIBINPUTS=" + ":" * 5000, [], []),
    ],
)
def test_what_a_makefile_says(text: str, bib: list[str], tex: list[str]) -> None:
    assert makefile.parse(text) == {"BIBINPUTS": bib, "TEXINPUTS": tex}


def test_the_paths_of_a_makefile_are_searched(tmp_path: Path) -> None:
    files = {
        "Makefile": "export BIBINPUTS=lib:\nexport TEXINPUTS=.:tex//:\n",
        "main.tex": MAIN % "\\input{part}\\cite{x}",
        "tex/deep/part.tex": "\\cite{y}",
        "lib/refs.bib": BIB,
    }
    (document,) = load(tmp_path, files).documents
    assert {citation.key for citation in document.citations} == {"x", "y"}
    assert [one.source.path for one in document.bibliographies] == ["lib/refs.bib"]
    assert not document.problems


def test_a_makefile_leads_nowhere_outside(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "refs.bib").write_text(BIB)
    files = {"Makefile": "BIBINPUTS=../out\n", "main.tex": MAIN % "\\cite{x}", ".git/HEAD": "x"}
    (document,) = load(tmp_path / "paper", files).documents
    assert not document.bibliographies


@pytest.mark.parametrize(
    ("files", "names", "told"),
    [
        ({"old.tex": "\\section{Old} \\cite{z}"}, (), "old.tex belongs to no document"),
        ({"parts/old.tex": "\\section{Old}"}, (), "parts/old.tex belongs to no document"),
        ({"old.tex": "\\section{Old} \\cite{z}"}, ("main.tex",), ""),
        ({"figure.tex": "\\begin{tikzpicture}\\draw;\\end{tikzpicture}"}, (), ""),
        ({"old.tex": "% \\section{Old}\n"}, (), ""),
    ],
)
def test_texts_of_no_document(tmp_path: Path, files: dict[str, str], names: tuple[str, ...], told: str) -> None:
    notes = load(tmp_path, {"main.tex": MAIN % "\\cite{x}", "refs.bib": BIB, **files}, *names).notes
    assert any(told in note for note in notes) if told else not notes


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("\\loadchapter{chap}", True),
        ("\\loadchapter[1]{chap.tex}", True),
        ("\\part{chap}", False),
        ("\\label{chap}", False),
        ("% \\loadchapter{chap}", False),
        ("\\loadchapter{other}", False),
    ],
)
def test_a_text_that_an_unknown_command_names(tmp_path: Path, call: str, told: bool) -> None:
    files = {"main.tex": MAIN % f"\\cite{{x}} {call}", "refs.bib": BIB, "chap.tex": "\\section{One} \\cite{y}"}
    notes = load(tmp_path, files, "main.tex").notes
    assert any("chap.tex is named by \\loadchapter (main.tex:3)" in note for note in notes) is told


@pytest.mark.parametrize(("text", "told"), [("Words.", True), ("\\cite{x}", False)])
def test_a_document_of_several_files_that_cites_nothing(tmp_path: Path, text: str, told: bool) -> None:
    main = "\\documentclass{article}\\begin{document}\\input{one}\\input{two}\\end{document}\n"
    notes = load(tmp_path, {"main.tex": main, "one.tex": text, "two.tex": "More."}).notes
    assert any("cite nothing and have no bibliography" in note for note in notes) is told
