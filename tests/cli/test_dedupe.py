"""Merging entries: the key map is printed, every citation is rewritten, and nothing happens unasked."""

from __future__ import annotations

import os

import pytest

from latexrefcheck import cli
from latexrefcheck.text.terms import LINKS

MAIN = r"""\documentclass{article}
\begin{document}
As \cite{anzahlprim} and \citep[p.~3]{euler,anzahlprim} say. % \cite{anzahlprim}
\input{chapter}
\bibliography{refs}
\bibliographystyle{plain}
\end{document}
"""
CHAPTER = "Both \\cite{riemann1859,anzahlprim} and \\cite{anzahlprim, riemann1859}.\n"
ENTRY = """@article{%s,
  author  = {Riemann, Bernhard},
  title   = {Ueber die Anzahl der Primzahlen unter einer gegebenen Groesse},
  journal = {Monatsberichte},
  year    = {1859}
}
"""
EULER = "@book{euler,\n  author = {Euler, Leonhard},\n  title = {Introductio},\n  publisher = {Bousquet},\n  year = {1748}\n}\n"
REFS = f"{ENTRY % 'riemann1859'}\n{EULER}\n{ENTRY % 'anzahlprim'}"


@pytest.fixture(autouse=True)
def paper(tmp_path, monkeypatch):
    (tmp_path / "main.tex").write_text(MAIN)
    (tmp_path / "chapter.tex").write_text(CHAPTER)
    (tmp_path / "refs.bib").write_text(REFS)
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI_")):
            monkeypatch.delenv(name)
    return tmp_path


def run(capfdbinary, *arguments: str) -> tuple[int, str, str]:
    status = cli.run(arguments)
    out, err = capfdbinary.readouterr()
    return status, out.decode(), err.decode()


def test_the_key_map_and_the_diff_are_shown_and_nothing_is_written(capfdbinary, paper):
    status, out, err = run(capfdbinary, "dedupe")
    assert status == 1
    assert "anzahlprim -> riemann1859" in err
    assert "-As \\cite{anzahlprim}" in out
    assert "+As \\cite{riemann1859}" in out
    assert (paper / "main.tex").read_text() == MAIN
    assert (paper / "refs.bib").read_text() == REFS


def test_written(capfdbinary, paper):
    status, _, err = run(capfdbinary, "dedupe", "--write")
    assert status == 0
    assert "anzahlprim -> riemann1859" in err
    main = (paper / "main.tex").read_text()
    assert main == MAIN.replace("As \\cite{anzahlprim}", "As \\cite{riemann1859}").replace(
        "euler,anzahlprim", "euler,riemann1859"
    )
    assert (paper / "chapter.tex").read_text() == "Both \\cite{riemann1859} and \\cite{riemann1859}.\n"
    assert (paper / "refs.bib").read_text() == f"{ENTRY % 'riemann1859'}\n{EULER}"
    assert run(capfdbinary, "dedupe")[0] == 0


def test_identical_entries_are_a_safe_fix(capfdbinary, paper):
    status, out, _ = run(capfdbinary, "fix")
    assert status == 1
    assert "+As \\cite{riemann1859}" in out


def test_entries_that_differ_are_merged_only_when_asked(capfdbinary, paper):
    fuller = ENTRY.replace("Monatsberichte}", "Monatsberichte},\n  pages   = {671--680}")
    (paper / "refs.bib").write_text(f"{ENTRY % 'riemann1859'}\n{EULER}\n{fuller % 'anzahlprim'}")
    status, out, err = run(capfdbinary, "fix")
    assert (status, out) == (0, "")
    assert "possible-duplicate" in err
    status, out, err = run(capfdbinary, "dedupe", "--write")
    assert "riemann1859 -> anzahlprim" in err  # the fuller one stays
    assert (paper / "refs.bib").read_text() == f"{EULER}\n{fuller % 'anzahlprim'}"
    assert "\\citep[p.~3]{euler,anzahlprim}" in (paper / "main.tex").read_text()


def test_fields_of_the_entry_that_goes_are_kept(capfdbinary, paper):
    other = ENTRY.replace("  year", "  note    = {Gesammelte Werke},\n  year").replace("  journal = {Monatsberichte},\n", "")
    (paper / "refs.bib").write_text(f"{ENTRY % 'riemann1859'}\n{EULER}\n{other % 'anzahlprim'}")
    run(capfdbinary, "dedupe", "--write")
    assert "  note    = {Gesammelte Werke},\n  year    = {1859}\n}" in (paper / "refs.bib").read_text()
    assert "anzahlprim" not in (paper / "refs.bib").read_text()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("main.tex", MAIN.replace("As", "\\newcommand{\\rie}{anzahlprim}As")),  # a key that no citation explains
        *(
            ("refs.bib", f"{REFS}\n@misc{{child,\n  title = {{Child}},\n  {name} = {{anzahlprim}}\n}}\n")
            for name in (*LINKS, "ids")
        ),
        ("refs.bib", REFS + "\n@misc{other,\n  title = {Other},\n  note = {see \\cite{anzahlprim}}\n}\n"),
    ],
)
def test_a_key_that_is_used_otherwise_stays(capfdbinary, paper, file, text):
    (paper / file).write_text(text)
    status, out, err = run(capfdbinary, "dedupe", "--write")
    assert "not merged" in err
    assert (paper / file).read_text() == text
    assert (status, out) == (0, "")


def test_three_of_a_kind(capfdbinary, paper):
    (paper / "refs.bib").write_text(f"{ENTRY % 'third'}\n{REFS}")
    (paper / "chapter.tex").write_text(CHAPTER + "And \\cite{third}.\n")
    status, _, err = run(capfdbinary, "dedupe", "--write")
    assert status == 0
    assert (paper / "refs.bib").read_text().count("Riemann") == 1
    keys = {
        line.split(" -> ")[0].strip(): line.split(" -> ")[1] for line in err.splitlines() if " -> " in line and "(" not in line
    }
    assert len(set(keys.values())) == 1
    survivor = next(iter(keys.values()))
    for name in ("main.tex", "chapter.tex"):
        live = (paper / name).read_text().partition("%")[0]
        assert survivor in live
        assert not any(old in live for old in keys)


def test_duplicates_are_always_reported(capfdbinary):
    _, out, _ = run(capfdbinary, "check", "--no-verify")
    assert "[possible-duplicate]" in out


def test_a_shared_library_is_not_a_safe_place(capfdbinary):
    status, out, err = run(capfdbinary, "fix", "--shared", "refs.bib")
    assert (status, out) == (0, "")
    assert "possible-duplicate" in err


def test_without_a_document_the_rest_is_said_to_be_left(capfdbinary):
    status, _, err = run(capfdbinary, "dedupe", "refs.bib")
    assert status == 1
    assert "anzahlprim -> riemann1859" in err
    assert "what cites the old keys has to be rewritten by hand" in err
    assert "possible-duplicate" in run(capfdbinary, "fix", "refs.bib")[2]  # so it is no safe fix
