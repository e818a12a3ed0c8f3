"""``latexrefcheck complete``: what the record has and the entry lacks is added, and nothing is overwritten."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from fixharness import RECORD, answering

from latexrefcheck import cli

BARE = "@article{k,\n  author = {Keller, Anna and others},\n  title  = {Good Predictions of Rivers},\n  year   = {2016}\n}\n"


@pytest.fixture(autouse=True)
def paper(tmp_path, monkeypatch):
    (tmp_path / "refs.bib").write_text(BARE)
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI_", "FORCE_COLOR")):
            monkeypatch.delenv(name)
    return tmp_path


def run(capfdbinary, *arguments: str) -> tuple[int, str, str]:
    status = cli.run(("complete", "refs.bib", *arguments))
    out, err = capfdbinary.readouterr()
    return status, out.decode(), err.decode()


FULL = BARE.replace(
    "  year ",
    "  journal = {Journal of Things},\n  volume = {12},\n  number = {3},\n  pages  = {101--109},\n  year ",
).replace("{2016}", "{2016},\n  doi    = {10.99999/good}")


def test_what_is_missing_is_added_where_it_belongs(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, RECORD)
    assert run(capfdbinary)[0] == 1
    assert (paper / "refs.bib").read_text() == BARE
    assert run(capfdbinary, "--write")[0] == 0
    assert (paper / "refs.bib").read_text() == FULL  # the year is within the tolerance, and stays
    assert run(capfdbinary)[0] == 0


@pytest.mark.parametrize(
    ("bib", "record"),
    [
        (BARE.replace("Good Predictions", "Bad Predictions"), RECORD),  # another work
        (BARE.replace("Keller", "Nemo"), RECORD),  # somebody else's
        (BARE.replace("{2016}", "{2001}"), RECORD),  # not verified
        (FULL, RECORD),
    ],
)
def test_nothing_is_added(capfdbinary, paper, monkeypatch, bib, record):
    answering(monkeypatch, record)
    (paper / "refs.bib").write_text(bib)
    assert run(capfdbinary, "--write")[0] == 0
    assert (paper / "refs.bib").read_text() == bib


def test_an_entry_of_the_preprint_gets_no_pages_of_the_journal(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, replace(RECORD, identifiers={"doi": "10.99999/good", "arxiv": "1701.00001"}))
    bib = BARE.replace("  year ", "  journal = {arXiv preprint arXiv:1701.00001},\n  year ")
    (paper / "refs.bib").write_text(bib)
    run(capfdbinary, "--write")
    assert "pages" not in (paper / "refs.bib").read_text()
    assert "Journal of Things" not in (paper / "refs.bib").read_text()


def test_what_a_parent_gives_is_not_missing(capfdbinary, paper, monkeypatch):
    record = replace(RECORD, type="inproceedings", venues=("Proceedings of Things",), volume="", number="")
    answering(monkeypatch, record)
    bib = (
        "@inproceedings{k, author = {Keller, Anna and others}, title = {Good Predictions of Rivers}, "
        "year = {2017}, crossref = {p}}\n"
        "@proceedings{p, title = {Proceedings of Things}, booktitle = {Proceedings of Things}, year = {2017}}\n"
    )
    (paper / "refs.bib").write_text(bib)
    run(capfdbinary, "--write", "--key", "k")
    first = (paper / "refs.bib").read_text().splitlines()[0]
    assert "booktitle" not in first
    assert "pages = {101--109}" in first
    assert "doi = {10.99999/good}" in first


def test_only_some_fields_and_keys(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, RECORD)
    run(capfdbinary, "--write", "--field", "doi", "--key", "other")
    assert (paper / "refs.bib").read_text() == BARE
    run(capfdbinary, "--write", "--field", "doi", "--key", "k")
    assert (paper / "refs.bib").read_text() == BARE.replace("{2016}", "{2016},\n  doi    = {10.99999/good}")


def test_an_unknown_field_is_named(capfdbinary):
    status, _, err = run(capfdbinary, "--field", "doii")
    assert status == 2
    assert "did you mean 'doi'?" in err


@pytest.mark.parametrize("arguments", [(), ("--write",), ("--key", "k")])
def test_without_an_answer_it_is_not_said_that_nothing_is_missing(capfdbinary, paper, arguments):
    status, out, told = run(capfdbinary, "--offline", "--cache", str(paper / "cache"), *arguments)
    assert (status, out) == (3, "")
    assert "1 of 1 entries could not be checked" in told
    assert told.endswith("nothing to complete\n")
    assert run(capfdbinary, "--offline", "--cache", str(paper / "cache"), "--key", "other")[0] == 0
