"""``latexrefcheck check -``: a text on standard input, as an editor has it."""

from __future__ import annotations

import io
import json
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


LINE = "[1] Öberg, Å. (2017). On the slow flow of rivers. Journal of Water, 4(2), 1-9. doi:10.1.1.2\n"
CHINESE = "[1] 张三, 李四. 河流的缓慢流动[J]. 水利学报, 2017, 4(2): 1-9.\n[2] 王五. 北方的道路[M]. 北京: 某某出版社, 2018.\n"


def listed(monkeypatch, capfd, data: bytes, *arguments: str) -> list[tuple[str, str, int]]:
    """The references that JSON lists for bytes on standard input: key, file, line."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert cli.run(["check", "-", "--no-verify", "--report", "json", *arguments]) == 0
    told = json.loads(capfd.readouterr().out)
    return [(one["key"], one["location"]["path"], one["location"]["line"]) for one in told["entries"]]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"])
def test_references_in_words(monkeypatch, tmp_path, capfd, encoding):
    monkeypatch.chdir(tmp_path)
    assert listed(monkeypatch, capfd, LINE.encode(encoding)) == [("[1]", "stdin.txt", 1)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gbk", "gb18030"])
def test_references_in_chinese(monkeypatch, tmp_path, capfd, encoding):
    monkeypatch.chdir(tmp_path)
    data = CHINESE.encode(encoding)
    assert listed(monkeypatch, capfd, data) == [("[1]", "stdin.txt", 1), ("[2]", "stdin.txt", 2)]
    (tmp_path / "refs.txt").write_bytes(data)
    assert cli.run(["check", "refs.txt", "--no-verify", "--report", "json"]) == 0
    assert [one["key"] for one in json.loads(capfd.readouterr().out)["entries"]] == ["[1]", "[2]"]


def test_ris_and_csl_json(monkeypatch, tmp_path, capfd):
    monkeypatch.chdir(tmp_path)
    ris = b"TY  - JOUR\nID  - a\nTI  - Rivers\nER  - \n"
    assert listed(monkeypatch, capfd, ris) == [("a", "stdin.ris", 1)]
    assert listed(monkeypatch, capfd, b'\n[{"id": "b", "title": "Rivers"}]') == [("b", "stdin.json", 2)]


def test_a_markdown_document_with_its_database(typed, tmp_path):
    (tmp_path / "r.bib").write_text("@misc{a, title = {A}}\n", encoding="utf-8")
    status, out, _ = typed("---\nbibliography: r.bib\n---\n\n@a and @ghost\n")
    assert status == 1
    assert "stdin.md:5:9: error [undefined-citation]" in out


def test_words_that_are_no_references_are_one_sentence(typed):
    status, _, err = typed("x\n")
    assert status == 2
    assert "no list of references was found" in err
    assert err.count("\n") == 1


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
