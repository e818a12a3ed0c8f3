"""``latexrefcheck check -``: a text on standard input, as an editor has it."""

from __future__ import annotations

import io
import sys

import pytest

from latexrefcheck import cli


@pytest.fixture
def typed(monkeypatch, tmp_path, capfd):
    monkeypatch.chdir(tmp_path)

    def run(text: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-8")), encoding="utf-8"))
        status = cli.run(["check", "-", "--no-verify", *arguments])
        return status, *capfd.readouterr()

    return run


def test_a_bibliography(typed):
    status, out, _ = typed("@misc{a, title = {A}, doi = {10.1.1.2}}\n")
    assert status == 1
    assert "stdin.bib:1:29: error [bad-doi]" in out


def test_a_document_with_its_files_around_it(typed, tmp_path):
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / "r.bib").write_text("@misc{a, title = {A}}\n", encoding="utf-8")
    tex = "\\documentclass{article}\\begin{document}\\cite{a,ghost}\\bibliographystyle{plain}\\bibliography{r}\\end{document}"
    status, out, _ = typed(tex, "--stdin-filename", "paper/main.tex")
    assert status == 1
    assert "paper/main.tex:1:" in out
    assert "'ghost' is cited" in out
    assert "'a' is cited" not in out


def test_what_is_typed_counts_instead_of_the_file(typed, tmp_path):
    (tmp_path / "r.bib").write_text("@misc{a, title = {A}, doi = {10.1.1.2}}\n", encoding="utf-8")
    assert typed("@misc{a, title = {A}}\n", "--stdin-filename", "r.bib")[0] == 0
    assert (tmp_path / "r.bib").read_text(encoding="utf-8").count("10.1.1.2") == 1


@pytest.mark.parametrize(("arguments", "said"), [(("other.bib",), "checked alone"), (("--profile", "nosuch"), "unknown profile")])
def test_what_cannot_be_is_one_sentence(typed, arguments, said):
    status, _, err = typed("@misc{a, title = {A}}\n", *arguments)
    assert status == 2
    assert said in err
    assert err.count("\n") == 1


def test_a_name_without_standard_input(monkeypatch, tmp_path, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.bib").write_text("@misc{a, title = {A}}\n", encoding="utf-8")
    assert cli.run(["check", "r.bib", "--no-verify", "--stdin-filename", "x.bib"]) == 2
    assert "goes with the path -" in capfd.readouterr().err
