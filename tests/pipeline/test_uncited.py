"""Findings on entries that no document cites are counted in one line, unless they speak of the file or of a cited entry."""

from __future__ import annotations

import pytest

from latexrefcheck import check

DOI = "doi = {10.1.1.2.6582}"  # no DOI: an error wherever it counts


def paper(tmp_path, monkeypatch, bib: str, body: str = r"\cite{used}", more: str = "") -> None:
    monkeypatch.chdir(tmp_path)
    text = (
        rf"\documentclass{{article}}{more}\begin{{document}}{body}\bibliographystyle{{plain}}\bibliography{{r}}\end{{document}}"
    )
    (tmp_path / "main.tex").write_text(text, encoding="utf-8")
    (tmp_path / "r.bib").write_text(bib, encoding="utf-8")


def states(**options) -> set[tuple[str, str | None, str]]:
    found = check(verify=False, **options).findings
    return {(one.rule, one.key, one.state) for one in found if one.rule != "unused-entry"}


USED = "@misc{used, title = {Used}, author = {Doe, Jane}, year = 2001}\n"


@pytest.mark.parametrize(
    ("entry", "rule", "key", "state"),
    [
        (f"@misc{{spare, title = {{S}}, {DOI}}}", "bad-doi", "spare", "uncited"),
        ("@article{spare, title = {S}}", "missing-field", "spare", "uncited"),
        ("@misc{spare, title = {S}", "parse-error", "spare", "open"),
        ("@misc{spare, title = {S}}\n@misc{spare, title = {T}}", "duplicate-key", "spare", "uncited"),
        ("@misc{used, title = {T}}", "duplicate-key", "used", "open"),
        ("@misc{, title = {S}}", "empty-key", None, "open"),
    ],
)
def test_what_counts_on_an_uncited_entry(tmp_path, monkeypatch, entry, rule, key, state):
    paper(tmp_path, monkeypatch, USED + entry + "\n")
    assert (rule, key, state) in {(r, k or None, s) for r, k, s in states()}


def test_a_duplicate_of_a_cited_entry_counts(tmp_path, monkeypatch):
    same = "doi = {10.5555/abc.1}, author = {Doe, Jane}, year = 2001"
    bib = f"@misc{{used, title = {{Used}}, {same}}}\n@misc{{spare, title = {{Used}}, {same}}}\n"
    bib += f"@misc{{x, title = {{X}}, {same.replace('.1', '.2')}}}\n@misc{{y, title = {{X}}, {same.replace('.1', '.2')}}}\n"
    paper(tmp_path, monkeypatch, bib)
    found = states()
    assert ("duplicate-doi", "spare", "open") in found
    assert ("duplicate-doi", "y", "uncited") in found


@pytest.mark.parametrize(
    ("body", "counted"),
    [(r"\cite{used}", 1), (r"\nocite{*}\cite{used}", 0), (r"\nocite{spare}", 0), (r"\cite{used}\input{gone}", 1)],
)
def test_what_is_cited_is_known_or_nothing_is_left_out(tmp_path, monkeypatch, body, counted):
    paper(tmp_path, monkeypatch, USED + f"@misc{{spare, title = {{S}}, {DOI}}}\n", body)
    report = check(verify=False)
    assert report.summary.on_uncited == counted
    assert report.exit_code == (1 if counted == 0 else 0)


def test_parents_of_cited_entries_count(tmp_path, monkeypatch):
    bib = "@inproceedings{used, title = {U}, author = {Doe, J.}, crossref = {whole}}\n"
    bib += f"@proceedings{{whole, title = {{W}}, year = 2001, {DOI}}}\n"
    paper(tmp_path, monkeypatch, bib)
    assert ("bad-doi", "whole", "open") in states()


@pytest.mark.parametrize(
    ("options", "state"),
    [
        ({}, "uncited"),
        ({"uncited": "list"}, "open"),
        ({"uncited": "count"}, "uncited"),
        ({"cited_only": False}, "open"),
        ({"cited_only": False, "uncited": "count"}, "uncited"),
    ],
)
def test_the_switch(tmp_path, monkeypatch, options, state):
    paper(tmp_path, monkeypatch, USED + f"@misc{{spare, title = {{S}}, {DOI}}}\n")
    assert ("bad-doi", "spare", state) in states(**options)


def test_a_library_alone_is_checked_whole(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.bib").write_text(f"@misc{{spare, title = {{S}}, {DOI}}}\n", encoding="utf-8")
    assert [one.state for one in check("r.bib", verify=False).findings if one.rule == "bad-doi"] == ["open"]


def test_an_entry_cited_by_one_of_two_papers_counts(tmp_path, monkeypatch):
    paper(tmp_path, monkeypatch, USED + f"@misc{{spare, title = {{S}}, {DOI}}}\n")
    other = (tmp_path / "main.tex").read_text(encoding="utf-8").replace("{used}", "{spare}")
    (tmp_path / "other.tex").write_text(other, encoding="utf-8")
    assert ("bad-doi", "spare", "open") in states()
