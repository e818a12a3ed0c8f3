"""A result per document, where there are several."""

from __future__ import annotations

from latexrefcheck import check
from latexrefcheck.reports import json, markdown, text

TEX = r"\documentclass{article}\begin{document}%s\bibliographystyle{plain}\bibliography{%s}\end{document}"


def papers(tmp_path, monkeypatch, **bodies):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shared.bib").write_text(
        "@misc{good, title = {G}, author = {Doe, Jane}, year = 2001}\n@misc{bad, title = {B}, doi = {10.1.1.2}}\n",
        encoding="utf-8",
    )
    for name, (body, library) in bodies.items():
        (tmp_path / f"{name}.tex").write_text(TEX % (body, library), encoding="utf-8")
    return check(verify=False)


def test_a_finding_belongs_to_the_papers_that_cite_the_entry(tmp_path, monkeypatch):
    report = papers(
        tmp_path,
        monkeypatch,
        a=(r"\cite{good}", "shared"),
        b=(r"\cite{bad}", "shared"),
        c=(r"\cite{bad,ghost}", "shared"),
    )
    assert [(one.path, one.error, one.entries) for one in report.papers] == [("a.tex", 0, 1), ("b.tex", 1, 1), ("c.tex", 2, 1)]
    assert report.summary.error == 2


def test_one_paper_needs_no_row(tmp_path, monkeypatch):
    assert papers(tmp_path, monkeypatch, a=(r"\cite{good}", "shared")).papers == ()


def test_what_is_in_an_input_belongs_to_every_paper_that_reads_it(tmp_path, monkeypatch):
    (tmp_path / "part.tex").write_text(r"\cite{ghost}", encoding="utf-8")
    report = papers(tmp_path, monkeypatch, a=(r"\input{part}", "shared"), b=(r"\input{part}", "shared"), c=("", "shared"))
    assert [one.error for one in report.papers] == [1, 1, 0]


def test_the_reports_say_it(tmp_path, monkeypatch):
    report = papers(tmp_path, monkeypatch, a=(r"\cite{good}", "shared"), b=(r"\cite{bad}", "shared"))
    assert "  b.tex: 1 error; 1 entry" in text.render(report)
    assert "| `b.tex` | 1 | 0 | 0 | 1 |  |" in markdown.render(report)
    assert [one["path"] for one in json.document(report)["papers"]] == ["a.tex", "b.tex"]
